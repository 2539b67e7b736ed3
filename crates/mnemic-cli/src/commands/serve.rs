//! `mnemic serve`

use std::{process::ExitCode, sync::Arc, time::Duration};

use mnemic::{AccessToken, Engine};
use mnemic_server::http::{self, AccessPolicy, Exposure, HttpConfig, Listener, MCP_PATH};
use serde_json::json;

use super::{Invocation, mcp, warn_if_behind};
use crate::{arguments::Serve, caller::whole_vault, output};

pub async fn run(session: &Invocation, arguments: Serve) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    let service = mcp::service(surroundings, &arguments.service)?;
    let engine = Arc::new(surroundings.open_for_clients().await?);
    let token = engine.access_token(&whole_vault()).await?;
    if arguments.show_token {
        return show(session, &engine, &token);
    }
    let exposure = if arguments.expose { Exposure::Network } else { Exposure::Machine };
    let listener = Listener::bind(arguments.listen, exposure).await?;
    let shutdown = mnemic_platform::termination()?;
    announce(session, &engine, &listener)?;
    let config = HttpConfig {
        access: AccessPolicy::new(token, arguments.hosts, arguments.origins),
        client_timeout: Duration::from_secs(arguments.patience),
    };
    http::serve(engine.clone(), service, listener, config, shutdown).await;
    warn_if_behind(engine.write_documents().await);
    Ok(ExitCode::SUCCESS)
}

/// The first line is the address, so that whoever started the server on any port learns which.
fn announce(session: &Invocation, engine: &Engine, listener: &Listener) -> anyhow::Result<()> {
    let address = format!("http://{}{MCP_PATH}", listener.address());
    let file = engine.access_token_file();
    if session.json {
        return output::json(&json!({"address": address, "token_file": file}));
    }
    output::line(address);
    output::line(format!("clients need the token in {}", file.display()));
    Ok(())
}

fn show(session: &Invocation, engine: &Engine, token: &AccessToken) -> anyhow::Result<ExitCode> {
    if session.json {
        let file = engine.access_token_file();
        output::json(&json!({"token": token.reveal(), "token_file": file}))?;
    } else {
        output::line(token.reveal());
    }
    Ok(ExitCode::SUCCESS)
}
