//! Where the `mnemic` binary is: cargo puts it beside this one, unless the command line names another.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::failure::user_error;

/// The `mnemic` binary that benchmarks start.
#[derive(Clone)]
pub struct Program {
    named: Option<PathBuf>,
}

impl Program {
    pub fn new(named: Option<PathBuf>) -> Self {
        Self { named }
    }

    /// The binary, which is there.
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        let own = std::env::current_exe().context("cannot tell where this program is")?;
        let path = self.named.clone().unwrap_or_else(|| beside(&own));
        if path.is_file() {
            return Ok(path);
        }
        let message = format!("there is no `mnemic` at `{}`", path.display());
        let build = build_command(&own);
        Err(user_error(message, format!("build it with `{build}`, or name it with `--mnemic`")))
    }
}

fn beside(own: &Path) -> PathBuf {
    own.with_file_name(format!("mnemic{}", std::env::consts::EXE_SUFFIX))
}

/// What builds `mnemic` into the folder of this binary. Cargo names that folder after the profile.
fn build_command(own: &Path) -> String {
    let folder = own.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    match folder {
        None | Some("debug") => "cargo build -p mnemic-cli".to_owned(),
        Some("release") => "cargo build --release -p mnemic-cli".to_owned(),
        Some(profile) => format!("cargo build --profile {profile} -p mnemic-cli"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemic_is_built_with_the_profile_of_the_benchmark() {
        for (own, command) in [
            ("target/debug/mnemic-bench", "cargo build -p mnemic-cli"),
            ("target/release/mnemic-bench", "cargo build --release -p mnemic-cli"),
            ("target/lean/mnemic-bench", "cargo build --profile lean -p mnemic-cli"),
        ] {
            assert_eq!(build_command(Path::new(own)), command, "{own}");
        }
    }
}
