//! Slots: the place in [`Settings`] that a key sets, and which values it takes.

use std::{
    fmt,
    path::{Component, Path, PathBuf},
};

use serde::Serialize;

use super::{
    ModelProvider, Provider, Settings, ToolProfile,
    size::{parse_size, show_size},
};
use crate::{
    context::{Access, Injection},
    learn::promotion::Readiness,
    recall::{Matching, Profile, rank::fuse::Fusion},
    safety::secret::SecretAction,
    settings::preset::Preset,
    text::{alias::Expansion, token::Tokenizer},
};

/// A place in the settings and what may stand there.
#[derive(Debug, Clone, Copy)]
pub(super) enum Slot {
    /// The name of a preset.
    Preset(fn(&mut Settings) -> &mut Preset),
    /// The name of a ranking profile.
    Profile(fn(&mut Settings) -> &mut Profile),
    /// The name of a way to make arms one; `auto` is the profile's.
    Fusion(fn(&mut Settings) -> &mut Option<Fusion>),
    /// The name of a way to match words.
    Matching(fn(&mut Settings) -> &mut Matching),
    /// Which aliases count.
    Expansion(fn(&mut Settings) -> &mut Expansion),
    /// What is handed to an agent.
    Injection(fn(&mut Settings) -> &mut Injection),
    /// What counts as access.
    Access(fn(&mut Settings) -> &mut Access),
    /// A whole number.
    Whole { at: fn(&mut Settings) -> &mut usize, from: usize, to: usize },
    /// Any number.
    Number { at: fn(&mut Settings) -> &mut f64, from: f64, to: f64 },
    /// Yes or no.
    Switch(fn(&mut Settings) -> &mut bool),
    /// A size in bytes.
    Size { at: fn(&mut Settings) -> &mut u64, from: u64, to: u64 },
    /// A folder for the index.
    IndexFolder(fn(&mut Settings) -> &mut PathBuf),
    /// Who turns texts into vectors.
    Provider(fn(&mut Settings) -> &mut Provider),
    /// Which language model is asked.
    ModelProvider(fn(&mut Settings) -> &mut ModelProvider),
    /// How readily findings are promoted.
    Readiness(fn(&mut Settings) -> &mut Readiness),
    /// Who counts tokens.
    Tokenizer(fn(&mut Settings) -> &mut Tokenizer),
    /// What is done with a sort of secret.
    Secret(fn(&mut Settings) -> &mut SecretAction),
    /// Which tools agents are shown.
    ToolProfile(fn(&mut Settings) -> &mut ToolProfile),
    /// A text that passes a test; `auto` is none.
    Text {
        at: fn(&mut Settings) -> &mut Option<String>,
        passes: fn(&str) -> bool,
        allowed: &'static str,
    },
}

/// The value of a key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A word, a path or a size.
    Text(String),
    /// A whole number.
    Whole(usize),
    /// Any number.
    Number(f64),
    /// Yes or no.
    Switch(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Whole(number) => write!(formatter, "{number}"),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Switch(on) => write!(formatter, "{on}"),
        }
    }
}

