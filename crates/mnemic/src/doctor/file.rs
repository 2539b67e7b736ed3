//! The doctor looks at the vault's files: who may read them, and what git is told about them.

use super::{Code, Health};
use crate::{
    engine::Engine,
    error::Error,
    vault::{disk::blocking, git, mode},
};

/// More names than this make a sentence nobody reads.
const NAMED: usize = 3;

impl Engine {
    pub(super) async fn examine_files(&self, health: &mut Health) -> Result<(), Error> {
        let root = self.vault.root().to_path_buf();
        let looked =
            blocking(move || Ok((mode::open_to_others(&root)?, git::missing_lines(&root)?)));
        let (open, missing) =
            looked.await.map_err(Error::file("look at the files of", self.vault.root()))?;
        if !open.is_empty() {
            let named: Vec<String> = open
                .iter()
                .take(NAMED)
                .map(|path| path.strip_prefix(self.vault.root()).unwrap_or(path))
                .map(|path| match path.to_string_lossy() {
                    whole if whole.is_empty() => "the vault's folder".to_owned(),
                    below => format!("`{below}`"),
                })
                .collect();
            let more =
                open.len().checked_sub(NAMED + 1).map(|more| format!(" and {} more", more + 1));
            let what = format!(
                "others may read or write {}{}",
                named.join(", "),
                more.unwrap_or_default()
            );
            health.add(Code::FileMode, what);
        }
        for (file, line) in missing {
            health.add(Code::GitLines, format!("`{file}` lacks the line `{line}`"));
        }
        Ok(())
    }

    pub(super) async fn repair_files(&self) -> Result<(), Error> {
        let root = self.vault.root().to_path_buf();
        let repaired = blocking(move || {
            mode::open_to_others(&root)?.iter().try_for_each(|path| mode::close_to_others(path))?;
            git::add_missing_lines(&root)
        });
        repaired.await.map_err(Error::file("mend the files of", self.vault.root()))
    }
}
