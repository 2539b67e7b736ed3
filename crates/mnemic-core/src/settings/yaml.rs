//! A YAML file as keys with values, each with its place in the text, so that one can be changed and the rest left.

use std::ops::Range;

use saphyr_parser::{Event, Parser, Span};

use super::fault::Fault;

/// What a file holds.
#[derive(Debug, Default)]
pub(super) struct Yaml {
    pub(super) leaves: Vec<Leaf>,
    /// The root comes first, if there is one.
    pub(super) groups: Vec<Group>,
    pub(super) faults: Vec<Fault>,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    /// As it is written, groups separated by dots.
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) value: YamlValue,
}

/// A value as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum YamlValue {
    Scalar {
        text: String,
        span: Range<usize>,
    },
    /// Nothing stands after the key, which ends here.
    Nothing {
        after: usize,
    },
    /// Something that no key takes.
    Other(&'static str),
}

/// Keys that stand together.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) path: String,
    pub(super) style: Style,
    /// Where its last value ends, or its closing brace stands.
    pub(super) end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// One key per line, all indented so far.
    Block { indent: usize },
    /// Between braces.
    Flow,
}

/// Reads a file. One that is no YAML has one fault and nothing else.
pub(super) fn read(source: &str) -> Yaml {
    let mut reader = Reader::new(source);
    for event in Parser::new_from_str(source) {
        let step = match event {
            Ok((event, span)) => reader.take(event, span),
            Err(error) => {
                let line = error.marker().line();
                Err(Fault::at(line, format!("this is not YAML: {}", error.info())))
            }
        };
        if let Err(fault) = step {
            return Yaml { faults: vec![fault], ..Yaml::default() };
        }
    }
    reader.yaml
}

struct Reader<'a> {
    yaml: Yaml,
    source: &'a str,
    /// The byte at which each character begins, and the end.
    bytes: Vec<usize>,
    open: Vec<Open>,
    documents: usize,
    last_end: usize,
}

/// A mapping or list whose end has not come.
enum Open {
    Mapping { group: usize, key: Option<PendingKey> },
    List,
}

struct PendingKey {
    path: String,
    line: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a str) -> Self {
        let starts = source.char_indices().map(|(start, _)| start);
        let bytes = starts.chain([source.len()]).collect();
        let yaml = Yaml::default();
        Self { yaml, source, bytes, open: Vec::new(), documents: 0, last_end: 0 }
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        let (line, place) = (span.start.line(), self.place(span));
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(Fault::at(line, "a second document begins here; only one is read"));
                }
            }
            Event::Scalar(text, ..) => self.scalar(text.into_owned(), line, place)?,
            Event::Alias(_) => self.other("a reference", line, place)?,
            Event::SequenceStart(..) => {
                self.other("a list", line, place)?;
                self.open.push(Open::List);
            }
            Event::MappingStart(..) => self.open_mapping(span, place)?,
            Event::MappingEnd | Event::SequenceEnd => self.close(place),
            _ => {}
        }
        Ok(())
    }

    fn place(&self, span: Span) -> Range<usize> {
        let byte = |index: usize| self.bytes.get(index).or(self.bytes.last()).copied();
        let (start, end) = (byte(span.start.index()), byte(span.end.index()));
        start.unwrap_or_default()..end.unwrap_or_default()
    }

    fn scalar(&mut self, text: String, line: usize, place: Range<usize>) -> Result<(), Fault> {
        let place = without_comment(self.source, place);
        self.last_end = place.end;
        match self.open.last_mut() {
            Some(Open::List) => return Ok(()),
            Some(Open::Mapping { group, key: key @ None }) => {
                let group = &self.yaml.groups[*group].path;
                let path = if group.is_empty() { text } else { format!("{group}.{text}") };
                *key = Some(PendingKey { path, line, end: place.end });
                return Ok(());
            }
            Some(Open::Mapping { .. }) => {}
            None if text.is_empty() => return Ok(()),
            None => return Err(Fault::at(line, "this is not a key with a value")),
        }
        let key = self.take_key(line)?;
        let value = match place.is_empty() {
            true => YamlValue::Nothing { after: key.end },
            false => YamlValue::Scalar { text, span: place },
        };
        self.yaml.leaves.push(Leaf { path: key.path, line: key.line, value });
        Ok(())
    }

    fn other(&mut self, what: &'static str, line: usize, place: Range<usize>) -> Result<(), Fault> {
        self.last_end = place.end;
        if let Some(Open::List) = self.open.last() {
            return Ok(());
        }
        let PendingKey { path, line, .. } = self.take_key(line)?;
        self.yaml.leaves.push(Leaf { path, line, value: YamlValue::Other(what) });
        Ok(())
    }

    fn open_mapping(&mut self, span: Span, place: Range<usize>) -> Result<(), Fault> {
        if let Some(Open::List) = self.open.last() {
            self.open.push(Open::List);
            return Ok(());
        }
        let path = match self.open.is_empty() {
            true => String::new(),
            false => self.take_key(span.start.line())?.path,
        };
        let style = match place.is_empty() {
            true => Style::Block { indent: span.start.col() },
            false => Style::Flow,
        };
        self.open.push(Open::Mapping { group: self.yaml.groups.len(), key: None });
        self.yaml.groups.push(Group { path, style, end: place.end });
        Ok(())
    }

    fn close(&mut self, place: Range<usize>) {
        if let Some(Open::Mapping { group, .. }) = self.open.pop() {
            let group = &mut self.yaml.groups[group];
            group.end = if group.style == Style::Flow { place.start } else { self.last_end };
        }
        if !place.is_empty() {
            self.last_end = place.end;
        }
    }

    /// The key that a value belongs to.
    fn take_key(&mut self, line: usize) -> Result<PendingKey, Fault> {
        let key = match self.open.last_mut() {
            Some(Open::Mapping { key, .. }) => key.take(),
            _ => None,
        };
        key.ok_or_else(|| Fault::at(line, "this is not a key with a value"))
    }
}

