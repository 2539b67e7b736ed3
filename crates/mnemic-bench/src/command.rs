//! What is measured, one file each; here is which.

use crate::{
    arguments::{Arguments, Command},
    attacks, conversation,
    invocation::Invocation,
    locomo, mcp, notes, quality, scale, secrets, store,
};

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let (invocation, command) = Invocation::new(arguments)?;
    let invocation = &invocation;
    match command {
        Command::Store(store) => store::run(invocation, store).await,
        Command::Locomo(bench) => {
            quality::run(invocation, "LoCoMo", locomo::read(&bench.file)?, &bench).await
        }
        Command::Conversations(bench) => {
            let conversations = conversation::read(&bench.file)?;
            quality::run(invocation, "Conversations", conversations, &bench).await
        }
        Command::Scale(scale) => scale::run(invocation, scale).await,
        Command::Mcp(mcp) => mcp::run(invocation, mcp).await,
        Command::Secrets(bench) => secrets::run(invocation, &bench),
        Command::Attacks(bench) => attacks::run(invocation, &bench).await,
        Command::Notes(bench) => notes::run(invocation, &bench).await,
        Command::Writer(writer) => store::write(invocation, &writer).await,
    }
}
