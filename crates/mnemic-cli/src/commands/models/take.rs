//! `mnemic models use`: the vectors are built beside those in use, and only then the configuration says so. Whoever stops
//! it in between has lost nothing and goes on where it stopped.

use std::{path::Path, process::ExitCode};

use mnemic::{
    Engine, Error, ProviderFault,
    config::{self, FILE, Provider, Settings},
};
use serde_json::json;

use super::{super::finish, Invocation, catalogue};
use crate::{caller::whole_vault, failure::UserError, output, surroundings::Surroundings};

/// After so many batches it is counted how many memories still wait.
const BATCHES_PER_STEP: usize = 4;

/// What the configuration is to say.
struct Choice {
    provider: Provider,
    /// `auto` unless it names a model.
    model: String,
    /// What else the command line says about embedders, and what was found out.
    besides: Vec<(&'static str, String)>,
}

pub async fn run(session: &Invocation, name: &str) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    let mut choice = choose(surroundings, surroundings.open().await?.settings(), name)?;
    let mut engine = surroundings.open_once(&choice.settings()).await?;
    let refuse = |fault: ProviderFault| UserError::error(fault.to_string(), hint(choice.provider));
    if let Some(fault @ ProviderFault::NotAgreed { .. }) = engine.embedder_fault() {
        return Err(refuse(fault.clone()));
    }
    if let Some(count) = surroundings.sources().measure(engine.settings()).await.map_err(refuse)? {
        choice.besides.push(("embedding.dimensions", count.to_string()));
        engine = surroundings.open_once(&choice.settings()).await?;
    }
    let user_error = |fault: String| UserError::error(fault, hint(choice.provider));
    if let Some(fault) = engine.embedder_fault() {
        return Err(user_error(fault.to_string()));
    }
    engine.try_embedder().await.map_err(|error| user_error(error.to_string()))?;
    engine.forget_refusals().await?;
    let embedded = build(&engine).await?;
    for (key, value) in choice.settings() {
        engine.configure(&whole_vault(), config::find(key)?, &value).await?;
    }
    let written = surroundings.open_anyway().await?;
    for (key, value) in choice.settings() {
        surroundings.consent.agree_to_typed(&written, config::find(key)?, &value)?;
    }
    let used = engine.status(&whole_vault()).await?.embedding;
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
    for (key, value) in choice.settings() {
        output::line(format!("{key} is {value} ({FILE})"));
    }
    output::aside(
        "running servers, such as `mnemic mcp`, keep the old model until you restart them",
    );
    Ok(ExitCode::SUCCESS)
}

impl Choice {
    /// The provider last: until it is written, nothing of the rest is used.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let provider = self.provider.name().to_owned();
        let chosen = [("embedding.model", self.model.clone()), ("embedding.provider", provider)];
        self.besides.iter().cloned().chain(chosen).collect()
    }
}

/// What the command line says about embedders beside which one.
fn besides(surroundings: &Surroundings) -> Vec<(&'static str, String)> {
    let given = surroundings.given().filter(|(key, _)| key.starts_with("embedding."));
    let given = given.filter(|(key, _)| !["embedding.provider", "embedding.model"].contains(key));
    given.map(|(key, value)| (key, value.to_owned())).collect()
}

/// The model that was configured, where it may be meant for this provider: for the one in use, or where none is in use
/// that has a model, for the one that comes.
fn kept(now: &Settings, provider: Provider) -> Option<String> {
    let model = now.embedding.model.clone()?;
    let present = now.policies.embedder;
    let has_model = !matches!(present, Provider::Auto | Provider::None | Provider::Static);
    let takes_names = !matches!(provider, Provider::Minilm | Provider::Auto);
    (provider == present || (!has_model && takes_names)).then_some(model)
}

/// A provider, a model of the catalogue, or a folder.
fn choose(surroundings: &Surroundings, now: &Settings, name: &str) -> anyhow::Result<Choice> {
    let mut besides = besides(surroundings);
    if let Ok(provider) = name.parse::<Provider>() {
        let kept = kept(now, provider);
        let given = surroundings.given().filter(|(key, _)| *key == "embedding.model").last();
        let given = given.map(|(_, model)| model.to_owned());
        let model = given.or(kept).unwrap_or_else(|| "auto".to_owned());
        let is_measured = besides.iter().any(|(key, _)| *key == "embedding.dimensions");
        if !is_measured && is_another(now, provider, &model) {
            besides.push(("embedding.dimensions", "0".to_owned()));
        }
        return Ok(Choice { provider, model, besides });
    }
    let entries = catalogue(surroundings)?.list();
    if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
        let provider = if entry.known.is_some() { Provider::Minilm } else { Provider::Local };
        return Ok(Choice { provider, model: name.to_owned(), besides });
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        let folder = folder.canonicalize()?;
        let model = folder.display().to_string();
        return Ok(Choice { provider: Provider::Local, model, besides });
    }
    let message = format!("`{name}` is neither a model, nor a provider, nor a folder");
    Err(UserError::error(message, "`mnemic models list` names the models there are"))
}

/// Whether the length that is configured is that of another model of a provider, which was in use.
fn is_another(now: &Settings, provider: Provider, model: &str) -> bool {
    let present = now.policies.embedder;
    let has_length = matches!(present, Provider::Openai | Provider::Gemini | Provider::Ollama);
    let former = now.embedding.model.as_deref().unwrap_or("auto");
    has_length && now.embedding.dimensions > 0 && (present != provider || former != model)
}

fn hint(provider: Provider) -> &'static str {
    match provider {
        Provider::Auto | Provider::Minilm => {
            "nothing was changed; `mnemic models fetch minilm` gets it"
        }
        Provider::Openai | Provider::Gemini | Provider::Ollama => {
            "nothing was changed; check embedding.url, embedding.model, embedding.dimensions and the key's variable, and that neither `--offline` nor MNEMIC_OFFLINE is set"
        }
        _ => "nothing was changed; `mnemic models list` lists models",
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
