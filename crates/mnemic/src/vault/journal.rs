//! The journal's files: appending an act, reading what lies past a cursor, reading everything in order.
//!
//! A segment is named after the month of its first act and rotates at a size that can be set. A torn tail is cut off
//! under the write lock and kept in `journal/torn/`; a bad line is reported with its number and skipped.

mod replay;
mod rewrite;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use mnemic_core::{
    journal::{
        event::Act,
        line,
        line::{Cursor, LineError, Position},
    },
    port::clock::EventTime,
};

pub use replay::Replay;

use super::disk;

/// The checksum of a line, with what stands around it, lies within this.
const SEAL_BYTES: u64 = 32;

/// The journal of a vault.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    segment_bytes: u64,
    /// The segment appended to last, kept open.
    open: Mutex<Option<Open>>,
}

/// A segment that is open to be appended to.
#[derive(Debug)]
struct Open {
    month: String,
    name: String,
    /// What the segment after it will be called.
    next: String,
    file: Arc<File>,
}

/// The length of every segment.
pub type Lengths = BTreeMap<String, u64>;

/// An act that has been appended but is not yet durable.
#[derive(Debug)]
pub struct AppendedAct {
    file: Arc<File>,
    /// The segment.
    pub segment: String,
    /// Where the segment ends now.
    pub position: Position,
}

impl AppendedAct {
    /// Makes the act durable. Writers that do so at once share the cost.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Which segments are compared with a cursor, down to the checksum where it stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// All.
    All,
    /// Those that have grown, from the newest one known on: the others were compared before, and nobody appends to
    /// them. Whoever changes them all the same is noticed by the next look at the lengths of all.
    Grown,
}

/// What lies past a cursor.
#[derive(Debug)]
pub enum Tail {
    /// These acts, and the cursor after them.
    Acts(Vec<Act>, Cursor),
    /// The journal is not the one the cursor followed, or acts came in from elsewhere: everything must be
    /// folded anew. The reason.
    Diverged(&'static str),
}

/// A line that was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The segment.
    pub segment: String,
    /// Which line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub fault: String,
    /// Whether it is as it was written: then it says something that this version does not understand.
    pub is_intact: bool,
}

impl BadLine {
    fn new(segment: &str, line: u64, error: &LineError) -> Self {
        let is_intact = matches!(error, LineError::Malformed(_));
        Self { segment: segment.to_owned(), line, fault: error.to_string(), is_intact }
    }
}

impl Journal {
    /// The journal in a folder. A segment that has so many bytes is followed by another.
    pub fn in_folder(folder: PathBuf, segment_bytes: u64) -> Self {
        Self { folder, segment_bytes, open: Mutex::new(None) }
    }

    /// The length of every segment, without reading any.
    pub fn lengths(&self) -> io::Result<Lengths> {
        self.lengths_of(self.names()?)
    }

