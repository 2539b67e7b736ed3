//! Plain lines.

use super::{Layout, NOTICE, line};
use crate::context::{Tier, escape, piece::Piece};

pub(super) struct Plain;

impl Layout for Plain {
    fn open(&self) -> String {
        format!("[Project Memory]\n{NOTICE}\n")
    }

    fn close(&self) -> String {
        "[End of Project Memory]\n".to_owned()
    }

    fn open_tier(&self, tier: Tier) -> String {
        format!("[{}]\n", tier.title())
    }

    fn close_tier(&self, _tier: Tier) -> String {
        String::new()
    }

    fn entry(&self, piece: &Piece) -> String {
        line(piece, escape::plain)
    }
}
