//! The schema: every key with its values, its default and its help. What users read about keys comes from here.

use super::{
    embedding::{is_url, is_variable},
    key::{Group, Key},
    slot::Slot,
};

/// Every key, in the order in which they are shown.
pub static KEYS: [Key; 21] = [
    Key {
        name: "preset",
        aliases: &["config_preset"],
        group: Group::Vault,
        slot: Slot::Preset(|settings| &mut settings.preset),
        help: "the bundle of policies that everything below starts from",
    },
    Key {
        name: "index.path",
        aliases: &["storage.path"],
        group: Group::Vault,
        slot: Slot::IndexFolder(|settings| &mut settings.index_path),
        help: "the folder of the index; an absolute one gets a folder for this vault inside",
    },
    Key {
        name: "journal.segment_size",
        aliases: &[],
        group: Group::Vault,
        slot: Slot::Size {
            at: |settings| &mut settings.journal_segment_bytes,
            from: 64 << 10,
            to: 1 << 30,
        },
        help: "how large a file of the journal becomes before the next one begins",
    },
    Key {
        name: "storage.backup.keep_count",
        aliases: &["backup.keep_count"],
        group: Group::Vault,
        slot: Slot::Whole { at: |settings| &mut settings.backup_keep_count, from: 1, to: 10_000 },
        help: "how many backups stay in the vault's backups folder; older ones are removed",
    },
    Key {
        name: "document.max_chars",
        aliases: &["max_memory_size"],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.document_chars,
            from: 20_000,
            to: 1_000_000,
        },
        help: "how many characters a document holds before its oldest memories roll over",
    },
    Key {
        name: "text.max_chars",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.rules.max_chars,
            from: 1,
            to: 1 << 20,
        },
        help: "the longest text that may be remembered; above 1 MiB nothing is",
    },
    Key {
        name: "category.automatic",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Switch(|settings| &mut settings.policies.rules.categorise),
        help: "whether a note without a category gets one from its words",
    },
    Key {
        name: "search.max_results",
        aliases: &["search.top_k", "top_k"],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.max_results,
            from: 1,
            to: crate::recall::RecallRequest::MAX_LIMIT,
        },
        help: "how many memories a question returns unless `--limit` says otherwise",
    },
    Key {
        name: "search.candidates_per_result",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.pool.per_result,
            from: 1,
            to: 100,
        },
        help: "how many candidates are ranked for each memory returned",
    },
    Key {
        name: "search.min_candidates",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.pool.minimum,
            from: 1,
            to: 10_000,
        },
        help: "how many candidates are ranked at least",
    },
    Key {
        name: "ranking.profile",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Profile(|settings| &mut settings.policies.profile),
        help: "what relevance is made of and which factors it is multiplied with",
    },
    Key {
        name: "ranking.score_weight",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Number {
            at: |settings| &mut settings.policies.weights.score,
            from: 0.0,
            to: 1.0,
        },
        help: "how much feedback moves a rank: the w in e^(w × score); 0 ignores feedback",
    },
    Key {
        name: "ranking.recency_weight",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Number {
            at: |settings| &mut settings.policies.weights.recency,
            from: 0.0,
            to: 1.0,
        },
        help: "how much age lowers a rank: the w in 1 / (1 + w × days since the last hit); 0 ignores age",
    },
    Key {
        name: "signal.reinforce_weight",
        aliases: &["reinforce_weight"],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.reinforce_weight,
            from: 0,
            to: 100,
        },
        help: "what `mnemic reinforce` adds to a score",
    },
    Key {
        name: "signal.demote_weight",
        aliases: &["demote_weight"],
        group: Group::Policy,
        slot: Slot::Whole { at: |settings| &mut settings.policies.demote_weight, from: 0, to: 100 },
        help: "what `mnemic demote` takes off a score",
    },
    Key {
        name: "embedding.provider",
        aliases: &["embedder"],
        group: Group::Policy,
        slot: Slot::Provider(|settings| &mut settings.policies.embedder),
        help: "who turns texts into vectors; `auto` is the best that is on this machine and never the network, `none` finds by words alone",
    },
    Key {
        name: "embedding.model",
        aliases: &[],
        group: Group::Vault,
        slot: Slot::Text {
            at: |settings| &mut settings.embedding.model,
            passes: |_| true,
            allowed: "a name",
        },
        help: "the model, as its provider calls it; for `local` its folder, or the name of one in the folder of models",
    },
    Key {
        name: "embedding.url",
        aliases: &[],
        group: Group::Vault,
        slot: Slot::Text {
            at: |settings| &mut settings.embedding.url,
            passes: is_url,
            allowed: "an address that begins with http:// or https://",
        },
        help: "where the provider is, if it is not where it usually is",
    },
    Key {
        name: "embedding.dimensions",
        aliases: &[],
        group: Group::Vault,
        slot: Slot::Whole { at: |settings| &mut settings.embedding.dimensions, from: 0, to: 8_192 },
        help: "how many numbers a provider is asked for; 0 leaves it to what suits the provider",
    },
    Key {
        name: "embedding.batch_size",
        aliases: &[],
        group: Group::Vault,
        slot: Slot::Whole { at: |settings| &mut settings.embedding.batch_size, from: 1, to: 2_048 },
        help: "how many texts are embedded at once",
    },
    Key {
        name: "embedding.key_variable",
        aliases: &[],
        group: Group::Vault,
        slot: Slot::Text {
            at: |settings| &mut settings.embedding.key_variable,
            passes: is_variable,
            allowed: "the name of an environment variable",
        },
        help: "the environment variable with the provider's key, never the key itself; where `embedding.url` leads elsewhere its name must begin with MNEMIC_",
    },
];
