//! What was said around a memory.

use jiff::Timestamp;
use mnemic_core::{
    port::store::Store,
    recall::{Neighbour, Neighbourhood, SessionPosition, Window},
    record::{
        filter::{Field, Filter},
        id::MemoryId,
        memory::Memory,
        scope::Reach,
        source::Origin,
    },
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome},
    memory, scope,
};

const WINDOW: Window = Window { before: 2, after: 1 };

fn said(number: u64, session: &str, sequence: i64) -> Memory {
    let mut memory = memory(number, "said");
    memory.source.session = Some(session.to_owned());
    memory.source.sequence = Some(sequence);
    memory
}

/// The numbers of what was said before and after.
async fn around(
    store: &dyn Store,
    reach: &Reach,
    filter: &Filter,
    number: u64,
) -> Result<(Vec<u64>, Vec<u64>), Box<dyn std::error::Error>> {
    let memory = store.get(&Reach::Vault, memory(number, "").id).await?.ok_or("it is there")?;
    let spot = SessionPosition::of(&memory).ok_or("it has a session")?;
    let found = store.neighbours(reach, filter, &[spot], WINDOW).await?;
    let [Neighbourhood { before, after }] = &found[..] else { return Err("one was asked".into()) };
    let ids = |beside: &[Neighbour]| beside.iter().map(|it| it.id).collect::<Vec<MemoryId>>();
    assert!(before.iter().chain(after).all(|beside| beside.text == "said"));
    let before = store.memories(&Reach::Vault, &ids(before)).await?;
    Ok((numbers(&before), numbers(&store.memories(&Reach::Vault, &ids(after)).await?)))
}

pub async fn neighbours_are_of_the_same_session_and_scope_nearest_first(
    backend: &Backend,
) -> Outcome {
    let own = (1..=6).map(|number| said(number, "a", 10 * i64::try_from(number).unwrap_or(0)));
    let foreign = Memory { scope: scope("project:b"), ..said(8, "a", 39) };
    let store = backend.store(own.rev().chain([said(7, "b", 35), foreign])).await?;
    let (reach, filter) = (Reach::Vault, Filter::none());
    let around = |number| around(&*store, &reach, &filter, number);
    assert_eq!(around(4).await?, (vec![3, 2], vec![5]));
    assert_eq!(around(1).await?, (vec![], vec![2]));
    assert_eq!(around(6).await?, (vec![5, 4], vec![]));
    Ok(())
}

pub async fn without_a_place_in_the_session_time_decides(backend: &Backend) -> Outcome {
    let said_at = |number: u64, second: i64| -> Result<Memory, jiff::Error> {
        let mut memory = said(number, "a", 0);
        memory.source.sequence = None;
        memory.created_at = Timestamp::new(second, 0)?;
        Ok(memory)
    };
    let store = backend.store([said_at(1, 30)?, said_at(2, 10)?, said_at(3, 20)?]).await?;
    let filter = Filter::none();
    assert_eq!(around(&*store, &Reach::Vault, &filter, 3).await?, (vec![2], vec![1]));
    Ok(())
}

pub async fn a_memory_without_a_session_has_no_spot(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "alone")]).await?;
    let alone = store.get(&Reach::Vault, memory(1, "").id).await?.ok_or("it is there")?;
    assert_eq!(SessionPosition::of(&alone), None);
    Ok(())
}

pub async fn memories_come_in_the_order_of_their_ids_given(backend: &Backend) -> Outcome {
    let foreign = Memory { scope: scope("project:b"), ..memory(3, "x") };
    let store = backend.store([memory(1, "x"), memory(2, "x"), foreign]).await?;
    let ids = [2, 99, 3, 1].map(|number| memory(number, "").id);
    let reach = Reach::of(memory(1, "").scope);
    assert_eq!(numbers(&store.memories(&reach, &ids).await?), [2, 1]);
    Ok(())
}

pub async fn only_what_passes_and_is_within_reach_is_a_neighbour(backend: &Backend) -> Outcome {
    let mut other = said(2, "a", 2);
    other.source.origin = Origin::Import;
    let store = backend.store([said(1, "a", 1), other, said(3, "a", 3)]).await?;
    let filter = Filter::none().and_text(Field::Origin, "import");
    assert_eq!(around(&*store, &Reach::Vault, &filter, 3).await?, (vec![2], vec![]));
    let elsewhere = Reach::Scopes([scope("project:z")].into());
    assert_eq!(around(&*store, &elsewhere, &Filter::none(), 3).await?, (vec![], vec![]));
    Ok(())
}

pub async fn what_is_as_it_was_written_is_vouched_for(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "x"), memory(2, "y")]).await?;
    let ids = [1, 2, 99].map(|number| memory(number, "").id);
    store.verify_rows(&ids).await?;
    Ok(())
}
