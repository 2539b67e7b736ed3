//! Searching transcripts, when someone asks for it: no recall looks into them.

use mnemic_core::{
    safety::caller::Caller,
    session::{
        Transcript,
        search::{SearchWords, TurnMatch, best},
    },
};

use crate::session::writer::parsed;
use crate::{engine::Engine, error::Error};

impl Engine {
    /// The turns of sessions within reach that hold most of the words, also of those that were put away. A transcript
    /// that cannot be read is passed over; the doctor names it.
    pub fn search_sessions(
        &self,
        caller: &Caller,
        words: &str,
        limit: usize,
    ) -> Result<Vec<TurnMatch>, Error> {
        let reach = &caller.reach;
        let wanted = SearchWords::of(words);
        let folders = self.vault().session_folders().map_err(Error::file("list", self.root()))?;
        let mut found: Vec<TurnMatch> = Vec::new();
        for (scope, folder) in folders.into_iter().filter(|(scope, _)| reach.covers(scope)) {
            for files in self.sessions().transcripts(&folder)? {
                let read = files.read().map(|bytes| parsed(&files.id, &bytes));
                let Ok(Ok(transcript)): Result<Result<Transcript, _>, _> = read else { continue };
                let turns = transcript.turns();
                found.extend(turns.filter_map(|turn| wanted.look(&scope, &files.id, turn)));
                found = best(found, limit);
            }
        }
        Ok(found)
    }
}
