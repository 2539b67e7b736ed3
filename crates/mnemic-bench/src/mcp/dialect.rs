//! How servers of memory are talked to: which tool of each stores a text, which answers a question, and what each takes.

use serde_json::{Value, json};

use super::LIMIT;

/// The tools of a kind of server.
#[derive(Debug)]
pub struct Dialect {
    /// The tool that stores a text.
    pub store: &'static str,
    /// What that takes for the text of a number.
    pub stored: fn(usize, &str) -> Value,
    /// The tool that answers a question.
    pub query: &'static str,
    /// What that takes for a question.
    pub asked: fn(&str) -> Value,
    /// What such a server does with a question, as the end of a sentence that begins with its name.
    pub manner: &'static str,
}

/// Every kind that is known.
static DIALECTS: [Dialect; 3] = [
    Dialect {
        store: "memory_store",
        stored: |_, text| json!({"content": text}),
        query: "memory_query",
        asked: |question| json!({"query": question, "limit": LIMIT}),
        manner: "ranks memories by words and meaning and returns ten",
    },
    // `@modelcontextprotocol/server-memory` and what is made after it.
    Dialect {
        store: "create_entities",
        stored: |number, text| {
            let name = format!("e{number}");
            json!({"entities": [{"name": name, "entityType": "note", "observations": [text]}]})
        },
        query: "search_nodes",
        asked: |question| json!({"query": question.split(' ').next().unwrap_or_default()}),
        manner: "is asked for the first word of each question, as it looks for that very text, and returns whatever \
                 holds it",
    },
    // `mcp-memory-keeper`.
    Dialect {
        store: "context_save",
        stored: |number, text| json!({"key": format!("m{number}"), "value": text}),
        query: "context_semantic_search",
        asked: |question| json!({"query": question, "topK": LIMIT}),
        manner: "compares the letters of each question with those of every memory and returns ten at most",
    },
];

impl Dialect {
    /// How a server with these tools is talked to.
    pub fn of(tools: &[&str]) -> Option<&'static Self> {
        let has = |tool: &str| tools.contains(&tool);
        DIALECTS.iter().find(|dialect| has(dialect.store) && has(dialect.query))
    }

    /// The tools that a server needs, for each kind that is known.
    pub fn known() -> String {
        let pairs = DIALECTS.iter().map(|it| format!("`{}` and `{}`", it.store, it.query));
        pairs.collect::<Vec<_>>().join(", or ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_known_by_the_tools_it_has() {
        let of = |tools: &[&str]| Dialect::of(tools).map(|dialect| dialect.store);
        assert_eq!(of(&["read_graph", "search_nodes", "create_entities"]), Some("create_entities"));
        assert_eq!(of(&["context_semantic_search", "context_save"]), Some("context_save"));
        assert_eq!(of(&["memory_query", "memory_store"]), Some("memory_store"));
        assert_eq!(of(&["search_nodes", "context_save"]), None);
        assert_eq!(of(&[]), None);
    }
}
