//! Tags.

use super::{Layout, NOTICE, line};
use crate::context::{Tier, escape, piece::Piece};

pub(super) struct Xml;

impl Layout for Xml {
    fn open(&self) -> String {
        format!("<project_memory>\n{NOTICE}\n")
    }

    fn close(&self) -> String {
        "</project_memory>\n".to_owned()
    }

    fn open_tier(&self, tier: Tier) -> String {
        format!("<{}>\n", tier.name())
    }

    fn close_tier(&self, tier: Tier) -> String {
        format!("</{}>\n", tier.name())
    }

    fn entry(&self, piece: &Piece) -> String {
        line(piece, escape::xml)
    }
}
