//! Labels: words that name a secret, and the secret behind them, in code, configuration, tables and sentences.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    accept::{self, Setting, is_pin},
    gap::{self, Gap},
    name::Name,
    odd::is_odd,
    series,
    set::{Mix, Set, is_random, is_uuid},
    table, words,
    written::{self, Value},
};
use Strength::{Pair, Param, Password, Phrase, Pin, Token, Weak};

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
    pub fn examine(&self, text: &str, at: Range<usize>, found: &mut Vec<Secret>) {
        let Some(name) = Name::around(text, &at, self) else { return };
        let kind = self.kind;
        let mut tell = |range: Range<usize>| {
            if !range.is_empty() {
                found.push(Secret::new(range, SecretClass::Labelled, kind));
            }
        };
        let accepts = |cell: &str| self.accepts(cell, Setting::Cell);
        let cells = table::column(text, &name.range, accepts);
        if !cells.is_empty() {
            cells.into_iter().for_each(tell);
            return;
        }
        if let Some(range) = self.assigned(text, &name) {
            let more = self.more(text, &range);
            tell(range);
            more.into_iter().for_each(&mut tell);
        } else {
            self.in_prose(text, &name).into_iter().for_each(&mut tell);
            self.before_it(text, &name).into_iter().for_each(&mut tell);
        }
    }

    /// Values in a list behind the first: of plural names, and codes that stand one below the other.
    fn more(&self, text: &str, first: &Range<usize>) -> Vec<Range<usize>> {
        let rest = &text[first.end..];
        if let Some(next) = rest.strip_prefix(',') {
            let run = next.bytes().take_while(|byte| Set::Opaque.has(*byte)).count();
            let is_more = run >= 16 && is_random(&next[..run]);
            return is_more.then(|| first.end + 1..first.end + 1 + run).into_iter().collect();
        }
        Vec::new()
    }

    /// The value that the name is given: `name = value`, `"name": "value"`, `name('value')`, `<name>value</name>`.
    fn assigned(&self, text: &str, name: &Name) -> Option<Range<usize>> {
        match self.strength {
            Phrase => return series::phrase(text, name.range.end),
            Pair => {
                if let Some(second) = written::second_argument(text, name.range.end) {
                    return Some(second);
                }
            }
            _ => {}
        }
        if self.kind == "totp-secret"
            && let Some(groups) = series::groups(text, name.range.end)
        {
            return Some(groups);
        }
        let gap = Gap::after(text, name)?;
        let gap = gap::wrapped_value(text, gap);
        let is_bare_verb = self.word == "pass" && !name.is_compound && !name.is_option;
        if is_bare_verb && !text[name.range.end..gap.end].contains(['=', ':', '→', '│', '>']) {
            return None;
        }
        let value = Value::at(text, gap.end, gap.manner)?;
        let setting = match () {
            () if value.is_quoted && gap.is_list => Setting::List,
            () if value.is_quoted => Setting::Quoted,
            () if gap.is_linked => Setting::Prose,
            () if gap.is_loose => Setting::Cell,
            () if gap.is_tight || name.is_shouted => Setting::Tight,
            () => Setting::Bare,
        };
        let range = value.range;
        self.accepts(&text[range.clone()], setting).then_some(range)
    }

    /// The first word behind the name that looks like a secret by itself.
    fn in_prose(&self, text: &str, name: &Name) -> Vec<Range<usize>> {
        if let Some(printed) = words::printed(text, name.range.end) {
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
            return series::codes(text, name.range.end);
        }
        if self.strength == Password && words::is_netrc(text, &name.range) {
            return words::words(text, name.range.end, 1);
        }
        let most = match self.strength {
            Password => 14,
            Token => 12,
            _ => 9,
        };
        let words = words::words(text, name.range.end, most);
        let mut found = Vec::new();
        for (place, range) in words.iter().enumerate() {
            let word = &text[range.clone()];
            // A parameter, not a value; base64 has `=` at its end only.
            if word.trim_end_matches('=').contains('=') {
                continue;
            }
            let is_it = match self.strength {
                Weak => {
                    is_odd(word)
                        && word.len() >= 8
                        && (is_random(word) && Mix::of(word).digits >= 2)
                }
                Pin => place < 6 && is_pin(word),
                Pair => {
                    let slash = place >= 2 && &text[words[place - 1].clone()] == "/";
                    (slash && self.accepts(word, Setting::Cell))
                        || (place > 0 && is_odd(word) && &text[words[place - 1].clone()] == "with")
                }
                Password if is_pin(word) => {
                    // "… is 202191", not "… is 16 characters".
                    let follows_link = place > 0 && is_link(&text[words[place - 1].clone()]);
                    let unit = words.get(place + 1).map_or("", |next| &text[next.clone()]);
                    follows_link && !unit.starts_with(|it: char| it.is_ascii_lowercase())
                }
                _ => is_odd(word) || (is_uuid(word) && place < 3),
            };
            if is_it {
                found.push(range.clone());
                break;
            }
        }
        found
    }

    /// A value before the name: "use X as the password", "X (that is the password)".
    fn before_it(&self, text: &str, name: &Name) -> Option<Range<usize>> {
        if !matches!(self.strength, Password | Token) {
            return None;
        }
        let words = words::words_before(text, name.range.start, 7);
        let is_link = |range: &Range<usize>| {
            matches!(
                &text[range.clone()].to_lowercase()[..],
                "as" | "als" | "comme" | "como" | "come"
            )
        };
        let is_quoted =
            |range: &Range<usize>| text[..range.start].ends_with(['"', '\'', '`', '“', '«']);
        let linked = words.iter().position(is_link).and_then(|link| words.get(link + 1));
        let linked = linked.filter(|range| is_odd(&text[(*range).clone()]));
        let evident = || {
            words.iter().find(|range| {
                accept::is_evident(&text[(*range).clone()])
                    || is_quoted(range) && is_odd(&text[(*range).clone()])
            })
        };
        linked.or_else(evident).cloned()
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
