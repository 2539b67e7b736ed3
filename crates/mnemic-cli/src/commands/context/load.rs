//! `mnemic context load`

use std::process::ExitCode;

use mnemic::{AgentContext, Slug, token::Estimator};

use super::super::{Invocation, finish_reading, session as sessions};
use crate::{arguments::LoadContext, caller::whole_vault, failure::UserError, output};

pub async fn run(session: &Invocation, load: LoadContext) -> anyhow::Result<ExitCode> {
    let tokens = load.tokens;
    let load = mnemic::LoadContext {
        agent: agent(&load.agent)?,
        user: load.user,
        scope: session.surroundings.scope(load.scope.as_deref())?,
        session: load.session.as_deref().map(sessions::id).transpose()?,
    };
    let engine = session.surroundings.open().await?;
    let context = engine.load_context(&whole_vault(), &load).await?;
    if session.json {
        output::json(&context)?;
    } else {
        show(&context, tokens);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

fn agent(text: &str) -> anyhow::Result<Slug> {
    text.parse().map_err(|_| {
        UserError::error(
            format!("`{text}` is not an agent's name"),
            "use 1 to 80 of the characters a-z 0-9 . _ -, not starting or ending with a dot",
        )
    })
}

fn show(context: &AgentContext, tokens: usize) {
    output::raw(context.summary().as_bytes());
    let working = context.working_memory.to_prompt_context(tokens, &Estimator);
    if !working.is_empty() {
        output::line(format!("\n{working}"));
    }
    for document in &context.documents {
        let chars = document.text.chars().count();
        output::aside(format!("{}: {chars} characters; `--json` prints them", document.path));
    }
}
