//! `memory_import`: many memories at once, as lines of JSON. A client that takes its call back stops it between batches;
//! what was taken in stays.

use std::io;

use mnemic::{ImportReport, Incoming, Reach, Scope, Trust};
use serde::Deserialize;
use serde_json::json;

use super::{Call, client::Client, failure::Failure, reply::Reply};

/// How many faults are listed.
const LISTED: usize = 10;

impl Call<'_> {
    pub(super) async fn import(self) -> Result<Reply, Failure> {
        let text = self.arguments.text("lines").unwrap_or_default();
        let total = text.lines().count() as u64;
        check_scopes(text, &self.service.caller.reach)?;
        let progress = self.client.progress();
        let lines = text.lines().map(|line| unless_cancelled(&self.client, line));
        let trust = if self.arguments.flag("untrusted") { Trust::Low } else { Trust::Medium };
        let into = Incoming { scope: self.service.scope.clone(), trust };
        let report = self.engine.import_jsonl(&self.service.caller, lines, into, |done| {
            progress.report(done.lines, Some(total), "lines read");
        });
        let report = report.await;
        progress.finish().await;
        Ok(reply(&report?))
    }
}

fn unless_cancelled(client: &Client, line: &str) -> io::Result<String> {
    match client.is_gone() {
        true => Err(io::Error::other("the client took the call back")),
        false => Ok(line.to_owned()),
    }
}

/// A line may name a scope, but only one within reach. What is no object is left to the import to reject.
fn check_scopes(text: &str, reach: &Reach) -> Result<(), Failure> {
    #[derive(Deserialize)]
    struct Line {
        scope: Option<Scope>,
    }
    for (number, line) in (1..).zip(text.lines()) {
        let scope = serde_json::from_str::<Line>(line).ok().and_then(|line| line.scope);
        if let Some(scope) = scope.filter(|scope| !reach.covers(scope)) {
            let why = format!("line {number}: `{scope}` is out of reach");
            return Err(Failure::argument("lines", why));
        }
    }
    Ok(())
}

fn reply(report: &ImportReport) -> Reply {
    let ImportReport { lines, added, updated, unchanged, forgotten, low_trust, rejected, .. } =
        report;
    let mut said = vec![format!(
        "{lines} lines: {added} added, {updated} updated, {unchanged} unchanged, {forgotten} stay forgotten, {} rejected",
        rejected.len()
    )];
    if *low_trust > 0 {
        said.push(format!(
            "{low_trust} have low trust: no context holds them until a person confirms them"
        ));
    }
    let faults = rejected.iter().take(LISTED);
    said.extend(faults.map(|it| format!("line {}: {}", it.line, it.fault)));
    let faults: Vec<_> = rejected
        .iter()
        .take(LISTED)
        .map(|it| json!({"line": it.line, "error": it.fault}))
        .collect();
    Reply {
        text: said.join("\n"),
        structured: json!({
            "lines": lines, "added": added, "updated": updated, "unchanged": unchanged,
            "forgotten": forgotten, "low_trust": low_trust, "rejected": rejected.len(), "faults": faults,
        }),
    }
}
