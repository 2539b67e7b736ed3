//! The RAM store and the SQLite store carry out any changes alike, in any order.

use std::{collections::BTreeMap, sync::Arc};

use mnemic::{
    Anchor, Filter, Home, Memory, MergeConflict, Query, RamIndex, Reach, Signals, Version,
};
use mnemic_core::{
    document::{BlockHash, FileHash},
    journal::event::{BlockState, DocumentState, Landed},
    port::{
        clock::EventTime,
        store::{Change, Index, LogLine, Needs, SeenDocument, Store, Transaction},
    },
};
use mnemic_sqlite::SqliteIndex;
use mnemic_testing::{memory, scope};
use proptest::prelude::*;

use crate::process::run;

const PATHS: [&str; 2] = ["global/A.md", "global/B.md"];

fn path() -> impl Strategy<Value = String> {
    prop::sample::select(&PATHS[..]).prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = u64> {
    1..6_u64
}

fn hash() -> impl Strategy<Value = FileHash> {
    (0..6_u8).prop_map(|byte| FileHash([byte; 16]))
}

fn home() -> impl Strategy<Value = Home> {
    path().prop_map(|document| Home { document: document.into(), section: "Facts".to_owned() })
}

fn anchor(number: u64) -> Anchor {
    memory(number, "").anchor
}

/// A memory whose anchor and number are now and then another's.
fn any_memory() -> impl Strategy<Value = Memory> {
    let names =
        (number(), prop::option::weighted(0.1, number()), prop::option::weighted(0.1, number()));
    let rest = (1..4_u32, prop::option::of(home()), any::<bool>());
    (names, rest).prop_map(|((own, anchored, numbered), (version, home, foreign))| Memory {
        anchor: anchor(anchored.unwrap_or(own)),
        number: Some(numbered.unwrap_or(own)).filter(|number| *number < 5),
        scope: scope(if foreign { "project:a" } else { "global" }),
        version,
        home,
        ..memory(own, if foreign { "apple" } else { "pear tree" })
    })
}

fn state() -> impl Strategy<Value = DocumentState> {
    let block = (
        number(),
        prop::option::weighted(0.7, (0..6_u8).prop_map(|byte| BlockHash([byte; 16]))),
        1..4_u32,
    );
    let block = block.prop_map(|(number, hash, version)| BlockState {
        anchor: anchor(number),
        hash,
        version,
    });
    let time = prop::option::weighted(0.3, (1..4_u64).prop_map(EventTime));
    let hashes = (prop::option::of(hash()), hash());
    let parts = (path(), hashes, prop::collection::vec(block, 0..4), 0..9_usize, time);
    parts.prop_map(|(document, (from, to), blocks, chars, through)| DocumentState {
        document: document.into(),
        from,
        to,
        stamp: Some(chars.to_string()),
        chars,
        blocks,
        through,
    })
}

fn change() -> impl Strategy<Value = Change> {
    let id = || number().prop_map(|number| memory(number, "").id);
    let at = memory(1, "").created_at;
    prop_oneof![
        6 => any_memory().prop_map(|memory| Change::Memory(Box::new(memory))),
        6 => state().prop_map(Change::Document),
        2 => (id(), home()).prop_map(|(id, home)| Change::Home { id, home }),
        1 => (id(), 1..9_u64).prop_map(|(id, number)| Change::Number { id, number }),
        1 => (id(), -3..3_i64).prop_map(|(id, score)| {
            let signals = Signals { score, ..Signals::default() };
            Change::Signals { id, signals, importance: 0.25 }
        }),
        1 => any_memory().prop_map(|memory| {
            Change::Version(Box::new(Version { id: memory.id, version: memory.version, memory }))
        }),
        1 => (id(), 1..3_u32, 1..3_u32).prop_map(move |(id, kept, other)| {
            Change::MergeConflict(MergeConflict { id, kept, other, detected_at: at })
        }),
        1 => id().prop_map(Change::Settled),
        1 => id().prop_map(|id| Change::Repeated { id, session: "s".to_owned() }),
        2 => (path(), hash()).prop_map(|(document, hash)| Change::Landed(Landed { document: document.into(), hash })),
        1 => (path(), any::<bool>()).prop_map(|(path, damaged)| {
            let damage = damaged.then(|| "is empty".to_owned());
            Change::Seen(SeenDocument { path: path.into(), seen: None, ending: None, damage })
        }),
        2 => (path(), 1..5_u64, "[a-c]").prop_map(|(document, time, text)| {
            let clock = "14:32:07".to_owned();
            Change::LogLine(LogLine { document: document.into(), time: EventTime(time), clock, text })
        }),
        1 => id().prop_map(Change::Drop),
    ]
}

/// All that a store knows.
async fn known(store: &dyn Store) -> String {
    let vault = &Reach::Vault;
    let ids: Vec<_> = (1..6).map(|number| memory(number, "").id).collect();
    let mut known = vec![
        format!("{:?}", store.query(vault, &Query::default()).await.unwrap()),
        format!("{:?}", store.conflicts(vault, None).await.unwrap()),
        format!("{:?}", store.census(vault).await.unwrap()),
        format!("{:?}", store.documents().await.unwrap()),
        format!("{:?}", store.stale_documents().await.unwrap()),
        format!("{:?}", store.count(&Reach::only(scope("global")), &Filter::none()).await.unwrap()),
    ];
    for path in PATHS {
        let renderings = store.renderings(path).await.unwrap();
        let blocks = |rendering: &mnemic_core::port::store::Rendering| {
            let blocks: BTreeMap<_, _> = rendering.blocks.clone().into_iter().collect();
            format!("{:?} {} {:?} {blocks:?}", rendering.hash, rendering.landed, rendering.stamp)
        };
        known.extend(renderings.iter().map(blocks));
        known.push(format!("{:?}", store.unrendered(path, 3).await.unwrap()));
        known.push(format!("{:?}", store.moved_away(path).await.unwrap()));
        known.push(format!("{:?}", store.log_lines(path).await.unwrap()));
    }
    for id in &ids {
        known.push(format!("{:?}", store.versions(vault, *id).await.unwrap()));
    }
    let repeats = ids.iter().map(|id| (*id, "s".to_owned())).collect();
    let loaded = store.load(&Needs { repeats, ..Needs::default() }).await.unwrap();
    known.push(format!("{}", loaded.repeats.len()));
    known.join("\n")
}

async fn empty(index: &dyn Index) -> Arc<dyn Store> {
    index.build().await.unwrap();
    index.switch().await.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn both_stores_carry_out_any_changes_alike(
        transactions in prop::collection::vec(prop::collection::vec(change(), 1..5), 1..25),
    ) {
        let folder = tempfile::tempdir().unwrap();
        run(async {
            let sqlite = empty(&SqliteIndex::new(folder.path().join("index"))).await;
            let ram = empty(&RamIndex::new()).await;
            for changes in transactions {
                let transaction = Transaction { changes, cursor: None };
                let expected = sqlite.commit(transaction.clone()).await;
                let found = ram.commit(transaction.clone()).await;
                assert_eq!(found.is_ok(), expected.is_ok(), "{transaction:#?} {expected:?}");
                assert_eq!(known(&*ram).await, known(&*sqlite).await, "{transaction:#?}");
                assert_eq!(ram.check().await.unwrap(), Vec::<String>::new(), "{transaction:#?}");
            }
        });
    }
}
