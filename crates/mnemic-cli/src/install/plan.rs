//! What is to happen to a file, worked out before anything does.

use std::path::PathBuf;

use super::{client::Target, edit::EditError};

/// What a file and the copy beside it hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    pub current: Option<String>,
    /// As it was before Mnemic first changed it.
    pub backup: Option<String>,
}

/// What is to happen to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub path: PathBuf,
    pub before: Option<String>,
    /// None when it is to go.
    pub after: Option<String>,
    pub backup: Backup,
}

/// What is to happen to the copy beside a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backup {
    Leave,
    Make,
    Drop,
}

impl Step {
    pub fn changes(&self) -> bool {
        self.before != self.after
    }
}

/// Puts into a file what belongs there. A copy of it is made before the first change.
pub fn install(target: &Target, found: &Found) -> Result<Step, EditError> {
    let text = found.current.as_deref().unwrap_or_default();
    let after = put(target, text)?;
    let changes = found.current.as_deref() != Some(&after);
    let has_nothing_of_ours = take(target, text)? == text;
    let is_first = found.backup.is_none() || has_nothing_of_ours;
    let backup = match found.current.is_some() && changes && is_first {
        true => Backup::Make,
        false => Backup::Leave,
    };
    let before = found.current.clone();
    Ok(Step { path: target.path.clone(), before, after: Some(after), backup })
}

/// Takes out of a file what was put there. One that was not changed since is as it was before, byte for byte; one that
/// holds nothing else goes.
pub fn uninstall(target: &Target, found: &Found) -> Result<Step, EditError> {
    let step = |after, backup| Step {
        path: target.path.clone(),
        before: found.current.clone(),
        after,
        backup,
    };
    let Some(current) = &found.current else { return Ok(step(None, Backup::Leave)) };
    if let Some(backup) = &found.backup
        && put(target, backup).is_ok_and(|installed| installed == *current)
    {
        return Ok(step(Some(backup.clone()), Backup::Drop));
    }
    let after = take(target, current)?;
    if after == *current {
        return Ok(step(Some(after), Backup::Leave));
    }
    match &found.backup {
        None if target.edits.iter().all(|edit| edit.is_void(&after)) => {
            Ok(step(None, Backup::Leave))
        }
        Some(backup) if *backup == after => Ok(step(Some(after), Backup::Drop)),
        _ => Ok(step(Some(after), Backup::Leave)),
    }
}

fn put(target: &Target, text: &str) -> Result<String, EditError> {
    target.edits.iter().try_fold(text.to_owned(), |text, edit| edit.put(&text))
}

fn take(target: &Target, text: &str) -> Result<String, EditError> {
    target.edits.iter().try_fold(text.to_owned(), |text, edit| edit.take(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::client::{Client, Homes, Level, Start};

    fn targets(client: Client, level: Level) -> Vec<Target> {
        let path = |name: &str| PathBuf::from("/none").join(name);
        let homes = Homes {
            home: path("home"),
            claude: path("home/.claude"),
            claude_state: path("home/.claude.json"),
            codex: path("home/.codex"),
            opencode: path("home/.config/opencode"),
            openclaw: path("home/.openclaw/openclaw.json"),
            project: path("project"),
        };
        let start = Start { program: "mnemic".to_owned(), before: Vec::new() };
        client.targets(level, &homes, &start)
    }

    fn all_targets() -> impl Iterator<Item = Target> {
        let levels = [Level::User, Level::Project];
        levels.into_iter().flat_map(|level| {
            Client::ALL.into_iter().flat_map(move |client| targets(client, level))
        })
    }

    /// What may stand in a file, by what it is.
    fn samples(target: &Target) -> Vec<&'static str> {
        match target.path.extension().and_then(|it| it.to_str()) {
            Some("toml") => {
                vec!["", "a = 1", "# c\n[mcp_servers.x]\ncommand = 'y'   # z\n", "[a]\nb=1\n\n\n"]
            }
            Some("md") => vec!["", "# Rules", "# Rules\n\n\n", "a\r\nb\r\n"],
            _ => vec![
                "",
                "{}",
                "{ }\n",
                "{\"a\":1}",
                "{\"mcpServers\":{}, \"hooks\" : { \"Stop\":[ ] }}",
                "{\n\t\"a\": [1, 2],\n\t\"mcpServers\": {\n\t\t\"x\": {\"command\": \"y\"}\n\t}\n}",
                "{\r\n  \"a\": 1\r\n}\r\n",
                "{\n  // why\n  \"a\": 1, /* b */\n}\n",
            ],
        }
    }

    #[test]
    fn what_was_installed_goes_without_a_trace_and_installing_twice_is_installing_once() {
        for target in all_targets() {
            for before in samples(&target) {
                let about = format!("{}: {before:?}", target.path.display());
                let found = Found { current: Some(before.to_owned()), backup: None };
                let step = install(&target, &found).expect(&about);
                assert!(step.changes() && step.backup == Backup::Make, "{about}");
                let found = Found { current: step.after, backup: Some(before.to_owned()) };
                assert!(!install(&target, &found).expect(&about).changes(), "{about}");
                let step = uninstall(&target, &found).expect(&about);
                assert_eq!(step.after.as_deref(), Some(before), "{about}");
                assert_eq!(step.backup, Backup::Drop, "{about}");
            }
            let step = install(&target, &Found::default()).unwrap();
            assert_eq!(step.backup, Backup::Leave);
            let found = Found { current: step.after, backup: None };
            let step = uninstall(&target, &found).unwrap();
            assert_eq!(step.after, None, "{}", target.path.display());
        }
    }

    #[test]
    fn what_someone_wrote_since_stays() {
        let target = &targets(Client::Cursor, Level::User)[0];
        let before = "{\"a\": 1}\n";
        let found = Found { current: Some(before.to_owned()), backup: None };
        let installed = install(target, &found).unwrap().after.unwrap();
        let edited = installed.replace("\"a\": 1", "\"a\": 2");
        let found = Found { current: Some(edited), backup: Some(before.to_owned()) };
        let step = uninstall(target, &found).unwrap();
        let after = step.after.unwrap();
        assert!(after.contains("\"a\": 2") && !after.contains("mnemic"), "{after}");
        assert_eq!(step.backup, Backup::Leave);
    }

    #[test]
    fn a_copy_that_is_left_from_before_is_made_anew() {
        let target = &targets(Client::Cursor, Level::User)[0];
        let found =
            Found { current: Some("{\"a\": 2}".to_owned()), backup: Some("{\"a\": 1}".to_owned()) };
        assert_eq!(install(target, &found).unwrap().backup, Backup::Make);
    }
}
