//! Parameters that several tools take.

use crate::mcp::parameter::{Kind, Parameter};

/// The memory that is meant.
pub(super) const ID: Parameter =
    Parameter::text("id").or(&["memory_id", "memory", "number"]).required().about("As in [id:12]");

/// Words to file a memory under.
pub(super) const TAGS: Parameter =
    Parameter::new("tags", Kind::Words).or(&["tag", "labels", "keywords"]);

/// What is asked.
pub(super) const QUERY: Parameter =
    Parameter::text("query").or(&["q", "text", "search", "question", "keywords"]).required();

/// At most so many.
pub(super) const LIMIT: Parameter =
    Parameter::new("limit", Kind::Count).or(&["top_k", "max_results", "k", "count"]);

/// What an answer may cost.
pub(super) const MAX_TOKENS: Parameter =
    Parameter::new("max_tokens", Kind::Count).or(&["budget", "token_budget"]);
