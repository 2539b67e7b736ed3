//! Colours, and text that is safe to show on a terminal.

use std::borrow::Cow;

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anstyle::{AnsiColor, Style};

/// What a part of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// The name of a memory.
    Name,
    /// A word of the question.
    Match,
    /// A tag.
    Tag,
    /// What is known beside the text: category, scope, dates.
    Detail,
    /// Something failed.
    Error,
    /// Something needs attention.
    Warning,
    /// What helps.
    Hint,
}

impl Tone {
    const fn style(self) -> Style {
        match self {
            Self::Name => Style::new().bold(),
            Self::Match => AnsiColor::Yellow.on_default().bold(),
            Self::Tag => AnsiColor::Cyan.on_default(),
            Self::Detail => Style::new().dimmed(),
            Self::Error => AnsiColor::Red.on_default().bold(),
            Self::Warning => AnsiColor::Yellow.on_default().bold(),
            Self::Hint => AnsiColor::Green.on_default().bold(),
        }
    }
}

/// A line to print, in parts.
#[derive(Debug, Default)]
pub struct Line(Vec<(Option<Tone>, String)>);

impl Line {
    /// An empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// With text that has no colour.
    pub fn text(mut self, text: impl AsRef<str>) -> Self {
        self.0.push((None, text.as_ref().to_owned()));
        self
    }

    /// With text in a tone.
    pub fn toned(mut self, tone: Tone, text: impl AsRef<str>) -> Self {
        self.0.push((Some(tone), text.as_ref().to_owned()));
        self
    }

    /// With text, parts of which have a tone; the parts are in order.
    pub fn marked(
        mut self,
        tone: Tone,
        text: &str,
        parts: impl IntoIterator<Item = std::ops::Range<usize>>,
    ) -> Self {
        let mut from = 0;
        for part in parts {
            self = self.text(&text[from..part.start]).toned(tone, &text[part.clone()]);
            from = part.end;
        }
        self.text(&text[from..])
    }

    /// What is written.
    pub fn for_output(&self, has_colours: bool) -> String {
        let mut text = String::new();
        for (tone, part) in &self.0 {
            let part = visible(part);
            match tone.filter(|_| has_colours) {
                Some(tone) => {
                    let style = tone.style();
                    text.push_str(&format!("{style}{part}{style:#}"));
                }
                None => text.push_str(&part),
            }
        }
        text
    }
}

/// A line beside the answer; the word it begins with says what it is.
pub fn remark(text: &str) -> Line {
    let tones = [("error:", Tone::Error), ("warning:", Tone::Warning), ("hint:", Tone::Hint)];
    for (word, tone) in tones {
        if let Some(rest) = text.strip_prefix(word) {
            return Line::new().toned(tone, word).text(rest);
        }
    }
    Line::new().text(text)
}

/// Whether a stream is a terminal that shows colours and the user wants them (`NO_COLOR`, `CLICOLOR_FORCE`, `TERM`).
pub fn has_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Text without anything that changes a terminal's state or the order in which text is read: such characters are shown
/// as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_unsafe(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// JSON means the same with unsafe characters escaped, which serde does for only some of them.
pub fn visible_json(json: String) -> String {
    if !json.contains(is_unsafe) {
        return json;
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_unsafe(character) {
            shown.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Control characters but line feed and tab, line and paragraph separators, and bidirectional controls.
fn is_unsafe(character: char) -> bool {
    let is_control = character.is_control() && !matches!(character, '\n' | '\t');
    is_control
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_a_terminal_is_shown_and_not_sent() {
        for (text, shown) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("over\rwritten", "over\\rwritten"),
            ("a\u{202e}b\u{2028}c", "a\\u{202e}b\\u{2028}c"),
            ("Grüße 👩‍🚀", "Grüße 👩‍🚀"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "a\u{9b}b\u{202e}c\u{7f}";
        let json = visible_json(serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""a\u009bb\u202ec\u007f""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn colours_are_around_the_text_and_only_where_they_are_shown() {
        let line = || {
            Line::new().toned(Tone::Name, "[id:1]").text(" ").marked(
                Tone::Match,
                "a bee sees",
                std::iter::once(2..5),
            )
        };
        assert_eq!(line().for_output(false), "[id:1] a bee sees");
        assert_eq!(
            line().for_output(true),
            "\u{1b}[1m[id:1]\u{1b}[0m a \u{1b}[1m\u{1b}[33mbee\u{1b}[0m sees"
        );
        assert_eq!(remark("error: no").for_output(true), "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m no");
    }
}
