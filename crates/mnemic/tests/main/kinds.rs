//! A kind that exists only in tests goes through every verb, in every format of blocks and on both stores: what holds
//! for it holds for any kind.

mod hand_edit;

use std::{borrow::Cow, fs, path::Path, sync::Arc};

use mnemic::{
    Actor, Amendment, Caller, Channel, Draft, Engine, Error, Filter, IndexKind, Memory, Options,
    Query, RamIndex, Reach, RecallRequest, Redactor, Reference, Scope, Undo, Verdict,
};
use mnemic_core::{
    record::{
        kind::specimen::{Form, Specimen},
        memory::{ArchiveReason, Body, Lifecycle},
    },
    transfer::export,
};
use mnemic_testing::by;

const FORMS: [Form; 5] = [Form::Section, Form::Item, Form::Row, Form::Line, Form::Element];

/// A vault on one of the stores.
struct Vault {
    folder: tempfile::TempDir,
    is_in_ram: bool,
}

impl Vault {
    fn new(is_in_ram: bool) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), is_in_ram }
    }

    async fn open(&self) -> Engine {
        let index = match self.is_in_ram {
            true => IndexKind::Ram(RamIndex::new()),
            false => IndexKind::default(),
        };
        Engine::open(Options { index, ..Options::for_vault(self.path()) }).await.unwrap()
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn read(&self, form: Form) -> String {
        fs::read_to_string(self.path().join(document(form))).unwrap()
    }

    /// Changes the document of a form as an editor does, between two runs.
    fn edit(&self, form: Form, change: impl FnOnce(String) -> String) {
        let path = self.path().join(document(form));
        let before = fs::read_to_string(&path).unwrap();
        let after = change(before.clone());
        assert_ne!(before, after, "the edit changes nothing: {before}");
        let beside = path.with_extension("being-saved");
        fs::write(&beside, after).unwrap();
        crate::person::was_synced(&beside);
        fs::rename(beside, path).unwrap();
    }
}

fn document(form: Form) -> &'static str {
    match form {
        Form::Element => "global/specimens.json",
        _ => "global/SPECIMEN.md",
    }
}

fn specimen(form: Form) -> Specimen {
    Specimen {
        form,
        name: "Stag beetle".to_owned(),
        site: Some("Oak wood | edge\nnear the brook".to_owned()),
        weight: Some(0.123_456_789),
        alive: Some(true),
        found_at: Some("2026-05-01T06:30:00.25Z".parse().unwrap()),
        seen_with: vec!["ants".to_owned(), "a fox".to_owned()],
        measures: [("length".to_owned(), 61.into())].into(),
        ..Specimen::default()
    }
}

fn draft(form: Form, text: &str) -> Draft {
    let body = Body::Specimen(Box::new(specimen(form)));
    Draft { body, confidence: Some(0.876_54), ..Draft::note(Scope::Global, text) }
}

fn body_of(memory: &Memory) -> &Specimen {
    match &memory.body {
        Body::Specimen(specimen) => specimen,
        other => panic!("{other:?}"),
    }
}

/// Whether blocks of this form show the fields of a body.
fn shows_fields(form: Form) -> bool {
    !matches!(form, Form::Item | Form::Line)
}

async fn all(engine: &Engine) -> Vec<Memory> {
    let query = Query { filter: Filter::active(), ..Query::default() };
    let mut memories = engine.list(&by(&Reach::Vault), &query).await.unwrap().page.memories;
    memories.sort_by_key(|memory| memory.number);
    memories
}

async fn only(engine: &Engine) -> Memory {
    let mut memories = all(engine).await;
    assert_eq!(memories.len(), 1, "{memories:?}");
    memories.remove(0)
}

async fn recalled(engine: &Engine, question: &str) -> Vec<String> {
    let request =
        RecallRequest { question: question.to_owned(), limit: 10, filter: Filter::active() };
    let answer = engine.recall(&by(&Reach::Vault), request).await.unwrap();
    answer.hits.into_iter().map(|hit| hit.memory.text).collect()
}

async fn verdict(engine: &Engine, question: &str) -> Verdict {
    let request =
        RecallRequest { question: question.to_owned(), limit: 10, filter: Filter::active() };
    engine.recall(&by(&Reach::Vault), request).await.unwrap().verdict
}

