//! What is to be remembered and forgotten so that a graph becomes what someone wants.

use std::collections::HashSet;

use serde::Serialize;
use thiserror::Error;

use super::{Entity, Graph, Relation, Statement};
use crate::record::memory::Memory;

/// What is known, statement by statement, each by the memory that says it.
#[derive(Debug)]
pub struct Knowledge<'a> {
    said: Vec<(&'a Memory, Statement)>,
}

/// What is to be done, as one.
#[derive(Debug, Default, PartialEq)]
pub struct Plan {
    /// To be remembered, in this order.
    pub remember: Vec<Statement>,
    /// To be forgotten.
    pub forget: Vec<Memory>,
}

/// What was added to an entity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Added {
    /// The entity.
    pub entity_name: String,
    /// What was not known of it.
    pub added_observations: Vec<String>,
}

/// No entity has that name. It is said in the words that agents know from the reference server.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("Entity with name {0} not found")]
pub struct UnknownEntity(String);

impl<'a> Knowledge<'a> {
    /// What memories say. Those that are no statements are passed over.
    pub fn of(memories: &'a [Memory]) -> Self {
        let said = memories.iter().filter_map(|memory| Some((memory, Statement::of(memory)?)));
        Self { said: said.collect() }
    }

    /// What it all comes to.
    pub fn graph(&self) -> Graph {
        Graph::of(self.said.iter().map(|(_, statement)| statement))
    }

    /// New entities; what is said of those that are known already is not taken.
    pub fn create_entities(&self, wanted: &[Entity]) -> (Plan, Vec<Entity>) {
        let known = self.graph();
        let mut names: HashSet<&str> = known.entities.iter().map(|it| it.name.as_str()).collect();
        let mut created = Vec::new();
        for entity in wanted {
            if names.insert(&entity.name) {
                created.push(entity.clone());
            }
        }
        (
            Plan { remember: created.iter().flat_map(statements_of).collect(), ..Plan::default() },
            created,
        )
    }

    /// New relations.
    pub fn create_relations(&self, wanted: &[Relation]) -> (Plan, Vec<Relation>) {
        let known = self.graph().relations;
        let created: Vec<Relation> =
            wanted.iter().filter(|relation| !known.contains(relation)).cloned().collect();
        let remember = created.iter().cloned().map(Statement::Relation).collect();
        (Plan { remember, ..Plan::default() }, created)
    }

    /// New observations of entities that are known; of another, nothing at all is done. Each item is an entity's name
    /// and what was observed.
    pub fn add_observations(
        &self,
        wanted: &[(String, Vec<String>)],
    ) -> Result<(Plan, Vec<Added>), UnknownEntity> {
        let mut graph = self.graph();
        let mut added = Vec::new();
        let mut remember = Vec::new();
        for (name, contents) in wanted {
            let entity = graph.entities.iter_mut().find(|entity| entity.name == *name);
            let known = &mut entity.ok_or_else(|| UnknownEntity(name.clone()))?.observations;
            let fresh: Vec<String> =
                contents.iter().filter(|content| !known.contains(content)).cloned().collect();
            known.extend(fresh.iter().cloned());
            remember.extend(fresh.iter().map(|content| observed(name, content)));
            added.push(Added { entity_name: name.clone(), added_observations: fresh });
        }
        Ok((Plan { remember, ..Plan::default() }, added))
    }

    /// Entities go, with what was observed of them and the relations that start or end there.
    pub fn delete_entities(&self, names: &[String]) -> Plan {
        self.forgetting(|statement| match statement {
            Statement::Entity { name, .. } => names.contains(name),
            Statement::Observation { entity, .. } => names.contains(entity),
            Statement::Relation(it) => names.contains(&it.from) || names.contains(&it.to),
        })
    }

    /// Observations go. What is not there is passed over.
    pub fn delete_observations(&self, unwanted: &[(String, Vec<String>)]) -> Plan {
        self.forgetting(|statement| match statement {
            Statement::Observation { entity, content } => {
                unwanted.iter().any(|(name, contents)| name == entity && contents.contains(content))
            }
            _ => false,
        })
    }

    /// Relations go. What is not there is passed over.
    pub fn delete_relations(&self, unwanted: &[Relation]) -> Plan {
        self.forgetting(
            |statement| matches!(statement, Statement::Relation(it) if unwanted.contains(it)),
        )
    }

