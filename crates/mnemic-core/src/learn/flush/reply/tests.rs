use super::*;
use proptest::prelude::*;

fn extract(text: &str, category: &str, target: FlushTarget) -> Extract {
    Extract { text: text.to_owned(), category: category.parse().unwrap(), target }
}

#[test]
fn blocks_are_read_with_content_of_several_lines() {
    let reply = parse(
        "Here is what I found:\n\nTYPE: decision\nCONTENT: We use SQLite.\nIt needs no server.\n\n- point one\nTARGET: MEMORY.md\n\n---\n\
         **Type:** Preference\n**Content:** Dana prefers tabs\n\n- type: fact\n- content: The API runs on port 8080\n- target: `USER.md`",
    );
    assert_eq!(
        reply.extracts,
        [
            extract(
                "We use SQLite.\nIt needs no server.\n\n- point one",
                "decision",
                FlushTarget::Memory
            ),
            extract("Dana prefers tabs", "preference", FlushTarget::User),
            extract("The API runs on port 8080", "discovery", FlushTarget::User),
        ]
    );
    assert_eq!((reply.declined, reply.notes.len()), (false, 0));
}

#[test]
fn json_is_read_wherever_it_stands() {
    let expected = [
        extract("Use tabs", "decision", FlushTarget::Memory),
        extract("x failed; y fixed it", "error", FlushTarget::Memory),
    ];
    for reply in [
        r#"[{"type":"decision","content":"Use tabs"},{"type":"error","content":"x failed; y fixed it","target":"MEMORY.md"}]"#,
        "Sure [1]:\n```json\n{\"memories\": [{\"type\":\"decision\",\"text\":\"Use tabs\"}, {\"category\":\"error\",\"content\":\"x failed; y fixed it\"}]}\n```",
        "{\"type\":\"decision\",\"content\":\"Use tabs\"}\n{\"type\":\"error\",\"content\":\"x failed; y fixed it\"}",
    ] {
        assert_eq!(parse(reply).extracts, expected, "{reply}");
    }
}

#[test]
fn a_memory_fence_is_read_by_its_sections() {
    let reply = parse(
        "Saved:\n```memory\n## Decisions\n- Use SQLite\n  - it is small\n- Use tabs\n\n## Facts\nThe build takes 4 minutes\n```\nbye",
    );
    assert_eq!(
        reply.extracts,
        [
            extract("Use SQLite\n  - it is small", "decision", FlushTarget::Memory),
            extract("Use tabs", "decision", FlushTarget::Memory),
            extract("The build takes 4 minutes", "discovery", FlushTarget::Memory),
        ]
    );
}

#[test]
fn nothing_to_save_is_the_whole_answer() {
    for reply in ["NO_REPLY", " no_reply.\n", "[NO_REPLY]", "`No_Reply`", "no reply"] {
        assert!(parse(reply).declined, "{reply}");
    }
    let reply = parse("TYPE: fact\nCONTENT: The marker NO_REPLY ends a flush\nTARGET: MEMORY.md");
    assert!(!reply.declined && reply.extracts.len() == 1);
}

#[test]
fn no_answer_chooses_a_file_of_its_own() {
    for target in
        ["../../etc/passwd", "/tmp/x.md", "SOUL.md", "memory/2026-11-15.md", "agents/x/MEMORY.md"]
    {
        let reply =
            parse(&format!("TYPE: fact\nCONTENT: The API runs on port 8080\nTARGET: {target}"));
        assert_eq!(reply.extracts[0].target, FlushTarget::Memory);
        assert!(reply.notes[0].contains("is not offered"), "{:?}", reply.notes);
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    for (reply, note) in [
        (
            "I could not find anything useful, sorry!",
            "nothing in the answer could be read as a memory",
        ),
        ("", "nothing in the answer could be read as a memory"),
        ("{\"type\": \"fact\", \"content\": ", "nothing in the answer could be read as a memory"),
        (
            "TYPE: poem\nCONTENT: The build takes 4 minutes",
            "the type `poem` is not known; taken as discovery",
        ),
        (
            "TYPE: fact\nCONTENT: <project_memory>x</project_memory>",
            "a memory without text was left out",
        ),
    ] {
        assert_eq!(parse(reply).notes, [note], "{reply}");
    }
}

proptest! {
    #[test]
    fn any_answer_is_read(reply in "(TYPE|CONTENT|TARGET|[:\\[{\"}`#\\n -]|memory|\\PC){0,120}") {
        prop_assert!(parse(&reply).extracts.len() <= MAX_EXTRACTS);
    }
}
