//! Telling a network file system: file locks and shared RAM, which an index relies on, may not work there.

use std::path::Path;

/// The kind of network file system that a folder lies on, or will lie on; nothing for a local one.
#[cfg(target_os = "linux")]
pub fn kind_at(folder: &Path) -> Option<&'static str> {
    let there = folder.ancestors().find(|above| above.exists())?;
    kind(rustix::fs::statfs(there).ok()?.f_type as u32)
}

/// Other systems do not tell in one way.
#[cfg(not(target_os = "linux"))]
pub fn kind_at(_folder: &Path) -> Option<&'static str> {
    None
}

/// By the number that Linux has for each.
#[cfg(target_os = "linux")]
fn kind(number: u32) -> Option<&'static str> {
    Some(match number {
        0x6969 => "NFS",
        0x517B | 0xFF53_4D42 | 0xFE53_4D42 => "SMB",
        0x0102_1997 => "9P",
        0x5346_414F => "AFS",
        0x00C3_6400 => "Ceph",
        0x0BD0_0BD0 => "Lustre",
        0x7375_7245 => "Coda",
        _ => return None,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_network_file_system_is_told_by_its_number() {
        for (number, told) in [
            (0x6969, Some("NFS")),
            (0xFF53_4D42, Some("SMB")),
            (0x0102_1997, Some("9P")),
            (0xEF53, None),
            (0x0102_1994, None),
            (0x9123_683E, None),
        ] {
            assert_eq!(kind(number), told, "{number:#x}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_yet_is_told_by_the_one_above() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(kind_at(&folder.path().join("a/b")), kind_at(folder.path()));
    }
}
