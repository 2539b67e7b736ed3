//! Mnemic as a server of the Model Context Protocol: tools that models call.
//!
//! Which tools there are is a table ([`ToolProfile`]); each reads its arguments by the schema it shows, runs one verb
//! and answers with text that begins with the ids of memories. What a model can put right is an answer it can
//! read, wrong arguments too; a tool that is not there is an error of the protocol.

mod argument;
mod audit;
mod blame;
mod client;
mod conflicts;
mod connector;
mod context;
mod failure;
mod files;
mod forget;
mod graph;
mod import;
mod list;
mod narrative;
mod odd;
mod parameter;
mod pin;
mod pipe;
mod profile;
mod promote;
mod prompt;
mod recall;
mod reindex;
mod remember;
mod reply;
pub(crate) mod request_id;
mod resource;
mod restore;
mod sampling;
mod session;
mod show;
mod signal;
mod slash;
mod status;
mod stdio;
mod tool;
mod update;
mod why;

use std::sync::Arc;

use mnemic::{Caller, Engine, IdError, Memory, Reference, Scope, config::ToolProfile};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
        GetPromptRequestParams, GetPromptResponse, Implementation, JsonObject, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
pub use sampling::sampling;
pub use stdio::{ServeError, serve_stdio};
use tokio::sync::Semaphore;

use self::{
    argument::Arguments,
    client::Client,
    failure::Failure,
    reply::Reply,
    tool::{Tool, Verb},
};

/// On whose behalf a client's calls are made, and which tools it has.
#[derive(Debug, Clone)]
pub struct Service {
    /// The tools; when absent, those that the vault's settings name.
    pub profile: Option<ToolProfile>,
    /// Where memories are stored.
    pub scope: Scope,
    /// Who calls: which memories they see and can name.
    pub caller: Caller,
}

/// How many calls run at once; others wait. Chosen by hand: enough to keep a few cores busy, few enough that a flood of
/// calls does not hold a transcript or an answer of each in RAM.
const MOST_CALLS: u32 = 16;

/// A server. Its copies, one for each client, share the permits.
#[derive(Clone)]
pub(crate) struct Server {
    handler: Arc<Handler>,
    permits: Arc<Semaphore>,
}

/// What answers calls.
struct Handler {
    engine: Arc<Engine>,
    profile: ToolProfile,
    service: Service,
}

/// What a tool works with.
struct Call<'a> {
    engine: &'a Engine,
    service: &'a Service,
    client: Client,
    arguments: Arguments,
}

impl Server {
    pub(crate) fn new(engine: Arc<Engine>, service: Service) -> Self {
        let profile = service.profile.unwrap_or(engine.settings().tool_profile);
        let handler = Arc::new(Handler { engine, profile, service });
        Self { handler, permits: Arc::new(Semaphore::new(MOST_CALLS as usize)) }
    }

    /// Waits until every call that has begun has ended.
    pub(crate) async fn wait_for_calls(&self) {
        let _all = self.permits.acquire_many(MOST_CALLS).await;
    }

    /// Runs a call as a task of its own: a call that has begun ends, whether or not the client still waits.
    async fn run<T, W>(
        &self,
        call: impl FnOnce(Arc<Handler>) -> W + Send + 'static,
    ) -> Result<T, ErrorData>
    where
        T: Send + 'static,
        W: Future<Output = T> + Send,
    {
        let permit = self.permits.clone().acquire_owned().await.expect("it is never closed");
        let handler = self.handler.clone();
        let running = tokio::spawn(async move {
            let _permit = permit;
            call(handler).await
        });
        running.await.map_err(|error| {
            tracing::error!(%error, "a call panicked");
            ErrorData::internal_error("the call failed by a fault of mnemic's", None)
        })
    }

    async fn called(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let client = Client::of(&context);
        tracing::debug!(tool = %request.name, "a tool is called");
        let tool = profile::tool(self.handler.profile, &request.name)?;
        let given = request.arguments.unwrap_or_default();
        let called =
            self.run(move |handler| async move { handler.call(tool, given, client).await });
        Ok(match called.await? {
            Ok(reply) => reply.into_result(),
            Err(failure) => failure.into_result(tool),
        })
    }
}

impl Handler {
    async fn call(
        &self,
        tool: &'static Tool,
        mut given: JsonObject,
        client: Client,
    ) -> Result<Reply, Failure> {
        if self.profile == ToolProfile::Reference || tool.parameters.is_empty() {
            // The reference server passes over what it does not know, and some clients send something for nothing.
            given.retain(|name, _| tool.parameters.iter().any(|known| known.is_called(name)));
        }
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
            Verb::CreateEntities => call.create_entities().await,
            Verb::CreateRelations => call.create_relations().await,
            Verb::AddObservations => call.add_observations().await,
            Verb::DeleteEntities => call.delete_entities().await,
            Verb::DeleteObservations => call.delete_observations().await,
            Verb::DeleteRelations => call.delete_relations().await,
            Verb::ReadGraph => call.read_graph().await,
            Verb::SearchNodes => call.search_nodes().await,
            Verb::OpenNodes => call.open_nodes().await,
            Verb::Files => call.files().await,
            Verb::Show => call.show().await,
            Verb::List => call.list().await,
            Verb::Restore => call.restore().await,
            Verb::Pin => call.pin().await,
            Verb::Unpin => call.unpin().await,
            Verb::Promote => call.promote().await,
            Verb::Conflicts => call.conflicts().await,
            Verb::Settle => call.settle().await,
            Verb::Narrative => call.narrative().await,
            Verb::Audit => call.audit().await,
            Verb::Blame => call.blame().await,
            Verb::Why => call.why().await,
            Verb::Status => call.status().await,
            Verb::Import => call.import().await,
            Verb::Reindex => call.reindex().await,
            Verb::StartSession => call.start_session().await,
            Verb::AppendSession => call.append_session().await,
            Verb::FlushSession => call.flush_session().await,
            Verb::CompactSession => call.compact_session().await,
            Verb::EndSession => call.end_session().await,
            Verb::ForkSession => call.fork_session().await,
            Verb::ListSessions => call.list_sessions().await,
            Verb::SearchSessions => call.search_sessions().await,
            Verb::ShowSession => call.show_session().await,
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
            .with_instructions(profile::instructions(self.handler.profile))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(profile::listing(self.handler.profile)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.called(request, context).await.map(Into::into)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.odd(request, context).await
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let list = |handler: Arc<Handler>| async move { resource::listing(&handler).await };
        self.run(list).await?.map(ListResourcesResult::with_all_items)
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
        let read =
            |handler: Arc<Handler>| async move { resource::read(&handler, &request.uri).await };
        self.run(read).await?.map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompt::listing(self.handler.profile)))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let get = |handler: Arc<Handler>| async move {
            match prompt::slash(handler.profile, &request) {
                Some(line) => handler.slash(&line).await,
                None => prompt::get(&handler, &request).await,
            }
        };
        self.run(get).await?.map(Into::into)
    }
}

/// `[id:12]`, or the anchor of a memory without a number.
fn name(memory: &Memory) -> String {
    match memory.number {
        Some(number) => format!("[id:{number}]"),
        None => format!("[^{}]", memory.anchor),
    }
}
