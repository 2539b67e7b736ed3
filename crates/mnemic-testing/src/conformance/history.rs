//! Memories as they were written, and what belongs to one: former states, conflicts, signals,
//! numbers.

use jiff::Timestamp;
use mnemic_core::{
    learn::{
        claim::{ContradictionKind, Severity},
        contradiction::{Contradiction, Pair},
    },
    port::store::{CensusRow, Change, Needs},
    record::{
        filter::Filter,
        fingerprint::Fingerprint,
        memory::{ArchiveReason, Body, Home, Lifecycle, Memory, MergeConflict, Signals, Version},
        scope::{Reach, Scope},
        state::StateHash,
    },
};
use serde_json::json;

use super::numbers;
use crate::{
    backend::{Backend, Outcome, apply, put},
    memory, scope,
};

/// A memory with everything a memory can have.
fn full() -> Result<Memory, serde_json::Error> {
    serde_json::from_value(json!({
        "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "My-Own-Anchor", "number": 7,
        "scope": "session:s_1", "kind": "note", "category": "decision",
        "text": " 东京\r\n\u{1f}\"x\" ", "tags": ["Rust", "a b", "\u{1f}", "[\"\"]", "rust"],
        "source": {
            "origin": "extraction", "author": "Ada", "user": "u", "session": "s", "sequence": -3,
            "agent": "codex", "message": "m", "task": "t", "narrative": "n", "ref": "r",
            "derived_from": ["01934f2e-0000-7000-8000-000000000002"]
        },
        "trust": "low", "status": "pinned",
        "lifecycle": {
            "state": "archived", "at": "1500-01-01T00:00:00.000000001Z", "reason": "deleted_by_hand"
        },
        "importance": 0.1, "confidence": 0.30000000000000004, "version": 4_000_000_000_u32,
        "file_paths": ["src/lib.rs"], "created_at": "-009999-06-01T00:00:00Z",
        "updated_at": "2026-11-15T10:00:00.123456789Z", "valid_from": "2020-01-01T00:00:00Z",
        "valid_until": "9999-01-01T00:00:00.5Z",
        "superseded_by": "01934f2e-0000-7000-8000-000000000003",
        "reviewed_at": "2026-11-16T10:00:00Z",
        "home": {"document": "global/MEMORY.md", "section": "Facts"},
        "signals": {
            "score": -9, "last_hit_at": "2026-11-15T10:00:00.1Z", "access_count": 3,
            "last_accessed_at": "2026-11-15T11:00:00Z", "injections": 5,
            "injected_in": ["s1", "s2"]
        }
    }))
}

pub async fn a_memory_reads_back_as_it_was_written(backend: &Backend) -> Outcome {
    let memories = [full()?, memory(1, ""), Memory { number: None, ..memory(2, "two") }];
    for memory in memories {
        let store = backend.store([memory.clone()]).await?;
        assert_eq!(store.get(&Reach::Vault, memory.id).await?, Some(memory.clone()));
        let changed = Memory { text: "changed".to_owned(), tags: vec![], ..memory };
        put(&*store, [changed.clone()]).await?;
        assert_eq!(store.get(&Reach::Vault, changed.id).await?, Some(changed));
        assert_eq!(store.count(&Reach::Vault, &Filter::none()).await?, 1);
    }
    Ok(())
}

pub async fn a_memory_from_another_version_reads_back_as_it_was_written(
    backend: &Backend,
) -> Outcome {
    let fields = serde_json::from_value(json!({
        "depth": 3, "ratio": 0.1, "tiny": 2.225_073_858_507_201e-308, "z": {},
        "layers": ["a", {"b": null}]
    }))?;
    let body = Body::Other { kind: "hologram".to_owned(), fields };
    let minus_zero = Memory { body, importance: -0.0, ..memory(1, "text") };
    let store = backend.store([minus_zero.clone()]).await?;
    assert_eq!(store.get(&Reach::Vault, minus_zero.id).await?, Some(minus_zero));
    Ok(())
}

pub async fn a_fingerprint_finds_the_memories_of_exactly_its_scope(backend: &Backend) -> Outcome {
    let at = Timestamp::UNIX_EPOCH;
    let project = |memory| Memory { scope: scope("project:a"), ..memory };
    let erased = Memory { lifecycle: Lifecycle::Erased { at }, ..memory(4, "use  sqlite") };
    let store = backend
        .store([
            memory(1, "Use SQLite"),
            project(memory(2, "Use SQLite")),
            memory(3, "use postgres"),
            erased,
        ])
        .await?;
    let fingerprint = Fingerprint::of("USE SQLITE");
    assert_eq!(numbers(&store.with_fingerprint(&scope("global"), fingerprint).await?), [1, 4]);
    assert_eq!(numbers(&store.with_fingerprint(&scope("project:a"), fingerprint).await?), [2]);
    Ok(())
}