async fn in_every_form(test: impl AsyncFn(Vault, Form)) {
    for is_in_ram in [false, true] {
        for form in FORMS {
            test(Vault::new(is_in_ram), form).await;
        }
    }
}

async fn remember(vault: &Vault, form: Form) -> Memory {
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    let made = engine.remember(&caller, draft(form, "A horned beetle crossed the path")).await;
    let memory = made.unwrap().memory;
    engine.close().await.unwrap();
    memory
}

#[tokio::test]
async fn a_specimen_is_remembered_shown_and_found_by_the_words_of_its_body() {
    in_every_form(async |vault, form| {
        let made = remember(&vault, form).await;
        let text = vault.read(form);
        assert!(text.contains("A horned beetle crossed the path"), "{form:?}: {text}");
        assert!(text.contains(made.anchor.as_str()), "{form:?}: {text}");
        assert_eq!(text.contains("Oak wood"), shows_fields(form), "{form:?}: {text}");
        assert!(!vault.path().join("global/MEMORY.md").exists());
        let engine = vault.open().await;
        assert_eq!(only(&engine).await.body, made.body);
        let found = recalled(&engine, "what lives near the brook?").await;
        assert_eq!(found, ["A horned beetle crossed the path"], "{form:?}");
        assert_eq!(recalled(&engine, "fox").await.len(), 1, "{form:?}");
    })
    .await;
}

#[tokio::test]
async fn what_a_person_changes_is_taken_in_and_nothing_else_changes() {
    in_every_form(async |vault, form| {
        let made = remember(&vault, form).await;
        vault.edit(form, |text| {
            text.replace("crossed the path", "sat on a log").replace("Oak wood", "Beech wood")
        });
        let engine = vault.open().await;
        let edited = only(&engine).await;
        assert_eq!(edited.text, "A horned beetle sat on a log", "{form:?}");
        let mut expected = specimen(form);
        if shows_fields(form) {
            expected.site = Some("Beech wood | edge\nnear the brook".to_owned());
        }
        assert_eq!(*body_of(&edited), expected, "{form:?}");
        assert_eq!(edited.confidence, made.confidence, "{form:?}");
        assert_eq!(recalled(&engine, "log").await.len(), 1, "{form:?}");
        engine.close().await.unwrap();

        let engine = vault.open().await;
        let editor = Actor::through(Channel::Editor);
        engine.undo(&Caller::new(editor, Reach::Vault), Undo::Last).await.unwrap();
        let back = only(&engine).await;
        assert_eq!((&back.text, &back.body), (&made.text, &made.body), "{form:?}");
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert!(text.contains("crossed the path") && !text.contains("Beech"), "{form:?}: {text}");
    })
    .await;
}

#[tokio::test]
async fn a_change_by_a_program_touches_its_fields_alone() {
    in_every_form(async |vault, form| {
        let made = remember(&vault, form).await;
        let engine = vault.open().await;
        let reference: Reference = made.anchor.as_str().parse().unwrap();
        let body = Specimen { weight: Some(7.0), site: None, ..specimen(form) };
        let amendment = Amendment {
            body: Some(Body::Specimen(Box::new(body.clone()))),
            ..Amendment::default()
        };
        engine.update(&by(&Reach::Vault), &reference, amendment).await.unwrap();
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert!(!text.contains("Oak wood"), "{form:?}: {text}");
        assert_eq!(text.matches(made.anchor.as_str()).count(), 1, "{form:?}: {text}");
        let engine = vault.open().await;
        assert_eq!(*body_of(&only(&engine).await), body, "{form:?}");
        assert_eq!(verdict(&engine, "fox").await, Verdict::Strong, "{form:?}");
        assert_ne!(verdict(&engine, "brook").await, Verdict::Strong, "{form:?}");
    })
    .await;
}

