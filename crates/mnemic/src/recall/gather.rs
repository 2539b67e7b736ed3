//! Gathering the material for an answer: what each arm finds, and what was said around it.

use std::collections::HashMap;

use mnemic_core::{
    analyse::time::{self, TimeSpan},
    embed::{Imprint, Role},
    filter::{Direction, Field, Filter, Order, Query, Test, Value},
    id::MemoryId,
    memory::Memory,
    recall::{
        Around, Candidate, Candidates, KeywordQuery, Matching, Material, Meaning, Neighbourhood,
        Place, RecallRequest, VectorHit, VectorQuery, Window, profile::Base, question::Question,
    },
    store::Store,
};

use crate::{engine::Engine, error::Error};

/// What was said around so many of the best candidates becomes a candidate itself.
const WITH_NEIGHBOURS: usize = 40;
/// How many memories of each time that a question names become candidates, and of how many times.
const TIMELY: usize = 20;
const SPANS: usize = 4;
const WINDOW: Window = Window { before: 2, after: 2 };

/// What was gathered.
pub(super) struct Gathered {
    /// The question, its words weighed.
    pub(super) question: Question,
    /// What its answer is made from.
    pub(super) material: Material,
    /// What could not be used.
    pub(super) unused: Vec<String>,
}

/// Whoever gathers the material for one question.
pub(super) struct Gatherer<'a> {
    pub(super) engine: &'a Engine,
    pub(super) store: &'a dyn Store,
    pub(super) request: &'a RecallRequest,
    /// How many candidates each arm may find.
    pub(super) pool: usize,
}