pub async fn a_reference_finds_the_memory_of_exactly_its_scope(backend: &Backend) -> Outcome {
    let known_as = |mut memory: Memory, name: &str| {
        memory.source.reference = Some(name.to_owned());
        memory
    };
    let foreign = Memory { scope: scope("project:a"), ..memory(1, "text") };
    let store = backend
        .store([
            known_as(foreign, "x"),
            known_as(memory(3, "text"), "x"),
            known_as(memory(2, "text"), "x"),
        ])
        .await?;
    let found = store.with_ref(&scope("global"), "x").await?;
    assert_eq!(found.and_then(|memory| memory.number), Some(2));
    assert_eq!(store.with_ref(&scope("global"), "X").await?, None);
    Ok(())
}

pub async fn former_states_come_oldest_first(backend: &Backend) -> Outcome {
    let state = |version, text| Memory { version, ..memory(1, text) };
    let kept = |version, text| {
        let memory = state(version, text);
        Change::Version(Box::new(Version { id: memory.id, version, memory }))
    };
    let store = backend.store([state(12, "now")]).await?;
    apply(&*store, [kept(10, "ten"), kept(9, "nine"), kept(11, "eleven")]).await?;
    let versions = store.versions(&Reach::Vault, memory(1, "").id).await?;
    let texts: Vec<_> = versions.iter().map(|version| version.memory.text.as_str()).collect();
    assert_eq!(texts, ["nine", "ten", "eleven"]);
    assert_eq!(versions[0].version, 9);
    Ok(())
}

pub async fn a_former_state_is_found_by_what_it_said(backend: &Backend) -> Outcome {
    let state = |version, text| Memory { version, ..memory(1, text) };
    let kept = |version, text| {
        let memory = state(version, text);
        Change::Version(Box::new(Version { id: memory.id, version, memory }))
    };
    let store = backend.store([state(5, "now")]).await?;
    apply(&*store, [kept(1, "red"), kept(2, "blue"), kept(3, "red"), kept(4, "green")]).await?;
    let id = memory(1, "").id;
    let asked = |text| StateHash::of(&state(9, text));
    let states = vec![(id, asked("red")), (id, asked("grey"))];
    let loaded = store.load(&Needs { states, ..Needs::default() }).await?;
    assert_eq!(loaded.versions.into_keys().collect::<Vec<_>>(), [(id, 3)]);
    Ok(())
}

pub async fn conflicts_stay_until_they_are_settled(backend: &Backend) -> Outcome {
    let conflict = |number| {
        let detected_at = Timestamp::UNIX_EPOCH;
        MergeConflict { id: memory(number, "").id, kept: 3, other: 2, detected_at }
    };
    let store = backend.store([memory(1, "one"), memory(2, "two")]).await?;
    apply(&*store, [Change::MergeConflict(conflict(1)), Change::MergeConflict(conflict(2))])
        .await?;
    assert_eq!(store.conflicts(&Reach::Vault, None).await?, [conflict(1), conflict(2)]);
    assert_eq!(store.conflicts(&Reach::Vault, Some(conflict(2).id)).await?, [conflict(2)]);
    apply(&*store, [Change::Settled(conflict(1).id)]).await?;
    assert_eq!(store.conflicts(&Reach::Vault, None).await?, [conflict(2)]);
    Ok(())
}

fn contradiction(one: u64, other: u64, seconds: i64) -> Contradiction {
    Contradiction {
        between: Pair::of(memory(one, "").id, memory(other, "").id),
        severity: Severity::High,
        manner: ContradictionKind::Denial,
        detected_at: Timestamp::new(seconds, 0).expect("a moment of the last century"),
        dismissed: false,
    }
}

pub async fn a_contradiction_is_kept_once_and_ends_with_what_was_said(
    backend: &Backend,
) -> Outcome {
    let store = backend.store([memory(1, "one"), memory(2, "two"), memory(3, "three")]).await?;
    let kept = [contradiction(2, 1, 9), contradiction(1, 3, 5), contradiction(1, 2, 20)]
        .map(Change::Contradicted);
    apply(&*store, kept).await?;
    let all = store.contradictions(&Reach::Vault, None).await?;
    assert_eq!(all, [contradiction(1, 3, 5), contradiction(1, 2, 9)]);
    let of_two = store.contradictions(&Reach::Vault, Some(&[memory(2, "").id])).await?;
    assert_eq!(of_two, [contradiction(1, 2, 9)]);
    apply(&*store, [Change::Dismissed(contradiction(1, 2, 0).between)]).await?;
    let both = [memory(1, "").id, memory(2, "").id];
    let dismissed = store.contradictions(&Reach::Vault, Some(&both)).await?;
    assert_eq!(dismissed[1], Contradiction { dismissed: true, ..contradiction(1, 2, 9) });
    apply(&*store, [Change::ContradictionsEnded(memory(3, "").id)]).await?;
    assert_eq!(store.contradictions(&Reach::Vault, None).await?.len(), 1);
    apply(&*store, [Change::Drop(memory(2, "").id)]).await?;
    assert!(store.contradictions(&Reach::Vault, None).await?.is_empty());
    Ok(())
}

