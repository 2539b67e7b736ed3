//! Default tools as the full profile has them: with all that the command line can say.

use super::{
    default,
    parameters::{CONTENT, ID, LIMIT, MAX_TOKENS, NEW_CONTENT, QUERY, SCOPE, SESSION, TAGS, TASK},
};
use crate::mcp::{
    parameter::{Kind, Parameter},
    tool::Tool,
};

const CATEGORY: Parameter = Parameter::text("category");
const IMPORTANCE: Parameter = Parameter::new("importance", Kind::Share);
const FILES_IN_PLAY: Parameter =
    Parameter::new("files", Kind::Words).or(&["file"]).about("In play");
const TOPICS: Parameter = Parameter::new("topics", Kind::Words).or(&["topic"]);

/// The tools that take more than the default profile shows.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        parameters: &[
            CONTENT,
            TAGS,
            CATEGORY,
            IMPORTANCE,
            Parameter::new("pin", Kind::Flag).about("In every context"),
            Parameter::new("user", Kind::Flag).or(&["about_user"]).about("It is about the user"),
            Parameter::new("files", Kind::Words).or(&["file", "file_paths"]),
            SESSION,
            SCOPE,
        ],
        ..default::STORE
    },
    Tool {
        parameters: &[
            QUERY,
            CATEGORY,
            Parameter::text("kind"),
            Parameter::new("tags", Kind::Words).or(&["tag", "labels"]).about("Any of them"),
            Parameter::text("since").about("A day or a moment"),
            Parameter::text("until"),
            Parameter::new("archived", Kind::Flag).about("Include forgotten memories"),
            FILES_IN_PLAY,
            TOPICS,
            LIMIT,
            MAX_TOKENS,
        ],
        ..default::QUERY_MEMORIES
    },
    Tool {
        parameters: &[
            ID,
            NEW_CONTENT,
            TAGS,
            CATEGORY,
            IMPORTANCE,
            Parameter::new("base_version", Kind::Count)
                .about("What you saw; later changes are merged"),
        ],
        ..default::UPDATE
    },
    Tool {
        parameters: &[
            TASK,
            MAX_TOKENS,
            SESSION.about("Omit memories this session already received"),
            Parameter::new("fresh", Kind::Flag).about("Give it again"),
            Parameter::new("format", Kind::Choice(&["xml", "markdown", "plain", "json"])),
            FILES_IN_PLAY,
            TOPICS,
        ],
        ..default::CONTEXT
    },
];
