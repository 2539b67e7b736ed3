//! Packing: which pieces go into a context. Each tier first fills its share, then what is left is used by whoever has
//! more to say, in order. What is pinned depends on nothing but itself and the budget, so that its bytes stay.

use super::{Format, Tier, TierOffer, budget, layout::Layout, piece::Piece, shorten::shorten};
use crate::text::token::TokenCounter;

/// What a piece must be able to keep of its text to be worth shortening, in tokens.
const LEAST: usize = 24;

/// A packed context.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Packed {
    /// As it goes into the prompt; for people and models nothing when nothing is worth saying.
    pub text: String,
    /// What it costs, at most the budget.
    pub tokens: usize,
    /// What is in it.
    pub tiers: Vec<PackedTier>,
    /// What was offered and is not in it, or not whole.
    pub omitted: Vec<Omission>,
}

/// What a tier got.
#[derive(Debug, Clone, PartialEq)]
pub struct PackedTier {
    /// The tier.
    pub tier: Tier,
    /// What it was meant to cost.
    pub share: usize,
    /// What it costs.
    pub tokens: usize,
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

/// A piece that is not there, or not whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Omission {
    /// Its tier.
    pub tier: Tier,
    /// The piece.
    pub piece: Piece,
    /// Whether the beginning of it is there.
    pub shortened: bool,
}

/// Packs what is offered into `total` tokens.
pub fn pack(
    offers: Vec<TierOffer>,
    shares: &[(Tier, usize)],
    total: usize,
    format: Format,
    counter: &dyn TokenCounter,
) -> Packed {
    let layout = format.layout();
    let frame = counter.count(&layout.open()) + counter.count(&layout.close());
    let mut packer = Packer { layout, counter, left: total.saturating_sub(frame) };
    let mut fillings = fillings(offers, shares);
    for filling in &mut fillings {
        let share = match filling.tier {
            Tier::Pinned => packer.pinned_share(filling, total),
            _ => filling.share,
        };
        packer.fill(filling, share, Misfit::Stop);
    }
    for filling in fillings.iter_mut().filter(|filling| filling.tier != Tier::Pinned) {
        packer.fill(filling, usize::MAX, Misfit::Shorten);
    }
    packed(fillings, total, layout, counter)
}

/// A tier being filled.
struct Filling {
    tier: Tier,
    share: usize,
    offered: std::collections::VecDeque<Piece>,
    taken: Vec<Piece>,
    entries: Vec<String>,
    tokens: usize,
    omitted: Vec<Omission>,
}

fn fillings(offers: Vec<TierOffer>, shares: &[(Tier, usize)]) -> Vec<Filling> {
    let mut offers = offers;
    let filling = |(tier, share): &(Tier, usize)| {
        let place = offers.iter().position(|offer| offer.tier == *tier)?;
        let offered = offers.swap_remove(place).pieces.into();
        let (taken, entries, omitted) = (Vec::new(), Vec::new(), Vec::new());
        Some(Filling { tier: *tier, share: *share, offered, taken, entries, tokens: 0, omitted })
    };
    shares.iter().filter_map(filling).collect()
}

/// What becomes of a piece that is too long for what is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Misfit {
    /// It and what comes after it wait.
    Stop,
    /// It is shortened, or left out for something that fits.
    Shorten,
}

struct Packer<'a> {
    layout: &'a dyn Layout,
    counter: &'a dyn TokenCounter,
    /// What may still be spent.
    left: usize,
}

