//! What a conversation teaches, with a language model that answers well, badly or not at all, and without one.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use mnemic::{
    Completion, Engine, LanguageError, LanguageFrom, LanguageModel, ModelIdentity, Options, Prompt,
    Reach, Scope, SettingsFrom, Start, Teacher, Utterance,
    config::Override,
    learn::{claim::Claims, finding::fingerprints},
    session::Turn,
};
use mnemic_testing::by;
use serde_json::json;
use tempfile::TempDir;

/// Answers with what it was given, and keeps what it was asked.
struct Scripted {
    identity: ModelIdentity,
    answer: Result<&'static str, ()>,
    asked: Mutex<Vec<Prompt>>,
}

#[async_trait]
impl LanguageModel for Scripted {
    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, LanguageError> {
        self.asked.lock().unwrap().push(prompt.clone());
        match self.answer {
            Ok(text) => Ok(Completion { text: text.into(), input_tokens: 30, output_tokens: 12 }),
            Err(()) => Err(LanguageError::Unauthorised("scripted".into())),
        }
    }
}

fn scripted(answer: Result<&'static str, ()>) -> Arc<Scripted> {
    let identity = ModelIdentity { provider: "scripted".into(), model: "m1".into() };
    Arc::new(Scripted { identity, answer, asked: Mutex::default() })
}

async fn open(folder: &TempDir, model: &Arc<Scripted>, daily_tokens: &str) -> Engine {
    let cap = Override::parse(&format!("model.daily_tokens={daily_tokens}")).unwrap();
    let options = Options {
        language: LanguageFrom::Value(model.clone()),
        settings: SettingsFrom::File(vec![cap]),
        ..Options::for_vault(folder.path().join("vault"))
    };
    Engine::open(options).await.unwrap()
}

fn turns() -> Vec<Turn> {
    let said = [
        ("user", "Please add retries to the uploader. We decided to use exponential back-off."),
        ("assistant", "I've added retries with five attempts."),
        ("user", "Never retry on a 403."),
    ];
    let turns = said.iter().enumerate().map(|(place, (role, content))| {
        json!({"id": format!("t{place}"), "timestamp": "2026-11-15T10:00:00Z", "role": role, "content": content})
    });
    turns.map(|turn| serde_json::from_value(turn).unwrap()).collect()
}

fn instead(teacher: &Teacher) -> Option<&str> {
    match teacher {
        Teacher::Rules { instead } => instead.as_deref(),
        Teacher::Model => Some("the model"),
    }
}

#[tokio::test]
async fn without_a_model_rules_teach() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(Options::for_vault(folder.path().join("vault"))).await.unwrap();
    let summary = engine.summarise(&turns(), 300).await;
    assert!(summary.value.contains("- We decided to use exponential back-off\n"));
    assert_eq!(instead(&summary.teacher), None);
    let known = fingerprints("Never retry on a 403").into_iter().collect();
    let flushed = engine.extract(&turns(), &known).await.value;
    let texts: Vec<&str> = flushed.extracts.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["We decided to use exponential back-off"]);
    assert_eq!(engine.name_session(&turns()).await.value, "retries-uploader-decided-exponential");
}

#[tokio::test]
async fn a_model_is_asked_and_what_it_costs_is_counted() {
    let (folder, model) = (tempfile::tempdir().unwrap(), scripted(Ok("upload-retries")));
    let engine = open(&folder, &model, "100000").await;
    let named = engine.name_session(&turns()).await;
    assert_eq!((named.value.as_str(), named.teacher), ("upload-retries", Teacher::Model));
    let asked = model.asked.lock().unwrap().remove(0);
    assert!(asked.user.contains("Never retry on a 403.") && asked.user.contains("is data"));
    let status = engine.status(&by(&mnemic::Reach::Vault)).await.unwrap().language;
    assert_eq!((status.used_today, status.daily_tokens), (42, 100_000));
    assert_eq!(status.to_string(), "scripted/m1, 42 of 100000 tokens today");
}

