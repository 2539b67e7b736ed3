//! Kinds of another version: treated as notes, but for their category.

use super::{Kind, Residence};
use crate::journal::event::Act;

pub(super) static KIND: Kind = Kind {
    // Each memory has the name it came with.
    name: "",
    // The journal line was read, so its format is known.
    journal_format: Act::FIRST_FORMAT,
    body: |_| None,
    residence: Residence::WithNotes,
    fields: &[],
    is_categorised: false,
    makes_claims: true,
    is_logged: true,
    is_mutable: true,
    takes_feedback: true,
};
