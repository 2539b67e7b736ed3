//! The file of the reference memory server: one entity or relation in JSON on each line.

use serde::Deserialize;

use super::{Fault, ParsedFile, Piece};
use crate::{
    foreign::graph::{Relation, Statement},
    text::surrogate::without_lone_surrogates,
};

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    #[serde(rename_all = "camelCase")]
    Entity {
        name: String,
        entity_type: String,
        #[serde(default)]
        observations: Vec<String>,
    },
    #[serde(rename_all = "camelCase")]
    Relation { from: String, to: String, relation_type: String },
}

/// What the lines say: each entity, each observation and each relation is a memory of its own, as the profile
/// `reference` keeps them.
pub(super) fn read(text: &str) -> ParsedFile {
    let mut reading = ParsedFile::default();
    for (place, line) in text.lines().enumerate() {
        let number = place + 1;
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(&without_lone_surrogates(line)) {
            Ok(line) => reading.pieces.extend(statements(line).iter().map(|it| piece(number, it))),
            Err(error) => {
                let reason = format!("it is neither an entity nor a relation: {error}");
                reading.faults.push(Fault { line: number, reason });
            }
        }
    }
    reading
}

fn statements(line: Line) -> Vec<Statement> {
    match line {
        Line::Entity { name, entity_type, observations } => {
            let observed = observations.into_iter().map(|content| {
                let entity = name.clone();
                Statement::Observation { entity, content }
            });
            let entity = Statement::Entity { name: name.clone(), entity_type };
            std::iter::once(entity).chain(observed).collect()
        }
        Line::Relation { from, to, relation_type } => {
            vec![Statement::Relation(Relation { from, to, relation_type })]
        }
    }
}

fn piece(line: usize, statement: &Statement) -> Piece {
    let category = Some(statement.category().to_owned());
    Piece { text: statement.text(), line, category, ..Piece::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_observations_and_relations_are_memories_and_other_lines_are_told() {
        let text = concat!(
            r#"{"type":"entity","name":"Ada","entityType":"person","observations":["Wrote a program"]}"#,
            "\n\nnot json\n",
            r#"{"type":"relation","from":"Ada","to":"Babbage","relationType":"knows"}"#,
            "\n",
            r#"{"type":"thing"}"#,
        );
        let reading = read(text);
        let texts: Vec<&str> = reading.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(texts, ["Ada (person)", "Ada: Wrote a program", "Ada → knows → Babbage"]);
        assert_eq!(reading.pieces[2].line, 4);
        let faults: Vec<usize> = reading.faults.iter().map(|fault| fault.line).collect();
        assert_eq!(faults, [3, 5]);
    }
}
