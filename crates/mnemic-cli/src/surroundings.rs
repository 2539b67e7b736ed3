//! Where the command is run: the vault in use, the current project, the clock. The one module that reads
//! the environment and the home directory.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use jiff::{Timestamp, tz::TimeZone};
use mnemic::{
    Clock, EmbedderSources, EmbeddersFrom, Engine, FixedClock, LanguageFrom, LanguageSources,
    OpenError, Options, Reach, Scope, SettingsFrom, Slug, SystemClock,
    config::Override,
    models::{Catalogue, Connection, Network, Proxies, Secret},
};

use mnemic_server::mcp;

use crate::{consent::Consent, failure::UserError, install::client::Homes, output::PagerChoice};

/// Where the command is run.
pub struct Surroundings {
    /// The vault in use.
    pub vault: PathBuf,
    /// The current project.
    pub project: Option<Slug>,
    pub clock: Arc<dyn Clock>,
    /// The folder of models.
    pub models: Option<PathBuf>,
    /// How others are reached, if they may be.
    pub connection: Connection,
    /// What the user of this machine agreed to.
    pub consent: Consent,
    overrides: Vec<Override>,
}

#[expect(clippy::disallowed_methods, reason = "the CLI is where the environment is read")]
pub fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

impl Surroundings {
    /// Looks around in a folder; `vault` is the one named on the command line, `config` the values.
    pub fn look(
        folder: &Path,
        vault: Option<&Path>,
        config: &[String],
        network: Network,
    ) -> anyhow::Result<Self> {
        let own = folder.ancestors().map(|above| above.join(".mnemic")).find(|own| own.is_dir());
        let vault = match (vault, own) {
            (Some(vault), _) => vault.to_path_buf(),
            (None, Some(own)) => own,
            (None, None) => default_vault()?,
        };
        let overrides = config.iter().map(|text| given(text)).collect::<anyhow::Result<_>>()?;
        let project = project_of(folder);
        let connection =
            Connection { network, proxies: Proxies::of(environment), ..Connection::default() };
        let (models, clock) = (Catalogue::usual_folder(environment), clock()?);
        let consent = Consent::of(environment);
        Ok(Self { vault, project, clock, models, connection, consent, overrides })
    }

    /// Refuses a vault that is not there.
    pub fn require_vault(&self) -> anyhow::Result<()> {
        // A restore that was killed may have left nothing in the vault's place.
        match self.vault.exists() || mnemic::finish_restore(&self.vault).unwrap_or(false) {
            true => Ok(()),
            false => Err(OpenError::Missing(self.vault.clone()).into()),
        }
    }

    /// Opens the vault.
    pub async fn open(&self) -> anyhow::Result<Engine> {
        self.open_with(self.settings()).await
    }

    /// Opens the vault for clients that come in another way. Where no language model is configured, theirs is asked.
    pub async fn open_for_clients(&self) -> anyhow::Result<Engine> {
        let language = LanguageFrom::SettingsOr(self.language(), mcp::sampling());
        Ok(Engine::open(Options { language, ..self.options(self.settings()) }).await?)
    }

    /// Where the settings of a vault come from: its file, with what the command line says above it.
    pub fn settings(&self) -> SettingsFrom {
        SettingsFrom::File(self.overrides.clone())
    }

    /// Opens the vault even if its configuration has faults.
    pub async fn open_anyway(&self) -> anyhow::Result<Engine> {
        self.open_with(SettingsFrom::SoundPartOfFile(self.overrides.clone())).await
    }

