//! Generations: built where nobody looks, current as a whole.

use std::sync::Arc;

use mnemic_core::{filter::Filter, scope::Reach};

use crate::{
    backend::{Backend, Outcome, put},
    memory,
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
