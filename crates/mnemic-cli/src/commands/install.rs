//! `mnemic install` and `mnemic uninstall`

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::{Value, json};
use similar::TextDiff;

use super::{Invocation, Opening};
use crate::{
    arguments::{Install, WhereTo},
    failure::UserError,
    install::{
        client::{Client, Level, Start, Target},
        edit::EditError,
        file::{self, backup_of},
        plan::{self, Backup, FileAndBackup, Step},
        plugin,
    },
    output,
    surroundings::{homes, own_program},
};

pub fn install(
    session: &Invocation,
    opening: &Opening,
    folder: &Path,
    install: Install,
) -> anyhow::Result<ExitCode> {
    let Install { where_to, instructions, command } = install;
    let Some(where_to) = ClientFiles::of(where_to) else {
        return list_clients(session, opening, folder);
    };
    let start = where_to.start(opening, command)?;
    let targets = where_to.targets(folder, &start)?;
    if instructions && targets.iter().all(|target| !target.on_request) {
        let message = format!("{} has no file of yours for instructions", where_to.client);
        return Err(UserError::error(message, "`--project` adds them to the project's"));
    }
    // Instructions that are there already are kept up to date.
    let steps = planned(targets, |target, found| {
        let wanted = !target.on_request || instructions || plan::is_installed(target, found);
        wanted.then(|| plan::install(target, found)).transpose()
    })?;
    finish(session, &where_to, folder, &steps, "install")
}

pub fn uninstall(
    session: &Invocation,
    opening: &Opening,
    folder: &Path,
    where_to: WhereTo,
) -> anyhow::Result<ExitCode> {
    let Some(where_to) = ClientFiles::of(where_to) else {
        return list_clients(session, opening, folder);
    };
    let start = where_to.start(opening, None)?;
    let mut targets = where_to.targets(folder, &start)?;
    if where_to.shares_instructions(folder, &start)? {
        targets.retain(|target| !target.on_request);
    }
    let steps = planned(targets, |target, found| plan::uninstall(target, found).map(Some))?;
    let code = finish(session, &where_to, folder, &steps, "uninstall")?;
    if where_to.level() == Level::User && where_to.is_in_project(folder, &start) {
        let client = where_to.client;
        output::aside(format!(
            "hint: this project has files of its own: `mnemic uninstall {client} --project`"
        ));
    }
    Ok(code)
}

/// The files of one client, and what to do with them.
struct ClientFiles {
    client: Client,
    project: bool,
    plugin: Option<PathBuf>,
    dry_run: bool,
    check: bool,
}

