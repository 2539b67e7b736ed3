//! Labels: words that name a secret, and the secret behind them, in code, configuration, tables and sentences.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    accept::{self, Setting, is_pin},
    gap::{self, Gap},
    name::Name,
    needles::Needles,
    page::Page,
    placeholder::is_placeholder,
    record, series,
    set::{Mix, Set, is_random, is_uuid},
    table,
    words::{self, Word},
    written::{self, Value},
};
use Strength::{Pair, Param, Password, Phrase, Pin, Token, Weak};

/// Words between a value and its name.
static AS: Needles<5> = Needles::new(["as", "als", "comme", "como", "come"]);

/// A word that names a secret.
#[derive(Debug)]
pub struct Label {
    /// The word, in small letters.
    pub word: &'static str,
    /// What the secret is called in placeholders.
    pub kind: &'static str,
    /// How much it says.
    pub strength: Strength,
}

/// How much a label says of what stands behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Passwords: any word may be one.
    Password,
    /// Tokens and keys: drawn, not chosen.
    Token,
    /// Words that name other things more often.
    Weak,
    /// Short numbers.
    Pin,
    /// A user and a password, with a slash between them.
    Pair,
    /// Words of a dictionary, a dozen or two.
    Phrase,
    /// Names of parameters, which say nothing in a sentence.
    Param,
}

impl Label {
    /// Adds the secrets that the word at a place names.
    pub fn examine(&self, page: &Page, at: Range<usize>, found: &mut Vec<Secret>) {
        let Some(name) = Name::around(page, &at, self) else { return };
        let kind = self.kind;
        let mut tell = |range: Range<usize>| {
            if !range.is_empty() {
                found.push(Secret::new(range, SecretClass::Labelled, kind));
            }
        };
        let accepts = |cell: &str| self.accepts(cell, Setting::Cell);
        let cells = table::column(page, &name.range, accepts);
        if !cells.is_empty() {
            cells.into_iter().for_each(tell);
            return;
        }
        let values = record::inserted(page, &name.range, accepts);
        if !values.is_empty() {
            values.into_iter().for_each(tell);
            return;
        }
        if let Some(range) = self.assigned(page, &name) {
            let more = self.more(page, &range);
            tell(range);
            more.into_iter().for_each(&mut tell);
        } else {
            self.in_prose(page, &name).into_iter().for_each(&mut tell);
            self.before_it(page, &name).into_iter().for_each(&mut tell);
        }
    }

    /// Values in a list behind the first: of plural names, and codes that stand one below the other.
    fn more(&self, page: &Page, first: &Range<usize>) -> Vec<Range<usize>> {
        let rest = page.after(first.end, 512);
        if let Some(next) = rest.strip_prefix(',') {
            let run = next.bytes().take_while(|byte| Set::Opaque.has(*byte)).count();
            let is_more = run >= 16 && is_random(&next[..run]);
            return is_more.then(|| first.end + 1..first.end + 1 + run).into_iter().collect();
        }
        Vec::new()
    }

    /// The value that the name is given: `name = value`, `"name": "value"`, `name('value')`, `<name>value</name>`.
    fn assigned(&self, page: &Page, name: &Name) -> Option<Range<usize>> {
        let text = page.text;
        match self.strength {
            Phrase => return series::phrase(page, name.range.end),
            Pair => {
                if let Some(second) = written::second_argument(page, name.range.end) {
                    let written = &text[second.clone()];
                    let is_it =
                        written.len() >= 4 && !is_placeholder(written) && !written.contains(' ');
                    return is_it.then_some(second);
                }
            }
            _ => {}
        }
        if self.kind == "totp-secret"
            && let Some(groups) = series::groups(page, name.range.end)
        {
            return Some(groups);
        }
        if let Some(part) = self.in_path(page, name) {
            return Some(part);
        }
        let gap = Gap::after(page, name)?;
        let gap = gap::wrapped_value(page, gap);
        let is_bare_verb = self.word == "pass" && !name.is_compound && !name.is_option;
        if is_bare_verb && !text[name.range.end..gap.end].contains(['=', ':', '→', '│', '>']) {
            return None;
        }
        let value = Value::at(page, gap.end, gap.manner)?;
        let setting = match () {
            () if value.is_quoted && gap.is_list => Setting::List,
            () if value.is_quoted => Setting::Quoted,
            () if gap.is_linked => Setting::Prose,
            () if gap.is_loose => Setting::Cell,
            () if gap.is_tight || name.is_shouted => Setting::Tight,
            () => Setting::Bare,
        };
        let range = value.range;
        (page.may_judge(&range) && self.accepts(&text[range.clone()], setting)).then_some(range)
    }

