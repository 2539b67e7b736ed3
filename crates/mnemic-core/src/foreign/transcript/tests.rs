//! Each format by lines as its program writes them.

use super::*;
use crate::session::working::format_turn;

fn turns_and_faults(text: &str) -> (Format, Vec<String>, Vec<usize>) {
    let foreign = read(text).unwrap();
    let faults = foreign.faults.iter().map(|fault| fault.line).collect();
    let turns = foreign.turns.into_iter().map(|ForeignTurn { id, at, said, .. }| {
        self::format_turn(&crate::session::Turn { id, at: at.unwrap_or_default(), said })
    });
    (foreign.format, turns.collect(), faults)
}

#[test]
fn claude_code_is_read_without_what_nobody_said() {
    let text = r#"
{"type":"summary","summary":"Old things","leafUuid":"x"}
{"type":"user","uuid":"u0","sessionId":"s-1","isMeta":true,"timestamp":"2026-11-15T10:00:00.000Z","message":{"role":"user","content":"Caveat: ignore"}}
{"type":"user","uuid":"u1","sessionId":"s-1","timestamp":"2026-11-15T10:00:01.000Z","message":{"role":"user","content":"Fix the test"}}
{"type":"assistant","uuid":"u2","sessionId":"s-1","timestamp":"2026-11-15T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Looking."},{"type":"tool_use","id":"toolu_1","name":"Read","input":{"file":"a.rs"}}]}}
{"type":"user","uuid":"u3","sessionId":"s-1","timestamp":"2026-11-15T10:00:03.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[{"type":"text","text":"no such file"}]}]}}
{"type":"assistant","uuid":"u4","isSidechain":true,"sessionId":"s-1","message":{"role":"assistant","content":[{"type":"text","text":"aside"}]}}
{"type":"user","uuid":"u5"
"#;
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!(format, Format::ClaudeCode);
    assert_eq!(
        turns,
        [
            "User: Fix the test",
            "Assistant: Looking.",
            r#"Tool call: Read {"file":"a.rs"}"#,
            "Tool error: no such file"
        ]
    );
    assert_eq!(faults, [8]);
    assert_eq!(read(text).unwrap().session.as_deref(), Some("s-1"));
}

#[test]
fn codex_is_read_in_its_envelopes() {
    let text = r#"{"timestamp":"2026-11-15T10:00:00Z","type":"session_meta","payload":{"id":"0199-a","cwd":"/x"}}
{"timestamp":"2026-11-15T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n</environment_context>"}]}}
{"timestamp":"2026-11-15T10:00:02Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"List the files"}]}}
{"timestamp":"2026-11-15T10:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"List the files"}}
{"timestamp":"2026-11-15T10:00:03Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"call_1"}}
{"timestamp":"2026-11-15T10:00:04Z","type":"response_item","payload":{"type":"function_call_output","call_id":"call_1","output":"{\"output\":\"denied\",\"metadata\":{\"exit_code\":2}}"}}
{"timestamp":"2026-11-15T10:00:05Z","type":"response_item","payload":{"type":"reasoning","summary":[]}}
{"timestamp":"2026-11-15T10:00:06Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Not allowed."}]}}"#;
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!((format, faults), (Format::Codex, vec![]));
    assert_eq!(
        turns,
        [
            "User: List the files",
            r#"Tool call: shell {"command":["ls"]}"#,
            "Tool error: denied",
            "Assistant: Not allowed."
        ]
    );
}

#[test]
fn codex_of_old_is_read_without_envelopes() {
    let text = r#"{"id":"7-a","timestamp":"2025-06-01T10:00:00Z","instructions":null}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"Hello there"}]}"#;
    let (format, turns, _) = turns_and_faults(text);
    assert_eq!((format, turns), (Format::Codex, vec!["User: Hello there".to_owned()]));
    assert_eq!(read(text).unwrap().session.as_deref(), Some("7-a"));
}

