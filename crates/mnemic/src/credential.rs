//! Which key goes to which provider.

use std::sync::Arc;

use mnemic_models::Secret;

/// Says which key a variable holds.
pub type Keys = Arc<dyn Fn(&str) -> Option<Secret> + Send + Sync>;

/// A provider, and what the settings say of where it is and of its key.
#[cfg(feature = "remote")]
pub(crate) struct KeyRequest<'a> {
    /// Its name.
    pub provider: &'a str,
    /// The variable that usually holds its key, if it wants one.
    pub usual: Option<&'a str>,
    /// The variable that the settings name.
    pub named: Option<&'a str>,
    /// Where it is, if elsewhere.
    pub url: Option<&'a str>,
}

/// The key that is sent. A vault may come from anyone, and with it the address that a key would go to: elsewhere than to
/// the provider itself only a key goes that was meant for Mnemic.
#[cfg(feature = "remote")]
pub(crate) fn find(keys: &Keys, wanted: &KeyRequest<'_>) -> Result<Option<Secret>, String> {
    let variable = match (wanted.named, wanted.url) {
        (Some(named), Some(url)) if !named.starts_with("MNEMIC_") => {
            return Err(format!(
                "`{named}` is not sent to `{url}`: put the key in a variable whose name begins with MNEMIC_"
            ));
        }
        (Some(named), _) => Some(named),
        (None, Some(_)) => None,
        (None, None) => wanted.usual,
    };
    let Some(variable) = variable else { return Ok(None) };
    let missing = || format!("`{}` needs a key, and `{variable}` is not set", wanted.provider);
    keys(variable).map(Some).ok_or_else(missing)
}
