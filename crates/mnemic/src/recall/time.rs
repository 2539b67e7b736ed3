//! The time arm: what was remembered, changed or dated in the times that a question names.
//!
//! A time is a hint. Where the words of the question demand it, what is older is left out; the answer says so, and when
//! what is left answers nothing, everything is looked at after all.

use jiff::{Timestamp, tz::TimeZone};
use mnemic_core::{
    port::store::Store,
    recall::{
        KeywordQuery, Matching, RecallRequest, Timeliness,
        question::{Question, Wording},
    },
    record::{
        filter::{Direction, Field, Filter, Order, Query, Test, Value},
        memory::Memory,
        scope::Reach,
    },
    text::{
        analyse,
        time::{self, TimeSpan},
    },
};

use crate::{error::Error, host::Host};

/// How many memories of each time become candidates, and of how many times. Chosen by hand, for time.
const TIMELY: usize = 20;
const SPANS: usize = 4;

/// How far times leave things out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Narrowing {
    /// As the question demands.
    AsAsked,
    /// Not at all.
    Never,
}

/// The times that a question names.
pub(super) struct Times {
    question: String,
    spans: Vec<TimeSpan>,
    now: Timestamp,
    zone: TimeZone,
    narrowing: Narrowing,
    /// Which memories are considered: those that may tell of these times.
    pub(super) filter: Filter,
}

impl Times {
    pub(super) fn of(host: &Host, request: &RecallRequest, narrowing: Narrowing) -> Self {
        let (now, zone) = (host.now(), host.zone());
        let spans = time::spans(&request.question, now, &zone);
        let question = request.question.clone();
        let mut times =
            Self { question, spans, now, zone, narrowing, filter: request.filter.clone() };
        // What happened may be told later, but not before.
        if let Some(start) = times.demanded().map(|span| span.start).max()
            && narrowing == Narrowing::AsAsked
        {
            times.filter = times.filter.and(Field::ChangedAt, Test::Gte(Value::Time(start)));
        }
        times
    }

    /// The times that demand to leave out what is older.
    fn demanded(&self) -> impl Iterator<Item = &TimeSpan> {
        self.spans.iter().filter(|span| span.filter)
    }

    /// Whether something is left out.
    pub(super) fn narrow(&self) -> bool {
        self.narrowing == Narrowing::AsAsked && self.demanded().next().is_some()
    }

    /// Whether a memory may be a candidate.
    pub(super) fn pass(&self, memory: &Memory) -> bool {
        !self.narrow() || self.demanded().all(|span| memory.changed_at() >= span.start)
    }

    /// What is to be said of what is left out, or is not although the question demands it.
    pub(super) fn narrowing_note(&self) -> Option<String> {
        let span = self.demanded().max_by_key(|span| span.start)?;
        let (words, day) = (&self.question[span.words.clone()], self.day(span.start));
        Some(match self.narrowing {
            Narrowing::AsAsked => {
                format!(
                    "what was remembered before {day} was left out: the question says `{words}`"
                )
            }
            Narrowing::Never => {
                format!(
                    "no memory since {day} answers (`{words}`), so Mnemic searched older ones too"
                )
            }
        })
    }

    /// What is to be said when nothing but these times is asked for.
    pub(super) fn only_times_note(&self) -> String {
        let words =
            self.spans.iter().map(|span| format!("`{}`", &self.question[span.words.clone()]));
        let words = words.collect::<Vec<_>>().join(" and ");
        format!("what is not of {words} was left out: the question asks for nothing else")
    }

    fn day(&self, at: Timestamp) -> String {
        let at = at.to_zoned(self.zone.clone());
        let is_midnight = at.start_of_day().is_ok_and(|start| start == at);
        at.strftime(if is_midnight { "%Y-%m-%d" } else { "%Y-%m-%d %H:%M" }).to_string()
    }

    /// A question taken apart, the words of its times left out.
    pub(super) fn question(&self, text: &str, wording: &Wording) -> Question {
        Question::at(text, &time::spans(text, self.now, &self.zone), wording)
    }

    /// How well the time of a memory fits the one that fits it best.
    pub(super) fn timeliness(&self, memory: &Memory) -> Timeliness {
        Timeliness::of(memory, &self.spans, &self.zone)
    }

    /// What was remembered in these times: what holds the words of the question, and the latest where that is little;
    /// then what was changed in them, and what holds their own words.
    pub(super) async fn gather(
        &self,
        (store, reach): (&dyn Store, &Reach),
        request: &RecallRequest,
        question: &Question,
    ) -> Result<Vec<Memory>, Error> {
        let arm = Arm { store, reach };
        let terms = question.store_terms();
        let mut found = Vec::new();
        for span in self.spans.iter().take(SPANS) {
            let made = within(&request.filter, span, Field::CreatedAt);
            let hits = arm.search(&terms, made.clone()).await?;
            if hits.len() < TIMELY {
                found.extend(arm.latest(made, Field::CreatedAt).await?);
            }
            found.extend(hits);
            let changed = within(&request.filter, span, Field::UpdatedAt)
                .and(Field::Version, Test::Gt(Value::Number(1.0)));
            found.extend(arm.search(&terms, changed.clone()).await?);
            if question.is_only_about_time() {
                found.extend(arm.latest(changed, Field::UpdatedAt).await?);
            }
        }
        if self.spans.iter().any(TimeSpan::is_by_calendar) {
            let terms = analyse::query_terms(&request.question);
            found.extend(arm.search(&terms, self.filter.clone()).await?);
        }
        if question.timing.newest {
            found.extend(arm.latest(self.filter.clone(), Field::CreatedAt).await?);
        }
        Ok(found)
    }
}

/// What is asked of a store.
struct Arm<'a> {
    store: &'a dyn Store,
    reach: &'a Reach,
}

impl Arm<'_> {
    async fn search(&self, terms: &[analyse::Term], filter: Filter) -> Result<Vec<Memory>, Error> {
        let (terms, matching, pool) = (terms.to_vec(), Matching::Any, TIMELY);
        let query = KeywordQuery { terms, matching, filter, pool };
        let hits = self.store.search(self.reach, &query).await?;
        Ok(hits.into_iter().map(|hit| hit.memory).collect())
    }

    async fn latest(&self, filter: Filter, field: Field) -> Result<Vec<Memory>, Error> {
        let order = Order { field, direction: Direction::Descending };
        let latest = Query { filter, order, limit: TIMELY, after: None };
        Ok(self.store.query(self.reach, &latest).await?.memories)
    }
}

fn within(filter: &Filter, span: &TimeSpan, field: Field) -> Filter {
    let (from, before) = (Test::Gte(Value::Time(span.start)), Test::Lt(Value::Time(span.end)));
    filter.clone().and(field, from).and(field, before)
}
