//! Kinds of another version: treated as notes, but for their category.

use super::{Kind, Lies};
use crate::journal::event::Act;

pub(super) static KIND: Kind = Kind {
    // Each memory has the name it came with.
    name: "",
    // It was read, so whoever wrote it wrote a format that this version knows.
    journal_format: Act::FIRST_FORMAT,
    body: |_| None,
    lies: Lies::WithNotes,
    fields: &[],
    is_categorised: false,
    makes_claims: true,
    is_logged: true,
    is_mutable: true,
    takes_feedback: true,
};
