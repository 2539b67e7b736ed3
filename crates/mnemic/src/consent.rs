//! Consent: the network addresses that a vault's own file names, and those that the user of this machine agreed to.
//!
//! A vault may come from anyone, for example with a cloned repository. Its file could have every text and question sent to
//! a stranger. So an address that only this file names is used after the user agreed to it once, on this machine. What the
//! command line or the program says needs no consent.

use std::collections::BTreeSet;

use mnemic_core::settings::{Configuration, EmbeddingSettings, LanguageSettings, Origin, find};

use crate::provider::ProviderFault;

/// The network addresses that the user agreed to, such as `https://api.openai.com`. By default none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgreedAddresses(BTreeSet<String>);

impl AgreedAddresses {
    /// These addresses, as [`NamedAddress::address`] writes them.
    pub fn of(addresses: impl IntoIterator<Item = String>) -> Self {
        Self(addresses.into_iter().collect())
    }

    /// Whether the user agreed to an address.
    pub fn has(&self, address: &str) -> bool {
        self.0.contains(address)
    }
}

/// A network address that the vault's file has texts sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAddress {
    /// The key of the file that names it, or the provider whose address it is.
    pub key: &'static str,
    /// Scheme, host and port.
    pub address: String,
}

/// The addresses that the vault's file names, for embeddings and for the language model.
pub fn named_addresses(configuration: &Configuration) -> Vec<NamedAddress> {
    embedding(configuration).into_iter().chain(language(configuration)).collect()
}

/// Why embeddings may not be asked for, where the user did not agree to the address.
pub(crate) fn embedding_fault(
    configuration: &Configuration,
    agreed: &AgreedAddresses,
) -> Option<ProviderFault> {
    refused(embedding(configuration), agreed)
}

/// The same for the language model.
pub(crate) fn language_fault(
    configuration: &Configuration,
    agreed: &AgreedAddresses,
) -> Option<ProviderFault> {
    refused(language(configuration), agreed)
}

fn refused(named: Option<NamedAddress>, agreed: &AgreedAddresses) -> Option<ProviderFault> {
    let NamedAddress { key, address } = named.filter(|named| !agreed.has(&named.address))?;
    Some(ProviderFault::NotAgreed { key, address })
}

fn embedding(configuration: &Configuration) -> Option<NamedAddress> {
    let settings = &configuration.settings;
    let EmbeddingSettings { url, .. } = &settings.embedding;
    let usual = usual_embedding_url(settings.policies.embedder)?;
    named(configuration, ["embedding.url", "embedding.provider"], url.as_deref(), &usual)
}

fn language(configuration: &Configuration) -> Option<NamedAddress> {
    let LanguageSettings { url, provider, .. } = &configuration.settings.language;
    let usual = usual_model_url(*provider)?;
    named(configuration, ["model.url", "model.provider"], url.as_deref(), &usual)
}

/// The address in use, if the file names it: by the key for the address, else by the key for the provider.
fn named(
    configuration: &Configuration,
    [url_key, provider_key]: [&'static str; 2],
    url: Option<&str>,
    usual: &str,
) -> Option<NamedAddress> {
    let (key, url) = url.map_or((provider_key, usual), |url| (url_key, url));
    let origin = configuration.origin(find(key).ok()?);
    matches!(origin, Origin::File { .. }).then(|| NamedAddress { key, address: address(url) })
}

#[cfg(feature = "remote")]
use self::remote::{address, usual_embedding_url, usual_model_url};

#[cfg(feature = "remote")]
mod remote {
    use mnemic_core::settings::{ModelProvider, Provider};
    use mnemic_models::{Dialect, RemoteModelSettings, RemoteSettings, Secret, address_of};

    /// Where a provider of embeddings is asked; nothing for those inside this process.
    pub(super) fn usual_embedding_url(provider: Provider) -> Option<String> {
        let settings = match provider {
            Provider::Openai => RemoteSettings::openai(Secret::new("")),
            Provider::Gemini => RemoteSettings::gemini(Secret::new("")),
            Provider::Ollama => RemoteSettings::ollama(),
            _ => return None,
        };
        Some(settings.url)
    }

    /// Where a provider of language models is asked.
    pub(super) fn usual_model_url(provider: ModelProvider) -> Option<String> {
        let dialect = match provider {
            ModelProvider::None => return None,
            ModelProvider::Openai => Dialect::OpenAi,
            ModelProvider::Anthropic => Dialect::Anthropic,
            ModelProvider::Gemini => Dialect::Gemini,
            ModelProvider::Ollama => Dialect::Ollama,
        };
        Some(RemoteModelSettings::of(dialect, None).url)
    }

    /// Scheme, host and port. What is no such address is shown as it is; no client can use it.
    pub(super) fn address(url: &str) -> String {
        address_of(url).unwrap_or_else(|| url.to_owned())
    }
}

/// Without the feature, nobody is asked over the network.
#[cfg(not(feature = "remote"))]
use self::left_out::{address, usual_embedding_url, usual_model_url};

#[cfg(not(feature = "remote"))]
mod left_out {
    use mnemic_core::settings::{ModelProvider, Provider};

    pub(super) fn usual_embedding_url(_: Provider) -> Option<String> {
        None
    }

    pub(super) fn usual_model_url(_: ModelProvider) -> Option<String> {
        None
    }

    pub(super) fn address(url: &str) -> String {
        url.to_owned()
    }
}

#[cfg(test)]
#[cfg(feature = "remote")]
mod tests {
    use mnemic_core::settings::{Override, configure};

    use super::*;

    fn addresses(file: &str, overrides: &[&str]) -> Vec<String> {
        let overrides: Vec<Override> =
            overrides.iter().map(|text| Override::parse(text).unwrap()).collect();
        let named = named_addresses(&configure(Some(file), &overrides));
        named.into_iter().map(|it| format!("{} {}", it.key, it.address)).collect()
    }

    #[test]
    fn only_what_the_file_names_needs_consent() {
        let openai = "embedding:\n  provider: openai\n";
        let elsewhere = "embedding:\n  provider: openai\n  url: https://Evil.example:8443/v1?x=1\n";
        let model = "model:\n  provider: anthropic\n";
        let own_url = "embedding.url=https://mine.example";
        for (file, overrides, expected) in [
            ("", &[][..], &[][..]),
            (openai, &[], &["embedding.provider https://api.openai.com"]),
            (elsewhere, &[], &["embedding.url https://evil.example:8443"]),
            // The command line names the provider, the file the address.
            (
                elsewhere,
                &["embedding.provider=ollama"],
                &["embedding.url https://evil.example:8443"],
            ),
            (openai, &[own_url], &[]),
            ("", &["embedding.provider=openai"], &[]),
            (openai, &["embedding.provider=none"], &[]),
            (model, &[], &["model.provider https://api.anthropic.com"]),
        ] {
            assert_eq!(addresses(file, overrides), expected, "{file:?} {overrides:?}");
        }
    }

    #[test]
    fn an_address_is_refused_until_the_user_agrees() {
        let configuration = configure(Some("model:\n  provider: gemini\n"), &[]);
        let fault = language_fault(&configuration, &AgreedAddresses::default());
        let NamedAddress { address, .. } = named_addresses(&configuration).remove(0);
        assert!(
            matches!(fault, Some(ProviderFault::NotAgreed { address: it, .. }) if it == address)
        );
        let agreed = AgreedAddresses::of([address]);
        assert_eq!(language_fault(&configuration, &agreed), None);
    }
}
