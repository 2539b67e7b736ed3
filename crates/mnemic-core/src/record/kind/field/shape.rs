//! Shapes: what a field holds, how it reads in Markdown, and what filters compare it as.

use jiff::Timestamp;
use serde_json::{Map, Number, Value};

use crate::record::filter;

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Text of any number of lines.
    Text,
    /// One line.
    Line,
    /// A number.
    Number,
    /// A number from 0 to 1, shown as a percentage.
    Percent,
    /// Yes or no.
    Flag,
    /// A moment.
    Time,
    /// Lines of text.
    List,
    /// Names and values of any sort.
    Map,
}

impl Shape {
    /// The value as Markdown shows it: one line, or lines below the label for a list and a map.
    pub fn show(self, value: &Value) -> String {
        match (self, value) {
            (Self::Percent, Value::Number(number)) => percent(number),
            (Self::Flag, Value::Bool(flag)) => if *flag { "yes" } else { "no" }.to_owned(),
            (_, Value::Array(values)) => bullets(values.iter().map(plain)),
            (_, Value::Object(values)) => {
                bullets(values.iter().map(|(name, value)| format!("{name}: {}", plain(value))))
            }
            (_, value) => plain(value),
        }
    }

    /// The value that Markdown shows as `text`: none for an empty text, an error for what is not of this shape.
    pub fn read(self, text: &str) -> Result<Option<Value>, NotOfShape> {
        let bare = text.trim();
        if bare.is_empty() {
            return Ok(None);
        }
        let value = match self {
            Self::Text => Value::from(text.trim_matches('\n')),
            Self::Line => Value::from(bare.split_whitespace().collect::<Vec<_>>().join(" ")),
            Self::Number => number(bare.parse().map_err(|_| NotOfShape(self))?)?,
            Self::Percent => {
                let percent = bare.strip_suffix('%').unwrap_or(bare).trim_end();
                let number_given: f64 = percent.parse().map_err(|_| NotOfShape(self))?;
                let is_share = !bare.ends_with('%') && number_given <= 1.0;
                number(if is_share { number_given } else { number_given / 100.0 })?
            }
            Self::Flag => match bare.to_lowercase().as_str() {
                "yes" | "true" => true.into(),
                "no" | "false" => false.into(),
                _ => return Err(NotOfShape(self)),
            },
            Self::Time => {
                bare.parse::<Timestamp>().map_err(|_| NotOfShape(self))?.to_string().into()
            }
            Self::List => json::<Vec<String>>(bare).unwrap_or_else(|| lines(text)).into(),
            Self::Map => Value::Object(json(bare).map_or_else(|| entries(text), Ok)?),
        };
        Ok(Some(value))
    }

    /// The shape of a value that no field names.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Map,
            _ => Self::Text,
        }
    }

    /// The first of several ways to write a list or a map that reads back as the same value; the last resort is JSON.
    /// Of any other value the first: its exact value is kept while it shows the same.
    pub(crate) fn exact(
        self,
        value: &Value,
        ways: [String; 2],
        read: fn(&str) -> String,
    ) -> String {
        let [first, second] = ways;
        if !matches!(value, Value::Array(_) | Value::Object(_)) {
            return first;
        }
        let is_exact = |text: &String| {
            self.read(&read(text)).ok().flatten().is_some_and(|read| is_same(&read, value))
        };
        // Cells of a table have `<br>` for the end of a line.
        let json = || value.to_string().replace("<br", "\\u003cbr");
        [first, second].into_iter().find(is_exact).unwrap_or_else(json)
    }

    /// The value as words, for the index and for prompts: without the marks of a list.
    pub fn words(self, value: &Value) -> String {
        match value {
            Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
            Value::Object(values) => {
                let entry = |(name, value): (&String, &Value)| format!("{name}: {}", plain(value));
                values.iter().map(entry).collect::<Vec<_>>().join(", ")
            }
            value => self.show(value),
        }
    }

    /// What filters compare it as.
    pub(crate) fn filtered(self, value: &Value) -> Vec<filter::Value> {
        let one = |value: &Value| match (self, value) {
            (Self::Time, Value::String(text)) => text.parse().ok().map(filter::Value::Time),
            (_, Value::String(text)) => Some(filter::Value::Text(text.clone())),
            (_, Value::Bool(flag)) => Some(filter::Value::Text(flag.to_string())),
            (_, Value::Number(number)) => number.as_f64().map(filter::Value::Number),
            _ => None,
        };
        match value {
            Value::Array(values) => values.iter().filter_map(one).collect(),
            value => one(value).into_iter().collect(),
        }
    }

    /// Whether memories can be filtered by it. A text of any length is searched instead: an index would hold it twice
    /// more.
    pub fn is_filtered(self) -> bool {
        !matches!(self, Self::Text | Self::Map)
    }

    /// Whether memories can be ordered by it: a list has no one value.
    pub fn is_ordered(self) -> bool {
        self.is_filtered() && self != Self::List
    }

    /// What it wants, for messages.
    pub fn wanted(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Line => "one line of text",
            Self::Number => "a number",
            Self::Percent => "a percentage like 85%",
            Self::Flag => "yes or no",
            Self::Time => "a time like 2026-11-15T10:00:00Z",
            Self::List => "a list",
            Self::Map => "lines like `name: value`",
        }
    }
}

