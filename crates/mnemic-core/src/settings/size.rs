//! Sizes as people write them: `100MB`, `512 KB`, `1048576`. A kilobyte has 1,024 bytes.

use thiserror::Error;

const UNITS: [(&str, u64); 5] =
    [("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("B", 1)];

/// The number of bytes that a size means.
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let error = || SizeError(text.to_owned());
    let upper = text.trim().to_uppercase().replace("IB", "B");
    let unit = UNITS.into_iter().find(|(name, _)| upper.ends_with(name));
    let (name, bytes) = unit.unwrap_or(("", 1));
    let number = upper[..upper.len() - name.len()].trim().replace('_', "");
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(bytes).ok_or_else(error);
    }
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = number.parse::<f64>().ok().filter(|_| plain).ok_or_else(error)?;
    let size = number * bytes as f64;
    if size >= u64::MAX as f64 {
        return Err(error());
    }
    Ok(size as u64)
}

/// A size in the largest unit that shows it exactly.
pub fn show_size(bytes: u64) -> String {
    let fits = |(_, unit): &(&str, u64)| bytes >= *unit && bytes.is_multiple_of(*unit);
    match UNITS.into_iter().find(fits) {
        Some((name, unit)) => format!("{}{name}", bytes / unit),
        None => format!("{bytes}B"),
    }
}

/// A text that is no size.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a size; write one like 100MB")]
pub struct SizeError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("100MB", 100 << 20),
            ("100 mb", 100 << 20),
            ("64MiB", 64 << 20),
            ("1.5KB", 1_536),
            ("2GB", 2 << 30),
            ("1TB", 1 << 40),
            ("7B", 7),
            ("1_048_576", 1 << 20),
            ("0", 0),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "MB", "-1MB", "1e9", "ten MB", "100XB", "99999999999999TB", "NaN", "inf"] {
            assert!(parse_size(text).is_err(), "{text} was accepted");
        }
    }

    #[test]
    fn a_size_is_shown_as_it_would_be_written() {
        for (bytes, text) in [(100 << 20, "100MB"), (1_536, "1536B"), (0, "0B"), (1 << 40, "1TB")] {
            assert_eq!(show_size(bytes), text);
            assert_eq!(parse_size(text), Ok(bytes));
        }
    }
}
