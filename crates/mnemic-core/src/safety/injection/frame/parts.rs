//! What frames are made of, in small letters.

/// Marks of chat formats. No person writes one, except about them.
pub const MARKS: [&str; 26] = [
    "<|im_start|>",
    "<|im_end|>",
    "<|im_sep|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|start_header_id|>",
    "<|begin_of_text|>",
    "<<sys>>",
    "<</sys>>",
    "[inst]",
    "[/inst]",
    "<start_of_turn>",
    "<end_of_turn>",
    "<function_calls>",
    "<function_results>",
    "<tool_call>",
    "<tool_result>",
    "<tool_response>",
    "[tool_result",
    "[/tool_result",
    "[system]",
    "[/system]",
    "<system-reminder>",
];

/// Names of tags around what programs hand to an agent. One that is closed and was never opened ends somebody else's.
pub const TAGS: [&str; 48] = [
    "system",
    "system-reminder",
    "system_prompt",
    "user",
    "user_query",
    "assistant",
    "instructions",
    "memory",
    "memories",
    "project_memory",
    "mnemic",
    "earlier_sessions",
    "context",
    "conversation",
    "history",
    "document",
    "documents",
    "untrusted",
    "external",
    "tool_result",
    "tool_response",
    "tool_output",
    "function_results",
    "retrieved",
    "user_input",
    "user_message",
    "input",
    "output",
    "results",
    "search_results",
    "response",
    "prompt",
    "message",
    "messages",
    "human",
    "tool",
    "observation",
    "page",
    "web_page",
    "note",
    "notes",
    "email",
    "content",
    "data",
    "result",
    "knowledge",
    "facts",
    "quote",
];

/// Ends of sections, as Mnemic and others write them.
pub const ENDS: [&str; 22] = [
    "end of project memory",
    "end of memory",
    "end of memories",
    "end memory",
    "[/memory]",
    "[/context]",
    "end of context",
    "end of retrieved",
    "end retrieved",
    "end of untrusted",
    "end untrusted",
    "end of document",
    "end of tool",
    "end tool",
    "end of user",
    "end of system",
    "end system",
    "begin system",
    "begin instructions",
    "begin admin",
    "start of system",
    "end of data",
];

/// Marks that open a turn.
pub const TURNS: [&str; 12] = [
    "<|user|>",
    "<|assistant|>",
    "<|system|>",
    "<|im_start|>",
    "<|start_header_id|>",
    "[tool_result",
    "<function_results>",
    "<tool_call>",
    "<tool_result>",
    "<tool_response>",
    "<start_of_turn>",
    "[inst]",
];

/// Names of tags that claim to speak from above.
pub const CLAIMS: [&str; 8] = [
    "<system",
    "<admin",
    "<developer",
    "<instruction",
    "<important",
    "<operator",
    "<critical",
    "<urgent",
];

/// Who speaks, as data names it.
pub const ROLES: [&str; 10] = [
    "\"role\": \"assistant\"",
    "\"role\":\"assistant\"",
    "\"role\":\"system\"",
    "\"role\": \"system\"",
    "'role': 'system'",
    "role: system",
    "role=system",
    "role=\"system\"",
    "\"role\":\"developer\"",
    "\"role\": \"developer\"",
];

/// Headings of formats that models were tuned with.
pub const HEADINGS: [&str; 7] = [
    "### instruction",
    "### system",
    "### assistant:",
    "### response:",
    "### human:",
    "### user:",
    "## system",
];

/// Those who take turns.
pub const SPEAKERS: [&str; 10] = [
    "user",
    "human",
    "assistant",
    "ai",
    "tool",
    "function",
    "observation",
    "<user>",
    "<assistant>",
    "[user]",
];

/// What a turn of the assistant would bind it to.
pub const PROMISES: [&str; 14] = [
    "i'll not ask again",
    "i won't ask again",
    "i will not ask again",
    "without asking again",
    "each time you mention",
    "from now on i will",
    "i will always",
    "i'll always",
    "binds all",
    "consent stored",
    "permission granted",
    "permanently",
    "i have verified",
    "approval recorded",
];

/// Names of what keeps an agent in bounds, and values that let it out.
pub const BOUNDS: [&str; 18] = [
    "allow",
    "deny",
    "sandbox",
    "confirm",
    "quarantine",
    "safety",
    "guardrail",
    "moderation",
    "filter",
    "refus",
    "restriction",
    "approval",
    "censor",
    "human_review",
    "consent",
    "blocked",
    "overrides",
    "allowed-responses",
];

pub const LOOSE: [&str; 14] = [
    "off",
    "false",
    "never",
    "none",
    "disabled",
    "no",
    "unfiltered",
    "any",
    "all",
    "*",
    "0",
    "unrestricted",
    "bypass",
    "[]",
];

/// Who is kept in bounds.
pub const BOUND: [&str; 7] =
    ["assistant", "agent", "policy", "model", "llm", "persona", "interaction"];