/// A text that is not of the shape its field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotOfShape(pub Shape);

fn number(number: f64) -> Result<Value, NotOfShape> {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return Ok((number as i64).into());
    }
    Number::from_f64(number).map(Value::Number).ok_or(NotOfShape(Shape::Number))
}

fn percent(number: &Number) -> String {
    let percent = number.as_f64().unwrap_or_default() * 100.0;
    // Tenths are all that anyone reads; what was not edited keeps its exact value.
    let rounded = (percent * 10.0).round() / 10.0;
    format!("{rounded}%")
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Number(number) => match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => format!("{whole:.0}"),
            _ => number.to_string(),
        },
        value => value.to_string(),
    }
}

fn bullets(lines: impl Iterator<Item = String>) -> String {
    let bullet = |line: String| format!("\n- {}", line.replace('\n', "\n  "));
    lines.map(bullet).collect()
}

/// The items of a Markdown list, or the parts between commas of a single line.
fn lines(text: &str) -> Vec<String> {
    let text = text.trim_matches('\n');
    if !text.contains('\n') && strip_bullet(text).is_none() {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        return parts.map(str::to_owned).collect();
    }
    let mut items: Vec<String> = Vec::new();
    for line in text.lines() {
        match (strip_bullet(line), items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, Some(item)) => {
                item.push('\n');
                item.push_str(line.strip_prefix("  ").unwrap_or(line));
            }
            (None, None) => items.push(line.trim().to_owned()),
        }
    }
    items
        .into_iter()
        .map(|item| item.trim_end().to_owned())
        .filter(|item| !item.is_empty())
        .collect()
}

fn strip_bullet(line: &str) -> Option<&str> {
    ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet))
}

/// A value that is written as JSON, and not as a list of Markdown.
fn json<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    text.starts_with(['[', '{']).then(|| serde_json::from_str(text).ok()).flatten()
}

/// Whether two values are the same; 61 and 61.0 are one number.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_in = |(name, value): (&String, &Value)| {
                other.get(name).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(is_in)
        }
        (one, other) => one == other,
    }
}

fn entries(text: &str) -> Result<Map<String, Value>, NotOfShape> {
    lines(text)
        .into_iter()
        .map(|line| {
            let (name, value) = line.split_once(':').ok_or(NotOfShape(Shape::Map))?;
            let value = value.trim();
            let read = serde_json::from_str(value).unwrap_or_else(|_| value.into());
            Ok((name.trim().to_owned(), read))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_shape_reads_back_what_it_shows() {
        for (shape, value) in [
            (Shape::Text, json!("one\n\n  two: three\n- four")),
            (Shape::Line, json!("a | b")),
            (Shape::Number, json!(3)),
            (Shape::Number, json!(-2.5)),
            (Shape::Percent, json!(0.85)),
            (Shape::Percent, json!(1)),
            (Shape::Flag, json!(true)),
            (Shape::Time, json!("2026-11-15T10:00:00.5Z")),
            (Shape::List, json!(["one", "two, and\nmore", "three"])),
            (Shape::Map, json!({"open": true, "ports": [80, 443], "user": "Ada", "zone": "UTC"})),
        ] {
            assert_eq!(shape.read(&shape.show(&value)), Ok(Some(value)), "{shape:?}");
        }
    }

    #[test]
    fn a_list_on_one_line_is_parted_by_commas() {
        assert_eq!(Shape::List.read("a, b ,c"), Ok(Some(json!(["a", "b", "c"]))));
    }

    #[test]
    fn what_is_not_of_the_shape_is_refused() {
        for (shape, text) in [
            (Shape::Number, "lots"),
            (Shape::Number, "NaN"),
            (Shape::Percent, "most"),
            (Shape::Flag, "perhaps"),
            (Shape::Time, "yesterday"),
            (Shape::Map, "no name"),
        ] {
            assert_eq!(shape.read(text), Err(NotOfShape(shape)), "{text}");
        }
        assert_eq!(Shape::Number.read("  "), Ok(None));
    }
}
