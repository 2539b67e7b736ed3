//! Providers: what they are asked, and every way in which they answer badly.

use std::time::Duration;

use mnemic_core::port::embedder::{EmbedError, Embedder, Role};
use mnemic_models::{
    Connection, Dimensions, HttpClient, Network, Prompts, Protocol, Proxies, RemoteEmbedder,
    RemoteSettings, Secret,
};
use serde_json::json;
use tokio::time::{Instant, advance};

use crate::server::{Reply, Server};

fn settings(server: &Server) -> RemoteSettings {
    RemoteSettings {
        url: server.url(),
        dimensions: Dimensions::Requested(2),
        ..RemoteSettings::openai(Secret::new("sk-very-secret"))
    }
}

fn client() -> HttpClient {
    HttpClient::new(&Connection::default()).unwrap()
}

/// A client that has time for questions, as a loaded machine needs it.
fn patient() -> HttpClient {
    let question_timeout = Duration::from_secs(30);
    HttpClient::new(&Connection { question_timeout, ..Connection::default() }).unwrap()
}

/// A client with hardly any patience.
fn hasty() -> HttpClient {
    let brief = Duration::from_millis(30);
    let connection =
        Connection { question_timeout: brief, whole_timeout: brief, ..Connection::default() };
    HttpClient::new(&connection).unwrap()
}

fn embedder(server: &Server) -> RemoteEmbedder {
    RemoteEmbedder::new(settings(server), client())
}

fn good(vectors: &[[f32; 2]]) -> Reply {
    let data: Vec<_> = vectors
        .iter()
        .enumerate()
        .map(|(index, vector)| json!({"object": "embedding", "index": index, "embedding": vector}))
        .collect();
    body(&json!({"object": "list", "data": data, "model": "text-embedding-3-small"}))
}

fn body(value: &serde_json::Value) -> Reply {
    Reply::Good(value.to_string().into_bytes())
}

async fn failure(replies: Vec<Reply>) -> (EmbedError, usize) {
    let server = Server::start(replies);
    let error = embedder(&server).embed(&["one"], Role::Memory).await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"));
    (error, server.requests().len())
}

#[tokio::test]
async fn openai_is_asked_for_dimensions_and_its_vectors_are_normalised() {
    let server = Server::start(vec![good(&[[3.0, 4.0], [0.0, 2.0]])]);
    let embedded = embedder(&server).embed(&["one", "three"], Role::Memory).await.unwrap();
    assert_eq!(embedded[0].vector, [0.6, 0.8]);
    assert_eq!(embedded[1].vector, [0.0, 1.0]);
    let request = server.requests().remove(0);
    assert_eq!(request.line, "POST /embeddings HTTP/1.1");
    assert!(request.headers.contains("authorization: bearer sk-very-secret"));
    let expected = json!({"model": "text-embedding-3-small", "input": ["one", "three"],
        "dimensions": 2, "encoding_format": "float"});
    assert_eq!(request.json(), expected);
}

#[tokio::test]
async fn a_model_of_fixed_length_is_not_asked_for_another() {
    let server = Server::start(vec![good(&[[3.0, 4.0]])]);
    let settings =
        RemoteSettings { dimensions: Dimensions::Fixed(2), key: None, ..settings(&server) };
    let embedder = RemoteEmbedder::new(settings, client());
    embedder.embed(&["one"], Role::Memory).await.unwrap();
    let request = server.requests().remove(0);
    assert_eq!(request.json().get("dimensions"), None);
    assert!(!request.headers.contains("authorization"));
}

#[tokio::test]
async fn gemini_is_told_what_the_text_is_for() {
    let server = Server::start(vec![body(&json!({"embeddings": [{"values": [3.0, 4.0]}]}))]);
    let settings = RemoteSettings {
        url: format!("{}/v1beta/", server.url()),
        dimensions: Dimensions::Requested(2),
        ..RemoteSettings::gemini(Secret::new("sk-very-secret"))
    };
    let embedder = RemoteEmbedder::new(settings, patient());
    let embedded = embedder.embed(&["why"], Role::Question).await.unwrap();
    assert_eq!(embedded[0].vector, [0.6, 0.8]);
    let request = server.requests().remove(0);
    assert_eq!(
        request.line,
        "POST /v1beta/models/gemini-embedding-001:batchEmbedContents HTTP/1.1"
    );
    assert!(request.headers.contains("x-goog-api-key: sk-very-secret"));
    let expected = json!({"requests": [{"model": "models/gemini-embedding-001",
        "content": {"parts": [{"text": "why"}]}, "taskType": "RETRIEVAL_QUERY",
        "outputDimensionality": 2}]});
    assert_eq!(request.json(), expected);
}

