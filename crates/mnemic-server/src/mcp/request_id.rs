//! The id of a request that cannot be read, so that whoever asked is told under it.

use rmcp::model::RequestId;

/// So much of the beginning and of the end of a long request is enough to find its id.
pub(super) const ENOUGH: usize = 4096;

/// The id that a line which cannot be read tells. One inside of a text or of something else is none.
pub(crate) fn within(line: &[u8]) -> Option<RequestId> {
    let (mut depth, mut at) = (0_usize, 0);
    while at < line.len() {
        match line[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let length = text_length(&line[at..])?;
                let after = line[at + length..].trim_ascii_start();
                if depth == 1 && &line[at..at + length] == b"\"id\"" && after.first() == Some(&b':')
                {
                    return first_value(&after[1..]);
                }
                at += length - 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The id that a line tells of which the middle is missing: at its beginning, or as the very last thing.
pub(super) fn around(line: &[u8]) -> Option<RequestId> {
    let beginning = &line[..line.len().min(ENOUGH)];
    within(beginning).or_else(|| {
        let last = line.trim_ascii_end().strip_suffix(b"}")?;
        let start = last.windows(5).rposition(|word| word == b"\"id\":")? + 5;
        serde_json::from_slice(&last[start..]).ok()
    })
}

/// How long the text at the start of a line is, with its quotes.
fn text_length(line: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    let end = line.iter().skip(1).position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.map(|end| end + 2)
}

fn first_value(line: &[u8]) -> Option<RequestId> {
    serde_json::Deserializer::from_slice(line).into_iter().next()?.ok()
}
