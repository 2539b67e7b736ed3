//! `mnemic update`

use std::process::ExitCode;

use mnemic::{Amendment, Category, Engine, Memory, Reach, Shown, UpdateOutcome, Updated};

use super::{Invocation, answer, finish, name, remember::text_or_stdin, show::reference};
use crate::{
    arguments::Update,
    caller::caller,
    failure::UserError,
    json::{ShownJson, UpdatedJson},
    output,
};

pub async fn run(session: &Invocation, update: Update) -> anyhow::Result<ExitCode> {
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
        .map_err(|error| UserError::error(error.to_string(), "`mnemic update --help` says more"))?;
    let amendment = Amendment {
        text,
        tags: update.tags,
        category,
        importance: update.importance,
        base_version: update.base_version,
        ..Amendment::default()
    };
    let engine = session.surroundings.open().await?;
    let updated = engine.update(&caller(&reach), &reference, amendment).await?;
    report_update(session, engine, &reach, updated).await
}

/// Says what became of a change and closes the vault. A change that is not in force is a failure.
pub(super) async fn report_update(
    session: &Invocation,
    engine: Engine,
    reach: &Reach,
    updated: Updated,
) -> anyhow::Result<ExitCode> {
    let Updated { memory, outcome } = updated;
    let shown = engine.show(&caller(reach), &memory.id.into()).await.unwrap_or_else(|error| {
        output::aside(format!("warning: updated, but its history cannot be read: {error}"));
        Shown { memory: memory.clone(), versions: Vec::new(), conflicts: Vec::new() }
    });
    finish(engine).await;
    if session.json {
        output::json(&UpdatedJson::new(ShownJson::from(&shown), outcome))?;
    } else {
        describe(session, &memory, outcome, &shown)?;
    }
    Ok(match outcome {
        UpdateOutcome::Applied | UpdateOutcome::Merged => ExitCode::SUCCESS,
        UpdateOutcome::Overruled { .. } => ExitCode::FAILURE,
    })
}

fn describe(
    session: &Invocation,
    memory: &Memory,
    outcome: UpdateOutcome,
    shown: &Shown,
) -> anyhow::Result<()> {
    let said = match outcome {
        UpdateOutcome::Applied => "Updated",
        UpdateOutcome::Merged => "Updated, and merged with a change made in between:",
        UpdateOutcome::Overruled { version } => {
            describe_overruled(memory, version, shown);
            return Ok(());
        }
    };
    answer(session, said, memory)?;
    Ok(())
}

fn describe_overruled(memory: &Memory, version: u32, shown: &Shown) {
    let yours = shown.versions.iter().find(|it| it.version == version);
    output::line(format!(
        "Not updated: {} changed in the meantime and your change conflicts with it. Mnemic kept both.",
        name(memory)
    ));
    output::line(format!("\nCurrent:\n{}", memory.text));
    if let Some(yours) = yours {
        output::line(format!("\nYours (version {version}):\n{}", yours.memory.text));
    }
    let reference = memory.number.map_or_else(|| memory.anchor.to_string(), |it| it.to_string());
    output::line(format!(
        "\n`mnemic show {reference} --history` shows both; `mnemic update {reference}` with the right text resolves it."
    ));
}
