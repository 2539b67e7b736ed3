//! `mnemic recall`

mod explain;

use std::{io::BufRead, process::ExitCode};

use mnemic::{Answer, Engine, Field, Filter, MemoryId, RecallRequest, Status, Test, Value};
use serde::Deserialize;

use super::{Invocation, finish_reading, name, nature};
use crate::{
    arguments::{Explain, Only, Recall, Which},
    caller::caller,
    failure::UserError,
    json::AnswerJson,
    output::{self, Line, Tone},
    surroundings::Surroundings,
    when::{self, Edge},
};

/// So many conflicts of a hit are shown.
const CONFLICTS_SHOWN: usize = 3;

pub async fn run(session: &Invocation, recall: Recall) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    if recall.stdin {
        return answer_lines(session, &recall).await;
    }
    let question = recall.question.join(" ");
    if question.trim().is_empty() {
        let hint = "ask something: `mnemic recall which database did we choose`";
        return Err(UserError::error("there is no question", hint));
    }
    let engine = surroundings.open().await?;
    let limit = recall.limit.unwrap_or(engine.settings().policies.max_results);
    let caller = caller(&surroundings.reach(recall.which.scope.as_deref())?);
    let request = request(surroundings, question.clone(), limit, &recall.which)?;
    let answer = engine.recall_for(&caller, request, recall.asking.into()).await?;
    if session.json {
        output::json(&AnswerJson::of(&answer, recall.explain.is_some()))?;
    } else {
        show(&answer, &question, recall.explain);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

fn show(answer: &Answer, question: &str, explain: Option<Explain>) {
    asides(answer).into_iter().for_each(output::aside);
    if answer.hits.is_empty() {
        output::line("No memories found.");
    } else {
        answer.verdict.caution().into_iter().for_each(output::aside);
    }
    for hit in &answer.hits {
        let text = hit.snippet.clone().unwrap_or_else(|| hit.memory.text_with_fields());
        let tags: String = hit.memory.tags.iter().map(|tag| format!(" #{tag}")).collect();
        let line = Line::new().toned(Tone::Name, name(&hit.memory)).text(" ");
        let line = line.marked(Tone::Match, &text, mnemic::shared_words(&text, question));
        output::styled(line.toned(Tone::Tag, tags));
        let date = hit.memory.created_at.strftime("%Y-%m-%d");
        let doubt = if hit.memory.status == Status::Candidate { ", unconfirmed" } else { "" };
        let detail = format!("    {}{doubt}, {date}", nature(&hit.memory));
        output::styled(Line::new().toned(Tone::Detail, detail));
        conflicts(answer, hit.memory.id).into_iter().for_each(output::line);
        match explain {
            Some(Explain::Brief) => output::line(explain::sentence(hit, question)),
            Some(Explain::Full) => explain::table(hit).into_iter().for_each(output::line),
            None => {}
        }
    }
    if explain.is_some() {
        output::aside(format!("`mnemic why {}` shows what was left out", answer.receipt));
    }
}

/// What a hit contradicts: the first of it, and how much more there is.
fn conflicts(answer: &Answer, id: MemoryId) -> Vec<String> {
    let contradictions = answer.contradictions.iter();
    let all: Vec<String> = contradictions
        .filter_map(|case| {
            let other = case.opponent_of(id)?;
            let conflict = case.contradiction.between.name();
            Some(format!("    conflicts with {} ({conflict})", name(other)))
        })
        .collect();
    let more = all.len().saturating_sub(CONFLICTS_SHOWN);
    let mut lines: Vec<String> = all.into_iter().take(CONFLICTS_SHOWN).collect();
    if more > 0 {
        lines.push(format!("    and with {more} more; `mnemic conflicts list` lists them"));
    }
    lines
}

/// What is worth knowing beside the hits.
fn asides(answer: &Answer) -> Vec<String> {
    let mut asides = answer.asides();
    let dropped: Vec<String> = answer
        .dropped
        .iter()
        .map(|(reason, count)| format!("{count} {}", reason.replace('_', " ")))
        .collect();
    if !dropped.is_empty() {
        asides.push(format!("dropped: {}", dropped.join(", ")));
    }
    asides
}

/// The request that the command line makes.
pub fn request(
    surroundings: &Surroundings,
    question: String,
    limit: usize,
    which: &Which,
) -> anyhow::Result<RecallRequest> {
    Ok(RecallRequest { question, limit, filter: filter(surroundings, &which.only)? })
}

/// Which memories are considered.
pub fn filter(surroundings: &Surroundings, only: &Only) -> anyhow::Result<Filter> {
    let mut filter = if only.archived {
        let states = ["active", "archived"].map(|state| Value::Text(state.to_owned()));
        Filter::none().and(Field::Lifecycle, Test::In(states.to_vec()))
    } else {
        Filter::active()
    };
    if let Some(kind) = &only.kind {
        filter = filter.and_text(Field::Kind, kind);
    }
    if let Some(category) = &only.category {
        filter = filter.and_text(Field::Category, category);
    }
    if !only.tags.is_empty() {
        let tags = only.tags.iter().map(|tag| Value::Text(tag.trim_start_matches('#').to_owned()));
        filter = filter.and(Field::Tags, Test::In(tags.collect()));
    }
    let (now, zone) = (surroundings.now(), surroundings.zone());
    if let Some(since) = &only.since {
        let since = when::parse(since, Edge::Start, now, &zone)?;
        filter = filter.and(Field::CreatedAt, Test::Gte(Value::Time(since)));
    }
    if let Some(until) = &only.until {
        let until = when::parse(until, Edge::End, now, &zone)?;
        filter = filter.and(Field::CreatedAt, Test::Lt(Value::Time(until)));
    }
    Ok(filter)
}

/// A question as a line of JSON.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(alias = "q", alias = "text", alias = "question")]
    query: String,
    #[serde(alias = "top_k", alias = "max_results")]
    limit: Option<usize>,
    scope: Option<String>,
    kind: Option<String>,
    category: Option<String>,
    #[serde(default, alias = "tags")]
    tag: Vec<String>,
    since: Option<String>,
    until: Option<String>,
    archived: Option<bool>,
    explain: Option<bool>,
    #[serde(default, alias = "file")]
    files: Vec<String>,
    #[serde(default, alias = "topic")]
    topics: Vec<String>,
    user: Option<String>,
}

