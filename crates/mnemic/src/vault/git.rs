//! What git is told about a vault: what it leaves out, and how it merges two journals.

use std::{io, path::Path};

use super::disk;

const FILES: [(&str, &[&str]); 2] = [
    (
        ".gitignore",
        &[
            "index/",
            "cache/",
            "backups/",
            ".lock",
            ".scribe.lock",
            ".build.lock",
            ".index.lock",
            "*.tmp",
        ],
    ),
    (".gitattributes", &[MERGE_BY_UNION, "**/memory/????-??-??.md merge=union"]),
];
const MERGE_BY_UNION: &str = "journal/*.jsonl merge=union";

/// What a new vault leaves out until someone wants it in: conversations hold what was said in passing, and the output of
/// tools. No other verb asks for these lines, so who deletes them has shared the conversations for good.
const PRIVATE: &str = "# Conversations stay on this machine. To share them, delete these lines.
/global/sessions/
/projects/*/sessions/
/agents/*/sessions/
";

/// Makes the files, unless they are there.
pub fn make_files(root: &Path) -> io::Result<()> {
    for (name, lines) in FILES {
        let mut content: String = lines.iter().map(|line| format!("{line}\n")).collect();
        if name == ".gitignore" {
            content.push_str(PRIVATE);
        }
        disk::make_file(&root.join(name), &content)?;
    }
    Ok(())
}

/// Has git leave a file out, by a line beside it: vaults from before have no line for it at their root.
pub fn leave_out(file: &Path) -> io::Result<()> {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return Ok(()) };
    disk::make_folder(folder)?;
    let (beside, line) = (folder.join(".gitignore"), name.to_string_lossy());
    let text = disk::read_text(&beside)?;
    if text.lines().any(|existing| existing.trim() == line) {
        return Ok(());
    }
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    disk::append(&beside, &format!("{gap}{line}\n"))
}

/// Whether git is told how to merge the journal here.
pub fn merges_by_union(root: &Path) -> bool {
    missing_lines(root).is_ok_and(|missing| missing.iter().all(|(_, line)| *line != MERGE_BY_UNION))
}

/// The files that cannot be read, each with the reason.
pub fn unreadable(root: &Path) -> Vec<(&'static str, io::Error)> {
    let fault = |name: &'static str| Some((name, disk::read_text(&root.join(name)).err()?));
    FILES.iter().filter_map(|(name, _)| fault(name)).collect()
}

/// The lines that are missing, each with the file it belongs in. With a slash before it a line says the same.
pub fn missing_lines(root: &Path) -> io::Result<Vec<(&'static str, &'static str)>> {
    let mut missing = Vec::new();
    for (name, lines) in FILES {
        let text = disk::read_text(&root.join(name))?;
        let is_there = |line: &str| {
            let mut there = text.lines().map(str::trim);
            there.any(|shown| shown == line || shown.strip_prefix('/') == Some(line))
        };
        missing.extend(lines.iter().filter(|line| !is_there(line)).map(|line| (name, *line)));
    }
    Ok(missing)
}

/// Adds the lines that are missing; what else is there stays.
pub fn add_missing_lines(root: &Path) -> io::Result<()> {
    for (name, line) in missing_lines(root)? {
        let path = root.join(name);
        let is_open =
            !disk::read_text(&path)?.is_empty() && !disk::read_text(&path)?.ends_with('\n');
        let line = format!("{}{line}\n", if is_open { "\n" } else { "" });
        disk::append(&path, &line)?;
    }
    Ok(())
}
