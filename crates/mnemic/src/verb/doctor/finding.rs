//! Findings: what the doctor can find, each under a code that stays, and who puts it right.

use std::fmt;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which fault it is.
    pub code: Code,
    /// What is wrong, in a sentence.
    pub what: String,
    /// What puts it right.
    pub remedy: String,
    /// Who puts it right.
    pub mending: Mending,
    /// Whether it was put right.
    pub fixed: bool,
}

impl Finding {
    pub(crate) fn new(code: Code, what: impl Into<String>) -> Self {
        let (mending, remedy) = (code.mending(), code.repair().to_owned());
        Self { code, what: what.into(), remedy, mending, fixed: mending == Mending::Itself }
    }

    /// With another remedy than the code's own.
    pub(crate) fn remedied_by(self, remedy: impl Into<String>) -> Self {
        Self { remedy: remedy.into(), ..self }
    }

    /// One that a person must put right after all.
    pub(crate) fn for_a_person(self) -> Self {
        Self { mending: Mending::Person, ..self }
    }

    /// Whether it waits for a person.
    pub fn needs_person(&self) -> bool {
        self.mending == Mending::Person && !self.fixed
    }

    /// Whether two findings are about the same fault of the same thing.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (self.code, &self.what) == (other.code, &other.what)
    }
}

/// Who puts a fault right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mending {
    /// Whichever verb meets it first; it was done by now.
    Itself,
    /// The doctor, when told to.
    Fix,
    /// A person.
    Person,
    /// Nobody: it is only good to know.
    Nobody,
}

impl fmt::Display for Mending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Itself => "itself",
            Self::Fix => "fix",
            Self::Person => "person",
            Self::Nobody => "nobody",
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// One row per fault: its name, who mends it, what it means, what puts it right.
macro_rules! codes {
    ($($code:ident $name:literal $mending:ident $meaning:literal $repair:literal)*) => {
        /// Which fault a finding is about. Names are kept from version to version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $meaning] $code,)*
        }

        impl Code {
            /// Every code there is.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            /// Who puts it right.
            pub fn mending(self) -> Mending {
                match self { $(Self::$code => Mending::$mending,)* }
            }

            /// What it means.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)* }
            }

            /// What puts it right.
            pub fn repair(self) -> &'static str {
                match self { $(Self::$code => $repair,)* }
            }
        }
    };
}

