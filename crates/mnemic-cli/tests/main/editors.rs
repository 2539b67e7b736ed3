//! Editors save in every style there is while several processes write: nothing that nobody deleted is archived, no
//! acknowledged write is missing, no prose is lost. `MNEMIC_SAVES` says how often, and `MNEMIC_SEED` sets the chance.

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{Seek, Write},
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use mnemic_testing::FixedRandomness;

use crate::harness::{Vault, came_to_rest, number_of};

const MEMORY: &str = "global/MEMORY.md";
/// A person's saves in a normal run, and the processes that write meanwhile.
const SAVES: usize = 32;
const WRITERS: usize = 2;
/// With at least so many saves, more processes write.
const MANY_SAVES: usize = 100;
const MANY_WRITERS: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    RenameOver,
    BackupThenWrite,
    AtOnce,
    InPieces,
    Slowly,
    InPlace,
    Append,
    ByCopy,
}

const STYLES: [Style; 8] = [
    Style::RenameOver,
    Style::BackupThenWrite,
    Style::AtOnce,
    Style::InPieces,
    Style::Slowly,
    Style::InPlace,
    Style::Append,
    Style::ByCopy,
];

/// A person with an editor, and what they have written and deleted.
struct Person<'a> {
    vault: &'a Vault,
    randomness: FixedRandomness,
    lines: Vec<String>,
    prose: Vec<String>,
    deleted: BTreeSet<String>,
}

impl Person<'_> {
    fn save(&mut self, style: Style) {
        let number = self.lines.len();
        let Ok(loaded) = fs::read_to_string(self.vault.path(MEMORY)) else { return };
        let line = format!("By hand {number:03} {style:?}");
        let added = format!("\n- {line}\n");
        self.lines.push(line);
        if style == Style::Append {
            let mut file = OpenOptions::new().append(true).open(self.vault.path(MEMORY)).unwrap();
            return file.write_all(added.as_bytes()).unwrap();
        }
        let prose = format!("Prose {number:03} of my own.");
        let mut text = loaded.replacen("## Goals\n", &format!("## Goals\n\n{prose}\n"), 1);
        if text != loaded {
            self.prose.push(prose);
        }
        if number.is_multiple_of(5) {
            text = self.without_a_line(&text);
        }
        self.write(style, &format!("{text}{added}"));
    }

    /// Deletes a line that the person wrote earlier and that has its anchor.
    fn without_a_line(&mut self, text: &str) -> String {
        let is_mine = |line: &&str| line.contains("- By hand") && line.contains(" ^");
        let mine: Vec<&str> = text.lines().filter(is_mine).collect();
        if mine.is_empty() {
            return text.to_owned();
        }
        let line = self.randomness.pick(&mine);
        let said = line.trim_start_matches("- ").split(" ^").next().unwrap();
        self.deleted.insert(said.to_owned());
        text.replacen(&format!("{line}\n"), "", 1)
    }

    fn write(&mut self, style: Style, text: &str) {
        let file = self.vault.path(MEMORY);
        let beside = self.vault.beside("being-saved");
        let pause_us = match style {
            Style::Slowly => 200_000,
            _ => 1_000 + self.randomness.next() % 10_000,
        };
        match style {
            Style::RenameOver => {
                fs::write(&beside, text).unwrap();
                fs::rename(&beside, &file).unwrap();
            }
            Style::BackupThenWrite => {
                fs::rename(&file, &beside).unwrap();
                in_pieces(&file, text, 2, pause_us / 10);
            }
            Style::AtOnce => fs::write(&file, text).unwrap(),
            Style::InPieces => in_pieces(&file, text, 8, pause_us),
            Style::Slowly => in_pieces(&file, text, 10, pause_us),
            Style::InPlace => {
                let mut open = OpenOptions::new().write(true).open(&file).unwrap();
                thread::sleep(Duration::from_micros(pause_us / 5));
                open.rewind().unwrap();
                open.write_all(text.as_bytes()).unwrap();
                open.set_len(text.len() as u64).unwrap();
            }
            Style::ByCopy => {
                fs::write(&beside, text).unwrap();
                fs::copy(&beside, &file).unwrap();
            }
            Style::Append => unreachable!("nothing but the line is written"),
        }
    }
}

