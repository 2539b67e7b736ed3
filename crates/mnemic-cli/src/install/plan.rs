//! What is to happen to a file, worked out before anything does.

use std::path::PathBuf;

use super::{client::Target, edit::EditError};

/// What a file and the copy beside it hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileAndBackup {
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
        self.changes_file() || self.backup == Backup::Drop
    }

    pub fn changes_file(&self) -> bool {
        self.before != self.after
    }
}

/// Whether a file holds anything that was put there.
pub fn is_installed(target: &Target, found: &FileAndBackup) -> bool {
    let current = found.current.as_deref();
    current.is_some_and(|text| take(target, text, None).is_ok_and(|without| without != text))
}

/// Puts into a file what belongs there. A copy is made of one that holds nothing of ours yet.
pub fn install(target: &Target, found: &FileAndBackup) -> Result<Step, EditError> {
    let text = found.current.as_deref().unwrap_or_default();
    let after = put(target, text)?;
    let changes = found.current.as_deref() != Some(&after);
    let backup = match found.current.is_some() && changes && !is_installed(target, found) {
        true => Backup::Make,
        false => Backup::Leave,
    };
    let before = found.current.clone();
    Ok(Step { path: target.path.clone(), before, after: Some(after), backup })
}

/// Takes out of a file what was put there, and its copy away. One of which nobody changed anything else since is as it
/// was before, byte for byte; one that was made for us and holds nothing else goes.
pub fn uninstall(target: &Target, found: &FileAndBackup) -> Result<Step, EditError> {
    let (path, before) = (target.path.clone(), found.current.clone());
    // Of a file that is gone, the copy may be all that there is.
    let Some(current) = &found.current else {
        return Ok(Step { path, before, after: None, backup: Backup::Leave });
    };
    let original = original(target, found);
    let without = take(target, current, original)?;
    let after = match original {
        _ if without == *current => Some(without),
        Some(original) if is_round_trip_of(target, original, &without) => Some(original.to_owned()),
        None if target.edits.iter().all(|edit| edit.is_void(&without)) => None,
        _ => Some(without),
    };
    let backup = if found.backup.is_some() { Backup::Drop } else { Backup::Leave };
    Ok(Step { path, before, after, backup })
}

/// The file as it was before anything of ours; a copy that holds some is none of that.
fn original<'a>(target: &Target, found: &'a FileAndBackup) -> Option<&'a str> {
    let is_original = |text: &&str| take(target, text, None).is_ok_and(|it| it == *text);
    found.backup.as_deref().filter(is_original)
}

/// Whether a text is what putting into the original and taking out again makes of it. How Mnemic is started, which may
/// have been another way when it was put there, makes no difference.
fn is_round_trip_of(target: &Target, original: &str, without: &str) -> bool {
    let installed = put(target, original);
    installed.and_then(|it| take(target, &it, Some(original))).is_ok_and(|it| it == without)
}

fn put(target: &Target, text: &str) -> Result<String, EditError> {
    target.edits.iter().try_fold(text.to_owned(), |text, edit| edit.put(&text))
}

