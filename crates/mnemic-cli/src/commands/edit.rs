//! `mnemic edit`

use std::{path::Path, process::ExitCode};

use anyhow::Context;
use mnemic::Amendment;

use super::{Invocation, answer, finish, show::reference, update};
use crate::{arguments::One, caller::caller, failure::UserError, surroundings};

pub async fn run(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.show(&caller(&reach), &reference(&one.memory)?).await?.memory;
    let name = format!("edit-{}-{}.md", memory.anchor, std::process::id());
    let file = engine.scratch_file(&name, &memory.text)?;
    let text = edited(&file)?;
    let text = text.trim_end_matches(['\n', '\r']);
    if text == memory.text {
        let _ = std::fs::remove_file(&file);
        finish(engine).await;
        return answer(session, "Nothing was changed:", &memory);
    }
    let amendment = Amendment {
        text: Some(text.to_owned()),
        base_version: Some(memory.version),
        ..Amendment::default()
    };
    let updated = engine.update(&caller(&reach), &memory.id.into(), amendment).await;
    let updated =
        updated.with_context(|| format!("what you wrote is kept in `{}`", file.display()))?;
    let _ = std::fs::remove_file(&file);
    update::report_update(session, engine, &reach, updated).await
}

/// What the user made of a file in their editor.
fn edited(file: &Path) -> anyhow::Result<String> {
    let editor = surroundings::editor();
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let hint = "set EDITOR to the editor you use";
    let status =
        std::process::Command::new(program).args(words).arg(file).status().map_err(|error| {
            UserError::error(format!("cannot start the editor `{editor}`: {error}"), hint)
        })?;
    if !status.success() {
        return Err(UserError::error(
            format!("the editor `{editor}` failed"),
            "nothing was changed",
        ));
    }
    std::fs::read_to_string(file).context("cannot read what was edited")
}
