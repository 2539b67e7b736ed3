//! Moments as twelve bytes whose order is the order of time.
//!
//! An integer of nanoseconds ends in 2262; these hold every moment exactly, and SQLite compares
//! them byte by byte.

use jiff::Timestamp;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

const LENGTH: usize = 12;
const EPOCH: i128 = 1 << (LENGTH * 8 - 1);

/// A moment as a column holds it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment(pub(crate) Timestamp);

impl Moment {
    fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes.copy_from_slice(&(self.0.as_nanosecond() + EPOCH).to_be_bytes()[16 - LENGTH..]);
        bytes
    }

    fn from_bytes(bytes: [u8; LENGTH]) -> Option<Self> {
        let mut wide = [0; 16];
        wide[16 - LENGTH..].copy_from_slice(&bytes);
        Timestamp::from_nanosecond(i128::from_be_bytes(wide) - EPOCH).ok().map(Self)
    }
}

impl ToSql for Moment {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.to_bytes().to_vec()))
    }
}

impl FromSql for Moment {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let bytes = value.as_blob()?.try_into().map_err(|_| FromSqlError::InvalidType)?;
        Self::from_bytes(bytes).ok_or(FromSqlError::InvalidType)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_reads_back_and_keeps_its_place() {
        let moments = [
            Timestamp::MIN,
            "1600-01-01T00:00:00.000000001Z".parse().unwrap(),
            Timestamp::UNIX_EPOCH,
            "2026-11-15T10:00:00.123456789Z".parse().unwrap(),
            "2026-11-15T10:00:00.12345679Z".parse().unwrap(),
            Timestamp::MAX,
        ];
        let bytes: Vec<_> = moments.iter().map(|moment| Moment(*moment).to_bytes()).collect();
        assert!(bytes.is_sorted());
        for (moment, bytes) in moments.iter().zip(bytes) {
            assert_eq!(Moment::from_bytes(bytes).unwrap().0, *moment);
        }
    }
}
