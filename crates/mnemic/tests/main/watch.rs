//! A long-running process takes hand edits in by itself, whatever way they are saved, and then rests.
//!
//! Nothing here asks the engine while it waits: a verb would take the edit in itself.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use mnemic::{Code, Draft, Engine, Options, Query, Reach, Scope};
use mnemic_testing::by;

use crate::process::{Process, role, run, work};

const DEADLINE: Duration = Duration::from_secs(30);
const MEMORY: &str = "global/MEMORY.md";

/// A vault with some memories in some documents.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn with(scopes: &[Scope], memories: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let this = Self { folder };
        run(async {
            let engine = Engine::open(Options::for_vault(this.root())).await.unwrap();
            for scope in scopes {
                for number in 0..memories {
                    let draft = Draft::note(scope.clone(), format!("{scope} says {number}"));
                    engine.remember(&by(&Reach::Vault), draft).await.unwrap();
                }
            }
            engine.close().await.unwrap();
        });
        this
    }

    fn global(memories: usize) -> Self {
        Self::with(&[Scope::Global], memories)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn texts(&self) -> BTreeSet<String> {
        run(async {
            let engine = Engine::open(Options::for_vault(self.root())).await.unwrap();
            let query = Query { limit: 10_000, ..Query::default() };
            let listing = engine.list(&by(&Reach::Vault), &query).await.unwrap();
            let mut findings = engine.doctor(&by(&Reach::Vault), false).await.unwrap().findings;
            findings.retain(|finding| finding.code != Code::FileMode);
            assert_eq!(findings, [], "an editor sets modes of its own, and nothing else is wrong");
            listing.page.memories.into_iter().map(|memory| memory.text).collect()
        })
    }
}

/// Every line of a vault's journal.
fn journal(root: &Path) -> String {
    let segments = fs::read_dir(root.join("journal")).unwrap().map(|entry| entry.unwrap().path());
    segments.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Waits until something holds.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < DEADLINE, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until nothing has been journalled and no document has changed for a while.
async fn until_quiet(root: &Path, documents: &[PathBuf]) {
    let look = || (journal(root).len(), documents.iter().map(fs::read).map(Result::ok).collect());
    let mut last: (usize, Vec<Option<Vec<u8>>>) = look();
    let mut since = Instant::now();
    until("nothing changes any more", || {
        let now = look();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        since.elapsed() > Duration::from_secs(2)
    })
    .await;
}

fn with_line(document: &str, line: &str) -> String {
    format!("{document}\n- {line}\n")
}

/// Whether a hand-written line has become a memory and got its anchor.
fn is_taken_in(document: &Path, line: &str) -> bool {
    let text = fs::read_to_string(document).unwrap_or_default();
    text.lines().any(|shown| shown.starts_with(&format!("- {line} ^")))
}

#[test]
fn an_edit_is_taken_in_soon_after_it_is_saved() {
    let folder = Folder::global(3);
    work(&folder.root(), async |_| {
        let edited = folder.read(MEMORY).replace("global says 1", "a person says 1");
        fs::write(folder.path(MEMORY), with_line(&edited, "and more")).unwrap();
        until("the edit is taken in", || is_taken_in(&folder.path(MEMORY), "and more")).await;
        assert!(journal(&folder.root()).contains("a person says 1"));
    });
}

#[test]
fn what_was_edited_before_anyone_watched_is_taken_in() {
    let folder = Folder::global(1);
    let edited = with_line(&folder.read(MEMORY), "written before");
    fs::write(folder.path(MEMORY), edited).unwrap();
    work(&folder.root(), async |_| {
        until("it is taken in", || is_taken_in(&folder.path(MEMORY), "written before")).await;
    });
}

/// Truncates, then writes piece by piece.
fn in_pieces(path: &Path, content: &str) {
    let mut file = File::create(path).unwrap();
    for piece in content.as_bytes().chunks(37) {
        file.write_all(piece).unwrap();
        file.sync_data().unwrap();
    }
}

/// Moves the old file out of the way, writes a new one, removes the old: what vim does with a backup.
fn behind_a_backup(path: &Path, content: &str) {
    let backup = path.with_extension("md~");
    fs::rename(path, &backup).unwrap();
    in_pieces(path, content);
    fs::remove_file(backup).unwrap();
}

/// Writes beside it and renames.
fn by_renaming(path: &Path, content: &str) {
    let beside = path.with_extension("md.new");
    fs::write(&beside, content).unwrap();
    fs::rename(beside, path).unwrap();
}

/// Deletes it and makes it again.
fn by_recreating(path: &Path, content: &str) {
    fs::remove_file(path).unwrap();
    fs::write(path, content).unwrap();
}

#[test]
fn every_way_that_editors_save_is_one_edit() {
    let folder = Folder::global(20);
    let dances = [in_pieces, behind_a_backup, by_renaming, by_recreating];
    work(&folder.root(), async |_| {
        for (number, save) in dances.iter().enumerate() {
            let line = format!("danced {number}");
            let document = folder.path(MEMORY);
            save(&document, &with_line(&fs::read_to_string(&document).unwrap(), &line));
            until(&line, || is_taken_in(&document, &line)).await;
        }
    });
    let journal = journal(&folder.root());
    assert!(!journal.contains("deleted_by_hand") && !journal.contains("restored"), "{journal}");
    assert_eq!(folder.texts().len(), 24);
}

#[test]
fn scopes_that_appear_later_are_watched_too() {
    let folder = Folder::global(1);
    work(&folder.root(), async |_| {
        until("the watch has started", || !journal(&folder.root()).is_empty()).await;
        for scope in ["projects/one", "projects/two", "agents/three"] {
            let document = folder.path(scope).join("MEMORY.md");
            fs::create_dir_all(folder.path(scope)).unwrap();
            fs::write(&document, "# Mine\n\n- first\n").unwrap();
            until("the new folder is seen", || is_taken_in(&document, "first")).await;
            let edited = with_line(&fs::read_to_string(&document).unwrap(), "second");
            fs::write(&document, edited).unwrap();
            until("the new folder is watched", || is_taken_in(&document, "second")).await;
        }
        let (here, away) = (folder.path("projects/one"), folder.folder.path().join("away"));
        fs::rename(&here, &away).unwrap();
        fs::rename(&away, &here).unwrap();
        until_quiet(&folder.root(), &[]).await;
        let document = here.join("MEMORY.md");
        fs::write(&document, with_line(&fs::read_to_string(&document).unwrap(), "third")).unwrap();
        until("a folder that came back is watched", || is_taken_in(&document, "third")).await;
    });
    let expected = ["global says 0", "first", "second", "third"].map(str::to_owned);
    assert_eq!(folder.texts(), BTreeSet::from(expected));
}

fn projects(count: usize) -> Vec<Scope> {
    (0..count).map(|number| format!("project:p{number}").parse().unwrap()).collect()
}

fn documents_of(folder: &Folder, count: usize) -> Vec<PathBuf> {
    (0..count).map(|number| folder.path(&format!("projects/p{number}/MEMORY.md"))).collect()
}

#[test]
fn a_storm_of_touches_is_no_edit_and_passes() {
    const DOCUMENTS: usize = 50;
    let folder = Folder::with(&projects(DOCUMENTS), 2);
    let documents = documents_of(&folder, DOCUMENTS);
    let before = journal(&folder.root());
    work(&folder.root(), async |_| {
        for round in 0..100 {
            let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + round);
            for document in &documents {
                OpenOptions::new().append(true).open(document).unwrap().set_modified(at).unwrap();
            }
        }
        until_quiet(&folder.root(), &documents).await;
        assert_eq!(journal(&folder.root()), before, "a touch changes nothing");
        let last = &documents[DOCUMENTS - 1];
        let edited = with_line(&fs::read_to_string(last).unwrap(), "after the storm");
        fs::write(last, edited).unwrap();
        until("the storm has passed", || is_taken_in(last, "after the storm")).await;
    });
}

