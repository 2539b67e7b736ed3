//! Whether two clauses give one thing two values: all else being the same, a number, one of a known choice, or what a
//! thing can only have one of.

use super::clause::{Clause, Term};

/// Whether two affirmed clauses give one thing two values.
pub(super) fn clash(one: &Clause, other: &Clause) -> bool {
    let (start, ends) = difference(&one.terms, &other.terms);
    let (mine, theirs) = (&one.terms[start..ends.0], &other.terms[start..ends.1]);
    let shared = one.terms.len() - mine.len();
    if mine.is_empty() || theirs.is_empty() || mine.len() > 2 || theirs.len() > 2 || shared == 0 {
        return false;
    }
    let enough = shared >= 2;
    let single = mine.len() == 1 && theirs.len() == 1;
    let numbers = single && is_number(&mine[0].stem) && is_number(&theirs[0].stem);
    if numbers {
        return enough && !is_label(one, start) && !names_the_subject(one, start);
    }
    if mine.iter().chain(theirs).any(|term| is_number(&term.stem)) {
        return false;
    }
    let choices = single && are_choices(&one.words[mine[0].place], &other.words[theirs[0].place]);
    enough && choices
        || has_only_one(one, mine) && has_only_one(other, theirs)
        || single && is_role(one, mine) && is_role(other, theirs)
}

/// Where two sequences begin to differ and where each ends to.
fn difference(one: &[Term], other: &[Term]) -> (usize, (usize, usize)) {
    let same = |(a, b): &(&Term, &Term)| a.stem == b.stem;
    let start = one.iter().zip(other).take_while(same).count();
    let left = one.len().min(other.len()) - start;
    let end = one.iter().rev().zip(other.iter().rev()).take(left).take_while(same).count();
    (start, (one.len() - end, other.len() - end))
}

fn is_number(stem: &str) -> bool {
    const WORDS: [&str; 20] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "twenty", "thirty", "forty", "fifty", "sixti", "hundr", "thousand", "twice",
    ];
    let digits = stem.chars().filter(char::is_ascii_digit).count();
    let is_path = stem.contains('/');
    !is_path && digits * 2 >= stem.chars().count() || WORDS.contains(&stem)
}

/// Whether the number is the name of a thing, as that of a ticket: two tickets may both be closed.
fn is_label(clause: &Clause, start: usize) -> bool {
    const LABELLED: [&str; 29] = [
        "ticket", "issu", "pr", "bug", "step", "chapter", "page", "phase", "item", "room", "task",
        "episod", "week", "dai", "line", "section", "version", "releas", "sprint", "case", "test",
        "exampl", "fact", "messag", "entri", "invoic", "custom", "question", "experi",
    ];
    let before = start.checked_sub(1).map(|place| clause.terms[place].stem.as_str());
    before.is_some_and(|stem| LABELLED.contains(&stem)) || start == 0
}

/// Whether the number is part of what names the thing that the clause is about, as in "server 60 needs a new disk": of
/// another one something else may be said, or the same. What counts versions of a program is no such name.
fn names_the_subject(clause: &Clause, start: usize) -> bool {
    const VERSIONED: [&str; 32] = [
        "node",
        "python",
        "java",
        "rust",
        "ruby",
        "php",
        "perl",
        "go",
        "django",
        "rails",
        "react",
        "vue",
        "angular",
        "postgres",
        "postgresql",
        "mysql",
        "mariadb",
        "sqlite",
        "redis",
        "ubuntu",
        "debian",
        "fedora",
        "windows",
        "android",
        "ios",
        "macos",
        "kubernetes",
        "gcc",
        "clang",
        "typescript",
        "version",
        "release",
    ];
    const SAYING: [&str; 44] = [
        "is", "are", "was", "were", "has", "had", "can", "could", "will", "would", "must",
        "should", "may", "might", "shall", "needs", "needed", "does", "did", "runs", "ran", "uses",
        "used", "holds", "hosts", "serves", "stores", "keeps", "handles", "works", "belongs",
        "lives", "sits", "goes", "went", "failed", "fails", "crashed", "broke", "reports",
        "reported", "sends", "says", "said",
    ];
    let number = &clause.terms[start];
    let Some(before) = number.place.checked_sub(1).map(|place| clause.words[place].as_str()) else {
        return false;
    };
    let is_named = clause.terms.iter().any(|term| term.place + 1 == number.place);
    let after = clause.words.get(number.place + 1).map(String::as_str);
    let is_count = number.stem.chars().all(|it| it.is_ascii_digit());
    is_named
        && is_count
        && !VERSIONED.contains(&before)
        && after.is_some_and(|it| SAYING.contains(&it))
}

