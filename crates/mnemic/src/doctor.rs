//! Doctor: looks at everything, says what is wrong in a sentence, and puts right what needs no person.

use std::collections::HashSet;

use mnemic_core::{config::FILE, scope::Reach};

use crate::{engine::Engine, error::Error, follow::newer, vault::disk::blocking};

/// What the doctor found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Everything found.
    pub findings: Vec<Finding>,
}

impl Health {
    /// Whether nothing is left that needs a person.
    pub fn is_well(&self) -> bool {
        self.findings.iter().all(|finding| !finding.needs_person)
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub what: String,
    /// What puts it right.
    pub remedy: String,
    /// Whether the doctor may not do that alone.
    pub needs_person: bool,
    /// Whether it was put right.
    pub fixed: bool,
}

impl Engine {
    /// Looks at journal, index and documents; with `fix`, puts right what can be.
    pub async fn doctor(&self, fix: bool) -> Result<Health, Error> {
        self.mending(async || {
            let mut health = Health::default();
            self.examine_configuration(&mut health);
            self.examine_index(fix, &mut health).await?;
            self.examine_journal(&mut health).await?;
            if fix {
                self.scribe().await?;
            }
            self.examine_documents(&mut health).await?;
            self.examine_conflicts(&mut health).await?;
            Ok(health)
        })
        .await
    }

    fn examine_configuration(&self, health: &mut Health) {
        health.findings.extend(self.configuration().faults.iter().map(|fault| Finding {
            what: format!("{FILE} {fault}"),
            remedy: "correct the line; `mnemic config check` lists every fault".to_owned(),
            needs_person: true,
            fixed: false,
        }));
    }

    async fn examine_index(&self, fix: bool, health: &mut Health) -> Result<(), Error> {
        let faults = self.fresh_store().await?.check().await?;
        if faults.is_empty() {
            return Ok(());
        }
        if fix {
            self.reindex().await?;
        }
        health.findings.extend(faults.into_iter().map(|what| Finding {
            what,
            remedy: "rebuild the index from the journal (`mnemic reindex`)".to_owned(),
            needs_person: false,
            fixed: fix,
        }));
        Ok(())
    }

    async fn examine_journal(&self, health: &mut Health) -> Result<(), Error> {
        let vault = self.vault.clone();
        let replay = blocking(move || vault.journal().read_all()).await;
        let replay = replay
            .map_err(Error::file("read", self.vault.root().join("journal")))?
            .map_err(newer)?;
        health.findings.extend(replay.bad_lines.iter().map(|bad| {
            Finding {
                what: format!("journal/{} line {}: {}", bad.segment, bad.line, bad.fault),
                remedy:
                    "the line is skipped; restore the file from git or a backup if it was changed"
                        .to_owned(),
                needs_person: true,
                fixed: false,
            }
        }));
        Ok(())
    }

    async fn examine_documents(&self, health: &mut Health) -> Result<(), Error> {
        let store = self.fresh_store().await?;
        let mut damaged = HashSet::new();
        for document in store.documents().await? {
            if let Some(reason) = document.damage {
                damaged.insert(document.path.clone());
                health.findings.push(Finding {
                    what: format!("`{}` {reason}", document.path),
                    remedy: format!(
                        "mend the file, or keep it as it is (`mnemic doctor --accept {0}`), or have it written anew (`mnemic doctor --rewrite {0}`)",
                        document.path
                    ),
                    needs_person: true,
                    fixed: false,
                });
            }
        }
        let mut waiting = store.stale_documents().await?;
        waiting.retain(|path| !damaged.contains(path));
        if !waiting.is_empty() {
            health.findings.push(Finding {
                what: format!("documents are behind their memories: {}", waiting.join(", ")),
                remedy: "`mnemic doctor --fix` brings them up to date".to_owned(),
                needs_person: false,
                fixed: false,
            });
        }
        for leftover in self.find_leftovers(store.as_ref()).await? {
            health.findings.push(Finding {
                what: format!("`{}` was left by a process that died", leftover.path.display()),
                remedy: "look at it and remove it".to_owned(),
                needs_person: false,
                fixed: false,
            });
        }
        Ok(())
    }

    async fn examine_conflicts(&self, health: &mut Health) -> Result<(), Error> {
        let store = self.fresh_store().await?;
        for conflict in store.conflicts(&Reach::Vault, None).await? {
            let memory = store.get(&Reach::Vault, conflict.id).await?;
            let number = memory.and_then(|memory| memory.number).unwrap_or_default();
            health.findings.push(Finding {
                what: format!("two changes of [id:{number}] clash (versions {} and {})", conflict.kept, conflict.other),
                remedy: format!("read both with `mnemic show {number}` and settle it with `mnemic update {number} TEXT`"),
                needs_person: true,
                fixed: false,
            });
        }
        Ok(())
    }
}
