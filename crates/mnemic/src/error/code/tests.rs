//! The table is whole, and no two errors share a code.

use std::collections::HashSet;

use super::*;
use crate::{LockError, SessionError};

#[test]
fn every_code_is_in_kebab_case_and_there_once() {
    let mut names = HashSet::new();
    for code in ErrorCode::ALL {
        let name = code.as_str();
        let is_kebab = name
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
        assert!(is_kebab, "{name}");
        assert!(names.insert(name), "{name} is there twice");
    }
}

#[test]
fn every_code_has_a_meaning_and_a_hint_for_every_reader() {
    for code in ErrorCode::ALL {
        assert!(code.meaning().ends_with('.') && code.meaning().len() > 10, "{code}");
        for reader in [HintReader::Person, HintReader::Model] {
            let hint = code.hint(reader);
            assert!(!hint.trim().is_empty() && !hint.ends_with('.'), "{code}: {hint}");
        }
    }
}

#[test]
fn no_two_errors_share_a_code_by_accident() {
    let arms = include_str!("of.rs");
    for code in ErrorCode::ALL {
        let named = format!("ErrorCode::{code:?}");
        let is_whole = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let count = arms.split(&named).skip(1).filter(|rest| is_whole(rest)).count();
        assert!(count <= 1, "{code} stands in {count} arms");
    }
}

#[test]
fn every_gap_of_a_hint_is_known() {
    for code in ErrorCode::ALL {
        for reader in [HintReader::Person, HintReader::Model] {
            let mut rest = code.hint(reader);
            while let Some((_, after)) = rest.split_once('{') {
                let name = after.split_once('}').map_or(after, |(name, _)| name);
                let shows_json = name.starts_with('"');
                assert!(shows_json || GAPS.contains(&name), "{code} has a gap `{name}`");
                rest = after;
            }
        }
    }
}

#[test]
fn a_hint_names_what_the_error_knows() {
    let ended = SessionError::Ended("s1".parse().unwrap());
    assert_eq!(
        ended.hint(HintReader::Person),
        "`mnemic session fork s1` starts a session that continues it"
    );
    let busy = |holder| LockError::Busy { path: ".lock".into(), holder };
    assert_eq!(
        busy(Some(42)).hint(HintReader::Person),
        "nothing was changed; try again when that process is done; if it is suspended, \
         `kill -CONT 42` resumes it and `kill 42` ends it"
    );
    assert_eq!(
        busy(None).hint(HintReader::Person),
        "nothing was changed; try again when that process is done"
    );
}
