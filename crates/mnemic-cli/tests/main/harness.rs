//! A vault of its own for each test, worked through the real binary.

use std::{
    fs,
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, SystemTime},
};

use mnemic_testing::documents::documents;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The moment it is in every test that does not say otherwise.
pub const NOW: &str = "2026-11-15T10:00:00Z";

/// A vault in a folder that goes away with it.
pub struct Vault {
    folder: TempDir,
}

/// A line of an import: every second one is a note, the others are of the kind that exists only in tests, in each
/// format of blocks.
pub fn line_of_any_kind(number: usize, text: &str) -> Value {
    let mut line = json!({ "ref": format!("r{number}"), "text": text });
    if number % 2 == 1 {
        let forms = ["section", "item", "row", "line", "element"];
        line["kind"] = "specimen".into();
        line["body"] = json!({"form": forms[number / 2 % forms.len()], "site": "By the brook"});
    }
    line
}

impl Vault {
    /// A vault that is made by the first verb.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A vault with the same files.
    pub fn copy(&self) -> Self {
        let copy = Self::new();
        if self.root().exists() {
            copy_folder(&self.root(), &copy.root());
        }
        copy
    }

    /// The vault's folder.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    /// A file of the vault.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// A file beside the vault.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a file of the vault says; nothing when there is none.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Saves a file the way editors do, a while ago: a reader sees the old one or the new one.
    pub fn save(&self, name: &str, content: &str) {
        let beside = self.beside("being-saved");
        fs::write(&beside, content).unwrap();
        came_to_rest(&beside);
        fs::set_permissions(&beside, fs::Permissions::from_mode(0o600)).unwrap();
        fs::rename(beside, self.path(name)).unwrap();
    }

    /// Saves a file in a folder that may be new.
    pub fn save_new(&self, name: &str, content: &str) {
        self.ok(&["init"]);
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        self.save(name, content);
    }

    /// The file of the index.
    pub fn index(&self) -> PathBuf {
        let files = fs::read_dir(self.path("index")).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> = files.filter(|path| is_generation(path)).collect();
        files.sort();
        files.pop().expect("there is an index")
    }

    /// The names and contents of all Markdown files.
    pub fn documents(&self) -> Vec<(PathBuf, String)> {
        documents(&self.root())
    }

    /// Every line of the journal.
    pub fn journal(&self) -> Vec<Value> {
        let mut segments: Vec<PathBuf> = fs::read_dir(self.path("journal"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .collect();
        segments.sort();
        let text: String =
            segments.iter().map(|segment| fs::read_to_string(segment).unwrap()).collect();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The binary, about to work on this vault with nothing of the tester's own environment in sight.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mnemic"));
        self.surround(&mut command);
        command.arg("--vault").arg(self.root()).args(arguments);
        command
    }

    /// Gives a command the surroundings of this vault.
    pub fn surround(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env_remove("MNEMIC_HOME")
            .env_remove("MNEMIC_MODELS")
            .env_remove("MNEMIC_OFFLINE")
            .env_remove("XDG_CACHE_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("CLAUDE_PROJECT_DIR")
            .env_remove("CURSOR_PROJECT_DIR")
            .env_remove("GEMINI_PROJECT_DIR")
            .env_remove("CLAUDE_CONFIG_DIR")
            .env_remove("CODEX_HOME")
            .env_remove("OPENCLAW_STATE_DIR")
            .env_remove("OPENCLAW_CONFIG_PATH")
            .env("HOME", self.folder.path())
            .env("TZ", "UTC")
            .env("MNEMIC_NOW", NOW)
            .stdin(Stdio::null());
    }

    /// Runs a verb.
    pub fn run(&self, arguments: &[&str]) -> Answer {
        Answer::of(&arguments.join(" "), self.command(arguments).output().unwrap())
    }

    /// Runs a verb that is to succeed; what it printed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        self.run(arguments).ok()
    }

    /// Runs a verb that is to succeed; its answer in JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        self.run(&[arguments, &["--json"]].concat()).json()
    }

    /// Runs a verb that may end with 1 because of what it found; its answer in JSON.
    pub fn json_of(&self, arguments: &[&str]) -> Value {
        let answer = self.run(&[arguments, &["--json"]].concat());
        let parsed = serde_json::from_slice(&answer.output.stdout);
        parsed.unwrap_or_else(|error| panic!("{error}: {}", answer.story()))
    }

    /// Runs a verb that is to fail, through no fault of ours; what it complained of.
    pub fn fails(&self, arguments: &[&str]) -> String {
        self.run(arguments).fails()
    }

    /// Imports these lines of JSON.
    pub fn import(&self, lines: &[Value]) -> Value {
        let file = self.write_lines(lines);
        self.json(&["import", "jsonl", file.to_str().unwrap()])
    }

    /// Writes lines of JSON to a file outside the vault.
    pub fn write_lines(&self, lines: &[Value]) -> PathBuf {
        let file = self.beside("lines.jsonl");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&file, text).unwrap();
        file
    }

