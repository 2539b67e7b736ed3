//! The end of a session: one stage after the other, each by itself.
//!
//! The transcript says which stages are done. A stage that fails is reported and stops no other; ending the session
//! once more makes up for it, and so does whoever finds it unfinished. Every stage may be run again without harm.

use jiff::{Timestamp, civil::Date};
use mnemic_core::{
    journal::{daily_log as log, daily_log::SessionLog},
    learn::summary,
    record::{
        id::{MemoryId, SessionId},
        scope::Reach,
    },
    safety::caller::{Caller, Right},
    session::{
        MarkKind, Stage, View,
        compaction::SUMMARY_TOKENS,
        readable::{self, ReadableDetails},
        stage::Stage::*,
    },
};

use crate::session::{
    SessionFindings,
    catalogue::scope_folder,
    writer::{LockDuration, SessionWriter},
};
use crate::{
    engine::Engine,
    error::Error,
    notice::Notice,
    vault::disk::{self, Displaced, blocking},
};

/// So many decisions, and so many errors, of a session are told in the log of the day.
const LOGGED_MOST: usize = 10;

/// What came of ending a session.
#[derive(Debug)]
pub struct Ended {
    /// The session.
    pub session: SessionId,
    /// Every stage that was run.
    pub stages: Vec<StageReport>,
    /// The narrative that tells of it.
    pub narrative: Option<MemoryId>,
    /// What was remembered of it.
    pub promoted: Vec<MemoryId>,
    /// Its readable form, below the vault.
    pub readable: Option<String>,
}

impl Ended {
    /// The stages that failed.
    pub fn failures(&self) -> impl Iterator<Item = (Stage, &Error)> {
        self.stages.iter().filter_map(|it| it.outcome.as_ref().err().map(|error| (it.stage, error)))
    }
}

/// What came of one stage.
#[derive(Debug)]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// What came of it.
    pub outcome: Result<(), Error>,
}

/// What a stage made.
#[derive(Default)]
struct StageOutput {
    memories: Vec<MemoryId>,
    file: Option<String>,
}

impl Engine {
    /// Ends a session, or finishes the end of one. Stages that were done before are not run again.
    pub async fn end_session(&self, caller: &Caller, id: &SessionId) -> Result<Ended, Error> {
        caller.require(Right::Write)?;
        let writer = self.session_writer_of(caller, id, LockDuration::Lasting).await?;
        self.finish_session(caller, writer, false).await
    }

    pub(crate) async fn finish_session(
        &self,
        caller: &Caller,
        mut writer: SessionWriter<'_>,
        recovered: bool,
    ) -> Result<Ended, Error> {
        let mut stages = Vec::new();
        for stage in Stage::ALL {
            if writer.transcript.done().contains(&stage) {
                continue;
            }
            if stage == Persist {
                writer.mark_end(recovered)?;
                stages.push(StageReport { stage, outcome: Ok(()) });
                continue;
            }
            let outcome = match self.run_stage(caller, stage, &writer).await {
                Ok(StageOutput { memories, file }) => {
                    writer.mark(MarkKind::Stage { stage, memories, file })
                }
                Err(error) => Err(error),
            };
            if let Err(error) = &outcome {
                tracing::warn!(session = %writer.files.id, %stage, %error, "a stage failed");
            }
            stages.push(StageReport { stage, outcome });
        }
        if let Err(error) = self.sessions().note_session(&writer).await {
            tracing::warn!(session = %writer.files.id, %error, "sessions.json is behind");
        }
        Ok(self.ended(&writer, stages))
    }

    fn ended(&self, writer: &SessionWriter<'_>, stages: Vec<StageReport>) -> Ended {
        let made = |wanted: Stage| {
            writer.transcript.marks().find_map(move |mark| match &mark.what {
                MarkKind::Stage { stage, memories, file } if *stage == wanted => {
                    Some((memories.clone(), file.clone()))
                }
                _ => None,
            })
        };
        Ended {
            session: writer.files.id.clone(),
            stages,
            narrative: made(Narrative).and_then(|(memories, _)| memories.first().copied()),
            promoted: made(Promotion).map(|(memories, _)| memories).unwrap_or_default(),
            readable: made(Projections).and_then(|(_, file)| file),
        }
    }