impl Packer<'_> {
    /// What pinned memories may cost: what they need, as far as that leaves something for others.
    fn pinned_share(&self, filling: &mut Filling, total: usize) -> usize {
        let need = |piece: &Piece| self.counter.count(&self.layout.entry(piece)) + self.gap();
        let needed: usize =
            filling.offered.iter().map(need).sum::<usize>() + self.frame(Tier::Pinned);
        let share = needed.min(budget::pinned_most(total)).max(filling.share).min(self.left);
        if needed > share {
            self.shorten_all(filling, share);
        }
        share
    }

    /// Shortens the longest of what is pinned rather than leaving anything out.
    fn shorten_all(&self, filling: &mut Filling, share: usize) {
        let count = filling.offered.len().max(1);
        let each = (share.saturating_sub(self.frame(Tier::Pinned)) / count).max(LEAST);
        for piece in &mut filling.offered {
            if self.counter.count(&self.layout.entry(piece)) + self.gap() <= each {
                continue;
            }
            if let Some(short) = self.shortened(piece, each.saturating_sub(self.gap())) {
                let whole = std::mem::replace(piece, short);
                let tier = filling.tier;
                filling.omitted.push(Omission { tier, piece: whole, shortened: true });
            }
        }
    }

    fn gap(&self) -> usize {
        self.counter.count(self.layout.between())
    }

    /// What it costs that a tier is there at all.
    fn frame(&self, tier: Tier) -> usize {
        let (open, close) = (self.layout.open_tier(tier), self.layout.close_tier(tier));
        self.counter.count(&open) + self.counter.count(&close) + self.gap()
    }

    /// Fills a tier with what fits into `share` and into what is left.
    fn fill(&mut self, filling: &mut Filling, share: usize, misfit: Misfit) {
        while let Some(piece) = filling.offered.front() {
            let extra =
                if filling.taken.is_empty() { self.frame(filling.tier) } else { self.gap() };
            let room = self.left.min(share.saturating_sub(filling.tokens)).saturating_sub(extra);
            let entry = self.layout.entry(piece);
            let cost = self.counter.count(&entry);
            if cost <= room {
                let piece = filling.offered.pop_front().expect("it was looked at");
                self.take(filling, piece, entry, cost + extra);
                continue;
            }
            if misfit == Misfit::Stop {
                return;
            }
            let piece = filling.offered.pop_front().expect("it was looked at");
            let short = if room >= LEAST { self.shortened(&piece, room) } else { None };
            let shortened = short.is_some();
            if let Some(short) = short {
                let entry = self.layout.entry(&short);
                let cost = self.counter.count(&entry);
                self.take(filling, short, entry, cost + extra);
            }
            filling.omitted.push(Omission { tier: filling.tier, piece, shortened });
        }
    }

    fn take(&mut self, filling: &mut Filling, piece: Piece, entry: String, cost: usize) {
        filling.taken.push(piece);
        filling.entries.push(entry);
        filling.tokens += cost;
        self.left = self.left.saturating_sub(cost);
    }

    /// A piece with as much of its text as makes it cost at most `room`.
    fn shortened(&self, piece: &Piece, room: usize) -> Option<Piece> {
        let text = piece.passage.as_ref().unwrap_or(&piece.text);
        let bare = Piece { text: String::new(), ..piece.clone() };
        let mut tokens = room.checked_sub(self.counter.count(&self.layout.entry(&bare)))?;
        // Escaping makes a text longer by an amount that depends on where it is cut.
        while tokens >= LEAST / 2 {
            let text = shorten(text, tokens, self.counter)?;
            let short = Piece { text, ..piece.clone() };
            let cost = self.counter.count(&self.layout.entry(&short));
            if cost <= room {
                return Some(short);
            }
            tokens = tokens.saturating_sub((cost - room).max(1));
        }
        None
    }
}

/// Writes what was taken. Counting the parts is nearly counting the whole; where it is not, the last piece goes.
fn packed(
    mut fillings: Vec<Filling>,
    total: usize,
    layout: &dyn Layout,
    counter: &dyn TokenCounter,
) -> Packed {
    for filling in &mut fillings {
        let tier = filling.tier;
        let left = filling.offered.drain(..);
        let left = left.map(|piece| Omission { tier, piece, shortened: false });
        filling.omitted.extend(left);
    }
    let mut text = written(&fillings, layout);
    while counter.count(&text) > total {
        let last = fillings.iter_mut().rev().find(|filling| !filling.taken.is_empty());
        let Some(filling) = last else {
            text.clear();
            break;
        };
        filling.entries.pop();
        let piece = filling.taken.pop().expect("it is not empty");
        filling.omitted.push(Omission { tier: filling.tier, piece, shortened: false });
        text = written(&fillings, layout);
    }
    let tokens = counter.count(&text);
    let (mut tiers, mut omitted) = (Vec::new(), Vec::new());
    for filling in fillings {
        let Filling { tier, share, taken: pieces, tokens, omitted: left, .. } = filling;
        omitted.extend(left);
        if !pieces.is_empty() {
            tiers.push(PackedTier { tier, share, tokens, pieces });
        }
    }
    Packed { text, tokens, tiers, omitted }
}

