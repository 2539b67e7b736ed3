//! The one choke point before every sink: what a redactor takes out reaches no file, index or journal.

use mnemic_core::{event::Event, memory::Memory};

/// Takes secrets out of text.
pub trait Redactor: Send + Sync {
    /// The text without secrets; the same text when there are none.
    fn redact(&self, text: &str) -> String;
}

/// Takes nothing out.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeepAll;

impl Redactor for KeepAll {
    fn redact(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// Takes secrets out of everything a memory says.
pub(crate) fn memory(redactor: &dyn Redactor, memory: &mut Memory) {
    memory.text = redactor.redact(&memory.text);
    let words = memory.tags.iter_mut().chain(&mut memory.file_paths);
    words.for_each(|word| *word = redactor.redact(word));
    if let Some(author) = &mut memory.source.author {
        *author = redactor.redact(author);
    }
}

/// Takes secrets out of everything events say.
pub(crate) fn events(redactor: &dyn Redactor, events: &mut [Event]) {
    for event in events {
        if let Event::Put(put) = event {
            memory(redactor, &mut put.memory);
        }
    }
}