    /// The name of every segment, the oldest first.
    fn names(&self) -> io::Result<Vec<String>> {
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().into_string().ok().filter(|n| n.ends_with(".jsonl"));
            names.extend(name.filter(|_| is_plain(&entry)));
        }
        names.sort_by(|one, other| turn(one).cmp(&turn(other)));
        Ok(names)
    }

    fn lengths_of(&self, names: Vec<String>) -> io::Result<Lengths> {
        let length = |name: String| match std::fs::metadata(self.folder.join(&name)) {
            Ok(metadata) => Some(Ok((name, metadata.len()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(Err(error)),
        };
        // The newest first: who appends meanwhile must not be seen there and missed in an older one.
        names.into_iter().rev().filter_map(length).collect()
    }

    /// The length of every segment up to the end of its last whole line. Called under the write lock, when
    /// whoever is in the middle of a line has died.
    pub fn whole_lengths(&self) -> io::Result<Lengths> {
        let lengths = self.lengths()?.into_iter();
        lengths
            .map(|(name, length)| Ok((name.clone(), self.whole_length(&name, length)?)))
            .collect()
    }

    fn whole_length(&self, name: &str, mut length: u64) -> io::Result<u64> {
        const CHUNK_BYTES: u64 = 1 << 16;
        let mut file = disk::open(&self.folder.join(name))?;
        while length > 0 {
            let start = length.saturating_sub(CHUNK_BYTES);
            let mut chunk = vec![0; (length - start) as usize];
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(&mut chunk)?;
            if let Some(last) = chunk.iter().rposition(|byte| *byte == b'\n') {
                return Ok(start + last as u64 + 1);
            }
            length = start;
        }
        Ok(0)
    }

    /// Appends an act as one line in one write. What a failed write left is cut off again.
    pub fn append(&self, act: &Act) -> io::Result<AppendedAct> {
        let line = line::encode(act).map_err(io::Error::other)?;
        let (segment, file) = self.segment_for(act.time)?;
        let start = file.metadata()?.len();
        if let Err(error) = (&*file).write_all(line.as_bytes()) {
            file.set_len(start)?;
            return Err(error);
        }
        let position =
            Position { length: start + line.len() as u64, last_sum: ending_of(line.as_bytes()) };
        Ok(AppendedAct { file, segment, position })
    }

    /// Makes durable what anyone has appended: earlier segments are synced when a new one is made.
    pub fn sync(&self) -> io::Result<()> {
        let lengths = self.lengths()?;
        match lengths.keys().max_by_key(|name| turn(name)) {
            Some(newest) => disk::open(&self.folder.join(newest))?.sync_data(),
            None => Ok(()),
        }
    }

    fn segment_for(&self, time: EventTime) -> io::Result<(String, Arc<File>)> {
        let mut open = self.open.lock().expect("appending does not panic");
        let month = month_of(time);
        if let Some(open) = open.as_ref()
            && open.month == month
            && self.takes_more(open)?
        {
            return Ok((open.name.clone(), open.file.clone()));
        }
        let (name, next) = self.segment_names(&month)?;
        let path = self.folder.join(&name);
        if !path.exists() {
            self.sync_previous()?;
        }
        let file = Arc::new(disk::open_segment(&path)?);
        // Whoever made an empty one may have died before its name was durable.
        if file.metadata()?.len() == 0 {
            self.sync_name()?;
        }
        *open = Some(Open { month, name: name.clone(), next, file: file.clone() });
        Ok((name, file))
    }

    /// Whether the open segment has room, is the last of its month, and is still the file under its name: a git
    /// checkout may have replaced it.
    fn takes_more(&self, open: &Open) -> io::Result<bool> {
        let on_disk = match mnemic_platform::state_at(&self.folder.join(&open.name)) {
            Ok(state) => state,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        let file = mnemic_platform::state_of(&open.file)?;
        let is_the_same = on_disk.id == file.id;
        let has_room = file.size < self.segment_bytes;
        Ok(is_the_same && has_room && !self.folder.join(&open.next).exists())
    }

    /// The segment of a month to append to, and the one after it.
    fn segment_names(&self, month: &str) -> io::Result<(String, String)> {
        let named = |number: u32| match number {
            1 => format!("{month}.jsonl"),
            _ => format!("{month}-{number:03}.jsonl"),
        };
        for number in 1.. {
            let (name, next) = (named(number), named(number + 1));
            match std::fs::metadata(self.folder.join(&name)) {
                Ok(metadata) if metadata.len() >= self.segment_bytes => {}
                Ok(_) if self.folder.join(&next).exists() => {}
                Ok(_) => return Ok((name, next)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((name, next)),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no segment is free"))
    }

    /// Makes the name of a new segment durable; with the first one the vault's own as well, which a process that
    /// died may have left unsynced.
    fn sync_name(&self) -> io::Result<()> {
        disk::sync_folder(&self.folder)?;
        if self.lengths()?.len() > 1 {
            return Ok(());
        }
        self.folder.ancestors().skip(1).take(2).try_for_each(disk::sync_above)
    }

    fn sync_previous(&self) -> io::Result<()> {
        disk::make_folder(&self.folder)?;
        for name in self.lengths()?.keys() {
            disk::open(&self.folder.join(name))?.sync_data()?;
        }
        Ok(())
    }

    /// Reads what lies past a cursor. Which segments are compared with it is up to `check`.
    pub fn tail(&self, cursor: &Cursor, check: Check) -> io::Result<Result<Tail, NewerJournal>> {
        let mut names = self.names()?;
        let place = |known: &str| names.binary_search_by(|name| turn(name).cmp(&turn(known)));
        let known = cursor.segments.keys().map(|name| place(name));
        let Ok(known) = known.collect::<Result<Vec<usize>, usize>>() else {
            return Ok(Ok(Tail::Diverged("a segment of the journal is missing")));
        };
        if check == Check::Grown {
            names.drain(..known.into_iter().max().unwrap_or_default());
        }
        let mut next = cursor.clone();
        let mut acts = Vec::new();
        for (name, length) in self.lengths_of(names)? {
            let known = cursor.segments.get(&name).cloned().unwrap_or_default();
            if check == Check::Grown && length == known.length {
                continue;
            }
            match self.read_segment(&name, known, length, &mut acts)? {
                Ok(Some(position)) => next.segments.insert(name, position),
                Ok(None) => return Ok(Ok(Tail::Diverged("the journal was replaced"))),
                Err(newer) => return Ok(Err(newer)),
            };
        }
        acts.sort_by_key(|act| (act.time, act.id));
        if acts.first().is_some_and(|act| act.time <= cursor.last_time) {
            return Ok(Ok(Tail::Diverged("acts from before the last one applied came in")));
        }
        acts.dedup_by_key(|act| act.id);
        if let Some(last) = acts.last() {
            next.last_time = last.time;
        }
        Ok(Ok(Tail::Acts(acts, next)))
    }

    /// Reads the acts of a segment past a position, and answers the position after them; nothing when the
    /// segment does not end there as it did then.
    fn read_segment(
        &self,
        name: &str,
        known: Position,
        length: u64,
        acts: &mut Vec<Act>,
    ) -> io::Result<Result<Option<Position>, NewerJournal>> {
        if length < known.length {
            return Ok(Ok(None));
        }
        let sealed = known.length.min(SEAL_BYTES);
        let mut reader = self.reader(name, known.length - sealed)?;
        let mut seal = vec![0; sealed as usize];
        reader.read_exact(&mut seal)?;
        if ending_of(&seal) != known.last_sum {
            return Ok(Ok(None));
        }
        let mut position = known;
        while position.length < length
            && let Some(Line::Whole(bytes)) = next_line(&mut reader)?
        {
            position.length += bytes.len() as u64;
            seal.extend(&bytes);
            position.last_sum = ending_of(&seal);
            seal.drain(..seal.len().saturating_sub(SEAL_BYTES as usize));
            match text_of(&bytes).and_then(line::decode) {
                Ok(act) => acts.push(act),
                Err(LineError::Newer(format)) => return Ok(Err(NewerJournal(format))),
                Err(error) => {
                    let offset = position.length;
                    tracing::warn!(segment = name, offset, %error, "a line of the journal is skipped")
                }
            }
        }
        Ok(Ok(Some(position)))
    }

    fn reader(&self, name: &str, start: u64) -> io::Result<BufReader<File>> {
        let mut file = disk::open(&self.folder.join(name))?;
        file.seek(SeekFrom::Start(start))?;
        Ok(BufReader::with_capacity(1 << 16, file))
    }

    /// Cuts incomplete last lines off, keeping them aside. Called under the write lock, when every writer
    /// before has finished or died.
    pub fn cut_torn_tails(&self, cursor: &Cursor) -> io::Result<()> {
        for (name, length) in self.lengths()? {
            let known = cursor.segments.get(&name).map_or(0, |position| position.length);
            if length <= known {
                continue;
            }
            let mut reader = self.reader(&name, known)?;
            let mut offset = known;
            while let Some(line) = next_line(&mut reader)? {
                match line {
                    Line::Whole(bytes) => offset += bytes.len() as u64,
                    Line::Torn(bytes) => {
                        disk::keep_aside(
                            &self.folder.join("torn").join(format!("{name}-{offset}")),
                            &bytes,
                        )?;
                        let file = disk::open_segment(&self.folder.join(&name))?;
                        file.set_len(offset)?;
                        file.sync_data()?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The segments that end in an incomplete line.
    pub fn torn_segments(&self) -> io::Result<Vec<String>> {
        let mut torn = Vec::new();
        for (name, length) in self.lengths()? {
            let mut last = Vec::new();
            self.reader(&name, length.saturating_sub(1))?.read_to_end(&mut last)?;
            torn.extend(last.last().is_some_and(|byte| *byte != b'\n').then_some(name));
        }
        Ok(torn)
    }

    /// What has the name of a segment and is no file, with what it is.
    pub fn odd_segments(&self) -> io::Result<Vec<(String, &'static str)>> {
        let segments = self.names()?;
        let mut odd = disk::file_names(&self.folder)?;
        odd.retain(|name| name.ends_with(".jsonl") && !segments.contains(name));
        let kind = |name: String| {
            let kind = std::fs::symlink_metadata(self.folder.join(&name)).ok()?.file_type();
            Some((name, mnemic_platform::special_kind(&kind)?))
        };
        Ok(odd.into_iter().filter_map(kind).collect())
    }

    /// The names of the incomplete lines that were cut off and kept.
    pub fn torn_kept(&self) -> io::Result<Vec<String>> {
        let mut names = disk::file_names(&self.folder.join("torn"))?;
        names.sort();
        Ok(names)
    }

    /// Reads the whole journal in the order of its acts, each act once.
    pub fn read_all(&self) -> io::Result<Result<Replay, NewerJournal>> {
        let mut replay = Replay::of(&self.folder);
        for name in self.lengths()?.into_keys() {
            if let Err(newer) = replay.scan(&name, self.reader(&name, 0)?)? {
                return Ok(Err(newer));
            }
        }
        replay.order();
        Ok(Ok(replay))
    }
}

/// Whether an entry is a file, or leads to one. Whatever else has the name of a segment is none.
fn is_plain(entry: &std::fs::DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_file(),
        kind => kind.is_ok_and(|kind| kind.is_file()),
    }
}

/// The month by which the segment of an act is named.
fn month_of(time: EventTime) -> String {
    let micros = i64::try_from(time.0).unwrap_or(i64::MAX);
    let at = Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX);
    at.strftime("%Y-%m").to_string()
}

/// What a segment sorts by among others, the oldest first: `2026-11-002` comes after `2026-11`, and `2026-11-1000` after
/// `2026-11-999`.
fn turn(name: &str) -> (&str, usize, &str) {
    let stem = name.strip_suffix(".jsonl").unwrap_or(name);
    let (month, number) = stem.split_at_checked("2026-11".len()).unwrap_or((stem, ""));
    (month, number.len(), number)
}

/// The journal was written by a newer version, in this format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewerJournal(pub u32);

enum Line {
    Whole(Vec<u8>),
    Torn(Vec<u8>),
}

fn next_line(reader: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    reader.read_until(b'\n', &mut bytes)?;
    Ok(match bytes.last() {
        None => None,
        Some(b'\n') => Some(Line::Whole(bytes)),
        Some(_) => Some(Line::Torn(bytes)),
    })
}

/// A line as text; one that is none was changed after it was written.
fn text_of(bytes: &[u8]) -> Result<&str, LineError> {
    std::str::from_utf8(bytes).map_err(|_| LineError::Checksum)
}

/// What tells the first `length` bytes of a segment from others as long: their last bytes, which hold the
/// checksum of the last line.
fn ending(segment: &Path, length: u64) -> io::Result<String> {
    let start = length.saturating_sub(SEAL_BYTES);
    let mut end = vec![0; (length - start) as usize];
    let mut file = disk::open(segment)?;
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut end)?;
    Ok(ending_of(&end))
}

fn ending_of(bytes: &[u8]) -> String {
    let last = bytes.len().saturating_sub(SEAL_BYTES as usize);
    bytes[last..].escape_ascii().to_string()
}
