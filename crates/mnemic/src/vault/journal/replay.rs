//! Reading the whole journal in the order of its acts: each line is placed first and read when its turn comes.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek},
    path::{Path, PathBuf},
    sync::Mutex,
};

use mnemic_core::{
    journal::{
        event::Act,
        line,
        line::{Cursor, LineError, Position},
    },
    port::clock::EventTime,
    record::id::ActId,
};

use super::{BadLine, Line, NewerJournal, disk, ending, next_line, text_of};

/// How much is decoded at once when nothing is done with it.
const DECODED_BYTES: u64 = 1024 * 1024;

/// The whole journal, in order.
#[derive(Debug, Default)]
pub struct Replay {
    folder: PathBuf,
    segments: Vec<String>,
    acts: Vec<Place>,
    cursor: Cursor,
    bad_lines: Mutex<Vec<BadLine>>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    time: EventTime,
    id: ActId,
    segment: usize,
    offset: u64,
    length: u64,
}

impl Replay {
    /// A journal of which nothing has been read.
    pub(super) fn of(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), ..Self::default() }
    }

    /// Places every line of a segment.
    pub(super) fn scan(
        &mut self,
        name: &str,
        mut reader: BufReader<File>,
    ) -> io::Result<Result<(), NewerJournal>> {
        let segment = self.segments.len();
        self.segments.push(name.to_owned());
        let (mut offset, mut number) = (0, 0);
        while let Some(Line::Whole(bytes)) = next_line(&mut reader)? {
            number += 1;
            let length = bytes.len() as u64;
            match text_of(&bytes).and_then(header) {
                Ok((time, id)) => self.acts.push(Place { time, id, segment, offset, length }),
                Err(LineError::Newer(format)) => return Ok(Err(NewerJournal(format))),
                Err(error) => self.note_bad(BadLine::new(name, number, &error)),
            }
            offset += length;
        }
        let last_sum = ending(&self.folder.join(name), offset)?;
        self.cursor.segments.insert(name.to_owned(), Position { length: offset, last_sum });
        Ok(Ok(()))
    }

    /// Puts the acts in order, each once.
    pub(super) fn order(&mut self) {
        if !self.acts.is_sorted_by_key(|place| (place.time, place.id)) {
            self.acts.sort_by_key(|place| (place.time, place.id));
        }
        self.acts.dedup_by_key(|place| place.id);
        self.cursor.last_time = self.acts.last().map(|place| place.time).unwrap_or_default();
    }

    /// The lines that were skipped, as far as they have been read, in order.
    pub fn bad_lines(&self) -> Vec<BadLine> {
        let mut bad_lines = self.bad_lines.lock().expect("lines are only noted").clone();
        bad_lines.sort_by(|one, other| (&one.segment, one.line).cmp(&(&other.segment, other.line)));
        bad_lines.dedup();
        bad_lines
    }

    fn note_bad(&self, bad: BadLine) {
        self.bad_lines.lock().expect("lines are only noted").push(bad);
    }

    /// A line whose checksum holds and whose events make no sense: found only when they are read.
    fn note_undecodable(&self, place: &Place, error: &LineError) -> io::Result<()> {
        let name = &self.segments[place.segment];
        let before = BufReader::new(disk::open(&self.folder.join(name))?).take(place.offset);
        let line = before.split(b'\n').count() as u64 + 1;
        tracing::warn!(segment = name, line, %error, "a line of the journal is skipped");
        self.note_bad(BadLine::new(name, line, error));
        Ok(())
    }

    /// Reads every act, so that all lines which must be skipped are known.
    pub fn decode_all(&self) -> io::Result<()> {
        let mut start = 0;
        while start < self.len() {
            start += self.read(start, DECODED_BYTES)?.1;
        }
        Ok(())
    }

    /// How many acts there are.
    pub fn len(&self) -> usize {
        self.acts.len()
    }

    /// The cursor after all of them.
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    /// The ids of all acts, in order.
    pub fn ids(&self) -> impl Iterator<Item = ActId> + '_ {
        self.acts.iter().map(|place| place.id)
    }

    /// One act.
    pub fn act(&self, id: ActId) -> io::Result<Option<Act>> {
        let Some(place) = self.acts.iter().find(|place| place.id == id) else { return Ok(None) };
        let line = self.line(place, &mut BTreeMap::new())?;
        Ok(line::decode(&line).ok())
    }

    /// The acts from the last to the first; with a `mention` only those whose line holds it.
    pub fn newest<'a>(
        &'a self,
        mention: Option<&'a str>,
    ) -> impl Iterator<Item = io::Result<Act>> + 'a {
        let mut files: BTreeMap<usize, File> = BTreeMap::new();
        self.acts.iter().rev().filter_map(move |place| {
            let line = match self.line(place, &mut files) {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            if mention.is_some_and(|mention| !line.contains(mention)) {
                return None;
            }
            line::decode(&line).ok().map(Ok)
        })
    }

    fn line(&self, place: &Place, files: &mut BTreeMap<usize, File>) -> io::Result<String> {
        let file = match files.entry(place.segment) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                entry.insert(disk::open(&self.folder.join(&self.segments[place.segment]))?)
            }
        };
        let mut line = vec![0; place.length as usize];
        mnemic_platform::read_exact_at(file, &mut line, place.offset)?;
        String::from_utf8(line).map_err(io::Error::other)
    }

    /// The acts from `start` on, as many as `bytes` hold, at least one; and how many were read.
    pub fn read(&self, start: usize, bytes: u64) -> io::Result<(Vec<Act>, usize)> {
        let mut acts = Vec::new();
        let mut files: BTreeMap<usize, BufReader<File>> = BTreeMap::new();
        let (mut read, mut count) = (0, 0);
        for place in &self.acts[start..] {
            if read >= bytes && count > 0 {
                break;
            }
            let reader = match files.entry(place.segment) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let path = Path::new(&self.folder).join(&self.segments[place.segment]);
                    entry.insert(BufReader::with_capacity(1 << 16, disk::open(&path)?))
                }
            };
            let position = reader.stream_position()?;
            reader.seek_relative(place.offset as i64 - position as i64)?;
            let mut line = vec![0; place.length as usize];
            reader.read_exact(&mut line)?;
            let text = String::from_utf8_lossy(&line);
            match line::decode(&text) {
                Ok(act) => acts.push(act),
                Err(error) => self.note_undecodable(place, &error)?,
            }
            read += place.length;
            count += 1;
        }
        Ok((acts, count))
    }
}

/// Time and id of a line, checked without reading its events.
fn header(text: &str) -> Result<(EventTime, ActId), LineError> {
    #[derive(serde::Deserialize)]
    struct Header {
        v: u32,
        id: ActId,
        time: EventTime,
    }
    line::checksum_of(text)?;
    let header: Header = serde_json::from_str(text.trim_end())
        .map_err(|error| line::check_format(text).err().unwrap_or(LineError::Malformed(error)))?;
    if header.v > Act::FORMAT {
        return Err(LineError::Newer(header.v));
    }
    if header.time > EventTime::LATEST {
        return Err(LineError::Unbounded);
    }
    Ok((header.time, header.id))
}