    fn forgetting(&self, goes: impl Fn(&Statement) -> bool) -> Plan {
        let gone = self.said.iter().filter(|(_, statement)| goes(statement));
        Plan { forget: gone.map(|(memory, _)| (*memory).clone()).collect(), ..Plan::default() }
    }
}

/// What an entity comes to: that it is there, and each observation.
fn statements_of(entity: &Entity) -> Vec<Statement> {
    let Entity { name, entity_type, observations } = entity;
    let itself = Statement::Entity { name: name.clone(), entity_type: entity_type.clone() };
    std::iter::once(itself)
        .chain(observations.iter().map(|content| observed(name, content)))
        .collect()
}

fn observed(entity: &str, content: &str) -> Statement {
    Statement::Observation { entity: entity.to_owned(), content: content.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memories(said: &[(&str, &str)]) -> Vec<Memory> {
        let memory = |(category, text): &(&str, &str)| {
            serde_json::from_value(serde_json::json!({
                "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "scope": "global",
                "kind": "note", "category": category, "text": text, "source": {"origin": "agent"},
                "trust": "medium", "importance": 0.5, "confidence": 1.0, "version": 1,
                "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z",
            }))
            .unwrap()
        };
        said.iter().map(memory).collect()
    }

    fn known() -> Vec<Memory> {
        memories(&[
            ("entity", "Ada (person)"),
            ("observation", "Ada: Writes programs"),
            ("relation", "Ada → knows → Babbage"),
            ("discovery", "Ada: is no statement"),
        ])
    }

    fn entity(name: &str, observations: &[&str]) -> Entity {
        let observations = observations.iter().map(|it| (*it).to_owned()).collect();
        Entity { name: name.to_owned(), entity_type: "person".to_owned(), observations }
    }

    fn texts(plan: &Plan) -> Vec<String> {
        plan.remember.iter().map(Statement::text).collect()
    }

    fn of(entity: &str, contents: &[&str]) -> (String, Vec<String>) {
        (entity.to_owned(), contents.iter().map(|it| (*it).to_owned()).collect())
    }

    #[test]
    fn only_entities_of_new_names_are_created_each_with_its_observations() {
        let known = known();
        let wanted =
            [entity("Ada", &["Lives"]), entity("Bob", &["Sings", "Sings"]), entity("Bob", &[])];
        let (plan, created) = Knowledge::of(&known).create_entities(&wanted);
        assert_eq!(texts(&plan), ["Bob (person)", "Bob: Sings", "Bob: Sings"]);
        assert_eq!(created, wanted[1..2]);
    }

    #[test]
    fn only_new_relations_are_created_and_their_ends_need_not_be_there() {
        let relation = |to: &str| Relation {
            from: "Ada".to_owned(),
            to: to.to_owned(),
            relation_type: "knows".to_owned(),
        };
        let known = known();
        let (plan, created) =
            Knowledge::of(&known).create_relations(&[relation("Babbage"), relation("Nobody")]);
        assert_eq!(texts(&plan), ["Ada → knows → Nobody"]);
        assert_eq!(created.len(), 1);
    }

    #[test]
    fn observations_are_added_once_and_only_to_entities_that_are_there() {
        let known = known();
        let knowledge = Knowledge::of(&known);
        let wanted = [of("Ada", &["Writes programs", "Sings"]), of("Ada", &["Sings"])];
        let (plan, added) = knowledge.add_observations(&wanted).unwrap();
        assert_eq!(texts(&plan), ["Ada: Sings"]);
        assert_eq!(added[0].added_observations, ["Sings"]);
        assert!(added[1].added_observations.is_empty());
        let unknown = knowledge.add_observations(&[of("Ada", &["x"]), of("Eve", &[])]);
        assert_eq!(unknown.unwrap_err().to_string(), "Entity with name Eve not found");
    }

    #[test]
    fn what_goes_takes_along_what_hangs_on_it_and_what_is_not_there_is_passed_over() {
        let known = known();
        let knowledge = Knowledge::of(&known);
        let gone = |plan: Plan| plan.forget.len();
        assert_eq!(gone(knowledge.delete_entities(&["Ada".to_owned(), "Eve".to_owned()])), 3);
        assert_eq!(gone(knowledge.delete_entities(&["Babbage".to_owned()])), 1);
        assert_eq!(gone(knowledge.delete_observations(&[of("Ada", &["Writes programs"])])), 1);
        assert_eq!(gone(knowledge.delete_observations(&[of("Eve", &["Writes programs"])])), 0);
        let relations = knowledge.graph().relations;
        assert_eq!(gone(knowledge.delete_relations(&relations)), 1);
    }
}
