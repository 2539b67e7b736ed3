//! Passages: what the cues of a stretch of text come to together.
//!
//! Within a passage the heaviest cue of each group counts, and ten together are instructions to a model: one phrase that
//! nobody writes to people, or several of different sorts that people do write but seldom beside each other. At least one
//! of them must be hostile, so that notes about how an agent works have no sign.

use std::sync::LazyLock;

use super::{
    call::calls,
    cue::{CUES, Group},
    mention::{is_quoted, is_turned_down},
    pattern::Pattern,
    vocabulary::{CLASSES, ClassId, Vocabulary},
    word::{Word, words},
};

/// From this weight on a passage is instructions to a model.
const ENOUGH: u32 = 10;
/// From this weight on a passage that nobody sees speaks to its reader.
const ENOUGH_HIDDEN: u32 = 4;
/// One cue of a hostile group must weigh so much.
const HOSTILE: u32 = 4;
/// From this weight on a cue in a turn of a quoted conversation is one that nobody writes.
const HOSTILE_TURN: u32 = 5;
/// So much less weighs a cue in a sentence about attacks.
const ABOUT_ATTACKS: u32 = 4;
/// Cues of one group are two where so many words lie between their beginnings.
const APART: u32 = 3;
/// So many words about attacks make a text about them.
const ABOUT_WORDS: usize = 3;
/// So much less weighs a passage of a text about attacks, and one that names neither a model nor a user and speaks to none.
const UNANCHORED: u32 = 3;
/// From this weight on a cue speaks to a model although it names none.
const ANCHOR: u32 = 8;
/// So many words are a passage.
const PASSAGE: u32 = 60;

struct Cues {
    vocabulary: Vocabulary,
    cues: Vec<(Group, u32, Pattern)>,
    /// The cues that can begin with a word of each class: anywhere, and only where a clause begins.
    by_class: Vec<[Vec<usize>; 2]>,
    about: ClassId,
    not: ClassId,
    model: ClassId,
}

static CUE_SET: LazyLock<Cues> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary::new(CLASSES);
    let [about, not, model] = ["ABOUT", "NOT", "MODEL"].map(|name| vocabulary.class(name));
    let mut cues = Vec::new();
    for (group, line) in CUES.iter().flat_map(|(group, lines)| lines.lines().map(|it| (*group, it)))
    {
        let (weight, phrase) = line.split_once(' ').expect("a cue has a weight and a phrase");
        let weight = weight.parse().expect("a weight is a number");
        cues.push((group, weight, Pattern::new(phrase, &mut vocabulary)));
    }
    let mut by_class = vec![[Vec::new(), Vec::new()]; vocabulary.len()];
    for (place, (_, _, pattern)) in cues.iter().enumerate() {
        for class in pattern.first_classes() {
            by_class[class][usize::from(pattern.begins_clause())].push(place);
        }
    }
    Cues { vocabulary, cues, by_class, about, not, model }
});

/// Whether a folded text gives a model instructions.
pub fn is_instruction(folded: &str) -> bool {
    heaviest(folded).is_some_and(|it| it >= ENOUGH)
}

/// Whether a folded text that nobody sees has a phrase of such instructions.
pub fn may_be_instruction(folded: &str) -> bool {
    let words = words(folded, &CUE_SET.vocabulary);
    let found = found(folded, &words);
    found.iter().any(|it| it.weight >= ENOUGH_HIDDEN && it.group.is_hostile())
}

/// Whether a turn of a conversation in a folded text asks for what few people ask for.
pub fn is_hostile_turn(turn: &str) -> bool {
    let words = words(turn, &CUE_SET.vocabulary);
    found(turn, &words).iter().any(|it| it.weight >= HOSTILE_TURN && it.group.is_hostile())
}

/// So few words are a name or a mark, not a sentence.
const SENTENCE: usize = 5;

/// Whether a text that nobody sees speaks to a model or of one. Comments in pages seldom speak of users; elements that
/// wait to be shown do.
pub fn speaks(hidden: &str, is_comment: bool) -> bool {
    let least = if is_comment { 2 } else { 3 };
    let words = words(hidden, &CUE_SET.vocabulary);
    let found = found(hidden, &words);
    let has = |least: u32, is: fn(Group) -> bool| {
        found.iter().any(|it| it.weight >= least && is(it.group))
    };
    has(if is_comment { ENOUGH_HIDDEN } else { ENOUGH_HIDDEN + 1 }, Group::is_hostile)
        || has(least, |it| matches!(it, Group::Audience | Group::Call | Group::Address))
            && hidden.split_whitespace().nth(SENTENCE).is_some()
        || sum(&found) >= ENOUGH_HIDDEN + 2
}

