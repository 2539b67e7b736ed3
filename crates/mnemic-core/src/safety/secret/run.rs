//! Runs: long words of the characters of tokens, found without a trigger. Forms that lie in such a run are looked up there, so
//! that a new one makes neither the automaton nor a text without long words more expensive.

use std::sync::LazyLock;

use super::{
    Secret,
    escape::begins_word,
    form::{self, Form, Part},
    page::Page,
    set::Set,
    shape, token,
};

/// A shorter run is no token.
const LEAST: usize = 20;

/// An escape is no longer.
const ESCAPE: usize = 12;

/// The characters of runs.
static OPAQUE: [bool; 256] = {
    let mut opaque = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        opaque[byte] = Set::Opaque.has(byte as u8);
        byte += 1;
    }
    opaque
};

/// Forms that lie in a run, by their first byte.
static FORMS: LazyLock<[Vec<&Form>; 128]> = LazyLock::new(|| {
    let mut forms = [const { Vec::new() }; 128];
    for form in form::all().filter(|form| is_in_run(form)) {
        forms[usize::from(form.prefix.as_bytes()[0]) % 128].push(form);
    }
    forms
});

/// Whether the prefix of a form and what follows make a run that is long enough by themselves.
pub fn is_in_run(form: &Form) -> bool {
    let sure = |part: &Part| match part {
        Part::Text(text) if text.bytes().all(|byte| Set::Opaque.has(byte)) => Some(text.len()),
        Part::Run(set, least, _) if set.is_opaque() => Some(*least),
        _ => None,
    };
    let rest: usize = form.rest.iter().map_while(sure).sum();
    form.before.is_none()
        && form.prefix.bytes().all(|byte| Set::Opaque.has(byte))
        && form.prefix.len() + rest >= LEAST
}

/// Adds the tokens that lie in runs.
pub fn examine(page: &Page, found: &mut Vec<Secret>) {
    let bytes = page.text.as_bytes();
    let is_in = |byte: &u8| OPAQUE[usize::from(*byte)];
    let mut from = 0;
    while from + LEAST <= bytes.len() {
        let last = from + LEAST - 1;
        // No run ends before its last byte: most of a text is never read.
        if !is_in(&bytes[last]) {
            from = last + 1;
            continue;
        }
        let start = last - bytes[from..last].iter().rev().take_while(|byte| is_in(byte)).count();
        let end = last + page.spend(bytes[last..].iter().take_while(|byte| is_in(byte)).count());
        if end - start >= LEAST {
            begins(bytes, start, end).for_each(|place| at(page, place, found));
        }
        from = end + 1;
    }
}

/// The places of a run where a token may begin: with a sign, behind one and behind an escape.
fn begins(bytes: &[u8], start: usize, end: usize) -> impl Iterator<Item = usize> {
    let mut sign = start;
    (start..end).filter(move |place| {
        let is_sign = !bytes[*place].is_ascii_alphanumeric();
        sign = if is_sign { *place } else { sign };
        is_sign || place - sign <= ESCAPE && begins_word(bytes, *place)
    })
}

/// Adds the token that begins at a place of a run.
fn at(page: &Page, place: usize, found: &mut Vec<Secret>) {
    let bytes = page.text.as_bytes();
    let first = found.len();
    for form in &FORMS[usize::from(bytes[place]) % 128] {
        let prefix = form.prefix.as_bytes();
        // Of many forms with the same first letter few have the same second one.
        let may_be = prefix.len() < 2 || bytes.get(place + 1) == Some(&prefix[1]);
        if may_be && bytes[place..].starts_with(prefix) {
            let secret = form.secret(page, place..place + form.prefix.len());
            found.extend(secret.as_ref().and_then(|id| token::companion(page, id)));
            found.extend(secret);
        }
    }
    if found.len() == first {
        found.extend(shape::secret(page, place));
    }
}