#[tokio::test]
async fn a_program_and_a_person_may_change_one_specimen_at_once() {
    in_every_form(async |vault, form| {
        if !shows_fields(form) {
            return;
        }
        let made = remember(&vault, form).await;
        vault.edit(form, |text| text.replace("Oak wood", "Beech wood"));
        let stale = vault.read(form);
        let engine = vault.open().await;
        let reference: Reference = made.anchor.as_str().parse().unwrap();
        let body = Specimen { alive: Some(false), ..specimen(form) };
        let amendment = Amendment {
            body: Some(Body::Specimen(Box::new(body))),
            base_version: Some(1),
            ..Amendment::default()
        };
        engine.update(&by(&Reach::Vault), &reference, amendment).await.unwrap();
        let merged = only(&engine).await;
        assert_eq!(body_of(&merged).alive, Some(false), "{form:?}");
        assert_eq!(
            body_of(&merged).site.as_deref(),
            Some("Beech wood | edge\nnear the brook"),
            "{form:?}: {stale}"
        );
    })
    .await;
}

#[tokio::test]
async fn a_block_that_is_deleted_is_archived_and_comes_back() {
    in_every_form(async |vault, form| {
        let made = remember(&vault, form).await;
        let engine = vault.open().await;
        let second = draft(form, "Another beetle");
        engine.remember(&by(&Reach::Vault), second).await.unwrap();
        engine.close().await.unwrap();
        vault.edit(form, |text| without_block(&text, form, made.anchor.as_str()));
        let engine = vault.open().await;
        let left = only(&engine).await;
        assert_eq!(left.text, "Another beetle", "{form:?}");
        let reference: Reference = made.anchor.as_str().parse().unwrap();
        let gone = engine.show(&by(&Reach::Vault), &reference).await.unwrap().memory;
        let by_hand = ArchiveReason::DeletedByHand;
        assert!(
            matches!(gone.lifecycle, Lifecycle::Archived { reason, .. } if reason == by_hand),
            "{form:?}"
        );
        engine.restore(&by(&Reach::Vault), &reference).await.unwrap();
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert!(text.contains("A horned beetle") && text.contains("Another"), "{form:?}: {text}");
        let engine = vault.open().await;
        assert_eq!(all(&engine).await.len(), 2, "{form:?}");
        assert_eq!(all(&engine).await[0].body, made.body, "{form:?}");
    })
    .await;
}

/// The document without the block of an anchor, as a person leaves it.
fn without_block(text: &str, form: Form, anchor: &str) -> String {
    match form {
        Form::Element => {
            let mut document: serde_json::Value = serde_json::from_str(text).unwrap();
            let elements = document["specimens"].as_array_mut().unwrap();
            elements.retain(|element| element["anchor"] != anchor);
            serde_json::to_string_pretty(&document).unwrap()
        }
        Form::Section => {
            let start = text.find("#### ").unwrap();
            let end = text[start + 5..].find("####").unwrap() + start + 5;
            format!("{}{}", &text[..start], &text[end..])
        }
        _ => {
            let is_kept = |line: &&str| !line.contains(anchor);
            text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
        }
    }
}

