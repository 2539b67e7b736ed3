//! Presets: named bundles of policies. A preset is a row of values and has no code of its own.
//!
//! Each row is written out in full, so that a new policy does not compile until every preset has its value.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{
    context::{Access, Injection, InjectionPolicy},
    learn::promotion::{Learning, Readiness},
    recall::{Lookup, Matching, Pool, Profile, Ranking, Selecting, Weights, rank::fuse::Fusion},
    record::draft::Rules,
    safety::secret::{SecretAction, SecretPolicy},
    session::threshold::Compacting,
    settings::Provider,
    text::alias::Expansion,
};

/// A named bundle of policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// File memory in the manner of OpenClaw.
    Openclaw,
    /// Koshi: explicit feedback decides.
    Koshi,
    /// Brain: one bounded file, plain keyword search.
    Brain,
    /// Praxis: short notes, many candidates.
    Praxis,
    /// `agent_engine`: structured questions with long answers.
    Engine,
    /// What Mnemic does unless told otherwise.
    Default,
}

/// The choices that presets make. Each is read by something.
#[derive(Debug, Clone, PartialEq)]
pub struct Policies {
    /// How many memories a question returns.
    pub max_results: usize,
    /// At most how many while recalls are slow; 0 is as many as ever.
    pub degraded_results: usize,
    /// How many candidates are ranked for them.
    pub pool: Pool,
    /// How the words of a question are looked up.
    pub lookup: Lookup,
    /// How candidates are ranked.
    pub profile: Profile,
    /// How arms become one relevance, unless that is left to the profile.
    pub fusion: Option<Fusion>,
    /// How much feedback and age count in ranking.
    pub weights: Weights,
    /// What is dropped from an answer.
    pub selecting: Selecting,
    /// What a reinforcement adds to a score.
    pub reinforce_weight: usize,
    /// What a demotion takes off a score.
    pub demote_weight: usize,
    /// What may be remembered.
    pub rules: Rules,
    /// How many characters a document holds before its oldest blocks roll over.
    pub document_chars: usize,
    /// Who turns texts into vectors.
    pub embedder: Provider,
    /// What is handed to an agent without its asking.
    pub handing: InjectionPolicy,
    /// What is learnt without being asked for.
    pub learning: Learning,
    /// When conversations are flushed and compacted.
    pub compacting: Compacting,
    /// Whether what happens in a day is logged.
    pub daily_log: bool,
    /// What is done with secrets and personal data.
    pub secrets: SecretPolicy,
}

impl Policies {
    /// How candidates are ranked.
    pub fn ranking(&self) -> Ranking {
        self.profile.ranking(self.fusion)
    }

    /// Whether what is worth keeping of a conversation is remembered before it is compacted and when it ends, without
    /// anyone asking for it.
    pub fn flushes_unasked(&self) -> bool {
        self.learning.auto && self.compacting.flush
    }
}

const MAX_CHARS: usize = 1024 * 1024;
/// Feedback counts as in koshi; age by itself makes nothing less true.
const FEEDBACK: Weights = Weights { score: 0.2, recency: 0.0 };

/// The words that were asked, each for itself.
const PLAIN: Lookup = Lookup { matching: Matching::Any, fuzzy: false, aliases: Expansion::Own };
/// A conversation is flushed and compacted when it nears the end of the window.
const HEADROOM: Compacting = Compacting {
    flush: true,
    flush_tokens: 0,
    soft_tokens: 4_000,
    reserve_tokens: 20_000,
    compaction: true,
    compaction_tokens: 0,
    window_share: 0.0,
    keep_recent: 10,
    tool_results: 5,
};
/// The same, and at fixed lengths at the latest.
const FIXED: Compacting =
    Compacting { flush_tokens: 80_000, compaction_tokens: 100_000, ..HEADROOM };
/// Nobody is told to flush or compact.
const UNTOUCHED: Compacting = Compacting { flush: false, compaction: false, ..HEADROOM };
/// Nothing is dropped.
const ALL: Selecting = Selecting { min_score: 0.0, drop_share: 0.0, max_per_session: 0, mmr: 0.0 };

/// What signals speak for is learnt.
const AUTO: Learning = Learning { auto: true, readiness: Readiness::Balanced };
/// What is flushed is learnt, and points add little to it.
const FLUSHED: Learning = Learning { readiness: Readiness::Conservative, ..AUTO };
/// Only what someone asks for is learnt.
const ASKED: Learning = Learning { auto: false, ..AUTO };

/// What answers the question, most of it dropped that is far behind the best.
const HANDING: InjectionPolicy = InjectionPolicy {
    injection: Injection::Tiered,
    budget: 0,
    max_relevant: 40,
    selecting: ALL,
    access: Access::Injection,
};

