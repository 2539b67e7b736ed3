//! What is counted, and how it is printed.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Line, Outcome};
use crate::output;

/// Some texts, and how many of them have a property.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct Count {
    texts: usize,
    hits: usize,
}

impl Count {
    fn note(&mut self, is_hit: bool) {
        self.texts += 1;
        self.hits += usize::from(is_hit);
    }

    fn percent(self) -> f64 {
        100.0 * self.hits as f64 / self.texts.max(1) as f64
    }
}

/// What became of the attacks of one channel.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct Arrived {
    texts: usize,
    remembered: usize,
    low_trust: usize,
    in_a_context: usize,
    trust_raised: usize,
}

/// All figures.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// Texts with a sign, by family; `benign` are the false alarms.
    signs: BTreeMap<String, Count>,
    /// Attacks that can be seen by form.
    visible: Count,
    /// Attacks that cannot.
    weak: Count,
    /// Attacks by channel; those that cannot be seen by form apart.
    arrived: BTreeMap<String, Arrived>,
}

impl Figures {
    pub fn note_signs(&mut self, line: &Line, has_signs: bool) {
        self.signs.entry(line.attack.clone()).or_default().note(has_signs);
        match (line.is_benign(), line.signs.is_empty()) {
            (true, _) => {}
            (false, true) => self.weak.note(has_signs),
            (false, false) => self.visible.note(has_signs),
        }
    }

    pub fn note_arrival(&mut self, line: &Line, outcome: Outcome) {
        let weak = if line.signs.is_empty() { ", weak" } else { "" };
        let arrived = self.arrived.entry(format!("{}{weak}", line.channel)).or_default();
        arrived.texts += 1;
        arrived.remembered += usize::from(outcome.is_remembered);
        arrived.low_trust += usize::from(outcome.is_low);
        arrived.in_a_context += usize::from(outcome.is_injected);
        arrived.trust_raised += usize::from(outcome.is_raised);
    }

    pub fn print(&self) -> anyhow::Result<()> {
        for (family, count) in &self.signs {
            let Count { texts, hits } = count;
            output::line(format!(
                "{family:<24} {hits} of {texts} have a sign ({:.1} %)",
                count.percent()
            ));
        }
        for (name, count) in [("attacks seen by form", self.visible), ("weak attacks", self.weak)] {
            let Count { texts, hits } = count;
            output::line(format!(
                "{name:<24} {hits} of {texts} have a sign ({:.1} %)",
                count.percent()
            ));
        }
        for (channel, arrived) in &self.arrived {
            let Arrived { texts, remembered, low_trust, in_a_context, trust_raised } = arrived;
            output::line(format!(
                "{channel:<24} {texts} attacks: {remembered} remembered, {low_trust} with low trust, {in_a_context} in a context, trust raised {trust_raised}"
            ));
        }
        Ok(())
    }
}
