//! `mnemic update`

use std::process::ExitCode;

use mnemic::{Amendment, Category, Shown};

use super::{Session, answer, finish, remember::text_or_stdin, show::reference};
use crate::{arguments::Update, failure::Told, json::ShownJson, output};

pub async fn run(session: &Session, update: Update) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(update.scope.as_deref())?;
    let reference = reference(&update.memory)?;
    let changes_header =
        update.tags.is_some() || update.category.is_some() || update.importance.is_some();
    let text = match update.text.is_empty() && changes_header {
        true => None,
        false => Some(text_or_stdin(update.text)?),
    };
    let category = update.category.map(|category| category.parse::<Category>()).transpose();
    let category = category
        .map_err(|error| Told::error(error.to_string(), "`mnemic update --help` says more"))?;
    let amendment = Amendment {
        text,
        tags: update.tags,
        category,
        importance: update.importance,
        base_version: update.base_version,
    };
    let engine = session.surroundings.open().await?;
    let memory = engine.update(&reach, &reference, amendment).await?;
    let shown = engine.show(&reach, &memory.id.into()).await.unwrap_or_else(|error| {
        output::aside(format!("warning: updated, but its history cannot be read: {error}"));
        Shown { memory: memory.clone(), versions: Vec::new(), conflicts: Vec::new() }
    });
    finish(engine).await;
    let clashes = !shown.conflicts.is_empty();
    if session.json {
        let Shown { memory, versions, conflicts } = &shown;
        output::json(&ShownJson { memory, versions, conflicts })?;
    } else {
        let said = if clashes { "Two changes clash, both are kept:" } else { "Updated" };
        answer(session, said, &memory)?;
    }
    Ok(if clashes { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
