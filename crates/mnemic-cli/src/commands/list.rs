//! `mnemic list`

use std::process::ExitCode;

use mnemic::{Filter, Memory, Order, Query, Status, json::MemoryJson};

use super::{Invocation, finish_reading, name, nature, recall};
use crate::{
    arguments::List,
    caller::caller,
    failure::UserError,
    json::ListingJson,
    output::{self, Line, Tone},
};

pub async fn run(session: &Invocation, list: List) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    let reach = surroundings.reach(list.which.scope.as_deref())?;
    let mut filter = recall::filter(surroundings, &list.which.only)?;
    if let Some(json) = &list.filter {
        filter.all.extend(given_filter(json)?.all);
    }
    let hint = "order by created_at, updated_at, last_hit_at, score, importance or number";
    let order =
        Order::parse(&list.order).map_err(|error| UserError::error(error.to_string(), hint))?;
    let engine = surroundings.open().await?;
    let listing = engine
        .list(&caller(&reach), &Query { filter, order, after: None, limit: list.limit })
        .await?;
    if session.json {
        let memories = MemoryJson::all(&listing.page.memories);
        output::json(&ListingJson { memories, total: listing.total })?;
    } else {
        if listing.page.memories.is_empty() {
            output::line("No memories found.");
        }
        listing.page.memories.iter().map(line).for_each(output::styled);
        let shown = listing.page.memories.len() as u64;
        if shown < listing.total {
            output::line(format!("… {shown} of {}; `--limit` shows more", listing.total));
        }
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

/// A filter as it was typed.
pub fn given_filter(json: &str) -> anyhow::Result<Filter> {
    let hint = r#"a filter looks like {"importance": {"$gte": 0.5}, "tags": ["a", "b"]}"#;
    let value = serde_json::from_str(json)
        .map_err(|error| UserError::error(format!("the filter is not JSON: {error}"), hint))?;
    Filter::from_json(&value).map_err(|error| UserError::error(error.to_string(), hint))
}

fn line(memory: &Memory) -> Line {
    let state = match memory.status {
        _ if !memory.is_active() => ", archived",
        Status::Candidate => ", unconfirmed",
        Status::Pinned => ", pinned",
        Status::Confirmed => "",
    };
    let date = memory.created_at.strftime("%Y-%m-%d");
    Line::new()
        .toned(Tone::Name, name(memory))
        .text(format!(" {} ", mnemic::excerpt(&memory.text)))
        .toned(Tone::Detail, format!("({}, {date}{state})", nature(memory)))
}