impl Slot {
    /// Puts a value, as someone wrote it, in its place. Says nothing of it when it is not allowed.
    pub(super) fn put(&self, text: &str, settings: &mut Settings) -> Option<()> {
        let text = text.trim();
        match self {
            Self::Preset(at) => *at(settings) = text.parse().ok()?,
            Self::Profile(at) => *at(settings) = text.parse().ok()?,
            Self::Fusion(at) if text == AUTO => *at(settings) = None,
            Self::Fusion(at) => *at(settings) = Some(named(text, &Fusion::ALL, Fusion::name)?),
            Self::Matching(at) => *at(settings) = text.parse().ok()?,
            Self::Expansion(at) => {
                let named = named(text, &Expansion::ALL, Expansion::name);
                *at(settings) = named.or_else(|| switch(text).map(Expansion::switched))?;
            }
            Self::Injection(at) => {
                *at(settings) = named(text, &Injection::ALL, Injection::name)?;
            }
            Self::Access(at) => *at(settings) = named(text, &Access::ALL, Access::name)?,
            Self::Whole { at, from, to } => {
                let number = text.replace('_', "").parse().ok();
                *at(settings) = number.filter(|number| (from..=to).contains(&number))?;
            }
            Self::Number { at, from, to } => {
                let number = text.parse().ok();
                *at(settings) = number.filter(|number| (from..=to).contains(&number))?;
            }
            Self::Switch(at) => *at(settings) = switch(text)?,
            Self::Size { at, from, to } => {
                let size = parse_size(text).ok();
                *at(settings) = size.filter(|size| (from..=to).contains(&size))?;
            }
            Self::IndexFolder(at) => *at(settings) = index_folder(text)?,
            Self::Provider(at) => *at(settings) = text.parse().ok()?,
            Self::Secret(at) => {
                *at(settings) = named(text, &SecretAction::ALL, SecretAction::name)?
            }
            Self::Readiness(at) => *at(settings) = named(text, &Readiness::ALL, Readiness::name)?,
            Self::Tokenizer(at) => *at(settings) = named(text, &Tokenizer::ALL, Tokenizer::name)?,
            Self::ModelProvider(at) => {
                *at(settings) = named(text, &ModelProvider::ALL, ModelProvider::name)?;
            }
            Self::ToolProfile(at) => {
                *at(settings) = named(text, &ToolProfile::ALL, ToolProfile::name)?;
            }
            Self::Text { at, .. } if text == AUTO => *at(settings) = None,
            Self::Text { at, passes, .. } => {
                let given = Some(text).filter(|text| !text.is_empty() && passes(text));
                *at(settings) = Some(given?.to_owned());
            }
        }
        Some(())
    }

    /// What stands in its place.
    pub(super) fn read(&self, settings: &Settings) -> Value {
        let mut settings = settings.clone();
        match self {
            Self::Preset(at) => Value::Text(at(&mut settings).to_string()),
            Self::Profile(at) => Value::Text(at(&mut settings).to_string()),
            Self::Fusion(at) => {
                Value::Text(at(&mut settings).map_or(AUTO, Fusion::name).to_owned())
            }
            Self::Matching(at) => Value::Text(at(&mut settings).to_string()),
            Self::Expansion(at) => Value::Text(at(&mut settings).name().to_owned()),
            Self::Injection(at) => Value::Text(at(&mut settings).to_string()),
            Self::Access(at) => Value::Text(at(&mut settings).name().to_owned()),
            Self::Whole { at, .. } => Value::Whole(*at(&mut settings)),
            Self::Number { at, .. } => Value::Number(*at(&mut settings)),
            Self::Switch(at) => Value::Switch(*at(&mut settings)),
            Self::Size { at, .. } => Value::Text(show_size(*at(&mut settings))),
            Self::IndexFolder(at) => Value::Text(at(&mut settings).display().to_string()),
            Self::Provider(at) => Value::Text(at(&mut settings).to_string()),
            Self::Secret(at) => Value::Text(at(&mut settings).name().to_owned()),
            Self::Readiness(at) => Value::Text(at(&mut settings).name().to_owned()),
            Self::Tokenizer(at) => Value::Text(at(&mut settings).name().to_owned()),
            Self::ModelProvider(at) => Value::Text(at(&mut settings).to_string()),
            Self::ToolProfile(at) => Value::Text(at(&mut settings).to_string()),
            Self::Text { at, .. } => {
                Value::Text(at(&mut settings).clone().unwrap_or_else(|| AUTO.to_owned()))
            }
        }
    }
}

