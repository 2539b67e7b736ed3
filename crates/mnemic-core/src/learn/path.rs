//! The files that a text names.

/// Endings that make a word without a slash the name of a file.
const ENDINGS: [&str; 45] = [
    "c", "cc", "cfg", "cpp", "cs", "css", "csv", "env", "ex", "exs", "go", "gradle", "h", "hpp",
    "html", "ini", "ipynb", "java", "js", "json", "jsonl", "jsx", "kt", "lock", "lua", "md", "php",
    "proto", "py", "rb", "rs", "scala", "sh", "sql", "svelte", "swift", "tf", "toml", "ts", "tsx",
    "txt", "vue", "xml", "yaml", "yml",
];

/// The files that a text names, in order, each once: words with a known ending, or with a slash and any ending.
pub fn file_paths(text: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for word in text.split(|it: char| it.is_whitespace() || "`\"'()[]{}<>,;|*=“”‘’".contains(it))
    {
        let Some(path) = path_of(word) else { continue };
        if !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

/// Whether two paths name the same file, one of them perhaps from further inside.
pub fn same_file(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim_start_matches("./"), other.trim_start_matches("./"));
    let (long, short) = if one.len() < other.len() { (other, one) } else { (one, other) };
    long.strip_suffix(short).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn path_of(word: &str) -> Option<&str> {
    let word = word.trim_end_matches(['.', ':', '!', '?']);
    if word.contains("://") || word.contains('@') || word.starts_with("www.") {
        return None;
    }
    // A place in a file, as `main.rs:12:3`, names the file.
    let word = word.split(':').next()?;
    let name = word.rsplit('/').next()?;
    let (stem, ending) = name.rsplit_once('.')?;
    let has_slash = word.contains('/');
    let is_ending =
        (1..=8).contains(&ending.len()) && ending.bytes().all(|it| it.is_ascii_alphanumeric());
    if stem.is_empty() && !has_slash && ending != "env" || !is_ending {
        return None;
    }
    if !word.chars().all(|it| it.is_alphanumeric() || "/._-+@~#".contains(it)) {
        return None;
    }
    let starts_with_letter = ending.starts_with(|it: char| it.is_ascii_alphabetic());
    // `Node.js` is a name, `node.js` may be a file.
    let is_product = ending == "js" && stem.starts_with(char::is_uppercase);
    let fits =
        if has_slash { starts_with_letter } else { ENDINGS.contains(&ending) && !is_product };
    fits.then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_other_words_with_dots() {
        for (text, expected) in [
            ("Edit `src/main.rs` and Cargo.toml.", vec!["src/main.rs", "Cargo.toml"]),
            ("fails at lib/a.py:12:3, see lib/a.py", vec!["lib/a.py"]),
            ("Use Node.js 20.1 via https://example.com/a.js", vec![]),
            ("e.g. version 3.51.3 or and/or", vec![]),
            ("copy .env to config/.env.local", vec![".env", "config/.env.local"]),
            ("me@example.com wrote /etc/nginx/nginx.conf", vec!["/etc/nginx/nginx.conf"]),
        ] {
            assert_eq!(file_paths(text), expected, "{text}");
        }
    }

    #[test]
    fn a_file_is_the_same_seen_from_further_inside() {
        assert!(same_file("crates/core/src/lib.rs", "src/lib.rs"));
        assert!(same_file("./a.rs", "a.rs"));
        assert!(!same_file("src/stub.rs", "b.rs"));
    }
}
