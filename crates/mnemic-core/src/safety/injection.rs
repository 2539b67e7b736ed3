//! Signs of prompt injection: text that speaks to a model instead of telling a reader something, and text that hides
//! what a model would read.
//!
//! A sign proves nothing, and its absence proves nothing either: attacks in plain, friendly words have none. So a sign
//! only lowers trust ([`crate::safety::trust`]); it never deletes, refuses or changes a text.
//!
//! Every part looks for one sort of sign. What it looks at is folded first, so that letters of other
//! scripts, invisible characters and capitals hide no phrase.

mod call;
mod cue;
mod encoded;
mod fold;
mod frame;
mod hidden;
mod leak;
mod markup;
mod mention;
mod passage;
mod pattern;
mod tongue;
mod vocabulary;
mod word;

use std::collections::BTreeSet;

use serde::Serialize;

/// What speaks for a prompt injection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// It gives a model instructions, or takes some away.
    Instruction,
    /// It looks like a message, a tag or a section that only a program writes.
    Frame,
    /// It has characters that nobody sees.
    HiddenCharacters,
    /// It has a comment, or text with a style that nobody sees, that speaks to its reader.
    HiddenMarkup,
    /// It has a sentence in Base64 or another code.
    EncodedText,
    /// It has data sent to an address.
    Exfiltration,
}

impl Sign {
    /// What it is, in words that follow "it".
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Instruction => "reads like instructions to a model",
            Self::Frame => "looks like a message or a tag that a program writes",
            Self::HiddenCharacters => "has characters that nobody sees",
            Self::HiddenMarkup => "has hidden text that speaks to its reader",
            Self::EncodedText => "has an encoded sentence",
            Self::Exfiltration => "sends data to an address",
        }
    }

    /// Whether a person who reads the text cannot see it.
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::HiddenCharacters | Self::HiddenMarkup | Self::EncodedText)
    }
}

/// The signs of a text.
pub fn signs(text: &str) -> BTreeSet<Sign> {
    let mut signs = BTreeSet::new();
    let mut note = |sign: Sign, is_there: bool| {
        if is_there {
            signs.insert(sign);
        }
    };
    note(Sign::HiddenCharacters, hidden::has_hidden_characters(text));
    let folded = fold::fold(text);
    note(Sign::Instruction, is_instruction(&folded));
    note(Sign::Frame, frame::is_forged(&folded));
    note(Sign::Exfiltration, leak::sends_data(&folded));
    note(Sign::HiddenMarkup, has_hidden_speech(&folded));
    // Letters of either case count in codes, so they are not folded.
    note(Sign::EncodedText, encoded::has_sentence(text, &folded));
    signs
}

fn is_instruction(folded: &str) -> bool {
    passage::is_instruction(folded) || tongue::is_instruction(folded)
}

/// Of hidden text, less is enough: it seldom has a reason to speak to anyone.
fn has_hidden_speech(folded: &str) -> bool {
    let speaks = |hidden: &str, is_comment: bool| {
        passage::speaks(hidden, is_comment)
            || tongue::is_instruction(hidden)
            || leak::sends_data(hidden)
    };
    markup::comments(folded).any(|it| speaks(it, true))
        || markup::unseen_parts(folded).any(|it| speaks(it, false))
}

#[cfg(test)]
mod tests;