/// Truncates a file and writes it again in so many pieces.
fn in_pieces(file: &Path, text: &str, pieces: usize, pause_us: u64) {
    let mut open = OpenOptions::new().write(true).create(true).truncate(true).open(file).unwrap();
    for piece in text.as_bytes().chunks(text.len().div_ceil(pieces)) {
        open.write_all(piece).unwrap();
        thread::sleep(Duration::from_micros(pause_us));
    }
}

/// Remembers one thing after the other until the person is done; what was acknowledged.
fn remember_meanwhile(vault: &Vault, writer: usize, is_done: &AtomicBool) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for number in 0.. {
        if is_done.load(Ordering::Relaxed) {
            break;
        }
        let text = format!("Writer {writer} says {number:04}");
        vault.ok(&["remember", &text]);
        acknowledged.push(text);
        thread::sleep(Duration::from_millis(20));
    }
    acknowledged
}

#[test]
fn nothing_is_lost_whichever_way_an_editor_saves() {
    let saves = number_of("MNEMIC_SAVES", SAVES as u64) as usize;
    let seed = number_of("MNEMIC_SEED", 20_261_118);
    let writers = if saves >= MANY_SAVES { MANY_WRITERS } else { WRITERS };
    let vault = Vault::new();
    vault.ok(&["remember", "The first"]);
    let is_done = AtomicBool::new(false);
    let acknowledged = Mutex::new(vec!["The first".to_owned()]);
    let randomness = FixedRandomness::new(seed);
    let (lines, prose, deleted) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut person = Person { vault: &vault, randomness, lines, prose, deleted };
    thread::scope(|scope| {
        for writer in 0..writers {
            let (vault, is_done, acknowledged) = (&vault, &is_done, &acknowledged);
            scope.spawn(move || {
                let said = remember_meanwhile(vault, writer, is_done);
                acknowledged.lock().unwrap().extend(said);
            });
        }
        for number in 0..saves {
            person.save(STYLES[number % STYLES.len()]);
            thread::sleep(Duration::from_millis(person.randomness.next() % 120));
        }
        is_done.store(true, Ordering::Relaxed);
    });
    check(&person, &acknowledged.into_inner().unwrap(), seed);
}

fn check(person: &Person<'_>, acknowledged: &[String], seed: u64) {
    let vault = person.vault;
    came_to_rest(&vault.path(MEMORY));
    vault.ok(&["list"]);
    came_to_rest(&vault.path(MEMORY));
    let memories = vault.memories();
    let says = |memory: &serde_json::Value| memory["text"].as_str().unwrap().to_owned();
    let (archived, active): (Vec<_>, Vec<_>) =
        memories.iter().partition(|memory| memory.get("lifecycle").is_some());
    let active: Vec<String> = active.into_iter().map(says).collect();
    let story = format!(
        "seed {seed}, {} saves, {} acknowledged writes",
        person.lines.len(),
        acknowledged.len()
    );
    for text in acknowledged.iter().chain(&person.lines) {
        let expected = usize::from(!person.deleted.contains(text));
        let found = active.iter().filter(|found| *found == text).count();
        assert_eq!(found, expected, "{story}: `{text}`");
    }
    let archived: Vec<String> = archived.into_iter().map(says).collect();
    let wrong: Vec<&String> =
        archived.iter().filter(|text| !person.deleted.contains(*text)).collect();
    assert!(wrong.is_empty(), "{story}: archived by nobody: {wrong:?}");
    assert_eq!(
        active.len(),
        acknowledged.len() + person.lines.len() - person.deleted.len(),
        "{story}: {active:?}"
    );
    let shown = shown_anywhere(vault);
    for prose in &person.prose {
        assert!(shown.contains(prose.as_str()), "{story}: `{prose}` is lost");
    }
}

/// What `MEMORY.md` says, and what lies beside it because two saved at once.
fn shown_anywhere(vault: &Vault) -> String {
    let names = fs::read_dir(vault.path("global")).unwrap().map(|entry| entry.unwrap().path());
    let files = names.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}
