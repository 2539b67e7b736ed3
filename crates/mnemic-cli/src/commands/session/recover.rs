//! `mnemic session recover` and `mnemic session expire`

use std::process::ExitCode;

use mnemic::Recovered;
use serde_json::{Value, json};

use super::{super::Invocation, id};
use crate::{caller::whole_vault, commands::finish, output};

pub async fn run(session: &Invocation, name: Option<String>) -> anyhow::Result<ExitCode> {
    let name = name.as_deref().map(id).transpose()?;
    let engine = session.surroundings.open().await?;
    let recovered = match &name {
        Some(name) => vec![engine.recover_session(&whole_vault(), name).await?],
        None => engine.recover_sessions(&whole_vault()).await?,
    };
    finish(engine).await;
    if session.json {
        output::json(
            &json!({ "recovered": recovered.iter().map(self::json).collect::<Vec<_>>() }),
        )?;
    } else if recovered.iter().all(is_nothing) {
        output::line("No session needs recovery");
    } else {
        recovered.iter().for_each(print_recovered);
    }
    let failed = recovered.iter().any(|it| !it.failed.is_empty());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

pub async fn expire(session: &Invocation) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let archived = engine.expire_sessions(&whole_vault()).await?;
    finish(engine).await;
    if session.json {
        output::json(&json!({ "archived": archived }))?;
    } else {
        output::line(format!("Archived {} sessions", archived.len()));
        archived.iter().for_each(|id| output::line(id.as_str()));
    }
    Ok(ExitCode::SUCCESS)
}

fn is_nothing(recovered: &Recovered) -> bool {
    let Recovered { stages, failed, torn, brought_back, .. } = recovered;
    stages.is_empty() && failed.is_empty() && torn.is_none() && !brought_back
}

/// What was done with a session, in JSON.
pub fn json(recovered: &Recovered) -> Value {
    let Recovered { session, stages, failed, torn, brought_back } = recovered;
    let failed: Vec<_> = failed
        .iter()
        .map(|(stage, error)| json!({ "stage": stage.name(), "error": error }))
        .collect();
    json!({
        "session": session, "stages": stages.iter().map(|stage| stage.name()).collect::<Vec<_>>(),
        "failed": failed, "torn_bytes": torn.map(|torn| torn.bytes), "brought_back": brought_back,
    })
}

/// What was done with a session, in words.
pub fn print_recovered(recovered: &Recovered) {
    let session = &recovered.session;
    if recovered.brought_back {
        output::line(format!("Recovered session {session} from the archive"));
    }
    if let Some(torn) = recovered.torn {
        let bytes = torn.bytes;
        output::line(format!(
            "Session {session}: moved an incomplete last line of {bytes} bytes to a file of its own"
        ));
    }
    if !recovered.stages.is_empty() {
        output::line(format!("Finished session {session}, which was left open"));
    }
    for (stage, error) in &recovered.failed {
        output::aside(format!("warning: session {session}: the stage `{stage}` failed: {error}"));
    }
}
