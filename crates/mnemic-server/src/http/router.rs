//! Builds the router: routes, then what all of them share, then the guard around everything.

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    middleware::from_fn_with_state,
    response::Response,
};

use super::{
    access::AccessPolicy,
    body::{BodyLimits, buffer_body},
    guard::GuardedRouter,
    rejection::Rejection,
};

/// Puts routes behind the guard. Their handlers get the state and the whole body of a request. A request that no route
/// answers is rejected in JSON, like all others.
pub(super) fn guarded<S>(
    routes: Router<S>,
    state: S,
    bodies: BodyLimits,
    policy: AccessPolicy,
) -> GuardedRouter
where
    S: Clone + Send + Sync + 'static,
{
    let routes = routes
        // Not for the fallback: nobody reads a body that no route wants.
        .route_layer(from_fn_with_state(Arc::new(bodies), buffer_body))
        // axum's own limit for extractors is lower than that of `BodyLimits`.
        .layer(DefaultBodyLimit::disable())
        .fallback(not_found)
        .method_not_allowed_fallback(bad_method)
        .with_state(state);
    GuardedRouter::new(routes, policy)
}

async fn not_found(request: Request) -> Response {
    Rejection::NotFound.log(request.method())
}

async fn bad_method(request: Request) -> Response {
    Rejection::BadMethod.log(request.method())
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    use axum::{
        body::{Body, to_bytes},
        extract::State,
        http::StatusCode,
        routing::get,
    };
    use mnemic::AccessToken;
    use serde_json::Value;

    use super::*;

    const TOKEN: (&str, &str) = ("authorization", "Bearer a-token-for-tests-only");
    const HOST: (&str, &str) = ("host", "localhost");
    const ORIGIN: (&str, &str) = ("origin", "https://app.example");

    /// How often the route was reached.
    type Reached = Arc<AtomicUsize>;

    async fn reach(State(reached): State<Reached>) -> &'static str {
        reached.fetch_add(1, Ordering::Relaxed);
        "reached"
    }

    fn router(reached: &Reached) -> GuardedRouter {
        let routes = Router::new().route("/a", get(reach));
        let routes = routes.merge(Router::new().route("/b/{id}", get(reach).delete(reach)));
        let token = AccessToken::read("a-token-for-tests-only").unwrap();
        let policy = AccessPolicy::new(token, vec![], vec!["https://app.example".parse().unwrap()]);
        guarded(routes, reached.clone(), BodyLimits::new(Duration::from_secs(60)), policy)
    }

    async fn ask(
        router: &GuardedRouter,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (StatusCode, String) {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = router.clone().respond(request.body(Body::empty()).unwrap()).await;
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.into()).unwrap())
    }

    fn code(body: &str) -> Value {
        serde_json::from_str::<Value>(body).unwrap()["code"].take()
    }

    #[tokio::test]
    async fn a_route_that_was_added_cannot_be_reached_past_the_guard() {
        let reached = Reached::default();
        let router = router(&reached);
        let wrong_token = ("authorization", "Bearer another-token-for-tests");
        for (headers, status, why) in [
            (&[HOST, ORIGIN][..], 401, "token-missing"),
            (&[HOST], 401, "token-missing"),
            (&[HOST, ORIGIN, wrong_token], 401, "token-wrong"),
            (&[("host", "evil.example"), ORIGIN, TOKEN], 403, "host-not-allowed"),
            (&[ORIGIN, TOKEN], 403, "host-not-allowed"),
            (&[HOST, ("origin", "https://evil.example"), TOKEN], 403, "origin-not-allowed"),
            (&[HOST, ORIGIN, ("origin", "null"), TOKEN], 403, "origin-not-allowed"),
        ] {
            for method in ["GET", "HEAD", "DELETE", "PUT"] {
                for path in ["/a", "/b/7", "/not-there"] {
                    let (given, body) = ask(&router, method, path, headers).await;
                    assert_eq!(given, status, "{method} {path} {headers:?}");
                    assert_eq!(code(&body), why, "{method} {path} {headers:?}");
                }
            }
        }
        assert_eq!(reached.load(Ordering::Relaxed), 0);
        for (method, path) in [("GET", "/a"), ("GET", "/b/7"), ("DELETE", "/b/7")] {
            let (status, body) = ask(&router, method, path, &[HOST, ORIGIN, TOKEN]).await;
            assert_eq!((status, &*body), (StatusCode::OK, "reached"), "{method} {path}");
        }
        assert_eq!(reached.load(Ordering::Relaxed), 3);
    }

    #[tokio::test]
    async fn a_preflight_is_answered_to_allowed_pages_alone_and_reaches_no_route() {
        let reached = Reached::default();
        let router = router(&reached);
        for (headers, status) in [
            (&[HOST, ORIGIN][..], 204),
            (&[HOST], 401),
            (&[HOST, ("origin", "https://evil.example")], 403),
            (&[("host", "evil.example"), ORIGIN], 403),
        ] {
            assert_eq!(ask(&router, "OPTIONS", "/a", headers).await.0, status, "{headers:?}");
        }
        assert_eq!(reached.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn what_no_route_answers_is_rejected_in_json() {
        let router = router(&Reached::default());
        for (method, path, status, why) in [
            ("GET", "/", 404, "page-not-found"),
            ("GET", "/a/", 404, "page-not-found"),
            ("GET", "//a", 404, "page-not-found"),
            ("OPTIONS", "*", 404, "page-not-found"),
            ("POST", "/a", 405, "method-not-allowed"),
        ] {
            let (given, body) = ask(&router, method, path, &[HOST, TOKEN]).await;
            assert_eq!(given, status, "{method} {path}");
            assert_eq!(code(&body), why, "{method} {path}");
        }
    }

    #[tokio::test]
    async fn a_route_gets_no_body_that_is_too_long_and_the_fallback_reads_none() {
        let reached = Reached::default();
        let router = router(&reached);
        let headers = [HOST, TOKEN, ("content-length", "99999999999")];
        let (status, body) = ask(&router, "GET", "/a", &headers).await;
        assert_eq!((status, code(&body)), (StatusCode::PAYLOAD_TOO_LARGE, "body-too-large".into()));
        assert_eq!(ask(&router, "GET", "/not-there", &headers).await.0, StatusCode::NOT_FOUND);
        assert_eq!(reached.load(Ordering::Relaxed), 0);
    }
}
