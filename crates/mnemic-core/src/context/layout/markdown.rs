//! Headings.

use super::{Layout, NOTICE, line};
use crate::context::{Tier, escape, piece::Piece};

pub(super) struct Markdown;

impl Layout for Markdown {
    fn open(&self) -> String {
        format!("## Project Memory\n\n{NOTICE}\n")
    }

    fn close(&self) -> String {
        "\n---\n".to_owned()
    }

    fn open_tier(&self, tier: Tier) -> String {
        format!("\n### {}\n\n", tier.title())
    }

    fn close_tier(&self, _tier: Tier) -> String {
        String::new()
    }

    fn entry(&self, piece: &Piece) -> String {
        line(piece, escape::markdown)
    }
}
