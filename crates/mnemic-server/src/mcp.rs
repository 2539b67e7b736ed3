//! Mnemic as a server of the Model Context Protocol: tools that models call.
//!
//! Which tools there are is a table ([`Profile`]); each reads its arguments by the schema it shows, runs one verb
//! and answers with text that begins with the ids of memories. What a model can put right is an answer it can
//! read; a call that cannot be understood is an error of the protocol.

mod argument;
mod connector;
mod context;
mod failure;
mod feedback;
mod forget;
mod parameter;
mod profile;
mod prompt;
mod query;
mod reply;
mod resource;
mod slash;
mod stdio;
mod store;
mod tool;
mod update;

use std::sync::Arc;

use mnemic::{Engine, Error, IdError, Memory, Reach, Reference, Scope};
pub use profile::{Profile, ProfileError};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
        Implementation, ListPromptsResult, ListResourceTemplatesResult, ListToolsResult,
        PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
pub use stdio::{ServeError, serve_stdio};
use tokio::{runtime::Handle, sync::Semaphore};

use self::{argument::Arguments, failure::Failure, reply::Reply, tool::Verb};

/// On whose behalf a client's calls are made, and which tools it has.
#[derive(Debug, Clone)]
pub struct Service {
    /// The tools.
    pub profile: Profile,
    /// Where memories are stored.
    pub scope: Scope,
    /// Which memories are seen, and can be named.
    pub reach: Reach,
}

/// So many calls are worked on at once; others wait their turn.
const SEATS: u32 = 16;

/// A server. Its copies, one for each client, share the seats.
#[derive(Clone)]
pub(crate) struct Server {
    desk: Arc<Desk>,
    seats: Arc<Semaphore>,
}

/// Where calls are worked on.
struct Desk {
    engine: Arc<Engine>,
    service: Service,
}

/// What a tool works with.
struct Call<'a> {
    engine: &'a Engine,
    service: &'a Service,
    /// What the client calls itself.
    client: Option<String>,
    arguments: Arguments,
}

impl Server {
    pub(crate) fn new(engine: Arc<Engine>, service: Service) -> Self {
        let desk = Arc::new(Desk { engine, service });
        Self { desk, seats: Arc::new(Semaphore::new(SEATS as usize)) }
    }

    /// Waits until what was begun has come to its end, for whomever it was.
    pub(crate) async fn settle(&self) {
        let _all = self.seats.acquire_many(SEATS).await;
    }

    /// Does some work on a thread of its own: verbs do not move between threads, and one that has begun ends, whether
    /// or not the client still waits. Seats leave threads for what verbs wait for.
    async fn seat<T, W>(
        &self,
        work: impl FnOnce(Arc<Desk>) -> W + Send + 'static,
    ) -> Result<T, ErrorData>
    where
        T: Send + 'static,
        W: Future<Output = T>,
    {
        let seat = self.seats.clone().acquire_owned().await.expect("seats are never taken away");
        let (desk, runtime) = (self.desk.clone(), Handle::current());
        let done = tokio::task::spawn_blocking(move || {
            let _seat = seat;
            runtime.block_on(work(desk))
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a call came to an end by a fault of ours");
            ErrorData::internal_error("the call failed by a fault of mnemic's", None)
        })
    }
}

impl Desk {
    async fn call(
        &self,
        request: CallToolRequestParams,
        client: Option<String>,
    ) -> Result<Reply, Failure> {
        let tool = self.service.profile.tool(&request.name)?;
        let given = request.arguments.unwrap_or_default();
        let arguments = Arguments::read(tool.parameters, given)?;
        let call = Call { engine: &self.engine, service: &self.service, client, arguments };
        match tool.verb {
            Verb::Store => call.store().await,
            Verb::Query => call.query().await,
            Verb::Reinforce => call.reinforce().await,
            Verb::Demote => call.demote().await,
            Verb::Update => call.update().await,
            Verb::Forget => call.forget().await,
            Verb::Context => call.context().await,
            Verb::Search => call.search().await,
            Verb::Fetch => call.fetch().await,
        }
    }
}

impl Call<'_> {
    /// The memory that `id` names.
    fn reference(&self) -> Result<Reference, Failure> {
        let named = self.arguments.text("id").unwrap_or_default();
        named.parse().map_err(|error: IdError| Failure::argument("id", error.to_string()))
    }

    /// What `query` asks.
    fn question(&self) -> Result<String, Failure> {
        let question = self.arguments.text("query").unwrap_or_default();
        if question.trim().is_empty() {
            return Err(Failure::argument("query", "it is empty"));
        }
        Ok(question.to_owned())
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("mnemic", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.desk.service.profile.instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.desk.service.profile.listing()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.client_info().map(|client| client.name);
        tracing::debug!(tool = %request.name, "a tool is called");
        match self.seat(|desk| async move { desk.call(request, client).await }).await? {
            Ok(reply) => Ok(reply.into_result().into()),
            Err(failure) => failure.told().map(Into::into),
        }
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resource::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = |desk: Arc<Desk>| async move {
            resource::read(&desk.engine, &desk.service.reach, &request.uri).await
        };
        self.seat(read).await?.map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompt::listing(self.desk.service.profile)))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match prompt::slash(self.desk.service.profile, &request) {
            Some(line) => {
                let carried_out = |desk: Arc<Desk>| async move { desk.slash(&line).await };
                self.seat(carried_out).await?.map(Into::into)
            }
            None => prompt::get(self.desk.service.profile, &request).map(Into::into),
        }
    }
}

/// `[id:12]`, or the anchor of a memory without a number.
fn name(memory: &Memory) -> String {
    match memory.number {
        Some(number) => format!("[id:{number}]"),
        None => format!("[^{}]", memory.anchor),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Verb(error)
    }
}
