//! How a user asks to remember something, in the wordings and languages that are common.

use super::after_any;

/// What may stand before the words themselves.
const REQUESTS: [&str; 22] = [
    "can you ",
    "could you ",
    "would you ",
    "will you ",
    "i want you to ",
    "i'd like you to ",
    "i need you to ",
    "you should ",
    "make sure you ",
    "make sure to ",
    "please ",
    "also ",
    "just ",
    "always ",
    "kindly ",
    "bitte ",
    "kannst du ",
    "könntest du ",
    "peux-tu ",
    "s'il te plaît, ",
    "por favor, ",
    "por favor ",
];

/// The words themselves; of two that begin alike the longer comes first.
const ASKING: [&str; 72] = [
    "remember this: ",
    "remember the following: ",
    "remember that ",
    "remember: ",
    "remember, ",
    "remember ",
    "memorise that ",
    "memorize that ",
    "memorise: ",
    "memorize: ",
    "keep in mind that ",
    "keep in mind: ",
    "keep in mind, ",
    "keep in mind ",
    "bear in mind that ",
    "bear in mind ",
    "don't forget that ",
    "don't forget: ",
    "don't forget, ",
    "don't forget ",
    "do not forget that ",
    "do not forget: ",
    "do not forget ",
    "never forget that ",
    "make a note that ",
    "make a note of this: ",
    "make a note: ",
    "take a note: ",
    "write down that ",
    "note down that ",
    "save to memory that ",
    "save to memory: ",
    "save to your memory that ",
    "save to your memory: ",
    "add to memory: ",
    "add to your memory: ",
    "add to your memory that ",
    "merk dir bitte, dass ",
    "merk dir, dass ",
    "merk dir: ",
    "merke dir, dass ",
    "merke dir: ",
    "merken sie sich, dass ",
    "dir merken, dass ",
    "denk daran, dass ",
    "denk daran: ",
    "denk dran, dass ",
    "denke daran, dass ",
    "vergiss nicht, dass ",
    "souviens-toi que ",
    "souviens-toi qu'",
    "souvenez-vous que ",
    "te souvenir que ",
    "rappelle-toi que ",
    "n'oublie pas que ",
    "n'oublie pas qu'",
    "n'oubliez pas que ",
    "retiens que ",
    "garde en tête que ",
    "recuerda que ",
    "recuerde que ",
    "no olvides que ",
    "ten en cuenta que ",
    "ricorda che ",
    "ricordati che ",
    "lembre-se de que ",
    "onthoud dat ",
    "请记住",
    "记住",
    "请记得",
    "记得",
    "别忘了",
];

/// The same said at the end.
const AFTER: [&str; 8] = [
    ", please remember that",
    ", please remember this",
    ", remember that",
    ", remember this",
    ", please keep that in mind",
    ", keep that in mind",
    ", don't forget that",
    ", do not forget that",
];

/// "Can you remember what we said?" asks for something that was said before.
const RECALLING: [&str; 14] = [
    "what ",
    "when ",
    "where ",
    "why ",
    "how ",
    "who ",
    "which ",
    "whether ",
    "if ",
    "last ",
    "anything ",
    "something ",
    "to ",
    "me ",
];

/// What the user asks to remember, if that is what a sentence does.
pub(super) fn asked_for(sentence: &str) -> Option<&str> {
    let mut rest = sentence;
    while let Some(text) = after_any(rest, &REQUESTS) {
        rest = text;
    }
    let asked = after_any(rest, &ASKING).or_else(|| before(sentence))?;
    let text = asked.trim_start_matches(['，', '：', ':', ',', ' ']);
    let text = text.trim_end_matches(['?', '？', ' ']);
    after_any(text, &RECALLING).is_none().then_some(text).filter(|text| !text.is_empty())
}

fn before(sentence: &str) -> Option<&str> {
    let bare = sentence.trim_end_matches(['.', '!', '?', ' ']);
    let lower = bare.to_lowercase().replace('’', "'");
    let words = AFTER.iter().find(|words| lower.ends_with(*words))?;
    let end = bare.char_indices().nth_back(words.chars().count() - 1)?.0;
    Some(&bare[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_asks_in_many_words() {
        for (sentence, text) in [
            ("remember that staging runs on port 8443", "staging runs on port 8443"),
            ("Can you also remember that staging runs on 8443?", "staging runs on 8443"),
            ("Keep in mind the gateway only accepts TLS 1.3.", "the gateway only accepts TLS 1.3."),
            ("Don’t forget: the key rotates in May", "the key rotates in May"),
            ("The key rotates in May, please remember that.", "The key rotates in May"),
            ("Merk dir, dass der Server auf Port 80 läuft.", "der Server auf Port 80 läuft."),
            ("Denk daran, dass freitags nie deployt wird.", "freitags nie deployt wird."),
            ("Souviens-toi que le port est 8443.", "le port est 8443."),
            ("N’oublie pas que la base est en lecture seule.", "la base est en lecture seule."),
            ("Recuerda que el puerto es 8443.", "el puerto es 8443."),
            ("请记住，我们周五不部署。", "我们周五不部署。"),
            ("记住：测试数据库是只读的。", "测试数据库是只读的。"),
        ] {
            assert_eq!(asked_for(sentence), Some(text), "{sentence}");
        }
        for sentence in [
            "Can you remember what we decided?",
            "Remember when we broke staging?",
            "Do you remember the port?",
            "remember to run the tests",
            "I remember that it failed",
            "remember",
            "The port is 8443",
        ] {
            assert_eq!(asked_for(sentence), None, "{sentence}");
        }
    }
}
