//! Generations: built where nobody looks, current as a whole.

use std::sync::Arc;

use mnemic_core::{
    journal::line::Cursor,
    port::store::{Change, Transaction},
    record::{
        filter::Filter,
        memory::{Memory, Signals, Version},
        scope::Reach,
    },
};

use crate::{
    backend::{Backend, Outcome, apply, put},
    memory, scope,
};

pub async fn an_index_begins_without_a_generation(backend: &Backend) -> Outcome {
    let index = backend.index();
    assert!(index.open().await?.is_none());
    assert!(index.has_changed().await?);
    Ok(())
}

pub async fn a_build_is_invisible_until_the_switch(backend: &Backend) -> Outcome {
    let index = backend.index();
    let built = index.build().await?;
    put(&*built, [memory(1, "one")]).await?;
    assert!(index.open().await?.is_none());
    assert!(backend.index().open().await?.is_none());
    Ok(())
}

pub async fn a_switch_makes_the_build_current(backend: &Backend) -> Outcome {
    let index = backend.index();
    let built = index.build().await?;
    put(&*built, [memory(1, "one")]).await?;
    let current = index.switch().await?;
    let one = memory(1, "one");
    assert_eq!(current.get(&Reach::Vault, one.id).await?, Some(one.clone()));
    assert!(!index.has_changed().await?);
    let elsewhere = backend.index().open().await?.ok_or("no generation")?;
    assert_eq!(elsewhere.get(&Reach::Vault, one.id).await?, Some(one));
    Ok(())
}

pub async fn other_processes_notice_a_switch(backend: &Backend) -> Outcome {
    backend.store([memory(1, "one")]).await?;
    let (here, there) = (backend.index(), backend.index());
    assert!(there.open().await?.is_some());
    assert!(!there.has_changed().await?);
    here.build().await?;
    assert!(!there.has_changed().await?);
    here.switch().await?;
    assert!(there.has_changed().await?);
    let after = there.open().await?.ok_or("no generation")?;
    assert_eq!(after.count(&Reach::Vault, &Filter::none()).await?, 0);
    assert!(!there.has_changed().await?);
    Ok(())
}

pub async fn an_abandoned_build_is_replaced(backend: &Backend) -> Outcome {
    let index = backend.index();
    let abandoned = index.build().await?;
    put(&*abandoned, [memory(1, "one")]).await?;
    index.build().await?;
    let current = index.switch().await?;
    assert_eq!(current.count(&Reach::Vault, &Filter::none()).await?, 0);
    Ok(())
}

pub async fn nothing_built_cannot_become_current(backend: &Backend) -> Outcome {
    let index = backend.index();
    assert!(index.switch().await.is_err());
    index.build().await?;
    index.switch().await?;
    assert!(index.switch().await.is_err());
    Ok(())
}

pub async fn an_unchanged_index_opens_the_same_store(backend: &Backend) -> Outcome {
    backend.store([memory(1, "one")]).await?;
    let index = backend.index();
    let first = index.open().await?.ok_or("no generation")?;
    let second = index.open().await?.ok_or("no generation")?;
    assert!(Arc::ptr_eq(&first, &second));
    Ok(())
}

pub async fn what_no_generation_needs_is_swept_and_the_current_one_stays(
    backend: &Backend,
) -> Outcome {
    backend.store([memory(1, "one")]).await?;
    let store = backend.store([memory(1, "one"), memory(2, "two")]).await?;
    let index = backend.index();
    index.sweep().await?;
    assert_eq!(index.strays().await?, Vec::<String>::new());
    assert_eq!(store.count(&Reach::Vault, &Filter::none()).await?, 2);
    let current = index.open().await?.ok_or("no generation")?;
    assert_eq!(current.count(&Reach::Vault, &Filter::none()).await?, 2);
    Ok(())
}

pub async fn what_no_journal_records_is_told_with_its_past(backend: &Backend) -> Outcome {
    assert!(backend.index().unjournalled().await?.memories.is_empty());
    let signals = Signals { score: 3, ..Signals::default() };
    let task = Memory { scope: scope("task:t1"), signals, version: 2, ..memory(1, "of a task") };
    let store = backend.store([task.clone(), memory(2, "of everyone")]).await?;
    let former = Version { id: task.id, version: 1, memory: memory(1, "before") };
    let past = [
        Change::Version(Box::new(former.clone())),
        Change::Repeated { id: task.id, session: "s1".to_owned() },
    ];
    apply(&*store, past).await?;
    let cursor = Some(Cursor { last_number: 9, ..Cursor::default() });
    store.commit(Transaction { changes: Vec::new(), cursor }).await?;

    let unjournalled = backend.index().unjournalled().await?;
    assert_eq!(unjournalled.last_number, 9);
    let next = backend.store([]).await?;
    let taken = next.load(&unjournalled.needs()).await?;
    let (changes, last_number) = unjournalled.into_changes(&taken, 4);
    assert_eq!(last_number, 9);
    apply(&*next, changes).await?;
    assert_eq!(next.count(&Reach::Vault, &Filter::none()).await?, 1);
    assert_eq!(next.get(&Reach::Vault, task.id).await?, Some(task.clone()));
    assert_eq!(next.versions(&Reach::Vault, task.id).await?, [former]);
    assert_eq!(next.repeats(&Reach::Vault, task.id).await?, ["s1"]);
    Ok(())
}
