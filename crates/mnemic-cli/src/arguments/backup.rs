//! What `mnemic backup` and `mnemic restore-backup` are told.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write; one that is there is not replaced [default: a new one in the vault's backups folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How many backups to keep in the vault's backups folder [default: what storage.backup.keep_count says, 7 unless configured]
    #[arg(long, value_name = "COUNT", conflicts_with = "output", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
}

#[derive(Debug, Args)]
pub struct RestoreBackup {
    /// The backup
    pub file: PathBuf,
    /// Do it even if there is a vault: the present one is put aside
    #[arg(long)]
    pub yes: bool,
}
