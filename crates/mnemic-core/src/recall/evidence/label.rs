//! What the heading and the tags of a memory tell of it. In a document they stand around it as neighbours do in a
//! session: `Port: 5433` means little without the heading above it.
//!
//! What merely stands beside it under the same heading tells nothing: most documents are lists of unrelated things.

use super::{
    EvidenceKind, Scene,
    passage::{AuthoredText, Likeness, Passage},
};
use crate::{recall::question::Question, record::memory::Memory};

/// As much as what was said just before it. Reasoned, not measured: no set with headings was at hand.
const COUNTS: f64 = 0.9;

/// The heading and the tags of each candidate, as far as it has no session.
pub(super) struct Labels(Vec<Option<Passage>>);

impl Labels {
    pub(super) fn read<'a>(
        memories: impl Iterator<Item = &'a Memory>,
        question: &Question,
        likeness: &mut Likeness<'_>,
    ) -> Self {
        let read = |memory: &Memory| {
            let text = label(memory)?;
            Some(Passage::read(
                &AuthoredText { author: None, text: text.into() },
                question,
                likeness,
            ))
        };
        Self(memories.map(read).collect())
    }
}

impl Scene<'_> {
    /// How much more of the question a memory says with its heading and tags than without.
    pub(super) fn of_labels(&self, place: usize) -> (EvidenceKind, f64) {
        let Some(label) = &self.labels.0[place] else { return (EvidenceKind::Label, 0.0) };
        let passage = &self.passages[place];
        let counts = COUNTS * passage.openness();
        let more = |term: usize| (counts * label.likeness[term] - passage.likeness[term]).max(0.0);
        (EvidenceKind::Label, self.weighted_sum(more))
    }
}

fn label(memory: &Memory) -> Option<String> {
    if memory.source.session.is_some() {
        return None;
    }
    let heading = memory.home.iter().map(|home| home.section.as_str());
    let words: Vec<&str> = heading.chain(memory.tags.iter().map(String::as_str)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