#[test]
fn chats_of_openai_are_one_document() {
    let text = r#"{"id":"chat-1","created":1763200000,"messages":[
        {"role":"system","content":"Be brief"},
        {"role":"user","content":[{"type":"text","text":"Weather?"}]},
        {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Kiel\"}"}}]},
        {"role":"tool","tool_call_id":"c1","content":"rain"},
        {"role":"oracle","content":"?"},
        {"role":"assistant","content":"It rains."}]}"#;
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!((format, faults), (Format::OpenAi, vec![5]));
    assert_eq!(
        turns,
        [
            "User: Weather?",
            r#"Tool call: weather {"city":"Kiel"}"#,
            "Tool result: rain",
            "Assistant: It rains."
        ]
    );
}

#[test]
fn gemini_is_read_as_its_messages_became() {
    let text = r#"{"sessionId":"g-1","projectHash":"ab","startTime":"2026-11-15T10:00:00.000Z","lastUpdated":"2026-11-15T10:00:00.000Z","kind":"main"}
{"id":"m0","timestamp":"2026-11-15T10:00:00.500Z","type":"user","content":[{"text":"<session_context>\nToday is Sunday.\n</session_context>"}]}
{"id":"m1","timestamp":"2026-11-15T10:00:01.000Z","type":"user","content":[{"text":"Fix the test"},{"text":"<hook_context>Known: much</hook_context>"}]}
{"$set":{"lastUpdated":"2026-11-15T10:00:01.000Z"}}
{"id":"m2","timestamp":"2026-11-15T10:00:02.000Z","type":"gemini","content":[{"text":"Looking."}],"thoughts":[],"model":"gemini-3"}
{"id":"m2","timestamp":"2026-11-15T10:00:02.000Z","type":"gemini","content":[{"text":"hm","thought":true},{"text":"Looking."}],"toolCalls":[{"id":"c1","name":"read_file","args":{"path":"a.rs"},"status":"error","result":[{"functionResponse":{"id":"c1","name":"read_file","response":{"error":"no such file"}}}],"timestamp":"2026-11-15T10:00:03.000Z"}]}
{"id":"m3","timestamp":"2026-11-15T10:00:04.000Z","type":"info","content":"Update available"}
{"id":"m4","timestamp":"2026-11-15T10:00:05.000Z","type":"user","content":"Never mind"}
{"id":"m5","timestamp":"2026-11-15T10:00:06.000Z","type":"gemini","content":"As you like."}
{"$rewindTo":"m4"}
{"id":"m6","timestamp":"2026-11-15T10:00:07.000Z","type":"user","content":[{"text":"contents of b.rs and the rest"}],"displayContent":[{"text":"Look at @b.rs"}]}
{"id":"m7","timestamp":"2026-11-15T10:00:08.000Z","content":"of no type"}
{"$set":{"messages":[{"id":"m8","type":"user","content":"<state_snapshot>shorter</state_snapshot>"}]}}"#;
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!((format, faults), (Format::Gemini, vec![12]));
    assert_eq!(
        turns,
        [
            "User: Fix the test",
            "Assistant: Looking.",
            r#"Tool call: read_file {"path":"a.rs"}"#,
            "Tool error: no such file",
            "User: Look at @b.rs",
        ]
    );
    assert_eq!(read(text).unwrap().session.as_deref(), Some("g-1"));
}

