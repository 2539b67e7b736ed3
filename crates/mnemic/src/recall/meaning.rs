//! How near the memories of some material are to a question, by their stored vectors.

use std::time::Duration;

use mnemic_core::{
    port::embedder::{CodeReader, Identity, Role, StoredVectors, WordVector, text_of},
    recall::{DeepMeaning, Material, MaybeVectors, PlainMeaning, question::Question},
    record::id::MemoryId,
};

use super::{
    gather::{EmbeddedQuestion, Gatherer},
    timer::EmbedderTimer,
};
use crate::{
    embed::{WAITING_AT_MOST, checked},
    error::Error,
};

/// A memory in so many that has no vector yet does not keep the others' from being used. Chosen by hand.
const ONE_MISSING_OF: usize = 5;
/// How long a question waits for memories to be embedded. Chosen by hand.
const PATIENCE: Duration = Duration::from_secs(1);

/// What vectors say about the candidates, and how many candidates still wait for one.
pub(super) struct MeaningReading<T> {
    /// Nothing while too many are lacking.
    pub(super) meaning: Option<T>,
    pub(super) lacking: usize,
    /// Whose vectors.
    pub(super) identity: Identity,
}

impl<T> MeaningReading<T> {
    /// Tells, unless too many vectors are lacking. `waiting` are the candidates that may still get one.
    fn by(
        understood: &EmbeddedQuestion,
        stored_vectors: &MaybeVectors,
        waiting: &[usize],
        tell: impl FnOnce() -> T,
    ) -> Self {
        let missing = stored_vectors.iter().filter(|stored| stored.is_none()).count();
        let tells = missing * ONE_MISSING_OF <= stored_vectors.len();
        let lacking = waiting.iter().filter(|place| stored_vectors[**place].is_none()).count();
        let identity = understood.embedder.identity().clone();
        Self { meaning: tells.then(tell), lacking, identity }
    }
}

impl Gatherer<'_> {
    /// How near the memories are by vectors without context.
    pub(super) async fn plain_meaning(
        &self,
        material: &Material,
        question: &EmbeddedQuestion,
    ) -> Result<MeaningReading<PlainMeaning>, Error> {
        let stored_vectors = self.stored_vectors(material, question).await?;
        let cosines = |vector: &[f32]| -> Vec<f64> {
            let cosine = |stored: &StoredVectors| stored.whole.cosine(vector);
            stored_vectors.iter().map(|stored| stored.as_ref().map_or(0.0, cosine)).collect()
        };
        let (whole, content_words) = (&question.whole.vector, &question.content_words.vector);
        let tell = || PlainMeaning { whole: cosines(whole), content_words: cosines(content_words) };
        let waiting: Vec<usize> = (0..material.candidates.len()).collect();
        Ok(MeaningReading::by(question, &stored_vectors, &waiting, tell))
    }

    /// By vectors with context. Memories that have none, though most have, count as the average of those.
    pub(super) async fn deep_meaning(
        &self,
        material: &Material,
        understood: &EmbeddedQuestion,
        question: &Question,
        timer: &mut EmbedderTimer<'_>,
    ) -> Result<MeaningReading<DeepMeaning>, Error> {
        let mut stored_vectors = self.stored_vectors(material, understood).await?;
        let waiting = self.waiting(&stored_vectors, material, understood);
        let late = &waiting[..waiting.len().min(WAITING_AT_MOST)];
        let made = timer.time(embed_late(late, material, understood)).await;
        late.iter().zip(made).for_each(|(place, made)| stored_vectors[*place] = Some(made));
        let (readers, weights) = content_words(&understood.whole.words, question);
        let whole = |stored: &StoredVectors| stored.whole.cosine(&understood.whole.vector);
        let words = |stored: &StoredVectors| -> Vec<f64> {
            readers.iter().map(|reader| reader.nearest(&stored.words)).collect()
        };
        let tell = || DeepMeaning {
            whole: completed(stored_vectors.iter().map(|it| it.as_ref().map(whole)).collect()),
            words: completed_words(
                stored_vectors.iter().map(|it| it.as_ref().map(words)).collect(),
                weights.len(),
            ),
            weights,
        };
        Ok(MeaningReading::by(understood, &stored_vectors, &waiting, tell))
    }

    async fn stored_vectors(
        &self,
        material: &Material,
        question: &EmbeddedQuestion,
    ) -> Result<MaybeVectors, Error> {
        let candidates = material.candidates.iter().map(|candidate| candidate.memory.id);
        let others = material.others.iter().map(|memory| memory.id);
        let ids: Vec<MemoryId> = candidates.chain(others).collect();
        Ok(self.store.stored_vectors(question.embedder.identity(), &ids).await?)
    }

    /// The candidates that still wait, best first; what the embedder refuses waits for nothing.
    fn waiting(
        &self,
        stored_vectors: &MaybeVectors,
        material: &Material,
        understood: &EmbeddedQuestion,
    ) -> Vec<usize> {
        let identity = understood.embedder.identity();
        let candidates = material.candidates.iter().enumerate();
        let mut waiting: Vec<(usize, usize)> = candidates
            .filter(|(place, candidate)| {
                let refused =
                    || self.recaller.embedding.refuses(identity, &text_of(&candidate.memory));
                stored_vectors[*place].is_none() && !refused()
            })
            .map(|(place, candidate)| (candidate.best_rank().unwrap_or(usize::MAX), place))
            .collect();
        waiting.sort_unstable();
        waiting.into_iter().map(|(_, place)| place).collect()
    }
}

