use super::*;
use crate::text::token::Estimator;
use proptest::prelude::*;

fn turn(place: usize, is_user: bool, content: &str) -> Turn {
    let content = content.to_owned();
    Turn {
        id: format!("t{place}"),
        at: "2026-11-15T10:00:00Z".parse().unwrap(),
        said: if is_user {
            TurnContent::User { content }
        } else {
            TurnContent::Assistant { content }
        },
    }
}

fn sample() -> Vec<Turn> {
    [
        "Hi! Can you add retries to the uploader? We decided to use exponential back-off.",
        "I've added retries to `src/upload.rs` with tests.",
        "Thanks. Never retry on a 403. Please write the docs too",
        "I've written the docs. Would you like me to add a changelog entry?",
    ]
    .iter()
    .enumerate()
    .map(|(place, content)| turn(place, place % 2 == 0, content))
    .collect()
}

#[test]
fn a_summary_tells_what_was_wanted_what_matters_and_where_it_stands() {
    assert_eq!(
        summary(&sample(), 500, &Estimator),
        "## Summary\n- Add retries to the uploader?\n- I've written the docs.\n\n\
         ## Key Points\n- We decided to use exponential back-off\n\
         - I've added retries to `src/upload.rs` with tests\n- Never retry on a 403\n\n\
         ## Context for Next Turn\n- Last asked: Write the docs too\n\
         - Would you like me to add a changelog entry?\n"
    );
}

#[test]
fn one_sentence_says_what_it_was_about() {
    assert_eq!(sentence(&sample()), "Add retries to the uploader — I've written the docs.");
    assert_eq!(sentence(&[]), "");
    assert_eq!(
        sentence(&[turn(0, true, "Explain the borrow checker to me")]),
        "Explain the borrow checker to me"
    );
}

#[test]
fn a_sentence_does_not_say_the_same_twice() {
    let turns = [turn(0, true, "I'd rather have tabs than spaces."), turn(1, false, "Noted.")];
    assert_eq!(sentence(&turns), "I'd rather have tabs than spaces.");
}

#[test]
fn what_is_left_to_do_is_told_and_what_is_done_at_once_is_not() {
    let turns = [
        turn(
            0,
            true,
            "Please look at the certificates. TODO: rotate the staging certificate by Friday.",
        ),
        turn(1, false, "Tomorrow we must renew the TLS certificate."),
        turn(2, true, "Thanks, write the runbook now."),
        turn(3, false, "I've written the runbook. I'll also update the index next."),
    ];
    let summary = summary(&turns, 500, &Estimator);
    let (_, next) = summary.split_once("## Context for Next Turn\n").unwrap();
    assert_eq!(
        next,
        "- Last asked: Write the runbook now.\n- TODO: rotate the staging certificate by Friday.\n\
         - Tomorrow we must renew the TLS certificate.\n"
    );
}

#[test]
fn nothing_said_is_nothing_summarised() {
    assert_eq!(summary(&[], 500, &Estimator), "");
    assert_eq!(summary(&sample(), 3, &Estimator), "");
}

proptest! {
    #[test]
    fn no_summary_leaves_its_tokens(tokens in 0usize..200, extra in "\\PC{0,300}") {
        let mut turns = sample();
        turns.push(turn(9, true, &format!("We decided on {extra}")));
        prop_assert!(Estimator.count(&summary(&turns, tokens, &Estimator)) <= tokens);
        prop_assert!(sentence(&turns).chars().count() <= MAX_SENTENCE_CHARS);
    }
}