async fn answer_lines(session: &Invocation, recall: &Recall) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8(std::mem::take(&mut bytes))
            .map_err(|_| anyhow::anyhow!("the line is not UTF-8"));
        let answered = match line {
            Ok(line) => answer_line(session, recall, &engine, line.trim()).await,
            Err(fault) => Err(fault),
        };
        match answered {
            Ok((answer, explain)) => output::json(&AnswerJson::of(&answer, explain))?,
            Err(error) => output::json(&AnswerJson::failed(&error))?,
        }
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

async fn answer_line(
    session: &Invocation,
    recall: &Recall,
    engine: &Engine,
    line: &str,
) -> anyhow::Result<(Answer, bool)> {
    let asked = if line.starts_with('{') { serde_json::from_str(line)? } else { plain(line) };
    anyhow::ensure!(!asked.query.trim().is_empty(), "there is no question");
    let mut which = recall.which.clone();
    which.scope = asked.scope.or(which.scope);
    let only = &mut which.only;
    only.kind = asked.kind.or(only.kind.take());
    only.category = asked.category.or(only.category.take());
    only.since = asked.since.or(only.since.take());
    only.until = asked.until.or(only.until.take());
    only.archived = asked.archived.unwrap_or(only.archived);
    if !asked.tag.is_empty() {
        only.tags = asked.tag;
    }
    let usual = engine.settings().policies.max_results;
    let limit = asked.limit.or(recall.limit).unwrap_or(usual);
    let mut asking = recall.asking.clone();
    if !asked.files.is_empty() {
        asking.files = asked.files;
    }
    if !asked.topics.is_empty() {
        asking.topics = asked.topics;
    }
    asking.user = asked.user.or(asking.user);
    let caller = caller(&session.surroundings.reach(which.scope.as_deref())?);
    let request = request(&session.surroundings, asked.query, limit, &which)?;
    let answer = engine.recall_for(&caller, request, asking.into()).await?;
    Ok((answer, asked.explain.unwrap_or(recall.explain.is_some())))
}

fn plain(line: &str) -> Asked {
    Asked {
        query: line.to_owned(),
        limit: None,
        scope: None,
        kind: None,
        category: None,
        tag: Vec::new(),
        since: None,
        until: None,
        archived: None,
        explain: None,
        files: Vec::new(),
        topics: Vec::new(),
        user: None,
    }
}
