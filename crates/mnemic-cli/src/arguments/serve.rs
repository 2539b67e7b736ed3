//! The arguments of `mnemic serve`.

use std::net::SocketAddr;

use clap::Args;
use mnemic_server::http::{Host, Origin};

use super::Mcp;

#[derive(Debug, Args)]
pub struct Serve {
    /// The address to listen on; port 0 takes any free port
    #[arg(long, default_value = "127.0.0.1:6636", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,
    /// Allow an address that other machines reach; the traffic is not encrypted
    #[arg(long)]
    pub expose: bool,
    /// Accept this host name too; repeatable
    #[arg(long = "allow-host", value_name = "HOST")]
    pub hosts: Vec<Host>,
    /// Accept requests from web pages of this origin; repeatable
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    pub origins: Vec<Origin>,
    /// Timeout for sending a request and for idle connections, in seconds
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub patience: u64,
    /// Print the access token and exit
    #[arg(long)]
    pub show_token: bool,
    #[command(flatten)]
    pub service: Mcp,
}
