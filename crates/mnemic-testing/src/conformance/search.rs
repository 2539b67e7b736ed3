//! What the words of a question find.

use jiff::Timestamp;
use mnemic_core::{
    port::store::{Change, Store, StoreResult},
    recall::{KeywordHit, KeywordQuery, Matching, Statistics},
    record::{
        filter::{Field, Filter},
        memory::{ArchiveReason, Home, Lifecycle, Memory},
        scope::Reach,
        source::Origin,
    },
    text::analyse::{Term, query_terms},
};

use super::numbers;
use crate::{
    FixedRandomness,
    backend::{Backend, Outcome, apply, put},
    memory, scope,
};

fn asking(question: &str) -> KeywordQuery {
    KeywordQuery {
        terms: query_terms(question),
        matching: Matching::Any,
        filter: Filter::none(),
        pool: 100,
    }
}

async fn hits(store: &dyn Store, question: &str) -> StoreResult<Vec<KeywordHit>> {
    store.search(&Reach::Vault, &asking(question)).await
}

/// The numbers of the memories found, best first.
async fn found(store: &dyn Store, question: &str) -> StoreResult<Vec<u64>> {
    Ok(found_numbers(&hits(store, question).await?))
}

fn found_numbers(hits: &[KeywordHit]) -> Vec<u64> {
    numbers(hits.iter().map(|hit| &hit.memory))
}

async fn store_of(backend: &Backend, texts: &[&str]) -> StoreResult<std::sync::Arc<dyn Store>> {
    backend.store((1..).zip(texts).map(|(number, text)| memory(number, text))).await
}

pub async fn a_memory_with_any_of_the_terms_is_found(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["red apples", "green pears", "blue plums"]).await?;
    let mut found = found(&*store, "apples or plums?").await?;
    found.sort_unstable();
    assert_eq!(found, [1, 3]);
    Ok(())
}

pub async fn more_and_rarer_terms_rank_higher(backend: &Backend) -> Outcome {
    let texts = ["apple pie", "apple cake", "apple quince", "pear cake", "pear tart", "pear pie"];
    let store = store_of(backend, &texts).await?;
    let hits = hits(&*store, "apple quince").await?;
    assert_eq!(hits[0].memory.number, Some(3));
    assert!(hits.is_sorted_by(|a, b| a.relevance >= b.relevance));
    assert!(hits.iter().all(|hit| hit.relevance > 0.0));
    Ok(())
}

pub async fn equal_matches_come_by_id(backend: &Backend) -> Outcome {
    let store = backend.store([3, 1, 2].map(|number| memory(number, "same words"))).await?;
    assert_eq!(found(&*store, "words").await?, [1, 2, 3]);
    Ok(())
}

pub async fn operators_are_only_words(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["near the sea", "not here", "text and tags"]).await?;
    assert_eq!(found(&*store, "NEAR(a b)").await?, [1]);
    assert_eq!(found(&*store, "NOT").await?, [2]);
    assert_eq!(found(&*store, "text:nothing").await?, [3]);
    assert_eq!(found(&*store, "\"sea\" -the ^near*").await?, [1]);
    Ok(())
}

pub async fn no_question_makes_the_search_fail(backend: &Backend) -> Outcome {
    const PIECES: [&str; 24] = [
        "\"",
        "'",
        "*",
        "^",
        "-",
        "+",
        "(",
        ")",
        ":",
        "{",
        "}",
        "\\",
        "%",
        " ",
        "\n",
        "\0",
        "AND",
        "OR",
        "NOT",
        "NEAR",
        "é\u{301}",
        "猫",
        "🦀",
        "word",
    ];
    let store = store_of(backend, &["a word", "我的猫"]).await?;
    let randomness = FixedRandomness::new(1);
    for _ in 0..300 {
        let length = randomness.next() % 20;
        let question: String = (0..length).map(|_| *randomness.pick(&PIECES)).collect();
        let result = hits(&*store, &question).await;
        assert!(result.is_ok(), "{question:?}: {:?}", result.err());
    }
    Ok(())
}

pub async fn no_term_makes_the_search_fail(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["a word"]).await?;
    for text in
        ["", " ", "\"", "\"\"", "a\"b", "\0", "word\0", "*", "🦀", "NEAR(", "\u{301}", "a\nb"]
    {
        for prefix in [false, true] {
            let term = Term { prefix, ..Term::word(text) };
            let query = KeywordQuery { terms: vec![term], ..asking("") };
            let result = store.search(&Reach::Vault, &query).await;
            assert!(result.is_ok(), "{text:?}: {:?}", result.err());
        }
    }
    Ok(())
}

