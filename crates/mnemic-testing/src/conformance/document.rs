//! What is known of documents, and which of them are behind.

use mnemic_core::{
    document::{BlockHash, FileHash, PassageHash},
    journal::event::{BlockState, DocumentState, Landed},
    port::{
        clock::EventTime,
        store::{Change, FileMark, LogLine, RENDERINGS_KEPT, SeenDocument, Store, StoreResult},
    },
    record::{
        id::Anchor,
        memory::{Home, Memory},
    },
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome, apply, put},
    memory, scope,
};

const A: &str = "global/A.md";
const B: &str = "global/B.md";

/// How the documents end that were seen.
const ENDING: PassageHash = PassageHash([7; 16]);

fn hash(byte: u8) -> FileHash {
    FileHash([byte; 16])
}

fn home(document: &str) -> Home {
    Home { document: document.into(), section: "Facts".to_owned() }
}

fn at(document: &str, memory: Memory) -> Memory {
    Memory { home: Some(home(document)), ..memory }
}

fn anchor(number: u64) -> Anchor {
    memory(number, "").anchor
}

fn block(number: u64, version: u32) -> BlockState {
    BlockState { anchor: anchor(number), hash: Some(BlockHash([number as u8; 16])), version }
}

fn gone(number: u64) -> BlockState {
    BlockState { anchor: anchor(number), hash: None, version: 0 }
}

fn state(document: &str, to: u8, blocks: Vec<BlockState>) -> DocumentState {
    let document = document.to_owned();
    let stamp = Some(format!("stamp {to}"));
    DocumentState {
        document: document.into(),
        from: None,
        to: hash(to),
        stamp,
        chars: 100,
        blocks,
        through: None,
    }
}

fn rendered(document: &str, to: u8, blocks: Vec<BlockState>) -> Change {
    Change::Document(state(document, to, blocks))
}

async fn unrendered(store: &dyn Store, document: &str) -> StoreResult<Vec<u64>> {
    Ok(numbers(&store.unrendered(document, 100).await?))
}

pub async fn a_document_is_known_from_its_first_state(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    assert!(store.documents().await?.is_empty());
    apply(&*store, [rendered(B, 1, vec![]), rendered(A, 2, vec![])]).await?;
    let documents = store.documents().await?;
    let paths: Vec<_> = documents.iter().map(|document| document.path.as_str()).collect();
    assert_eq!(paths, [A, B]);
    assert_eq!((documents[0].hash, documents[0].chars), (Some(hash(2)), 100));
    Ok(())
}

pub async fn a_state_lands_when_its_own_hash_does(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    let landed = |byte| Change::Landed(Landed { document: A.into(), hash: hash(byte) });
    apply(&*store, [rendered(A, 1, vec![]), landed(1)]).await?;
    assert!(store.documents().await?[0].landed);
    apply(&*store, [rendered(A, 2, vec![])]).await?;
    assert!(!store.documents().await?[0].landed);
    apply(&*store, [landed(1)]).await?;
    assert!(!store.documents().await?[0].landed);
    let renderings = store.renderings(A).await?;
    assert_eq!(
        renderings.iter().map(|rendering| rendering.landed).collect::<Vec<_>>(),
        [false, true]
    );
    Ok(())
}

pub async fn a_look_at_the_file_is_remembered(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    let mark = FileMark { size: 12, modified_ns: -5, changed_ns: i64::MAX, inode: u64::MAX };
    let looked = |seen, damage: Option<&str>| {
        let damage = damage.map(str::to_owned);
        Change::Seen(SeenDocument { path: A.into(), seen, ending: seen.map(|_| ENDING), damage })
    };
    apply(&*store, [looked(Some(mark), Some("it is empty"))]).await?;
    let document = store.documents().await?.remove(0);
    assert_eq!((document.hash, document.seen), (None, Some(mark)));
    assert_eq!(document.damage.as_deref(), Some("it is empty"));
    apply(&*store, [rendered(A, 1, vec![]), looked(None, None)]).await?;
    let document = store.documents().await?.remove(0);
    assert_eq!((document.hash, document.seen, document.damage), (Some(hash(1)), None, None));
    assert_eq!(
        document.ending,
        Some(ENDING),
        "a look that did not see the end tells nothing of it"
    );
    Ok(())
}

