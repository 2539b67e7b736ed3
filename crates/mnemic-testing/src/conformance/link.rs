//! Which memories name which.

use mnemic_core::{
    port::store::{Change, Store},
    record::{
        filter::{Field, Filter},
        link::Called,
        memory::Memory,
        scope::Reach,
        source::Origin,
    },
};

use crate::{
    backend::{Backend, Outcome, apply},
    memory, scope,
};

/// The links of these memories, as numbers, within a reach and a filter.
async fn links(
    store: &dyn Store,
    reach: &Reach,
    filter: &Filter,
    of: &[u64],
) -> Result<Vec<(u64, u64)>, Box<dyn std::error::Error>> {
    let of: Vec<Called> = of.iter().map(|number| Called::of(&memory(*number, ""))).collect();
    let found = store.links(reach, filter, &of, 2).await?;
    let number = |id| (1..=9).find(|number| memory(*number, "").id == id).ok_or("it is known");
    let numbers = found.iter().map(|link| Ok((number(link.from)?, number(link.to)?)));
    numbers.collect()
}

pub async fn a_memory_is_linked_to_those_it_names_and_those_that_name_it(
    backend: &Backend,
) -> Outcome {
    let store = backend
        .store([
            memory(1, "see [id:2], ^m0000003 and [[m0000009]]"),
            memory(2, "the plan, not [id:8]"),
            memory(3, "as [id:1] says, and [[MEMORY#^m0000003|I]]"),
        ])
        .await?;
    let (reach, filter) = (Reach::Vault, Filter::none());
    assert_eq!(links(&*store, &reach, &filter, &[1]).await?, [(1, 2), (1, 3), (3, 1)]);
    assert_eq!(links(&*store, &reach, &filter, &[2]).await?, [(1, 2)]);
    assert_eq!(links(&*store, &reach, &filter, &[3, 1]).await?, [(1, 2), (1, 3), (3, 1)]);
    assert_eq!(links(&*store, &reach, &filter, &[]).await?, []);
    Ok(())
}

pub async fn links_lead_to_what_is_within_reach_and_passes(backend: &Backend) -> Outcome {
    let of = |name: &str, memory: Memory| Memory { scope: scope(name), ..memory };
    let mut agent = memory(4, "by an agent: [id:1]");
    agent.source.origin = Origin::Agent;
    let store = backend
        .store([
            memory(1, "[id:2] [id:3]"),
            of("project:a", memory(2, "own [id:1]")),
            of("project:b", memory(3, "foreign [id:1]")),
            agent,
        ])
        .await?;
    let reach = Reach::Scopes(vec![scope("global"), scope("project:a")]);
    let human = Filter::none().and_text(Field::Origin, "human");
    assert_eq!(links(&*store, &reach, &human, &[1]).await?, [(1, 2), (2, 1)]);
    Ok(())
}

pub async fn of_many_that_name_a_memory_the_newest_are_told(backend: &Backend) -> Outcome {
    let naming = (2..=6).map(|number| memory(number, "see [id:1]"));
    let store = backend.store(naming.chain([memory(1, "one")])).await?;
    let found = links(&*store, &Reach::Vault, &Filter::none(), &[1]).await?;
    assert_eq!(found, [(5, 1), (6, 1)]);
    Ok(())
}

pub async fn links_go_with_the_text_that_holds_them(backend: &Backend) -> Outcome {
    let store =
        backend.store([memory(1, "one"), memory(2, "[id:1]"), memory(3, "^m0000001")]).await?;
    let changed = memory(2, "no more");
    let gone = memory(3, "").id;
    apply(&*store, [Change::Memory(Box::new(changed)), Change::Drop(gone)]).await?;
    assert_eq!(links(&*store, &Reach::Vault, &Filter::none(), &[1, 2]).await?, []);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}