const OPENCLAW: Policies = Policies {
    max_results: 10,
    degraded_results: 0,
    pool: Pool { per_result: 2, minimum: 1 },
    lookup: PLAIN,
    profile: Profile::Openclaw,
    fusion: None,
    weights: FEEDBACK,
    selecting: Selecting { min_score: 0.5, ..ALL },
    reinforce_weight: 3,
    demote_weight: 1,
    rules: Rules { max_chars: MAX_CHARS, categorise: true },
    document_chars: 50_000,
    embedder: Provider::Auto,
    handing: InjectionPolicy {
        injection: Injection::Working,
        max_relevant: 5,
        access: Access::Recall,
        ..HANDING
    },
    learning: AUTO,
    compacting: HEADROOM,
    daily_log: true,
    secrets: SecretPolicy::SECRETS,
};

const KOSHI: Policies = Policies {
    max_results: 5,
    degraded_results: 0,
    pool: Pool { per_result: 3, minimum: 1 },
    lookup: Lookup { aliases: Expansion::None, ..PLAIN },
    profile: Profile::Koshi,
    fusion: None,
    weights: Weights { score: 0.2, recency: 0.01 },
    selecting: ALL,
    reinforce_weight: 3,
    demote_weight: 1,
    rules: Rules { max_chars: MAX_CHARS, categorise: false },
    document_chars: 50_000,
    embedder: Provider::None,
    handing: InjectionPolicy { injection: Injection::None, access: Access::Never, ..HANDING },
    learning: ASKED,
    compacting: Compacting { window_share: 0.7, ..HEADROOM },
    daily_log: false,
    secrets: SecretPolicy::SECRETS,
};

const BRAIN: Policies = Policies {
    max_results: 20,
    degraded_results: 0,
    pool: Pool { per_result: 2, minimum: 1 },
    lookup: Lookup { matching: Matching::All, ..PLAIN },
    profile: Profile::Brain,
    fusion: None,
    weights: Weights { score: 0.0, recency: 0.0 },
    selecting: ALL,
    reinforce_weight: 3,
    demote_weight: 1,
    rules: Rules { max_chars: MAX_CHARS, categorise: false },
    document_chars: 50_000,
    embedder: Provider::None,
    handing: InjectionPolicy { injection: Injection::Document, access: Access::Never, ..HANDING },
    learning: FLUSHED,
    compacting: FIXED,
    daily_log: true,
    secrets: SecretPolicy::SECRETS,
};

const PRAXIS: Policies = Policies {
    max_results: 15,
    degraded_results: 5,
    pool: Pool { per_result: 5, minimum: 500 },
    lookup: Lookup { matching: Matching::Prefix, fuzzy: true, aliases: Expansion::Automatic },
    profile: Profile::Praxis,
    fusion: None,
    weights: FEEDBACK,
    selecting: Selecting { drop_share: 0.3, max_per_session: 2, ..ALL },
    reinforce_weight: 3,
    demote_weight: 1,
    rules: Rules { max_chars: 500, categorise: true },
    document_chars: 50_000,
    embedder: Provider::Auto,
    handing: InjectionPolicy {
        max_relevant: 5,
        selecting: Selecting { drop_share: 0.3, max_per_session: 2, ..ALL },
        ..HANDING
    },
    learning: AUTO,
    compacting: UNTOUCHED,
    daily_log: true,
    secrets: SecretPolicy { emails: SecretAction::Redact, ..SecretPolicy::SECRETS },
};

const ENGINE: Policies = Policies {
    max_results: 100,
    degraded_results: 0,
    pool: Pool { per_result: 5, minimum: 50 },
    lookup: PLAIN,
    profile: Profile::Engine,
    fusion: None,
    weights: FEEDBACK,
    selecting: ALL,
    reinforce_weight: 3,
    demote_weight: 1,
    rules: Rules { max_chars: MAX_CHARS, categorise: false },
    document_chars: 50_000,
    embedder: Provider::Auto,
    handing: InjectionPolicy {
        injection: Injection::Split,
        max_relevant: 100,
        access: Access::Never,
        ..HANDING
    },
    learning: ASKED,
    compacting: UNTOUCHED,
    daily_log: true,
    secrets: SecretPolicy::SECRETS,
};

