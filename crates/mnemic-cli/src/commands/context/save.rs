//! `mnemic context save`

use std::process::ExitCode;

use mnemic::AgentContext;
use serde_json::json;

use super::super::{Invocation, finish, session::text_of};
use crate::{arguments::SaveContext, caller::whole_vault, failure::UserError, output};

pub async fn run(session: &Invocation, save: &SaveContext) -> anyhow::Result<ExitCode> {
    let context = read(&text_of(&save.file)?)?;
    let engine = session.surroundings.open().await?;
    let saved = engine.save_context(&whole_vault(), &context).await?;
    finish(engine).await;
    if session.json {
        output::json(&json!({
            "session": saved.session, "started": saved.started, "added": saved.added,
        }))?;
    } else {
        let begun = if saved.started { ", which was begun" } else { "" };
        let (id, added) = (&saved.session, saved.added);
        output::line(format!("Saved the context of session {id}{begun}; {added} turns added"));
    }
    Ok(ExitCode::SUCCESS)
}

fn read(text: &str) -> anyhow::Result<AgentContext> {
    serde_json::from_str(text).map_err(|error| {
        UserError::error(
            format!("the input is not an agent's context: {error}"),
            "nothing was changed; give what `mnemic context load --json` answers, or {\"agent_id\": \"…\", \"session_id\": \"…\", …}",
        )
    })
}
