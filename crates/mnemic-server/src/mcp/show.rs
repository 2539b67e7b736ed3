//! `memory_show`: the whole of one memory, on request with all its former states.

use serde_json::json;

use super::{
    Call,
    failure::Failure,
    recall::TOKENS,
    reply::{Reply, Room, about, paragraph, program},
};

impl Call<'_> {
    pub(super) async fn show(self) -> Result<Reply, Failure> {
        let reference = self.reference()?;
        let past = self.engine.history(&self.service.caller, &reference).await?;
        let Some(present) = past.last() else {
            return Err(mnemic::Error::NotFound(reference).into());
        };
        let memory = &present.memory;
        let mut room = Room::of(self.arguments.count("max_tokens").unwrap_or(TOKENS));
        let text = room.take(&memory.text_with_fields()).unwrap_or_default();
        let status = memory.status.name();
        let nature = format!("  ({}, {status}, version {})", about(memory), memory.version);
        let mut lines = vec![paragraph(memory, &text), nature];
        let mut versions = Vec::new();
        if self.arguments.flag("history") {
            for past in past.iter().rev().skip(1) {
                let Some(text) = room.take(&past.memory.text) else { break };
                lines.push(format!("version {}: {}", past.version, text.replace('\n', "\n  ")));
                versions.push(json!({"version": past.version, "text": text}));
            }
        }
        let mut structured = program(memory, &text);
        structured["status"] = status.into();
        structured["version"] = memory.version.into();
        structured["versions"] = versions.into();
        Ok(Reply { text: lines.join("\n"), structured })
    }
}
