//! Sessions in one process: whatever is done with them, what was said stays as it was written.

use std::{
    fs,
    sync::{Arc, Mutex},
};

use mnemic::{
    Engine, Error, FixedClock, FlushBy, IndexKind, Notice, Options, RamIndex, Reach, Redactor,
    Scope, SessionError, SessionId, Start, Utterance,
    session::{Stage, Turn, TurnContent},
};
use mnemic_testing::by;
use proptest::prelude::*;

async fn open(vault: &std::path::Path) -> Engine {
    let clock = Arc::new(FixedClock::new("2026-11-15T10:00:00Z".parse().unwrap()));
    let index = IndexKind::Ram(RamIndex::new());
    Engine::open(Options { index, clock, ..Options::for_vault(vault) }).await.unwrap()
}

async fn started(engine: &Engine) -> SessionId {
    let start = Start { id: Some("s".parse().unwrap()), ..Start::new(Scope::Global) };
    engine.start_session(&by(&Reach::Vault), start).await.unwrap().session
}

fn user(content: &str) -> Utterance {
    Utterance::now(TurnContent::User { content: content.to_owned() })
}

/// Something that is done with a session.
#[derive(Debug, Clone)]
enum Step {
    Say(TurnContent),
    Flush,
    Compact,
    Resume,
}

fn step() -> impl Strategy<Value = Step> {
    let said = (0..4u8, 0..3u8, "[a-zé\n\"\\\\]{1,12}").prop_map(|(kind, call, content)| {
        let call_id = format!("c{call}");
        let content = format!("{content}.");
        match kind {
            0 => TurnContent::User { content },
            1 => TurnContent::Assistant { content },
            2 => TurnContent::ToolCall { call_id, name: "run".to_owned(), input: content.into() },
            _ => TurnContent::ToolResult { call_id, content, is_error: false },
        }
    });
    prop_oneof![
        12 => said.prop_map(Step::Say),
        1 => Just(Step::Flush),
        2 => Just(Step::Compact),
        1 => Just(Step::Resume),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_line_ever_changes_and_no_call_is_parted(steps in prop::collection::vec(step(), 1..60)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(take(steps));
    }
}

async fn take(steps: Vec<Step>) {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let engine = open(&vault).await;
    let id = started(&engine).await;
    let file = vault.join("global/sessions/s.jsonl");
    let mut before = fs::read_to_string(&file).unwrap();
    let mut said = Vec::new();
    for step in steps {
        match step {
            Step::Say(what) => {
                engine
                    .append_to_session(&by(&Reach::Vault), &id, Utterance::now(what.clone()))
                    .await
                    .unwrap();
                said.push(what);
            }
            Step::Flush => {
                engine.flush_session(&by(&Reach::Vault), &id, FlushBy::Ourselves).await.unwrap();
            }
            Step::Compact => match engine.compact_session(&by(&Reach::Vault), &id, None).await {
                Ok(_) | Err(Error::Session(SessionError::NothingToCompact(_))) => {}
                Err(error) => panic!("{error}"),
            },
            Step::Resume => {
                started(&engine).await;
            }
        }
        let after = fs::read_to_string(&file).unwrap();
        assert!(after.starts_with(&before), "a line changed");
        before = after;
        let shown = engine.show_session(&by(&Reach::Vault), &id).unwrap();
        let all: Vec<Turn> = shown.transcript.turns().cloned().collect();
        assert!(all.iter().map(|turn| &turn.said).eq(&said));
        let seen = all.len() - shown.view.turns.len();
        let pairs = mnemic_core::session::view::pairs(&all);
        assert!(pairs.iter().all(|(call, result)| (*call < seen) == (*result < seen)));
    }
}

#[tokio::test]
async fn whoever_listens_hears_of_the_end_and_every_stage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&folder.path().join("vault")).await;
    let heard: Arc<Mutex<Vec<Notice>>> = Arc::default();
    let hearing = heard.clone();
    engine.subscribe(move |notice| hearing.lock().unwrap().push(notice.clone()));
    let id = started(&engine).await;
    engine
        .append_to_session(&by(&Reach::Vault), &id, user("Please write the release notes."))
        .await
        .unwrap();
    let ended = engine.end_session(&by(&Reach::Vault), &id).await.unwrap();
    assert!(ended.stages.iter().map(|report| report.stage).eq(Stage::ALL));
    let (session, scope) = ("s".to_owned(), "global".to_owned());
    let ended = Notice::SessionEnded { session, scope, messages: 1 };
    assert_eq!(heard.lock().unwrap().iter().filter(|notice| **notice == ended).count(), 1);
}

/// Takes a word out.
struct NoPasswords;

impl Redactor for NoPasswords {
    fn redact<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str> {
        text.replace("hunter2", "[REDACTED]").into()
    }
}

#[tokio::test]
async fn secrets_reach_neither_transcript_nor_anything_made_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let options = Options { redactor: Some(Arc::new(NoPasswords)), ..Options::for_vault(&vault) };
    let engine = Engine::open(options).await.unwrap();
    let id = started(&engine).await;
    engine
        .append_to_session(&by(&Reach::Vault), &id, user("Remember: the password is hunter2 here."))
        .await
        .unwrap();
    let input = serde_json::json!({ "args": ["--password", "hunter2"] });
    let call = TurnContent::ToolCall { call_id: String::new(), name: "login".to_owned(), input };
    engine.append_to_session(&by(&Reach::Vault), &id, Utterance::now(call)).await.unwrap();
    engine.end_session(&by(&Reach::Vault), &id).await.unwrap();
    engine.close().await.unwrap();
    let mut folders = vec![vault];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                let holds = bytes.windows(7).any(|window| window == b"hunter2");
                assert!(!holds, "{} holds the secret", path.display());
            }
        }
    }
}