    /// Opens the vault as if these keys had these values.
    pub async fn open_once(&self, values: &[(&'static str, String)]) -> anyhow::Result<Engine> {
        let mut overrides = self.overrides.clone();
        for (key, value) in values {
            overrides.push(given(&format!("{key}={value}"))?);
        }
        self.open_with(SettingsFrom::File(overrides)).await
    }

    /// The keys that the command line gives a value, with their values.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.overrides.iter().map(|given| (given.key().name, given.value()))
    }

    /// What embedders can be made of here.
    pub fn embedders(&self) -> EmbeddersFrom {
        EmbeddersFrom::Settings(self.sources())
    }

    /// Models, connections and keys.
    pub fn sources(&self) -> EmbedderSources {
        EmbedderSources {
            models: self.models.clone(),
            connection: self.connection.clone(),
            key: Arc::new(|variable| environment(variable).map(Secret::new)),
        }
    }

    /// What a language model can be asked with here.
    fn language(&self) -> LanguageSources {
        LanguageSources {
            connection: self.connection.clone(),
            key: Arc::new(|variable| environment(variable).map(Secret::new)),
        }
    }

    async fn open_with(&self, settings: SettingsFrom) -> anyhow::Result<Engine> {
        Ok(Engine::open(self.options(settings)).await?)
    }

    fn options(&self, settings: SettingsFrom) -> Options {
        let mut options = Options::for_vault(&self.vault);
        options.clock = self.clock.clone();
        options.settings = settings;
        options.embedders = self.embedders();
        options.language = LanguageFrom::Settings(self.language());
        options.agreed = self.consent.agreed();
        options
    }

    /// The scope that something is remembered in.
    pub fn scope(&self, named: Option<&str>) -> anyhow::Result<Scope> {
        match (named, &self.project) {
            (Some(named), _) => Ok(named.parse().map_err(|error| scope_failure(&error))?),
            (None, Some(project)) => Ok(Scope::Project(project.clone())),
            (None, None) => Ok(Scope::Global),
        }
    }

    /// On whose behalf a question is asked.
    pub fn reach(&self, named: Option<&str>) -> anyhow::Result<Reach> {
        if named == Some("all") {
            return Ok(Reach::Vault);
        }
        self.scope(named).map(Reach::of)
    }

    /// Where a memory is looked for by its name: the whole vault is its owner's.
    pub fn owner_reach(&self, named: Option<&str>) -> anyhow::Result<Reach> {
        match named {
            None | Some("all") => Ok(Reach::Vault),
            Some(named) => self.scope(Some(named)).map(Reach::only),
        }
    }

    /// The present moment.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The user's time zone.
    pub fn zone(&self) -> TimeZone {
        self.clock.zone()
    }
}

fn given(text: &str) -> anyhow::Result<Override> {
    let hint = "`mnemic config show` lists the keys and what they take";
    Override::parse(text).map_err(|error| UserError::error(error.to_string(), hint))
}

fn scope_failure(error: &mnemic::ScopeError) -> anyhow::Error {
    UserError::error(error.to_string(), "`mnemic status` lists the scopes there are")
}

fn clock() -> anyhow::Result<Arc<dyn Clock>> {
    match environment("MNEMIC_NOW") {
        None => Ok(Arc::new(SystemClock)),
        Some(now) => {
            let now = now.parse::<Timestamp>().map_err(|_| {
                UserError::error(
                    format!("MNEMIC_NOW is `{now}`"),
                    "set it to a moment like 2026-11-15T10:00:00Z",
                )
            })?;
            Ok(Arc::new(FixedClock::new(now)))
        }
    }
}

fn default_vault() -> anyhow::Result<PathBuf> {
    Ok(home("name the vault with `--vault`")?.join(".mnemic"))
}

fn home(hint: &str) -> anyhow::Result<PathBuf> {
    let home = environment("HOME").or_else(|| environment("USERPROFILE"));
    home.map(PathBuf::from).ok_or_else(|| UserError::error("there is no home directory", hint))
}

/// Where clients keep their files, as seen from a folder.
pub fn homes(folder: &Path) -> anyhow::Result<Homes> {
    let home = home("set HOME to yours")?;
    let named = |name: &str| environment(name).map(PathBuf::from).filter(|it| it.is_absolute());
    let claude = named("CLAUDE_CONFIG_DIR");
    let openclaw = named("OPENCLAW_STATE_DIR").unwrap_or_else(|| home.join(".openclaw"));
    Ok(Homes {
        claude_state: claude.as_ref().unwrap_or(&home).join(".claude.json"),
        claude: claude.unwrap_or_else(|| home.join(".claude")),
        codex: named("CODEX_HOME").unwrap_or_else(|| home.join(".codex")),
        opencode: named("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")).join("opencode"),
        openclaw: named("OPENCLAW_CONFIG_PATH").unwrap_or_else(|| openclaw.join("openclaw.json")),
        project: repository(folder).unwrap_or_else(|| folder.to_path_buf()),
        home,
    })
}

/// This program as others start it: where the search path finds it, as an update replaces it there, else where it is.
pub fn own_program() -> anyhow::Result<String> {
    let own = std::env::current_exe().context("cannot tell where this program is")?;
    let is_own =
        |path: &PathBuf| path.is_absolute() && path.canonicalize().ok() == own.canonicalize().ok();
    let folders = environment("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|it| it.join("mnemic")).find(is_own);
    Ok(found.unwrap_or(own).to_string_lossy().into_owned())
}

/// The folder that an agent's client works in: the root of its project where it tells so, else what it `said`.
pub fn client_folder(said: Option<&Path>) -> PathBuf {
    let named = ["CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR"];
    let named = named.into_iter().find_map(environment).map(PathBuf::from);
    let folders = named.into_iter().chain(said.map(Path::to_path_buf));
    let mut folders = folders.filter(|folder| folder.is_absolute() && folder.is_dir());
    folders.next().or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| "/".into())
}

