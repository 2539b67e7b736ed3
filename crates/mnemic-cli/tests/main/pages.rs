//! README and docs are true: links lead somewhere, and console examples print what the page shows.
//!
//! The examples of a page run in order in one empty home folder. A line `…` stands for any lines, `…` inside a line for
//! any text. `<!-- run: COMMAND -->` runs what a page needs and does not show.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// The moment at which examples run.
const NOW: &str = "2026-11-15T14:32:07Z";
/// The home folder that pages show.
const HOME: &str = "/home/ada";

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// README, ARCHITECTURE and the like, and every page below docs.
pub fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            .map(|name| root().join(name))
            .to_vec();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => pages
                    .extend(Some(path).filter(|it| it.extension().is_some_and(|it| it == "md"))),
            }
        }
    }
    pages.sort();
    pages
}

/// Lines outside of fenced code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The anchors that GitHub gives the headings of a page.
fn anchors(page: &str) -> HashSet<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim());
    titles
        .map(|title| {
            let kept = title.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
            kept.collect::<String>().to_lowercase().replace(' ', "-")
        })
        .collect()
}

/// The targets of the links of a page.
fn links(page: &str) -> Vec<&str> {
    let text = prose(page).flat_map(|line| line.split("](").skip(1));
    text.filter_map(|rest| Some(rest.split_once(')')?.0)).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for link in links(&page).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(&target).unwrap());
                assert!(known.contains(anchor), "{}: {link}; {known:?}", path.display());
            }
        }
    }
}

/// Something that a page has run.
struct Example<'a> {
    line: usize,
    command: &'a str,
    /// What it prints; absent where the page does not show it.
    output: Option<String>,
}

fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut is_console = false;
    for (index, line) in page.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            is_console = info == "console";
        } else if let Some(hidden) = line.strip_prefix("<!-- run: ") {
            let command = hidden.strip_suffix(" -->").expect("the comment ends on its line");
            examples.push(Example { line: index + 1, command, output: None });
        } else if let (true, Some(command)) = (is_console, line.strip_prefix("$ ")) {
            examples.push(Example { line: index + 1, command, output: Some(String::new()) });
        } else if let (true, Some(Example { output: Some(output), .. })) =
            (is_console, examples.last_mut())
        {
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

/// Whether a text is as shown, where `…` stands for anything.
fn is_as_shown(text: &str, shown: &str) -> bool {
    let (text, shown) = (text.trim_end(), shown.trim_end());
    let mut parts = shown.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || shown.ends_with('…')
}

#[test]
fn every_console_example_prints_what_the_page_shows() {
    let (mut count, mut wrong) = (0, Vec::new());
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let home = TempDir::new().unwrap();
        let home_path = home.path().canonicalize().unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_mnemic")).parent().unwrap();
        for Example { line, command, output } in examples(&page) {
            let ran = Command::new("sh")
                .args(["-c", &format!("exec 2>&1; {command}")])
                .current_dir(&home_path)
                .env_clear()
                .env("HOME", &home_path)
                .env("PATH", format!("{}:/usr/bin:/bin", program.display()))
                .env("MNEMIC_NOW", NOW)
                .env("TZ", "UTC")
                .output()
                .unwrap();
            let printed = String::from_utf8(ran.stdout).unwrap();
            let printed = printed.replace(&*home_path.to_string_lossy(), HOME);
            let Some(output) = output else { continue };
            count += 1;
            let place = format!("{}:{line}: {command}", path.display());
            if !is_as_shown(&printed, &output) {
                wrong.push(format!("{place}\nprints\n{printed}\nshows\n{output}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 20, "only {count} examples");
}

#[test]
fn an_ellipsis_stands_for_anything_and_nothing_else_does() {
    assert!(is_as_shown("a b c\n", "a … c\n") && is_as_shown("a\nb\n", "a\n…"));
    assert!(!is_as_shown("a b c", "a … d") && !is_as_shown("a b", "a") && !is_as_shown("a", "b"));
}

#[test]
fn every_promise_of_the_security_page_names_a_test_that_exists() {
    let page = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/main");
    let mut promises = 0;
    for (name, _) in page.match_indices("::").map(|(at, _)| (span_at(&page, at), at)) {
        let (file, test) = name.split_once("::").unwrap();
        let source = fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(source.contains(&format!("#[test]\nfn {test}() {{")), "there is no test `{name}`");
        promises += 1;
    }
    assert!(promises >= 18, "only {promises} promises name a test");
}

/// The code span around a place.
fn span_at(page: &str, at: usize) -> &str {
    let start = page[..at].rfind('`').unwrap() + 1;
    &page[start..at + page[at..].find('`').unwrap()]
}
