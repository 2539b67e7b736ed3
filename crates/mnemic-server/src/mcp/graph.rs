//! The nine tools of the reference memory server. What they answer is said in its shapes: JSON as text, and the same for
//! programs.

use mnemic::{
    Draft, Error, ErrorCode, Field, Filter, Memory, Step, Test, Value as Compared,
    graph::{Entity, Graph, Knowledge, Plan, Relation, Statement, UnknownEntity},
};
use serde::Serialize;
use serde_json::json;

use super::{Call, argument::Arguments, failure::Failure, reply::Reply};

/// For more entities than so many the whole graph is looked at: looking for each would take longer.
const MOST_PIECES: usize = 32;

impl Call<'_> {
    pub(super) async fn create_entities(self) -> Result<Reply, Failure> {
        let wanted: Vec<Entity> = self.arguments.objects("entities").iter().map(entity).collect();
        let about = about(wanted.iter().map(|entity| &entity.name));
        let created = self.change_graph(about, |known| Ok(known.create_entities(&wanted))).await?;
        Ok(listed("entities", &created))
    }

    pub(super) async fn create_relations(self) -> Result<Reply, Failure> {
        let wanted = relations(&self.arguments);
        let about = about(wanted.iter().map(|relation| &relation.from));
        let created = self.change_graph(about, |known| Ok(known.create_relations(&wanted))).await?;
        Ok(listed("relations", &created))
    }

    pub(super) async fn add_observations(self) -> Result<Reply, Failure> {
        let wanted = of_entities(self.arguments.objects("observations"), "contents");
        let about = about(wanted.iter().map(|(name, _)| name));
        let added = self.change_graph(about, |known| Ok(known.add_observations(&wanted)?)).await?;
        Ok(listed("results", &added))
    }

    pub(super) async fn delete_entities(self) -> Result<Reply, Failure> {
        let names = texts(&self.arguments, "entityNames");
        let about = about(&names);
        self.change_graph(about, |known| Ok((known.delete_entities(&names), ()))).await?;
        Ok(done("Entities deleted successfully"))
    }

    pub(super) async fn delete_observations(self) -> Result<Reply, Failure> {
        let unwanted = of_entities(self.arguments.objects("deletions"), "observations");
        let about = about(unwanted.iter().map(|(name, _)| name));
        self.change_graph(about, |known| Ok((known.delete_observations(&unwanted), ()))).await?;
        Ok(done("Observations deleted successfully"))
    }

    pub(super) async fn delete_relations(self) -> Result<Reply, Failure> {
        let unwanted = relations(&self.arguments);
        let about = about(unwanted.iter().map(|relation| &relation.from));
        self.change_graph(about, |known| Ok((known.delete_relations(&unwanted), ()))).await?;
        Ok(done("Relations deleted successfully"))
    }

    pub(super) async fn read_graph(self) -> Result<Reply, Failure> {
        Ok(whole(&self.graph(&statements()).await?))
    }

    pub(super) async fn search_nodes(self) -> Result<Reply, Failure> {
        let query = text(&self.arguments, "query");
        Ok(whole(&self.graph(&statements()).await?.searched(&query)))
    }

    pub(super) async fn open_nodes(self) -> Result<Reply, Failure> {
        let names = texts(&self.arguments, "names");
        Ok(whole(&self.graph(&about(&names)).await?.opened(&names)))
    }

    async fn graph(&self, filter: &Filter) -> Result<Graph, Error> {
        let memories = self.engine.collect(&self.service.caller, filter).await?;
        Ok(Knowledge::of(&memories).graph())
    }

    /// Changes the graph by a plan that is given the statements that pass a filter.
    async fn change_graph<T>(
        &self,
        filter: Filter,
        plan: impl Fn(&Knowledge<'_>) -> Result<(Plan, T), Failure>,
    ) -> Result<T, Failure> {
        let steps = |memories: &[Memory]| {
            let (plan, answer) = plan(&Knowledge::of(memories))?;
            let said = plan.remember.iter().map(|statement| Step::Remember(self.stated(statement)));
            Ok((said.chain(plan.forget.into_iter().map(Step::Forget)).collect(), answer))
        };
        self.engine.arrange(&self.service.caller, &filter, steps).await
    }

    fn stated(&self, statement: &Statement) -> Draft {
        let category = Some(statement.category().to_owned());
        Draft { category, ..self.draft(statement.text()) }
    }
}

/// The whole graph as the reference server's resource shows it.
pub(super) async fn resource(
    engine: &mnemic::Engine,
    caller: &mnemic::Caller,
) -> Result<String, Error> {
    let memories = engine.collect(caller, &statements()).await?;
    Ok(pretty(&Knowledge::of(&memories).graph()))
}

fn statements() -> Filter {
    let categories = Statement::CATEGORIES.map(|name| Compared::Text(name.to_owned()));
    Filter::none().and(Field::Category, Test::In(categories.to_vec()))
}

/// Every statement about these entities; others may pass, too.
fn about<'a>(names: impl IntoIterator<Item = &'a String>) -> Filter {
    let pieces: Option<Vec<String>> =
        names.into_iter().map(|name| Statement::piece_about(name).map(str::to_owned)).collect();
    match pieces {
        Some(pieces) if pieces.len() <= MOST_PIECES => statements().and_piece(pieces),
        _ => statements(),
    }
}

fn entity(given: &Arguments) -> Entity {
    Entity {
        name: text(given, "name"),
        entity_type: text(given, "entityType"),
        observations: texts(given, "observations"),
    }
}

fn relations(arguments: &Arguments) -> Vec<Relation> {
    let relation = |given: &Arguments| Relation {
        from: text(given, "from"),
        to: text(given, "to"),
        relation_type: text(given, "relationType"),
    };
    arguments.objects("relations").iter().map(relation).collect()
}

/// Texts by the entity they are about.
fn of_entities(objects: &[Arguments], name: &str) -> Vec<(String, Vec<String>)> {
    let one = |given: &Arguments| (text(given, "entityName"), texts(given, name));
    objects.iter().map(one).collect()
}

fn text(given: &Arguments, name: &str) -> String {
    with_line_feeds(given.text(name).unwrap_or_default())
}

fn texts(given: &Arguments, name: &str) -> Vec<String> {
    given.words(name).unwrap_or_default().iter().map(|text| with_line_feeds(text)).collect()
}

/// A text as it is kept: its lines end in line feeds, so that what was said is known again.
fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn listed<T: Serialize>(name: &str, items: &[T]) -> Reply {
    Reply { text: pretty(items), structured: json!({name: items}) }
}

fn whole(graph: &Graph) -> Reply {
    Reply { text: pretty(graph), structured: json!(graph) }
}

fn done(message: &str) -> Reply {
    Reply { text: message.to_owned(), structured: json!({"success": true, "message": message}) }
}

fn pretty<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("lists of texts can be written as JSON")
}

impl From<UnknownEntity> for Failure {
    fn from(error: UnknownEntity) -> Self {
        Self::Refused(ErrorCode::EntityNotFound, error.to_string())
    }
}