pub async fn a_query_without_terms_finds_nothing(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["a word"]).await?;
    assert!(found(&*store, "").await?.is_empty());
    assert!(found(&*store, "🦀 ☕").await?.is_empty());
    Ok(())
}

pub async fn words_match_in_other_forms_and_without_accents(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["She was running to the café"]).await?;
    for question in ["runs", "cafe", "CAFÉ", "cafés"] {
        assert_eq!(found(&*store, question).await?, [1], "{question}");
    }
    Ok(())
}

pub async fn a_word_beside_a_picture_is_found(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["We write it in rust🦀now", "🎉party🥳"]).await?;
    for (question, expected) in [("rust", 1), ("now", 1), ("rust🦀", 1), ("party", 2)] {
        assert_eq!(found(&*store, question).await?, [expected], "{question}");
    }
    Ok(())
}

pub async fn chinese_japanese_and_korean_are_found_by_pairs(backend: &Backend) -> Outcome {
    let store =
        store_of(backend, &["我们决定使用数据库", "東京タワーへ行く", "서울에서 만나요"]).await?;
    for (question, expected) in [("数据库", 1), ("タワー", 2), ("서울", 3), ("使用SQLite数据", 1)]
    {
        assert_eq!(found(&*store, question).await?, [expected], "{question}");
    }
    assert!(found(&*store, "决数").await?.is_empty());
    Ok(())
}

pub async fn a_single_cjk_character_is_found_wherever_it_stands(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["猫很好", "我的猫很好", "好的猫", "狗"]).await?;
    let mut found = found(&*store, "猫").await?;
    found.sort_unstable();
    assert_eq!(found, [1, 2, 3]);
    Ok(())
}