/// Embeds candidates that wait, for this question alone: what was remembered just now would else be judged as if it
/// meant nothing in particular. Nothing when that fails or takes too long.
async fn embed_late(
    late: &[usize],
    material: &Material,
    understood: &EmbeddedQuestion,
) -> Vec<StoredVectors> {
    let text = |place: &usize| text_of(&material.candidates[*place].memory);
    let texts: Vec<String> = late.iter().map(text).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    if texts.is_empty() {
        return Vec::new();
    }
    let embedder = understood.embedder.as_ref();
    let embedding =
        async { checked(embedder, embedder.embed(&texts, Role::Memory).await?, &texts) };
    match tokio::time::timeout(PATIENCE, embedding).await {
        Ok(Ok(made)) => return made,
        Ok(Err(error)) => tracing::debug!(%error, "cannot embed the memories for a question"),
        Err(_) => tracing::debug!("memories were not embedded in time for a question"),
    }
    Vec::new()
}

/// The words of the question that tell something, or all of them, and how much each counts.
fn content_words(words: &[WordVector], question: &Question) -> (Vec<CodeReader>, Vec<f64>) {
    let weight = |word: &WordVector| question.weight_of(&word.word);
    let any = words.iter().any(|word| weight(word) > 0.0);
    let counted = words.iter().map(|word| (word, if any { weight(word) } else { 1.0 }));
    let counted: Vec<_> = counted.filter(|(_, weight)| *weight > 0.0).collect();
    let total: f64 = counted.iter().map(|(_, weight)| weight).sum();
    let readers = counted.iter().map(|(word, _)| CodeReader::new(&word.vector)).collect();
    (readers, counted.iter().map(|(_, weight)| weight / total).collect())
}

fn completed(values: Vec<Option<f64>>) -> Vec<f64> {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    let average = known.iter().sum::<f64>() / known.len().max(1) as f64;
    values.into_iter().map(|value| value.unwrap_or(average)).collect()
}

fn completed_words(values: Vec<Option<Vec<f64>>>, words: usize) -> Vec<Vec<f64>> {
    let known: Vec<&Vec<f64>> = values.iter().flatten().collect();
    let average = |word: usize| {
        known.iter().map(|values| values[word]).sum::<f64>() / known.len().max(1) as f64
    };
    let averages: Vec<f64> = (0..words).map(average).collect();
    values.into_iter().map(|value| value.unwrap_or_else(|| averages.clone())).collect()
}