#[tokio::test]
async fn an_export_gives_every_specimen_back() {
    for is_in_ram in [false, true] {
        let vault = Vault::new(is_in_ram);
        let engine = vault.open().await;
        let caller = by(&Reach::Vault);
        for form in FORMS {
            engine.remember(&caller, draft(form, &format!("As {form:?}"))).await.unwrap();
        }
        let mut lines = Vec::new();
        let take = |whole| {
            lines.push(export::encode(&whole).unwrap());
            Ok::<(), Error>(())
        };
        engine.export(&caller, &Filter::none(), take).await.unwrap();
        let made = all(&engine).await;
        engine.reindex(&caller).await.unwrap();
        assert_eq!(all(&engine).await, made);

        let copy = Vault::new(is_in_ram);
        let engine = copy.open().await;
        let given = lines.iter().map(|line| Ok(line.clone()));
        let report = engine.reinstate_jsonl(&caller, given, |_| {}).await.unwrap();
        assert_eq!(report.rejected, []);
        assert_eq!(all(&engine).await, made);
        engine.close().await.unwrap();
        assert!(copy.read(Form::Row).contains("As Row"));

        let other = Vault::new(is_in_ram);
        let engine = other.open().await;
        let given = lines.iter().map(|line| Ok(line.clone()));
        engine.import_jsonl(&caller, given, &Scope::Global, |_| {}).await.unwrap();
        let bodies: Vec<Body> = all(&engine).await.into_iter().map(|memory| memory.body).collect();
        assert_eq!(bodies, made.into_iter().map(|memory| memory.body).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn documents_alone_give_back_what_they_show() {
    let vault = Vault::new(false);
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    for form in FORMS {
        engine.remember(&caller, draft(form, &format!("As {form:?}"))).await.unwrap();
    }
    let made = all(&engine).await;
    engine.close().await.unwrap();
    for folder in ["journal", "index", "cache"] {
        fs::remove_dir_all(vault.path().join(folder)).unwrap();
    }
    let engine = vault.open().await;
    let mut found = all(&engine).await;
    found.sort_by_key(|memory| made.iter().position(|made| made.anchor == memory.anchor));
    assert_eq!(found.len(), made.len());
    for (found, made) in found.iter().zip(&made) {
        assert_eq!((&found.anchor, &found.text), (&made.anchor, &made.text));
        assert_eq!(found.kind(), "specimen");
        let form = body_of(made).form;
        if shows_fields(form) {
            assert_eq!(body_of(found).seen_with, body_of(made).seen_with, "{form:?}");
            assert_eq!(body_of(found).weight, body_of(made).weight, "{form:?}");
        }
    }
}

#[tokio::test]
async fn only_acts_with_such_kinds_have_the_newer_format() {
    let vault = Vault::new(false);
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    engine.remember(&caller, Draft::note(Scope::Global, "A plain note")).await.unwrap();
    engine.remember(&caller, draft(Form::Row, "A specimen")).await.unwrap();
    engine.close().await.unwrap();
    let folder = fs::read_dir(vault.path().join("journal")).unwrap();
    let segments = folder.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let lines: String = segments.map(|path| fs::read_to_string(path).unwrap()).collect();
    for line in lines.lines() {
        let expected =
            if line.contains("\"kind\":\"specimen\"") { "{\"v\":2," } else { "{\"v\":1," };
        assert!(line.starts_with(expected), "{line}");
    }
    assert!(lines.contains("{\"v\":2,"));
}

/// Takes out what follows `password: ` or `pin: `.
struct Assignments;

impl Redactor for Assignments {
    fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let lower = text.to_lowercase();
        let named =
            ["password: ", "pin: "].iter().find_map(|name| Some(lower.find(name)? + name.len()));
        named.map_or(text.into(), |end| format!("{}[REDACTED]", &text[..end]).into())
    }
}

#[tokio::test]
async fn a_secret_behind_its_label_reaches_no_journal() {
    let vault = Vault::new(false);
    let options =
        || Options { redactor: Some(Arc::new(Assignments)), ..Options::for_vault(vault.path()) };
    let engine = Engine::open(options()).await.unwrap();
    let body = Specimen {
        measures: [("pin".to_owned(), 918_273_645_546_372_u64.into())].into(),
        extra: [("Password".to_owned(), "swordfish".into())].into(),
        ..specimen(Form::Section)
    };
    let body = Body::Specimen(Box::new(body));
    let draft = Draft { body, ..Draft::note(Scope::Global, "A login") };
    engine.remember(&by(&Reach::Vault), draft).await.unwrap();
    engine.close().await.unwrap();
    assert!(vault.read(Form::Section).contains("- **Password**: [REDACTED]\n"));

    vault.edit(Form::Section, |text| {
        text.replace("- **Password**: [REDACTED]", "- **Pin**: 817263544536271")
    });
    let engine = Engine::open(options()).await.unwrap();
    let edited = only(&engine).await;
    assert_eq!(body_of(&edited).measures["pin"], "[REDACTED]");
    assert_eq!(body_of(&edited).extra["Pin"], "[REDACTED]");
    engine.close().await.unwrap();
    let folder = fs::read_dir(vault.path().join("journal")).unwrap();
    let segments = folder.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let lines: String = segments.map(|path| fs::read_to_string(path).unwrap()).collect();
    for secret in ["swordfish", "918273645546372", "817263544536271"] {
        assert!(!lines.contains(secret), "{secret}: {lines}");
    }
}
