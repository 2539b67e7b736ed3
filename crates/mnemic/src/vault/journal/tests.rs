//! Two processes over one journal: segments that fill up, are replaced, and are read on from a cursor.

use jiff::Timestamp;
use mnemic_core::journal::event::Actor;

use super::*;

const NOVEMBER: u64 = 1_794_000_000_000_000;

/// An act so many microseconds into the month.
fn act(micros: u64) -> Act {
    let id = format!("01934f2e-89ab-7000-8000-{micros:012}").parse().unwrap();
    Act {
        v: Act::FORMAT,
        id,
        time: EventTime(NOVEMBER + micros),
        actor: Actor::through("test"),
        at: Timestamp::UNIX_EPOCH,
        run: None,
        events: Vec::new(),
    }
}

/// The journal as two processes have it open. A segment takes two acts.
fn two_over(folder: &Path) -> (Journal, Journal) {
    let line = mnemic_core::journal::line::encode(&act(1)).unwrap();
    let open = || Journal::in_folder(folder.to_owned(), line.len() as u64 + 1);
    (open(), open())
}

fn times(tail: io::Result<Result<Tail, NewerJournal>>) -> (Vec<u64>, Cursor) {
    let Tail::Acts(acts, cursor) = tail.unwrap().unwrap() else { panic!("the journal diverged") };
    (acts.iter().map(|act| act.time.0 - NOVEMBER).collect(), cursor)
}

#[test]
fn whoever_has_a_full_segment_open_goes_on_in_the_one_that_others_began() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, theirs) = two_over(folder.path());
    assert_eq!(ours.append(&act(1)).unwrap().segment, "2026-11.jsonl");
    assert_eq!(theirs.append(&act(2)).unwrap().segment, "2026-11.jsonl");
    assert_eq!(theirs.append(&act(3)).unwrap().segment, "2026-11-002.jsonl");
    assert_eq!(ours.append(&act(4)).unwrap().segment, "2026-11-002.jsonl");
    assert_eq!(ours.append(&act(5)).unwrap().segment, "2026-11-003.jsonl");
}

#[test]
fn a_segment_with_room_is_left_once_another_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, _) = two_over(folder.path());
    ours.append(&act(1)).unwrap();
    disk::open_segment(&folder.path().join("2026-11-002.jsonl")).unwrap();
    assert_eq!(ours.append(&act(2)).unwrap().segment, "2026-11-002.jsonl");
}

#[test]
fn a_segment_that_was_replaced_is_opened_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, theirs) = two_over(folder.path());
    ours.append(&act(1)).unwrap();
    std::fs::remove_file(folder.path().join("2026-11.jsonl")).unwrap();
    theirs.append(&act(2)).unwrap();
    ours.append(&act(3)).unwrap();
    assert_eq!(times(ours.tail(&Cursor::default(), Check::All)).0, [2, 3]);
}

#[test]
fn what_lies_past_a_cursor_goes_on_where_the_next_segment_begins() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, theirs) = two_over(folder.path());
    ours.append(&act(1)).unwrap();
    let (_, cursor) = times(ours.tail(&Cursor::default(), Check::Grown));
    theirs.append(&act(2)).unwrap();
    theirs.append(&act(3)).unwrap();
    let (grown, next) = times(ours.tail(&cursor, Check::Grown));
    assert_eq!(grown, [2, 3]);
    assert_eq!(next.lengths(), ours.lengths().unwrap());
}

#[test]
fn a_segment_before_the_newest_is_left_to_the_look_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, _) = two_over(folder.path());
    (1..=3).for_each(|micros| drop(ours.append(&act(micros)).unwrap()));
    let (_, cursor) = times(ours.tail(&Cursor::default(), Check::All));
    let mut older = disk::open_segment(&folder.path().join("2026-11.jsonl")).unwrap();
    older.write_all(mnemic_core::journal::line::encode(&act(4)).unwrap().as_bytes()).unwrap();
    let (grown, next) = times(ours.tail(&cursor, Check::Grown));
    assert!(grown.is_empty());
    assert_ne!(next.lengths(), ours.lengths().unwrap());
    assert_eq!(times(ours.tail(&cursor, Check::All)).0, [4]);
    std::fs::remove_file(folder.path().join("2026-11.jsonl")).unwrap();
    let tail = ours.tail(&cursor, Check::Grown).unwrap().unwrap();
    assert!(matches!(tail, Tail::Diverged(_)));
}

#[test]
fn segments_are_told_from_older_ones_however_many_a_month_has() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, _) = two_over(folder.path());
    let names = ["2026-11", "2026-11-002", "2026-11-999", "2026-11-1000", "2026-12"];
    let names = names.map(|stem| format!("{stem}.jsonl"));
    for name in &names {
        disk::open_segment(&folder.path().join(name)).unwrap();
    }
    assert_eq!(ours.names().unwrap(), names);
}