pub async fn a_new_state_has_not_been_compared_with_the_file(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    let mark = FileMark { size: 12, modified_ns: 1, changed_ns: 2, inode: 3 };
    let damage = Some("it is empty".to_owned());
    let looked =
        SeenDocument { path: A.into(), seen: Some(mark), ending: None, damage: damage.clone() };
    apply(&*store, [rendered(A, 1, vec![]), Change::Seen(looked)]).await?;
    apply(&*store, [rendered(A, 2, vec![])]).await?;
    let document = store.documents().await?.remove(0);
    assert_eq!((document.seen, document.damage), (None, damage));
    Ok(())
}

pub async fn each_rendering_has_all_its_blocks(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    apply(&*store, [rendered(A, 1, vec![block(1, 1), block(2, 1)])]).await?;
    apply(&*store, [rendered(A, 2, vec![block(2, 7), block(3, 1)])]).await?;
    apply(&*store, [rendered(A, 3, vec![gone(1)]), rendered(B, 9, vec![block(8, 1)])]).await?;
    let renderings = store.renderings(A).await?;
    let shown = |index: usize| {
        let blocks = renderings[index].blocks.iter();
        let mut shown: Vec<_> =
            blocks.map(|(anchor, (_, version))| (anchor.clone(), *version)).collect();
        shown.sort();
        shown
    };
    assert_eq!(shown(0), [(anchor(2), 7), (anchor(3), 1)]);
    assert_eq!(shown(1), [(anchor(1), 1), (anchor(2), 7), (anchor(3), 1)]);
    assert_eq!(shown(2), [(anchor(1), 1), (anchor(2), 1)]);
    assert_eq!(renderings[0].stamp.as_deref(), Some("stamp 3"));
    assert_eq!(renderings[0].blocks[&anchor(2)].0, BlockHash([2; 16]));
    Ok(())
}

pub async fn only_recent_renderings_are_kept(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    apply(&*store, [rendered(A, 0, vec![block(100, 1)])]).await?;
    for number in 1..=60_u8 {
        let blocks = vec![block(u64::from(number), 1), gone(u64::from(number) - 1)];
        apply(&*store, [rendered(A, number, blocks)]).await?;
    }
    let renderings = store.renderings(A).await?;
    assert_eq!(renderings.len(), RENDERINGS_KEPT);
    for (rendering, number) in renderings.iter().zip((0..=60_u8).rev()) {
        assert_eq!(rendering.hash, hash(number));
        assert_eq!(rendering.blocks.len(), 2, "{number}");
        assert!(rendering.blocks.contains_key(&anchor(u64::from(number))));
        assert!(rendering.blocks.contains_key(&anchor(100)));
    }
    Ok(())
}

pub async fn a_memory_is_unrendered_until_its_block_shows_its_version(
    backend: &Backend,
) -> Outcome {
    let store = backend.store([at(A, memory(1, "one")), at(A, memory(2, "two"))]).await?;
    assert_eq!(store.stale_documents().await?, [A]);
    assert_eq!(unrendered(&*store, A).await?, [1, 2]);
    assert!(unrendered(&*store, B).await?.is_empty());
    apply(&*store, [rendered(A, 1, vec![block(1, 1), block(2, 1)])]).await?;
    assert!(store.stale_documents().await?.is_empty());
    put(&*store, [Memory { version: 2, ..at(A, memory(2, "two!")) }]).await?;
    assert_eq!(unrendered(&*store, A).await?, [2]);
    apply(&*store, [rendered(A, 2, vec![block(2, 2)])]).await?;
    assert!(store.stale_documents().await?.is_empty());
    Ok(())
}

pub async fn the_oldest_unrendered_memories_come_first(backend: &Backend) -> Outcome {
    let store = backend.store([3, 1, 2].map(|number| at(A, memory(number, "text")))).await?;
    assert_eq!(numbers(&store.unrendered(A, 2).await?), [1, 2]);
    Ok(())
}

