//! The recent states of one document. Each keeps what it changed of the state before, so that a state
//! costs what changed in it.

use std::collections::{HashMap, VecDeque};

use mnemic_core::{
    document::{BlockHash, FileHash},
    journal::event::DocumentState,
    port::store::{RENDERINGS_KEPT, Rendering},
    record::id::Anchor,
};

/// The hash of a block and the version of the memory it shows.
type Block = (BlockHash, u32);
type Blocks = HashMap<Anchor, Block>;

/// The recent states of one document and the blocks of the latest.
#[derive(Debug, Default)]
pub(super) struct States {
    newest_first: VecDeque<State>,
    blocks: Blocks,
}

/// A state of a document.
#[derive(Debug)]
pub(super) struct State {
    pub(super) hash: FileHash,
    pub(super) landed: bool,
    stamp: Option<String>,
    /// What it changed of the blocks of the state before, as they were.
    replaced: Vec<(Anchor, Option<Block>)>,
}

impl States {
    /// The latest state.
    pub(super) fn latest(&self) -> Option<&State> {
        self.newest_first.front()
    }

    /// The states with all their blocks, newest first.
    pub(super) fn renderings(&self) -> Vec<Rendering> {
        let mut blocks = self.blocks.clone();
        let rendering = |state: &State| {
            let rendering = Rendering {
                hash: state.hash,
                stamp: state.stamp.clone(),
                landed: state.landed,
                blocks: blocks.clone(),
            };
            for (anchor, block) in state.replaced.iter().rev() {
                set(&mut blocks, anchor, *block);
            }
            rendering
        };
        self.newest_first.iter().map(rendering).collect()
    }

    /// Adds a state. Says which anchors changed, and the version that is shown of each now.
    pub(super) fn push(&mut self, state: DocumentState) -> Vec<(Anchor, Option<u32>)> {
        let changed = self.against_latest(&state);
        let DocumentState { to, stamp, .. } = state;
        let replace =
            |(anchor, block): &(Anchor, _)| (anchor.clone(), set(&mut self.blocks, anchor, *block));
        let replaced = changed.iter().map(replace).collect();
        self.newest_first.push_front(State { hash: to, landed: false, stamp, replaced });
        self.newest_first.truncate(RENDERINGS_KEPT);
        let version =
            |(anchor, block): (Anchor, Option<Block>)| (anchor, block.map(|(_, version)| version));
        changed.into_iter().map(version).collect()
    }

    /// The states with this hash are on disk.
    pub(super) fn mark_landed(&mut self, hash: FileHash) {
        let landed = self.newest_first.iter_mut().filter(|state| state.hash == hash);
        landed.for_each(|state| state.landed = true);
    }

    /// The blocks that differ from the latest state. A state tells what differs from the one it was
    /// made from; when two machines' journals were merged that is not always the latest, and may not
    /// be known at all: then it holds only what it tells.
    fn against_latest(&self, state: &DocumentState) -> Vec<(Anchor, Option<Block>)> {
        let blocks = state
            .blocks
            .iter()
            .map(|block| (block.anchor.clone(), block.hash.map(|hash| (hash, block.version))));
        let from = state.from.filter(|from| self.latest().is_some_and(|state| state.hash != *from));
        let Some(from) = from else { return blocks.collect() };
        let parent = self.renderings().into_iter().find(|rendering| rendering.hash == from);
        let mut target = parent.map(|parent| parent.blocks).unwrap_or_default();
        blocks.for_each(|(anchor, block)| {
            set(&mut target, &anchor, block);
        });
        let gone = self.blocks.keys().filter(|anchor| !target.contains_key(*anchor));
        let gone = gone.map(|anchor| (anchor.clone(), None));
        let changed =
            target.iter().filter(|(anchor, block)| self.blocks.get(*anchor) != Some(block));
        gone.chain(changed.map(|(anchor, block)| (anchor.clone(), Some(*block)))).collect()
    }
}

/// Sets a block or takes it out; says what it was.
fn set(blocks: &mut Blocks, anchor: &Anchor, block: Option<Block>) -> Option<Block> {
    match block {
        Some(block) => blocks.insert(anchor.clone(), block),
        None => blocks.remove(anchor),
    }
}