pub async fn a_contradiction_is_listed_while_both_sides_are_active_and_within_reach(
    backend: &Backend,
) -> Outcome {
    let (at, reason) = (Timestamp::UNIX_EPOCH, ArchiveReason::Forgotten);
    let project: Scope = scope("project:shop");
    let elsewhere = Memory { scope: project.clone(), ..memory(2, "two") };
    let store = backend.store([memory(1, "one"), elsewhere]).await?;
    apply(&*store, [Change::Contradicted(contradiction(1, 2, 9))]).await?;
    let contradictions =
        async |reach: Reach| store.contradictions(&reach, None).await.map(|found| found.len());
    assert_eq!(contradictions(Reach::Vault).await?, 1);
    assert_eq!(contradictions(Reach::of(project)).await?, 1);
    assert_eq!(contradictions(Reach::of(Scope::Global)).await?, 0);
    let archived = Memory { lifecycle: Lifecycle::Archived { at, reason }, ..memory(1, "one") };
    apply(&*store, [Change::Memory(Box::new(archived))]).await?;
    assert_eq!(contradictions(Reach::Vault).await?, 0);
    apply(&*store, [Change::Memory(Box::new(memory(1, "one")))]).await?;
    assert_eq!(contradictions(Reach::Vault).await?, 1);
    Ok(())
}

pub async fn the_census_counts_by_scope_and_lifecycle(backend: &Backend) -> Outcome {
    let (at, reason) = (Timestamp::UNIX_EPOCH, ArchiveReason::Forgotten);
    let archived = Memory { lifecycle: Lifecycle::Archived { at, reason }, ..memory(3, "x") };
    let project = Memory { scope: scope("project:a"), ..memory(4, "x") };
    let store = backend.store([memory(1, "x"), memory(2, "x"), archived, project]).await?;
    let row = |name, lifecycle: &str, count| CensusRow {
        scope: scope(name),
        lifecycle: lifecycle.to_owned(),
        count,
    };
    let expected =
        [row("global", "active", 2), row("global", "archived", 1), row("project:a", "active", 1)];
    assert_eq!(store.census(&Reach::Vault).await?, expected);
    Ok(())
}

pub async fn signals_are_set_and_nothing_else(backend: &Backend) -> Outcome {
    let before = full()?;
    let store = backend.store([before.clone()]).await?;
    let signals = Signals { score: 5, injections: 1, ..Signals::default() };
    let change = Change::Signals { id: before.id, signals: signals.clone(), importance: 0.75 };
    apply(&*store, [change]).await?;
    let after = Memory { signals, importance: 0.75, ..before };
    assert_eq!(store.get(&Reach::Vault, after.id).await?, Some(after));
    Ok(())
}

pub async fn a_number_is_set(backend: &Backend) -> Outcome {
    let unnumbered = Memory { number: None, ..memory(1, "text") };
    let store = backend.store([unnumbered.clone()]).await?;
    apply(&*store, [Change::Number { id: unnumbered.id, number: 42 }]).await?;
    let numbered = Memory { number: Some(42), ..unnumbered };
    assert_eq!(store.get(&Reach::Vault, numbered.id).await?, Some(numbered));
    Ok(())
}

pub async fn sessions_that_repeated_a_memory_come_by_name(backend: &Backend) -> Outcome {
    let (one, two) = (memory(1, "one"), memory(2, "two"));
    let store = backend.store([one.clone(), two.clone()]).await?;
    let repeated = |id, session: &str| Change::Repeated { id, session: session.to_owned() };
    let repeats = [repeated(one.id, "b"), repeated(one.id, "a"), repeated(one.id, "b")];
    apply(&*store, repeats).await?;
    assert_eq!(store.repeats(&Reach::Vault, one.id).await?, ["a", "b"]);
    assert!(store.repeats(&Reach::Vault, two.id).await?.is_empty());
    assert!(store.repeats(&Reach::only(scope("project:a")), one.id).await?.is_empty());
    Ok(())
}

pub async fn a_dropped_memory_leaves_nothing(backend: &Backend) -> Outcome {
    let home = Home { document: "global/MEMORY.md".into(), section: "Facts".to_owned() };
    let dropped = Memory { home: Some(home), ..memory(1, "text") };
    let id = dropped.id;
    let store = backend.store([dropped.clone()]).await?;
    let former = Version { id, version: 1, memory: dropped.clone() };
    let session = "s".to_owned();
    apply(
        &*store,
        [
            Change::Version(Box::new(former)),
            Change::Repeated { id, session: session.clone() },
            Change::Drop(id),
        ],
    )
    .await?;
    assert_eq!(store.get(&Reach::Vault, id).await?, None);
    assert!(store.stale_documents().await?.is_empty());
    put(&*store, [dropped]).await?;
    assert!(store.versions(&Reach::Vault, id).await?.is_empty());
    let needs = Needs { repeats: vec![(id, session)], ..Needs::default() };
    assert!(store.load(&needs).await?.repeats.is_empty());
    Ok(())
}
