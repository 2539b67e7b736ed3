//! The server as clients meet it: the library on a real port, each test with a vault of its own.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod access;
mod clients;
mod limits;
mod protocol;
mod server;
mod shutdown;
mod vault;