fn take(target: &Target, text: &str, before: Option<&str>) -> Result<String, EditError> {
    target.edits.iter().try_fold(text.to_owned(), |text, edit| edit.take(&text, before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::client::{Client, Homes, Level, Start};

    fn targets(client: Client, level: Level) -> Vec<Target> {
        targets_started_by(client, level, "mnemic")
    }

    fn targets_started_by(client: Client, level: Level, program: &str) -> Vec<Target> {
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
        let start = Start { program: program.to_owned(), before: Vec::new() };
        client.targets(level, &homes, &start)
    }

    fn all_targets(program: &'static str) -> impl Iterator<Item = Target> {
        let levels = [Level::User, Level::Project];
        levels.into_iter().flat_map(move |level| {
            let targets = move |client| targets_started_by(client, level, program);
            Client::ALL.into_iter().flat_map(targets)
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
        for target in all_targets("mnemic") {
            for before in samples(&target) {
                let about = format!("{}: {before:?}", target.path.display());
                let found = FileAndBackup { current: Some(before.to_owned()), backup: None };
                let step = install(&target, &found).expect(&about);
                assert!(step.changes() && step.backup == Backup::Make, "{about}");
                let found = FileAndBackup { current: step.after, backup: Some(before.to_owned()) };
                assert!(!install(&target, &found).expect(&about).changes(), "{about}");
                let step = uninstall(&target, &found).expect(&about);
                assert_eq!(step.after.as_deref(), Some(before), "{about}");
                assert_eq!(step.backup, Backup::Drop, "{about}");
            }
            let step = install(&target, &FileAndBackup::default()).unwrap();
            assert_eq!(step.backup, Backup::Leave);
            let found = FileAndBackup { current: step.after, backup: None };
            let step = uninstall(&target, &found).unwrap();
            assert_eq!(step.after, None, "{}", target.path.display());
        }
    }

    #[test]
    fn what_someone_wrote_since_stays() {
        let target = &targets(Client::Cursor, Level::User)[0];
        let before = "{\"a\": 1}\n";
        let found = FileAndBackup { current: Some(before.to_owned()), backup: None };
        let installed = install(target, &found).unwrap().after.unwrap();
        let edited = installed.replace("\"a\": 1", "\"a\": 2");
        let found = FileAndBackup { current: Some(edited), backup: Some(before.to_owned()) };
        let step = uninstall(target, &found).unwrap();
        let after = step.after.unwrap();
        assert!(after.contains("\"a\": 2") && !after.contains("mnemic"), "{after}");
        assert_eq!(step.backup, Backup::Drop);
    }

    #[test]
    fn how_mnemic_was_started_makes_no_difference_to_taking_it_out() {
        for (older, target) in all_targets("/old/mnemic").zip(all_targets("mnemic")) {
            for before in samples(&target) {
                let about = format!("{}: {before:?}", target.path.display());
                let found = FileAndBackup { current: Some(before.to_owned()), backup: None };
                let current = install(&older, &found).expect(&about).after;
                let older = FileAndBackup { current, backup: Some(before.to_owned()) };
                let step = install(&target, &older).expect(&about);
                assert_eq!(step.backup, Backup::Leave, "{about}");
                let newer = FileAndBackup { current: step.after, backup: older.backup.clone() };
                for found in [older, newer] {
                    let step = uninstall(&target, &found).expect(&about);
                    assert_eq!(step.after.as_deref(), Some(before), "{about}");
                    assert_eq!(step.backup, Backup::Drop, "{about}");
                }
            }
        }
    }

    #[test]
    fn a_copy_that_holds_something_of_ours_is_not_put_back() {
        for (older, target) in all_targets("/old/mnemic").zip(all_targets("mnemic")) {
            let backup = install(&older, &FileAndBackup::default()).unwrap().after;
            let current = install(&target, &FileAndBackup::default()).unwrap().after;
            let step = uninstall(&target, &FileAndBackup { current, backup }).unwrap();
            assert_eq!((step.after, step.backup), (None, Backup::Drop), "{:?}", target.path);
        }
    }

    #[test]
    fn a_copy_goes_once_nothing_of_ours_is_left_unless_it_is_all_there_is() {
        let target = &targets(Client::Cursor, Level::User)[0];
        let backup = Some("{\"a\": 1}".to_owned());
        let taken_by_hand =
            FileAndBackup { current: Some("{\"a\": 2}".to_owned()), backup: backup.clone() };
        let step = uninstall(target, &taken_by_hand).unwrap();
        assert!(step.changes() && !step.changes_file() && step.backup == Backup::Drop);
        let gone = FileAndBackup { current: None, backup };
        assert!(!uninstall(target, &gone).unwrap().changes());
    }

    #[test]
    fn a_copy_that_is_left_from_before_is_made_anew() {
        let target = &targets(Client::Cursor, Level::User)[0];
        let found = FileAndBackup {
            current: Some("{\"a\": 2}".to_owned()),
            backup: Some("{\"a\": 1}".to_owned()),
        };
        assert_eq!(install(target, &found).unwrap().backup, Backup::Make);
    }
}
