//! `mnemic flush`

use std::process::ExitCode;

use mnemic::{FlushBy, Flushed, Memory, json::MemoryJson};
use serde_json::{Value, json};

use super::{Invocation, finish, finish_reading, name, nature, session as sessions};
use crate::{arguments::Flush, caller::whole_vault, output};

pub async fn run(session: &Invocation, flush: Flush) -> anyhow::Result<ExitCode> {
    let id = sessions::id(&flush.session)?;
    let engine = session.surroundings.open().await?;
    if flush.prompt {
        let prompt = engine.flush_prompt(&whole_vault(), &id).await?;
        finish_reading(engine).await;
        if session.json {
            output::json(&json!({ "session": id, "prompt": prompt }))?;
        } else {
            output::line(prompt.as_deref().unwrap_or("Everything is already flushed"));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let by = match &flush.reply {
        Some(file) => FlushBy::Reply(sessions::text_of(file)?),
        None => FlushBy::Ourselves,
    };
    let flushed = engine.flush_session(&whole_vault(), &id, by).await?;
    finish(engine).await;
    if session.json {
        output::json(&self::json(&flushed))?;
    } else if flushed.triggered {
        let count = flushed.memories.len();
        output::line(format!("Read {} turns, stored {count} memories", flushed.messages));
        flushed.memories.iter().map(line).for_each(output::line);
    } else {
        output::line("Everything is already flushed");
    }
    for note in &flushed.notes {
        output::aside(format!("note: {note}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// What came of a flush, in JSON.
pub fn json(flushed: &Flushed) -> Value {
    json!({
        "triggered": flushed.triggered, "messages": flushed.messages,
        "memories_preserved": flushed.memories.len(), "memories": MemoryJson::all(&flushed.memories),
        "notes": flushed.notes,
    })
}

fn line(memory: &Memory) -> String {
    format!("{} {} ({})", name(memory), mnemic::excerpt(&memory.text), nature(memory))
}
