//! Where Claude Code remembers the current project: in a folder named after the project's path, or in one that the
//! user's settings name.

use std::{fs, path::PathBuf};

use serde_json::Value;

use crate::{failure::UserError, install::client::Homes};

/// The folder with what Claude Code remembers of the current project.
pub fn folder(homes: &Homes) -> anyhow::Result<PathBuf> {
    let project = homes.project.to_string_lossy();
    let name = project.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let usual = homes.claude.join("projects").join(name).join("memory");
    let mut folders = set(homes).into_iter().chain([usual]);
    if let Some(folder) = folders.find(|folder| folder.is_dir()) {
        return Ok(folder);
    }
    let message = format!("Claude Code remembers nothing of `{project}`");
    let hint =
        format!("name a folder, such as `{}`", homes.claude.join("projects/…/memory").display());
    Err(UserError::error(message, hint))
}

/// The folder that `autoMemoryDirectory` names. Claude Code heeds it in the user's settings, not in those that come
/// with a project.
fn set(homes: &Homes) -> Option<PathBuf> {
    let local = homes.project.join(".claude/settings.local.json");
    [local, homes.claude.join("settings.json")].into_iter().find_map(|file| {
        let settings: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
        let named = settings.get("autoMemoryDirectory")?.as_str()?;
        let folder = match named.strip_prefix("~/") {
            Some(below) => homes.home.join(below),
            None => PathBuf::from(named),
        };
        folder.is_absolute().then_some(folder)
    })
}
