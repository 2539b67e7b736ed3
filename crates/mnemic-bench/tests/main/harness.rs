//! A folder of its own for each test, and the real binary in it.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// The binary in a folder that goes away with it.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The vault that `mnemic` uses when nobody names another.
    pub fn vault(&self) -> PathBuf {
        self.beside("vault")
    }

    /// A file of the folder.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The `mnemic` that is measured.
    pub fn mnemic(&self) -> PathBuf {
        let path = Path::new(env!("CARGO_BIN_EXE_mnemic-bench")).with_file_name("mnemic");
        assert!(path.is_file(), "there is no {}: cargo test --workspace builds it", path.display());
        path
    }

    /// Runs a benchmark that is to succeed; what it printed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", story(arguments, &output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a benchmark that is to succeed; its figures.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let text = self.ok(&[arguments, &["--json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Runs a benchmark that is to fail, through no fault of ours; what it complained of.
    pub fn fails(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{}", story(arguments, &output));
        String::from_utf8(output.stderr).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_mnemic-bench"))
            .current_dir(self.folder.path())
            .env_remove("MNEMIC_MODELS")
            .env_remove("MNEMIC_OFFLINE")
            .env_remove("MNEMIC_NOW")
            .env_remove("XDG_CACHE_HOME")
            .env("MNEMIC_HOME", self.vault())
            .env("HOME", self.folder.path())
            .env("TZ", "UTC")
            .stdin(Stdio::null())
            .args(arguments)
            .output()
            .unwrap()
    }
}

fn story(arguments: &[&str], Output { status, stdout, stderr }: &Output) -> String {
    let (stdout, stderr) = (String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr));
    format!("mnemic-bench {}\n{status}\n{stdout}\n{stderr}", arguments.join(" "))
}
