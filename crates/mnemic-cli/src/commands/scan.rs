//! `mnemic scan`

mod history;

use std::process::ExitCode;

use mnemic::{Fixed, LocatedSecret};
use serde_json::json;

use self::history::History;
use super::{Invocation, finish, finish_reading};
use crate::{arguments::Scan, caller::whole_vault, output};

pub async fn run(session: &Invocation, scan: Scan) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    let policy = engine.settings().policies.secrets;
    let (found, fixed) = if scan.fix {
        let fixed = engine.remove_secrets(&whole_vault()).await?;
        (fixed.left.clone(), Some(fixed))
    } else {
        (engine.scan(&whole_vault()).await?, None)
    };
    let history = match scan.history || scan.fix {
        true => history::examine(engine.root(), &policy)?,
        false => None,
    };
    match fixed {
        Some(_) => finish(engine).await,
        None => finish_reading(engine).await,
    }
    let report = Report { found, fixed, history };
    if session.json {
        output::json(&report.answer())?
    } else {
        report.show()
    }
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Report {
    found: mnemic::Scan,
    fixed: Option<Fixed>,
    history: Option<History>,
}

impl Report {
    fn is_clean(&self) -> bool {
        let is_past_clean = self.history.as_ref().is_none_or(|history| history.files.is_empty());
        self.found.secrets.is_empty() && self.found.unread.is_empty() && is_past_clean
    }

    fn answer(&self) -> serde_json::Value {
        let secret = |LocatedSecret { path, line, kind }: &LocatedSecret| json!({ "path": path, "line": line, "kind": kind });
        let mut answer = json!({
            "files": self.found.files,
            "secrets": self.found.secrets.iter().map(secret).collect::<Vec<_>>(),
            "unread": self.found.unread,
            "git": self.found.has_git,
        });
        if let Some(Fixed { backup, older_backups, memories: changed, files, .. }) = &self.fixed {
            answer["fixed"] = json!({
                "memories": changed, "files": files, "backup": backup, "older_backups": older_backups,
            });
        }
        if let Some(history) = &self.history {
            let file =
                |(path, versions): (&String, &usize)| json!({ "path": path, "versions": versions });
            answer["history"] = history.files.iter().map(file).collect();
        }
        answer
    }

    fn show(&self) {
        if let Some(fixed) = &self.fixed {
            show_fixed(fixed);
        }
        for LocatedSecret { path, line, kind } in &self.found.secrets {
            output::line(format!("{path}:{line}: {kind}"));
        }
        for path in &self.found.unread {
            output::aside(format!("warning: cannot read `{}`", path.display()));
        }
        let left = if self.fixed.is_some() { "left " } else { "" };
        let (count, files) = (self.found.secrets.len(), self.found.files);
        output::line(format!("{count} secrets {left}in {files} files"));
        if count > 0 {
            output::aside(match self.fixed {
                Some(_) => {
                    "hint: a person typed these, or the file is not Mnemic's: edit them yourself"
                }
                None => {
                    "hint: `mnemic scan --fix` removes them, after a backup; then change the secrets"
                }
            });
        }
        match &self.history {
            Some(history) => show_history(history),
            None if count > 0 && self.found.has_git => output::aside(
                "hint: git keeps what was committed before; `mnemic scan --history` lists it",
            ),
            None => {}
        }
    }
}

fn show_fixed(fixed: &Fixed) {
    let (memories, files) = (fixed.memories, fixed.files.len());
    let is_shown = |path: &&String| !path.starts_with("cache/");
    output::line(format!("memories changed: {memories}, files rewritten: {files}"));
    fixed.files.iter().filter(is_shown).for_each(|path| output::line(format!("rewrote {path}")));
    output::line(format!("backup: {}", fixed.backup.display()));
    if memories == 0 && files == 0 {
        return;
    }
    output::aside("warning: the backup holds the secrets; delete it when you no longer need it");
    if !fixed.older_backups.is_empty() {
        let count = fixed.older_backups.len();
        output::aside(format!("warning: {count} older backups may hold them, too"));
    }
    output::aside("hint: change the secrets: only that is sure");
}

fn show_history(history: &History) {
    for (path, versions) in &history.files {
        output::line(format!("git history: {path}: {versions} versions with secrets"));
    }
    let (files, versions) = (history.files.len(), history.versions);
    output::line(format!(
        "git history: {files} files with secrets in {versions} versions of files"
    ));
    if !history.files.is_empty() {
        output::aside(
            "hint: Mnemic does not rewrite git; `git filter-repo` can, or begin a new repository",
        );
    }
}
