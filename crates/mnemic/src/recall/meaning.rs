//! How near the memories of some material are to a question, by their stored vectors.

use mnemic_core::{
    embed::{CodeReader, Imprint, WordVector},
    id::MemoryId,
    recall::{DeepMeaning, Imprints, Material, PlainMeaning, question::Question},
    store::Store,
};

use super::gather::Understood;
use crate::error::Error;

/// A memory in so many that has no vector yet does not keep the others' from being used.
const ONE_MISSING_OF: usize = 5;

/// By vectors without context.
pub(super) async fn plain(
    store: &dyn Store,
    material: &Material,
    question: &Understood,
) -> Result<PlainMeaning, Error> {
    let imprints = imprints(store, material, question).await?;
    let cosines = |vector: &[f32]| -> Vec<f64> {
        let cosine = |imprint: &Imprint| imprint.whole.cosine(vector);
        imprints.iter().map(|imprint| imprint.as_ref().map_or(0.0, cosine)).collect()
    };
    let (whole, telling) = (&question.whole.vector, &question.telling.vector);
    Ok(PlainMeaning { whole: cosines(whole), telling: cosines(telling) })
}

/// By vectors with context; nothing while too many of the memories have none. Those that have none count as the
/// average of those that have.
pub(super) async fn deep(
    store: &dyn Store,
    material: &Material,
    understood: &Understood,
    question: &Question,
) -> Result<Option<DeepMeaning>, Error> {
    let imprints = imprints(store, material, understood).await?;
    let missing = imprints.iter().filter(|imprint| imprint.is_none()).count();
    if missing * ONE_MISSING_OF > imprints.len() {
        return Ok(None);
    }
    let (readers, weights) = telling_words(&understood.whole.words, question);
    let whole = imprints.iter().map(|imprint| {
        imprint.as_ref().map(|imprint| imprint.whole.cosine(&understood.whole.vector))
    });
    let words = imprints.iter().map(|imprint| {
        imprint.as_ref().map(|imprint| {
            readers.iter().map(|reader| reader.nearest(&imprint.words)).collect::<Vec<f64>>()
        })
    });
    Ok(Some(DeepMeaning {
        whole: completed(whole.collect()),
        words: completed_words(words.collect(), weights.len()),
        weights,
    }))
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
