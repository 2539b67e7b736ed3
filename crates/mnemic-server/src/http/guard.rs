//! The access guard: one layer around the whole router, its fallback included, so that no route is reached without it.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Router,
    extract::{Request, State},
    http::Method,
    middleware::{Next, from_fn_with_state},
    response::Response,
};
use tower::{Layer, ServiceExt, util::BoxCloneSyncService};

use super::{access::AccessPolicy, cors, slot::Authentication};

/// Routes behind the guard. The listener serves nothing else, and no route can be added any more.
#[derive(Clone)]
pub(super) struct GuardedRouter(BoxCloneSyncService<Request, Response, Infallible>);

impl GuardedRouter {
    pub(super) fn new(routes: Router, policy: AccessPolicy) -> Self {
        // Around the router, not `Router::layer`: that one covers only what the router holds at the time.
        let guard = from_fn_with_state(Arc::new(policy), guard);
        Self(BoxCloneSyncService::new(guard.layer(routes)))
    }

    pub(super) async fn respond(self, request: Request) -> Response {
        match self.0.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

async fn guard(State(policy): State<Arc<AccessPolicy>>, request: Request, next: Next) -> Response {
    let source = policy.check_host(&request).and_then(|()| policy.check_origin(request.headers()));
    let origin = match source {
        Ok(origin) => origin,
        Err(rejection) => return rejection.log(request.method()),
    };
    let response = match &origin {
        // A browser sends no token with a preflight.
        Some(_) if request.method() == Method::OPTIONS => cors::preflight(),
        _ => authenticate(&policy, request, next).await,
    };
    cors::allow(response, origin)
}

async fn authenticate(policy: &AccessPolicy, mut request: Request, next: Next) -> Response {
    if let Err(rejection) = policy.check_token(request.headers()) {
        return rejection.log(request.method());
    }
    // Removed, so that nothing that outlives the connection holds it.
    if let Some(authentication) = request.extensions_mut().remove::<Authentication>() {
        authentication.succeed();
    }
    next.run(request).await
}
