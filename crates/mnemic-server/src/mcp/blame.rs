//! `memory_blame`: where a memory came from and what came of using it.

use mnemic::json::{SignalsJson, SourceJson, trust_name};
use serde_json::json;

use super::{
    Call,
    failure::Failure,
    name,
    reply::{Reply, paragraph},
};

impl Call<'_> {
    pub(super) async fn blame(self) -> Result<Reply, Failure> {
        let blame = self.engine.blame(&self.service.caller, &self.reference()?).await?;
        let (memory, source) = (&blame.memory, &blame.memory.source);
        let mut from = vec![format!("from {}", source.origin)];
        for (what, who) in [
            ("author", &source.author),
            ("user", &source.user),
            ("agent", &source.agent),
            ("session", &source.session),
            ("task", &source.task),
        ] {
            from.extend(who.iter().map(|who| format!("{what} {who}")));
        }
        for (what, others) in [
            ("promoted from", &blame.widened_from[..]),
            ("promoted to", blame.widened_to.as_slice()),
        ] {
            let places =
                others.iter().map(|other| format!("{what} {} {}", name(other), other.scope));
            from.extend(places);
        }
        let signals = &memory.signals;
        let text = format!(
            "{}\n  ({}; {} versions; score {}, handed to agents {} times)",
            paragraph(memory, &memory.text),
            from.join(", "),
            blame.past.len(),
            signals.score,
            signals.injections
        );
        let structured = json!({
            "id": memory.number, "source": SourceJson::from(source), "trust": trust_name(memory.trust),
            "versions": blame.past.len(), "signals": SignalsJson::from(signals),
        });
        Ok(Reply { text, structured })
    }
}
