//! `mnemic config`

use std::process::ExitCode;

use mnemic::{
    Engine, NamedAddress,
    config::{self, Configuration, FILE, KEYS, Key, Origin, Settings},
    models::address_of,
    named_addresses,
};
use serde_json::{Value, json};

use super::Invocation;
use crate::{arguments::Config, caller::whole_vault, failure::UserError, output};

pub async fn run(session: &Invocation, config: Config) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    match config {
        Config::Show => show(session, &engine),
        Config::Get { key } => get(session, &engine, find(&key)?),
        Config::Set { key, value } => set(session, &engine, find(&key)?, &value).await,
        Config::Check => check(session, &engine),
        Config::Agree { addresses } => agree(session, &engine, &addresses),
    }
}

fn find(name: &str) -> anyhow::Result<&'static Key> {
    let hint = "`mnemic config show` lists the keys there are";
    config::find(name).map_err(|error| UserError::error(error.to_string(), hint))
}

fn show(session: &Invocation, engine: &Engine) -> anyhow::Result<ExitCode> {
    let configuration = engine.configuration();
    if session.json {
        let keys: Vec<Value> = KEYS.iter().map(|key| key_json(configuration, key)).collect();
        output::json(&json!({
            "file": engine.root().join(FILE), "keys": keys, "faults": configuration.faults.len(),
        }))?;
    } else {
        KEYS.iter().map(|key| line(configuration, key)).for_each(output::line);
        if !configuration.faults.is_empty() {
            output::aside(format!("warning: {FILE} has {}", counted(configuration.faults.len())));
            output::aside("hint: `mnemic config check` lists them");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn line(configuration: &Configuration, key: &Key) -> String {
    let value = key.value(&configuration.settings).to_string();
    format!("{:<28} {value:<10} {}", key.name, configuration.origin(key))
}

fn key_json(configuration: &Configuration, key: &Key) -> Value {
    let origin = configuration.origin(key);
    let mut row = json!({
        "key": key.name, "value": key.value(&configuration.settings), "origin": origin.name(),
        "takes": key.allowed(), "help": key.help,
    });
    if let Origin::File { line } = origin {
        row["line"] = json!(line);
    }
    row
}

fn get(session: &Invocation, engine: &Engine, key: &Key) -> anyhow::Result<ExitCode> {
    let configuration = engine.configuration();
    if session.json {
        output::json(&key_json(configuration, key))?;
    } else {
        output::line(key.value(&configuration.settings).to_string());
    }
    Ok(ExitCode::SUCCESS)
}

async fn set(
    session: &Invocation,
    engine: &Engine,
    key: &'static Key,
    value: &str,
) -> anyhow::Result<ExitCode> {
    let line = engine.configure(&whole_vault(), key, value).await?;
    let written = session.surroundings.open_anyway().await?;
    session.surroundings.consent.agree_to_typed(&written, key, value)?;
    let mut settings = Settings::default();
    key.put(value, &mut settings).expect("a value that was set is allowed");
    let value = key.value(&settings);
    if session.json {
        let file = engine.root().join(FILE);
        output::json(&json!({ "key": key.name, "value": value, "file": file, "line": line }))?;
    } else {
        output::line(format!("{} is {value} ({FILE} line {line})", key.name));
    }
    Ok(ExitCode::SUCCESS)
}

/// Agrees to addresses, or lists those that the vault's file names.
fn agree(session: &Invocation, engine: &Engine, addresses: &[String]) -> anyhow::Result<ExitCode> {
    let consent = &session.surroundings.consent;
    for text in addresses {
        let address = address_of(text).ok_or_else(|| {
            UserError::error(
                format!("`{text}` is not an address"),
                "name one like https://api.openai.com",
            )
        })?;
        consent.agree(&address)?;
    }
    let agreed = consent.agreed();
    let named = named_addresses(engine.configuration());
    if session.json {
        let row = |it: &NamedAddress| json!({ "key": it.key, "address": it.address, "agreed": agreed.has(&it.address) });
        output::json(&json!({ "addresses": named.iter().map(row).collect::<Vec<_>>() }))?;
        return Ok(ExitCode::SUCCESS);
    }
    for NamedAddress { key, address } in &named {
        let state = if agreed.has(address) { "agreed" } else { "not agreed, not used" };
        output::line(format!("{address}  {state} ({key})"));
    }
    if named.is_empty() {
        output::line(format!("{FILE} names no network address"));
    }
    if named.iter().any(|it| !agreed.has(&it.address)) {
        output::aside("hint: `mnemic config agree ADDRESS` lets Mnemic send texts there");
    }
    Ok(ExitCode::SUCCESS)
}

/// `2 faults`.
pub fn counted(faults: usize) -> String {
    if faults == 1 { "1 fault".to_owned() } else { format!("{faults} faults") }
}

fn check(session: &Invocation, engine: &Engine) -> anyhow::Result<ExitCode> {
    let faults = &engine.configuration().faults;
    let file = engine.root().join(FILE);
    if session.json {
        let rows: Vec<Value> = faults
            .iter()
            .map(|fault| json!({ "line": fault.line, "key": fault.key, "message": fault.message }))
            .collect();
        output::json(&json!({ "file": file, "well": faults.is_empty(), "faults": rows }))?;
    } else if faults.is_empty() {
        output::line(match file.exists() {
            true => format!("{FILE} is in order"),
            false => format!("there is no {FILE}; the defaults hold"),
        });
    } else {
        faults.iter().for_each(|fault| output::line(format!("{FILE} {fault}")));
        output::aside("hint: `mnemic config show` lists all keys");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
