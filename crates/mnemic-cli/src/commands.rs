//! One file per verb; here is which.

mod audit;
mod backup;
mod blame;
mod completions;
mod config;
mod conflicts;
mod context;
mod demo;
mod doctor;
mod edit;
mod export;
mod flush;
mod forget;
mod history;
mod hook;
mod import;
mod init;
mod install;
mod list;
mod mcp;
mod models;
mod narrative;
mod pin;
mod preset;
mod promote;
mod recall;
mod reindex;
mod remember;
mod restore;
mod restore_backup;
mod scan;
mod serve;
mod session;
mod show;
mod signal;
mod slash;
mod status;
mod undo;
mod update;
mod why;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::CommandFactory;
use mnemic::{Engine, Error, Memory, Sign, json::MemoryJson, models::Network};

use crate::{
    arguments::{Arguments, Command, SessionAction},
    output,
    surroundings::{self, Surroundings, environment},
};

/// What every command works with.
pub struct Invocation {
    /// Where the command is run.
    pub surroundings: Surroundings,
    /// Whether to answer in JSON.
    pub json: bool,
}

/// What the command line says of the vault.
pub struct Opening {
    vault: Option<PathBuf>,
    config: Vec<String>,
    offline: bool,
}

impl Opening {
    /// Looks around in a folder.
    fn look(&self, folder: &Path) -> anyhow::Result<Surroundings> {
        let network = if self.offline { Network::Off } else { Network::On };
        Surroundings::look(folder, self.vault.as_deref(), &self.config, network)
    }

    /// The same as arguments of another process.
    fn arguments(&self) -> Vec<OsString> {
        let vault = self.vault.iter().flat_map(|vault| ["--vault".into(), vault.into()]);
        let config = self.config.iter().flat_map(|value| ["--config".into(), value.into()]);
        let offline = self.offline.then(|| "--offline".into());
        vault.chain(config).chain(offline).collect()
    }
}

/// Runs the command.
pub async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { vault, config, json, offline, command, .. } = arguments;
    let opening = Opening {
        vault: vault.or_else(|| environment("MNEMIC_HOME").map(PathBuf::from)),
        config,
        offline: offline || environment("MNEMIC_OFFLINE").is_some_and(|value| is_yes(&value)),
    };
    let command = match command {
        None => return print_help(),
        Some(Command::Hook(hook)) => return Ok(hook::run(&opening, hook).await),
        Some(command) => command,
    };
    let folder = std::env::current_dir().context("cannot tell the current folder")?;
    let session = Invocation { surroundings: opening.look(&folder)?, json };
    if opening.vault.is_some() && !creates_vault(&command) {
        session.surroundings.require_vault()?;
    }
    let is_paged = !json && is_read_at_length(&command);
    let _paging = is_paged.then(|| output::page(surroundings::pager())).flatten();
    match command {
        Command::Hook(_) => unreachable!("it is answered above, whatever its surroundings"),
        Command::Init(init) => init::run(&session, init).await,
        Command::Remember(remember) => remember::run(&session, remember).await,
        Command::Recall(recall) => recall::run(&session, recall).await,
        Command::Context(context) => context::run(&session, context).await,
        Command::Why(why) => why::run(&session, why).await,
        Command::Blame(one) => blame::run(&session, one).await,
        Command::Show(show) if show.history => history::run(&session, show.one).await,
        Command::Show(show) => show::run(&session, show.one).await,
        Command::List(list) => list::run(&session, list).await,
        Command::Update(update) => update::run(&session, update).await,
        Command::Edit(one) => edit::run(&session, one).await,
        Command::Reinforce(one) => signal::reinforce(&session, one).await,
        Command::Demote(one) => signal::demote(&session, one).await,
        Command::Pin(one) => pin::pin(&session, one).await,
        Command::Unpin(one) => pin::unpin(&session, one).await,
        Command::Promote(promote) => promote::run(&session, promote).await,
        Command::Conflicts(conflicts) => conflicts::run(&session, conflicts).await,
        Command::Forget(forget) => forget::run(&session, forget).await,
        Command::Restore(one) => restore::run(&session, one).await,
        Command::Import(import) => import::run(&session, import).await,
        Command::Session(action) => session::run(&session, action).await,
        Command::Flush(flush) => flush::run(&session, flush).await,
        Command::Narrative(action) => narrative::run(&session, action).await,
        Command::Audit(audit) => audit::run(&session, audit).await,
        Command::Undo(undo) => undo::run(&session, undo).await,
        Command::Export(export) => export::run(&session, export).await,
        Command::Backup(backup) => backup::run(&session, backup).await,
        Command::RestoreBackup(restore) => restore_backup::run(&session, restore).await,
        Command::Reindex => reindex::run(&session).await,
        Command::Config(config) => config::run(&session, config).await,
        Command::Preset(preset) => preset::run(&session, preset).await,
        Command::Models(models) => models::run(&session, models).await,
        Command::Mcp(mcp) => mcp::run(&session, mcp).await,
        Command::Serve(serve) => serve::run(&session, serve).await,
        Command::Install(it) => install::install(&session, &opening, &folder, it),
        Command::Uninstall(it) => install::uninstall(&session, &opening, &folder, it),
        Command::Slash(slash) => slash::run(&session, slash).await,
        Command::Status => status::run(&session).await,
        Command::Scan(scan) => scan::run(&session, scan).await,
        Command::Doctor(doctor) => doctor::run(&session, doctor).await,
        Command::Completions(completions) => completions::run(&completions),
        Command::Demo => demo::run().await,
    }
}

