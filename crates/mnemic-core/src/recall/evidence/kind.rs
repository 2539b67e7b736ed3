//! The kinds of evidence.
//!
//! Their order is the order in which an explanation lists them and relevance adds them up.

/// What a piece of evidence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvidenceKind {
    /// How well its opening holds the terms, as BM25 does.
    Opening,
    /// Which part of the question its opening or its author's name holds.
    Coverage,
    /// Which of the question's neighbouring words stand close together in it.
    Proximity,
    /// How much more of the question a later passage of a long text says.
    Later,
    /// How well the memory before it holds the terms.
    Before,
    /// The same of the one before that.
    Before2,
    /// The same of the one after it.
    After,
    /// The same as `before`, where the one before ends with a question.
    Answers,
    /// How much more of the question it says with its heading and tags.
    Label,
    /// Whether the question names its author.
    Author,
    /// Whether the user said it.
    User,
    /// Whether the assistant said it and the question addresses one.
    Assistant,
    /// Whether it speaks of the speaker.
    Personal,
    /// Whether it holds a number.
    Number,
    /// How many names it has, where the question wants one.
    Names,
    /// Whether it begins its session.
    First,
    /// How well its time fits the one that the question names.
    Time,
    /// How new it is, where the question asks for that.
    Newest,
    /// How well the best memories of its session hold the terms.
    Session,
    /// Which part of the question its session holds.
    SessionCovers,
    /// How like the terms the best memories of its session are.
    SessionLike,
    /// How near the words of the best memories of its session come.
    SessionDeep,
    /// How near any memory of its session comes to each word.
    SessionDeepCovers,
    /// How like the terms its likest words are.
    Likeness,
    /// The same, what was said around it included.
    LikenessWindow,
    /// The cosine of vectors without context.
    Meaning,
    /// The same of what stands beside it.
    MeaningBeside,
    /// The cosine of vectors with context.
    Deep,
    /// The same of what stands beside it.
    DeepBeside,
    /// How near its words come to those of the question, with context.
    DeepWords,
    /// The same, what was said around it included.
    DeepWindow,
}

impl EvidenceKind {
    /// How many kinds there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Every kind, in order.
    pub const ALL: [Self; 31] = [
        Self::Opening,
        Self::Coverage,
        Self::Proximity,
        Self::Later,
        Self::Before,
        Self::Before2,
        Self::After,
        Self::Answers,
        Self::Label,
        Self::Author,
        Self::User,
        Self::Assistant,
        Self::Personal,
        Self::Number,
        Self::Names,
        Self::First,
        Self::Time,
        Self::Newest,
        Self::Session,
        Self::SessionCovers,
        Self::SessionLike,
        Self::SessionDeep,
        Self::SessionDeepCovers,
        Self::Likeness,
        Self::LikenessWindow,
        Self::Meaning,
        Self::MeaningBeside,
        Self::Deep,
        Self::DeepBeside,
        Self::DeepWords,
        Self::DeepWindow,
    ];

    /// Its name in explanations, in receipts and in what `mnemic-bench --evidence` writes.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Coverage => "coverage",
            Self::Proximity => "proximity",
            Self::Later => "later",
            Self::Before => "before",
            Self::Before2 => "before_2",
            Self::After => "after",
            Self::Answers => "answers",
            Self::Label => "label",
            Self::Author => "author",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Personal => "personal",
            Self::Number => "number",
            Self::Names => "names",
            Self::First => "first",
            Self::Time => "time",
            Self::Newest => "newest",
            Self::Session => "session",
            Self::SessionCovers => "session_covers",
            Self::SessionLike => "session_like",
            Self::SessionDeep => "session_deep",
            Self::SessionDeepCovers => "session_deep_covers",
            Self::Likeness => "likeness",
            Self::LikenessWindow => "likeness_window",
            Self::Meaning => "meaning",
            Self::MeaningBeside => "meaning_beside",
            Self::Deep => "deep",
            Self::DeepBeside => "deep_beside",
            Self::DeepWords => "deep_words",
            Self::DeepWindow => "deep_window",
        }
    }

    /// What it measures, for the page about explanations.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Opening => {
                "How many of the question's words the beginning of the memory has; rare words count more (BM25)."
            }
            Self::Coverage => {
                "The share of the question that the beginning of the memory or its author's name contains."
            }
            Self::Proximity => {
                "How many words that are neighbours in the question are close together in the memory."
            }
            Self::Later => {
                "For a long text: what a later passage says of the question that the beginning does not."
            }
            Self::Before => {
                "How well the memory before it in the conversation matches the question's words."
            }
            Self::Before2 => {
                "How well the memory two places before it in the conversation matches."
            }
            Self::After => "How well the memory after it in the conversation matches.",
            Self::Answers => "Like `before`, if the memory before it ends with a question.",
            Self::Label => "What its heading and tags say of the question that its text does not.",
            Self::Author => "1 if the question names its author.",
            Self::User => "1 if the user said it.",
            Self::Assistant => {
                "1 if the assistant said it and the question asks about the assistant."
            }
            Self::Personal => "1 if it speaks of its author, with a word such as `I` or `my`.",
            Self::Number => "1 if it contains a number.",
            Self::Names => "How many names it contains, if the question asks for one.",
            Self::First => "1 if it is the first memory of its session.",
            Self::Time => "How well its time fits the time in the question.",
            Self::Newest => "How new it is, if the question asks for the latest.",
            Self::Session => {
                "How well the best memories of its session match the question's words."
            }
            Self::SessionCovers => "The share of the question that its session contains.",
            Self::SessionLike => {
                "How similar the words of the best memories of its session are to those of the question."
            }
            Self::SessionDeep => {
                "The same as `session_like`, with the vectors of the embedding model."
            }
            Self::SessionDeepCovers => {
                "How close the whole session comes to each word of the question, with the vectors of the embedding model."
            }
            Self::Likeness => {
                "How similar its most similar words are to those of the question, with the built-in word vectors."
            }
            Self::LikenessWindow => "The same as `likeness`, with the memories around it included.",
            Self::Meaning => {
                "The cosine similarity of question and memory, with the built-in word vectors."
            }
            Self::MeaningBeside => "The highest `meaning` of the memories next to it.",
            Self::Deep => {
                "The cosine similarity of question and memory, with the vectors of the embedding model."
            }
            Self::DeepBeside => "The highest `deep` of the memories next to it.",
            Self::DeepWords => {
                "How close its words come to those of the question, with the vectors of the embedding model."
            }
            Self::DeepWindow => "The same as `deep_words`, with the memories around it included.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_at_its_place_under_a_name_of_its_own() {
        let mut names = std::collections::HashSet::new();
        for (place, kind) in EvidenceKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
            assert!(names.insert(kind.as_str()), "{kind:?}");
        }
    }
}
