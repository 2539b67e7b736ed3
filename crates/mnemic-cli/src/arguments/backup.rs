//! The arguments of `mnemic backup` and `mnemic restore-backup`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write; must not exist [default: a new file in the vault's backups folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How many backups to keep in the backups folder [default: storage.backup.keep_count, 7 unless configured]
    #[arg(long, value_name = "COUNT", conflicts_with = "output", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
}

#[derive(Debug, Args)]
pub struct RestoreBackup {
    /// The backup
    pub file: PathBuf,
    /// Replace an existing vault; keep it beside the new one
    #[arg(long)]
    pub yes: bool,
}
