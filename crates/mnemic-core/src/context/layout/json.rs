//! For programs: an object with a list for each tier.

use serde_json::json;

use super::{Layout, NOTICE};
use crate::context::{
    Tier, escape,
    piece::{Origin, Piece},
};

pub(super) struct Json;

impl Layout for Json {
    fn open(&self) -> String {
        format!("{{\"notice\":\"{NOTICE}\",\n\"memories\":{{\n")
    }

    fn close(&self) -> String {
        "}}\n".to_owned()
    }

    fn open_tier(&self, tier: Tier) -> String {
        format!("\"{}\":[\n", tier.name())
    }

    fn close_tier(&self, _tier: Tier) -> String {
        "]\n".to_owned()
    }

    fn entry(&self, piece: &Piece) -> String {
        let mut entry = json!({"text": escape::visible(&piece.text)});
        let mut add = |key: &str, value: Option<serde_json::Value>| {
            if let Some(value) = value {
                entry[key] = value;
            }
        };
        match &piece.origin {
            Origin::Memory { anchor, number, .. } => {
                add("number", number.map(Into::into));
                add("anchor", Some(anchor.as_str().into()));
            }
            Origin::Other(name) => add("from", Some(name.as_str().into())),
        }
        add("category", piece.label.as_deref().map(Into::into));
        add("author", piece.author.as_deref().map(Into::into));
        add("date", piece.date.as_deref().map(Into::into));
        add("remarks", (!piece.remarks.is_empty()).then(|| piece.remarks.clone().into()));
        format!("{entry}\n")
    }

    fn nothing(&self) -> &'static str {
        "{\"memories\":{}}\n"
    }

    fn between(&self) -> &'static str {
        ",\n"
    }
}