fn written(fillings: &[Filling], layout: &dyn Layout) -> String {
    let tiers: Vec<String> = fillings
        .iter()
        .filter(|filling| !filling.entries.is_empty())
        .map(|filling| {
            let entries = filling.entries.join(layout.between());
            layout.open_tier(filling.tier) + &entries + &layout.close_tier(filling.tier)
        })
        .collect();
    if tiers.is_empty() {
        return layout.nothing().to_owned();
    }
    layout.open() + &tiers.join(layout.between()) + &layout.close()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{context::Injection, recall::tests::memory, text::token::Estimator};

    fn piece(number: u64, text: &str) -> Piece {
        let mut memory = memory(number);
        memory.text = text.to_owned();
        Piece::of(&memory)
    }

    fn offer(tier: Tier, texts: &[&str]) -> TierOffer {
        let pieces = (1..).zip(texts).map(|(number, text)| piece(number, text)).collect();
        TierOffer { tier, pieces }
    }

    fn tiered(offers: Vec<TierOffer>, total: usize, format: Format) -> Packed {
        pack(offers, &budget::shares(Injection::Tiered, total), total, format, &Estimator)
    }

    #[test]
    fn a_context_in_every_format() {
        let offers = || {
            vec![
                offer(Tier::Relevant, &["Use <b>tabs</b>\n# not a heading", "Second"]),
                offer(Tier::Pinned, &["Never push to main"]),
            ]
        };
        let all = [Format::Xml, Format::Markdown, Format::Plain, Format::Json];
        let written = all.map(|format| tiered(offers(), 1_000, format).text).join("=====\n");
        insta::assert_snapshot!(written);
    }

    #[test]
    fn a_program_can_read_that_there_is_nothing() {
        assert_eq!(tiered(Vec::new(), 100, Format::Json).text, "{\"memories\":{}}\n");
        assert_eq!(tiered(Vec::new(), 2, Format::Json).text, "");
        assert_eq!(tiered(Vec::new(), 100, Format::Xml).text, "");
    }

    #[test]
    fn what_one_tier_leaves_another_uses() {
        let long = "A memory that says a lot about something. ".repeat(10);
        let texts = vec![long.as_str(); 20];
        let packed = tiered(vec![offer(Tier::Relevant, &texts)], 1_600, Format::Plain);
        let [relevant] = &packed.tiers[..] else { panic!("{packed:?}") };
        assert!(relevant.tokens > relevant.share, "{} of {}", relevant.tokens, relevant.share);
        assert!(packed.tokens > 1_400 && packed.tokens <= 1_600, "{}", packed.tokens);
        assert!(packed.omitted.iter().any(|omission| omission.shortened));
    }

    #[test]
    fn what_is_pinned_is_shortened_before_it_is_dropped() {
        let long = "An important warning that goes on and on, for good reasons. ".repeat(12);
        let texts = vec![long.as_str(); 6];
        let packed = tiered(vec![offer(Tier::Pinned, &texts)], 1_000, Format::Xml);
        assert_eq!(packed.tiers[0].pieces.len(), 6);
        assert_eq!(packed.omitted.len(), 6);
        assert!(packed.omitted.iter().all(|omission| omission.shortened));
        assert!(packed.tokens <= 500 + 40, "{}", packed.tokens);
    }

    #[test]
    fn the_pinned_bytes_come_first_and_do_not_depend_on_the_rest() {
        let pinned = || offer(Tier::Pinned, &["Never push to main", "Ask before deleting"]);
        for format in [Format::Xml, Format::Markdown, Format::Plain, Format::Json] {
            let alone = tiered(vec![pinned()], 800, format).text;
            let end = alone.find("Ask before").unwrap();
            for texts in [&["one"][..], &["something else", "and more"]] {
                let packed = tiered(vec![offer(Tier::Relevant, texts), pinned()], 800, format);
                assert_eq!(packed.text[..end], alone[..end]);
            }
        }
    }

    #[test]
    fn a_budget_for_nothing_prints_nothing() {
        for total in [0, 1, 10] {
            let packed =
                tiered(vec![offer(Tier::Pinned, &["Never push to main"])], total, Format::Xml);
            assert_eq!((packed.text.as_str(), packed.tokens), ("", 0), "{total}");
            assert_eq!(packed.omitted.len(), 1);
        }
    }

    fn any_offers() -> impl Strategy<Value = Vec<Vec<String>>> {
        let text =
            prop_oneof!["[ -~]{0,300}", "\\PC{0,80}", "(word ?){1,200}", "[#<>\n`&猫]{0,60}"];
        prop::collection::vec(prop::collection::vec(text, 0..8), 4)
    }

    proptest! {
        #[test]
        fn a_context_never_costs_more_than_its_budget(texts in any_offers(), total in 0usize..3_000, format in 0usize..4) {
            let tiers = [Tier::Pinned, Tier::Bridge, Tier::Relevant, Tier::Sessions];
            let offers = tiers.iter().zip(&texts).map(|(tier, texts)| {
                offer(*tier, &texts.iter().map(String::as_str).collect::<Vec<_>>())
            });
            let format = [Format::Xml, Format::Markdown, Format::Plain, Format::Json][format];
            let packed = tiered(offers.collect(), total, format);
            prop_assert!(Estimator.count(&packed.text) <= total);
            prop_assert_eq!(packed.tokens, Estimator.count(&packed.text));
            let offered: usize = texts.iter().map(Vec::len).sum();
            let taken: usize = packed.tiers.iter().map(|tier| tier.pieces.len()).sum();
            let left = packed.omitted.iter().filter(|omission| !omission.shortened).count();
            prop_assert_eq!(taken + left, offered);
            if format == Format::Json && !packed.text.is_empty() {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&packed.text).is_ok());
            }
        }
    }
}
