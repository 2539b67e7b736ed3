//! `mnemic install` and `mnemic uninstall`: clients' files in a home of the test's own.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

const CLIENTS: [&str; 6] = ["claude-code", "codex", "cursor", "gemini", "opencode", "openclaw"];

/// A home and a project, and the program as someone there calls it.
struct Place {
    vault: Vault,
}

impl Place {
    fn new() -> Self {
        let place = Self { vault: Vault::new() };
        fs::create_dir_all(place.home("project/.git")).unwrap();
        place
    }

    fn home(&self, name: &str) -> PathBuf {
        self.vault.beside(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mnemic"));
        self.vault.surround(&mut command);
        command.current_dir(self.home("project")).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Answer {
        Answer::of(&arguments.join(" "), self.command(arguments).output().unwrap())
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.home(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.home(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Every file and folder there is.
    fn all(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        collect(&self.home(""), &mut found);
        found
    }
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.insert(path.clone(), None);
            collect(&path, found);
        } else {
            found.insert(path.clone(), Some(fs::read(&path).unwrap()));
        }
    }
}

const CLAUDE_SETTINGS: &str = "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] }\n    ]\n  }\n}\n";

#[test]
fn every_client_gets_its_server_and_its_hooks_where_it_looks_for_them() {
    let place = Place::new();
    for client in CLIENTS {
        place.run(&["install", client, "--command", "mnemic"]).ok();
    }
    let server = json!({ "command": "mnemic", "args": ["mcp"] });
    assert_eq!(place.json(".claude.json")["mcpServers"]["mnemic"]["args"], json!(["mcp"]));
    assert_eq!(place.json(".cursor/mcp.json")["mcpServers"]["mnemic"], server);
    assert_eq!(place.json(".gemini/settings.json")["mcpServers"]["mnemic"], server);
    assert_eq!(place.json(".openclaw/openclaw.json")["mcp"]["servers"]["mnemic"], server);
    let opencode = &place.json(".config/opencode/opencode.json")["mcp"]["mnemic"];
    assert_eq!(opencode["command"], json!(["mnemic", "mcp"]));
    assert!(
        place.read(".codex/config.toml").contains("[mcp_servers.mnemic]\ncommand = \"mnemic\"")
    );
    for (file, event, client) in [
        (".claude/settings.json", "UserPromptSubmit", "claude-code"),
        (".codex/hooks.json", "SessionStart", "codex"),
        (".gemini/settings.json", "BeforeAgent", "gemini"),
        (".gemini/settings.json", "AfterAgent", "gemini"),
    ] {
        let hook = place.json(file)["hooks"][event][0]["hooks"][0]["command"].clone();
        assert_eq!(hook, format!("mnemic hook {event} --client {client}"));
    }
    let cursor = place.json(".cursor/hooks.json");
    assert_eq!(cursor["version"], 1);
    assert_eq!(cursor["hooks"]["stop"][0]["command"], "mnemic hook stop --client cursor");
    let mode = fs::metadata(place.home(".claude.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn what_was_installed_goes_without_a_trace() {
    let place = Place::new();
    place.write(
        ".claude.json",
        "{\"numStartups\":3,\"mcpServers\":{\"other\":{\"command\":\"x\"}}}",
    );
    place.write(".claude/settings.json", CLAUDE_SETTINGS);
    place.write(".claude/CLAUDE.md", "# Mine");
    place.write(".codex/config.toml", "model = \"gpt-5\"   # mine\n\n[features]\nhooks=true\n");
    place.write(".gemini/settings.json", "{\n\t// mine\n\t\"theme\": \"dark\",\n}\n");
    place.write(".openclaw/openclaw.json", "{ agents: { defaults: { workspace: '~/w' } }, }\n");
    let before = place.all();
    for level in [&[][..], &["--project"]] {
        for client in CLIENTS.iter().filter(|it| level.is_empty() || **it != "openclaw") {
            let instructions: &[&str] = match *client {
                "cursor" if level.is_empty() => &[],
                _ => &["--instructions"],
            };
            let install = [&["install", client], level, instructions].concat();
            place.run(&install).ok();
            let once = place.all();
            assert!(place.run(&install).ok().contains("nothing to change"), "{client}");
            assert_eq!(place.all(), once, "{client} {level:?}");
            place.run(&[&["install", client, "--check"], level].concat()).ok();
            let gone = [&["uninstall", client, "--check"], level].concat();
            assert_eq!(place.run(&gone).output.status.code(), Some(1), "{client}");
            place.run(&[&["uninstall", client], level].concat()).ok();
            place.run(&gone).ok();
            let check = place.run(&[&["install", client, "--check"], level].concat());
            assert_eq!(check.output.status.code(), Some(1), "{client}");
        }
    }
    assert_eq!(place.all(), before);
}

#[test]
fn a_start_from_before_does_not_come_back() {
    let place = Place::new();
    let before = place.all();
    for level in [&[][..], &["--project"]] {
        for client in CLIENTS.iter().filter(|it| level.is_empty() || **it != "openclaw") {
            for program in ["/old/mnemic", "/new/mnemic"] {
                place.run(&[&["install", client, "--command", program], level].concat()).ok();
            }
            place.run(&[&["uninstall", client], level].concat()).ok();
            assert_eq!(place.all(), before, "{client} {level:?}");
        }
    }
}

#[test]
fn files_are_as_they_were_however_mnemic_was_started() {
    let place = Place::new();
    place.write(
        ".claude.json",
        "{\"numStartups\":3, \"mcpServers\":{ \"other\":{\"command\":\"x\"} }}",
    );
    place.write(".claude/settings.json", "{\"hooks\" : {\"Stop\":[ ]},\t\"model\":\"opus\"}");
    place.write(".codex/config.toml", "model = \"gpt-5\"   # mine\n\n[features]\nhooks=true");
    place.write(".codex/hooks.json", "{ }");
    let before = place.all();
    for start in [&["--vault", "elsewhere", "install"][..], &["install", "--command", "mnemic"]] {
        for client in ["claude-code", "codex"] {
            place.run(&[start, &[client]].concat()).ok();
            place.run(&["uninstall", client]).ok();
            assert_eq!(place.all(), before, "{client} {start:?}");
        }
    }
}

#[test]
fn no_copy_is_left_of_a_file_that_its_client_wrote_meanwhile() {
    let place = Place::new();
    place.write(".claude.json", "{\n  \"numStartups\": 3,\n  \"mcpServers\": {}\n}\n");
    place.write(".claude/settings.json", "{}");
    let before = place.all();
    place.run(&["install", "claude-code"]).ok();
    assert!(place.home(".claude.json.before-mnemic").exists());
    let state = place.read(".claude.json").replace("\"numStartups\": 3", "\"numStartups\": 4");
    place.write(".claude.json", &state);
    place.run(&["uninstall", "claude-code"]).ok();
    let left = json!({ "numStartups": 4, "mcpServers": {} });
    assert_eq!(place.json(".claude.json"), left);
    assert!(place.all().keys().eq(before.keys()), "{:?}", place.all().keys());
}

#[test]
fn a_copy_is_removed_when_someone_took_the_entry_out_by_hand() {
    let place = Place::new();
    place.write(".cursor/mcp.json", "{\"a\": 1}");
    place.run(&["install", "cursor"]).ok();
    place.write(".cursor/mcp.json", "{\"a\": 2}");
    let copy = place.home(".cursor/mcp.json.before-mnemic");
    let would = place.run(&["uninstall", "cursor", "--dry-run"]).ok();
    assert!(would.contains(&format!("{} would be removed", copy.display())), "{would}");
    let output = place.run(&["uninstall", "cursor"]).ok();
    assert!(output.contains(&format!("removed {}", copy.display())), "{output}");
    assert!(!copy.exists() && !place.home(".cursor/hooks.json").exists());
    assert_eq!(place.read(".cursor/mcp.json"), "{\"a\": 2}");
    place.run(&["uninstall", "cursor", "--check"]).ok();
}

#[test]
fn folders_that_were_there_stay_and_those_that_were_made_go() {
    let place = Place::new();
    let plugin = place.home("plugins/mine");
    let folders = [".cursor", ".config", ".openclaw/workspace", "project/.codex", "plugins"];
    for made in [&[][..], &folders] {
        for folder in made {
            fs::create_dir_all(place.home(folder)).unwrap();
        }
        let before = place.all();
        for arguments in [
            &["cursor"][..],
            &["opencode", "--instructions"],
            &["openclaw", "--instructions"],
            &["codex", "--project"],
            &["claude-code", "--plugin", plugin.to_str().unwrap()],
        ] {
            place.run(&[&["install"], arguments].concat()).ok();
            let arguments = arguments.iter().copied().filter(|it| *it != "--instructions");
            place.run(&["uninstall"].into_iter().chain(arguments).collect::<Vec<_>>()).ok();
            assert_eq!(place.all(), before);
        }
    }
    fs::create_dir_all(place.home(".gemini")).unwrap();
    place.run(&["install", "gemini"]).ok();
    place.write(".gemini/notes.md", "mine");
    place.run(&["uninstall", "gemini"]).ok();
    let left: Vec<_> = fs::read_dir(place.home(".gemini")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn instructions_stay_while_another_client_reads_them() {
    let place = Place::new();
    place.write("project/AGENTS.md", "# Ours");
    let before = place.all();
    for client in ["codex", "cursor"] {
        place.run(&["install", client, "--project", "--instructions"]).ok();
    }
    place.run(&["uninstall", "codex", "--project"]).ok();
    assert!(place.read("project/AGENTS.md").contains("memory_query"));
    assert!(!place.home("project/.codex").exists());
    place.run(&["uninstall", "codex", "--project", "--check"]).ok();
    place.run(&["uninstall", "cursor", "--project"]).ok();
    assert_eq!(place.all(), before);
}

#[test]
fn a_hook_that_someone_adds_to_ours_stays_when_ours_goes() {
    let place = Place::new();
    place.run(&["install", "claude-code", "--command", "/old/mnemic"]).ok();
    let mut settings = place.json(".claude/settings.json");
    let group = settings["hooks"]["Stop"][0]["hooks"].as_array_mut().unwrap();
    group.push(json!({ "type": "command", "command": "say done" }));
    place.write(".claude/settings.json", &settings.to_string());
    place.run(&["install", "claude-code", "--command", "/new/mnemic"]).ok();
    let stop = place.json(".claude/settings.json")["hooks"]["Stop"].to_string();
    assert_eq!(stop.matches("hook Stop --client").count(), 1, "{stop}");
    place.run(&["uninstall", "claude-code"]).ok();
    let left = place.json(".claude/settings.json");
    let kept = json!({ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] } });
    assert_eq!(left, kept);
    assert!(!place.home(".claude/settings.json.before-mnemic").exists());
}

#[test]
fn others_entries_stay_and_so_does_what_someone_writes_afterwards() {
    let place = Place::new();
    place.write(".claude/settings.json", CLAUDE_SETTINGS);
    place.run(&["install", "claude-code"]).ok();
    let settings = place.read(".claude/settings.json");
    assert!(settings.contains("say done") && settings.contains("hook Stop --client claude-code"));
    assert_eq!(place.read(".claude/settings.json.before-mnemic"), CLAUDE_SETTINGS);
    fs::write(place.home(".claude/settings.json"), settings.replace("opus", "sonnet")).unwrap();
    place.run(&["uninstall", "claude-code"]).ok();
    let expected = CLAUDE_SETTINGS.replace("opus", "sonnet");
    assert_eq!(place.read(".claude/settings.json"), expected);
}

#[test]
fn a_dry_run_shows_the_difference_and_changes_nothing() {
    let place = Place::new();
    place.write(".codex/config.toml", "model = \"gpt-5\"\n");
    let before = place.all();
    let diff = place.run(&["install", "codex", "--dry-run", "--command", "mnemic"]).ok();
    let file = place.home(".codex/config.toml");
    for line in [&format!("--- {}", file.display()), " model = \"gpt-5\"", "+[mcp_servers.mnemic]"]
    {
        assert!(diff.contains(line), "{diff}");
    }
    assert!(diff.contains("--- /dev/null"), "{diff}");
    let plan = place.run(&["install", "codex", "--dry-run", "--json"]).json();
    assert_eq!((&plan["changed"], &plan["files"][1]["change"]), (&json!(false), &json!("made")));
    assert_eq!(place.all(), before);
}

#[test]
fn a_malformed_file_is_told_with_its_line_and_nothing_is_touched() {
    let place = Place::new();
    place.write(".claude/settings.json", "{\n  \"model\": \"opus\",\n  \"hooks\" {}\n}\n");
    place.write(".codex/config.toml", "a = 1\nb = = 2\n");
    place.write(".cursor/mcp.json", "{\"mcpServers\": [1]}");
    let before = place.all();
    for (client, expected) in [
        ("claude-code", ".claude/settings.json`: line 3"),
        ("codex", ".codex/config.toml`: line 2"),
        ("cursor", "`mcpServers` is not an object"),
    ] {
        let complaint = place.run(&["install", client]).fails();
        assert!(complaint.contains(expected), "{complaint}");
        assert!(complaint.contains("hint: nothing was changed"), "{complaint}");
    }
    assert_eq!(place.all(), before);
}

#[test]
fn a_link_stays_a_link_and_modes_stay() {
    let place = Place::new();
    place.write("dotfiles/settings.json", CLAUDE_SETTINGS);
    let real = place.home("dotfiles/settings.json");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    fs::create_dir_all(place.home(".claude")).unwrap();
    symlink(&real, place.home(".claude/settings.json")).unwrap();
    place.run(&["install", "claude-code"]).ok();
    assert!(place.home(".claude/settings.json").is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("--client claude-code"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    place.run(&["uninstall", "claude-code"]).ok();
    assert!(place.home(".claude/settings.json").is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), CLAUDE_SETTINGS);
}

#[test]
fn homes_are_where_the_environment_says() {
    let place = Place::new();
    let run = |client: &str, name: &str, folder: &str| {
        let mut command = place.command(&["install", client]);
        Answer::of(client, command.env(name, place.home(folder)).output().unwrap()).ok();
    };
    run("claude-code", "CLAUDE_CONFIG_DIR", "elsewhere/claude");
    run("codex", "CODEX_HOME", "elsewhere/codex");
    run("opencode", "XDG_CONFIG_HOME", "elsewhere/config");
    run("openclaw", "OPENCLAW_STATE_DIR", "elsewhere/openclaw");
    for file in [
        "claude/.claude.json",
        "claude/settings.json",
        "codex/config.toml",
        "config/opencode/opencode.json",
        "openclaw/openclaw.json",
    ] {
        assert!(place.home("elsewhere").join(file).is_file(), "{file}");
    }
    assert!(!place.home(".claude.json").exists() && !place.home(".codex").exists());
}

#[test]
fn a_users_files_name_this_program_and_the_vault_a_projects_name_neither() {
    let place = Place::new();
    let vault = place.home("my vault");
    place.run(&["--vault", vault.to_str().unwrap(), "install", "claude-code"]).ok();
    let server = place.json(".claude.json")["mcpServers"]["mnemic"].clone();
    let program = server["command"].as_str().unwrap();
    assert!(Path::new(program).is_absolute(), "{server}");
    assert_eq!(server["args"], json!(["--vault", vault.to_str().unwrap(), "mcp"]));
    let settings = place.json(".claude/settings.json");
    let hook = settings["hooks"]["Stop"][0]["hooks"][0]["command"].as_str().unwrap().to_owned();
    assert!(hook.ends_with("my vault' hook Stop --client claude-code"), "{hook}");
    place.run(&["--vault", vault.to_str().unwrap(), "install", "claude-code", "--project"]).ok();
    let shared = place.json("project/.mcp.json")["mcpServers"]["mnemic"].clone();
    assert_eq!((&shared["command"], &shared["args"]), (&json!("mnemic"), &json!(["mcp"])));
}

#[test]
fn a_plugin_is_a_folder_made_of_the_same_tables() {
    let place = Place::new();
    let folder = place.home("plugin");
    let plugin = ["--plugin", folder.to_str().unwrap()];
    let before = place.all();
    place.run(&[&["install", "claude-code"][..], &plugin].concat()).ok();
    assert_eq!(place.json("plugin/.claude-plugin/plugin.json")["name"], "mnemic");
    assert_eq!(place.json("plugin/.claude-plugin/marketplace.json")["plugins"][0]["source"], "./");
    assert_eq!(place.json("plugin/.mcp.json")["mcpServers"]["mnemic"]["command"], "mnemic");
    let hooks = place.json("plugin/hooks/hooks.json");
    let start = &hooks["hooks"]["SessionStart"][0]["hooks"][0]["command"];
    assert_eq!(start, "mnemic hook SessionStart --client claude-code");
    place.run(&[&["install", "openclaw"][..], &plugin].concat()).ok();
    let manifest = place.json("plugin/openclaw.plugin.json");
    assert_eq!(
        (&manifest["id"], &manifest["configSchema"]["type"]),
        (&json!("mnemic"), &json!("object"))
    );
    assert_eq!(manifest["mcpServers"]["mnemic"]["args"], json!(["mcp"]));
    for client in ["claude-code", "openclaw"] {
        place.run(&[&["uninstall", client][..], &plugin].concat()).ok();
    }
    assert_eq!(place.all(), before);
    let complaint = place.run(&[&["install", "cursor"][..], &plugin].concat()).fails();
    assert!(complaint.contains("cursor has no plugins"), "{complaint}");
}

#[test]
fn what_a_client_does_not_have_is_told() {
    let place = Place::new();
    assert!(
        place.run(&["install", "openclaw", "--project"]).fails().contains("no files of a project")
    );
    let complaint = place.run(&["install", "cursor", "--instructions"]).fails();
    assert!(complaint.contains("cursor has no file of yours for instructions"), "{complaint}");
    let unknown = place.run(&["install", "emacs"]);
    assert_eq!(unknown.output.status.code(), Some(2), "{}", unknown.story());
    assert!(unknown.story().contains("Mnemic supports claude-code, codex"));
}

#[test]
fn files_of_a_project_and_a_plugin_are_named_where_they_would_stay() {
    let place = Place::new();
    place.run(&["install", "claude-code", "--project"]).ok();
    let story = place.run(&["uninstall", "claude-code"]).story();
    assert!(story.contains("`mnemic uninstall claude-code --project`"), "{story}");
    place.run(&["uninstall", "claude-code", "--project"]).ok();
    let story = place.run(&["uninstall", "claude-code"]).story();
    assert!(!story.contains("--project"), "{story}");
    let story = place.run(&["install", "claude-code", "--plugin", "plugin"]).story();
    for command in ["claude plugin marketplace add plugin", "claude plugin uninstall mnemic@mnemic"]
    {
        assert!(story.contains(command), "{story}");
    }
}