impl fmt::Display for Slot {
    /// What is allowed.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(_) => {
                write!(formatter, "one of {}", Preset::ALL.map(Preset::name).join(", "))
            }
            Self::Profile(_) => {
                write!(formatter, "one of {}", Profile::ALL.map(Profile::name).join(", "))
            }
            Self::Fusion(_) => {
                write!(formatter, "one of {}, {AUTO}", Fusion::ALL.map(Fusion::name).join(", "))
            }
            Self::Matching(_) => {
                write!(formatter, "one of {}", Matching::ALL.map(Matching::name).join(", "))
            }
            Self::Expansion(_) => {
                write!(formatter, "one of {}", Expansion::ALL.map(Expansion::name).join(", "))
            }
            Self::Injection(_) => {
                write!(formatter, "one of {}", Injection::ALL.map(Injection::name).join(", "))
            }
            Self::Access(_) => {
                write!(formatter, "one of {}", Access::ALL.map(Access::name).join(", "))
            }
            Self::Whole { from, to, .. } => {
                write!(formatter, "a whole number from {from} to {to}")
            }
            Self::Number { from, to, .. } => write!(formatter, "a number from {from} to {to}"),
            Self::Switch(_) => formatter.write_str("true or false"),
            Self::Size { from, to, .. } => {
                write!(formatter, "a size from {} to {}", show_size(*from), show_size(*to))
            }
            Self::IndexFolder(_) => formatter.write_str(
                "an absolute path, or one below the vault that begins with index or cache, which git ignores",
            ),
            Self::Provider(_) => {
                write!(formatter, "one of {}", Provider::ALL.map(Provider::name).join(", "))
            }
            Self::Secret(_) => {
                write!(formatter, "one of {}", SecretAction::ALL.map(SecretAction::name).join(", "))
            }
            Self::Readiness(_) => {
                write!(formatter, "one of {}", Readiness::ALL.map(Readiness::name).join(", "))
            }
            Self::Tokenizer(_) => {
                write!(formatter, "one of {}", Tokenizer::ALL.map(Tokenizer::name).join(", "))
            }
            Self::ModelProvider(_) => {
                write!(
                    formatter,
                    "one of {}",
                    ModelProvider::ALL.map(ModelProvider::name).join(", ")
                )
            }
            Self::ToolProfile(_) => {
                write!(formatter, "one of {}", ToolProfile::ALL.map(ToolProfile::name).join(", "))
            }
            Self::Text { allowed, .. } => write!(formatter, "{allowed}, or {AUTO}"),
        }
    }
}

/// Stands for a text that nobody has given.
const AUTO: &str = "auto";

/// The one of several that has this name.
fn named<T: Copy>(text: &str, all: &[T], name: fn(T) -> &'static str) -> Option<T> {
    all.iter().copied().find(|one| name(*one).eq_ignore_ascii_case(text))
}

fn switch(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// A path that names a file, as `index/memory.sqlite`, means the folder it would lie in.
fn index_folder(text: &str) -> Option<PathBuf> {
    let path = Path::new(text);
    let is_file = path.extension().is_some_and(|extension| extension == "sqlite");
    let folder = if is_file { path.parent()? } else { path };
    if folder.components().any(|part| part == Component::ParentDir) {
        return None;
    }
    let ignored = folder.starts_with("index") || folder.starts_with("cache");
    (folder.is_absolute() || ignored).then(|| folder.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_folder_is_one_that_git_ignores() {
        for (text, folder) in [
            ("index", Some("index")),
            ("index/memory.sqlite", Some("index")),
            ("cache/index", Some("cache/index")),
            ("/var/cache/mnemic", Some("/var/cache/mnemic")),
            ("/var/cache/memory.sqlite", Some("/var/cache")),
            ("global", None),
            ("indexes", None),
            ("../index", None),
            ("index/../global", None),
            ("/a/../b", None),
            ("~/index", None),
            ("", None),
        ] {
            assert_eq!(index_folder(text), folder.map(PathBuf::from), "{text}");
        }
    }

    #[test]
    fn a_switch_is_read_as_people_write_it() {
        assert_eq!([switch("yes"), switch("On"), switch("true")], [Some(true); 3]);
        assert_eq!([switch("no"), switch("OFF"), switch("false")], [Some(false); 3]);
        assert_eq!(switch("maybe"), None);
    }
}
