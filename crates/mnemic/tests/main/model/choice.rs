//! What may be asked of an engine. There are few names and words, so that steps meet the same memories
//! again.

use mnemic::{
    Amendment, Direction, Draft, Field, Filter, Order, Query, Reach, RecallRequest, Reference,
    Scope, Test, Value,
};
use proptest::prelude::*;

use super::step::{Step, Verb};

/// A step that may happen to any vault.
pub fn any_step() -> impl Strategy<Value = Step> {
    let verb = prop_oneof![
        8 => draft().prop_map(|draft| Verb::Remember(Box::new(draft))),
        4 => (reach(), request()).prop_map(|(reach, request)| Verb::Recall(reach, request)),
        3 => (reference(), amendment()).prop_map(|(name, change)| Verb::Update(name, change)),
        2 => reference().prop_map(Verb::Forget),
        2 => reference().prop_map(Verb::Restore),
        1 => reference().prop_map(Verb::Pin),
        1 => reference().prop_map(Verb::Unpin),
        2 => reference().prop_map(Verb::Reinforce),
        2 => reference().prop_map(Verb::Demote),
        1 => reference().prop_map(Verb::Show),
        3 => (reach(), query()).prop_map(|(reach, query)| Verb::List(reach, query)),
        2 => prop::collection::vec(line(), 1..4).prop_map(Verb::Import),
        1 => Just(Verb::Reindex),
        2 => Just(Verb::Scribe),
        1 => Just(Verb::Status),
        1 => text().prop_map(Verb::WriteByHand),
    ];
    let after_seconds = prop_oneof![Just(0), 1..100_i64, 1..4_000_000_i64];
    (after_seconds, verb).prop_map(|(after_seconds, verb)| Step { after_seconds, verb })
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "apple",
        "apples",
        "Café",
        "running",
        "runs",
        "decided",
        "warning",
        "prefer",
        "sqlite",
        "東京",
        "猫",
        "हिन्दी",
        "naïve",
    ])
}

fn text() -> impl Strategy<Value = String> {
    let often = prop::sample::select(vec!["apple", "Café running"]).prop_map(str::to_owned);
    let now_and_then = prop::collection::vec(word(), 1..4).prop_map(|words| words.join(" "));
    prop_oneof![often, now_and_then]
}

fn tags() -> impl Strategy<Value = Vec<String>> {
    let tag = prop::sample::select(vec!["Fruit", "storage", "東京"]).prop_map(str::to_owned);
    prop::collection::vec(tag, 0..3)
}

fn scope() -> impl Strategy<Value = Scope> {
    let names = vec!["global", "global", "global", "project:a", "agent:b", "session:s", "task:t"];
    prop::sample::select(names).prop_map(|name| name.parse().unwrap())
}

fn reach() -> impl Strategy<Value = Reach> {
    prop_oneof![Just(Reach::Vault), scope().prop_map(Reach::of), scope().prop_map(Reach::only)]
}

fn session() -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop::sample::select(vec!["s1", "s2"]).prop_map(str::to_owned))
}

/// Numbers mostly; the rest are prefixes of every id and of few anchors.
fn reference() -> impl Strategy<Value = Reference> {
    let number = (1..15_u8).prop_map(|number| number.to_string());
    let prefix = prop::sample::select(vec!["01", "ab", "^k7", "#x"]).prop_map(str::to_owned);
    prop_oneof![9 => number, 1 => prefix].prop_map(|name| name.parse().unwrap())
}

fn draft() -> impl Strategy<Value = Draft> {
    let origin = prop::sample::select(vec!["human", "agent", "extraction"]);
    let parts = (scope(), text(), tags(), origin, session(), any::<(bool, bool)>());
    parts.prop_map(|(scope, text, tags, origin, session, (pinned, about_user))| {
        let status = if pinned { mnemic::Status::Pinned } else { mnemic::Status::Confirmed };
        let mut draft = Draft { tags, status, about_user, ..Draft::note(scope, text) };
        draft.source.author = pinned.then(|| "Ada Café".to_owned());
        draft.source.session = session;
        draft.source.origin = origin.into();
        draft
    })
}

fn amendment() -> impl Strategy<Value = Amendment> {
    let category = prop::sample::select(vec!["decision", "warning", "preference"]);
    let category = category.prop_map(|name| name.parse().unwrap());
    let importance = prop::sample::select(vec![0.0, 0.25, 1.0, 2.0]);
    let base = prop::option::weighted(0.3, 1..4_u32);
    let words = (prop::option::of(text()), prop::option::of(tags()));
    let parts = (words, prop::option::of(category), prop::option::of(importance), base);
    parts.prop_map(|((text, tags), category, importance, base_version)| Amendment {
        text,
        tags,
        category,
        importance,
        base_version,
        ..Amendment::default()
    })
}

fn line() -> impl Strategy<Value = String> {
    (text(), prop::option::of(1..4_u8), scope()).prop_map(|(text, reference, scope)| {
        let reference = reference.map(|number| format!("issue-{number}"));
        serde_json::json!({"text": text, "ref": reference, "scope": scope}).to_string()
    })
}

fn request() -> impl Strategy<Value = RecallRequest> {
    (text(), 1..20_usize, filter()).prop_map(|(question, limit, filter)| RecallRequest {
        question,
        limit,
        filter,
    })
}

fn query() -> impl Strategy<Value = Query> {
    let direction = prop::sample::select(vec![Direction::Ascending, Direction::Descending]);
    let order = (field(), direction).prop_map(|(field, direction)| Order { field, direction });
    (filter(), order, 0..12_usize).prop_map(|(filter, order, limit)| Query {
        filter,
        order,
        after: None,
        limit,
    })
}

fn field() -> impl Strategy<Value = Field> {
    prop::sample::select(Field::every().collect::<Vec<_>>())
}

fn filter() -> impl Strategy<Value = Filter> {
    let text = |name: &'static str| Just(Value::Text(name.to_owned()));
    let value = prop_oneof![
        text("active"),
        text("archived"),
        text("fruit"),
        text("human"),
        text("pinned"),
        text("s1"),
        text("decision"),
        text("issue-1"),
        (0..4_u8).prop_map(|number| Value::Number(f64::from(number) / 2.0)),
        Just(Value::Time("2026-11-20T00:00:00Z".parse().unwrap())),
    ];
    let test = (0..8_u8, value).prop_map(|(which, value)| match which {
        0 => Test::Eq(value),
        1 => Test::Ne(value),
        2 => Test::Gt(value),
        3 => Test::Gte(value),
        4 => Test::Lt(value),
        5 => Test::Lte(value),
        6 => Test::In(vec![value, Value::Text("storage".to_owned())]),
        _ => Test::Nin(vec![value]),
    });
    let condition = (field(), test);
    let filter = prop::collection::vec(condition, 0..2).prop_map(|conditions| {
        let and = |filter: Filter, (field, test)| filter.and(field, test);
        conditions.into_iter().fold(Filter::none(), and)
    });
    prop_oneof![Just(Filter::active()), filter]
}
