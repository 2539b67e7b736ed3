//! Arguments as models give them: under other names, numbers as text, lists as text. What is meant is clear, so
//! it is understood; what is not known is refused, since it would be lost without a word.

use std::collections::BTreeMap;

use rmcp::model::JsonObject;
use serde_json::Value;

use super::{
    failure::Failure,
    parameter::{Kind, Parameter},
};

/// What a call was given, by the tool's own names.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    values: BTreeMap<&'static str, Argument>,
}

#[derive(Debug, Clone, PartialEq)]
enum Argument {
    Text(String),
    Words(Vec<String>),
    Count(usize),
}

impl Arguments {
    /// Reads what was given. Nothing is taken for granted: each argument must be one that the tool takes.
    pub(super) fn read(
        parameters: &'static [Parameter],
        given: JsonObject,
    ) -> Result<Self, Failure> {
        let mut values = BTreeMap::new();
        for (name, value) in given {
            let Some(parameter) = parameters.iter().find(|known| known.is_called(&name)) else {
                return Err(unknown(&name, parameters));
            };
            if value.is_null() {
                continue;
            }
            let argument = Argument::read(parameter, &value)?;
            if values.insert(parameter.name, argument).is_some() {
                return Err(Failure::argument(parameter.name, "it is given twice"));
            }
        }
        let missing = parameters
            .iter()
            .find(|parameter| parameter.required && !values.contains_key(parameter.name));
        match missing {
            Some(parameter) => Err(Failure::argument(parameter.name, "it is missing")),
            None => Ok(Self { values }),
        }
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(Argument::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A list of words.
    pub(super) fn words(&self, name: &str) -> Option<&[String]> {
        match self.values.get(name) {
            Some(Argument::Words(words)) => Some(words),
            _ => None,
        }
    }

    /// A whole number from 1.
    pub(super) fn count(&self, name: &str) -> Option<usize> {
        match self.values.get(name) {
            Some(Argument::Count(count)) => Some(*count),
            _ => None,
        }
    }
}

impl Argument {
    fn read(parameter: &Parameter, value: &Value) -> Result<Self, Failure> {
        let (argument, wanted) = match parameter.kind {
            Kind::Text => (text(value).map(Self::Text), "a text"),
            Kind::Words => (words(value).map(Self::Words), "a list of words"),
            Kind::Count => (count(value).map(Self::Count), "a whole number from 1"),
        };
        argument.ok_or_else(|| Failure::argument(parameter.name, format!("it takes {wanted}")))
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) => {
            Some(whole(value).map_or_else(|| value.to_string(), |it| it.to_string()))
        }
        _ => None,
    }
}

fn words(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(values) => values.iter().map(text).collect(),
        Value::String(said) => match serde_json::from_str(said) {
            Ok(list @ Value::Array(_)) => words(&list),
            _ => {
                let parts = said.split(',').map(str::trim).filter(|part| !part.is_empty());
                Some(parts.map(str::to_owned).collect())
            }
        },
        _ => None,
    }
}

fn count(value: &Value) -> Option<usize> {
    let count = match value {
        Value::String(said) => said.trim().parse().ok(),
        _ => whole(value),
    };
    usize::try_from(count?).ok().filter(|count| *count > 0)
}

/// A number without a fraction, however it is written: `12`, `12.0`.
fn whole(value: &Value) -> Option<u64> {
    /// Up to here every whole number has a float of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = || value.as_f64().filter(|it| it.fract() == 0.0 && (0.0..EXACT).contains(it));
    value.as_u64().or_else(|| float().map(|it| it as u64))
}

fn unknown(name: &str, parameters: &[Parameter]) -> Failure {
    let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    Failure::argument(name, format!("there is none of that name; there are {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use rmcp::model::object;
    use serde_json::json;

    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter {
            name: "id",
            aliases: &["memory_id"],
            kind: Kind::Text,
            required: true,
            about: "",
        },
        Parameter {
            name: "tags",
            aliases: &["tag"],
            kind: Kind::Words,
            required: false,
            about: "",
        },
        Parameter {
            name: "limit",
            aliases: &["top_k"],
            kind: Kind::Count,
            required: false,
            about: "",
        },
    ];

    fn read(given: Value) -> Result<Arguments, String> {
        Arguments::read(PARAMETERS, object(given))
            .map_err(|failure| failure.told().unwrap_err().message.into_owned())
    }

    #[test]
    fn an_id_is_a_number_or_a_text_under_any_spelling_of_its_names() {
        for given in [
            json!({"id": 12}),
            json!({"id": "12"}),
            json!({"id": 12.0}),
            json!({"memory_id": 12}),
            json!({"memoryId": "12"}),
        ] {
            assert_eq!(read(given.clone()).unwrap().text("id"), Some("12"), "{given}");
        }
    }

    #[test]
    fn tags_are_an_array_or_json_or_a_text_with_commas() {
        for tags in
            [json!(["a", "b c"]), json!(r#"["a", "b c"]"#), json!("a, b c,"), json!(" a,b c")]
        {
            let read = read(json!({"id": 1, "tags": tags})).unwrap();
            assert_eq!(read.words("tags").unwrap(), ["a", "b c"], "{tags}");
        }
        assert_eq!(read(json!({"id": 1, "tag": ""})).unwrap().words("tags").unwrap().len(), 0);
        assert!(read(json!({"id": 1, "tags": null})).unwrap().words("tags").is_none());
    }

    #[test]
    fn a_limit_is_a_whole_number_from_one() {
        for limit in [json!(5), json!("5"), json!(5.0), json!(" 5 ")] {
            assert_eq!(read(json!({"id": 1, "topK": limit})).unwrap().count("limit"), Some(5));
        }
        for limit in [json!(0), json!(-1), json!(1.5), json!("many"), json!([5]), json!(1e300)] {
            let failure = read(json!({"id": 1, "limit": limit})).unwrap_err();
            assert_eq!(failure, "argument `limit`: it takes a whole number from 1", "{limit}");
        }
    }

    #[test]
    fn what_is_missing_unknown_or_given_twice_is_named() {
        for (given, failure) in [
            (json!({}), "argument `id`: it is missing"),
            (json!({"id": null}), "argument `id`: it is missing"),
            (json!({"id": 1, "memory_id": 1}), "argument `id`: it is given twice"),
            (
                json!({"id": 1, "colour": 1}),
                "argument `colour`: there is none of that name; there are id, tags, limit",
            ),
            (json!({"id": {"a": 1}}), "argument `id`: it takes a text"),
            (json!({"id": 1, "tags": [["a"]]}), "argument `tags`: it takes a list of words"),
        ] {
            assert_eq!(read(given.clone()).unwrap_err(), failure, "{given}");
        }
    }
}