/// The place of a scalar up to its closing quote: the parser counts a comment behind one to the scalar.
fn without_comment(source: &str, place: Range<usize>) -> Range<usize> {
    let written = &source[place.clone()];
    let Some(quote) = written.chars().next().filter(|first| ['\'', '"'].contains(first)) else {
        return place;
    };
    let mut characters = written.char_indices().skip(1).peekable();
    while let Some((index, character)) = characters.next() {
        let escapes = match quote {
            '"' => character == '\\',
            _ => character == quote && characters.peek().is_some_and(|(_, next)| *next == quote),
        };
        if escapes {
            characters.next();
        } else if character == quote {
            return place.start..place.start + index + 1;
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves_and_faults(source: &str) -> Vec<String> {
        let yaml = read(source);
        let leaves = yaml.leaves.iter().map(|leaf| match &leaf.value {
            YamlValue::Scalar { text, span } => {
                format!("{} {}={text} `{}`", leaf.line, leaf.path, &source[span.clone()])
            }
            other => format!("{} {} {other:?}", leaf.line, leaf.path),
        });
        leaves.chain(yaml.faults.iter().map(ToString::to_string)).collect()
    }

    #[test]
    fn every_value_has_its_key_its_line_and_its_place() {
        for (source, expected) in [
            ("# é\na:\n  b: 'x'  # c\nd: {e: 1}\n", vec!["3 a.b=x `'x'`", "4 d.e=1 `1`"]),
            (
                "a: 'it''s' # 'c'\nb: \"\\\"\" # \"\n",
                vec!["1 a=it's `'it''s'`", "2 b=\" `\"\\\"\"`"],
            ),
            ("a: [1, {b: 2}]\nc: 3\n", vec!["1 a Other(\"a list\")", "2 c=3 `3`"]),
            ("a: &x 1\nb: *x\n", vec!["1 a=1 `&x 1`", "2 b Other(\"a reference\")"]),
            ("a:\n  # nothing\n", vec!["1 a Nothing { after: 1 }"]),
            ("a.b: 1\n", vec!["1 a.b=1 `1`"]),
            ("", vec![]),
            ("# only\n---\n", vec![]),
        ] {
            assert_eq!(leaves_and_faults(source), expected, "{source}");
        }
    }

    #[test]
    fn what_holds_no_keys_is_told_with_its_line() {
        for (source, fault) in [
            ("a: 1\n b: 2\n", "line 2: this is not YAML: "),
            ("just words\n", "line 1: this is not a key with a value"),
            ("[1, 2]\n", "line 1: this is not a key with a value"),
            ("a: 1\n---\nb: 2\n", "line 2: a second document begins here; only one is read"),
            ("? [a]\n: 1\n", "line 1: this is not a key with a value"),
        ] {
            let faults = leaves_and_faults(source);
            assert!(faults.len() == 1 && faults[0].starts_with(fault), "{source}: {faults:?}");
        }
    }

    #[test]
    fn a_deep_file_is_read_without_running_out_of_stack() {
        assert!(!leaves_and_faults(&"[".repeat(50_000)).is_empty());
        assert!(!leaves_and_faults(&"{a: ".repeat(50_000)).is_empty());
    }
}