    async fn run_stage(
        &self,
        caller: &Caller,
        stage: Stage,
        writer: &SessionWriter<'_>,
    ) -> Result<StageOutput, Error> {
        let mut made = StageOutput::default();
        match stage {
            Persist => {}
            Summary => {
                let summary = self.summarise(&writer.turns(), SUMMARY_TOKENS).await.value;
                let kept = SessionFindings { summary, ..self.sessions().kept_or_new(writer)? };
                self.sessions().keep(&writer.files, &kept).await?;
            }
            Narrative => {
                let turns = View::of(&writer.transcript).turns;
                made.memories
                    .extend(self.write_narrative(caller, &writer.transcript, &turns).await?);
            }
            Findings => {
                let kept = self.sessions().kept_or_new(writer)?.looked_at(&writer.turns());
                self.sessions().keep(&writer.files, &kept).await?;
            }
            Promotion => {
                let kept = self.sessions().kept_or_new(writer)?;
                made.memories = self.promote_findings(caller, writer, &kept).await?;
                let policies = &self.settings().policies;
                if policies.flushes_unasked() {
                    let flushed = self.flush_rest(caller, writer).await?;
                    made.memories.extend(flushed.iter().map(|memory| memory.id));
                    made.memories.sort_unstable();
                    made.memories.dedup();
                }
                if policies.learning.auto {
                    let scope = writer.transcript.header.scope.clone();
                    self.review(&caller.within(Reach::only(scope))).await?;
                }
            }
            Projections if writer.transcript.turns().next().is_none() => {}
            Projections => made.file = Some(self.write_readable(writer).await?),
            DailyLog => self.log_end(writer).await?,
            Events => self.notify(&Notice::SessionEnded {
                session: writer.files.id.to_string(),
                scope: writer.transcript.header.scope.to_string(),
                messages: writer.transcript.turns().count(),
            }),
        }
        Ok(made)
    }

    /// Writes the readable form under the first name that is free, unless it was written before.
    async fn write_readable(&self, writer: &SessionWriter<'_>) -> Result<String, Error> {
        let kept = self.sessions().kept_or_new(writer)?;
        let findings: Vec<String> = kept.all().into_iter().map(|finding| finding.text).collect();
        let (ended_at, _) = writer.transcript.ended().unwrap_or((self.now(), false));
        let about = ReadableDetails { summary: &kept.summary, findings: &findings, ended_at };
        let text = readable::markdown(&writer.transcript, &about);
        let slug = self.name_session(&writer.turns()).await.value;
        let slug = if slug.is_empty() { "session" } else { &slug };
        let date = self.day(ended_at);
        let _held = self.sessions().hold_sessions(&scope_folder(&writer.files)).await?;
        if let Some(path) = self.existing_readable(writer, &date.to_string())? {
            return Ok(path);
        }
        for number in 1.. {
            let path = format!("{}/{}", writer.files.folder, readable::name(date, slug, number));
            if !self.vault().document(&path).exists() && self.place_new(&path, &text).await? {
                return Ok(path);
            }
        }
        unreachable!("there is always another number")
    }

    /// The readable form that someone who died before he could say so has written.
    fn existing_readable(
        &self,
        writer: &SessionWriter<'_>,
        date: &str,
    ) -> Result<Option<String>, Error> {
        let folder = self.vault().document(&writer.files.folder);
        let names = disk::file_names(&folder).map_err(Error::file("list", &folder))?;
        let mark = format!("session_id: {}\n", writer.files.id);
        for name in names.iter().filter(|name| name.starts_with(date) && name.ends_with(".md")) {
            let file = folder.join(name);
            if disk::read_text(&file).map_err(Error::file("read", &file))?.contains(&mark) {
                return Ok(Some(format!("{}/{name}", writer.files.folder)));
            }
        }
        Ok(None)
    }

    /// Puts a new file in its place; not if something got there first.
    async fn place_new(&self, path: &str, text: &str) -> Result<bool, Error> {
        let pending = self.scribe().write_beside(path, text).await?;
        let placed = blocking(move || {
            let is_free = matches!(pending.exchange()?, Displaced::Nothing);
            if !is_free {
                pending.exchange()?;
            }
            pending.sweep().map(|()| is_free)
        });
        placed.await.map_err(Error::file("write", self.vault().document(path)))
    }

    fn day(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone()).date()
    }

    /// Tells of the session in the log of the day it ended, and what the next one should know unless that day is past.
    /// One in which nothing was said is not told of.
    async fn log_end(&self, writer: &SessionWriter<'_>) -> Result<(), Error> {
        let turns = writer.turns();
        if turns.is_empty() {
            return Ok(());
        }
        let kept = self.sessions().kept_or_new(writer)?;
        let (ended_at, _) = writer.transcript.ended().unwrap_or((self.now(), false));
        let is_past = self.day(ended_at) < self.day(self.now());
        let found = |category: &str| {
            let found = kept.findings.iter().filter(|it| it.category.as_str() == category);
            found.take(LOGGED_MOST).map(|it| it.text.clone()).collect()
        };
        let sentence = summary::sentence(&turns);
        let account = SessionLog {
            said: log::ended(writer.files.id.as_str(), &sentence, turns.len()),
            decisions: found("decision"),
            errors: found("error"),
            next: match is_past {
                true => Vec::new(),
                false => log::section(&kept.summary, "Context for Next Turn"),
            },
        };
        self.scribe().log_session(&scope_folder(&writer.files), ended_at, &account).await
    }
}