    /// The commands below a command, as its help lists them.
    pub fn commands(&self, above: &[&str]) -> Vec<String> {
        let help = self.ok(&[above, &["--help"]].concat());
        let Some(listed) = help.split("\nCommands:\n").nth(1) else { return Vec::new() };
        let listed = listed.split("\n\n").next().unwrap().lines();
        let own = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = own.map(|line| line.split_whitespace().next().unwrap().to_owned());
        names.filter(|name| name != "help").collect()
    }

    /// All memories, archived ones too, by number.
    pub fn memories(&self) -> Vec<Value> {
        if !self.root().exists() {
            return Vec::new();
        }
        let arguments =
            ["list", "--scope", "all", "--archived", "--order", "-number", "--limit", "100000"];
        let mut listing = self.json(&arguments);
        match listing["memories"].take() {
            Value::Array(memories) => memories,
            other => panic!("a list of memories is `{other}`"),
        }
    }
}

/// What a verb answered.
pub struct Answer {
    arguments: String,
    /// All of it.
    pub output: Output,
}

impl Answer {
    /// What came of running these arguments.
    pub fn of(arguments: &str, output: Output) -> Self {
        Self { arguments: arguments.to_owned(), output }
    }

    /// What it printed; it succeeded.
    pub fn ok(self) -> String {
        assert!(self.output.status.success(), "{}", self.story());
        String::from_utf8(self.output.stdout).unwrap()
    }

    /// Its answer in JSON; it succeeded.
    pub fn json(self) -> Value {
        let text = self.ok();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Its answer to a question, without the name of its receipt, which is another each time.
    pub fn recalled(self) -> Value {
        without_receipt(self.json())
    }

    /// What it complained of; the failure is the user's, not ours, and says what helps.
    pub fn fails(self) -> String {
        assert_eq!(self.output.status.code(), Some(1), "{}", self.story());
        String::from_utf8(self.output.stderr).unwrap()
    }

    /// What was run and what came of it.
    pub fn story(&self) -> String {
        let Output { status, stdout, stderr } = &self.output;
        let (stdout, stderr) = (String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr));
        format!("mnemic {}\n{status}\n{stdout}\n{stderr}", self.arguments)
    }
}

/// Makes a file one that nobody has written to for a while.
pub fn came_to_rest(file: &Path) {
    let file = fs::OpenOptions::new().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
}

/// A number that the environment sets: the long tests take other seeds and go on for longer.
pub fn number_of(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// An answer to a question without the name of its receipt.
pub fn without_receipt(mut answer: Value) -> Value {
    assert!(answer["receipt"].take().is_string(), "{answer}");
    answer
}

fn is_generation(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name.starts_with("memory-") && name.ends_with(".sqlite")
}

/// Copies a folder with all that is in it to a place where there is none.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::DirBuilder::new().mode(0o700).create(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}