pub async fn what_is_written_together_or_apart_is_found_both_ways(backend: &Backend) -> Outcome {
    let tagged = Memory { tags: vec!["on-call".to_owned()], ..memory(2, "a rota") };
    let store = backend.store([memory(1, "The stand-up calls parseTariffTable"), tagged]).await?;
    for (question, expected) in
        [("standup", 1), ("stand", 1), ("tariff", 1), ("parsetarifftable", 1), ("oncall", 2)]
    {
        assert_eq!(found(&*store, question).await?, [expected], "{question}");
    }
    put(&*store, [memory(1, "Nothing of the kind")]).await?;
    assert!(found(&*store, "standup tariff").await?.is_empty());
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn tags_and_authors_are_found(backend: &Backend) -> Outcome {
    let tagged = Memory { tags: vec!["rust-lang".to_owned()], ..memory(1, "ferris") };
    let mut written = memory(2, "a note");
    written.source.author = Some("Ada Lovelace".to_owned());
    let store = backend.store([tagged, written]).await?;
    assert_eq!(found(&*store, "rust-lang").await?, [1]);
    assert_eq!(found(&*store, "lang").await?, [1]);
    assert_eq!(found(&*store, "lovelace").await?, [2]);
    Ok(())
}

pub async fn cjk_tags_are_found_by_pairs(backend: &Backend) -> Outcome {
    let tagged = Memory { tags: vec!["東京タワー".to_owned()], ..memory(1, "a visit") };
    let store = backend.store([tagged]).await?;
    assert_eq!(found(&*store, "タワー").await?, [1]);
    Ok(())
}

pub async fn a_filter_never_starves_the_search(backend: &Backend) -> Outcome {
    let loud = (1..=1_000).map(|number| memory(number, "apple"));
    let mut quiet = memory(2_000, "among many other words there is also an apple somewhere");
    quiet.source.origin = Origin::Import;
    let store = backend.store(loud.chain([quiet])).await?;
    let filter = Filter::none().and_text(Field::Origin, "import");
    let query = KeywordQuery { filter, pool: 5, ..asking("apple") };
    let hits = store.search(&Reach::Vault, &query).await?;
    assert_eq!(found_numbers(&hits), [2_000]);
    Ok(())
}

pub async fn a_foreign_scope_never_starves_the_search(backend: &Backend) -> Outcome {
    let project = |name, memory| Memory { scope: scope(name), ..memory };
    let loud = (1..=1_000).map(|number| project("project:b", memory(number, "apple")));
    let quiet = project("project:a", memory(2_000, "among many other words there is an apple"));
    let store = backend.store(loud.chain([quiet])).await?;
    let query = KeywordQuery { pool: 5, ..asking("apple") };
    let hits = store.search(&Reach::of(scope("project:a")), &query).await?;
    assert_eq!(found_numbers(&hits), [2_000]);
    Ok(())
}

pub async fn archived_memories_are_found_unless_filtered_out(backend: &Backend) -> Outcome {
    let (at, reason) = (Timestamp::UNIX_EPOCH, ArchiveReason::Forgotten);
    let archived = Memory { lifecycle: Lifecycle::Archived { at, reason }, ..memory(1, "apple") };
    let store = backend.store([archived, memory(2, "apple")]).await?;
    assert_eq!(found(&*store, "apple").await?, [1, 2]);
    let query = KeywordQuery { filter: Filter::active(), ..asking("apple") };
    assert_eq!(found_numbers(&store.search(&Reach::Vault, &query).await?), [2]);
    Ok(())
}

pub async fn at_most_the_pool_is_returned(backend: &Backend) -> Outcome {
    let store = backend.store((1..=20).map(|number| memory(number, "apple"))).await?;
    for pool in [0, 1, 7, 20, 50] {
        let hits = store.search(&Reach::Vault, &KeywordQuery { pool, ..asking("apple") }).await?;
        assert_eq!(hits.len(), pool.min(20));
    }
    Ok(())
}

pub async fn many_terms_are_cut_to_the_rarest(backend: &Backend) -> Outcome {
    let common: String = (0..100).map(|number| format!("common{number} ")).collect();
    let common = (1..=3).map(|number| memory(number, &common));
    let store = backend.store(common.chain([memory(9, "needle")])).await?;
    let unknown: String = (0..100).map(|number| format!("unknown{number} ")).collect();
    let question: String = (0..100).map(|number| format!("common{number} ")).collect();
    assert_eq!(found(&*store, &format!("{unknown} {question} needle")).await?[0], 9);
    assert!(found(&*store, &unknown).await?.is_empty());
    Ok(())
}

pub async fn a_changed_text_is_found_by_its_present_words_only(backend: &Backend) -> Outcome {
    let tagged = Memory { tags: vec!["fruit".to_owned()], ..memory(1, "苹果 apple") };
    let store = backend.store([tagged, memory(2, "plum")]).await?;
    put(&*store, [Memory { version: 2, ..memory(1, "梨子 pear") }]).await?;
    for gone in ["apple", "苹果", "fruit"] {
        assert!(found(&*store, gone).await?.is_empty(), "{gone}");
    }
    assert_eq!(found(&*store, "pear").await?, [1]);
    assert_eq!(found(&*store, "梨子").await?, [1]);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn files_labels_and_dates_are_found(backend: &Backend) -> Outcome {
    let mut warning = memory(1, "a note");
    warning.file_paths = vec!["src/parser.rs".to_owned()];
    warning.category = Some("warning".parse()?);
    warning.created_at = "2023-05-08T10:00:00Z".parse()?;
    let store = backend.store([warning, memory(2, "another")]).await?;
    for question in ["parser", "warning", "may 2023", "monday"] {
        assert_eq!(found(&*store, question).await?.first(), Some(&1), "{question}");
    }
    Ok(())
}

pub async fn a_heading_is_found_after_a_move(backend: &Backend) -> Outcome {
    let home = |section: &str| Home { document: "a.md".into(), section: section.to_owned() };
    let store = backend.store([Memory { home: Some(home("Facts")), ..memory(1, "x") }]).await?;
    assert_eq!(found(&*store, "facts").await?, [1]);
    apply(&*store, [Change::Home { id: memory(1, "").id, home: home("Quirks") }]).await?;
    assert_eq!(found(&*store, "quirks").await?, [1]);
    assert!(found(&*store, "facts").await?.is_empty());
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn the_opening_of_a_long_text_counts_more_than_the_rest(backend: &Backend) -> Outcome {
    let filler: Vec<String> = (0..200).map(|number| format!("filler{number}")).collect();
    let filler = filler.join(" ");
    let texts = [format!("{filler} needle"), format!("needle {filler}"), "else".to_owned()];
    let texts = texts.each_ref().map(String::as_str);
    let store = store_of(backend, &[texts[0], texts[1], "else", "other", "more"]).await?;
    assert_eq!(found(&*store, "needle").await?, [2, 1]);
    Ok(())
}

pub async fn terms_are_counted(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["red apple", "green apples", "pear"]).await?;
    let statistics = store.statistics(&query_terms("apple pear plum")).await?;
    assert_eq!(statistics, Statistics { memories: 3, frequencies: vec![2, 1, 0] });
    Ok(())
}

async fn matched(store: &dyn Store, question: &str, matching: Matching) -> StoreResult<Vec<u64>> {
    let query = KeywordQuery { matching, ..asking(question) };
    let mut found = found_numbers(&store.search(&Reach::Vault, &query).await?);
    found.sort_unstable();
    Ok(found)
}

pub async fn every_term_must_be_held_when_all_are_asked_for(backend: &Backend) -> Outcome {
    let texts = ["red apple", "red pear", "apples, all of them red", "we went red"];
    let store = store_of(backend, &texts).await?;
    assert_eq!(matched(&*store, "red apple", Matching::All).await?, [1, 3]);
    assert_eq!(matched(&*store, "red plum", Matching::All).await?, Vec::<u64>::new());
    let go = Term { forms: vec!["went".to_owned()], ..Term::word("go") };
    let terms = vec![go, Term::word("red")];
    let query = KeywordQuery { terms, matching: Matching::All, ..asking("") };
    assert_eq!(found_numbers(&store.search(&Reach::Vault, &query).await?), [4]);
    let unknown: String = (0..100).map(|number| format!("unknown{number} ")).collect();
    let many = format!("red {unknown}");
    assert_eq!(matched(&*store, &many, Matching::All).await?, Vec::<u64>::new());
    Ok(())
}

pub async fn longer_words_match_when_beginnings_are_asked_for(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["a storage engine", "a story", "an engine"]).await?;
    assert_eq!(matched(&*store, "sto", Matching::Any).await?, Vec::<u64>::new());
    assert_eq!(matched(&*store, "sto", Matching::Prefix).await?, [1, 2]);
    assert_eq!(matched(&*store, "stora eng", Matching::Prefix).await?, [1, 3]);
    let store = store_of(backend, &["new certificates", "to certify"]).await?;
    assert_eq!(matched(&*store, "certificat", Matching::Prefix).await?, [1]);
    Ok(())
}

pub async fn a_dropped_memory_is_not_found(backend: &Backend) -> Outcome {
    let store = store_of(backend, &["apple", "plum"]).await?;
    apply(&*store, [Change::Drop(memory(1, "").id)]).await?;
    assert!(found(&*store, "apple").await?.is_empty());
    let statistics = store.statistics(&query_terms("apple plum")).await?;
    assert_eq!(statistics, Statistics { memories: 1, frequencies: vec![0, 1] });
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

/// So many memories that a word which all of them hold is very common.
const VERY_MANY: u64 = 1_300;

pub async fn a_rare_word_is_told_from_common_ones(backend: &Backend) -> Outcome {
    let text = |number| if number == 700 { "common needle" } else { "common thing" };
    let memories = (1..=VERY_MANY).map(|number| memory(number, text(number)));
    let store = backend.store(memories).await?;
    let found = found(&*store, "common needle").await?;
    assert_eq!((found[0], found.len()), (700, 100));
    Ok(())
}

pub async fn a_filter_never_starves_the_search_for_common_words(backend: &Backend) -> Outcome {
    let said = |number: u64| {
        let mut memory = memory(number, if number == 700 { "common needle" } else { "common" });
        if number <= 5 {
            memory.source.origin = Origin::Import;
        }
        memory
    };
    let store = backend.store((1..=VERY_MANY).map(said)).await?;
    let filter = Filter::none().and_text(Field::Origin, "import");
    let query = KeywordQuery { filter, ..asking("common needle") };
    let found = store.search(&Reach::Vault, &query).await?;
    assert_eq!(found_numbers(&found), [1, 2, 3, 4, 5]);
    Ok(())
}

pub async fn common_words_tell_where_they_stand_together(backend: &Backend) -> Outcome {
    let text = |number: u64| match number {
        1..=610 => "apple",
        1_202..=1_221 => "pear plum",
        611..=1_221 => "pear",
        1_222..=1_813 => "plum",
        _ => "else",
    };
    let memories = (1..=2_000).map(|number| memory(number, text(number)));
    let store = backend.store(memories).await?;
    let query = KeywordQuery { pool: 20, ..asking("apple pear plum") };
    let found = store.search(&Reach::Vault, &query).await?;
    assert_eq!(found_numbers(&found), (1_202..=1_221).collect::<Vec<u64>>());
    Ok(())
}
