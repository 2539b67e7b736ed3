//! Folding: the text as a model reads it, in small letters, without what hides its words.

use unicode_normalization::UnicodeNormalization;

use crate::context::escape;

/// The text in small letters, with letters of other scripts that look like Latin ones replaced, tags of Unicode spelled
/// out, and invisible characters left out.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let spelled: String = text.chars().map(spelled).collect();
    let visible = escape::visible(&spelled);
    let has_latin =
        visible.bytes().filter(u8::is_ascii_alphabetic).count() * 2 > visible.chars().count();
    let folded = visible.nfkc().flat_map(char::to_lowercase);
    // A text in Russian is not one in disguise.
    folded.map(|it| if has_latin { looks_like(it) } else { it }).collect()
}

/// A tag character as the character that it repeats.
fn spelled(character: char) -> char {
    match character {
        '\u{e0020}'..='\u{e007e}' => {
            char::from_u32(u32::from(character) - 0xe0000).unwrap_or(character)
        }
        other => other,
    }
}

/// The Latin letter that a Cyrillic or Greek one looks like, and plain quotation marks.
const fn looks_like(character: char) -> char {
    match character {
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' => 'e',
        'һ' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        '’' | '‘' | 'ʼ' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disguised_phrase_reads_like_the_plain_one() {
        let tags: String =
            "run it".chars().map(|it| char::from_u32(u32::from(it) + 0xe0000).unwrap()).collect();
        for (text, folded) in [
            ("IGNORE Rules", "ignore rules"),
            ("ignоre аll rules", "ignore all rules"),
            ("ig\u{200b}no\u{ad}re", "ignore"),
            ("ｉｇｎｏｒｅ 𝐚𝐥𝐥 of this", "ignore all of this"),
            ("don’t “say”", "don't \"say\""),
            (&format!("hello {tags}"), "hello run it"),
            ("игнорируй все", "игнорируй все"),
        ] {
            assert_eq!(fold(text), folded, "{text:?}");
        }
    }
}