/// The editor that the user prefers.
pub fn editor() -> String {
    environment("VISUAL").or_else(|| environment("EDITOR")).unwrap_or_else(|| "vi".to_owned())
}

/// The pager that the user prefers, and the options of `less`; an empty command means none.
#[expect(clippy::disallowed_methods, reason = "the CLI is where the environment is read")]
pub fn pager() -> PagerChoice {
    let chosen = ["MNEMIC_PAGER", "PAGER"].into_iter().find_map(|name| std::env::var(name).ok());
    let options = std::env::var_os("LESS").is_none().then_some("FRX");
    PagerChoice { command: chosen.unwrap_or_else(|| "less".to_owned()), less_options: options }
}

/// The root of the repository that a folder lies in.
pub fn repository(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|above| above.join(".git").exists()).map(Path::to_path_buf)
}

/// The current project's slug: its name and 8 digits of what identifies it, so that worktrees share one.
fn project_of(folder: &Path) -> Option<Slug> {
    let Some(root) = repository(folder) else {
        let own =
            folder.ancestors().find(|above| above.join(".mnemic").is_dir() && !is_home(above))?;
        return slug(own.file_name()?.to_str()?, &own.to_string_lossy());
    };
    let common = common_directory(&root);
    match origin(&common) {
        Some(url) => {
            let identity = normalised_remote(&url);
            let name = identity.rsplit(['/', ':']).next().unwrap_or("project").to_owned();
            slug(&name, &identity)
        }
        None => {
            let common = common.canonicalize().unwrap_or(common);
            let home = if common.ends_with(".git") { common.parent()? } else { &common };
            slug(home.file_name()?.to_str()?, &common.to_string_lossy())
        }
    }
}

fn is_home(folder: &Path) -> bool {
    environment("HOME").is_some_and(|home| Path::new(&home) == folder)
}

fn slug(name: &str, identity: &str) -> Option<Slug> {
    let digits: String = mnemic::identity_digits(identity);
    let name = Slug::nearest(name).map_or_else(|| "project".to_owned(), |slug| slug.to_string());
    let name: String = name.chars().take(Slug::MAX_CHARS - digits.len() - 1).collect();
    format!("{name}-{digits}").parse().ok()
}

/// The `.git` that all worktrees of a repository share.
fn common_directory(root: &Path) -> PathBuf {
    let git = root.join(".git");
    let Ok(pointer) = std::fs::read_to_string(&git) else { return git };
    let Some(target) = pointer.trim().strip_prefix("gitdir:") else { return git };
    let worktree = root.join(target.trim());
    match std::fs::read_to_string(worktree.join("commondir")) {
        Ok(common) => worktree.join(common.trim()),
        Err(_) => worktree,
    }
}

/// The address of the remote called origin.
fn origin(common: &Path) -> Option<String> {
    let config = std::fs::read_to_string(common.join("config")).ok()?;
    let mut in_origin = false;
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            in_origin = line.replace(' ', "") == "[remote\"origin\"]";
        } else if let Some((key, value)) = line.split_once('=').filter(|_| in_origin)
            && key.trim() == "url"
        {
            return Some(value.trim().to_owned());
        }
    }
    None
}

/// The same for all ways to write one address: no scheme, user, port, `.git` or upper case.
fn normalised_remote(url: &str) -> String {
    let url = url.trim().trim_end_matches('/');
    let url = url.strip_suffix(".git").unwrap_or(url);
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = match rest.split_once('@') {
        Some((user, host)) if !user.contains('/') => host,
        _ => rest,
    };
    let (host, path) = rest.split_once(['/', ':']).unwrap_or((rest, ""));
    let path = match path.split_once('/') {
        Some((port, path))
            if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            path
        }
        _ => path,
    };
    format!("{host}/{}", path.trim_start_matches('/')).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_remote_is_one_project() {
        for url in [
            "https://github.com/Owner/Repo.git",
            "https://user:secret@github.com/owner/repo",
            "git@github.com:owner/repo.git",
            "ssh://git@github.com:22/owner/repo.git/",
        ] {
            assert_eq!(normalised_remote(url), "github.com/owner/repo", "{url}");
        }
    }
}