/// Whether a command makes the vault that someone names and that is not there. The others would answer a typing error
/// with an empty vault.
fn creates_vault(command: &Command) -> bool {
    matches!(
        command,
        Command::Init(_)
            | Command::Remember(_)
            | Command::Import(_)
            | Command::Session(SessionAction::Start(_) | SessionAction::Import(_))
            | Command::Context(_)
            | Command::RestoreBackup(_)
            | Command::Config(_)
            | Command::Preset(_)
            | Command::Mcp(_)
            | Command::Serve(_)
            | Command::Hook(_)
            | Command::Slash(_)
            | Command::Install(_)
            | Command::Uninstall(_)
            | Command::Completions(_)
            | Command::Demo
    )
}

/// Whether people read the answer of a command page by page.
fn is_read_at_length(command: &Command) -> bool {
    matches!(
        command,
        Command::Recall(_)
            | Command::Why(_)
            | Command::Blame(_)
            | Command::Show(_)
            | Command::List(_)
            | Command::Audit(_)
            | Command::Session(
                SessionAction::Show(_) | SessionAction::List(_) | SessionAction::Search(_)
            )
    )
}

/// Whether a variable of the environment turns something on.
fn is_yes(value: &str) -> bool {
    !matches!(value.to_lowercase().as_str(), "0" | "n" | "no" | "f" | "false" | "off")
}

/// What `mnemic` alone answers.
fn print_help() -> anyhow::Result<ExitCode> {
    Arguments::command().print_help()?;
    Ok(ExitCode::SUCCESS)
}

/// Brings the documents up to date before the process ends. What was acknowledged is safe without them.
async fn finish(engine: Engine) {
    warn_if_behind(engine.close().await);
}

fn warn_if_behind(written: Result<(), Error>) {
    if let Err(error) = written {
        output::aside(format!("warning: documents are behind: {error}"));
        output::aside(
            "hint: the memories are safe in the journal; `mnemic doctor --fix` tries again",
        );
    }
}

/// How many memories a command embeds by a model once it has answered.
const EMBEDDED_AT_THE_END: usize = 16;

/// Ends a command that only read and has answered. Documents that are behind may stay so where nothing can be written.
async fn finish_reading(engine: Engine) {
    if let Err(error) = engine.embed_for_a_moment(EMBEDDED_AT_THE_END).await {
        tracing::info!(%error, "memories wait to be embedded");
    }
    if let Err(error) = engine.close_after_reading().await {
        tracing::info!(%error, "documents are behind");
    }
}

/// `[id:12]`, or the anchor of a memory that has no number yet.
fn name(memory: &Memory) -> String {
    match memory.number {
        Some(number) => format!("[id:{number}]"),
        None => format!("^{}", memory.anchor),
    }
}

/// What a memory is, in brackets.
fn nature(memory: &Memory) -> String {
    let category =
        memory.category.as_ref().map_or_else(|| memory.kind().to_owned(), ToString::to_string);
    let trust = if memory.may_be_injected() { "" } else { ", low trust" };
    format!("{category}, {}{trust}", memory.scope)
}

/// What low trust means for a memory that someone has just written or pinned, and the way out.
fn explain_low_trust(memory: &Memory) {
    if memory.may_be_injected() {
        return;
    }
    let name = name(memory);
    output::aside(format!("warning: {name} {}", why_low(memory)));
    output::aside(
        "hint: contexts leave it out until you confirm it with `mnemic promote ID --yes`",
    );
}

/// Why the trust of a memory is low.
fn why_low(memory: &Memory) -> String {
    let signs: Vec<&str> = memory.signs().into_iter().map(Sign::meaning).collect();
    match signs.is_empty() {
        true => "comes from a source of low trust".to_owned(),
        false => signs.join(", "),
    }
}

/// Answers with a changed memory.
fn answer(session: &Invocation, said: &str, memory: &Memory) -> anyhow::Result<ExitCode> {
    if session.json {
        output::json(&MemoryJson::from(memory))?;
    } else {
        output::line(format!("{said} {} ({})", name(memory), nature(memory)));
    }
    Ok(ExitCode::SUCCESS)
}
