//! A kind that exists only in tests goes through every verb, in every format of blocks and on both stores: what holds
//! for it holds for any kind.

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
async fn what_a_person_writes_on_a_shelf_is_a_specimen() {
    in_every_form(async |vault, form| {
        remember(&vault, form).await;
        vault.edit(form, |text| match form {
            Form::Section => text.replace(
                "## Mentions",
                "#### Specimen: Newt\n- **Description**: Found by hand\n- **Weight**: 2.5\n- **Owner**: Ada\n\n## Mentions",
            ),
            Form::Item => text.replace("## Catalogue", "- Found by hand\n\n## Catalogue"),
            Form::Row => {
                let row = "| Found by hand |  |  | 2.5 |\n";
                let end = text.find("\n\n## Sightings").unwrap() + 1;
                format!("{}{row}{}", &text[..end], &text[end..])
            }
            Form::Line => text.replacen("```\n", "```\nFound by hand\n", 1),
            Form::Element => {
                text.replacen("[\n", "[\n    {\"description\": \"Found by hand\", \"weight\": 2.5, \"owner\": \"Ada\"},\n", 1)
            }
        });
        let engine = vault.open().await;
        let memories = all(&engine).await;
        assert_eq!(memories.len(), 2, "{form:?}: {}", vault.read(form));
        let written = &memories[1];
        assert_eq!((written.text.as_str(), written.kind()), ("Found by hand", "specimen"), "{form:?}");
        if shows_fields(form) {
            assert_eq!(body_of(written).weight, Some(2.5), "{form:?}");
        }
        if matches!(form, Form::Section | Form::Element) {
            assert!(body_of(written).extra.values().any(|owner| owner == "Ada"), "{form:?}");
            assert_eq!(recalled(&engine, "Ada").await[0], "Found by hand", "{form:?}");
        }
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert!(text.contains(written.anchor.as_str()), "{form:?}: {text}");
    })
    .await;
}

#[tokio::test]
async fn a_value_that_a_field_cannot_hold_is_left_to_its_writer() {
    let vault = Vault::new(false);
    remember(&vault, Form::Section).await;
    vault.edit(Form::Section, |text| text.replace("- **Alive**: yes", "- **Alive**: perhaps"));
    let engine = vault.open().await;
    assert_eq!(body_of(&only(&engine).await).alive, Some(true));
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    let reasons: Vec<String> = health.findings.iter().map(|finding| finding.what.clone()).collect();
    let expected = "block at line 7: `Alive` is `perhaps`, which is not yes or no";
    assert!(reasons.iter().any(|what| what.contains(expected)), "{reasons:?}");
    engine.close().await.unwrap();
    assert!(vault.read(Form::Section).contains("- **Alive**: perhaps"));
}

