//! `mnemic scan`

use std::process::ExitCode;

use mnemic::{LocatedSecret, Scan};
use serde_json::json;

use super::{Invocation, finish_reading};
use crate::{caller::whole_vault, output};

pub async fn run(session: &Invocation) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    let scan = engine.scan(&whole_vault()).await?;
    finish_reading(engine).await;
    if session.json {
        output::json(&answer(&scan))?;
    } else {
        show(&scan);
    }
    let is_clean = scan.secrets.is_empty() && scan.unread.is_empty();
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn answer(scan: &Scan) -> serde_json::Value {
    let secret = |LocatedSecret { path, line, kind }: &LocatedSecret| json!({ "path": path, "line": line, "kind": kind });
    json!({
        "files": scan.files,
        "secrets": scan.secrets.iter().map(secret).collect::<Vec<_>>(),
        "unread": scan.unread,
        "git": scan.has_git,
    })
}

fn show(scan: &Scan) {
    for LocatedSecret { path, line, kind } in &scan.secrets {
        output::line(format!("{path}:{line}: {kind}"));
    }
    for path in &scan.unread {
        output::aside(format!("warning: cannot read `{}`", path.display()));
    }
    output::line(format!("{} secrets in {} files", scan.secrets.len(), scan.files));
    if !scan.secrets.is_empty() {
        output::aside(
            "hint: remove them as docs/guide/privacy-and-security.md says, and change the secrets",
        );
        if scan.has_git {
            output::aside("hint: the vault's git history keeps what was committed before");
        }
    }
}
