//! A knowledge graph: entities, what was observed of them, and relations between them.
//!
//! Each is said by one note, whose text says all of it (see [`Statement`]). So a graph survives whatever notes survive,
//! an observation is recalled like any memory, and people change the graph by changing their documents.

mod plan;
mod statement;

use std::collections::{HashMap, HashSet};

use serde::Serialize;

pub use plan::{Added, Knowledge, Plan, UnknownEntity};
pub use statement::Statement;

/// What notes say together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// The entities, the oldest first.
    pub entities: Vec<Entity>,
    /// The relations, the oldest first.
    pub relations: Vec<Relation>,
}

/// Something that things were observed of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entity {
    /// Its name; no other entity has it.
    pub name: String,
    /// What sort of thing it is; nothing when only observations name it.
    pub entity_type: String,
    /// What was observed, in order.
    pub observations: Vec<String>,
}

/// How one entity stands to another. Neither need be there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Relation {
    /// Where it starts.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// What it is.
    pub relation_type: String,
}

impl Graph {
    /// The graph that statements make, in their order. An entity that only observations name is there, too.
    pub fn of<'a>(statements: impl IntoIterator<Item = &'a Statement>) -> Self {
        let mut graph = Self::default();
        let mut places: HashMap<String, usize> = HashMap::new();
        for statement in statements {
            match statement {
                Statement::Entity { name, entity_type } => {
                    let entity = graph.entity(&mut places, name);
                    if entity.entity_type.is_empty() {
                        entity.entity_type.clone_from(entity_type);
                    }
                }
                Statement::Observation { entity, content } => {
                    graph.entity(&mut places, entity).observations.push(content.clone());
                }
                Statement::Relation(relation) => graph.relations.push(relation.clone()),
            }
        }
        graph
    }

    fn entity(&mut self, places: &mut HashMap<String, usize>, name: &str) -> &mut Entity {
        let place = *places.entry(name.to_owned()).or_insert_with(|| {
            let (entity_type, observations) = (String::new(), Vec::new());
            self.entities.push(Entity { name: name.to_owned(), entity_type, observations });
            self.entities.len() - 1
        });
        &mut self.entities[place]
    }

    /// The entities whose name, type or observations hold a text, whatever its case, and their relations.
    pub fn searched(self, text: &str) -> Self {
        let text = text.to_lowercase();
        let holds = |said: &String| said.to_lowercase().contains(&text);
        self.only(|it| {
            holds(&it.name) || holds(&it.entity_type) || it.observations.iter().any(holds)
        })
    }

    /// The entities with these names, and their relations.
    pub fn opened(self, names: &[String]) -> Self {
        self.only(|entity| names.contains(&entity.name))
    }

    /// Some entities, and the relations that start or end at one of them.
    fn only(mut self, passes: impl Fn(&Entity) -> bool) -> Self {
        self.entities.retain(passes);
        let names: HashSet<&str> =
            self.entities.iter().map(|entity| entity.name.as_str()).collect();
        self.relations
            .retain(|it| names.contains(it.from.as_str()) || names.contains(it.to.as_str()));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(text: &str) -> Statement {
        let (category, text) = text.split_once(' ').unwrap();
        Statement::read(category, text).unwrap()
    }

    fn graph() -> Graph {
        let said = [
            "entity Ada (person)",
            "observation Ada: Wrote the first program",
            "observation Babbage: Lives in London",
            "relation Ada → knows → Babbage",
            "entity Babbage (person)",
            "entity Engine (machine)",
            "relation Babbage → built → Engine",
        ]
        .map(statement);
        Graph::of(&said)
    }

    fn names(graph: &Graph) -> Vec<&str> {
        graph.entities.iter().map(|entity| entity.name.as_str()).collect()
    }

    #[test]
    fn statements_make_a_graph_in_their_order() {
        let graph = graph();
        assert_eq!(names(&graph), ["Ada", "Babbage", "Engine"]);
        assert_eq!(graph.entities[1].entity_type, "person");
        assert_eq!(graph.entities[1].observations, ["Lives in London"]);
        assert_eq!(graph.relations.len(), 2);
    }

    #[test]
    fn a_search_looks_at_names_types_and_observations_and_brings_relations_along() {
        for (text, found, relations) in [
            ("ADA", vec!["Ada"], 1),
            ("person", vec!["Ada", "Babbage"], 2),
            ("london", vec!["Babbage"], 2),
            ("nothing", vec![], 0),
        ] {
            let graph = graph().searched(text);
            assert_eq!((names(&graph), graph.relations.len()), (found, relations), "{text}");
        }
    }

    #[test]
    fn nodes_are_opened_by_their_exact_names() {
        let graph = graph().opened(&["Engine".to_owned(), "ada".to_owned()]);
        assert_eq!(names(&graph), ["Engine"]);
        assert_eq!(graph.relations[0].relation_type, "built");
    }
}