pub async fn a_block_written_before_its_memory_counts(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    apply(&*store, [rendered(A, 1, vec![block(1, 1)])]).await?;
    assert!(store.stale_documents().await?.is_empty());
    put(&*store, [at(A, memory(1, "one"))]).await?;
    assert!(store.stale_documents().await?.is_empty());
    Ok(())
}

pub async fn a_memory_without_a_home_is_never_stale(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "one")]).await?;
    assert!(store.stale_documents().await?.is_empty());
    Ok(())
}

pub async fn a_move_leaves_both_documents_stale(backend: &Backend) -> Outcome {
    let store = backend.store([at(A, memory(1, "one")), at(A, memory(2, "two"))]).await?;
    apply(&*store, [rendered(A, 1, vec![block(1, 1), block(2, 1)])]).await?;
    apply(&*store, [Change::Home { id: memory(1, "").id, home: home(B) }]).await?;
    assert_eq!(store.stale_documents().await?, [A, B]);
    assert_eq!(store.moved_away(A).await?, [anchor(1)]);
    assert!(store.moved_away(B).await?.is_empty());
    assert_eq!(unrendered(&*store, B).await?, [1]);
    assert!(unrendered(&*store, A).await?.is_empty());
    apply(&*store, [Change::Home { id: memory(1, "").id, home: home(A) }]).await?;
    assert!(store.stale_documents().await?.is_empty());
    Ok(())
}

pub async fn a_move_can_be_rendered_in_either_order(backend: &Backend) -> Outcome {
    let away = || rendered(A, 2, vec![gone(1)]);
    let arrived = || rendered(B, 3, vec![block(1, 1)]);
    for (first, then, still_stale) in [(away(), arrived(), B), (arrived(), away(), A)] {
        let store = backend.store([at(A, memory(1, "one"))]).await?;
        apply(&*store, [rendered(A, 1, vec![block(1, 1)])]).await?;
        apply(&*store, [Change::Home { id: memory(1, "").id, home: home(B) }, first]).await?;
        assert_eq!(store.stale_documents().await?, [still_stale]);
        apply(&*store, [then]).await?;
        assert!(store.stale_documents().await?.is_empty(), "{still_stale} stays stale");
    }
    Ok(())
}

pub async fn a_block_that_is_gone_must_be_rendered_again(backend: &Backend) -> Outcome {
    let store = backend.store([at(A, memory(1, "one"))]).await?;
    apply(&*store, [rendered(A, 1, vec![block(1, 1)]), rendered(A, 2, vec![gone(1)])]).await?;
    assert_eq!(unrendered(&*store, A).await?, [1]);
    Ok(())
}

pub async fn log_lines_wait_until_a_state_takes_them(backend: &Backend) -> Outcome {
    let line = |document: &str, time, text: &str| LogLine {
        document: document.into(),
        time: EventTime(time),
        clock: "14:32:07".to_owned(),
        text: text.to_owned(),
    };
    let (one, two, three) = (line(A, 5, "one"), line(A, 5, "two"), line(A, 6, "three"));
    let store = backend.store([]).await?;
    let lines = [three.clone(), one.clone(), two.clone(), line(B, 1, "elsewhere")];
    apply(&*store, lines.map(Change::LogLine)).await?;
    assert_eq!(store.log_lines(A).await?, [one, two, three.clone()]);
    assert_eq!(store.stale_documents().await?, [A, B]);
    let through = |time| Some(EventTime(time));
    let taking = DocumentState { through: through(5), ..state(A, 1, vec![]) };
    apply(&*store, [Change::Document(taking), rendered(B, 2, vec![])]).await?;
    assert_eq!(store.log_lines(A).await?, [three]);
    assert_eq!(store.log_lines(B).await?.len(), 1);
    apply(&*store, [rendered(A, 3, vec![])]).await?;
    assert_eq!(store.documents().await?[0].through, through(5));
    Ok(())
}

pub async fn anchors_find_memories_of_every_scope(backend: &Backend) -> Outcome {
    let project = Memory { scope: scope("project:a"), ..memory(1, "one") };
    let store = backend.store([project, memory(2, "two")]).await?;
    let found = store.anchored(&[anchor(1), anchor(2), anchor(3)]).await?;
    assert_eq!(numbers(&found), [1, 2]);
    Ok(())
}
