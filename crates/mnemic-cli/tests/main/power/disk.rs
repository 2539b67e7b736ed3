//! A disk in RAM that knows what was synced: after a power cut everything else may be there, gone or torn.
//!
//! Changes of one folder's names reach the disk in their order, as journalling file systems have it; those of
//! different folders, and of names and contents, in any.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Component, Path},
};

use mnemic_testing::FixedRandomness;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// Something that is done to files.
#[derive(Debug, Clone)]
pub enum Operation {
    /// Another process begins, with no file open.
    Start,
    /// A verb answers.
    Answer,
    /// A person's save, which is on disk when the editor says so.
    Save {
        path: String,
        content: Vec<u8>,
    },
    Open {
        file: i32,
        path: String,
        flags: String,
    },
    Write {
        file: i32,
        content: Vec<u8>,
    },
    Truncate {
        file: i32,
        length: usize,
    },
    Sync {
        file: i32,
    },
    Rename {
        from: String,
        to: String,
    },
    Exchange {
        one: String,
        other: String,
    },
    Remove {
        path: String,
    },
    MakeFolder {
        path: String,
    },
}

impl Operation {
    /// What is done to which file, without its content.
    pub fn name(&self) -> String {
        match self {
            Self::Save { path, .. } => format!("save {path}"),
            Self::Write { file, content } => format!("write {} bytes to {file}", content.len()),
            other => format!("{other:?}"),
        }
    }
}

type Names = BTreeMap<String, usize>;

/// The disk: files and folders, the first of which holds all others.
pub struct Disk {
    nodes: Vec<Node>,
    open: HashMap<i32, Open>,
}

#[derive(Debug)]
enum Node {
    File { content: Vec<u8>, synced: Vec<u8>, since: Vec<Change> },
    Folder { names: Names, synced: Names, since: Vec<Names> },
}

/// A change of a file that is not synced.
#[derive(Debug, Clone)]
enum Change {
    Write { offset: usize, content: Vec<u8> },
    Length(usize),
}

#[derive(Debug, Clone, Copy)]
struct Open {
    node: usize,
    offset: usize,
    appends: bool,
}

/// How the contents of files come out of a power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tearing {
    /// Writes reach the disk in order; the first that does not may have begun.
    InOrder,
    /// Of what was not synced each sector is there or not.
    Anywhere,
}

impl Disk {
    /// An empty disk.
    pub fn new() -> Self {
        Self { nodes: vec![Node::folder()], open: HashMap::new() }
    }

    /// Does something to the disk's files.
    pub fn carry_out(&mut self, operation: &Operation) {
        match operation {
            Operation::Start => self.open.clear(),
            Operation::Answer => {}
            Operation::Save { path, content } => self.save(path, content),
            Operation::Open { file, path, flags } => self.open(*file, path, flags),
            Operation::Write { file, content } => self.write(*file, content),
            Operation::Truncate { file, length } => self.truncate(*file, *length),
            Operation::Sync { file } => {
                if let Some(open) = self.open.get(file).copied() {
                    self.nodes[open.node].sync();
                }
            }
            Operation::Rename { from, to } => {
                let Some(node) = self.find(from) else { return };
                self.rename(from, None);
                self.rename(to, Some(node));
                self.join_last_two(from, to);
            }
            Operation::Exchange { one, other } => {
                let (Some(first), Some(second)) = (self.find(one), self.find(other)) else {
                    return;
                };
                self.rename(one, Some(second));
                self.rename(other, Some(first));
                self.join_last_two(one, other);
            }
            Operation::Remove { path } => self.rename(path, None),
            Operation::MakeFolder { path } => {
                if self.find(path).is_none() {
                    self.nodes.push(Node::folder());
                    self.rename(path, Some(self.nodes.len() - 1));
                }
            }
        }
    }

    fn open(&mut self, file: i32, path: &str, flags: &str) {
        self.open.remove(&file);
        let node = match self.find(path) {
            Some(node) => node,
            None if flags.contains("O_CREAT") => {
                self.nodes.push(Node::file(Vec::new()));
                self.rename(path, Some(self.nodes.len() - 1));
                self.nodes.len() - 1
            }
            None => return,
        };
        self.open.insert(file, Open { node, offset: 0, appends: flags.contains("O_APPEND") });
        if flags.contains("O_TRUNC") {
            self.truncate(file, 0);
        }
    }

    fn write(&mut self, file: i32, written: &[u8]) {
        let Some(open) = self.open.get_mut(&file) else { return };
        if let Node::File { content, since, .. } = &mut self.nodes[open.node] {
            let offset = if open.appends { content.len() } else { open.offset };
            let change = Change::Write { offset, content: written.to_vec() };
            change.make(content);
            since.push(change);
            open.offset = offset + written.len();
        }
    }

