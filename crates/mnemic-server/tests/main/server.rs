//! A server of the library, on a thread and a port of its own.

use std::{net::SocketAddr, ops::Deref, sync::Arc, sync::mpsc, thread, time::Duration};

use mnemic::{
    Actor, Caller, Channel, Engine, LanguageFrom, LanguageSources, Options, Reach, Scope,
};
use mnemic_server::{
    http::{self, AccessPolicy, Exposure, Host, HttpConfig, Listener, Origin},
    mcp::{self, Service},
};
use mnemic_testing::by;
use mnemic_testing::http::HttpServer;
use tokio::{runtime::Runtime, sync::oneshot};

use crate::vault::Vault;

pub struct TestServer {
    server: HttpServer,
    thread: thread::JoinHandle<()>,
    shutdown: Option<oneshot::Sender<()>>,
}

/// What a test chooses about its server.
struct Choices {
    hosts: Vec<Host>,
    origins: Vec<Origin>,
    client_timeout: Duration,
}

impl Default for Choices {
    fn default() -> Self {
        Self { hosts: vec![], origins: vec![], client_timeout: Duration::from_secs(30) }
    }
}

impl TestServer {
    pub fn start(vault: &Vault) -> Self {
        Self::start_with(vault, Choices::default())
    }

    pub fn with_hosts(vault: &Vault, hosts: &[&str]) -> Self {
        let hosts = hosts.iter().map(|host| host.parse().unwrap()).collect();
        Self::start_with(vault, Choices { hosts, ..Choices::default() })
    }

    pub fn with_origins(vault: &Vault, origins: &[&str]) -> Self {
        let origins = origins.iter().map(|origin| origin.parse().unwrap()).collect();
        Self::start_with(vault, Choices { origins, ..Choices::default() })
    }

    pub fn with_client_timeout(vault: &Vault, client_timeout: Duration) -> Self {
        Self::start_with(vault, Choices { client_timeout, ..Choices::default() })
    }

    fn start_with(vault: &Vault, choices: Choices) -> Self {
        let language = LanguageFrom::SettingsOr(LanguageSources::default(), mcp::sampling());
        let options = Options { language, ..vault.options() };
        let (ready, started) = mpsc::channel();
        let (shutdown, shut_down) = oneshot::channel();
        let thread = thread::spawn(move || {
            let serving = serve(options, choices, ready, shut_down);
            Runtime::new().unwrap().block_on(serving);
        });
        let server = started.recv().expect("the server starts");
        Self { server, thread, shutdown: Some(shutdown) }
    }

    /// Tells the server to end, and waits until it has.
    pub fn shut_down(mut self) {
        self.begin_shutdown();
        self.has_ended();
    }

    /// Tells the server to end.
    pub fn begin_shutdown(&mut self) {
        self.shutdown.take().unwrap().send(()).unwrap();
    }

    /// Waits until the server has ended.
    pub fn has_ended(self) {
        self.thread.join().unwrap();
    }
}

impl Deref for TestServer {
    type Target = HttpServer;

    fn deref(&self) -> &HttpServer {
        &self.server
    }
}

/// Serves a vault until it is told to end, and writes documents, as `mnemic serve` does.
async fn serve(
    options: Options,
    choices: Choices,
    ready: mpsc::Sender<HttpServer>,
    shut_down: oneshot::Receiver<()>,
) {
    let engine = Arc::new(Engine::open(options).await.unwrap());
    let token = engine.access_token(&by(&Reach::Vault)).await.unwrap();
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let listener = Listener::bind(any_port, Exposure::Machine).await.unwrap();
    let (address, token_text) = (listener.address().to_string(), token.reveal().to_owned());
    ready.send(HttpServer { address, token: token_text }).unwrap();
    let config = HttpConfig {
        access: AccessPolicy::new(token, choices.hosts, choices.origins),
        client_timeout: choices.client_timeout,
    };
    let caller = Caller::new(Actor::through(Channel::Mcp), Reach::of(Scope::Global));
    let service = Service { profile: None, scope: Scope::Global, caller };
    let shutdown = async { drop(shut_down.await) };
    http::serve(engine.clone(), service, listener, config, shutdown).await;
    engine.write_documents().await.unwrap();
}