#[test]
fn a_message_of_gemini_keeps_its_names_while_it_grows() {
    let line = |calls: &str| {
        format!(
            r#"{{"sessionId":"g","projectHash":"a"}}
{{"id":"m","type":"gemini","content":"Looking.","toolCalls":[{calls}]}}"#
        )
    };
    let names = |calls: &str| {
        let turns = read(&line(calls)).unwrap().turns;
        turns.into_iter().map(|turn| turn.id).collect::<Vec<_>>()
    };
    let begun = names(r#"{"id":"c","name":"ls","args":{},"status":"executing"}"#);
    let done = names(r#"{"id":"c","name":"ls","args":{},"status":"success","result":["a.rs"]}"#);
    assert_eq!((begun.len(), done.len()), (2, 3));
    assert_eq!(begun, done[..2]);
}

#[test]
fn gemini_of_old_is_one_document() {
    let text = r#"{"sessionId":"g-2","projectHash":"ab","startTime":"2025-11-15T10:00:00Z","messages":[
        {"id":"a","timestamp":"2025-11-15T10:00:01Z","type":"user","content":"Weather?<hook_context>x</hook_context>"},
        {"id":"b","timestamp":"2025-11-15T10:00:02Z","type":"gemini","content":"","toolCalls":[{"id":"c","name":"weather","args":{"city":"Kiel"},"result":[{"functionResponse":{"response":{"output":"rain"}}}],"status":"success"}]},
        7,
        {"id":"d","timestamp":"2025-11-15T10:00:03Z","type":"gemini","content":"It rains."}]}"#;
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!((format, faults), (Format::Gemini, vec![3]));
    assert_eq!(
        turns,
        [
            "User: Weather?",
            r#"Tool call: weather {"city":"Kiel"}"#,
            "Tool result: rain",
            "Assistant: It rains."
        ]
    );
    assert_eq!(read(text).unwrap().session.as_deref(), Some("g-2"));
}

#[test]
fn cursor_is_read_without_what_it_puts_around_the_words_of_the_user() {
    let text = r#"{"role":"user","message":{"content":[{"type":"text","text":"<timestamp>Monday</timestamp>\n<user_query>\nFix the test\n</user_query>"}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"Looking \ud83d"},{"type":"tool_use","name":"Read","input":{"path":"a.rs"}}]}}
{"role":"user","message":{"content":"Thanks"}}
{"role":"user","message":{}}
{"type":"turn_ended","status":"success"}"#;
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!((format, faults), (Format::Cursor, vec![4]));
    assert_eq!(
        turns,
        [
            "User: Fix the test",
            "Assistant: Looking \u{fffd}",
            r#"Tool call: Read {"path":"a.rs"}"#,
            "User: Thanks"
        ]
    );
}

#[test]
fn plain_lines_have_a_role_and_a_content() {
    let text = "{\"role\":\"user\",\"content\":\"a\"}\n\n{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"wizard\",\"content\":\"b\"}\n[1]\n{\"role\":\"assistant\",\"content\":\"c\"}";
    let (format, turns, faults) = turns_and_faults(text);
    assert_eq!((format, faults), (Format::Plain, vec![4, 5]));
    assert_eq!(turns, ["User: a", "User: a", "Assistant: c"]);
}

#[test]
fn a_result_that_names_no_call_belongs_to_the_last_open_one() {
    let text = r#"{"role":"tool_call","name":"a"}
{"role":"tool_call","name":"b"}
{"role":"tool_result","content":"of b"}
{"role":"tool_result","content":"of a"}
{"role":"tool_result","content":"of none"}"#;
    let turns = read(text).unwrap().turns;
    let call = |place: usize| match &turns[place].said {
        TurnContent::ToolCall { call_id, .. } | TurnContent::ToolResult { call_id, .. } => {
            call_id.clone()
        }
        said => panic!("{said:?}"),
    };
    assert_eq!((call(2), call(3), call(4)), (call(1), call(0), turns[4].id.clone()));
}

#[test]
fn reading_twice_gives_the_same_names_and_nonsense_is_no_transcript() {
    let text = "{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"assistant\",\"content\":\"b\"}";
    let longer = format!("{text}\n{{\"role\":\"user\",\"content\":\"c\"}}");
    let names =
        |text: &str| read(text).unwrap().turns.into_iter().map(|turn| turn.id).collect::<Vec<_>>();
    assert_eq!(names(text), names(&longer)[..2]);
    for nonsense in ["", "hello", "[]x", "{\"a\":1}", "\"text\""] {
        assert_eq!(read(nonsense), None, "{nonsense}");
    }
}