#[test]
fn documents_that_flip_between_two_states_come_to_rest() {
    const DOCUMENTS: usize = 30;
    let folder = Folder::with(&projects(DOCUMENTS), 3);
    let documents = documents_of(&folder, DOCUMENTS);
    let before: Vec<String> =
        documents.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    work(&folder.root(), async |_| {
        for flip in 0..20 {
            for (document, text) in documents.iter().zip(&before) {
                let edited = text.replace("says 1", "says one");
                by_recreating(document, if flip % 2 == 0 { &edited } else { text });
            }
        }
        until_quiet(&folder.root(), &documents).await;
    });
    let expected: BTreeSet<String> = projects(DOCUMENTS)
        .iter()
        .flat_map(|scope| (0..3).map(move |number| format!("{scope} says {number}")))
        .collect();
    assert_eq!(folder.texts(), expected, "the last state is in force");
    for (document, text) in documents.iter().zip(&before) {
        let blocks = |text: &str| {
            text.lines()
                .filter(|line| line.starts_with("- "))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(blocks(&fs::read_to_string(document).unwrap()), blocks(text));
    }
}

const REST: &str = "watch::a_process_that_has_nothing_to_do_does_nothing";

#[test]
fn a_process_that_has_nothing_to_do_does_nothing() {
    if let Some((_, vault)) = role() {
        return rest(&vault);
    }
    let folder = Folder::global(5);
    Process::start(REST, "rest", &folder.root()).finish();
    assert_eq!(folder.texts().len(), 7);
}

/// Writes, takes an edit in, and then uses neither journal nor processor.
fn rest(vault: &Path) {
    work(vault, async |engine| {
        let document = vault.join(MEMORY);
        engine
            .remember(&by(&Reach::Vault), Draft::note(Scope::Global, "written by the process"))
            .await
            .unwrap();
        let edited = with_line(&fs::read_to_string(&document).unwrap(), "written by hand");
        fs::write(&document, edited).unwrap();
        until("the edit is taken in", || is_taken_in(&document, "written by hand")).await;
        let documents = std::slice::from_ref(&document);
        until_quiet(vault, documents).await;
        let (said, used) = (journal(vault), processor_ticks());
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(journal(vault), said, "acts are journalled though nothing happens");
        let ticks = processor_ticks() - used;
        assert!(ticks <= 2, "{ticks} hundredths of a second of processor time were used");
    });
}

const BLIND: &str = "watch::an_edit_is_taken_in_where_nothing_can_be_watched";

#[test]
fn an_edit_is_taken_in_where_nothing_can_be_watched() {
    if let Some((_, vault)) = role() {
        return work(&vault, async |_| {
            let document = vault.join(MEMORY);
            until("the first look", || is_taken_in(&document, "at first")).await;
            let edited = with_line(&fs::read_to_string(&document).unwrap(), "later");
            fs::write(&document, edited).unwrap();
            until("the edit is taken in", || is_taken_in(&document, "later")).await;
        });
    }
    let folder = Folder::global(1);
    fs::write(folder.path(MEMORY), with_line(&folder.read(MEMORY), "at first")).unwrap();
    Process::start_without("inotify_init1", BLIND, "blind", &folder.root()).finish();
}

/// Hundredths of a second of processor time that this process has used.
fn processor_ticks() -> u64 {
    let line = fs::read_to_string("/proc/self/stat").unwrap();
    let after_name = line.rsplit_once(") ").unwrap().1;
    after_name.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}
