//! Timing: what a question says of when, beside what it asks for.

use super::{QueryTerm, Question, Wording};
use crate::text::{
    analyse,
    time::{self, TimeSpan},
    word,
};

/// What a question says of when.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// Whether it names a time.
    pub named: bool,
    /// Whether it asks how things stand: the time only decides between memories that answer.
    pub standing: bool,
    /// Whether it asks for what is new.
    pub newest: bool,
}

impl Question {
    /// Takes a question apart that names these times. Their words are not looked for, since they tell when and not
    /// what; but where something else is asked for, too, dates by the calendar are: texts hold them.
    pub fn at(text: &str, spans: &[TimeSpan], wording: &Wording) -> Self {
        let bare = Self::timed(&time::without(text, spans.iter()), spans, wording);
        let has_date = spans.iter().any(TimeSpan::is_by_calendar);
        if !has_date || bare.is_only_about_time() {
            return bare;
        }
        let relative = spans.iter().filter(|span| !span.is_by_calendar());
        Self::timed(&time::without(text, relative), spans, wording)
    }

    fn timed(text: &str, spans: &[TimeSpan], wording: &Wording) -> Self {
        let mut question = Self::read(text, wording);
        question.timing = Timing {
            named: !spans.is_empty(),
            standing: spans.iter().any(|span| span.standing),
            newest: question.words.iter().any(|word| is_newest(word)),
        };
        for sought in &mut question.terms {
            sought.is_frame |= is_newest(&sought.term.text);
        }
        question
    }

    /// Whether it asks for nothing but what there was at some time.
    pub fn is_only_about_time(&self) -> bool {
        let tells_nothing = |sought: &QueryTerm| {
            let text = &sought.term.text;
            sought.is_frame || !analyse::is_content_word(text) || is_occurrence(text)
        };
        self.timing.named && self.terms.iter().all(tells_nothing)
    }
}

fn is_newest(word: &str) -> bool {
    matches!(word, "latest" | "newest" | "lately" | "recent" | "recently")
}

/// Words for whatever may have been: a memory of the time need not hold them.
const OCCURRENCES: [&str; 24] = [
    "change", "decide", "decision", "discuss", "do", "event", "fact", "find", "found", "happen",
    "learn", "memory", "new", "news", "note", "record", "remember", "talk", "thing", "topic",
    "update", "work", "write", "wrote",
];

fn is_occurrence(text: &str) -> bool {
    let stem = word::stems(text);
    OCCURRENCES.iter().any(|occurrence| word::stems(occurrence) == stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    fn asked(text: &str) -> Question {
        let now = "2026-11-16T12:00:00Z".parse().unwrap();
        Question::at(text, &time::spans(text, now, &TimeZone::UTC), &Wording::default())
    }

    #[test]
    fn the_words_of_a_date_are_not_looked_for() {
        let terms = |text: &str| -> Vec<String> {
            asked(text).terms.into_iter().map(|sought| sought.term.text).collect()
        };
        assert_eq!(terms("which port did we open yesterday"), ["port", "open"]);
        assert_eq!(terms("which port did we open in May 2026"), ["port", "open", "may", "2026"]);
        assert!(terms("what happened in May 2026").iter().all(|term| term != "may"));
        assert_eq!(terms("who may merge"), ["may", "merge"]);
        assert_eq!(terms("who is on leave in December"), ["leave", "december"]);
    }

    #[test]
    fn some_questions_ask_for_nothing_but_a_time() {
        for text in [
            "yesterday",
            "what happened yesterday?",
            "what did we decide last Friday",
            "decisions of May 2023",
            "what changed in the last 5 days",
            "what did we do before May 2023",
            "What did we talk about this morning?",
        ] {
            assert!(asked(text).is_only_about_time(), "{text}");
        }
        for text in ["what happened", "which port did we open yesterday", "port"] {
            assert!(!asked(text).is_only_about_time(), "{text}");
        }
    }

    #[test]
    fn what_is_new_is_asked_for_in_several_words() {
        for text in ["what's the latest decision", "our most recent release", "lately", "recently"]
        {
            assert!(asked(text).timing.newest, "{text}");
        }
        assert!(!asked("which tag do we use").timing.newest);
    }
}
