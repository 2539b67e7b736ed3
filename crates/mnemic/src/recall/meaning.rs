//! How near the memories of some material are to a question, by their stored vectors.

use std::time::Duration;

use mnemic_core::{
    embed::{CodeReader, Identity, Imprint, Role, WordVector, text_of},
    id::MemoryId,
    recall::{DeepMeaning, Imprints, Material, PlainMeaning, question::Question},
    store::Store,
};

use super::{gather::Understood, watch::Watch};
use crate::{embedders::WAITING_AT_MOST, error::Error};

/// A memory in so many that has no vector yet does not keep the others' from being used.
const ONE_MISSING_OF: usize = 5;
/// How long a question waits for memories to be embedded.
const PATIENCE: Duration = Duration::from_secs(1);

/// What vectors tell, and of how many memories they are lacking.
pub(super) struct Told<T> {
    /// Nothing while too many are lacking.
    pub(super) meaning: Option<T>,
    pub(super) lacking: usize,
    /// Whose vectors.
    pub(super) identity: Identity,
}

impl<T> Told<T> {
    fn by(understood: &Understood, imprints: &Imprints, tell: impl FnOnce() -> T) -> Self {
        let lacking = imprints.iter().filter(|imprint| imprint.is_none()).count();
        let tells = lacking * ONE_MISSING_OF <= imprints.len();
        let identity = understood.embedder.identity().clone();
        Self { meaning: tells.then(tell), lacking, identity }
    }
}

/// By vectors without context.
pub(super) async fn plain(
    store: &dyn Store,
    material: &Material,
    question: &Understood,
) -> Result<Told<PlainMeaning>, Error> {
    let imprints = imprints(store, material, question).await?;
    let cosines = |vector: &[f32]| -> Vec<f64> {
        let cosine = |imprint: &Imprint| imprint.whole.cosine(vector);
        imprints.iter().map(|imprint| imprint.as_ref().map_or(0.0, cosine)).collect()
    };
    let (whole, telling) = (&question.whole.vector, &question.telling.vector);
    let tell = || PlainMeaning { whole: cosines(whole), telling: cosines(telling) };
    Ok(Told::by(question, &imprints, tell))
}

/// By vectors with context. Memories that have none, though most have, count as the average of those.
pub(super) async fn deep(
    store: &dyn Store,
    material: &Material,
    understood: &Understood,
    question: &Question,
    watch: &mut Watch<'_>,
) -> Result<Told<DeepMeaning>, Error> {
    let mut imprints = imprints(store, material, understood).await?;
    embed_late(&mut imprints, material, understood, watch).await;
    let (readers, weights) = telling_words(&understood.whole.words, question);
    let whole = |imprint: &Imprint| imprint.whole.cosine(&understood.whole.vector);
    let words = |imprint: &Imprint| -> Vec<f64> {
        readers.iter().map(|reader| reader.nearest(&imprint.words)).collect()
    };
    let tell = || DeepMeaning {
        whole: completed(imprints.iter().map(|it| it.as_ref().map(whole)).collect()),
        words: completed_words(
            imprints.iter().map(|it| it.as_ref().map(words)).collect(),
            weights.len(),
        ),
        weights,
    };
    Ok(Told::by(understood, &imprints, tell))
}

/// Embeds the best few of the candidates that still wait, for this question alone: what was remembered just now
/// would else be judged as if it meant nothing in particular.
async fn embed_late(
    imprints: &mut Imprints,
    material: &Material,
    understood: &Understood,
    watch: &mut Watch<'_>,
) {
    let rank = |place: &usize| material.candidates[*place].best_rank().unwrap_or(usize::MAX);
    let mut late: Vec<usize> =
        (0..material.candidates.len()).filter(|place| imprints[*place].is_none()).collect();
    late.sort_by_key(rank);
    late.truncate(WAITING_AT_MOST as usize);
    let texts: Vec<String> =
        late.iter().map(|place| text_of(&material.candidates[*place].memory)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    if texts.is_empty() {
        return;
    }
    let embedding = understood.embedder.embed(&texts, Role::Memory);
    match watch.time(tokio::time::timeout(PATIENCE, embedding)).await {
        Ok(Ok(made)) => {
            let made = late.into_iter().zip(made);
            made.for_each(|(place, made)| imprints[place] = Some(Imprint::of(&made)));
        }
        Ok(Err(error)) => tracing::debug!(%error, "memories could not be embedded for a question"),
        Err(_) => tracing::debug!("memories were not embedded in time for a question"),
    }
}

async fn imprints(
    store: &dyn Store,
    material: &Material,
    question: &Understood,
) -> Result<Imprints, Error> {
    let candidates = material.candidates.iter().map(|candidate| candidate.memory.id);
    let others = material.others.iter().map(|memory| memory.id);
    let ids: Vec<MemoryId> = candidates.chain(others).collect();
    Ok(store.imprints(question.embedder.identity(), &ids).await?)
}

/// The words of the question that tell something, or all of them, and how much each counts.
fn telling_words(words: &[WordVector], question: &Question) -> (Vec<CodeReader>, Vec<f64>) {
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