codes! {
    ConfigurationFault "configuration-fault" Person
        "A line of the configuration cannot be used."
        "correct the line; `mnemic config check` lists every fault"
    EmbedderMissing "embedder-missing" Person
        "The embedder that the configuration asks for cannot be used; memories are found without it."
        "`mnemic models list` says what there is, `mnemic models fetch minilm` gets a damaged one again, `mnemic models use NAME` takes another"
    FileMode "file-mode" Fix
        "Files or folders of the vault can be read or written by others."
        "remove access for other users"
    FileUnreadable "file-unreadable" Person
        "A file that tells git what to leave out, or how to merge the journal, cannot be read."
        "make it readable, or remove it: `mnemic doctor --fix` writes another"
    GitLines "git-lines" Fix
        "`.gitignore` or `.gitattributes` lacks a line that keeps git from harming the vault."
        "add the line; what else is in the file stays"
    RestoreLeftover "restore-leftover" Fix
        "A restore that was interrupted left a folder beside the vault; the vault itself is whole."
        "remove the folder"
    LockHeld "lock-held" Person
        "Another process has held a lock of the vault for a while; it may be suspended."
        "let the process go on (`kill -CONT PID`) or end it (`kill PID`)"
    TranscriptDamaged "transcript-damaged" Person
        "The transcript of a session does not say which session it is of; the session cannot be used."
        "put its first line back, as from a backup or from git"
    TranscriptUnbegun "transcript-unbegun" Fix
        "The file of a session has no whole first line, as when a crash or a full disk kept the session from beginning; nobody was told that it began."
        "remove the file and keep an incomplete line in `sessions/torn/`; starting the session does the same"
    TranscriptLineDamaged "transcript-line-damaged" Person
        "A line of a transcript cannot be read; it is passed over."
        "correct the line, as from a backup or from git, or remove it"
    TranscriptTorn "transcript-torn" Fix
        "A transcript ends in an incomplete line, as after a crash; nobody was told that it was written."
        "put it aside, into `sessions/torn/`; whoever writes the session next does the same"
    JournalNewer "journal-newer" Person
        "The journal was written by a newer version, in a format that this one cannot read."
        "use the newer version of mnemic that wrote it"
    JournalLineDamaged "journal-line-damaged" Person
        "A line of the journal does not match its checksum; it is skipped."
        "restore the file from git or a backup if it was changed, then `mnemic reindex`"
    JournalLineUnknown "journal-line-unknown" Person
        "A line of the journal is as it was written but says nothing that this version understands; it is skipped."
        "use the version of mnemic that wrote it"
    JournalOdd "journal-odd" Person
        "Something in the journal's folder has the name of a segment and is no file; it is passed over."
        "remove it, and put the segment back from git or a backup if there was one"
    JournalSegmentMissing "journal-segment-missing" Fix
        "A segment of the journal that was read before is gone; what only it held is not remembered any more."
        "take in what documents still show; if you have the segment in git or a backup, put that back instead"
    BlockUnknown "block-unknown" Fix
        "A document shows memories that the journal does not know, as when a part of it was lost."
        "take these memories in; if you have the lost part of the journal in git or a backup, put that back instead"
    JournalTorn "journal-torn" Itself
        "A segment of the journal ended in an incomplete line, as after a crash; nobody was told that it was written."
        "it was cut off and is kept in `journal/torn/`"
    JournalTornKept "journal-torn-kept" Nobody
        "An incomplete line that was cut off the journal is kept."
        "nothing needs to be done; remove the file when you have looked at it"
    IndexMissing "index-missing" Itself
        "There was no index."
        "it was built anew from the journal"
    IndexDamaged "index-damaged" Fix
        "Pages, rows or words of the index are not what they should be."
        "rebuild the index from the journal (`mnemic reindex`)"
    IndexBehind "index-behind" Itself
        "The index had not followed the journal to its end."
        "it has caught up"
    IndexNewer "index-newer" Fix
        "The index was made by a newer version."
        "rebuild the index with this version (`mnemic reindex`); or use the newer one"
    IndexStray "index-stray" Fix
        "Files of former or unfinished indexes take up room."
        "remove them"
    DocumentMissing "document-missing" Person
        "A document is not there any more; its memories are."
        "bring the file back, or have it written anew, or archive its memories"
    DocumentEmpty "document-empty" Person
        "A document is empty; its memories are still remembered."
        "bring the text back, or have it written anew, or archive its memories"
    DocumentMerge "document-merge-markers" Person
        "Git left a conflict in a document."
        "settle the conflict in the file and save it"
    DocumentLost "document-lost-memories" Person
        "A document lost so many of its memories at once that it does not look meant."
        "bring them back, or say that it was meant, or have it written anew"
    DocumentUnreadable "document-unreadable" Person
        "A document is no text, or a link, or no file."
        "put a text file in its place, or have it written anew"
    DocumentBehind "document-behind" Fix
        "A document does not show what is remembered yet."
        "bring it up to date"
    DocumentLeftover "document-leftover" Fix
        "A file lies beside a document because a process died while it wrote."
        "remove it; an edit that only it holds is put back first"
    FieldUnreadable "field-unreadable" Person
        "A value that someone wrote into a document is not what its field holds; the memory keeps what it had."
        "correct the value in the document"
    AnchorTwice "anchor-twice" Fix
        "Two blocks have one anchor."
        "give the copy an anchor of its own"
    LongLeftover "long-leftover" Fix
        "The file of a long text is there though the memory does not live in it any more."
        "remove it; the text is among the memory's former versions"
    MemoryUnnumbered "memory-unnumbered" Fix
        "A memory has no number, as when two machines gave one number to two memories."
        "draw a number for it"
    ConflictOpen "conflict-open" Person
        "Two changes of a memory clash; one is in force and both are kept."
        "read both with `mnemic show` and settle it with `mnemic update`"
}
