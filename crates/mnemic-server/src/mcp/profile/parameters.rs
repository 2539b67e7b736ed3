//! Parameters that several tools take.

use crate::mcp::parameter::{Kind, Parameter};

/// The memory that is meant.
pub(super) const ID: Parameter =
    Parameter::text("id").or(&["memory_id", "memory", "number"]).required().about("As in [id:12]");

/// Words to file a memory under.
pub(super) const TAGS: Parameter =
    Parameter::new("tags", Kind::Words).or(&["tag", "labels", "keywords"]);

/// What is remembered.
pub(super) const CONTENT: Parameter =
    Parameter::text("content").or(&["text", "memory", "fact", "note"]).required();

/// Where it is remembered.
pub(super) const SCOPE: Parameter = Parameter::text("scope")
    .or(&["project", "namespace"])
    .about("`global` for memories that apply to every project");

/// What a memory says instead.
pub(super) const NEW_CONTENT: Parameter = Parameter::text("content").or(&["text", "fact", "note"]);

/// What is about to be done.
pub(super) const TASK: Parameter = Parameter::text("query")
    .or(&["q", "text", "task", "question"])
    .about("What you are about to do");

/// The session that something is said in.
pub(super) const SESSION: Parameter = Parameter::text("session").or(&["session_id"]);

/// What is asked.
pub(super) const QUERY: Parameter =
    Parameter::text("query").or(&["q", "text", "search", "question", "keywords"]).required();

/// At most so many.
pub(super) const LIMIT: Parameter =
    Parameter::new("limit", Kind::Count).or(&["top_k", "max_results", "k", "count"]);

/// What an answer may cost.
pub(super) const MAX_TOKENS: Parameter =
    Parameter::new("max_tokens", Kind::Count).or(&["budget", "token_budget"]);
