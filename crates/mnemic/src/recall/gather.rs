//! Gathering the material for an answer: what each arm finds, and what was said around it.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use mnemic_core::{
    learn::widening::may_be_handed,
    port::{
        embedder::{Embedder, Embedding, Role},
        store::Store,
    },
    recall::{
        Candidate, Candidates, Material, Neighbourhood, Ranking, RecallRequest, SessionPosition,
        VectorHit, VectorQuery, Window,
        question::Question,
        rank::{factor::Rule, profile::Base},
    },
    record::{filter::Filter, id::MemoryId, scope::Reach},
    text::alias::Occasion,
};

use super::Recaller;
use super::{
    meaning::MeaningReading,
    time::{Narrowing, Times},
    timer::EmbedderTimer,
};
use crate::error::Error;

/// What was said around so many of the best candidates of each arm becomes a candidate itself, and what they are linked
/// to. Chosen by hand, for time, as are the numbers below.
const BEST: usize = 16;
const WINDOW: Window = Window { before: 2, after: 2 };
/// The contradictions of so many candidates are asked for at once.
const ASKED_AT_ONCE: usize = 500;

pub(super) struct Gathered {
    /// The question, its words weighed.
    pub(super) question: Question,
    /// What its answer is made from.
    pub(super) material: Material,
    /// Which of the candidates contradict another memory, where the ranking asks for it.
    pub(super) contradicted: HashSet<MemoryId>,
    /// What could not be used.
    pub(super) unused: Vec<String>,
    /// How long embedders were waited for.
    pub(super) embedding: Duration,
    /// Whether a time that the question names left something out.
    pub(super) narrowed: bool,
}

/// Whoever gathers the material for one question.
pub(super) struct Gatherer<'a> {
    pub(super) recaller: &'a Recaller,
    pub(super) store: &'a dyn Store,
    pub(super) reach: &'a Reach,
    pub(super) request: &'a RecallRequest,
    /// Who looks something up: it decides what counts as a word.
    pub(super) occasion: Occasion,
    /// How many candidates each arm may find.
    pub(super) pool: usize,
    /// How far times leave things out.
    pub(super) narrowing: Narrowing,
}

/// A question as an embedder understands it.
pub(super) struct EmbeddedQuestion {
    pub(super) embedder: Arc<dyn Embedder>,
    pub(super) whole: Embedding,
    /// Its telling words by themselves.
    pub(super) content_words: Embedding,
}

