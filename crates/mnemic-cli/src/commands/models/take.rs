//! `mnemic models use`: the vectors are built beside those in use, and only then the configuration says so. Whoever stops
//! it in between has lost nothing and goes on where it stopped.

use std::{path::Path, process::ExitCode};

use mnemic::{
    Engine, Error, Reach,
    config::{self, FILE, Provider, Settings},
};
use serde_json::json;

use super::{super::finish, Session, catalogue};
use crate::{failure::Told, output, surroundings::Surroundings};

/// After so many batches it is counted how many memories still wait.
const BATCHES_PER_STEP: usize = 4;

/// What the configuration is to say.
struct Choice {
    provider: Provider,
    /// `auto` unless it names a model.
    model: String,
}

pub async fn run(session: &Session, name: &str) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    let choice = choose(surroundings, surroundings.open().await?.settings(), name)?;
    let engine = surroundings.open_once(&choice.settings()).await?;
    if let Some(fault) = engine.embedder_fault() {
        return Err(Told::error(fault, hint(choice.provider)));
    }
    let embedded = build(&engine).await?;
    for (key, value) in choice.settings() {
        engine.configure(config::find(key)?, &value).await?;
    }
    let used = engine.status(&Reach::Vault).await?.embedding;
    finish(engine).await;
    if session.json {
        output::json(&json!({
            "provider": choice.provider.name(), "embedder": used.embedder,
            "embedded": embedded, "waiting": used.lag,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(match &used.embedder {
        Some(identity) => format!("{identity} is in use; {embedded} memories were embedded"),
        None => "memories are found by their words alone".to_owned(),
    });
    output::line(format!("embedding.provider is {} ({FILE})", choice.provider));
    Ok(ExitCode::SUCCESS)
}

impl Choice {
    fn settings(&self) -> [(&'static str, String); 2] {
        let provider = self.provider.name().to_owned();
        [("embedding.model", self.model.clone()), ("embedding.provider", provider)]
    }
}

/// A provider, a model of the catalogue, or a folder.
fn choose(surroundings: &Surroundings, now: &Settings, name: &str) -> anyhow::Result<Choice> {
    if let Ok(provider) = name.parse::<Provider>() {
        let kept = now.embedding.model.clone().filter(|_| provider == now.policies.embedder);
        let model = surroundings.model_given().or(kept).unwrap_or_else(|| "auto".to_owned());
        return Ok(Choice { provider, model });
    }
    let entries = catalogue(surroundings)?.list();
    if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
        let provider = if entry.known.is_some() { Provider::Minilm } else { Provider::Local };
        return Ok(Choice { provider, model: name.to_owned() });
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        let folder = folder.canonicalize()?;
        return Ok(Choice { provider: Provider::Local, model: folder.display().to_string() });
    }
    let message = format!("`{name}` is neither a model, nor a provider, nor a folder");
    Err(Told::error(message, "`mnemic models list` names the models there are"))
}

fn hint(provider: Provider) -> &'static str {
    match provider {
        Provider::Minilm => "nothing was changed; `mnemic models fetch minilm` gets it",
        Provider::Openai | Provider::Gemini | Provider::Ollama => {
            "nothing was changed; set the key's variable, and leave `--offline` and MNEMIC_OFFLINE out"
        }
        _ => "nothing was changed; `mnemic models list` says what there is",
    }
}

/// Embeds all that wait; says how many those were.
async fn build(engine: &Engine) -> Result<usize, Error> {
    let step_size = engine.settings().embedding.batch_size * BATCHES_PER_STEP;
    let mut embedded = 0;
    loop {
        let step = engine.embed_pending(step_size).await?;
        embedded += step.done;
        let total = embedded as u64 + step.left;
        output::progress(&format!("{embedded} of {total} memories embedded"));
        if step.done == 0 || step.left == 0 {
            output::progress("");
            return Ok(embedded);
        }
    }
}
