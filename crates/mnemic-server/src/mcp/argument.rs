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

#[derive(Debug)]
enum Argument {
    Text(String),
    Words(Vec<String>),
    Count(usize),
    Line(i64),
    Share(f64),
    Range(i64, i64),
    Flag(bool),
    Json(Value),
    Objects(Vec<Arguments>),
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

    /// Whether something is wished.
    pub(super) fn flag(&self, name: &str) -> bool {
        matches!(self.values.get(name), Some(Argument::Flag(true)))
    }

    /// A first and a last line.
    pub(super) fn range(&self, name: &str) -> Option<(i64, i64)> {
        match self.values.get(name) {
            Some(Argument::Range(first, last)) => Some((*first, *last)),
            _ => None,
        }
    }

    /// An object of any shape.
    pub(super) fn json(&self, name: &str) -> Option<&Value> {
        match self.values.get(name) {
            Some(Argument::Json(json)) => Some(json),
            _ => None,
        }
    }

    /// Objects, each with arguments of its own.
    pub(super) fn objects(&self, name: &str) -> &[Self] {
        match self.values.get(name) {
            Some(Argument::Objects(objects)) => objects,
            _ => &[],
        }
    }

    /// A line, which may be none that there is.
    pub(super) fn line(&self, name: &str) -> Option<i64> {
        match self.values.get(name) {
            Some(Argument::Line(line)) => Some(*line),
            _ => None,
        }
    }

    /// A number from 0 to 1.
    pub(super) fn share(&self, name: &str) -> Option<f64> {
        match self.values.get(name) {
            Some(Argument::Share(share)) => Some(*share),
            _ => None,
        }
    }

    /// A whole number.
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
            Kind::Text => (text(value).map(Self::Text), "a text".to_owned()),
            Kind::Choice(words) => {
                let chosen = text(value).filter(|text| words.contains(&text.as_str()));
                (chosen.map(Self::Text), format!("one of {}", words.join(", ")))
            }
            Kind::Words => (words(value).map(Self::Words), "a list of words".to_owned()),
            Kind::Texts => (texts(value).map(Self::Words), "a list of texts".to_owned()),
            Kind::Count => {
                let count = count(value).filter(|count| *count > 0);
                (count.map(Self::Count), "a whole number from 1".to_owned())
            }
            Kind::Line => (line(value).map(Self::Line), "a whole number from 0".to_owned()),
            Kind::Share => (share(value).map(Self::Share), "a number from 0 to 1".to_owned()),
            Kind::Range => (range(value), "a first and a last line".to_owned()),
            Kind::Flag => (flag(value).map(Self::Flag), "true or false".to_owned()),
            Kind::Json => (object(value).map(Self::Json), "an object".to_owned()),
            Kind::Objects(fields) => return Self::objects(parameter.name, fields, value),
        };
        argument.ok_or_else(|| Failure::argument(parameter.name, format!("it takes {wanted}")))
    }

    /// Objects. What else they hold is passed over, as the server does whose shapes they have.
    fn objects(name: &str, fields: &'static [Parameter], value: &Value) -> Result<Self, Failure> {
        let wrong = || Failure::argument(name, "it takes a list of objects");
        let listed = list(value).ok_or_else(wrong)?;
        let objects = listed.into_iter().map(|object| match object {
            Value::Object(mut given) => {
                given.retain(|name, _| fields.iter().any(|field| field.is_called(name)));
                Arguments::read(fields, given)
            }
            _ => Err(wrong()),
        });
        objects.collect::<Result<_, _>>().map(Self::Objects)
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

/// An array, or the same as JSON in a text.
fn list(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(values) => Some(values.clone()),
        Value::String(said) => serde_json::from_str(said).ok(),
        _ => None,
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    match (list(value), value) {
        (Some(values), _) => values.iter().map(text).collect(),
        (None, Value::String(said)) => Some(vec![said.clone()]),
        (None, _) => None,
    }
}

fn range(value: &Value) -> Option<Argument> {
    match list(value)?.as_slice() {
        [first, last] => Some(Argument::Range(first.as_i64()?, last.as_i64()?)),
        _ => None,
    }
}

fn object(value: &Value) -> Option<Value> {
    match value {
        Value::Object(_) => Some(value.clone()),
        Value::String(said) => serde_json::from_str(said).ok().filter(Value::is_object),
        _ => None,
    }
}

fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(said) => said.trim().to_lowercase().parse().ok(),
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
    usize::try_from(count?).ok()
}

/// A whole number, also one that no line has: which there are is said by whoever looks at them.
fn line(value: &Value) -> Option<i64> {
    match value {
        Value::String(said) => said.trim().parse().ok(),
        _ => value.as_i64().or_else(|| i64::try_from(whole(value)?).ok()),
    }
}

fn share(value: &Value) -> Option<f64> {
    let share = match value {
        Value::String(said) => said.trim().parse().ok(),
        _ => value.as_f64(),
    };
    share.filter(|share| (0.0..=1.0).contains(share))
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
    Failure::argument(name, format!("unknown argument; the arguments are {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use rmcp::model::object;
    use serde_json::json;

    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter::text("id").or(&["memory_id"]).required(),
        Parameter::new("tags", Kind::Words).or(&["tag"]),
        Parameter::new("limit", Kind::Count).or(&["top_k"]),
        Parameter::new("pairs", Kind::Objects(&[Parameter::new("of", Kind::Texts).required()])),
        Parameter::new("lines", Kind::Range),
        Parameter::new("way", Kind::Choice(&["up", "down"])),
        Parameter::new("all", Kind::Flag),
    ];

    fn read(given: Value) -> Result<Arguments, String> {
        Arguments::read(PARAMETERS, object(given)).map_err(|failure| match failure {
            Failure::Argument(why) => why,
            other => panic!("{other:?}"),
        })
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
                "argument `colour`: unknown argument; the arguments are id, tags, limit, pairs, lines, way, all",
            ),
            (json!({"id": {"a": 1}}), "argument `id`: it takes a text"),
            (json!({"id": 1, "tags": [["a"]]}), "argument `tags`: it takes a list of words"),
        ] {
            assert_eq!(read(given.clone()).unwrap_err(), failure, "{given}");
        }
    }

    #[test]
    fn objects_ranges_choices_and_flags_are_read_as_arrays_or_as_text() {
        for pairs in
            [json!([{"of": ["a, b", "c"], "colour": 1}]), json!(r#"[{"of": ["a, b", "c"]}]"#)]
        {
            let read = read(json!({"id": 1, "pairs": pairs})).unwrap();
            assert_eq!(read.objects("pairs")[0].words("of").unwrap(), ["a, b", "c"]);
        }
        let given = json!({"id": 1, "lines": "[2, -1]", "way": "up", "all": "true"});
        let given = read(given).unwrap();
        assert_eq!(given.range("lines"), Some((2, -1)));
        assert_eq!(given.text("way"), Some("up"));
        assert!(given.flag("all"));
        for (given, failure) in [
            (json!({"id": 1, "pairs": [{}]}), "argument `of`: it is missing"),
            (json!({"id": 1, "pairs": ["x"]}), "argument `pairs`: it takes a list of objects"),
            (json!({"id": 1, "lines": [1]}), "argument `lines`: it takes a first and a last line"),
            (json!({"id": 1, "way": "in"}), "argument `way`: it takes one of up, down"),
            (json!({"id": 1, "all": 1}), "argument `all`: it takes true or false"),
        ] {
            assert_eq!(read(given.clone()).unwrap_err(), failure, "{given}");
        }
    }
}
