//! How memories are told of in answers to slash commands.

use mnemic_core::{journal::daily_log::excerpt, record::memory::Memory};

/// `[id:12] ^k7f3q9ab (decision, global)`.
pub(super) fn named(memory: &Memory) -> String {
    format!("{} ({})", name(memory), nature(memory))
}

/// `[id:12] ^k7f3q9ab Chose SQLite (decision, global)`.
pub(super) fn line(memory: &Memory) -> String {
    format!("{} {} ({})", name(memory), excerpt(&memory.text), nature(memory))
}

fn name(memory: &Memory) -> String {
    match memory.number {
        Some(number) => format!("[id:{number}] ^{}", memory.anchor),
        None => format!("^{}", memory.anchor),
    }
}

fn nature(memory: &Memory) -> String {
    let category = memory.category.as_ref().map(|category| category.as_str());
    format!("{}, {}", category.unwrap_or_else(|| memory.kind()), memory.scope)
}
