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
        "correct the line; `mnemic config check` lists all errors"
    EmbedderMissing "embedder-missing" Person
        "The configured embedder cannot be used; recall works without it."
        "`mnemic models list` lists models, `mnemic models fetch minilm` replaces a damaged one, `mnemic models use NAME` switches"
    FileMode "file-mode" Fix
        "Other users can read or write files or folders of the vault."
        "remove access for other users"
    FileUnreadable "file-unreadable" Person
        "`.gitignore` or `.gitattributes` of the vault cannot be read."
        "make it readable, or remove it: `mnemic doctor --fix` writes another"
    GitLines "git-lines" Fix
        "`.gitignore` or `.gitattributes` lacks a line that the vault needs."
        "add the line; the rest of the file stays"
    RestoreLeftover "restore-leftover" Fix
        "An interrupted restore left a folder beside the vault; the vault is complete."
        "remove the folder"
    LockHeld "lock-held" Person
        "Another process has held a lock of the vault for a while; it may be suspended."
        "resume the process (`kill -CONT PID`) or end it (`kill PID`)"
    TranscriptDamaged "transcript-damaged" Person
        "A transcript has lost its first line, which names the session; the session cannot be used."
        "restore its first line from a backup or from git"
    TranscriptUnbegun "transcript-unbegun" Fix
        "A transcript has no complete first line, as after a crash or on a full disk; the session was never acknowledged."
        "remove the file and keep an incomplete line in `sessions/torn/`; starting the session does the same"
    TranscriptLineDamaged "transcript-line-damaged" Person
        "A line of a transcript cannot be read; Mnemic skips it."
        "restore the line from a backup or from git, or remove it"
    TranscriptTorn "transcript-torn" Fix
        "A transcript ends in an incomplete line, as after a crash; it was never acknowledged."
        "move it to `sessions/torn/`; the next writer of the session does the same"
    JournalNewer "journal-newer" Person
        "A newer version of Mnemic wrote the journal, in a format that this one cannot read."
        "use the version of Mnemic that wrote it"
    JournalLineDamaged "journal-line-damaged" Person
        "A line of the journal does not match its checksum; Mnemic skips it."
        "restore the file from git or a backup if it was changed, then `mnemic reindex`"
    JournalLineUnknown "journal-line-unknown" Person
        "A line of the journal is intact, but this version does not understand it and skips it."
        "use the version of Mnemic that wrote it"
    JournalOdd "journal-odd" Person
        "Something in the journal's folder is named like a segment but is not a file; Mnemic skips it."
        "remove it, and restore the segment from git or a backup if there was one"
    JournalSegmentMissing "journal-segment-missing" Fix
        "A segment of the journal is gone, and with it everything that only it recorded."
        "recover memories from the documents; if you have the segment in git or a backup, restore that instead"
    BlockUnknown "block-unknown" Fix
        "A document shows memories that the journal does not have, as after losing a part of it."
        "import these memories; if you have the lost part of the journal in git or a backup, restore that instead"
    JournalTorn "journal-torn" Itself
        "A segment of the journal ended in an incomplete line, as after a crash; it was never acknowledged."
        "Mnemic moved it to `journal/torn/`"
    JournalTornKept "journal-torn-kept" Nobody
        "`journal/torn/` holds an incomplete line that was cut off the journal."
        "nothing to do; delete the file when you like"
    IndexMissing "index-missing" Itself
        "There was no index."
        "Mnemic rebuilt it from the journal"
    IndexDamaged "index-damaged" Fix
        "The index is damaged."
        "rebuild the index from the journal (`mnemic reindex`)"
    IndexBehind "index-behind" Itself
        "The index was behind the journal."
        "it has caught up"
    IndexNewer "index-newer" Fix
        "A newer version of Mnemic built the index."
        "rebuild the index with this version (`mnemic reindex`); or use the newer one"
    IndexStray "index-stray" Fix
        "Files of old or unfinished indexes take up space."
        "remove them"
    DocumentMissing "document-missing" Person
        "A document is missing; its memories are safe."
        "restore the file, rewrite it, or archive its memories"
    DocumentEmpty "document-empty" Person
        "A document is empty; its memories are safe."
        "restore the text, rewrite it, or archive its memories"
    DocumentMerge "document-merge-markers" Person
        "A document has git merge conflict markers."
        "delete the markers in the file, or take one side with `git checkout --ours FILE`; no memory is lost"
    DocumentLost "document-lost-memories" Person
        "A document lost so many memories at once that it looks like an accident."
        "restore them, rewrite the document, or accept the loss"
    DocumentUnreadable "document-unreadable" Person
        "A document is not a text file."
        "put a text file in its place, or rewrite it"
    DocumentBehind "document-behind" Fix
        "A document does not show the latest memories yet."
        "update the document"
    DocumentLeftover "document-leftover" Fix
        "A process died while it wrote a document and left a file beside it."
        "remove it; Mnemic recovers an edit that only this file holds first"
    FieldUnreadable "field-unreadable" Person
        "A value in a document does not fit its field; the memory keeps the old value."
        "correct the value in the document"
    AnchorTwice "anchor-twice" Fix
        "Two blocks have the same anchor."
        "give the copy a new anchor"
    LongLeftover "long-leftover" Fix
        "A file of a long text remains although its memory has moved."
        "remove it; the memory's history has the text"
    MemoryUnnumbered "memory-unnumbered" Fix
        "A memory has no number, as when two machines used the same number."
        "give it a number"
    SecretInDocument "secret-in-document" Person
        "Someone typed a secret into a document. The memories hold a placeholder; Mnemic leaves the document as it is."
        "remove it from the file and change the secret; `mnemic scan` lists every file with secrets"
    ConflictOpen "conflict-open" Person
        "Two edits of a memory conflict; Mnemic uses one and keeps both."
        "compare both with `mnemic show`, then settle it with `mnemic update`"
}
