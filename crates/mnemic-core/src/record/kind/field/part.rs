//! Parts of a memory that documents show as a field.

use jiff::Timestamp;
use serde_json::Value;

use crate::record::{draft, kind::Fields, memory::Memory};

/// Where in a memory a field lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What is remembered.
    Text,
    /// Its tags.
    Tags,
    /// Its category.
    Category,
    /// Its base importance.
    Importance,
    /// How sure the writer was.
    Confidence,
    /// When it was first remembered.
    CreatedAt,
    /// From when it is true.
    ValidFrom,
    /// Until when it is true.
    ValidUntil,
    /// A field of the body, by its name there.
    Body(&'static str),
}

impl Part {
    /// What a memory has there.
    pub(super) fn get(self, memory: &Memory) -> Option<Value> {
        let time = |at: Timestamp| Value::from(at.to_string());
        match self {
            Self::Text => Some(memory.text.as_str().into()),
            Self::Tags => Some(memory.tags.clone().into()),
            Self::Category => memory.category.as_ref().map(|category| category.as_str().into()),
            Self::Importance => Some(memory.importance.into()),
            Self::Confidence => Some(memory.confidence.into()),
            Self::CreatedAt => Some(time(memory.created_at)),
            Self::ValidFrom => memory.valid_from.map(time),
            Self::ValidUntil => memory.valid_until.map(time),
            Self::Body(name) => memory.body.fields()?.get(name).cloned(),
        }
    }

    /// Whether a memory may have nothing there.
    pub(crate) fn may_be_absent(self) -> bool {
        !matches!(self, Self::Text | Self::Importance | Self::Confidence | Self::CreatedAt)
    }

    /// Sets it, or says that it cannot be this value. A field that nothing is in any more is absent where it may be.
    pub(crate) fn set(self, memory: &mut Memory, value: Option<Value>) -> Result<(), Unfit> {
        let text = || value.as_ref().and_then(Value::as_str);
        let share = || {
            let share = value.as_ref().and_then(Value::as_f64);
            share.filter(|share| (0.0..=1.0).contains(share)).ok_or(Unfit)
        };
        let time = || match text() {
            Some(text) => text.parse().map(Some).map_err(|_| Unfit),
            None => Ok(None),
        };
        match self {
            Self::Text => text().ok_or(Unfit)?.clone_into(&mut memory.text),
            Self::Tags => memory.tags = tags(value)?,
            Self::Category => {
                memory.category = text().map(str::parse).transpose().map_err(|_| Unfit)?;
            }
            Self::Importance => memory.importance = share()?,
            Self::Confidence => memory.confidence = share()?,
            Self::CreatedAt => memory.created_at = time()?.ok_or(Unfit)?,
            Self::ValidFrom => memory.valid_from = time()?,
            Self::ValidUntil => memory.valid_until = time()?,
            Self::Body(name) => {
                let set = |fields: &mut Fields| match value {
                    Some(value) => drop(fields.insert(name.to_owned(), value)),
                    None => drop(fields.remove(name)),
                };
                memory.body = memory.body.with(set).ok_or(Unfit)?;
            }
        }
        Ok(())
    }
}

/// Tags within the limits that tags have anywhere.
fn tags(value: Option<Value>) -> Result<Vec<String>, Unfit> {
    let given: Vec<String> =
        value.map_or(Ok(Vec::new()), serde_json::from_value).map_err(|_| Unfit)?;
    let mut faults = Vec::new();
    let tags = draft::clean_tags(&given, &mut faults);
    if faults.is_empty() { Ok(tags) } else { Err(Unfit) }
}

/// A value that does not fit where it was to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unfit;
