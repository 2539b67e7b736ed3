//! Triggers: the words and prefixes with which rules begin, found in one pass over a text.

use std::{ops::Range, sync::LazyLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::{
    Secret, command,
    form::{self, Form},
    header, key_block,
    label::Label,
    page::Page,
    record, run, token, uri, vocabulary, written,
};

/// What a word or prefix of a text makes a rule look at.
#[derive(Debug, Clone, Copy)]
pub enum Trigger {
    /// The prefix of a token.
    Token(&'static Form),
    /// A word that names a secret.
    Label(&'static Label),
    /// A header of a key block.
    KeyBlock,
    /// A field of a JSON web key.
    WebKey,
    /// `://`, before which a scheme stands.
    Uri,
    /// The same with percent encoding.
    EncodedUri,
    /// `@tcp(`, as in the addresses of Go's MySQL driver.
    GoAddress,
    /// `@//`, as in the addresses of Oracle.
    OracleAddress,
    /// A line of a `.pgpass` file.
    PasswordFile,
    /// A string that a call is given.
    Argument,
    /// A word before credentials in a header: `Bearer`.
    Scheme,
    /// A line of a file of cookies.
    CookieFile,
    /// A secret of Kubernetes.
    ClusterSecret,
    /// A header with cookies.
    Cookie,
    /// A command or option behind which a password stands.
    Option(&'static command::CommandOption),
    /// `:::`, with which a line of a dump of Windows passwords ends.
    HashDump,
    /// `<private>`.
    Private,
}

impl Trigger {
    /// Looks at a page around the trigger and adds the secrets there.
    pub fn examine(self, page: &Page, at: Range<usize>, found: &mut Vec<Secret>) {
        match self {
            Self::Token(form) => {
                let secret = form.secret(page, at);
                found.extend(secret.as_ref().and_then(|id| token::companion(page, id)));
                found.extend(secret);
            }
            Self::Label(label) => label.examine(page, at, found),
            Self::KeyBlock => found.extend(key_block::secret(page, at)),
            Self::WebKey => key_block::web_key(page, at, found),
            Self::Uri => found.extend(uri::password(page, at)),
            Self::EncodedUri => found.extend(uri::encoded_password(page, at)),
            Self::GoAddress => found.extend(uri::go_address(page, at)),
            Self::OracleAddress => found.extend(uri::oracle_address(page, at)),
            Self::PasswordFile => found.extend(uri::password_file(page, at)),
            Self::Argument => written::arguments(page, at.start, found),
            Self::Scheme => found.extend(header::after_scheme(page, at)),
            Self::CookieFile => found.extend(header::stored_cookie(page, at)),
            Self::ClusterSecret => record::cluster_secret(page, at, found),
            Self::Cookie => header::cookies(page, at, found),
            Self::Option(option) => found.extend(option.secret(page, at)),
            Self::HashDump => found.extend(uri::hash_dump(page, at)),
            Self::Private => found.extend(key_block::private(page, at)),
        }
    }
}

struct Triggers {
    automaton: AhoCorasick,
    rules: Vec<Trigger>,
}

/// Built when the first text is examined.
static TRIGGERS: LazyLock<Triggers> = LazyLock::new(|| {
    let marks = [
        ("-----begin", Trigger::KeyBlock),
        ("---- begin ssh2", Trigger::KeyBlock),
        ("\"kty\"", Trigger::WebKey),
        ("putty-user-key-file", Trigger::KeyBlock),
        ("://", Trigger::Uri),
        ("@tcp(", Trigger::GoAddress),
        ("@//", Trigger::OracleAddress),
        (":5432:", Trigger::PasswordFile),
        (":*:*:", Trigger::PasswordFile),
        (":\\/\\/", Trigger::Uri),
        ("%3a%2f%2f", Trigger::EncodedUri),
        (":::", Trigger::HashDump),
        ("(\"", Trigger::Argument),
        ("('", Trigger::Argument),
        ("ntlm ", Trigger::Scheme),
        ("negotiate ", Trigger::Scheme),
        ("bearer ", Trigger::Scheme),
        ("basic ", Trigger::Scheme),
        ("cookie", Trigger::Cookie),
        ("\tTRUE\t", Trigger::CookieFile),
        ("\tFALSE\t", Trigger::CookieFile),
        ("kind: secret", Trigger::ClusterSecret),
        ("<private>", Trigger::Private),
    ];
    let forms = form::all()
        .filter(|form| !run::is_in_run(form))
        .map(|form| (form.prefix, Trigger::Token(form)));
    let labels = vocabulary::LABELS.iter().map(|label| (label.word, Trigger::Label(label)));
    let options = command::OPTIONS.iter().map(|option| (option.word, Trigger::Option(option)));
    let all: Vec<(&str, Trigger)> =
        marks.into_iter().chain(forms).chain(labels).chain(options).collect();
    let (words, rules): (Vec<&str>, Vec<Trigger>) = all.into_iter().unzip();
    let automaton = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        // A table of all states scans faster and takes three times as long to build, which every command would pay for.
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(words)
        .expect("the words are few and short");
    Triggers { automaton, rules }
});

/// Tells every trigger of a text with its place, those within others too.
pub fn each(text: &str, mut tell: impl FnMut(Trigger, Range<usize>)) {
    let triggers = &*TRIGGERS;
    for found in triggers.automaton.find_overlapping_iter(text) {
        tell(triggers.rules[found.pattern().as_usize()], found.range());
    }
}