#[tokio::test]
async fn ollama_is_asked_in_its_own_words() {
    let server = Server::start(vec![body(&json!({"embeddings": [[3.0, 4.0]], "model": "m"}))]);
    let ollama = RemoteSettings::ollama();
    let settings =
        RemoteSettings { url: server.url(), dimensions: Dimensions::Requested(2), ..ollama };
    let embedder = RemoteEmbedder::new(settings, client());
    let embedded = embedder.embed(&["why"], Role::Memory).await.unwrap();
    assert_eq!(embedded[0].vector, [0.6, 0.8]);
    assert_eq!(embedder.identity().prompt, "title: none | text: ");
    let request = server.requests().remove(0);
    assert_eq!(request.line, "POST /api/embed HTTP/1.1");
    let expected = json!({"model": "embeddinggemma", "input": ["title: none | text: why"],
        "truncate": true, "dimensions": 2});
    assert_eq!(request.json(), expected);
}

#[tokio::test]
async fn texts_are_sent_in_batches_and_answered_in_order() {
    let server = Server::answering(|request| {
        let texts = request.json()["input"].as_array().unwrap().clone();
        let vectors: Vec<_> = texts
            .iter()
            .map(|text| if text.as_str().unwrap().len() > 2 { [1.0, 0.0] } else { [0.0, 1.0] })
            .collect();
        good(&vectors)
    });
    let embedder =
        RemoteEmbedder::new(RemoteSettings { batch_size: 2, ..settings(&server) }, client());
    let texts = ["long one", "a", "another", "b", "", "last"];
    let embedded = embedder.embed(&texts, Role::Memory).await.unwrap();
    let firsts: Vec<f32> = embedded.iter().map(|it| it.vector[0]).collect();
    assert_eq!(firsts, [1.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    assert_eq!(embedded[4].vector, [0.0, 0.0]);
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn only_the_beginning_of_a_long_text_is_sent() {
    let server = Server::start(vec![good(&[[3.0, 4.0]])]);
    embedder(&server).embed(&[&"数".repeat(100_000)], Role::Memory).await.unwrap();
    assert_eq!(server.requests()[0].json()["input"][0].as_str().unwrap().chars().count(), 6_000);
}

#[tokio::test]
async fn vectors_are_put_in_the_order_of_their_numbers() {
    let data = json!({"data": [{"index": 1, "embedding": [0.0, 1.0]}, {"index": 0, "embedding": [1.0, 0.0]}]});
    let server = Server::start(vec![body(&data)]);
    let embedded = embedder(&server).embed(&["a", "bc"], Role::Memory).await.unwrap();
    assert_eq!(embedded[0].vector, [1.0, 0.0]);
}

#[tokio::test(start_paused = true)]
async fn a_refused_key_is_told_and_not_tried_again() {
    for status in [401, 403] {
        let (error, requests) = failure(vec![Reply::Status(status, "")]).await;
        assert!(matches!(error, EmbedError::Unauthorised(provider) if provider == "openai"));
        assert_eq!(requests, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_busy_provider_is_waited_for_as_long_as_it_asks() {
    let server = Server::start(vec![Reply::Status(429, "retry-after: 7\r\n"), good(&[[3.0, 4.0]])]);
    let start = Instant::now();
    embedder(&server).embed(&["one"], Role::Memory).await.unwrap();
    assert_eq!(start.elapsed().as_secs(), 7);
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_stays_busy_is_given_up() {
    let (error, requests) = failure(vec![Reply::Status(429, "")]).await;
    assert!(matches!(error, EmbedError::Busy { retry_after_s: None, .. }));
    assert_eq!(requests, 4);
    let (error, requests) = failure(vec![Reply::Status(429, "retry-after: 3600\r\n")]).await;
    assert!(matches!(error, EmbedError::Busy { retry_after_s: Some(3600), .. }));
    assert_eq!(requests, 1);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_failed_once_is_asked_again() {
    for first in [Reply::Status(500, ""), Reply::Status(503, ""), Reply::Close] {
        let server = Server::start(vec![first, good(&[[3.0, 4.0]])]);
        embedder(&server).embed(&["one"], Role::Memory).await.unwrap();
        assert_eq!(server.requests().len(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_keeps_failing_is_unreachable() {
    for reply in [Reply::Status(500, ""), Reply::Close, Reply::CutOff(vec![b' '; 10])] {
        let (error, requests) = failure(vec![reply]).await;
        assert!(matches!(error, EmbedError::Unreachable { .. }), "{error}");
        assert_eq!(requests, 4);
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_falls_silent_is_unreachable() {
    let server = Server::start(vec![Reply::Silence]);
    let answer_timeout = Duration::from_millis(20);
    let client = HttpClient::new(&Connection { answer_timeout, ..Connection::default() }).unwrap();
    let embedder = RemoteEmbedder::new(settings(&server), client);
    let error = embedder.embed(&["one"], Role::Memory).await.unwrap_err();
    assert!(matches!(error, EmbedError::Unreachable { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_trickles_in_is_not_waited_for_without_end() {
    let server = Server::start(vec![Reply::Trickle]);
    let embedder = RemoteEmbedder::new(settings(&server), hasty());
    let error = embedder.embed(&["one"], Role::Memory).await.unwrap_err();
    assert!(matches!(error, EmbedError::Unreachable { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_question_is_asked_once_and_the_next_ones_leave_a_provider_alone_that_failed() {
    for reply in [Reply::Close, Reply::Status(500, ""), Reply::Status(429, "retry-after: 10\r\n")] {
        let server = Server::start(vec![reply, good(&[[3.0, 4.0]])]);
        let embedder = RemoteEmbedder::new(settings(&server), patient());
        for _ in 0..3 {
            embedder.embed(&["one"], Role::Question).await.unwrap_err();
            assert_eq!(server.requests().len(), 1);
        }
        advance(Duration::from_secs(10)).await;
        embedder.embed(&["one"], Role::Question).await.unwrap();
        assert_eq!(server.requests().len(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_does_not_wait_for_a_provider_that_is_silent_or_slow() {
    for reply in [Reply::Silence, Reply::Trickle] {
        let server = Server::start(vec![reply]);
        let embedder = RemoteEmbedder::new(settings(&server), hasty());
        let mut errors = Vec::new();
        for pause_s in [0, 0, 10] {
            advance(Duration::from_secs(pause_s)).await;
            errors.push(embedder.embed(&["one"], Role::Question).await.unwrap_err().to_string());
        }
        let left_alone = errors.iter().map(|error| error.contains("a moment ago"));
        assert_eq!(left_alone.collect::<Vec<_>>(), [false, true, false], "{errors:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_memory_is_embedded_while_questions_leave_the_provider_alone_and_ends_that() {
    let server = Server::start(vec![Reply::Close, good(&[[3.0, 4.0]])]);
    let embedder = RemoteEmbedder::new(settings(&server), patient());
    embedder.embed(&["one"], Role::Question).await.unwrap_err();
    embedder.embed(&["one"], Role::Memory).await.unwrap();
    embedder.embed(&["one"], Role::Question).await.unwrap();
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_is_not_there_is_unreachable() {
    let server = Server::start(Vec::new());
    let embedder = embedder(&server);
    drop(server);
    let error = embedder.embed(&["one"], Role::Memory).await.unwrap_err();
    assert!(matches!(error, EmbedError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn nonsense_is_told_and_not_believed() {
    let garbage = |text: &str| Reply::Good(text.as_bytes().to_vec());
    let table = [
        (garbage("<html>sk-very-secret</html>"), "something else than vectors"),
        (garbage(""), "something else than vectors"),
        (garbage("[]"), "something else than vectors"),
        (garbage(r#"{"data":[{"index":0,"embedding":[NaN,1]}]}"#), "something else than vectors"),
        (garbage(r#"{"data":[{"index":0,"embedding":[null,1]}]}"#), "something else than vectors"),
        (garbage(r#"{"data":[{"index":0,"embedding":[1e39,1]}]}"#), "something else than vectors"),
        (garbage(r#"{"data":[{"index":3,"embedding":[1,1]}]}"#), "not numbered"),
        (garbage(r#"{"data":[{"index":0,"embedding":[1,2,3]}]}"#), "3 numbers where 2 were due"),
        (garbage(r#"{"data":[{"index":0,"embedding":[]}]}"#), "0 numbers where 2 were due"),
        (garbage(r#"{"data":[]}"#), "0 vectors for 1 texts"),
        (good(&[[1.0, 2.0], [1.0, 2.0]]), "2 vectors for 1 texts"),
        (good(&[[0.0, 0.0]]), "with a vector of zeros"),
        (Reply::Status(404, ""), "status 404"),
        (Reply::Status(302, "location: http://127.0.0.1:1/\r\n"), "status 302"),
    ];
    for (reply, expected) in table {
        let (error, requests) = failure(vec![reply]).await;
        assert!(matches!(error, EmbedError::Nonsense { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(requests, 1);
    }
}

#[tokio::test]
async fn no_connection_is_made_when_the_network_is_off() {
    let server = Server::start(vec![good(&[[3.0, 4.0]])]);
    let connection = Connection { network: Network::Off, ..Connection::default() };
    let embedder = RemoteEmbedder::new(settings(&server), HttpClient::new(&connection).unwrap());
    let error = embedder.embed(&["one"], Role::Memory).await.unwrap_err();
    assert!(matches!(error, EmbedError::Offline(provider) if provider == "openai"));
    assert!(server.requests().is_empty());
}

#[test]
fn the_identity_tells_provider_model_length_and_prompt() {
    let server = Server::start(Vec::new());
    let prompts = Prompts { question: "q: ".to_owned(), memory: "m: ".to_owned() };
    let settings = RemoteSettings { prompts, protocol: Protocol::Ollama, ..settings(&server) };
    let embedder = RemoteEmbedder::new(settings, client());
    let identity = embedder.identity();
    assert_eq!(identity.to_string(), "ollama/text-embedding-3-small (2 dimensions)");
    assert_eq!(identity.prompt, "m: ");
    assert!(!format!("{embedder:?}").contains("sk-very-secret"));
}

#[test]
fn another_server_is_another_identity_and_secrets_in_its_address_are_not_part_of_it() {
    let revision = |url: &str| {
        let settings = RemoteSettings { url: url.to_owned(), ..RemoteSettings::ollama() };
        RemoteEmbedder::new(settings, client()).identity().revision.clone()
    };
    assert_eq!(revision("http://127.0.0.1:11434"), "");
    assert_eq!(revision("http://localhost:11434/"), "");
    assert_eq!(revision("http://me:secret@10.0.0.2:11434/?x=1"), "at http://10.0.0.2:11434");
    assert_ne!(revision("http://10.0.0.2:11434"), revision("http://10.0.0.3:11434"));
}

#[tokio::test]
async fn a_model_that_is_not_known_is_not_asked_for_a_length_and_its_own_is_found_out() {
    let server = Server::start(vec![good(&[[3.0, 4.0]])]);
    let settings = settings(&server).with_model("my-embed");
    let measured = RemoteEmbedder::new(settings.clone(), client()).measure().await.unwrap();
    assert_eq!(measured, 2);
    let embedder = RemoteEmbedder::new(settings.clone().with_dimensions(2, false), client());
    embedder.embed(&["one"], Role::Memory).await.unwrap();
    let requests = server.requests();
    assert!(requests.iter().all(|it| it.json().get("dimensions").is_none()), "{requests:?}");
    let embedder = RemoteEmbedder::new(settings.with_dimensions(2, true), client());
    embedder.embed(&["one"], Role::Memory).await.unwrap();
    assert_eq!(server.requests()[2].json()["dimensions"], 2);
}

#[test]
fn a_proxy_that_is_none_is_refused() {
    let proxies = Proxies { https: Some("not a proxy".to_owned()), ..Proxies::default() };
    let connection = Connection { proxies, ..Connection::default() };
    assert!(HttpClient::new(&connection).is_err());
}

#[tokio::test]
async fn this_machine_is_asked_without_a_proxy() {
    let server = Server::start(vec![good(&[[3.0, 4.0]])]);
    let nowhere = Some("http://127.0.0.1:9".to_owned());
    let proxies = Proxies { https: nowhere.clone(), http: nowhere, except: Vec::new() };
    let client = HttpClient::new(&Connection { proxies, ..Connection::default() }).unwrap();
    let embedder = RemoteEmbedder::new(settings(&server), client);
    embedder.embed(&["one"], Role::Memory).await.unwrap();
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn what_a_proxy_is_for_goes_through_it() {
    let proxy = Server::start(vec![Reply::Status(404, "")]);
    let proxies = Proxies { http: Some(proxy.url()), ..Proxies::default() };
    let client = HttpClient::new(&Connection { proxies, ..Connection::default() }).unwrap();
    let settings = RemoteSettings { url: "http://box.lan/v1".to_owned(), ..settings(&proxy) };
    RemoteEmbedder::new(settings, client).embed(&["one"], Role::Question).await.unwrap_err();
    assert!(proxy.requests()[0].line.contains("box.lan"), "{:?}", proxy.requests());
}

#[tokio::test]
async fn addresses_that_are_never_asked_are_refused_before_anything_is_sent() {
    let server = Server::start(Vec::new());
    for url in ["http://169.254.169.254/v1", "https://[fe80::1]/v1", "http://8.8.8.8/v1"] {
        let settings = RemoteSettings { url: url.to_owned(), ..settings(&server) };
        let error = RemoteEmbedder::new(settings, client())
            .embed(&["one"], Role::Memory)
            .await
            .unwrap_err();
        assert!(error.to_string().contains("does not connect to"), "{error}");
    }
}
