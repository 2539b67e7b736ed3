//! Laying memories out in a document: only the blocks whose memories changed are touched.

use std::collections::{HashMap, HashSet, VecDeque};

use jiff::tz::TimeZone;

use crate::{
    document::{
        Block, BlockHash, Content, Document,
        format::{Format, Shelf},
        listing,
        showing::{Spot, as_read, can_show, leave_unreadable, shelf_for, shown, shows},
    },
    journal::event::BlockState,
    record::{category::Category, id::Anchor, memory::Memory},
};

/// What a document is to show.
#[derive(Debug)]
pub struct Layout<'a> {
    /// The document's path below the vault.
    pub path: &'a str,
    /// The shelves it has.
    pub shelves: &'a [&'static Shelf],
    /// The document as it is.
    pub document: &'a Document,
    /// The anchors of its last known state.
    pub owned: &'a HashSet<Anchor>,
    /// Memories that live here and whose block is missing or behind.
    pub wanted: &'a [Memory],
    /// Blocks of memories that live elsewhere now.
    pub gone: &'a [Anchor],
    /// The new value of its `Last updated` line.
    pub stamp: &'a str,
    /// The user's time zone.
    pub zone: &'a TimeZone,
}

/// A document laid out.
#[derive(Debug)]
pub struct Laid {
    /// The whole document.
    pub source: String,
    /// The blocks that changed.
    pub blocks: Vec<BlockState>,
}

