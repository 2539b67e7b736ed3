//! The doctor looks at documents: damage, what is behind, what was left beside them, anchors met twice.

use mnemic_core::record::vault_path::VaultPath;
use std::collections::{BTreeMap, HashSet};

use mnemic_core::{
    document::{
        place::{self, Place, Role},
        showing::{self, UnreadableValue},
    },
    port::store::{KnownDocument, Store},
    record::{id::Anchor, memory::Memory},
};

use super::{Code, Finding, Health};
use crate::{
    engine::Engine,
    error::Error,
    vault::disk::{self, Content, blocking},
};

impl Engine {
    pub(super) async fn examine_documents(
        &self,
        store: &dyn Store,
        health: &mut Health,
    ) -> Result<(), Error> {
        let documents = store.documents().await?;
        health.findings.extend(documents.iter().filter_map(damage));
        let stale = store.stale_documents().await?;
        let is_damaged = |path: &str| {
            let is_it = |known: &KnownDocument| known.path == path && known.damage.is_some();
            documents.iter().any(is_it)
        };
        let behind: Vec<&VaultPath> = stale.iter().filter(|path| !is_damaged(path)).collect();
        if let Some(what) = describe_behind(&behind) {
            health.add(Code::DocumentBehind, what);
        }
        for leftover in self.scribe().find_leftovers(store).await? {
            let path = leftover.path.strip_prefix(self.vault().root()).unwrap_or(&leftover.path);
            let what = format!("`{}` was left by a process that died", path.display());
            health.add(Code::DocumentLeftover, what);
        }
        self.examine_fields(store, &documents, health).await?;
        self.examine_anchors(documents, &stale, health).await
    }

    /// Values in documents that their fields cannot hold.
    async fn examine_fields(
        &self,
        store: &dyn Store,
        documents: &[KnownDocument],
        health: &mut Health,
    ) -> Result<(), Error> {
        for KnownDocument { path, .. } in documents {
            let Some(place) = Place::at(path).filter(Place::has_fields) else { continue };
            let Content::Text { text, .. } = self.scribe().read_content(path).await else {
                continue;
            };
            let document = place.parse(text);
            let anchors: Vec<Anchor> =
                document.blocks().iter().filter_map(|block| block.anchor()).collect();
            let memories = store.anchored(&anchors).await?;
            for block in document.blocks() {
                let is_its = |memory: &&Memory| block.anchor() == Some(memory.anchor.clone());
                let Some(memory) = memories.iter().find(is_its) else { continue };
                for UnreadableValue { line, label, value, wanted } in
                    showing::unread(memory, block, path, &self.zone())
                {
                    let what = format!(
                        "`{path}`, block at line {line}: `{label}` is `{value}`, which is not {wanted}"
                    );
                    health.add(Code::FieldUnreadable, what);
                }
            }
        }
        Ok(())
    }

    /// An anchor that two blocks have. The copy gets its own when its document is written; a document that is
    /// not going to be written needs a person.
    async fn examine_anchors(
        &self,
        documents: Vec<KnownDocument>,
        stale: &[VaultPath],
        health: &mut Health,
    ) -> Result<(), Error> {
        let vault = self.vault().clone();
        let shown = blocking(move || {
            let mut shown: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for known in documents.into_iter().filter(has_blocks) {
                let Content::Text { text, .. } = disk::read_document(vault.root(), &known.path)
                else {
                    continue;
                };
                for block in place::parse_at(&known.path, text).blocks() {
                    let places =
                        block.anchor.clone().map(|anchor| shown.entry(anchor).or_default());
                    places.into_iter().for_each(|places| places.push(known.path.to_string()));
                }
            }
            shown
        })
        .await;
        let stale: HashSet<&str> = stale.iter().map(VaultPath::as_str).collect();
        for (anchor, places) in shown {
            if places.len() < 2 {
                continue;
            }
            let what = format!("^{anchor} is in {} blocks: {}", places.len(), places.join(", "));
            let finding = Finding::new(Code::AnchorTwice, what);
            let is_mended = places.iter().any(|path| stale.contains(path.as_str()));
            health.findings.push(if is_mended {
                finding
            } else {
                finding.for_a_person().remedied_by("take the anchor off the copy and save the file")
            });
        }
        Ok(())
    }
}

/// Many documents are behind for one reason, so they are one finding.
fn describe_behind(paths: &[&VaultPath]) -> Option<String> {
    const NAMED: usize = 3;
    let named: Vec<String> = paths.iter().take(NAMED).map(|path| format!("`{path}`")).collect();
    match paths {
        [] => None,
        [path] => Some(format!("`{path}` does not show the latest memories")),
        _ if paths.len() <= NAMED => {
            Some(format!("{} do not show the latest memories", named.join(", ")))
        }
        _ => {
            let (named, more) = (named.join(", "), paths.len() - NAMED);
            Some(format!("{named} and {more} more do not show the latest memories"))
        }
    }
}

/// Logs and long texts may hold anything that looks like a block.
fn has_blocks(document: &KnownDocument) -> bool {
    let role = Place::at(&document.path).map(|place| place.role);
    role.is_some_and(|role| !matches!(role, Role::Log { .. } | Role::Long(_)))
}

fn damage(document: &KnownDocument) -> Option<Finding> {
    let (path, reason) = (&document.path, document.damage.as_deref()?);
    let code = damage_code(reason);
    // What cannot be read cannot be kept as it is.
    let accept = match code {
        Code::DocumentUnreadable => String::new(),
        _ => format!(
            "`mnemic doctor --accept {path} --yes` accepts it and archives the missing memories, "
        ),
    };
    let repair = code.repair();
    if code == Code::DocumentMerge {
        // Accepting would keep the markers, rewriting would lose the prose of both sides.
        return Some(Finding::new(code, format!("`{path}` {reason}")));
    }
    let remedy = format!("{repair}: {accept}`mnemic doctor --rewrite {path} --yes` rewrites it");
    Some(Finding::new(code, format!("`{path}` {reason}")).remedied_by(remedy))
}

fn damage_code(reason: &str) -> Code {
    match reason {
        "is missing" => Code::DocumentMissing,
        "is empty" => Code::DocumentEmpty,
        _ if reason.starts_with("holds git merge markers") => Code::DocumentMerge,
        _ if reason.starts_with("lost ") => Code::DocumentLost,
        _ => Code::DocumentUnreadable,
    }
}
