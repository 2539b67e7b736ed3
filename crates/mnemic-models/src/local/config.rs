//! What `config.json` and its companions say about a model, as far as it matters here.

use serde::{Deserialize, Serialize};

/// The shape of a BERT-type model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Config {
    pub model_type: String,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    pub vocab_size: usize,
    pub max_position_embeddings: usize,
    #[serde(default = "Config::default_layer_norm_eps")]
    pub layer_norm_eps: f32,
    #[serde(default = "Config::default_hidden_act")]
    hidden_act: String,
    #[serde(default = "Config::default_position_embedding_type")]
    position_embedding_type: String,
}

impl Config {
    /// Reads the file's text; the error says what this program does not know how to run.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let config: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let expectations = [
            (config.model_type == "bert", "it is not a BERT model"),
            (config.hidden_act == "gelu", "its activation is not `gelu`"),
            (config.position_embedding_type == "absolute", "its positions are not absolute"),
            (config.hidden_size > 0, "its vectors have no numbers"),
            (config.num_attention_heads > 0, "it has no attention heads"),
            (config.max_position_embeddings > 2, "it takes no text"),
            (
                config.num_attention_heads > 0
                    && config.hidden_size.is_multiple_of(config.num_attention_heads),
                "its heads do not share its vectors evenly",
            ),
        ];
        match expectations.iter().find(|(holds, _)| !holds) {
            Some((_, reason)) => Err((*reason).to_owned()),
            None => Ok(config),
        }
    }

    fn default_layer_norm_eps() -> f32 {
        1e-12
    }

    fn default_hidden_act() -> String {
        "gelu".to_owned()
    }

    fn default_position_embedding_type() -> String {
        "absolute".to_owned()
    }
}

/// How the vectors of a text's pieces become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pooling {
    /// Their mean.
    Mean,
    /// That of the mark at the beginning.
    First,
}

impl Pooling {
    /// Reads `1_Pooling/config.json`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Modes {
            #[serde(default)]
            pooling_mode_cls_token: bool,
            #[serde(default)]
            pooling_mode_mean_tokens: bool,
        }
        let modes: Modes = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match (modes.pooling_mode_mean_tokens, modes.pooling_mode_cls_token) {
            (true, false) => Ok(Self::Mean),
            (false, true) => Ok(Self::First),
            _ => Err("its pooling is neither `mean` nor `cls`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINILM: &str = r#"{"model_type":"bert","hidden_size":384,"num_hidden_layers":6,
        "num_attention_heads":12,"intermediate_size":1536,"vocab_size":30522,
        "max_position_embeddings":512,"layer_norm_eps":1e-12,"hidden_act":"gelu"}"#;

    #[test]
    fn the_shape_of_minilm_is_read() {
        let config = Config::parse(MINILM).unwrap();
        assert_eq!((config.hidden_size, config.num_hidden_layers), (384, 6));
    }

    #[test]
    fn what_cannot_be_run_is_refused_with_its_reason() {
        let table = [
            ("\"bert\"", "\"llama\"", "it is not a BERT model"),
            ("\"gelu\"", "\"silu\"", "its activation is not `gelu`"),
            ("384", "0", "its vectors have no numbers"),
            ("384", "385", "its heads do not share its vectors evenly"),
            ("12,\"inter", "0,\"inter", "it has no attention heads"),
            ("512", "2", "it takes no text"),
        ];
        for (from, to, reason) in table {
            assert_eq!(Config::parse(&MINILM.replacen(from, to, 1)).unwrap_err(), reason);
        }
        assert!(Config::parse("{}").is_err());
        assert!(Config::parse("not JSON").is_err());
    }

    #[test]
    fn pooling_is_mean_or_first() {
        let parse = |mean, first| {
            Pooling::parse(&format!(
                r#"{{"pooling_mode_mean_tokens":{mean},"pooling_mode_cls_token":{first}}}"#
            ))
        };
        assert_eq!(parse(true, false), Ok(Pooling::Mean));
        assert_eq!(parse(false, true), Ok(Pooling::First));
        assert!(parse(true, true).is_err());
        assert!(parse(false, false).is_err());
    }
}
