//! `mnemic remember`

use std::{io::Read, process::ExitCode};

use mnemic::{Draft, Origin, Status, Trust};

use super::{Invocation, explain_low_trust, finish, name, nature};
use crate::{
    arguments::Remember, caller::whole_vault, failure::UserError, json::RememberedJson, output,
};

pub async fn run(session: &Invocation, remember: Remember) -> anyhow::Result<ExitCode> {
    let scope = session.surroundings.scope(remember.scope.as_deref())?;
    let mut draft = Draft::note(scope, text_or_stdin(remember.text)?);
    draft.category = remember.category;
    draft.tags = remember.tags;
    draft.file_paths = remember.files;
    if remember.pin {
        draft.status = Status::Pinned;
    }
    draft.about_user = remember.user;
    draft.importance = remember.importance;
    draft.source.session = remember.session;
    if let Some(agent) = remember.agent {
        draft.source.origin = Origin::Agent;
        draft.source.agent = Some(agent);
        draft.trust = Trust::Medium;
    }
    let engine = session.surroundings.open().await?;
    let remembered = engine.remember(&whole_vault(), draft).await?;
    finish(engine).await;
    if session.json {
        output::json(&RememberedJson::from(&remembered))?;
        return Ok(ExitCode::SUCCESS);
    }
    let said = match (remembered.restored, remembered.duplicate) {
        (true, _) => "It had been forgotten; restored",
        (false, true) => "Already remembered as",
        (false, false) => "Remembered",
    };
    output::line(format!("{said} {} ({})", name(&remembered.memory), nature(&remembered.memory)));
    explain_low_trust(&remembered.memory);
    Ok(ExitCode::SUCCESS)
}

/// The words of a text, or standard input for `-` or nothing.
pub fn text_or_stdin(words: Vec<String>) -> anyhow::Result<String> {
    if !words.is_empty() && words != ["-"] {
        return Ok(words.join(" "));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        UserError::error(
            "standard input is not UTF-8",
            "convert it first, as with `iconv -t UTF-8`",
        )
    })?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}
