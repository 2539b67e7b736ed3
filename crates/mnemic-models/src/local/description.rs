//! What the small files of a model's folder say: its shape, its vocabulary, and where its weights are.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::port::embedder::EmbedError;
use serde::Deserialize;

use super::config::{Config, Pooling};
use crate::word::Case;

/// All that is known about a model before its weights are read.
#[derive(Debug)]
pub(super) struct Description {
    pub name: String,
    pub config: Config,
    pub pooling: Pooling,
    pub case: Case,
    pub weights: PathBuf,
    pub vocabulary: PathBuf,
}

impl Description {
    pub(super) fn read(folder: &Path) -> Result<Self, EmbedError> {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        if !folder.is_dir() {
            return Err(EmbedError::Missing(name));
        }
        let config_path = folder.join("config.json");
        let config =
            Config::parse(&text(&config_path)?).map_err(|why| unusable(&config_path, why))?;
        let pooling_path = folder.join("1_Pooling/config.json");
        let pooling = match optional(&pooling_path)? {
            Some(text) => Pooling::parse(&text).map_err(|why| unusable(&pooling_path, why))?,
            None => Pooling::Mean,
        };
        let vocabulary = first(folder, &["vocab.txt", "tokenizer.json"])
            .ok_or_else(|| unusable(folder, "it has neither `vocab.txt` nor `tokenizer.json`"))?;
        Ok(Self {
            name,
            config,
            pooling,
            case: case(folder)?,
            weights: weights(folder)?,
            vocabulary,
        })
    }

    /// The tokens in the order of their numbers.
    pub(super) fn tokens(&self) -> Result<Vec<String>, EmbedError> {
        let text = text(&self.vocabulary)?;
        let tokens = if self.vocabulary.extension().is_some_and(|extension| extension == "json") {
            tokens_of_tokenizer(&text).map_err(|why| unusable(&self.vocabulary, why))?
        } else {
            text.lines().map(str::to_owned).collect()
        };
        if tokens.len() > self.config.vocab_size {
            return Err(unusable(&self.vocabulary, "it has more tokens than the model"));
        }
        Ok(tokens)
    }
}

/// A file of the model that cannot be used, and why.
pub(super) fn unusable(path: &Path, reason: impl ToString) -> EmbedError {
    EmbedError::Unusable { path: path.display().to_string(), reason: reason.to_string() }
}

fn weights(folder: &Path) -> Result<PathBuf, EmbedError> {
    if let Some(path) = first(folder, &["model.safetensors", "model.fp16.safetensors"]) {
        return Ok(path);
    }
    let entries = fs::read_dir(folder).map_err(|error| unusable(folder, error))?;
    let mut candidates = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "safetensors"));
    match (candidates.next(), candidates.next()) {
        (Some(path), None) => Ok(path),
        (None, _) => Err(unusable(folder, "it has no `.safetensors` file")),
        _ => Err(unusable(
            folder,
            "it has several `.safetensors` files, and none is `model.safetensors`",
        )),
    }
}

fn first(folder: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

fn text(path: &Path) -> Result<String, EmbedError> {
    fs::read_to_string(path).map_err(|error| unusable(path, error))
}

fn optional(path: &Path) -> Result<Option<String>, EmbedError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(path, error)),
    }
}

/// Whether the model was trained on lower case, which it was unless `tokenizer_config.json` denies it.
fn case(folder: &Path) -> Result<Case, EmbedError> {
    #[derive(Deserialize)]
    struct Settings {
        do_lower_case: Option<bool>,
    }
    let path = folder.join("tokenizer_config.json");
    let Some(text) = optional(&path)? else { return Ok(Case::Folded) };
    let settings: Settings = serde_json::from_str(&text).map_err(|error| unusable(&path, error))?;
    Ok(if settings.do_lower_case == Some(false) { Case::Kept } else { Case::Folded })
}

fn tokens_of_tokenizer(text: &str) -> Result<Vec<String>, String> {
    #[derive(Deserialize)]
    struct Tokenizer {
        model: WordPiece,
    }
    #[derive(Deserialize)]
    struct WordPiece {
        #[serde(rename = "type")]
        kind: Option<String>,
        vocab: std::collections::HashMap<String, usize>,
    }
    let model = serde_json::from_str::<Tokenizer>(text).map_err(|error| error.to_string())?.model;
    if model.kind.is_some_and(|kind| kind != "WordPiece") {
        return Err("its tokens are not WordPiece".to_owned());
    }
    let mut tokens = vec![String::new(); model.vocab.len()];
    for (token, id) in model.vocab {
        *tokens.get_mut(id).ok_or("its tokens are not numbered one by one")? = token;
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_of_a_tokenizer_stand_in_the_order_of_their_numbers() {
        let text = r#"{"model":{"type":"WordPiece","vocab":{"b":1,"a":0,"[UNK]":2}}}"#;
        assert_eq!(tokens_of_tokenizer(text).unwrap(), ["a", "b", "[UNK]"]);
    }

    #[test]
    fn a_tokenizer_of_another_kind_or_with_gaps_is_refused() {
        assert!(tokens_of_tokenizer(r#"{"model":{"type":"BPE","vocab":{"a":0}}}"#).is_err());
        assert!(tokens_of_tokenizer(r#"{"model":{"vocab":{"a":7}}}"#).is_err());
        assert!(tokens_of_tokenizer("[]").is_err());
    }
}
