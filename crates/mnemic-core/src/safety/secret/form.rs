//! The forms of tokens: a prefix that their provider chose, and what follows it.
//!
//! Lengths are a little wider than providers document, because they change them without a word.

mod chat;
mod cloud;
mod manager;
mod model;
mod payment;
mod product;
mod source;
mod web;

use super::set::Set;

/// The form of a token.
#[derive(Debug)]
pub struct Form {
    /// What it is, for the placeholder.
    pub kind: &'static str,
    /// A run that stands directly before the prefix.
    pub before: Option<Part>,
    /// The prefix, in this case.
    pub prefix: &'static str,
    /// What follows.
    pub rest: &'static [Part],
}

/// A part of a token.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// So many characters of a set.
    Run(Set, usize, usize),
    /// These characters.
    Text(&'static str),
}

use Part::Run;

const fn form(kind: &'static str, prefix: &'static str, rest: &'static [Part]) -> Form {
    Form { kind, before: None, prefix, rest }
}

const fn suffixed(
    kind: &'static str,
    before: Part,
    prefix: &'static str,
    rest: &'static [Part],
) -> Form {
    Form { kind, before: Some(before), prefix, rest }
}

/// A UUID.
const UUID: Part = Run(Set::HexDash, 36, 36);

static GROUPS: [&[Form]; 8] = [
    source::FORMS,
    cloud::FORMS,
    manager::FORMS,
    chat::FORMS,
    payment::FORMS,
    model::FORMS,
    product::FORMS,
    web::FORMS,
];

/// Every form.
pub fn all() -> impl Iterator<Item = &'static Form> {
    GROUPS.iter().flat_map(|forms| forms.iter())
}
