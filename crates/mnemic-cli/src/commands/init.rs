//! `mnemic init`

use std::process::ExitCode;

use serde_json::json;

use super::{Invocation, finish};
use crate::{arguments::Init, failure::UserError, output, surroundings};

pub async fn run(session: &Invocation, init: Init) -> anyhow::Result<ExitCode> {
    let mut options = mnemic::Options::for_vault(&session.surroundings.vault);
    if let Some(folder) = init.folder {
        options.vault = folder;
    } else if init.project {
        let here = std::env::current_dir()?;
        let root = surroundings::repository(&here);
        let hint = "run it inside a git repository, or name a folder: `mnemic init FOLDER`";
        options.vault =
            root.ok_or_else(|| UserError::error("this is not a repository", hint))?.join(".mnemic");
    }
    options.clock = session.surroundings.clock.clone();
    let engine = mnemic::Engine::open(options).await?;
    let root = engine.root().to_path_buf();
    finish(engine).await;
    if session.json {
        output::json(&json!({ "vault": root }))?;
    } else {
        output::line(format!("The vault is {}", root.display()));
    }
    Ok(ExitCode::SUCCESS)
}
