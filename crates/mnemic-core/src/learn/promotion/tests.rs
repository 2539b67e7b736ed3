use super::{
    quarantine::{Candidate, Review, Use},
    repeat::Repeat,
    *,
};
use jiff::{SignedDuration, Timestamp};

fn set(names: &[&str]) -> std::collections::BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn finding() -> Evidence {
    Evidence { text: "x".repeat(60), importance: 0.5, ..Evidence::default() }
}

fn judged(evidence: &Evidence, readiness: Readiness) -> (u32, &'static str) {
    let judgement = judge(evidence, Mode::Weighted(readiness));
    let verdict = match judgement.verdict {
        Verdict::Promote { status } => status.name(),
        Verdict::Wait => "wait",
        Verdict::Skip { reason: SkipReason::Short { .. } } => "short",
        Verdict::Skip { reason: SkipReason::Unimportant { .. } } => "unimportant",
        Verdict::Skip { reason: SkipReason::Passing } => "passing",
        Verdict::Skip { reason: SkipReason::Off } => "off",
    };
    (judgement.points, verdict)
}

#[test]
fn signals_add_up_to_a_verdict() {
    use Readiness::{Aggressive, Balanced, Conservative};
    let two = || set(&["a", "b"]);
    let (few, seldom) = ("x".repeat(25), "short".to_owned());
    for (evidence, readiness, expected) in [
        (finding(), Balanced, (0, "wait")),
        (Evidence { asked_for: true, ..finding() }, Conservative, (5, "confirmed")),
        (Evidence { pinned: true, ..finding() }, Conservative, (5, "pinned")),
        (
            Evidence { asked_for: true, text: seldom, importance: 0.0, ..finding() },
            Conservative,
            (5, "confirmed"),
        ),
        (Evidence { roots: two(), ..finding() }, Balanced, (2, "wait")),
        (Evidence { roots: two(), ..finding() }, Aggressive, (2, "candidate")),
        (Evidence { roots: two(), importance: 0.7, ..finding() }, Balanced, (3, "candidate")),
        (Evidence { roots: two(), importance: 0.7, ..finding() }, Conservative, (3, "wait")),
        (Evidence { roots: two(), resolves: true, ..finding() }, Conservative, (4, "candidate")),
        (Evidence { resolves: true, agents: two(), ..finding() }, Balanced, (3, "candidate")),
        (Evidence { agents: two(), importance: 0.9, ..finding() }, Aggressive, (2, "candidate")),
        (
            Evidence { roots: two(), resolves: true, text: few.clone(), ..finding() },
            Balanced,
            (4, "short"),
        ),
        (Evidence { roots: two(), text: few, ..finding() }, Aggressive, (2, "candidate")),
        (
            Evidence { roots: two(), resolves: true, importance: 0.2, ..finding() },
            Balanced,
            (4, "unimportant"),
        ),
        (Evidence { roots: two(), importance: 0.2, ..finding() }, Aggressive, (2, "candidate")),
        (Evidence { roots: set(&["a"]), ..finding() }, Aggressive, (0, "wait")),
        (
            Evidence { roots: two(), importance: 0.8, passing: true, ..finding() },
            Balanced,
            (3, "passing"),
        ),
    ] {
        assert_eq!(judged(&evidence, readiness), expected, "{evidence:?} {readiness:?}");
    }
}

#[test]
fn nothing_is_promoted_unasked_where_that_is_off() {
    let strong = Evidence { roots: set(&["a", "b"]), resolves: true, importance: 1.0, ..finding() };
    let mode = Learning { auto: false, readiness: Readiness::Aggressive }.mode();
    assert_eq!(judge(&strong, mode).verdict, Verdict::Skip { reason: SkipReason::Off });
    let asked = Evidence { asked_for: true, ..strong };
    assert_eq!(judge(&asked, mode).verdict, Verdict::Promote { status: Status::Confirmed });
}

#[test]
fn a_judgement_explains_itself() {
    let evidence = Evidence { roots: set(&["a", "b"]), importance: 0.8, ..finding() };
    let explanation = judge(&evidence, Mode::Weighted(Readiness::Balanced)).to_string();
    assert_eq!(
        explanation,
        " +2  found in 2 conversations\n +1  importance 0.80\n3 of 3 points: promoted, candidate"
    );
}

#[test]
fn a_candidate_is_confirmed_by_use_and_doubted_once() {
    let at: Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
    let (early, late) = (at + SignedDuration::from_hours(23), at + SignedDuration::from_hours(24));
    let (here, there) = (["a".to_owned()], ["a".to_owned(), "b".to_owned()]);
    let candidate = Candidate {
        status: Status::Candidate,
        importance: 0.5,
        promoted_at: at,
        reviewed_at: None,
        reinforced: false,
        root: Some("a"),
        injected_in: &[],
        contradicted: false,
        needs_person: false,
    };
    let doubt = Some(Review::Doubt { importance: 0.4 });
    let by = |by| Some(Review::Confirm { by });
    for (candidate, now, expected) in [
        (candidate.clone(), early, None),
        (candidate.clone(), late, doubt),
        (Candidate { reviewed_at: Some(late), ..candidate.clone() }, late, None),
        (Candidate { reinforced: true, ..candidate.clone() }, late, by(Use::Feedback)),
        (
            Candidate { reinforced: true, reviewed_at: Some(at), ..candidate.clone() },
            late,
            by(Use::Feedback),
        ),
        (Candidate { injected_in: &here, ..candidate.clone() }, late, doubt),
        (Candidate { injected_in: &there, ..candidate.clone() }, late, by(Use::Injection)),
        (Candidate { injected_in: &there, contradicted: true, ..candidate.clone() }, late, doubt),
        (
            Candidate {
                injected_in: &there,
                reinforced: true,
                needs_person: true,
                ..candidate.clone()
            },
            late,
            doubt,
        ),
        (Candidate { status: Status::Confirmed, ..candidate.clone() }, late, None),
    ] {
        assert_eq!(quarantine::review(&candidate, now), expected, "{candidate:?}");
    }
}

#[test]
fn saying_something_again_counts_once_a_session() {
    for (importance, status, counted_in_session, asked_for, expected) in [
        (0.5, Status::Candidate, false, false, (0.6, Status::Candidate)),
        (0.5, Status::Candidate, true, false, (0.5, Status::Candidate)),
        (0.95, Status::Confirmed, false, false, (1.0, Status::Confirmed)),
        (0.5, Status::Candidate, true, true, (0.5, Status::Confirmed)),
        (0.5, Status::Pinned, true, true, (0.5, Status::Pinned)),
    ] {
        let repeat = Repeat { counted_in_session, asked_for };
        assert_eq!(repeat::repeated(importance, status, repeat), expected);
    }
}
