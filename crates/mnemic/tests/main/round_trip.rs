//! Whatever people write into documents and files bring in: an export of it comes back whole, and building the index
//! anew changes nothing.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use mnemic::{Clock, Engine, Error, Filter, FixedClock, Options, Reach, Scope};
use mnemic_core::transfer::export;
use mnemic_testing::FixedRandomness;
use mnemic_testing::by;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::process::run;

/// What people and programs put into documents that none of them should.
const PIECES: [&str; 44] = [
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "\t",
    "  ",
    "    ",
    "\u{b}",
    "\u{c}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{200b}",
    "\u{202e}",
    "\u{2028}",
    "\u{2066}",
    "\u{feff}",
    "\u{3000}",
    "e\u{301}",
    "👩‍👩‍👧",
    "- ",
    "* ",
    "1. ",
    "\n- item ",
    "\n  - nested ",
    "\n    - deeper ",
    "\n## Heading\n\n",
    "\n- [ ] todo ",
    "\n```\n",
    "\n~~~sh\n",
    "<!-- ",
    " -->",
    "\n> quote ",
    "#tag",
    " #a #b #c",
    " #42",
    "\\#not \\^that",
    " ^abc",
    " ^k7f3q9ab",
    " ^k7f3q9ab",
    "**[2026-11-15]** ",
    "**[9999-12-31]** ",
    "[decision] ",
    "plain words ",
];

fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => "[a-z]{1,8} ",
        1 => (60..70_usize).prop_map(|count| (0..count).map(|number| format!(" #t{number}")).collect()),
        1 => Just("long ".repeat(3_000)),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

/// What a person does to a document.
#[derive(Debug, Clone)]
enum Edit {
    /// Writes at the end.
    Append(String),
    /// Writes into the line that is so many from the start.
    Insert(usize, usize, String),
    /// Writes a line once more.
    Repeat(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => hostile_text().prop_map(Edit::Append),
        2 => (0..20_usize, 0..40_usize, hostile_text()).prop_map(|(line, at, text)| Edit::Insert(line, at, text)),
        1 => (0..20_usize).prop_map(Edit::Repeat),
    ]
}

impl Edit {
    fn make(&self, document: &str) -> String {
        let mut lines: Vec<String> = document.split_inclusive('\n').map(str::to_owned).collect();
        let count = lines.len().max(1);
        match self {
            Self::Append(text) => return format!("{document}\n## By hand\n\n- {text}\n"),
            Self::Insert(line, at, text) => {
                if let Some(line) = lines.get_mut(line % count) {
                    let at =
                        (0..=(*at).min(line.len())).rev().find(|at| line.is_char_boundary(*at));
                    line.insert_str(at.unwrap_or(0), text);
                }
            }
            Self::Repeat(line) => {
                if let Some(line) = lines.get(line % count).cloned() {
                    lines.push(line);
                }
            }
        }
        lines.concat()
    }
}

/// Below what may come in, so that the numbers and versions which are counted on from them may come in as well.
const NEARLY_HIGHEST_VERSION: u32 = (1 << 30) - 100;
const NEARLY_HIGHEST_COUNT: u64 = (1 << 47) - 100;

fn number() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(0),
        json!(-1),
        json!(1),
        json!(0.5),
        json!(-0.0),
        json!(5e-324),
        json!(1.797_693_134_862_315_7e308),
        json!(2_147_483_647),
        json!(2_147_483_648_u64),
        json!(4_294_967_296_u64),
        json!(NEARLY_HIGHEST_VERSION),
        json!(NEARLY_HIGHEST_COUNT),
        json!(1_u64 << 48),
        json!(1_u64 << 53),
        json!(i64::MIN),
        json!(i64::MAX),
        json!(u64::MAX),
    ])
}

fn time() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!("-009999-01-02T01:59:59Z"),
        json!("0000-01-01T00:00:00Z"),
        json!("-000001-12-31T23:59:59.999999999Z"),
        json!("1969-12-31T23:59:59.999999999Z"),
        json!("2026-02-29T00:00:00Z"),
        json!("9999-12-30T22:00:00.999999999Z"),
        json!("9999-12-31T23:59:59Z"),
        json!("2026-11-15T10:00:00+14:00"),
    ])
}

fn word() -> impl Strategy<Value = Value> {
    prop_oneof![
        hostile_text().prop_map(Value::from),
        prop::sample::select(vec![
            json!(""),
            json!(" "),
            json!("x"),
            json!("odd kind!"),
            json!("narrative"),
            json!("specimen")
        ]),
    ]
}

/// What a body of the kind that exists only in tests may hold, and more.
fn specimen() -> impl Strategy<Value = Value> {
    let form = prop::sample::select(&["section", "item", "row", "line", "element", "none"][..]);
    (form, hostile_text(), hostile_text(), number()).prop_map(|(form, name, site, weight)| {
        json!({"form": form, "name": name, "site": site, "weight": weight, "seen_with": [name]})
    })
}

/// A field and what someone sets it to.
fn field() -> impl Strategy<Value = (&'static str, Value)> {
    let tags = prop_oneof![
        prop::collection::vec(word(), 0..4).prop_map(Value::from),
        (60..70_usize).prop_map(|count| (0..count).map(|number| format!("t{number}")).collect()),
    ];
    prop_oneof![
        (
            prop::sample::select(
                &["text", "kind", "category", "author", "session", "ref", "source"][..]
            ),
            word()
        ),
        (
            prop::sample::select(
                &["number", "version", "importance", "confidence", "sequence"][..]
            ),
            number()
        ),
        (
            prop::sample::select(&["created_at", "updated_at", "valid_from", "valid_until"][..]),
            time()
        ),
        tags.prop_map(|tags| ("tags", tags)),
        specimen().prop_map(|body| ("body", body)),
        number().prop_map(|number| ("signals", json!({ "score": number }))),
        number().prop_map(|number| ("signals", json!({ "access_count": number }))),
        number().prop_map(|number| ("signals", json!({ "injections": number }))),
        time().prop_map(|time| ("signals", json!({ "last_hit_at": time }))),
        prop::collection::vec(word(), 0..3).prop_map(|paths| ("file_paths", Value::from(paths))),
    ]
}

