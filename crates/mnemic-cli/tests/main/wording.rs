//! Words that stand for others: synonyms, beginnings, misspellings, and what one writes together and another apart.

use serde_json::{Value, json};

use crate::harness::Vault;

/// Notes without vectors: what is found is found by words.
fn vault(notes: &[&str]) -> Vault {
    let vault = Vault::new();
    let notes: Vec<Value> = notes.iter().map(|text| json!({ "text": text })).collect();
    vault.import(&notes);
    vault.ok(&["config", "set", "embedding.provider", "none"]);
    vault
}

const NOTES: [&str; 6] = [
    "Logins go through Keycloak on the Frankfurt cluster",
    "Our main database is backed up every night",
    "The Kubernetes certificates are renewed in March",
    "Passwords are hashed with Argon2id",
    "All months end with the load balancer report",
    "Lunch is at noon",
];

/// The best hit and the verdict.
fn best(vault: &Vault, question: &str, config: &[&str]) -> (String, String) {
    let mut arguments = vec!["recall", question];
    config.iter().for_each(|value| arguments.extend(["--config", value]));
    let answer = vault.json(&arguments);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&answer["hits"][0]["text"]), text(&answer["verdict"]))
}

fn context(vault: &Vault, question: &str, aliases: &str) -> String {
    let aliases = format!("search.aliases={aliases}");
    vault.ok(&["context", "--query", question, "--config", &aliases])
}

#[test]
fn an_alias_of_ones_own_counts_in_the_order_and_the_verdict() {
    let vault = vault(&NOTES);
    vault.ok(&["slash", "/memory alias add sso keycloak"]);
    for profile in ["default", "praxis", "koshi"] {
        let profile = format!("ranking.profile={profile}");
        let (text, verdict) = best(&vault, "sso", &[&profile]);
        assert_eq!((text.as_str(), verdict.as_str()), (NOTES[0], "strong"), "{profile}");
    }
    assert!(context(&vault, "sso", "own").contains("Keycloak"));
    assert_eq!(best(&vault, "sso", &["search.aliases=none"]).1, "none");
    assert!(!context(&vault, "sso", "none").contains("Keycloak"));
    let added = vault.ok(&["slash", "/memory alias add sso okta", "--config", "preset=koshi"]);
    assert!(added.contains("aliases do not count while `search.aliases` is none"), "{added}");
}

#[test]
fn a_question_is_not_rewritten_by_built_in_aliases_unless_that_is_asked_for() {
    let vault = vault(&NOTES);
    for (aliases, asked, handed) in [
        ("none", "none", false),
        ("own", "none", false),
        ("automatic", "none", true),
        ("always", "strong", true),
    ] {
        let verdict = best(&vault, "db", &[&format!("search.aliases={aliases}")]).1;
        let is_handed = context(&vault, "db", aliases).contains("main database");
        assert_eq!((verdict.as_str(), is_handed), (asked, handed), "{aliases}");
    }
}

#[test]
fn a_beginning_counts_in_the_order_and_the_verdict() {
    let vault = vault(&NOTES);
    for profile in ["default", "praxis", "koshi"] {
        let config = [&format!("ranking.profile={profile}"), "search.match=prefix"];
        for question in ["kube", "certificat"] {
            let (text, verdict) = best(&vault, question, &config);
            let found = (text.as_str(), verdict.as_str());
            assert_eq!(found, (NOTES[2], "strong"), "{profile} {question}");
        }
    }
}

#[test]
fn what_was_guessed_is_told_and_never_sure() {
    let vault = vault(&NOTES);
    for (question, note) in [("databse", NOTES[1]), ("argon2", NOTES[3]), ("Kuberentes", NOTES[2])]
    {
        let (text, verdict) = best(&vault, question, &[]);
        assert_eq!((text.as_str(), verdict.as_str()), (note, "weak"), "{question}");
    }
    let unused = vault.json(&["recall", "argon2"])["unused"].clone();
    assert_eq!(unused, json!(["no memory says `argon2`; looked for words that begin with it"]));
}

#[test]
fn what_nothing_is_said_of_is_not_bent_into_something_that_is() {
    let vault = vault(&NOTES);
    for question in ["how tall is Mont Blanc", "lnch", "the uuid", "zebra crossing"] {
        let answer = vault.json(&["recall", question]);
        assert_eq!((&answer["hits"], &answer["unused"]), (&json!([]), &Value::Null), "{question}");
        assert_eq!(answer["verdict"], "none", "{question}");
    }
}

#[test]
fn what_one_writes_together_and_another_apart_is_found_either_way() {
    let vault = vault(&[
        "parseTariffTable reads the prices",
        "The stand-up is at 9:30",
        "Who is on-call is in the calendar",
        "Ids are UUIDv7",
        "ABX-4417 is fixed",
        "CDX5528 is open",
        "Files are UTF-8",
        "Postgres is saved with pgBackRest",
        "The UserService owns accounts",
        "Use load_price_list for imports",
        "Setup takes an hour",
    ]);
    for (question, expected) in [
        ("parse tariff table", "parseTariffTable reads the prices"),
        ("parseTariffTable", "parseTariffTable reads the prices"),
        ("which function knows the tariff", "parseTariffTable reads the prices"),
        ("standup", "The stand-up is at 9:30"),
        ("stand-up", "The stand-up is at 9:30"),
        ("oncall", "Who is on-call is in the calendar"),
        ("on-call", "Who is on-call is in the calendar"),
        ("UUID v7", "Ids are UUIDv7"),
        ("ABX4417", "ABX-4417 is fixed"),
        ("CDX-5528", "CDX5528 is open"),
        ("utf8", "Files are UTF-8"),
        ("pg backrest", "Postgres is saved with pgBackRest"),
        ("user service", "The UserService owns accounts"),
        ("loadPriceList", "Use load_price_list for imports"),
        ("how do I set up", "Setup takes an hour"),
    ] {
        let (text, verdict) = best(&vault, question, &["search.fuzzy=false"]);
        assert_eq!(text, expected, "{question}");
        assert_ne!(verdict, "none", "{question}");
    }
}

#[test]
fn the_lowest_share_is_one_of_what_would_be_returned() {
    let notes: Vec<String> = (1..=40).map(|number| format!("note number {number}")).collect();
    let vault = vault(&notes.iter().map(String::as_str).collect::<Vec<_>>());
    let arguments = ["recall", "note", "--limit", "10", "--config", "search.drop_share=0.3"];
    let answer = vault.json(&arguments);
    assert_eq!(answer["hits"].as_array().unwrap().len(), 7);
    assert_eq!(answer["dropped"], json!({"among_lowest": 3}));
}