impl Gatherer<'_> {
    /// Asks every arm that the ranking profile listens to.
    pub(super) async fn gather(&self) -> Result<Gathered, Error> {
        let times = Times::of(&self.recaller.host, self.request, self.narrowing);
        let wording = self.wording();
        let mut question = self.read(&self.request.question, &times, &wording).await?;
        let mut unused = Vec::new();
        let narrowed = times.narrow();
        let Ranking { base, rules } = self.recaller.host.settings().policies.ranking();
        if base != Base::Measured
            && question.is_only_about_time()
            && let Some(material) = self.by_time(&times, &question).await?
        {
            unused.push(times.only_times_note());
            let (contradicted, embedding) = (HashSet::new(), Duration::ZERO);
            return Ok(Gathered { question, material, contradicted, unused, embedding, narrowed });
        }
        let mut candidates = Candidates::default();
        let by_keyword = self.by_keyword(&mut question, &wording, &times, &mut unused).await?;
        candidates.add_keyword(by_keyword);
        let (mut plain, mut deep) = (None, None);
        let mut timer = EmbedderTimer::new(self.recaller.host.clock());
        if matches!(base, Base::Measured | Base::Fused(_)) && !question.words.is_empty() {
            let instant = &self.recaller.embedding.embedders().instant;
            plain = timer.time(self.embed_question(instant, &question, &mut unused)).await;
            let serving = self.recaller.embedding.serving_from(self.store).await?;
            unused.extend(serving.unused);
            deep = timer.time(self.embed_question(&serving.deep, &question, &mut unused)).await;
        }
        if let Some(plain) = &plain {
            candidates.add_vector(self.by_vector(plain, &times.filter).await?);
        }
        if let Some(deep) = &deep {
            candidates.add_deep(self.by_vector(deep, &times.filter).await?);
        }
        if base != Base::Measured {
            candidates.retain(|memory| may_be_handed(memory, self.reach));
            candidates.mark_timely(|memory| times.timeliness(memory));
            let contradicted = match rules.contains(&Rule::Contradiction) {
                true => self.contradicted(&candidates).await?,
                false => HashSet::new(),
            };
            let material = Material { candidates: candidates.into_vec(), ..Material::default() };
            unused.extend(times.narrowing_note());
            let embedding = timer.spent();
            return Ok(Gathered { question, material, contradicted, unused, embedding, narrowed });
        }
        candidates.add(times.gather((self.store, self.reach), self.request, &question).await?);
        candidates.retain(|memory| may_be_handed(memory, self.reach) && times.pass(memory));
        let statistics = self.store.statistics(&question.store_terms()).await?;
        question.weigh(&statistics);
        if let Some(lexicon) = &self.recaller.embedding.embedders().lexicon {
            question.look_up_vectors(lexicon.as_ref());
        }
        let links = self.by_link(&mut candidates, &times.filter).await?;
        let mut material = self.with_surroundings(candidates, &times, &question).await?;
        material.links = links;
        let is_timely = |candidate: &Candidate| candidate.time.is_some();
        if question.is_only_about_time() && material.candidates.iter().any(is_timely) {
            unused.push(times.only_times_note());
        } else {
            unused.extend(times.narrowing_note());
        }
        if let Some(deep) = &deep {
            let deep = self.deep_meaning(&material, deep, &question, &mut timer).await?;
            material.deep = self.unless_lacking(deep, &mut unused);
        }
        // What knows no context tells nothing more where context is known.
        if let Some(plain) = plain.as_ref().filter(|_| material.deep.is_none()) {
            let plain = self.plain_meaning(&material, plain).await?;
            material.plain = self.unless_lacking(plain, &mut unused);
        }
        let (contradicted, embedding) = (HashSet::new(), timer.spent());
        Ok(Gathered { question, material, contradicted, unused, embedding, narrowed })
    }

    /// What lies in the times that a question names which asks for nothing else; nothing when nothing does.
    async fn by_time(&self, times: &Times, question: &Question) -> Result<Option<Material>, Error> {
        let mut candidates = Candidates::default();
        candidates.add(times.gather((self.store, self.reach), self.request, question).await?);
        candidates.retain(|memory| may_be_handed(memory, self.reach) && times.pass(memory));
        candidates.mark_timely(|memory| times.timeliness(memory));
        candidates.keep_timely();
        let candidates = candidates.into_vec();
        let found = candidates.iter().any(|candidate| candidate.time.is_some());
        Ok(found.then(|| Material { candidates, ..Material::default() }))
    }

    /// Which candidates contradict another memory within reach, while nobody has said which holds.
    async fn contradicted(&self, candidates: &Candidates) -> Result<HashSet<MemoryId>, Error> {
        let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id).collect();
        let mut contradicted = HashSet::new();
        for ids in ids.chunks(ASKED_AT_ONCE) {
            let contradictions = self.store.contradictions(self.reach, Some(ids)).await?;
            let open = contradictions.into_iter().filter(|contradiction| !contradiction.dismissed);
            contradicted.extend(open.flat_map(|contradiction| contradiction.between.ids()));
        }
        Ok(contradicted)
    }

    /// What vectors tell, unless too many are lacking; tells of those that are.
    fn unless_lacking<T>(&self, reading: MeaningReading<T>, unused: &mut Vec<String>) -> Option<T> {
        if reading.lacking > 0 {
            self.recaller.embedding.note_lacking_vectors();
            let MeaningReading { lacking, identity, .. } = &reading;
            unused.push(format!(
                "{lacking} of the memories considered have no vector of {identity} yet"
            ));
        }
        reading.meaning
    }

    /// The question as an embedder understands it; a sentence about why not, when it fails.
    async fn embed_question(
        &self,
        embedder: &Option<Arc<dyn Embedder>>,
        question: &Question,
        unused: &mut Vec<String>,
    ) -> Option<EmbeddedQuestion> {
        let embedder = Arc::clone(embedder.as_ref()?);
        let content_text = question.content_text();
        // What leaves the machine is redacted, as everything that is kept.
        let asked = match embedder.is_instant() {
            true => Cow::Borrowed(self.request.question.as_str()),
            false => self.recaller.host.redactor().redact(&self.request.question),
        };
        let texts = [asked.as_ref(), &content_text];
        // Only what answers at once is asked twice.
        let texts = if embedder.is_instant() { &texts[..] } else { &texts[..1] };
        match embedder.embed(texts, Role::Question).await {
            Ok(embedded) => {
                let mut embedded = embedded.into_iter();
                let whole = embedded.next()?;
                if whole.is_zero() && !embedder.is_instant() {
                    let identity = embedder.identity();
                    unused.push(format!(
                        "the vectors of {identity}: it knows nothing of the question"
                    ));
                    return None;
                }
                Some(EmbeddedQuestion {
                    embedder,
                    whole,
                    content_words: embedded.next().unwrap_or_default(),
                })
            }
            Err(error) => {
                unused.push(format!("the vectors of {}: {error}", embedder.identity()));
                None
            }
        }
    }

    async fn by_vector(
        &self,
        understood: &EmbeddedQuestion,
        filter: &Filter,
    ) -> Result<Vec<VectorHit>, Error> {
        let query = VectorQuery {
            identity: understood.embedder.identity().clone(),
            vector: understood.whole.vector.clone(),
            filter: filter.clone(),
            pool: self.pool,
        };
        Ok(self.store.nearest(self.reach, &query).await?)
    }

    /// Candidates, those that stand beside the best of them included, with what was said around each.
    async fn with_surroundings(
        &self,
        mut candidates: Candidates,
        times: &Times,
        question: &Question,
    ) -> Result<Material, Error> {
        let mut around = HashMap::new();
        self.look_around(candidates.iter().filter(is_best), &mut around).await?;
        let beside = around.values().flat_map(|around| around.before.iter().chain(&around.after));
        let beside: HashSet<MemoryId> = beside.map(|neighbour| neighbour.id).collect();
        let mut new: Vec<MemoryId> =
            beside.into_iter().filter(|id| !candidates.hold(*id)).collect();
        new.sort_unstable();
        candidates.add(self.store.memories(self.reach, &new).await?);
        candidates.retain(|memory| may_be_handed(memory, self.reach) && times.pass(memory));
        candidates.mark_timely(|memory| times.timeliness(memory));
        if question.is_only_about_time() {
            candidates.keep_timely();
        }
        let bests = candidates.iter().filter(is_best);
        let known = bests.filter_map(|best| Some((&best.memory, around.get(&best.memory.id)?)));
        let beside = known.flat_map(|(best, around)| around.around_each(best));
        let beside: HashMap<MemoryId, Neighbourhood> = beside.collect();
        // What is a candidate only because it stands beside one is looked at with what is known of that one.
        let is_found = |candidate: &&Candidate| {
            candidate.best_rank().is_some() || !beside.contains_key(&candidate.memory.id)
        };
        self.look_around(candidates.iter().filter(is_found), &mut around).await?;
        for (id, beside) in beside {
            around.entry(id).or_insert(beside);
        }
        Ok(Material::of(candidates.into_vec(), around))
    }

    /// Looks at what was said around these candidates, unless that is known, as far as they have a session.
    async fn look_around<'c>(
        &self,
        candidates: impl Iterator<Item = &'c Candidate>,
        around: &mut HashMap<MemoryId, Neighbourhood>,
    ) -> Result<(), Error> {
        let (reach, filter) = (self.reach, &self.request.filter);
        let memories = candidates.map(|candidate| &candidate.memory);
        let new = memories.filter(|memory| !around.contains_key(&memory.id));
        let spots: Vec<SessionPosition> = new.filter_map(SessionPosition::of).collect();
        let found = self.store.neighbours(reach, filter, &spots, WINDOW).await?;
        around.extend(spots.into_iter().map(|spot| spot.place.1).zip(found));
        Ok(())
    }
}

/// Whether a candidate is among the best of an arm.
pub(super) fn is_best(candidate: &&Candidate) -> bool {
    candidate.best_rank().is_some_and(|rank| rank <= BEST)
}