/// Lines of an import, and of an export that someone has changed.
fn lines(base: fn(usize) -> Value) -> impl Strategy<Value = Vec<String>> {
    let line = prop::collection::vec(field(), 0..3);
    prop::collection::vec(line, 0..4).prop_map(move |lines| {
        let made = lines.into_iter().enumerate().map(|(place, fields)| {
            let mut line = base(place);
            for (name, value) in fields {
                line[name] = value;
            }
            line.to_string()
        });
        made.collect()
    })
}

fn imported(place: usize) -> Value {
    json!({ "text": format!("Imported {place}") })
}

fn exported(place: usize) -> Value {
    json!({
        "id": format!("01934f2e-0000-7000-8000-00000000000{place}"), "anchor": format!("export0{place}"),
        "number": 900 + place, "kind": "note", "text": format!("Exported {place}"), "scope": "global",
        "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z", "source": "human",
        "importance": 0.5, "confidence": 1.0, "trust": "high", "status": "confirmed", "version": 1,
        "home": {"document": "global/MEMORY.md", "section": "Facts"},
    })
}

/// A vault whose clock stands still.
struct Vault(PathBuf);

impl Vault {
    /// Opens the vault, works in it, and writes its documents.
    async fn work<T>(&self, seed: u64, task: impl AsyncFnOnce(&Engine) -> T) -> T {
        let clock: Arc<dyn Clock> =
            Arc::new(FixedClock::new("2026-11-15T10:00:00Z".parse().unwrap()));
        let randomness = Arc::new(FixedRandomness::new(seed));
        let options = Options { clock, randomness, ..Options::for_vault(&self.0) };
        let engine = Engine::open(options).await.unwrap();
        let answer = task(&engine).await;
        engine.close().await.unwrap();
        answer
    }

    async fn export(&self, seed: u64) -> Vec<String> {
        self.work(seed, async |engine| {
            let mut lines = Vec::new();
            let take = |whole| {
                lines.push(export::encode(&whole).unwrap());
                Ok::<(), Error>(())
            };
            engine.export(&by(&Reach::Vault), &Filter::none(), take).await.unwrap();
            lines
        })
        .await
    }

    /// Fails unless looking again and building the index anew leave everything as it is.
    async fn is_settled(&self, seed: u64, expected: &[String]) {
        assert_eq!(self.export(seed).await, expected, "looking again changed something");
        self.work(seed + 1, async |engine| engine.reindex(&by(&Reach::Vault)).await.unwrap()).await;
        assert_eq!(self.export(seed + 2).await, expected, "a reindex changed something");
    }
}

fn edit_document(vault: &Path, edits: &[Edit]) {
    let path = vault.join("global/MEMORY.md");
    let document = fs::read_to_string(&path).unwrap();
    let edited = edits.iter().fold(document, |document, edit| edit.make(&document));
    let beside = vault.with_extension("being-saved");
    fs::write(&beside, edited).unwrap();
    crate::person::was_synced(&beside);
    fs::rename(beside, path).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_was_taken_in_comes_back_from_an_export(
        edits in prop::collection::vec(edit(), 0..5),
        more_edits in prop::collection::vec(edit(), 0..2),
        import in lines(imported),
        restore in lines(exported),
        specimens in prop::collection::vec((hostile_text(), specimen()), 0..3),
    ) {
        run(async {
            let folder = tempfile::tempdir().unwrap();
            let vault = Vault(folder.path().join("vault"));
            let line = |line: &String| Ok(line.clone());
            vault.work(1, async |engine| {
                engine.import_jsonl(&by(&Reach::Vault), import.iter().map(line), &Scope::Global, |_| {}).await.unwrap();
                engine.reinstate_jsonl(&by(&Reach::Vault), restore.iter().map(line), |_| {}).await.unwrap();
                let specimens = specimens.iter().map(|(text, body)| {
                    Ok(json!({"text": text, "kind": "specimen", "body": body}).to_string())
                });
                engine.import_jsonl(&by(&Reach::Vault), specimens, &Scope::Global, |_| {}).await.unwrap();
                let first = [r#"{"text":"The first fact"}"#, r#"{"text":"The second decision"}"#];
                let first = first.into_iter().map(|line| Ok(line.to_owned()));
                engine.import_jsonl(&by(&Reach::Vault), first, &Scope::Global, |_| {}).await.unwrap();
            }).await;
            for (seed, edits) in [(10, &edits), (20, &more_edits)] {
                edit_document(&vault.0, edits);
                vault.export(seed).await;
            }
            let first = vault.export(30).await;
            vault.is_settled(40, &first).await;

            let copy = Vault(folder.path().join("copy"));
            let report = copy.work(50, async |engine| {
                engine.reinstate_jsonl(&by(&Reach::Vault), first.iter().map(line), |_| {}).await.unwrap()
            }).await;
            assert_eq!(report.rejected, [], "what an export says is refused");
            assert_eq!(copy.export(60).await, first, "the copy says something else");
            copy.is_settled(70, &first).await;
        });
    }
}
