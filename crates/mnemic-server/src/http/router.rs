//! Which route answers a request that was let in.

use hyper::{Method, Request, body::Incoming};

use super::{
    Answer, MCP_PATH, cors, guard::Guard, mcp::McpRoute, refusal::Refusal, stranger::Stranger,
};

/// The routes, and who guards them.
pub(super) struct Router {
    pub(super) guard: Guard,
    pub(super) mcp: McpRoute,
}

impl Router {
    /// Answers a request. A connection whose client shows the token is a stranger no more.
    pub(super) async fn answer(&self, request: Request<Incoming>, stranger: &Stranger) -> Answer {
        let origin = match self.guard.whence(&request) {
            Ok(origin) => origin,
            Err(refusal) => return refused(refusal, &request),
        };
        if origin.is_some() && request.method() == Method::OPTIONS {
            return cors::marked(cors::preflight(), origin);
        }
        let answer = match self.guard.admit(request.headers()) {
            Ok(()) => {
                stranger.admit();
                self.route(request).await
            }
            Err(refusal) => refused(refusal, &request),
        };
        cors::marked(answer, origin)
    }

    /// Tells connections that stay open to come to an end.
    pub(super) fn end_streams(&self) {
        self.mcp.end_streams();
    }

    /// Cuts off whatever is still being answered.
    pub(super) fn end_answers(&self) {
        self.mcp.end_answers();
    }

    async fn route(&self, request: Request<Incoming>) -> Answer {
        match request.uri().path() {
            MCP_PATH => self.mcp.answer(request).await,
            _ => refused(Refusal::NoPage, &request),
        }
    }
}

fn refused(refusal: Refusal, request: &Request<Incoming>) -> Answer {
    tracing::info!(method = %request.method(), why = refusal.code(), "a request is refused");
    refusal.answer()
}
