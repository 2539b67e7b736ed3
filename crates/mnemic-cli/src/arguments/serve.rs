//! What `mnemic serve` is told.

use std::net::SocketAddr;

use clap::Args;
use mnemic_server::http::{Host, Origin};

use super::Mcp;

#[derive(Debug, Args)]
pub struct Serve {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, default_value = "127.0.0.1:6636", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,
    /// Listen on an address that other machines reach; what goes over the network is not encrypted
    #[arg(long)]
    pub expose: bool,
    /// A further name that requests may call this server by; may be repeated
    #[arg(long = "allow-host", value_name = "HOST")]
    pub hosts: Vec<Host>,
    /// Where a web page may come from that asks; may be repeated
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    pub origins: Vec<Origin>,
    /// How long a client may take to send a request, and may be idle, in seconds
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub patience: u64,
    /// Print the access token that clients send, and do not serve
    #[arg(long)]
    pub show_token: bool,
    #[command(flatten)]
    pub service: Mcp,
}
