//! Resources: each memory by its id, as `memory://12`.

use mnemic::{Engine, Reach, Reference};
use rmcp::{
    ErrorData,
    model::{ReadResourceResult, ResourceContents, ResourceTemplate},
};

use super::failure;

const PREFIX: &str = "memory://";

/// What a client is told of how memories are named.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = ResourceTemplate::new("memory://{id}", "memory")
        .with_description("One memory by its id, as in [id:12]")
        .with_mime_type("text/plain");
    vec![template]
}

/// The text of a memory. One that was forgotten is not there.
pub(super) async fn read(
    engine: &Engine,
    reach: &Reach,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    let missing = || ErrorData::resource_not_found(format!("nothing is at `{uri}`"), None);
    let named = uri.strip_prefix(PREFIX).ok_or_else(missing)?;
    let reference: Reference = named.parse().map_err(|_| missing())?;
    let memory = match engine.show(reach, &reference).await {
        Ok(shown) => shown.memory,
        Err(mnemic::Error::NotFound(_)) => return Err(missing()),
        Err(error @ mnemic::Error::Ambiguous { .. }) => {
            return Err(ErrorData::invalid_params(failure::told(&error), None));
        }
        Err(error) => return Err(ErrorData::internal_error(failure::told(&error), None)),
    };
    if !memory.is_active() {
        return Err(missing());
    }
    Ok(ReadResourceResult::new(vec![ResourceContents::text(memory.text, uri)]))
}
