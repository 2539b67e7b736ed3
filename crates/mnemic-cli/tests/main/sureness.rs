//! How sure an answer is, and what counts for it: what long texts say late, notes of their own, the newer of two.

use serde_json::{Value, json};

use crate::harness::Vault;

fn vault() -> Vault {
    let vault = Vault::new();
    let filler =
        "We looked at ledgers and reminders with the team and noted the next steps. ".repeat(9);
    vault.import(&[
        json!({"text": format!("Notes of a meeting. {filler} The emergency contact is Ulrike Hahn.")}),
        json!({"text": "The API gateway listens on port 8443 in staging"}),
        json!({"text": "Upload limit for attachments is 10 MB", "created_at": "2025-06-01T10:00:00Z"}),
        json!({
            "text": "Upload limit for attachments was raised to 25 MB",
            "created_at": "2026-02-01T10:00:00Z",
        }),
        json!({"text": "上海仓库的联系人是王伟"}),
        json!({"text": "Invoices are due after 14 days"}),
    ]);
    vault
}

fn first(answer: &Value) -> &str {
    answer["hits"][0]["text"].as_str().unwrap()
}

const PROVIDERS: [&str; 2] = ["embedding.provider=static", "embedding.provider=none"];

#[test]
fn what_a_long_text_says_late_is_found_and_answers() {
    let vault = vault();
    for provider in PROVIDERS {
        for question in ["Ulrike Hahn", "who is the emergency contact"] {
            let answer = vault.json(&["recall", question, "--config", provider]);
            assert!(first(&answer).starts_with("Notes of a meeting"), "{question} {answer}");
            assert_eq!(answer["verdict"], "strong", "{question} {answer}");
        }
    }
}

#[test]
fn a_question_without_spaces_is_answered_surely() {
    let vault = vault();
    for provider in PROVIDERS {
        let answer = vault.json(&["recall", "上海仓库联系人", "--config", provider]);
        assert_eq!(
            (first(&answer), &answer["verdict"]),
            ("上海仓库的联系人是王伟", &json!("strong"))
        );
    }
}

/// A word of a language, and a sentence that holds it. Burmese and Khmer put no spaces between words; the others but
/// Amharic and Georgian write vowels as marks.
const LANGUAGES: [(&str, &str); 8] = [
    ("ቡና", "ሁልጊዜ ጠዋት ቡና እጠጣለሁ"),
    ("სერვერი", "მთავარი სერვერი თბილისში მდებარეობს"),
    ("ကျောင်း", "ကျွန်တော်တို့၏ကျောင်းသည်ရန်ကုန်မြို့တွင်ရှိသည်။"),
    ("ភាសា", "ខ្ញុំរៀនភាសាខ្មែរនៅសាលារៀន"),
    ("පුස්තකාලය", "නගරයේ පුස්තකාලය සවස පහට වසා දමයි"),
    ("हिन्दी", "मुझे हिन्दी में लिखना पसंद है"),
    ("தமிழ்", "நாங்கள் தமிழ் மொழியில் பேசுகிறோம்"),
    ("গ্রন্থাগার", "শহরের গ্রন্থাগার সন্ধ্যা ছয়টায় বন্ধ হয়"),
];

fn vault_of_languages() -> Vault {
    let vault = vault();
    let sentences: Vec<Value> = LANGUAGES.map(|(_, text)| json!({ "text": text })).into();
    vault.import(&sentences);
    vault
}

#[test]
fn a_word_of_any_language_is_answered_surely() {
    let vault = vault_of_languages();
    for provider in [&[][..], &["--config", "embedding.provider=none"]] {
        for (word, sentence) in LANGUAGES {
            let answer = vault.json(&[&["recall", word], provider].concat());
            let found = (first(&answer), &answer["verdict"]);
            assert_eq!(found, (sentence, &json!("strong")), "{word} {provider:?}");
        }
    }
}

#[test]
fn a_word_with_other_vowel_signs_is_another_word() {
    let vault = vault_of_languages();
    for word in ["हन्दा", "தமழ", "গ্রন্থগির"] {
        // The vectors of a model that drops vowel signs cannot tell them apart.
        let answer = vault.json(&["recall", word, "--config", "embedding.provider=none"]);
        assert_ne!(answer["verdict"], "strong", "{word} {answer}");
    }
}

#[test]
fn a_question_of_small_words_is_never_answered_surely() {
    let vault = vault();
    for question in ["the", "what is it", "is it on in"] {
        for profile in ["default", "koshi"] {
            let profile = format!("ranking.profile={profile}");
            let answer = vault.json(&["recall", question, "--config", &profile]);
            assert_ne!(answer["verdict"], "strong", "{question} {answer}");
        }
    }
}

#[test]
fn how_many_memories_are_asked_for_does_not_make_it_surer() {
    let vault = vault();
    for question in ["which port does the gateway use", "when do we pay", "how tall is the tower"] {
        for profile in ["default", "praxis"] {
            let profile = format!("ranking.profile={profile}");
            let verdict = |limit: &str| {
                let asked = ["recall", question, "--limit", limit, "--config", &profile];
                vault.json(&asked)["verdict"].clone()
            };
            assert_eq!(verdict("1"), verdict("6"), "{question} {profile}");
        }
    }
}

#[test]
fn someone_who_asks_is_told_when_nothing_seems_to_answer() {
    let vault = vault();
    let asides =
        |question: &str| String::from_utf8(vault.run(&["recall", question]).output.stderr).unwrap();
    assert!(asides("zebra crossing stripes").contains("None of these seems to answer it."));
    assert!(!asides("which port does the gateway listen on").contains("None of these"));
}

#[test]
fn of_two_versions_of_a_fact_the_newer_comes_first() {
    let answer = vault().json(&["recall", "what is the upload limit for attachments"]);
    assert!(first(&answer).contains("25 MB"), "{answer}");
}

#[test]
fn the_relevance_of_a_note_is_a_chance_that_can_be_cut_by() {
    let vault = vault();
    for provider in PROVIDERS {
        let question = "which port does the gateway listen on in staging";
        let asked = ["recall", question, "--config", "search.min_score=0.5", "--config", provider];
        let answer = vault.json(&asked);
        assert_eq!(answer["hits"].as_array().unwrap().len(), 1, "{answer}");
        assert!(first(&answer).contains("8443"), "{answer}");
    }
}