/// Lists the clients, and which of them have Mnemic.
fn list_clients(
    session: &Invocation,
    opening: &Opening,
    folder: &Path,
) -> anyhow::Result<ExitCode> {
    let mut clients = Vec::new();
    for client in Client::ALL {
        let files =
            ClientFiles { client, project: false, plugin: None, dry_run: false, check: true };
        let start = files.start(opening, None)?;
        let targets = files.targets(folder, &start)?;
        let mut required = targets.iter().filter(|target| !target.on_request);
        let is_installed = required.all(|target| {
            file::find(&target.path).is_ok_and(|found| plan::is_installed(target, &found))
        });
        clients.push((client, is_installed));
    }
    if session.json {
        let row = |(client, installed): &(Client, bool)| json!({ "client": client.name(), "installed": installed });
        output::json(&json!({ "clients": clients.iter().map(row).collect::<Vec<_>>() }))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (client, is_installed) in clients {
        let state = if is_installed { "installed" } else { "not installed" };
        output::line(format!("{:<12} {state}", client.name()));
    }
    output::aside(
        "hint: `mnemic install CLIENT` plugs Mnemic in, `mnemic uninstall CLIENT` removes it",
    );
    Ok(ExitCode::SUCCESS)
}

impl ClientFiles {
    fn of(where_to: WhereTo) -> Option<Self> {
        let WhereTo { client, project, plugin, dry_run, check } = where_to;
        Some(Self { client: client?, project, plugin, dry_run, check })
    }

    fn level(&self) -> Level {
        if self.project || self.plugin.is_some() { Level::Project } else { Level::User }
    }

    /// How the client is to start mnemic. What others may share names no folder of this machine.
    fn start(&self, opening: &Opening, command: Option<String>) -> anyhow::Result<Start> {
        let is_shared = self.level() == Level::Project;
        let before = match &opening.vault {
            Some(vault) if !is_shared => {
                let vault = std::path::absolute(vault)?;
                vec!["--vault".to_owned(), vault.to_string_lossy().into_owned()]
            }
            _ => Vec::new(),
        };
        let program = match command {
            Some(program) => program,
            None if is_shared => "mnemic".to_owned(),
            None => own_program()?,
        };
        Ok(Start { program, before })
    }

    /// Whether another client has Mnemic and reads its instructions from the same file.
    fn shares_instructions(&self, folder: &Path, start: &Start) -> anyhow::Result<bool> {
        if self.plugin.is_some() {
            return Ok(false);
        }
        let (homes, level) = (homes(folder)?, self.level());
        let file = self.client.instructions(level, &homes);
        let is_installed = |target: &Target| {
            let found = file::find(&target.path);
            !target.on_request && found.is_ok_and(|found| plan::is_installed(target, &found))
        };
        Ok(file.is_some()
            && Client::ALL.into_iter().filter(|other| *other != self.client).any(|other| {
                other.instructions(level, &homes) == file
                    && other.targets(level, &homes, start).iter().any(is_installed)
            }))
    }

    /// Whether the project that a folder belongs to has Mnemic's entries, too.
    fn is_in_project(&self, folder: &Path, start: &Start) -> bool {
        let Ok(homes) = homes(folder) else { return false };
        let targets = self.client.targets(Level::Project, &homes, start);
        let mut required = targets.iter().filter(|target| !target.on_request);
        required.any(|target| {
            file::find(&target.path).is_ok_and(|found| plan::is_installed(target, &found))
        })
    }

    fn targets(&self, folder: &Path, start: &Start) -> anyhow::Result<Vec<Target>> {
        let targets = match &self.plugin {
            Some(plugin) => plugin::targets(self.client, &std::path::absolute(plugin)?, start),
            None => self.client.targets(self.level(), &homes(folder)?, start),
        };
        if !targets.is_empty() {
            return Ok(targets);
        }
        let what =
            if self.plugin.is_some() { "plugins that mnemic knows" } else { "files of a project" };
        let hint = "leave the option out to use your own files; see docs/guide/agents.md";
        Err(UserError::error(format!("{} has no {what}", self.client), hint))
    }
}

/// Folders that are there whatever is installed.
fn roots(folder: &Path) -> Vec<PathBuf> {
    let homes = homes(folder).ok().map(|homes| [homes.home, homes.project]);
    homes.into_iter().flatten().chain([folder.to_path_buf()]).collect()
}

/// What is to happen to each file. Where one of them cannot be edited, nothing happens to any.
fn planned(
    targets: Vec<Target>,
    plan: impl Fn(&Target, &FileAndBackup) -> Result<Option<Step>, EditError>,
) -> anyhow::Result<Vec<Step>> {
    let mut steps = Vec::new();
    for target in &targets {
        let path = target.path.display();
        let found = file::find(&target.path).map_err(|error| {
            UserError::error(format!("cannot read `{path}`: {error}"), "nothing was changed")
        })?;
        let step = plan(target, &found).map_err(|error| {
            let hint = "nothing was changed; correct the file and try again";
            UserError::error(format!("`{path}`: {error}"), hint)
        })?;
        steps.extend(step);
    }
    steps.retain(Step::changes);
    Ok(steps)
}

fn finish(
    session: &Invocation,
    where_to: &ClientFiles,
    folder: &Path,
    steps: &[Step],
    verb: &str,
) -> anyhow::Result<ExitCode> {
    let client = where_to.client;
    let only_looks = where_to.dry_run || where_to.check;
    if !only_looks {
        let roots = roots(folder);
        for step in steps {
            file::carry_out(step, where_to.level(), &roots).map_err(|error| {
                let message = format!("cannot write `{}`: {error}", step.path.display());
                UserError::error(
                    message,
                    format!("`mnemic {verb} {client}` continues where it stopped"),
                )
            })?;
        }
        if verb == "uninstall" {
            file::tidy(steps, &roots);
        }
    }
    match session.json {
        true => output::json(&answer(where_to, steps, verb))?,
        false => show(where_to, steps, verb),
    }
    Ok(match where_to.check && !steps.is_empty() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

fn answer(where_to: &ClientFiles, steps: &[Step], verb: &str) -> Value {
    let files = steps.iter().map(|step| {
        let (file, change) = change(step);
        let mut row = json!({ "file": file, "change": change });
        if where_to.dry_run {
            row["diff"] = json!(diff(step));
        }
        row
    });
    json!({
        "client": where_to.client.name(), "verb": verb, "files": files.collect::<Vec<_>>(),
        "changed": !steps.is_empty() && !where_to.dry_run && !where_to.check,
    })
}

fn show(where_to: &ClientFiles, steps: &[Step], verb: &str) {
    let client = where_to.client;
    if steps.is_empty() {
        output::line(match verb {
            "install" => format!("Mnemic is installed in {client}; nothing to change"),
            _ => format!("Mnemic is not installed in {client}; nothing to change"),
        });
        return;
    }
    if where_to.dry_run {
        steps.iter().for_each(|step| output::raw(diff(step).as_bytes()));
        return;
    }
    for step in steps {
        let would = if where_to.check { "would be " } else { "" };
        let (file, change) = change(step);
        output::line(format!("{would}{change} {}", file.display()));
    }
    if where_to.check {
        return;
    }
    for step in steps.iter().filter(|step| step.backup == Backup::Make) {
        output::line(format!("backup: {}", backup_of(&step.path).display()));
    }
    if verb == "install" {
        match &where_to.plugin {
            Some(folder) => plugin_advice(client, folder).iter().for_each(output::aside),
            None => advice(client).iter().for_each(output::aside),
        }
    }
}

/// Which file is changed, and how. Where nothing is left to take out, that is the copy.
fn change(step: &Step) -> (PathBuf, &'static str) {
    let path = step.path.clone();
    match (&step.before, &step.after) {
        _ if !step.changes_file() => (backup_of(&path), "removed"),
        (None, _) => (path, "made"),
        (Some(_), Some(_)) => (path, "changed"),
        (Some(_), None) => (path, "removed"),
    }
}

fn diff(step: &Step) -> String {
    if !step.changes_file() {
        return format!("{} would be removed\n", backup_of(&step.path).display());
    }
    let name = |side: &Option<String>| match side {
        Some(_) => step.path.display().to_string(),
        None => "/dev/null".to_owned(),
    };
    let text = |side: &Option<String>| side.clone().unwrap_or_default();
    let (before, after) = (text(&step.before), text(&step.after));
    let diff = TextDiff::from_lines(&before, &after);
    diff.unified_diff().header(&name(&step.before), &name(&step.after)).to_string()
}

/// What is left to the person after a plugin is written.
fn plugin_advice(client: Client, folder: &Path) -> Vec<String> {
    match client {
        Client::ClaudeCode => {
            let folder = folder.display();
            vec![
                format!("hint: `claude plugin marketplace add {folder}`, then `claude plugin install mnemic@mnemic`"),
                "hint: to remove it: `claude plugin uninstall mnemic@mnemic`, then `claude plugin marketplace remove mnemic`".to_owned(),
            ]
        }
        _ => advice(client).iter().map(|hint| (*hint).to_owned()).collect(),
    }
}

/// What is left to the person.
fn advice(client: Client) -> &'static [&'static str] {
    match client {
        Client::ClaudeCode => &["hint: restart Claude Code; `/mcp` and `/hooks` show what it has"],
        Client::Codex => &[
            "hint: restart Codex and trust the new hooks with `/hooks`; if hooks are off, set `hooks = true` under `[features]`",
        ],
        Client::Cursor => &["hint: restart Cursor; its settings list servers and hooks"],
        Client::Gemini => &[
            "hint: restart Gemini CLI; `/mcp` and `/hooks` show what it has. Gemini CLI disables servers in folders that you do not trust",
        ],
        Client::Opencode => &["hint: restart OpenCode"],
        Client::Openclaw => &["hint: restart the gateway: `openclaw gateway restart`"],
    }
}