const DEFAULT: Policies = Policies {
    max_results: 10,
    degraded_results: 0,
    pool: Pool { per_result: 4, minimum: 80 },
    lookup: Lookup { fuzzy: true, ..PLAIN },
    profile: Profile::Default,
    fusion: None,
    weights: FEEDBACK,
    selecting: ALL,
    reinforce_weight: 3,
    demote_weight: 1,
    rules: Rules { max_chars: MAX_CHARS, categorise: true },
    document_chars: 50_000,
    embedder: Provider::Auto,
    handing: HANDING,
    learning: AUTO,
    compacting: FIXED,
    daily_log: true,
    secrets: SecretPolicy::SECRETS,
};

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 6] =
        [Self::Default, Self::Openclaw, Self::Koshi, Self::Brain, Self::Praxis, Self::Engine];

    /// Its policies.
    pub const fn policies(self) -> Policies {
        match self {
            Self::Openclaw => OPENCLAW,
            Self::Koshi => KOSHI,
            Self::Brain => BRAIN,
            Self::Praxis => PRAXIS,
            Self::Engine => ENGINE,
            Self::Default => DEFAULT,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Openclaw => "openclaw",
            Self::Koshi => "koshi",
            Self::Brain => "brain",
            Self::Praxis => "praxis",
            Self::Engine => "engine",
            Self::Default => "default",
        }
    }

    /// What it is for, in one line.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Openclaw => "file memory in the manner of OpenClaw",
            Self::Koshi => "explicit feedback decides; few results, no categories of its own",
            Self::Brain => "plain keyword relevance; neither feedback nor age counts",
            Self::Praxis => "short notes, ranked out of many candidates",
            Self::Engine => "long answers for a program that chooses itself",
            Self::Default => "what Mnemic does unless configured otherwise",
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = PresetError;

    fn from_str(text: &str) -> Result<Self, PresetError> {
        let named = |preset: &Self| preset.name().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| PresetError(text.to_owned()))
    }
}

