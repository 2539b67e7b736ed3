//! Reading the file in which a client writes what is said. Its path comes from outside: nothing but a plain file of
//! bearable size is read, and nothing of the vault's own.

use std::{
    io::{self, Read},
    path::Path,
};

use super::HookError;
use crate::vault::disk;

/// The longest transcript that is read.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The text of a client's transcript.
pub(super) fn read(path: &Path, vault: &Path) -> Result<String, HookError> {
    let refused = |reason: String| HookError::Transcript { path: path.to_path_buf(), reason };
    let failed = |error: io::Error| refused(format!("cannot be read: {error}"));
    if !path.is_absolute() {
        return Err(refused("is not an absolute path".to_owned()));
    }
    let folder = path.parent().unwrap_or(path).canonicalize().map_err(failed)?;
    if folder.starts_with(vault) {
        return Err(refused("is inside the vault".to_owned()));
    }
    let file = disk::open_unlinked(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.len() > MAX_BYTES {
        return Err(refused(format!("is longer than {} MiB", MAX_BYTES >> 20)));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    // The client may be writing its next line; one document is written as a whole.
    if path.extension().is_none_or(|kind| kind != "json") {
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(whole.map_or(bytes.len(), |end| end + 1));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test plays the client")]
    fn only_a_plain_file_outside_the_vault_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let vault = root.join("vault");
        std::fs::create_dir(&vault).unwrap();
        let write = |path: &Path| std::fs::write(path, "{\"a\":1}\n{\"b\"").unwrap();
        let plain = root.join("talk.jsonl");
        write(&plain);
        assert_eq!(read(&plain, &vault).unwrap(), "{\"a\":1}\n");
        let document = root.join("talk.json");
        write(&document);
        assert_eq!(read(&document, &vault).unwrap(), "{\"a\":1}\n{\"b\"");
        let inside = vault.join("talk.jsonl");
        write(&inside);
        let link = root.join("link.jsonl");
        std::os::unix::fs::symlink(&inside, &link).unwrap();
        let way = root.join("way");
        std::os::unix::fs::symlink(&vault, &way).unwrap();
        let refused = [
            inside,
            link,
            way.join("talk.jsonl"),
            root.clone(),
            root.join("missing"),
            "talk.jsonl".into(),
            "/dev/zero".into(),
        ];
        for path in refused {
            assert!(read(&path, &vault).is_err(), "{}", path.display());
        }
    }
}