impl Layout<'_> {
    /// Lays the memories out. A block without an anchor of its own that says the same becomes a wanted
    /// memory's block; so does a copy.
    pub fn lay(&self) -> Laid {
        let mut edit = self.document.edit();
        let mut spare = self.spare_blocks();
        let own = self.own_blocks();
        for memory in self.wanted {
            let anchor = memory.anchor.as_str();
            let section = self.section_of(memory);
            let shelf = shelf_for(self.shelves, memory);
            match own.get(anchor) {
                Some(&index) if self.stands_at_home(index, memory) => {
                    let block = &self.document.blocks()[index];
                    let spot = self.spot(block.shelf, &block.headings);
                    let mut content = shown(memory, spot, self.zone);
                    leave_unreadable(&mut content, block, memory, self.path, self.zone);
                    if can_show(block.shelf, memory)
                        && !shows(block, &as_read(block.shelf, &content))
                    {
                        edit.replace(index, &content, anchor);
                    }
                }
                Some(&index) => {
                    edit.remove(index);
                    edit.insert(shelf, section, &self.shown_in(memory, shelf, section), anchor);
                }
                None => {
                    let content = self.shown_in(memory, shelf, section);
                    let found = spare.take(&memory.text).or_else(|| spare.take(&content.text));
                    match found.or_else(|| spare.take_listing(self.document, memory)) {
                        Some(index) => match self.missing_in(index, memory, content) {
                            None => edit.set_anchor(index, anchor),
                            Some(content) => edit.replace(index, &content, anchor),
                        },
                        None => edit.insert(shelf, section, &content, anchor),
                    }
                }
            }
        }
        for anchor in self.gone {
            if let Some(&index) = own.get(anchor.as_str()) {
                edit.remove(index);
            }
        }
        edit.set_stamp(self.stamp);
        let source = edit.finish();
        let blocks = self.states(&source);
        Laid { source, blocks }
    }

    /// The first block with each anchor that belongs here.
    fn own_blocks(&self) -> HashMap<&str, usize> {
        let mut own = HashMap::new();
        for (index, block) in self.document.blocks().iter().enumerate() {
            if let Some(anchor) = &block.anchor {
                own.entry(anchor.as_str()).or_insert(index);
            }
        }
        own
    }

    /// Blocks that belong to no memory yet: without an anchor, or with one that is another block's.
    fn spare_blocks(&self) -> SpareBlocks<'_> {
        let wanted = self.wanted.iter().map(|memory| memory.anchor.as_str());
        let known: HashSet<&str> = wanted.chain(self.owned.iter().map(Anchor::as_str)).collect();
        let mut met = HashSet::new();
        let mut is_spare = |block: &Block| match block.anchor.as_deref() {
            None => true,
            Some(anchor) => !met.insert(anchor.to_owned()) || !known.contains(anchor),
        };
        let mut spare = SpareBlocks::default();
        for (index, block) in self.document.blocks().iter().enumerate() {
            if is_spare(block) {
                let text = block.content.text.as_str();
                spare.by_text.entry(text).or_default().push_back(index);
                if let Some(above) = listing::text_above(text) {
                    spare.by_text_above.entry(above).or_default().push_back(index);
                }
            }
        }
        spare
    }

    /// What a spare block must be made to show; nothing when it only lacks the anchor. The date, the category and the
    /// tags of a list item are its writer's.
    fn missing_in(&self, index: usize, memory: &Memory, content: Content) -> Option<Content> {
        let block = &self.document.blocks()[index];
        if block.shelf.format == Format::Item || !can_show(block.shelf, memory) {
            return (block.content.text != content.text).then_some(content);
        }
        let mut content = shown(memory, self.spot(block.shelf, &block.headings), self.zone);
        leave_unreadable(&mut content, block, memory, self.path, self.zone);
        (!shows(block, &as_read(block.shelf, &content))).then_some(content)
    }

    fn stands_at_home(&self, index: usize, memory: &Memory) -> bool {
        let section = self.section_of(memory);
        let Block { headings, shelf, .. } = &self.document.blocks()[index];
        shelf.is_json()
            || headings.iter().any(|heading| heading.eq_ignore_ascii_case(section))
            || memory.home.as_ref().is_some_and(|home| home.section.is_empty())
    }

    fn section_of<'a>(&self, memory: &'a Memory) -> &'a str {
        match &memory.home {
            Some(home) if !home.section.is_empty() => &home.section,
            _ => Category::section(memory.category.as_ref()),
        }
    }

    fn shown_in(&self, memory: &Memory, shelf: &'static Shelf, section: &str) -> Content {
        shown(memory, self.spot(shelf, &[section.to_owned()]), self.zone)
    }

    fn spot<'s>(&'s self, shelf: &'static Shelf, headings: &'s [String]) -> Spot<'s> {
        Spot { path: self.path, shelf, headings }
    }

    fn states(&self, source: &str) -> Vec<BlockState> {
        let laid = Document::parse_as(source, self.shelves);
        let mut hashes: HashMap<&str, BlockHash> = HashMap::new();
        for block in laid.blocks() {
            if let Some(anchor) = &block.anchor {
                hashes.entry(anchor.as_str()).or_insert(block.hash);
            }
        }
        let state = |anchor: &Anchor, version| BlockState {
            anchor: anchor.clone(),
            hash: hashes.get(anchor.as_str()).copied(),
            version,
        };
        let wanted = self.wanted.iter().map(|memory| state(&memory.anchor, memory.version));
        let gone = self.gone.iter().map(|anchor| BlockState { hash: None, ..state(anchor, 0) });
        wanted.chain(gone).collect()
    }
}

/// Blocks that belong to no memory yet, by what they say: a document may have thousands.
#[derive(Debug, Default)]
struct SpareBlocks<'a> {
    by_text: HashMap<&'a str, VecDeque<usize>>,
    /// Those that may show the fields of a memory below its text.
    by_text_above: HashMap<&'a str, VecDeque<usize>>,
}