#[tokio::test]
async fn rules_step_in_for_a_model_that_fails_or_talks_nonsense_and_say_so() {
    for (answer, reason) in [
        (Err(()), "`scripted` refused the key"),
        (Ok("I cannot help with that, sorry"), "nothing in the answer could be read as a memory"),
    ] {
        let (folder, model) = (tempfile::tempdir().unwrap(), scripted(answer));
        let engine = open(&folder, &model, "0").await;
        let flushed = engine.extract(&turns(), &HashSet::new()).await;
        assert_eq!(instead(&flushed.teacher), Some(reason));
        assert_eq!(flushed.value.extracts.len(), 2, "{:?}", flushed.value);
    }
    let (folder, model) = (tempfile::tempdir().unwrap(), scripted(Ok("word ".repeat(400).leak())));
    let summary = open(&folder, &model, "0").await.summarise(&turns(), 100).await;
    assert!(summary.value.starts_with("## Summary") && summary.teacher != Teacher::Model);
}

#[tokio::test]
async fn what_a_model_says_that_makes_no_sense_reaches_no_file() {
    let garbage = "lol \0 \u{7} ignore TYPE CONTENT %%% {";
    let (folder, model) = (tempfile::tempdir().unwrap(), scripted(Ok(garbage)));
    let engine = open(&folder, &model, "0").await;
    let start = Start { id: Some("s".parse().unwrap()), ..Start::new(Scope::Global) };
    let session = engine.start_session(&by(&Reach::Vault), start).await.unwrap().session;
    for turn in (0..5).flat_map(|_| turns()) {
        engine
            .append_to_session(&by(&Reach::Vault), &session, Utterance::now(turn.said))
            .await
            .unwrap();
    }
    let compacted = engine.compact_session(&by(&Reach::Vault), &session, None).await.unwrap();
    assert!(compacted.summary.starts_with("## Summary\n"), "{}", compacted.summary);
    let given = Some("Uploads\u{7} are retried\0".to_owned());
    for turn in (0..5).flat_map(|_| turns()) {
        engine
            .append_to_session(&by(&Reach::Vault), &session, Utterance::now(turn.said))
            .await
            .unwrap();
    }
    let compacted = engine.compact_session(&by(&Reach::Vault), &session, given).await.unwrap();
    assert_eq!(compacted.summary, "Uploads are retried");
    let said = mnemic::session::TurnContent::User { content: "A bell \u{7} rang".to_owned() };
    engine.append_to_session(&by(&Reach::Vault), &session, Utterance::now(said)).await.unwrap();
    let readable =
        engine.end_session(&by(&Reach::Vault), &session).await.unwrap().readable.unwrap();
    assert!(!readable.contains("lol"), "{readable}");
    let page = std::fs::read_to_string(folder.path().join("vault").join(&readable)).unwrap();
    assert!(page.contains("A bell  rang") && !page.contains("lol"), "{page}");
    assert!(page.chars().all(|it| it == '\n' || !it.is_control()), "{page}");
}

#[tokio::test]
async fn a_summary_is_about_the_conversation() {
    for (answer, by_model) in [
        (
            "Retries were added to the uploader with exponential back-off, five attempts, not on a 403.",
            true,
        ),
        ("## Summary\nRetries.", true),
        ("As an AI language model I am unable to comply with whatever this was.", false),
    ] {
        let (folder, model) = (tempfile::tempdir().unwrap(), scripted(Ok(answer)));
        let summary = open(&folder, &model, "0").await.summarise(&turns(), 300).await;
        assert_eq!(summary.teacher == Teacher::Model, by_model, "{answer}");
    }
}

#[tokio::test]
async fn beyond_the_tokens_of_the_day_nothing_is_asked() {
    let (folder, model) = (tempfile::tempdir().unwrap(), scripted(Ok("upload-retries")));
    let engine = open(&folder, &model, "50").await;
    let named = engine.name_session(&turns()).await;
    let reason = instead(&named.teacher).unwrap().to_owned();
    assert!(reason.starts_with("today's limit of 50 tokens leaves too few"), "{reason}");
    assert!(model.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_model_may_say_that_two_texts_agree_after_all() {
    let claims = |text: &str| Claims::of(text, &[]);
    let (one, other) = (claims("Always sign release tags"), claims("Never sign release tags"));
    for (answer, upheld, teacher) in [
        ("NO", true, Teacher::Model),
        ("Yes.", false, Teacher::Model),
        (
            "It depends",
            true,
            Teacher::Rules { instead: Some("the answer is neither yes nor no".to_owned()) },
        ),
    ] {
        let (folder, model) = (tempfile::tempdir().unwrap(), scripted(Ok(answer)));
        let judged = open(&folder, &model, "0").await.contradiction(&one, &other).await;
        assert_eq!((judged.value.is_some(), judged.teacher), (upheld, teacher), "{answer}");
    }
}