/// What all cues come to, the heaviest of each group.
fn sum(found: &[Found]) -> u32 {
    let heaviest = |(group, _): &(Group, &str)| {
        found.iter().filter(|it| it.group == *group).map(|it| it.weight).max().unwrap_or(0)
    };
    CUES.iter().map(heaviest).sum()
}

/// A cue that was found.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// What it does.
    pub group: Group,
    /// How much it weighs.
    pub weight: u32,
    /// The place of its first word.
    pub place: u32,
}

/// What the cues of one group come to: the heaviest, and half of the next that stands elsewhere.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    heaviest: u32,
    place: u32,
    next: u32,
}

impl Sum {
    fn add(&mut self, found: &Found) {
        if found.weight > self.heaviest {
            if self.place + APART < found.place {
                self.next = self.heaviest;
            }
            (self.heaviest, self.place) = (found.weight, found.place);
        } else if self.place + APART < found.place {
            self.next = self.next.max(found.weight);
        }
    }

    fn total(self) -> u32 {
        self.heaviest + if self.next >= HOSTILE { self.next / 2 } else { 0 }
    }
}

/// The weight of the heaviest passage with something hostile.
fn heaviest(folded: &str) -> Option<u32> {
    let words = words(folded, &CUE_SET.vocabulary);
    let mut found = found(folded, &words);
    found.sort_by_key(|it| it.place);
    let heaviest = (0..found.len()).filter_map(|first| weight(&found[first..])).max()?;
    let is_about =
        words.iter().filter(|it| it.classes.contains(&CUE_SET.about)).nth(ABOUT_WORDS - 1);
    Some(heaviest.saturating_sub(if is_about.is_some() { UNANCHORED } else { 0 }))
}

/// What the passage comes to that begins with the first of the cues; nothing without something hostile.
fn weight(found: &[Found]) -> Option<u32> {
    let mut groups = [Sum::default(); Group::COUNT];
    for it in found.iter().take_while(|it| it.place < found[0].place + PASSAGE) {
        groups[it.group as usize].add(it);
    }
    let mut groups = groups.map(|it| it.total());
    if groups[Group::Address as usize].max(groups[Group::Call as usize]) > 0 {
        groups[Group::Audience as usize] = 0;
    }
    let is_anchored = [Group::Audience, Group::Call].iter().any(|it| groups[*it as usize] > 0)
        || groups[Group::Address as usize] >= HOSTILE
        || groups.iter().any(|it| *it >= ANCHOR);
    let is_hostile =
        CUES.iter().any(|(group, _)| group.is_hostile() && groups[*group as usize] >= HOSTILE);
    let weight = groups.iter().sum::<u32>();
    is_hostile.then(|| weight.saturating_sub(if is_anchored { 0 } else { UNANCHORED }))
}

fn found(folded: &str, words: &[Word<'_>]) -> Vec<Found> {
    let set = &*CUE_SET;
    let mut found = calls(folded, words, set.model);
    found.retain(|it| {
        !words
            .iter()
            .position(|word| word.place == it.place)
            .is_some_and(|at| is_about(words, at, set.about))
    });
    for (at, word) in words.iter().enumerate() {
        let cues = word.classes.iter().flat_map(|class| {
            let [anywhere, at_beginning] = &set.by_class[usize::from(*class)];
            anywhere.iter().chain(at_beginning.iter().filter(|_| word.begins))
        });
        for cue in cues {
            let (group, weight, pattern) = &set.cues[*cue];
            let Some(last) = pattern.matches(&words[at..]) else { continue };
            if is_turned_down(*group, words, at, set.not)
                || is_quoted(folded, &(word.start..words[at + last].end))
            {
                continue;
            }
            let is_described = !pattern.begins_clause() && is_about(words, at, set.about);
            let less = if is_described { ABOUT_ATTACKS } else { 0 };
            let weight = weight.saturating_sub(less);
            if weight > 0 {
                found.push(Found { group: *group, weight, place: word.place });
            }
        }
    }
    found
}

/// Whether the sentence of a word speaks about attacks.
fn is_about(words: &[Word<'_>], at: usize, about: ClassId) -> bool {
    let sentence = words[at].sentence;
    let before = words[..at].iter().rev().take_while(|it| it.sentence == sentence);
    let after = words[at..].iter().take_while(|it| it.sentence == sentence);
    before.chain(after).any(|it| it.classes.contains(&about))
}
