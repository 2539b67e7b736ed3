//! Personal data: e-mail addresses, phone numbers, payment cards and account numbers. Policies allow it unless someone
//! asks for it to be redacted.

use super::{Secret, SecretAction, SecretClass, SecretPolicy};

/// Adds the personal data that a policy does not allow.
pub fn find(text: &str, policy: &SecretPolicy, found: &mut Vec<Secret>) {
    let is_wanted = |class| policy.action(class) != SecretAction::Allow;
    if is_wanted(SecretClass::Email) {
        emails(text, found);
    }
    if is_wanted(SecretClass::Card) || is_wanted(SecretClass::Phone) {
        numbers(text, found);
    }
    if is_wanted(SecretClass::Iban) {
        ibans(text, found);
    }
}

fn emails(text: &str, found: &mut Vec<Secret>) {
    for (at, _) in text.match_indices('@') {
        let is_local = |it: char| it.is_alphanumeric() || "._%+-".contains(it);
        let start = text[..at]
            .rfind(|it: char| !is_local(it))
            .map_or(0, |place| place + text[place..].chars().next().map_or(1, char::len_utf8));
        let is_host = |it: char| it.is_alphanumeric() || ".-".contains(it);
        let rest = &text[at + 1..];
        let host = &rest[..rest.find(|it: char| !is_host(it)).unwrap_or(rest.len())];
        let host = host.trim_end_matches(['.', '-']);
        let is_domain = host.rsplit_once('.').is_some_and(|(name, end)| {
            !name.is_empty() && end.chars().count() >= 2 && end.chars().all(char::is_alphabetic)
        });
        if is_domain && start < at {
            found.push(Secret::new(start..at + 1 + host.len(), SecretClass::Email, "email"));
        }
    }
}

/// Runs of digits with spaces, dashes, dots and brackets between them.
fn numbers(text: &str, found: &mut Vec<Secret>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() && bytes[at] != b'+' {
            at += 1;
            continue;
        }
        let start = at;
        let mut end = at;
        while at < bytes.len() && (bytes[at].is_ascii_digit() || b" -.()/+".contains(&bytes[at])) {
            at += 1;
            if bytes[at - 1].is_ascii_digit() {
                end = at;
            }
        }
        let is_inside =
            start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'.');
        let goes_on = bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
        if end > start && !is_inside && !goes_on {
            found.extend(number(text, start..end));
        }
        at = at.max(start + 1);
    }
}

fn number(text: &str, range: std::ops::Range<usize>) -> Option<Secret> {
    let written = &text[range.clone()];
    let digits: Vec<u8> = written.bytes().filter(u8::is_ascii_digit).map(|it| it - b'0').collect();
    let is_card = (13..=19).contains(&digits.len())
        && matches!(digits[0], 3..=6)
        && !written.contains(['.', '/', '('])
        && luhn(&digits)
        && digits.iter().any(|it| *it != digits[0]);
    if is_card {
        return Some(Secret::new(range, SecretClass::Card, "card"));
    }
    let is_phone = (8..=15).contains(&digits.len())
        && (written.starts_with('+')
            || (written.starts_with('0') && written.contains([' ', '/', '-'])))
        && !written.contains('.');
    is_phone.then(|| Secret::new(range, SecretClass::Phone, "phone"))
}

/// The check digit of cards.
fn luhn(digits: &[u8]) -> bool {
    let doubled = |place: usize, digit: u8| match place % 2 {
        0 => u32::from(digit),
        _ if digit < 5 => u32::from(digit) * 2,
        _ => u32::from(digit) * 2 - 9,
    };
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(place, digit)| doubled(place, *digit)).sum();
    sum.is_multiple_of(10)
}

fn ibans(text: &str, found: &mut Vec<Secret>) {
    let bytes = text.as_bytes();
    for start in 0..bytes.len().saturating_sub(14) {
        let is_begin = bytes[start].is_ascii_uppercase()
            && bytes[start + 1].is_ascii_uppercase()
            && bytes[start + 2].is_ascii_digit()
            && bytes[start + 3].is_ascii_digit()
            && (start == 0 || !bytes[start - 1].is_ascii_alphanumeric());
        if !is_begin {
            continue;
        }
        let mut end = start;
        let mut account = Vec::new();
        for (place, byte) in bytes[start..].iter().enumerate() {
            match byte {
                b'A'..=b'Z' | b'0'..=b'9' => {
                    account.push(*byte);
                    end = start + place + 1;
                }
                b' ' if bytes.get(start + place + 1).is_some_and(u8::is_ascii_alphanumeric) => {}
                _ => break,
            }
            if account.len() == 34 {
                break;
            }
        }
        // Words may follow behind a space: of all lengths the longest that checks.
        while account.len() >= 15 {
            if mod_97(&account) == 1 {
                found.push(Secret::new(start..end, SecretClass::Iban, "iban"));
                break;
            }
            account.pop();
            end = start
                + bytes[start..end - 1].iter().rposition(u8::is_ascii_alphanumeric).unwrap_or(0)
                + 1;
        }
    }
}

/// What is left of an account number by its check.
fn mod_97(account: &[u8]) -> u32 {
    let turned = account[4..].iter().chain(&account[..4]);
    turned.fold(0, |left, byte| match byte {
        b'0'..=b'9' => (left * 10 + u32::from(byte - b'0')) % 97,
        _ => (left * 100 + u32::from(byte - b'A') + 10) % 97,
    })
}