    fn truncate(&mut self, file: i32, length: usize) {
        let Some(open) = self.open.get(&file) else { return };
        if let Node::File { content, since, .. } = &mut self.nodes[open.node] {
            content.resize(length, 0);
            since.push(Change::Length(length));
        }
    }

    fn save(&mut self, path: &str, content: &[u8]) {
        self.nodes.push(Node::file(content.to_vec()));
        self.rename(path, Some(self.nodes.len() - 1));
        let folder = Path::new(path).parent().unwrap().to_str().unwrap();
        let folder = self.find(folder).expect("a person saves where there is a folder");
        self.nodes[folder].sync();
    }

    /// What a path leads to.
    fn find(&self, path: &str) -> Option<usize> {
        let parts = Path::new(path).components().filter(|part| *part != Component::RootDir);
        parts.into_iter().try_fold(0, |node, part| match &self.nodes[node] {
            Node::Folder { names, .. } => names.get(part.as_os_str().to_str()?).copied(),
            Node::File { .. } => None,
        })
    }

    /// Has a name lead to a node, or to nothing.
    fn rename(&mut self, path: &str, node: Option<usize>) {
        let path = Path::new(path);
        let folder = path.parent().and_then(Path::to_str).and_then(|folder| self.find(folder));
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(Node::Folder { names, since, .. }) = folder.map(|folder| &mut self.nodes[folder])
        else {
            return;
        };
        match node {
            Some(node) => names.insert(name, node),
            None => names.remove(&name),
        };
        since.push(names.clone());
    }

    /// Of two changes of names in one folder that happen at once nobody sees the first alone. Two folders are synced
    /// apart.
    fn join_last_two(&mut self, one: &str, other: &str) {
        let folder = Path::new(one).parent();
        if folder != Path::new(other).parent() {
            return;
        }
        let folder = folder.and_then(Path::to_str);
        let folder = folder.and_then(|folder| self.find(folder));
        if let Some(Node::Folder { since, .. }) = folder.map(|folder| &mut self.nodes[folder]) {
            since.remove(since.len() - 2);
        }
    }

    /// Writes what a power cut may have left into an empty folder.
    pub fn cut_power(&self, tearing: Tearing, randomness: &FixedRandomness, target: &Path) {
        self.leave(0, tearing, randomness, target);
    }

    fn leave(&self, node: usize, tearing: Tearing, randomness: &FixedRandomness, target: &Path) {
        match &self.nodes[node] {
            Node::File { synced, since, .. } => {
                fs::write(target, left(synced, since, tearing, randomness)).unwrap();
            }
            Node::Folder { synced, since, .. } => {
                let states: Vec<&Names> = std::iter::once(synced).chain(since).collect();
                fs::create_dir_all(target).unwrap();
                for (name, node) in *randomness.pick(&states) {
                    self.leave(*node, tearing, randomness, &target.join(name));
                }
            }
        }
    }
}

impl Node {
    fn file(content: Vec<u8>) -> Self {
        Self::File { synced: content.clone(), content, since: Vec::new() }
    }

    fn folder() -> Self {
        Self::Folder { names: Names::new(), synced: Names::new(), since: Vec::new() }
    }

    fn sync(&mut self) {
        match self {
            Self::File { content, synced, since } => {
                synced.clone_from(content);
                since.clear();
            }
            Self::Folder { names, synced, since } => {
                synced.clone_from(names);
                since.clear();
            }
        }
    }
}

impl Change {
    fn make(&self, file: &mut Vec<u8>) {
        match self {
            Self::Length(length) => file.resize(*length, 0),
            Self::Write { offset, content } => {
                let end = offset + content.len();
                file.resize(file.len().max(end), 0);
                file[*offset..end].copy_from_slice(content);
            }
        }
    }
}

/// What is left of a file.
fn left(
    synced: &[u8],
    since: &[Change],
    tearing: Tearing,
    randomness: &FixedRandomness,
) -> Vec<u8> {
    let mut file = synced.to_vec();
    let whole = (randomness.next() % (since.len() as u64 + 1)) as usize;
    since[..whole].iter().for_each(|change| change.make(&mut file));
    if let (Tearing::InOrder, Some(Change::Write { offset, content })) = (tearing, since.get(whole))
    {
        let end = offset + content.len();
        let sectors: Vec<usize> = (offset / SECTOR..=end / SECTOR).collect();
        let torn_at = (randomness.pick(&sectors) * SECTOR).clamp(*offset, end) - offset;
        Change::Write { offset: *offset, content: content[..torn_at].to_vec() }.make(&mut file);
    }
    if tearing == Tearing::Anywhere {
        for (number, sector) in file.chunks_mut(SECTOR).enumerate() {
            let start = number * SECTOR;
            if randomness.next().is_multiple_of(2) {
                let old = synced.iter().skip(start).copied().chain(std::iter::repeat(0));
                sector.iter_mut().zip(old).for_each(|(byte, old)| *byte = old);
            }
        }
    }
    file
}
