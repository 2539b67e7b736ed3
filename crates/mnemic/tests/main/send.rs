//! Every verb returns a future that can move between threads, so that servers run verbs as tasks.
//!
//! The compiler checks it: `every_verb` is never called. A test sees to it that no verb is missing there.

use std::{fs, path::Path};

use mnemic::{Engine, Error, Incoming};

fn is_send<T: Send>(_: T) {}

/// A value of whichever type an argument has.
fn any<T>() -> T {
    unreachable!("only types are looked at")
}

fn every_verb(engine: &Engine) {
    is_send(Engine::open(any()));
    is_send(any::<Engine>().close());
    is_send(any::<Engine>().close_after_reading());
    is_send(engine.accept_document(any(), any()));
    is_send(engine.access_token(any()));
    is_send(engine.append_all_to_session(any(), any(), std::iter::empty()));
    is_send(engine.append_to_session(any(), any(), any()));
    is_send(engine.arrange(any(), any(), |_| Ok::<_, Error>((Vec::new(), ()))));
    is_send(engine.ask(any()));
    is_send(engine.audit(any(), any()));
    is_send(engine.awaiting_consent(any()));
    is_send(engine.backup(any(), any()));
    is_send(engine.blame(any(), any()));
    is_send(engine.capture_session(any(), any()));
    is_send(engine.collect(any(), any()));
    is_send(engine.compact_session(any(), any(), any()));
    is_send(engine.compare_all(any()));
    is_send(engine.configure(any(), any(), any()));
    is_send(engine.confirm(any(), any()));
    is_send(engine.find_contradiction(any(), any()));
    is_send(engine.contradictions(any()));
    is_send(engine.contradictions_of(any(), any()));
    is_send(engine.context(any(), any()));
    is_send(engine.contradiction(any(), any()));
    is_send(engine.demote(any(), any()));
    is_send(engine.doctor(any(), any()));
    is_send(engine.scan(any()));
    is_send(engine.documents(any()));
    is_send(engine.embed_for_a_moment(any()));
    is_send(engine.embed_pending(any()));
    is_send(engine.end_session(any(), any()));
    is_send(engine.evidence(any(), any()));
    is_send(engine.expire_sessions(any()));
    is_send(engine.export(any(), any(), |_| Ok::<(), Error>(())));
    is_send(engine.extract(any(), any()));
    is_send(engine.find_by_words(any(), any()));
    is_send(engine.find_named(any(), any()));
    is_send(engine.flush_prompt(any(), any()));
    is_send(engine.flush_session(any(), any(), any()));
    is_send(engine.forget(any(), any()));
    is_send(engine.forget_refusals());
    is_send(engine.fork_session(any(), any(), any()));
    is_send(engine.history(any(), any()));
    is_send(engine.hook_capture(any(), any(), any()));
    is_send(engine.hook_context(any(), any()));
    is_send(engine.import_jsonl(any(), std::iter::empty(), any::<Incoming>(), |_| {}));
    is_send(engine.import_session(any(), any(), any(), any(), any()));
    is_send(engine.judge(any(), any()));
    is_send(engine.judge_findings(any(), any()));
    is_send(engine.keep_documents());
    is_send(engine.keep_embedded());
    is_send(engine.list(any(), any()));
    is_send(engine.load_context(any(), any()));
    is_send(engine.memories(any(), any()));
    is_send(engine.migrate(any(), any(), any(), any::<Incoming>(), any(), |_| {}));
    is_send(engine.name_session(any()));
    is_send(engine.of_low_trust(any()));
    is_send(engine.pending());
    is_send(engine.pin(any(), any()));
    is_send(engine.pinned_cost(any()));
    is_send(engine.widen(any(), any(), any(), any()));
    is_send(engine.read_document(any(), any()));
    is_send(engine.recall(any(), any()));
    is_send(engine.recall_for(any(), any(), any()));
    is_send(engine.recover_session(any(), any()));
    is_send(engine.recover_sessions(any()));
    is_send(engine.reindex(any()));
    is_send(engine.reinforce(any(), any()));
    is_send(engine.reinstate_jsonl(any(), std::iter::empty(), |_| {}));
    is_send(engine.remember(any(), any()));
    is_send(engine.remove_secrets(any()));
    is_send(engine.restore(any(), any()));
    is_send(engine.review(any()));
    is_send(engine.rewrite_document(any(), any()));
    is_send(engine.save_context(any(), any()));
    is_send(engine.search_narratives(any(), any(), any()));
    is_send(engine.serving());
    is_send(engine.set_alias(any(), any(), any()));
    is_send(engine.settle_contradiction(any(), any(), any()));
    is_send(engine.show(any(), any()));
    is_send(engine.show_narrative(any(), any()));
    is_send(engine.slash(any(), any(), any()));
    is_send(engine.start_session(any(), any()));
    is_send(engine.status(any()));
    is_send(engine.summarise(any(), any()));
    is_send(engine.try_embedder());
    is_send(engine.undo(any(), any()));
    is_send(engine.unpin(any(), any()));
    is_send(engine.update(any(), any(), any()));
    is_send(engine.update_documents());
    is_send(engine.walk_narratives(any(), any(), any()));
    is_send(engine.why(any(), any()));
    is_send(engine.working_memory(any(), any()));
    is_send(engine.write_documents());
    is_send(engine.write_down());
}

/// The names of the public asynchronous functions of the engine in a folder of sources.
fn verbs(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            verbs(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        for block in source.split("\nimpl Engine {").skip(1) {
            let block = block.split("\n}").next().unwrap_or_default();
            let named = block.split("\n    pub async fn ").skip(1);
            let name = |verb: &str| verb.split(['(', '<']).next().unwrap_or_default().to_owned();
            found.extend(named.map(name));
        }
    }
}

#[test]
fn every_verb_is_checked_to_be_send() {
    let _ = every_verb;
    let mut found = Vec::new();
    verbs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 80, "only {} verbs were found", found.len());
    let checked = include_str!("send.rs");
    let is_checked = |verb: &String| {
        ["engine", "Engine::", "any::<Engine>()"]
            .iter()
            .any(|of| checked.contains(&format!("{of}.{verb}(").replace("::.", "::")))
    };
    let missing: Vec<&String> = found.iter().filter(|verb| !is_checked(verb)).collect();
    assert!(missing.is_empty(), "not checked: {missing:?}");
}