/// Words of which only one can hold.
const CHOICES: [&[&str]; 34] = [
    &["tabs", "spaces"],
    &["single", "double"],
    &["dark", "light"],
    &["hourly", "daily", "nightly", "weekly", "monthly", "quarterly", "yearly"],
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    &[
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    &["synchronous", "asynchronous"],
    &["synchronously", "asynchronously"],
    &["sync", "async"],
    &["blocking", "non-blocking"],
    &["soft", "hard"],
    &["before", "after"],
    &["british", "american"],
    &[
        "english",
        "german",
        "french",
        "spanish",
        "italian",
        "portuguese",
        "dutch",
        "polish",
        "chinese",
        "japanese",
    ],
    &["manual", "automatic"],
    &["manually", "automatically"],
    &["left", "right"],
    &["ascending", "descending"],
    &["uppercase", "lowercase"],
    &["public", "private"],
    &["client", "server"],
    &["stateful", "stateless"],
    &["mutable", "immutable"],
    &["eager", "lazy"],
    &["eagerly", "lazily"],
    &["open", "closed"],
    &["vim", "emacs"],
    &["npm", "pnpm", "yarn"],
    &["aws", "gcp", "azure"],
    &["merge", "rebase", "squash"],
    &["first", "last"],
    &["married", "single", "divorced"],
    &["vegetarian", "vegan"],
    &["camelcase", "snake_case", "kebab-case", "pascalcase"],
];

fn are_choices(one: &str, other: &str) -> bool {
    one != other && CHOICES.iter().any(|choice| choice.contains(&one) && choice.contains(&other))
}

/// Verbs whose place or manner is one: what is written in one language is not written in another.
const ONE_OF: [&str; 30] = [
    "written",
    "lives",
    "live",
    "stored",
    "located",
    "based",
    "hosted",
    "host",
    "sorted",
    "ordered",
    "rendered",
    "compressed",
    "compress",
    "called",
    "named",
    "scheduled",
    "starts",
    "begins",
    "ends",
    "expires",
    "born",
    "founded",
    "kept",
    "belongs",
    "reports",
    "assigned",
    "deployed",
    "happens",
    "happen",
    "resides",
];

/// Nouns of which there is one.
const UNIQUE: [&str; 24] = [
    "default",
    "main",
    "primary",
    "deadline",
    "name",
    "owner",
    "capital",
    "favourite",
    "favorite",
    "minimum",
    "maximum",
    "headquarters",
    "birthday",
    "timezone",
    "password",
    "hometown",
    "codename",
    "version",
    "limit",
    "timeout",
    "licence",
    "license",
    "ceo",
    "manager",
];

/// Whether the clause says where, how or what a thing is, of which it has one, and the terms are what is said.
fn has_only_one(clause: &Clause, terms: &[Term]) -> bool {
    let [first, ..] = terms else { return false };
    let before: Vec<&str> = clause.words[..first.place].iter().map(String::as_str).collect();
    let articles = ["the", "a", "an", "our", "my", "their"];
    let said: Vec<&str> = before.into_iter().filter(|word| !articles.contains(word)).collect();
    let Some((last, rest)) = said.split_last() else { return false };
    let is_link = ["is", "are", "was", "were"].contains(last);
    let names = ["called", "named"].contains(last);
    let is_placed = ["in", "on", "at", "by", "with", "to"].contains(last);
    let has = |words: &[&str]| rest.iter().any(|word| words.contains(word));
    let subject = clause.terms.iter().any(|term| term.place < first.place);
    subject && (names || is_placed && (has(&ONE_OF) || has(&UNIQUE)) || is_link && has(&UNIQUE))
}

/// Whether the terms are who has an office that one person has.
fn is_role(clause: &Clause, terms: &[Term]) -> bool {
    const OFFICES: [&str; 13] = [
        "lead",
        "owner",
        "ceo",
        "cto",
        "cfo",
        "manager",
        "maintainer",
        "head",
        "boss",
        "president",
        "director",
        "wife",
        "husband",
    ];
    let [person] = terms else { return false };
    let mut after = clause.words[person.place + 1..].iter().map(String::as_str);
    let links = matches!(after.next(), Some("is" | "was"))
        && matches!(after.next(), Some("the" | "our" | "my"));
    person.capital && links && after.take(3).any(|word| OFFICES.contains(&word))
}