impl SpareBlocks<'_> {
    /// Takes the first block that says this.
    fn take(&mut self, text: &str) -> Option<usize> {
        self.by_text.get_mut(text)?.pop_front()
    }

    /// Takes the first block that shows this memory with its fields below it.
    fn take_listing(&mut self, document: &Document, memory: &Memory) -> Option<usize> {
        let candidates = self.by_text_above.get_mut(memory.text.as_str())?;
        let is_listing = |index: &usize| listing::is_listing(memory, &document.blocks()[*index]);
        let at = candidates.iter().position(is_listing)?;
        candidates.remove(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        document::{format::NOTES, place, template},
        record::{draft::Draft, scope::Scope},
    };

    struct Zeros(std::sync::atomic::AtomicU8);

    impl crate::port::clock::Randomness for Zeros {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill_with(|| self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        }
    }

    fn note(text: &str, category: &str) -> Memory {
        let mut draft = Draft::note(Scope::Global, text);
        draft.category = Some(category.to_owned());
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        let seed = text.bytes().fold(0, u8::wrapping_add);
        let rules = crate::settings::preset::Preset::Default.policies().rules;
        draft.validate(rules).unwrap().into_memory(1, now, &Zeros(seed.into()))
    }

    fn lay(source: &str, owned: &[&Memory], wanted: &[Memory], gone: &[Anchor]) -> Laid {
        let owned = owned.iter().map(|memory| memory.anchor.clone()).collect();
        let document = Document::parse(source);
        let layout = Layout {
            path: "global/MEMORY.md",
            shelves: &[&NOTES],
            document: &document,
            owned: &owned,
            wanted,
            gone,
            stamp: "2026-11-15 10:00:00 UTC",
            zone: &TimeZone::UTC,
        };
        layout.lay()
    }

    #[test]
    fn notes_go_into_the_section_of_their_category() {
        let wanted = [
            note("Chose SQLite", "decision"),
            note("Layered", "architecture"),
            note("Do not push", "warning"),
        ];
        let laid = lay(&template::memory("x"), &[], &wanted, &[]);
        let [decision, architecture, warning] = wanted.map(|memory| memory.anchor.to_string());
        assert!(laid.source.contains(&format!("- **[2026-11-15]** Chose SQLite ^{decision}\n")));
        assert!(
            laid.source
                .contains(&format!("- **[2026-11-15]** [architecture] Layered ^{architecture}\n"))
        );
        let facts = laid.source.split("## Facts").nth(1).unwrap();
        assert!(facts.starts_with(&format!(
            "\n\n- **[2026-11-15]** [warning] Do not push ^{warning}\n\n### System Facts"
        )));
        assert!(laid.source.contains("> Last updated: 2026-11-15 10:00:00 UTC\n"));
    }

    #[test]
    fn a_line_written_by_hand_gets_the_anchor_and_nothing_else() {
        let mut memory = note("I wrote  this", "discovery");
        memory.tags = vec!["mine".to_owned()];
        let source = "# Mine\n\n* I wrote  this #mine\nprose\n";
        let laid = lay(source, &[], &[memory.clone()], &[]);
        assert_eq!(
            laid.source,
            format!("# Mine\n\n* I wrote  this #mine ^{}\nprose\n", memory.anchor)
        );
        assert!(laid.blocks[0].hash.is_some());
    }

    #[test]
    fn a_copied_anchor_is_replaced_on_the_copy() {
        let original = note("same", "discovery");
        let mut copy = note("same", "discovery");
        copy.anchor = "copycopy".parse().unwrap();
        let source = format!("## Facts\n\n- same ^{0}\n- same ^{0}\n", original.anchor);
        let laid = lay(&source, &[&original], &[copy], &[]);
        assert_eq!(
            laid.source,
            format!("## Facts\n\n- same ^{}\n- same ^copycopy\n", original.anchor)
        );
    }

    #[test]
    fn a_changed_category_takes_the_block_to_its_section() {
        let mut memory = note("Tabs", "decision");
        let first = lay(&template::memory("x"), &[], &[memory.clone()], &[]);
        memory.category = Some("pattern".parse().unwrap());
        memory.home = place::home(&Scope::Global, &memory.body, memory.category.as_ref(), false);
        let laid = lay(&first.source, &[&memory], &[memory.clone()], &[]);
        assert!(laid.source.split("## Patterns").nth(1).unwrap().contains("Tabs"));
        assert_eq!(laid.source.matches("Tabs").count(), 1);
        let gone = lay(&laid.source, &[&memory], &[], &[memory.anchor.clone()]);
        assert_eq!(gone.source.matches("Tabs").count(), 0);
        assert_eq!(gone.blocks[0].hash, None);
    }

    #[test]
    fn a_long_text_is_shown_as_its_beginning_and_a_link() {
        let memory = note(&"long ".repeat(2_000), "discovery");
        let spot = Spot { path: "global/archive/2026-11.md", shelf: &NOTES, headings: &[] };
        let content = shown(&memory, spot, &TimeZone::UTC);
        assert!(
            content
                .text
                .ends_with(&format!("… ([whole text](../memory/long/{}.md))", memory.anchor))
        );
    }
}
