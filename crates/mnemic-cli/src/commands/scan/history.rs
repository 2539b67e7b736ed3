//! What git still holds of a vault: every version of every file that was committed, on any branch.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
};

use anyhow::Context;
use mnemic::{secret::SecretPolicy, secrets_in};

/// Files of other kinds hold no text of Mnemic's.
const ENDINGS: [&str; 7] = [".md", ".jsonl", ".json", ".yaml", ".yml", ".log", ".txt"];

/// What git holds.
pub struct History {
    /// How many versions of files were read.
    pub versions: usize,
    /// The files with secrets, and in how many of their versions.
    pub files: BTreeMap<String, usize>,
}

/// Looks through the history; nothing where no repository holds the vault.
pub fn examine(vault: &Path, policy: &SecretPolicy) -> anyhow::Result<Option<History>> {
    let Some(paths) = versions(vault) else { return Ok(None) };
    let mut git = git(vault, &["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run git")?;
    let mut asked = git.stdin.take().context("git takes no questions")?;
    let names: String = paths.iter().map(|(name, _)| format!("{name}\n")).collect();
    let asking = thread::spawn(move || asked.write_all(names.as_bytes()));
    let mut answers = BufReader::new(git.stdout.take().context("git gives no answers")?);
    let mut history = History { versions: 0, files: BTreeMap::new() };
    for (_, path) in &paths {
        let Some(text) = next_text(&mut answers)? else { continue };
        history.versions += 1;
        if !secrets_in(path, &text, policy).is_empty() {
            *history.files.entry(path.clone()).or_default() += 1;
        }
    }
    drop(answers);
    let _ = asking.join();
    git.wait()?;
    Ok(Some(history))
}

/// The name and path of every version of a text file below the vault.
fn versions(vault: &Path) -> Option<Vec<(String, String)>> {
    let output = git(vault, &["rev-list", "--all", "--objects", "--", "."]).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let objects = text.lines().filter_map(|line| line.split_once(' '));
    let files = objects.filter(|(_, path)| ENDINGS.iter().any(|ending| path.ends_with(ending)));
    Some(files.map(|(name, path)| (name.to_owned(), path.to_owned())).collect())
}

/// The next object that git shows; nothing where it is no file.
fn next_text(answers: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut head = String::new();
    answers.read_line(&mut head)?;
    let mut words = head.split_whitespace().skip(1);
    let (kind, size) = (words.next(), words.next().and_then(|size| size.parse::<u64>().ok()));
    let Some(size) = size else { return Ok(None) };
    let mut bytes = Vec::new();
    answers.take(size + 1).read_to_end(&mut bytes)?;
    Ok((kind == Some("blob")).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Git in the vault's folder, without what the surroundings say about another repository.
fn git(vault: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(vault).args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command
}