#[tokio::test]
async fn what_is_left_to_its_writer_outlives_other_changes() {
    let vault = Vault::new(false);
    let made = remember(&vault, Form::Section).await;
    vault.edit(Form::Section, |text| {
        text.replace("- **Alive**: yes", "- **Alive**: perhaps\n- **Note**: one\n- **Note**: two")
            .replace("Oak wood", "Beech wood")
    });
    let engine = vault.open().await;
    let edited = only(&engine).await;
    assert_eq!(body_of(&edited).alive, Some(true));
    assert_eq!(body_of(&edited).extra["Note"], "one");
    let reference: Reference = made.anchor.as_str().parse().unwrap();
    let body = Specimen { weight: Some(7.0), ..body_of(&edited).clone() };
    let amendment =
        Amendment { body: Some(Body::Specimen(Box::new(body))), ..Amendment::default() };
    engine.update(&by(&Reach::Vault), &reference, amendment).await.unwrap();
    engine.close().await.unwrap();
    let text = vault.read(Form::Section);
    for line in [
        "- **Alive**: perhaps\n",
        "- **Note**: one\n- **Note**: two\n",
        "Beech wood",
        "- **Weight**: 7\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[tokio::test]
async fn a_block_larger_than_a_document_has_one_to_itself() {
    for form in FORMS {
        let vault = Vault::new(false);
        let engine = vault.open().await;
        let caller = by(&Reach::Vault);
        let site = Some("long ".repeat(12_000));
        for text in ["One", "Two"] {
            let body = Body::Specimen(Box::new(Specimen { site: site.clone(), ..specimen(form) }));
            let draft = Draft { body, ..Draft::note(Scope::Global, text) };
            engine.remember(&caller, draft).await.unwrap();
            engine.update_documents().await.unwrap();
        }
        engine.close().await.unwrap();
        let engine = vault.open().await;
        assert_eq!(engine.status(&caller).await.unwrap().stale_documents.len(), 0, "{form:?}");
        assert_eq!(all(&engine).await.len(), 2, "{form:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_json_is_damage_and_left_alone() {
    let vault = Vault::new(false);
    remember(&vault, Form::Element).await;
    vault.edit(Form::Element, |text| text.replace("[\n", "[,\n"));
    let broken = vault.read(Form::Element);
    let engine = vault.open().await;
    assert_eq!(all(&engine).await.len(), 1);
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    let findings = format!("{:?}", health.findings);
    assert!(findings.contains("is not valid JSON (line 3, column 17)"), "{findings}");
    engine.close().await.unwrap();
    assert_eq!(vault.read(Form::Element), broken);
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
        || Options { redactor: Arc::new(Assignments), ..Options::for_vault(vault.path()) };
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

/// The document without an anchor, as a formatter or a person leaves it.
fn without_anchor(text: &str, form: Form, anchor: &str) -> String {
    match form {
        Form::Element => text.replace(&format!("\"anchor\": \"{anchor}\","), ""),
        _ => text.replace(&format!(" ^{anchor}"), ""),
    }
}

#[tokio::test]
async fn a_field_that_changes_as_its_anchor_goes_is_taken_in() {
    in_every_form(async |vault, form| {
        let made = remember(&vault, form).await;
        vault.edit(form, |text| {
            without_anchor(&text, form, made.anchor.as_str()).replace("Oak wood", "Beech wood")
        });
        let engine = vault.open().await;
        let edited = only(&engine).await;
        assert_eq!((edited.id, &edited.text), (made.id, &made.text), "{form:?}");
        let mut expected = specimen(form);
        if shows_fields(form) {
            expected.site = Some("Beech wood | edge\nnear the brook".to_owned());
        }
        assert_eq!(*body_of(&edited), expected, "{form:?}");
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert_eq!(text.matches(made.anchor.as_str()).count(), 1, "{form:?}: {text}");
        assert_eq!(text.matches("A horned beetle").count(), 1, "{form:?}: {text}");
    })
    .await;
}

#[tokio::test]
async fn an_archived_block_pasted_back_is_what_it_was() {
    for has_anchor in [true, false] {
        let vault = Vault::new(false);
        let made = remember(&vault, Form::Section).await;
        let engine = vault.open().await;
        let reference: Reference = made.anchor.as_str().parse().unwrap();
        engine.forget(&by(&Reach::Vault), &reference).await.unwrap();
        engine.close().await.unwrap();
        let archive = fs::read_dir(vault.path().join("global/archive")).unwrap().next().unwrap();
        let archive = fs::read_to_string(archive.unwrap().path()).unwrap();
        let block = &archive[archive.find("\n- ").unwrap() + 1..];
        assert!(block.contains("- **Site**: Oak wood"), "{archive}");
        let mut block = block.replace("Oak wood", "Beech wood");
        if !has_anchor {
            block = without_anchor(&block, Form::Item, made.anchor.as_str());
        }
        vault.edit(Form::Item, |text| {
            text.replace("## Catalogue", &format!("{block}\n## Catalogue"))
        });
        let expected = Specimen {
            site: Some("Beech wood | edge\nnear the brook".to_owned()),
            ..specimen(Form::Section)
        };
        for _ in 0..2 {
            let engine = vault.open().await;
            let back = only(&engine).await;
            assert_eq!((back.id, &back.text), (made.id, &made.text));
            assert_eq!(*body_of(&back), expected);
            engine.close().await.unwrap();
            let text = vault.read(Form::Item);
            assert_eq!(text.matches("A horned beetle").count(), 1, "{text}");
            assert!(!text.contains("**Site**"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_json_document_that_cannot_be_read_is_not_accepted() {
    let vault = Vault::new(false);
    remember(&vault, Form::Element).await;
    vault.edit(Form::Element, |text| text.replace("[\n", "[,\n"));
    let broken = vault.read(Form::Element);
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    let refused = engine.accept_document(&caller, document(Form::Element)).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "document-unreadable");
    let told = refused.to_string();
    assert_eq!(told, "`global/specimens.json` is not valid JSON (line 3, column 17)");
    assert_eq!((all(&engine).await.len(), vault.read(Form::Element)), (1, broken));
    let health = engine.doctor(&caller, false).await.unwrap();
    let remedies = format!("{:?}", health.findings);
    assert!(remedies.contains("doctor --rewrite") && !remedies.contains("--accept"), "{remedies}");
}

#[tokio::test]
async fn a_json_document_that_is_missing_is_accepted_as_an_empty_one() {
    let vault = Vault::new(false);
    remember(&vault, Form::Element).await;
    fs::remove_file(vault.path().join(document(Form::Element))).unwrap();
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    assert_eq!(all(&engine).await.len(), 1);
    engine.accept_document(&caller, document(Form::Element)).await.unwrap();
    assert_eq!(all(&engine).await.len(), 0);
    engine.remember(&caller, draft(Form::Element, "Another")).await.unwrap();
    engine.close().await.unwrap();
    assert!(vault.read(Form::Element).contains("Another"));
}

#[tokio::test]
async fn tags_in_a_field_have_the_limits_of_tags() {
    let many: Vec<String> = (0..65).map(|number| format!("t{number}")).collect();
    for (given, kept) in [
        ("oak, code review, Oak", Ok(["oak", "code-review"])),
        ("oak, 2024", Err("Tags` is `oak, 2024`, which is not a list of at most 64 tags")),
        (&many.join(", "), Err("which is not a list of at most 64 tags")),
    ] {
        let vault = Vault::new(false);
        remember(&vault, Form::Section).await;
        let line = format!("- **Alive**: yes\n- **Tags**: {given}");
        vault.edit(Form::Section, |text| text.replace("- **Alive**: yes", &line));
        let engine = vault.open().await;
        let tags = only(&engine).await.tags;
        match kept {
            Ok(kept) => assert_eq!(tags, kept),
            Err(fault) => {
                assert_eq!(tags, Vec::<String>::new(), "{given}");
                let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
                let told = format!("{:?}", health.findings);
                assert!(told.contains(fault), "{told}");
            }
        }
    }
}
