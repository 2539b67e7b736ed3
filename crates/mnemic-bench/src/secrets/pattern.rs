//! Patterns of the corpus: what is random in a line, expanded by a seed. `corpus/README.md` has the grammar.

use std::ops::Range;

use anyhow::{Context, bail};

/// A text whose patterns are expanded.
#[derive(Debug)]
pub struct Expanded {
    /// The text.
    pub text: String,
    /// Where the expanded patterns are, in bytes.
    pub places: Vec<Range<usize>>,
}

/// Expands every pattern of a text.
pub fn expand(text: &str, seed: u64) -> anyhow::Result<Expanded> {
    let mut random = Random(seed);
    let mut expanded = Expanded { text: String::new(), places: Vec::new() };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('⟦') {
        let end = end_of(after).context("a pattern does not end")?;
        expanded.text.push_str(before);
        let start = expanded.text.len();
        pattern(&after[..end], &mut random, &mut expanded.text)?;
        expanded.places.push(start..expanded.text.len());
        rest = &after[end + '⟧'.len_utf8()..];
    }
    expanded.text.push_str(rest);
    Ok(expanded)
}

/// Where a pattern ends, brackets behind a backslash not counted.
fn end_of(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(place, it)| {
        let ends = it == '⟧' && !is_escaped;
        is_escaped = it == '\\' && !is_escaped;
        ends.then_some(place)
    })
}

fn pattern(pattern: &str, random: &mut Random, text: &mut String) -> anyhow::Result<()> {
    let mut characters = pattern.char_indices().peekable();
    while let Some((place, it)) = characters.next() {
        let closed = |close: char| {
            let inner = &pattern[place + 1..];
            let mut is_escaped = false;
            inner.char_indices().find_map(|(offset, it)| {
                let ends = it == close && !is_escaped;
                is_escaped = it == '\\' && !is_escaped;
                ends.then(|| (inner[..offset].to_owned(), place + 1 + offset + 1))
            })
        };
        let next = match it {
            '\\' => {
                text.extend(characters.next().map(|(_, escaped)| escaped));
                continue;
            }
            '[' => {
                let (class, mut next) = closed(']').context("a class does not end")?;
                let mut count = 1;
                if let Some(counted) = pattern[next..].strip_prefix('{') {
                    let end = counted.find('}').context("a count does not end")?;
                    count = number(&counted[..end], random)?;
                    next += end + 2;
                }
                let members = members(&class);
                text.extend((0..count).map(|_| members[random.below(members.len())]));
                next
            }
            '(' => {
                let (choices, next) = closed(')').context("a choice does not end")?;
                let choices: Vec<&str> = choices.split('|').collect();
                text.push_str(choices[random.below(choices.len())]);
                next
            }
            '<' => {
                let (name, next) = closed('>').context("a generator does not end")?;
                generate(&name, random, text)?;
                next
            }
            it => {
                text.push(it);
                continue;
            }
        };
        while characters.peek().is_some_and(|(place, _)| *place < next) {
            characters.next();
        }
    }
    Ok(())
}

fn number(text: &str, random: &mut Random) -> anyhow::Result<usize> {
    let (least, most) = text.split_once(',').unwrap_or((text, text));
    let (least, most): (usize, usize) = (least.trim().parse()?, most.trim().parse()?);
    Ok(least + random.below(most - least + 1))
}

/// The characters of a class.
fn members(class: &str) -> Vec<char> {
    let mut members = Vec::new();
    let letters: Vec<char> = class.chars().collect();
    let mut place = 0;
    while place < letters.len() {
        if letters[place] == '\\' && place + 1 < letters.len() {
            members.push(letters[place + 1]);
            place += 2;
        } else if place + 2 < letters.len()
            && letters[place + 1] == '-'
            && letters[place + 2] != '\\'
        {
            members.extend(letters[place]..=letters[place + 2]);
            place += 3;
        } else {
            members.push(letters[place]);
            place += 1;
        }
    }
    members
}