/// No preset has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown preset `{0}`; choose one of {names}", names = Preset::ALL.map(Preset::name).join(", "))]
pub struct PresetError(String);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::secret::SecretClass;

    fn secrets_line(secrets: &SecretPolicy) -> String {
        let not_allowed =
            SecretClass::ALL.iter().filter(|class| secrets.action(**class) != SecretAction::Allow);
        let names: Vec<&str> = not_allowed.map(|class| class.name()).collect();
        format!("redact {}", names.join(" "))
    }

    /// One line per policy. A policy that is missing here does not compile.
    fn policy_lines(preset: Preset) -> [String; 39] {
        let Policies {
            max_results,
            degraded_results,
            pool: Pool { per_result, minimum },
            lookup: Lookup { matching, fuzzy, aliases },
            profile,
            fusion,
            weights: Weights { score, recency },
            selecting: Selecting { min_score, drop_share, max_per_session, mmr },
            reinforce_weight,
            demote_weight,
            rules: Rules { max_chars, categorise },
            document_chars,
            embedder,
            handing: InjectionPolicy { injection, budget, max_relevant, selecting: handed, access },
            learning: Learning { auto, readiness },
            compacting:
                Compacting {
                    flush,
                    flush_tokens,
                    soft_tokens,
                    reserve_tokens,
                    compaction,
                    compaction_tokens,
                    window_share,
                    keep_recent,
                    tool_results,
                },
            daily_log,
            secrets,
        } = preset.policies();
        [
            format!("{preset}"),
            format!("results {max_results}"),
            format!("when slow {degraded_results}"),
            format!("per result {per_result}"),
            format!("candidates {minimum}"),
            format!("match {matching}"),
            format!("fuzzy {fuzzy}"),
            format!("aliases {}", aliases.name()),
            format!("profile {profile}"),
            format!("fusion {}", fusion.map_or("profile", Fusion::name)),
            format!("score {score}"),
            format!("recency {recency}"),
            format!("least {min_score}"),
            format!("lowest {drop_share}"),
            format!("per session {max_per_session}"),
            format!("mmr {mmr}"),
            format!("reinforce {reinforce_weight}"),
            format!("demote {demote_weight}"),
            format!("chars {max_chars}"),
            format!("categorise {categorise}"),
            format!("document {document_chars}"),
            format!("embedder {embedder}"),
            format!("injection {injection}"),
            format!("budget {budget}"),
            format!("relevant {max_relevant}"),
            format!("handed lowest {}, per session {}", handed.drop_share, handed.max_per_session),
            format!("access {}", access.name()),
            format!("learning {auto}, {}", readiness.name()),
            format!("flush {flush}"),
            format!("at {flush_tokens}"),
            format!("soft {soft_tokens}"),
            format!("reserve {reserve_tokens}"),
            format!("compaction {compaction}"),
            format!("at {compaction_tokens}"),
            format!("share {window_share}"),
            format!("recent {keep_recent}"),
            format!("tool results {tool_results}"),
            format!("daily log {daily_log}"),
            secrets_line(&secrets),
        ]
    }

    #[test]
    fn openclaw_has_its_own_values() {
        insta::assert_snapshot!(policy_lines(Preset::Openclaw).join(", "), @"openclaw, results 10, when slow 0, per result 2, candidates 1, match any, fuzzy false, aliases own, profile openclaw, fusion profile, score 0.2, recency 0, least 0.5, lowest 0, per session 0, mmr 0, reinforce 3, demote 1, chars 1048576, categorise true, document 50000, embedder auto, injection working, budget 0, relevant 5, handed lowest 0, per session 0, access recall, learning true, balanced, flush true, at 0, soft 4000, reserve 20000, compaction true, at 0, share 0, recent 10, tool results 5, daily log true, redact private private-key token credential labelled");
    }

    #[test]
    fn koshi_has_its_own_values() {
        insta::assert_snapshot!(policy_lines(Preset::Koshi).join(", "), @"koshi, results 5, when slow 0, per result 3, candidates 1, match any, fuzzy false, aliases none, profile koshi, fusion profile, score 0.2, recency 0.01, least 0, lowest 0, per session 0, mmr 0, reinforce 3, demote 1, chars 1048576, categorise false, document 50000, embedder none, injection none, budget 0, relevant 40, handed lowest 0, per session 0, access never, learning false, balanced, flush true, at 0, soft 4000, reserve 20000, compaction true, at 0, share 0.7, recent 10, tool results 5, daily log false, redact private private-key token credential labelled");
    }

    #[test]
    fn brain_has_its_own_values() {
        insta::assert_snapshot!(policy_lines(Preset::Brain).join(", "), @"brain, results 20, when slow 0, per result 2, candidates 1, match all, fuzzy false, aliases own, profile brain, fusion profile, score 0, recency 0, least 0, lowest 0, per session 0, mmr 0, reinforce 3, demote 1, chars 1048576, categorise false, document 50000, embedder none, injection document, budget 0, relevant 40, handed lowest 0, per session 0, access never, learning true, conservative, flush true, at 80000, soft 4000, reserve 20000, compaction true, at 100000, share 0, recent 10, tool results 5, daily log true, redact private private-key token credential labelled");
    }

    #[test]
    fn praxis_has_its_own_values() {
        insta::assert_snapshot!(policy_lines(Preset::Praxis).join(", "), @"praxis, results 15, when slow 5, per result 5, candidates 500, match prefix, fuzzy true, aliases automatic, profile praxis, fusion profile, score 0.2, recency 0, least 0, lowest 0.3, per session 2, mmr 0, reinforce 3, demote 1, chars 500, categorise true, document 50000, embedder auto, injection tiered, budget 0, relevant 5, handed lowest 0.3, per session 2, access injection, learning true, balanced, flush false, at 0, soft 4000, reserve 20000, compaction false, at 0, share 0, recent 10, tool results 5, daily log true, redact private private-key token credential labelled email");
    }

    #[test]
    fn engine_has_its_own_values() {
        insta::assert_snapshot!(policy_lines(Preset::Engine).join(", "), @"engine, results 100, when slow 0, per result 5, candidates 50, match any, fuzzy false, aliases own, profile engine, fusion profile, score 0.2, recency 0, least 0, lowest 0, per session 0, mmr 0, reinforce 3, demote 1, chars 1048576, categorise false, document 50000, embedder auto, injection split, budget 0, relevant 100, handed lowest 0, per session 0, access never, learning false, balanced, flush false, at 0, soft 4000, reserve 20000, compaction false, at 0, share 0, recent 10, tool results 5, daily log true, redact private private-key token credential labelled");
    }

    #[test]
    fn default_has_its_own_values() {
        insta::assert_snapshot!(policy_lines(Preset::Default).join(", "), @"default, results 10, when slow 0, per result 4, candidates 80, match any, fuzzy true, aliases own, profile default, fusion profile, score 0.2, recency 0, least 0, lowest 0, per session 0, mmr 0, reinforce 3, demote 1, chars 1048576, categorise true, document 50000, embedder auto, injection tiered, budget 0, relevant 40, handed lowest 0, per session 0, access injection, learning true, balanced, flush true, at 80000, soft 4000, reserve 20000, compaction true, at 100000, share 0, recent 10, tool results 5, daily log true, redact private private-key token credential labelled");
    }

    #[test]
    fn a_preset_is_found_by_its_name() {
        for preset in Preset::ALL {
            assert_eq!(preset.name().to_uppercase().parse(), Ok(preset));
        }
        let error = "kochi".parse::<Preset>().unwrap_err().to_string();
        assert!(error.contains("`kochi`") && error.contains("koshi, brain"), "{error}");
    }
}
