//! Notes: the header says it all.

use super::{Kind, Residence};
use crate::{journal::event::Act, record::memory::Body};

pub(super) static KIND: Kind = Kind {
    name: "note",
    journal_format: Act::FIRST_FORMAT,
    body: |fields| fields.is_empty().then_some(Body::Note),
    residence: Residence::WithNotes,
    fields: &[],
    is_categorised: true,
    makes_claims: true,
    is_logged: true,
    is_mutable: true,
    takes_feedback: true,
};
