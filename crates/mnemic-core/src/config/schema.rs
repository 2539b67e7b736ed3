//! The schema: every key with its values, its default and its help. What users read about keys comes from here.

use super::{
    key::{Group, Key},
    slot::Slot,
};

/// Every key, in the order in which they are shown.
pub static KEYS: [Key; 22] = [
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
        name: "search.match",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Matching(|settings| &mut settings.policies.lookup.matching),
        help: "which words of a question a memory must hold to be found by them; other ways of finding are not bound by it",
    },
    Key {
        name: "search.fuzzy",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Switch(|settings| &mut settings.policies.lookup.fuzzy),
        help: "whether words are taken for misspelt when no memory holds any of them",
    },
    Key {
        name: "search.aliases",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Switch(|settings| &mut settings.policies.lookup.aliases),
        help: "whether built-in synonyms of short words such as db and auth are looked up too",
    },
    Key {
        name: "search.min_score",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Number {
            at: |settings| &mut settings.policies.selecting.min_score,
            from: 0.0,
            to: 1.0,
        },
        help: "the least relevance of what is returned, before factors; 0 cuts nothing",
    },
    Key {
        name: "search.drop_share",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Number {
            at: |settings| &mut settings.policies.selecting.drop_share,
            from: 0.0,
            to: 1.0,
        },
        help: "the share of the lowest ranked candidates that is dropped, when there are three or more; 0 drops nothing",
    },
    Key {
        name: "search.max_per_session",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Whole {
            at: |settings| &mut settings.policies.selecting.max_per_session,
            from: 0,
            to: 1_000,
        },
        help: "at most how many memories of one session are returned; 0 is any number",
    },
    Key {
        name: "search.mmr",
        aliases: &[],
        group: Group::Policy,
        slot: Slot::Number {
            at: |settings| &mut settings.policies.selecting.mmr,
            from: 0.0,
            to: 1.0,
        },
        help: "how much relevance counts against saying something new, where 1 is relevance alone; 0 leaves the order as it is",
    },
];