impl Gatherer<'_> {
    /// Asks every arm that the ranking profile listens to.
    pub(super) async fn gather(&self) -> Result<Gathered, Error> {
        let mut question = Question::of(&self.request.question);
        let times = Times::of(self.engine, self.request);
        let mut unused = Vec::new();
        let base = self.engine.settings().policies.profile.base();
        let mut candidates = Candidates::default();
        let by_keyword = self.by_keyword(&mut question, &times.filter, &mut unused).await?;
        candidates.add_keyword(by_keyword);
        let wants_vectors =
            matches!(base, Base::Measured | Base::Fused(_)) && !question.words.is_empty();
        let vector = if wants_vectors { self.embedded_question(&mut unused).await } else { None };
        if let Some(vector) = &vector {
            candidates.add_vector(self.by_vector(vector, &times.filter).await?);
        }
        candidates.add(self.by_time(&question, &times).await?);
        if base != Base::Measured {
            candidates.mark_timely(|memory| times.fit(memory));
            let material = Material { candidates: candidates.into_vec(), ..Material::default() };
            return Ok(Gathered { question, material, unused });
        }
        let statistics = self.store.statistics(&question.store_terms()).await?;
        question.weigh(&statistics);
        if let Some(lexicon) = &self.engine.embedders.lexicon {
            question.understand(lexicon.as_ref());
        }
        let mut material = self.with_surroundings(candidates, &times).await?;
        if let Some(vector) = &vector {
            let whole = self.similarities(&material, vector).await?;
            material.meanings.push(Meaning::Plain(whole));
        }
        Ok(Gathered { question, material, unused })
    }

    /// What was remembered in the times that the question names: what holds its words, or simply the latest when it
    /// asks for nothing else.
    async fn by_time(&self, question: &Question, times: &Times) -> Result<Vec<Memory>, Error> {
        let reach = &self.request.reach;
        let mut found = Vec::new();
        for filter in times.within(&self.request.filter) {
            let query = KeywordQuery {
                terms: question.store_terms(),
                matching: Matching::Any,
                filter: filter.clone(),
                pool: TIMELY,
            };
            let hits = self.store.search(reach, &query).await?;
            if hits.len() < TIMELY {
                let order = Order { field: Field::CreatedAt, direction: Direction::Descending };
                let latest = Query { filter, order, limit: TIMELY, after: None };
                found.extend(self.store.query(reach, &latest).await?.memories);
            }
            found.extend(hits.into_iter().map(|hit| hit.memory));
        }
        Ok(found)
    }

    /// The question as a vector, by the embedder that answers at once.
    async fn embedded_question(&self, unused: &mut Vec<String>) -> Option<Vec<f32>> {
        let embedder = self.engine.embedders.instant.as_ref()?;
        match embedder.embed(&[&self.request.question], Role::Question).await {
            Ok(embedded) => embedded.into_iter().next().map(|embedding| embedding.vector),
            Err(error) => {
                unused.push(format!("the vectors of {}: {error}", embedder.identity()));
                None
            }
        }
    }

    async fn by_vector(&self, vector: &[f32], filter: &Filter) -> Result<Vec<VectorHit>, Error> {
        let Some(embedder) = &self.engine.embedders.instant else { return Ok(Vec::new()) };
        let query = VectorQuery {
            identity: embedder.identity().clone(),
            vector: vector.to_vec(),
            filter: filter.clone(),
            pool: self.pool,
        };
        Ok(self.store.nearest(&self.request.reach, &query).await?)
    }

    /// Candidates, those that stand beside the best of them included, with what was said around each.
    async fn with_surroundings(
        &self,
        mut candidates: Candidates,
        times: &Times,
    ) -> Result<Material, Error> {
        let best: Vec<MemoryId> = candidates
            .iter()
            .filter(|candidate| rank_of(candidate) <= WITH_NEIGHBOURS / 2)
            .map(|candidate| candidate.memory.id)
            .collect();
        for neighbourhood in self.neighbours(&best).await? {
            candidates.add(neighbourhood.before.into_iter().chain(neighbourhood.after));
        }
        candidates.mark_timely(|memory| times.fit(memory));
        let candidates = candidates.into_vec();
        let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id).collect();
        let mut places: HashMap<MemoryId, usize> = ids.iter().copied().zip(0..).collect();
        let (mut others, mut around) = (Vec::new(), Vec::new());
        for neighbourhood in self.neighbours(&ids).await? {
            let mut place = |memory: Memory| {
                let next = candidates.len() + others.len();
                let place = *places.entry(memory.id).or_insert(next);
                if place == next {
                    others.push(memory);
                }
                place
            };
            let before = neighbourhood.before.into_iter().map(&mut place).collect();
            around.push(Around {
                before,
                after: neighbourhood.after.into_iter().map(place).collect(),
            });
        }
        Ok(Material { candidates, others, around, meanings: Vec::new() })
    }

    async fn neighbours(&self, ids: &[MemoryId]) -> Result<Vec<Neighbourhood>, Error> {
        let RecallRequest { reach, filter, .. } = self.request;
        Ok(self.store.neighbours(reach, filter, ids, WINDOW).await?)
    }

    /// How near the question each memory of the material is.
    async fn similarities(&self, material: &Material, vector: &[f32]) -> Result<Vec<f64>, Error> {
        let Some(embedder) = &self.engine.embedders.instant else { return Ok(Vec::new()) };
        let candidates = material.candidates.iter().map(|candidate| candidate.memory.id);
        let others = material.others.iter().map(|memory| memory.id);
        let ids: Vec<MemoryId> = candidates.chain(others).collect();
        let imprints = self.store.imprints(embedder.identity(), &ids).await?;
        let cosine = |imprint: &Option<Imprint>| {
            imprint.as_ref().map_or(0.0, |imprint| imprint.whole.cosine(vector))
        };
        Ok(imprints.iter().map(cosine).collect())
    }
}

/// The times that a question names.
struct Times {
    spans: Vec<TimeSpan>,
    /// Which memories are considered: those that may tell of these times.
    filter: Filter,
}

impl Times {
    fn of(engine: &Engine, request: &RecallRequest) -> Self {
        let spans = time::spans(&request.question, engine.now(), &engine.zone());
        let mut filter = request.filter.clone();
        // What happened may be told later, but not before.
        for span in spans.iter().filter(|span| span.filter) {
            filter = filter.and(Field::CreatedAt, Test::Gte(Value::Time(span.start)));
        }
        Self { spans, filter }
    }

    /// How well the time of a memory fits the one that fits it best.
    fn fit(&self, memory: &Memory) -> f64 {
        let fits = self.spans.iter().map(|span| span.timeliness(memory.created_at));
        fits.fold(0.0, f64::max)
    }

    /// A filter for each.
    fn within(&self, filter: &Filter) -> impl Iterator<Item = Filter> {
        self.spans.iter().take(SPANS).map(|span| {
            let from = Test::Gte(Value::Time(span.start));
            let before = Test::Lt(Value::Time(span.end));
            filter.clone().and(Field::CreatedAt, from).and(Field::CreatedAt, before)
        })
    }
}

fn rank_of(candidate: &Candidate) -> usize {
    let rank = |place: Option<Place>| place.map_or(usize::MAX, |place| place.rank);
    rank(candidate.keyword).min(rank(candidate.vector))
}
