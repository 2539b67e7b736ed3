//! The vocabulary: words in classes of those that do the same job in an instruction to a model.
//!
//! An attack rewords; the job of a word stays. So patterns name classes, and a class lists what people use for the job.
//! `ignore+` is a verb with its regular forms, `rule*` a noun with its plural.

mod classes;

use std::collections::HashMap;

use foldhash::fast::RandomState;

pub use self::classes::CLASSES;

/// A class of words; each literal word of a pattern is a class of its own.
pub type ClassId = u16;

/// Words behind which a clause begins.
const LEAD: &str = "LEAD";

/// Which classes each word is of.
#[derive(Debug, Default)]
pub struct Vocabulary {
    names: HashMap<String, ClassId, RandomState>,
    classes: HashMap<Vec<u8>, Vec<ClassId>, RandomState>,
    shapes: Shapes,
}

/// The first two bytes and the lengths of all words: most words of a text are known to be none without a look at the map.
#[derive(Debug)]
struct Shapes([u64; 512]);

impl Default for Shapes {
    fn default() -> Self {
        Self([0; 512])
    }
}

impl Shapes {
    fn of(word: &[u8]) -> usize {
        let low = |at: usize| usize::from(word.get(at).copied().unwrap_or(0) & 31);
        low(0) << 10 | low(1) << 5 | word.len().min(31)
    }

    fn insert(&mut self, word: &[u8]) {
        let shape = Self::of(word);
        self.0[shape / 64] |= 1 << (shape % 64);
    }

    fn has(&self, word: &[u8]) -> bool {
        let shape = Self::of(word);
        self.0[shape / 64] >> (shape % 64) & 1 == 1
    }
}

impl Vocabulary {
    /// Reads lines of a class and its words.
    pub fn new(lines: &str) -> Self {
        let mut vocabulary = Self::default();
        vocabulary.id_of(LEAD);
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let (name, words) = line.split_once(':').expect("a class has a name");
            let id = vocabulary.id_of(name);
            for word in words.split_whitespace().flat_map(forms) {
                vocabulary.add(&word, id);
            }
        }
        vocabulary
    }

    /// The class of a name; a word that is no name of a class is one of its own.
    pub fn class(&mut self, name: &str) -> ClassId {
        if let Some(id) = self.names.get(name) {
            return *id;
        }
        let id = self.id_of(name);
        assert!(!name.bytes().any(|it| it.is_ascii_uppercase()), "no class `{name}`");
        for word in forms(name) {
            self.add(&word, id);
        }
        id
    }

    /// What a word stands for; nothing for most words.
    pub fn classes(&self, word: &[u8]) -> Option<&[ClassId]> {
        let classes = self.shapes.has(word).then(|| self.classes.get(word)).flatten();
        classes.map(Vec::as_slice)
    }

    /// Whether a clause begins behind a word of these classes.
    pub fn leads(&self, classes: &[ClassId]) -> bool {
        classes.contains(&0)
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    fn id_of(&mut self, name: &str) -> ClassId {
        let next = ClassId::try_from(self.names.len()).expect("classes are few");
        *self.names.entry(name.to_owned()).or_insert(next)
    }

    fn add(&mut self, word: &str, id: ClassId) {
        self.shapes.insert(word.as_bytes());
        let classes = self.classes.entry(word.as_bytes().to_vec()).or_default();
        if !classes.contains(&id) {
            classes.push(id);
        }
    }
}

/// The forms of a word with a mark behind it.
fn forms(word: &str) -> Vec<String> {
    let all = |stem: &str, ends: &[&str]| ends.iter().map(|end| format!("{stem}{end}")).collect();
    if let Some(noun) = word.strip_suffix('*') {
        return match noun.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o']) => all(stem, &["y", "ies"]),
            _ => all(noun, &["", "s"]),
        };
    }
    let Some(verb) = word.strip_suffix('+') else { return vec![word.to_owned()] };
    if let Some(stem) = verb.strip_suffix('e') {
        return all(stem, &["e", "es", "ed", "ing"]);
    }
    match verb.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => all(stem, &["y", "ies", "ied", "ying"]),
        _ if verb.ends_with(['s', 'h', 'x']) => all(verb, &["", "es", "ed", "ing"]),
        _ => all(verb, &["", "s", "ed", "ing"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_regular_forms() {
        for (word, wanted) in [
            ("ignore+", "ignore ignores ignored ignoring"),
            ("comply+", "comply complies complied complying"),
            ("disclosure*", "disclosure disclosures"),
            ("policy*", "policy policies"),
            ("key*", "key keys"),
            ("suppress+", "suppress suppresses suppressed suppressing"),
            ("told", "told"),
        ] {
            assert_eq!(forms(word).join(" "), wanted);
        }
    }
}
