//! Claims about MCP that hold however a client is connected.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use serde_json::{Value, json};

/// A client that asks and is answered.
pub trait Ask {
    /// Asks something; the whole answer.
    fn ask(&mut self, method: &str, params: Value) -> Value;
}

fn called(client: &mut impl Ask, tool: &str, arguments: &Value) -> Value {
    client.ask("tools/call", json!({"name": tool, "arguments": arguments}))
}

/// Unknown names, other types, ways out of the vault, characters that end a text: nothing is changed, and what the
/// client is told names what is wrong.
pub fn odd_calls_are_refused(client: &mut impl Ask) {
    for (tool, arguments) in [
        ("memory_steal", json!({})),
        ("../memory_store", json!({"content": "A"})),
        ("memory_store", json!({"content": "A", "colour": "red"})),
        ("memory_store", json!({"content": {"deep": [[[[]]]]}})),
        ("memory_store", json!({"content": "A", "scope": "project:../../etc"})),
        ("memory_store", json!({"content": "A", "scope": "project:/etc/passwd"})),
        ("memory_store", json!({"content": "A", "scope": "project:a\u{0}b"})),
        ("memory_reinforce", json!({"id": "../../etc/passwd"})),
        ("memory_reinforce", json!({"id": "1\u{0}"})),
        ("memory_reinforce", json!({"id": -1})),
        ("memory_reinforce", json!({"id": 1e300})),
        ("memory_query", json!({"query": "a", "limit": -5})),
    ] {
        let answer = called(client, tool, &arguments);
        let is_refused = answer["error"]["code"] == -32602 || answer["result"]["isError"] == true;
        assert!(is_refused, "{tool} {arguments}: {answer}");
    }
    for (method, params) in [
        ("tools/call", json!({})),
        ("tools/call", json!({"name": 3})),
        ("tools/call", json!({"name": "memory_query", "arguments": [1]})),
        ("tools/call", json!({"name": "memory_query", "arguments": "query: a"})),
        ("resources/read", json!({})),
        ("prompts/get", json!({"name": ["recall"]})),
    ] {
        let answer = client.ask(method, params.clone());
        assert_eq!(answer["error"]["code"], -32602, "{method} {params}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("the parameters of `{method}`: ")), "{message}");
    }
    let as_text = json!({"name": "memory_query", "arguments": r#"{"query": "a"}"#});
    let answer = client.ask("tools/call", as_text);
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    for (method, code) in [("tools/steal", -32601), ("../tools/list", -32601)] {
        assert_eq!(client.ask(method, json!({}))["error"]["code"], code, "{method}");
    }
    for uri in ["memory://../../etc/passwd", "file:///etc/passwd", "memory://1\u{0}", "memory://"] {
        let read = client.ask("resources/read", json!({"uri": uri}));
        assert_eq!(read["error"]["code"], -32002, "{uri}: {read}");
    }
    let named = json!({"query": "a", "session": "../../../etc/passwd"});
    let given = called(client, "memory_context", &named);
    assert_eq!(given["result"]["isError"], false, "a session's name is no path: {given}");
    let found = called(client, "memory_query", &json!({"query": "nul\u{0}in a question"}));
    assert_eq!(found["result"]["isError"], false, "{found}");
    assert_eq!(found["result"]["content"][0]["text"], "No memories found.", "{found}");
}

/// Two clients edit one memory at once: each edit is a version, and what is in force is one of them as a whole.
pub fn is_edited_by_two<C: Ask>(ready: impl Fn() -> C + Sync) {
    const EDITS: usize = 10;
    called(&mut ready(), "memory_store", &json!({"content": "The gateway is open"}));
    let versions = std::sync::Mutex::new(std::collections::BTreeSet::new());
    std::thread::scope(|scope| {
        for editor in ["Ada", "Ben"] {
            let (ready, versions) = (&ready, &versions);
            scope.spawn(move || {
                let mut client = ready();
                for edit in 0..EDITS {
                    let content = format!("{editor} closed the gateway {edit} times");
                    let arguments = json!({"id": 1, "content": content});
                    let answer = called(&mut client, "memory_update", &arguments);
                    assert_eq!(answer["result"]["isError"], false, "{answer}");
                    let version = answer["result"]["structuredContent"]["version"].as_u64();
                    let is_own = versions.lock().unwrap().insert(version.unwrap());
                    assert!(is_own, "another was told the same: {answer}");
                }
            });
        }
    });
    let mut client = ready();
    let read = client.ask("resources/read", json!({"uri": "memory://1"}));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.ends_with("closed the gateway 9 times"), "{text}");
    let last = json!({"id": 1, "content": "The gateway is gone"});
    let answer = called(&mut client, "memory_update", &last);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(text, format!("[id:1] updated, version {}", 2 * EDITS + 2));
}
