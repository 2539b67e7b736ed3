//! Tests that cannot run on this machine: they are written down, so that none of them passes unseen.
//!
//! `scripts/test` clears the list before the tests and prints it after them.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The list of skipped tests in the target directory: a line for each, its name and the reason.
pub const FILE: &str = "skipped-tests.txt";

/// Notes that the test it stands in cannot run here, and why: `return skip!("no strace")`.
#[macro_export]
macro_rules! skip {
    ($reason:expr) => {{
        fn here() {}
        $crate::skip::note(::std::any::type_name_of_val(&here), $reason)
    }};
}

/// Adds a test to the list. `place` is the path of a function inside the test.
///
/// # Panics
///
/// When the list cannot be written: a test that cannot be counted must not pass.
pub fn note(place: &str, reason: &str) {
    let list = target_directory().map(|target| target.join(FILE));
    let noted = list.and_then(|list| append(&list, name_of(place), reason));
    noted.unwrap_or_else(|error| panic!("{place} is skipped and cannot be listed: {error}"));
}

/// The directory that cargo builds into: this program is in `target/PROFILE/deps`.
fn target_directory() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let missing = || io::Error::other(format!("{} is in no target directory", program.display()));
    program.ancestors().nth(3).map(Path::to_path_buf).ok_or_else(missing)
}

/// One write to the end of the file: lines of processes that run at the same time do not mix.
fn append(list: &Path, test: &str, reason: &str) -> io::Result<()> {
    let mut list = OpenOptions::new().create(true).append(true).open(list)?;
    list.write_all(format!("{test}: {}\n", reason.replace('\n', " ")).as_bytes())
}

/// The test's name, without what the compiler adds for the function inside it and for an async body.
fn name_of(place: &str) -> &str {
    place.trim_end_matches("::here").trim_end_matches("::{{closure}}")
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    #[test]
    fn a_skipped_test_is_listed_by_its_name_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(FILE);
        append(&list, name_of("main::times::a_day::here"), "no zones").unwrap();
        append(&list, name_of("main::minilm::cosines::{{closure}}::here"), "no\nmodel").unwrap();
        let listed = fs::read_to_string(list).unwrap();
        assert_eq!(listed, "main::times::a_day: no zones\nmain::minilm::cosines: no model\n");
    }

    #[test]
    fn lines_of_many_writers_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(FILE);
        thread::scope(|scope| {
            for writer in 0..8 {
                let list = &list;
                scope.spawn(move || {
                    (0..50).for_each(|_| append(list, &format!("test{writer}"), "why").unwrap());
                });
            }
        });
        let listed = fs::read_to_string(&list).unwrap();
        assert_eq!(listed.lines().count(), 400);
        assert!(listed.lines().all(|line| line.len() == "test0: why".len()), "{listed}");
    }

    #[test]
    fn the_list_is_beside_the_profiles_of_the_target_directory() {
        let program = std::env::current_exe().unwrap();
        let below = program.strip_prefix(target_directory().unwrap()).unwrap();
        assert_eq!(below.components().nth(1).unwrap().as_os_str(), "deps");
    }

    #[tokio::test]
    async fn a_test_is_known_by_its_name_also_where_it_is_async() {
        fn here() {}
        let name = name_of(std::any::type_name_of_val(&here));
        assert!(name.ends_with("a_test_is_known_by_its_name_also_where_it_is_async"), "{name}");
    }
}
