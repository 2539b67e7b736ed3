//! Resources: each memory by its id, as `memory://12`, and documents by their path, as `memory://global/MEMORY.md`.

use mnemic::{Caller, Engine, Error, Reference, config::ToolProfile, visible};
use rmcp::{
    ErrorData,
    model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate},
};

use super::{Handler, failure, graph};

const PREFIX: &str = "memory://";
/// The whole graph, as the reference server calls it.
const GRAPH: &str = "knowledge-graph";

/// What a client is told of how memories are named.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = ResourceTemplate::new("memory://{id}", "memory")
        .with_description("One memory by its id, as in [id:12]")
        .with_mime_type("text/plain");
    vec![template]
}

/// The documents within reach, and the graph for a client that knows it.
pub(super) async fn listing(handler: &Handler) -> Result<Vec<Resource>, ErrorData> {
    let documents = handler
        .engine
        .documents(&handler.service.caller)
        .await
        .map_err(|error| internal(&error))?;
    let mut listed: Vec<Resource> = documents
        .into_iter()
        .map(|path| Resource::new(format!("{PREFIX}{path}"), path).with_mime_type("text/markdown"))
        .collect();
    if handler.profile == ToolProfile::Reference {
        let graph = Resource::new(format!("{PREFIX}{GRAPH}"), GRAPH)
            .with_description("The full knowledge graph with all entities and relations")
            .with_mime_type("application/json");
        listed.insert(0, graph);
    }
    Ok(listed)
}

/// The text of a memory or a document. What was forgotten, and what is beyond reach, is not there.
pub(super) async fn read(handler: &Handler, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let missing = || ErrorData::resource_not_found(format!("there is no resource `{uri}`"), None);
    let named = uri.strip_prefix(PREFIX).ok_or_else(missing)?;
    let (engine, caller) = (&handler.engine, &handler.service.caller);
    let (read, kind) = match named {
        GRAPH if handler.profile == ToolProfile::Reference => {
            (graph::resource(engine, caller).await, "application/json")
        }
        path if path.contains('/') => (engine.read_document(caller, path).await, "text/markdown"),
        id => (memory(engine, caller, id).await, "text/plain"),
    };
    let text = read.map_err(|error| match error {
        Error::NotFound(_) | Error::NoDocument(_) => missing(),
        Error::Ambiguous { .. } => ErrorData::invalid_params(failure::error_text(&error), None),
        error => internal(&error),
    })?;
    let contents = ResourceContents::text(visible(&text), uri).with_mime_type(kind);
    Ok(ReadResourceResult::new(vec![contents]))
}

async fn memory(engine: &Engine, caller: &Caller, id: &str) -> Result<String, Error> {
    let reference: Reference = id.parse().map_err(|_| Error::NoDocument(id.to_owned()))?;
    let memory = engine.show(caller, &reference).await?.memory;
    if memory.is_active() { Ok(memory.text) } else { Err(Error::NotFound(reference)) }
}

fn internal(error: &Error) -> ErrorData {
    ErrorData::internal_error(failure::error_text(error), None)
}