fn generate(name: &str, random: &mut Random, text: &mut String) -> anyhow::Result<()> {
    let words: Vec<&str> = name.split(' ').collect();
    let last = || -> anyhow::Result<usize> { Ok(words[words.len() - 1].parse()?) };
    match words[0] {
        "word" => text.push_str(WORDS[random.below(WORDS.len())]),
        "words" => {
            let all: Vec<&str> = (0..last()?).map(|_| WORDS[random.below(WORDS.len())]).collect();
            text.push_str(&all.join("-"));
        }
        "uuid" => pattern(
            "[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}",
            random,
            text,
        )?,
        "jwt" => pattern(
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOi[A-Za-z0-9]{60}.[A-Za-z0-9_-]{43}",
            random,
            text,
        )?,
        "pem" => {
            let title = words[1..words.len() - 1].join(" ");
            text.push_str(&format!("-----BEGIN {title}-----\n"));
            for _ in 0..last()? {
                pattern("[A-Za-z0-9+/]{64}", random, text)?;
                text.push('\n');
            }
            text.push_str(&format!("-----END {title}-----"));
        }
        "hex" => pattern(&format!("[a-f0-9]{{{}}}", last()?), random, text)?,
        "base64" => {
            let bytes = last()?;
            let padding = (3 - bytes % 3) % 3;
            let letters = bytes.div_ceil(3) * 4 - padding;
            pattern(&format!("[A-Za-z0-9+/]{{{letters}}}"), random, text)?;
            text.push_str(&"=".repeat(padding));
        }
        "luhn" => {
            let mut digits: Vec<u32> = words[1].chars().filter_map(|it| it.to_digit(10)).collect();
            let length = last()?;
            digits.extend((digits.len()..length - 1).map(|_| random.below(10) as u32));
            let sum: u32 = digits
                .iter()
                .rev()
                .enumerate()
                .map(|(place, digit)| match place % 2 {
                    0 if *digit > 4 => digit * 2 - 9,
                    0 => digit * 2,
                    _ => *digit,
                })
                .sum();
            digits.push((10 - sum % 10) % 10);
            text.extend(digits.iter().map(u32::to_string));
        }
        "iban" => {
            let account: String =
                (0..last()? - 4).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
            let turned = format!("{account}{}00", words[1]);
            let left = turned.bytes().fold(0_u32, |left, byte| match byte {
                b'0'..=b'9' => (left * 10 + u32::from(byte - b'0')) % 97,
                _ => (left * 100 + u32::from(byte - b'A') + 10) % 97,
            });
            text.push_str(&format!("{}{:02}{account}", words[1], 98 - left));
        }
        _ => bail!("there is no generator `{name}`"),
    }
    Ok(())
}

/// Words of the trade and of the street.
const WORDS: [&str; 40] = [
    "maple", "river", "copper", "lantern", "winter", "garden", "falcon", "marble", "velvet",
    "harbor", "meadow", "saffron", "thunder", "pebble", "orchid", "canyon", "silver", "walnut",
    "breeze", "anchor", "kettle", "puzzle", "magnet", "ribbon", "cactus", "donkey", "elbow",
    "fabric", "ginger", "hollow", "island", "jungle", "kitten", "ladder", "mirror", "noodle",
    "oyster", "pillow", "quartz", "rocket",
];

/// Numbers that a seed decides.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_expands_by_its_seed() {
        let expanded = expand("key ⟦ghp_[A-Za-z0-9]{36}⟧, pin ⟦[0-9]{4}⟧", 1).unwrap();
        assert_eq!(expanded.places[0].len(), 40);
        assert!(expanded.text.starts_with("key ghp_") && expanded.text.contains(", pin "));
        assert_eq!(
            expand("⟦<words 3>-(a|b)\\[⟧", 2).unwrap().text,
            expand("⟦<words 3>-(a|b)\\[⟧", 2).unwrap().text
        );
        assert!(expand("⟦<words 3>-(a|b)\\[⟧", 3).unwrap().text.ends_with('['));
        assert!(expand("⟦[a-z]{3}", 1).is_err() && expand("⟦<none>⟧", 1).is_err());
    }

    #[test]
    fn check_digits_check() {
        let card = expand("⟦<luhn 4 16>⟧", 5).unwrap().text;
        assert_eq!(card.len(), 16);
        let found = mnemic::secret::find(&card, &mnemic::secret::SecretPolicy::EVERYTHING);
        assert_eq!(found[0].kind, "card", "{card}");
        let account = expand("⟦<iban DE 22>⟧", 5).unwrap().text;
        let found = mnemic::secret::find(&account, &mnemic::secret::SecretPolicy::EVERYTHING);
        assert_eq!(found[0].kind, "iban", "{account}");
    }
}
