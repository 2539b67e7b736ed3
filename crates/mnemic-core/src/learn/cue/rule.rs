//! Turns of phrase that tell what a sentence is: a decision, a preference, a rule, an error and how it was put right.

use super::{super::phrase::Phrasing, Explains, Speaker};

/// What a turn of phrase says of its sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rule {
    who: Who,
    place: Place,
    phrases: &'static [&'static str],
    /// What it is about; by its other words where nothing is told.
    pub category: Option<&'static str>,
    pub importance: f64,
    pub explains: Option<Explains>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Anyone,
    User,
    Assistant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Beginning,
    Anywhere,
}

/// The rule that says most of a sentence; of several, the one that makes it most important.
pub(super) fn find(phrasing: &Phrasing, speaker: Speaker) -> Option<Rule> {
    let fits = |rule: &&Rule| {
        let speaks = match rule.who {
            Who::Anyone => true,
            Who::User => speaker == Speaker::User,
            Who::Assistant => speaker == Speaker::Assistant,
        };
        speaks
            && match rule.place {
                Place::Beginning => phrasing.begins(rule.phrases),
                Place::Anywhere => phrasing.contains_any(rule.phrases),
            }
    };
    RULES.iter().rev().filter(fits).max_by(|a, b| a.importance.total_cmp(&b.importance)).copied()
}

const fn anywhere(
    who: Who,
    category: Option<&'static str>,
    importance: f64,
    phrases: &'static [&'static str],
) -> Rule {
    Rule { who, place: Place::Anywhere, phrases, category, importance, explains: None }
}

const fn beginning(
    who: Who,
    category: Option<&'static str>,
    importance: f64,
    phrases: &'static [&'static str],
) -> Rule {
    Rule { who, place: Place::Beginning, phrases, category, importance, explains: None }
}

const fn explaining(explains: Explains, importance: f64, phrases: &'static [&'static str]) -> Rule {
    let rule = anywhere(Who::Anyone, Some("error"), importance, phrases);
    Rule { explains: Some(explains), ..rule }
}

/// Of two rules of one importance the earlier wins.
const RULES: [Rule; 18] = [
    anywhere(
        Who::Anyone,
        Some("decision"),
        0.8,
        &[
            "we decided",
            "i decided",
            "i've decided",
            "we've decided",
            "it was decided",
            "we chose",
            "i chose",
            "we have chosen",
            "we agreed",
            "we settled on",
            "we're going with",
            "we are going with",
            "the decision is",
            "the decision was",
            "we're switching to",
            "we are switching to",
            "we're moving to",
            "we are moving to",
            "we switched to",
            "we migrated to",
            "we've moved to",
        ],
    ),
    explaining(
        Explains::Cause,
        0.8,
        &[
            "root cause",
            "the problem was",
            "the issue was",
            "the bug was",
            "the cause was",
            "the error was caused",
            "was caused by",
            "the failure was",
            "the reason was",
            "failed because",
            "fails because",
            "broke because",
            "breaks because",
        ],
    ),
    explaining(
        Explains::Remedy,
        0.75,
        &[
            "fixed by",
            "fixed it by",
            "i fixed",
            "i've fixed",
            "the fix was",
            "the fix is",
            "solved by",
            "resolved by",
            "resolved it by",
            "the solution was",
            "the solution is",
            "the workaround is",
            "worked around",
            "fixes the",
            "fixed the",
            "solved the",
            "resolved the",
        ],
    ),
    beginning(
        Who::User,
        Some("decision"),
        0.75,
        &[
            "let's use",
            "let's go with",
            "let's switch to",
            "let's stick with",
            "let's keep",
            "we'll use",
            "we will use",
            "we'll go with",
            "go with",
        ],
    ),
    anywhere(
        Who::User,
        Some("preference"),
        0.75,
        &[
            "i prefer",
            "i'd prefer",
            "i would prefer",
            "i'd rather",
            "i would rather",
            "my preference",
            "i really like",
            "i don't like",
            "i dislike",
            "i hate",
            "i love",
            "my favourite",
            "my favorite",
            "i always want",
            "i never want",
            "we prefer",
            "prefers",
        ],
    ),
    anywhere(
        Who::User,
        Some("warning"),
        0.75,
        &[
            "stop using",
            "stop adding",
            "stop doing",
            "must not",
            "mustn't",
            "under no circumstances",
            "be careful",
            "watch out",
            "beware",
        ],
    ),
    anywhere(
        Who::User,
        Some("pattern"),
        0.75,
        &[
            "from now on",
            "going forward",
            "in future",
            "by convention",
            "our convention",
            "the convention",
            "our rule",
            "the rule is",
            "as a rule",
            "our standard",
        ],
    ),
    beginning(
        Who::User,
        Some("warning"),
        0.75,
        &[
            "never",
            "don't",
            "do not",
            "avoid",
            "you must not",
            "you must never",
            "we never",
            "we don't",
            "we do not",
        ],
    ),
    beginning(
        Who::User,
        Some("pattern"),
        0.75,
        &["always", "every time", "you must always", "we always", "whenever"],
    ),
    anywhere(
        Who::User,
        Some("pattern"),
        0.7,
        &[
            "always",
            "must",
            "has to be",
            "have to be",
            "needs to be",
            "should always",
            "should never",
        ],
    ),
    anywhere(
        Who::User,
        Some("warning"),
        0.7,
        &["never", "is forbidden", "not allowed", "is deprecated", "are deprecated"],
    ),
    beginning(
        Who::User,
        Some("decision"),
        0.65,
        &["use", "we use", "keep", "stick to", "stick with"],
    ),
    anywhere(
        Who::User,
        Some("discovery"),
        0.6,
        &[
            "my name is",
            "i work at",
            "i work for",
            "i work as",
            "i live in",
            "i am a",
            "i'm a",
            "i'm based",
            "my team",
            "my boss",
            "my wife",
            "my husband",
            "my birthday",
            "my timezone",
            "my time zone",
            "deadline",
            "is due",
        ],
    ),
    anywhere(
        Who::Anyone,
        Some("architecture"),
        0.6,
        &["architecture", "is structured as", "consists of", "is split into", "is layered"],
    ),
    anywhere(
        Who::Anyone,
        Some("discovery"),
        0.65,
        &[
            "turns out",
            "it turned out",
            "i found that",
            "i found out",
            "we found that",
            "i discovered",
            "i noticed that",
            "we learned",
            "we learnt",
            "important",
            "crucial",
            "key point",
            "key insight",
            "caveat",
        ],
    ),
    // Said of the work at hand more often than of all work.
    anywhere(Who::User, Some("pattern"), 0.5, &["make sure"]),
    beginning(
        Who::Assistant,
        Some("task_progress"),
        0.5,
        &[
            "i've implemented",
            "i implemented",
            "i've added",
            "i added",
            "i've migrated",
            "i've refactored",
            "i've removed",
            "i've created",
            "i've updated",
            "i've renamed",
            "i've moved",
            "i've replaced",
            "i removed",
            "i replaced",
            "i renamed",
            "implemented",
            "completed",
            "done",
        ],
    ),
    anywhere(
        Who::Anyone,
        Some("task_progress"),
        0.5,
        &[
            "still need to",
            "remains to be done",
            "remaining work",
            "not yet done",
            "is left to do",
            "still missing",
            "next we need",
            "next step is",
        ],
    ),
];