    /// The part of an address behind the name: `/reset-password/…`.
    fn in_path(&self, page: &Page, name: &Name) -> Option<Range<usize>> {
        let start = name.range.end + 1;
        let is_path = page.text[name.range.end..].starts_with('/')
            && matches!(self.strength, Password | Token)
            && page.text[..name.range.start].ends_with('/');
        let end = is_path.then(|| page.run_end(Set::Url, start))?;
        let part = &page.text[start..end.min(start + 256)];
        let mix = Mix::of(part);
        let is_drawn = part.len() >= 20 && mix.digits >= 2 && mix.upper >= 2 && mix.lower >= 2;
        (is_drawn && is_random(part) && !part.starts_with("0x")).then_some(start..end)
    }

    /// The first word behind the name that looks like a secret by itself.
    fn in_prose(&self, page: &Page, name: &Name) -> Vec<Range<usize>> {
        let text = page.text;
        if let Some(printed) = words::printed(page, name.range.end) {
            return vec![printed];
        }
        let is_in_address = text[..name.range.start]
            .ends_with(['/', '?', '&', '.', '$', '@', '-', '_'])
            || text[name.range.end..]
                .starts_with(['/', '?', '=', '(', '[', '.', ']', '<', '$', '_', ';', '{', '\\']);
        if matches!(self.strength, Phrase | Param) || name.is_compound || is_in_address {
            return Vec::new();
        }
        // A verb, too.
        if self.word == "pass" {
            return Vec::new();
        }
        if self.kind == "recovery-code" {
            return series::codes(page, name.range.end);
        }
        if self.strength == Password && words::is_netrc(page, &name.range) {
            let first = words::words(page, name.range.end, 1);
            return first.iter().map(Word::range).collect();
        }
        let most = match self.strength {
            Password => 14,
            Token => 12,
            _ => 9,
        };
        let words = words::words(page, name.range.end, most);
        let found = (0..words.len()).find(|place| self.is_named(text, &words, *place));
        let Some(place) = found else { return Vec::new() };
        // "… changed from A to B": the new one, too.
        let word = |place: usize| words.get(place).map_or("", |word| &text[word.range()]);
        let is_changed = place > 0 && word(place - 1) == "from" && word(place + 1) == "to";
        let new = words.get(place + 2).filter(|_| is_changed);
        [Some(&words[place]), new].into_iter().flatten().map(Word::range).collect()
    }

    /// Whether one of the words behind a name is what it names.
    fn is_named(&self, text: &str, words: &[Word], place: usize) -> bool {
        if words[place].is_plain && self.strength != Pair {
            return false;
        }
        let word = &text[words[place].range()];
        let is_odd = words[place].is_odd;
        let previous = || place.checked_sub(1).map_or("", |before| &text[words[before].range()]);
        // A parameter, not a value; base64 has `=` at its end only.
        if word.trim_end_matches('=').contains('=') {
            return false;
        }
        match self.strength {
            Weak => is_odd && word.len() >= 8 && is_random(word) && Mix::of(word).digits >= 2,
            Pin => place < 6 && is_pin(word),
            Pair => {
                (place >= 2 && previous() == "/" && self.accepts(word, Setting::Cell))
                    || (is_odd && previous() == "with")
            }
            Password if is_pin(word) => {
                // "… is 202191", not "… is 16 characters".
                let unit = words.get(place + 1).map_or("", |next| &text[next.range()]);
                is_link(previous()) && !unit.starts_with(|it: char| it.is_ascii_lowercase())
            }
            _ => is_odd || (place < 3 && is_uuid(word)),
        }
    }

    /// A value before the name: "use X as the password", "X (that is the password)".
    fn before_it(&self, page: &Page, name: &Name) -> Option<Range<usize>> {
        if !matches!(self.strength, Password | Token) {
            return None;
        }
        let text = page.text;
        let words = words::words_before(page, name.range.start, 7);
        let is_link = |word: &Word| AS.have(&text[word.range()]);
        let is_quoted = |word: &Word| text[..word.start].ends_with(['"', '\'', '`', '“', '«']);
        let linked = words.iter().position(is_link).and_then(|link| words.get(link + 1));
        let linked = linked.filter(|word| word.is_odd);
        let is_evident = |word: &&Word| {
            word.is_odd && (is_quoted(word) || accept::is_evident(&text[word.range()]))
        };
        linked.or_else(|| words.iter().find(is_evident)).map(Word::range)
    }

    /// Whether a value may be the secret.
    fn accepts(&self, value: &str, setting: Setting) -> bool {
        accept::accepts(self.strength, setting, value)
    }
}

/// Whether a word links a name with its value.
fn is_link(word: &str) -> bool {
    matches!(word, "is" | "was" | "ist" | "lautet" | "est" | "es" | "è" | "to" | "=" | "→")
}
