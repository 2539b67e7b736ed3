//! `session_flush`, `session_compact` and `session_end`: what is worth keeping of a session is kept. The language model is
//! the one that is configured, else the client's own where it offers one, else rules do it.

use mnemic::{FlushBy, Flushed};
use serde_json::json;

use crate::mcp::{
    Call,
    failure::Failure,
    recall::TOKENS,
    reply::{self, Reply},
    sampling::on_behalf_of,
};

impl Call<'_> {
    pub(in crate::mcp) async fn flush_session(self) -> Result<Reply, Failure> {
        let (id, _) = self.session()?;
        let by = match self.arguments.text("reply") {
            Some(reply) => FlushBy::Reply(reply.to_owned()),
            None => FlushBy::Ourselves,
        };
        let progress = self.client.progress();
        progress.report(0, Some(1), "asking what is worth keeping");
        let flushed =
            on_behalf_of(&self.client, self.engine.flush_session(&self.service.caller, &id, by))
                .await;
        progress.report(1, Some(1), "done");
        progress.finish().await;
        Ok(flush_reply(&flushed?))
    }

    pub(in crate::mcp) async fn compact_session(self) -> Result<Reply, Failure> {
        let (id, _) = self.session()?;
        let summary = self.arguments.text("summary").map(str::to_owned);
        let compacting = self.engine.compact_session(&self.service.caller, &id, summary);
        let compacted = on_behalf_of(&self.client, compacting).await?;
        let (summarised_turns, before, after) =
            (compacted.summarised_turns, compacted.tokens_before, compacted.tokens_after);
        let kept = compacted.flushed.memories.len();
        Ok(Reply {
            text: format!(
                "summarised {summarised_turns} turns: about {before} tokens became {after}; {kept} memories were kept before"
            ),
            structured: json!({
                "summarised_turns": summarised_turns, "tokens_before": before, "tokens_after": after, "memories": kept,
                "summary": compacted.summary,
            }),
        })
    }

    pub(in crate::mcp) async fn end_session(self) -> Result<Reply, Failure> {
        let (id, _) = self.session()?;
        let progress = self.client.progress();
        progress.report(0, Some(1), "summing up");
        let ended =
            on_behalf_of(&self.client, self.engine.end_session(&self.service.caller, &id)).await;
        progress.report(1, Some(1), "done");
        progress.finish().await;
        let ended = ended?;
        let failed: Vec<String> =
            ended.failures().map(|(stage, error)| format!("{stage}: {error}")).collect();
        let mut said = vec![format!("session {id} ended, {} remembered", ended.promoted.len())];
        said.extend(failed.iter().map(|failed| format!("failed: {failed}; end it once more")));
        Ok(Reply {
            text: said.join("\n"),
            structured: json!({
                "session": id, "remembered": ended.promoted.len(), "failed": failed,
                "readable": ended.readable,
            }),
        })
    }
}

fn flush_reply(flushed: &Flushed) -> Reply {
    let (mut lines, programs) = reply::memories(&flushed.memories, TOKENS);
    let count = flushed.memories.len();
    lines.insert(
        0,
        match flushed.triggered {
            true => format!("Read {} turns, stored {count} memories", flushed.messages),
            false => "Everything is already flushed.".to_owned(),
        },
    );
    lines.extend(flushed.notes.iter().map(|note| format!("note: {note}")));
    Reply {
        text: lines.join("\n"),
        structured: json!({
            "triggered": flushed.triggered, "memories": programs, "notes": flushed.notes,
        }),
    }
}
