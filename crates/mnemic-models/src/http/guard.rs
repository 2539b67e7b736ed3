//! Where requests may go. An address comes from a configuration, and a vault with its configuration may come from anyone.
//!
//! Addresses that only ever lead to a machine's own surroundings, as those at which clouds hand out credentials, are
//! refused. Without encryption only this machine is asked, or one of a private network. A name counts for what it leads
//! to: the address that was looked at is the one that is connected to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::{
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};

use super::address::Address;

const LINK_LOCAL: &str =
    "it is a link-local, multicast or unspecified address, and Mnemic never uses those";
const PLAIN: &str = "without https, Mnemic connects only to this machine or a private network";

/// Endings of names that no public network has.
const LOCAL_ENDINGS: [&str; 5] = [".local", ".lan", ".internal", ".home.arpa", ".localhost"];

/// Why a URL is not asked, as far as it says so itself.
pub(crate) fn refusal(url: &str) -> Option<&'static str> {
    let address = Address::of(url)?;
    refusal_of(&address, address.ip()?)
}

/// The same where a proxy looks names up.
pub(super) fn refusal_by_proxy(url: &str) -> Option<&'static str> {
    let address = Address::of(url)?;
    if let Some(ip) = address.ip() {
        return refusal_of(&address, ip);
    }
    let host = address.host.as_str();
    let is_local = !host.contains('.') || LOCAL_ENDINGS.iter().any(|it| host.ends_with(it));
    (!address.is_secure && !is_local).then_some(PLAIN)
}

fn refusal_of(address: &Address, ip: IpAddr) -> Option<&'static str> {
    match reach_of(ip.to_canonical()) {
        Reach::Never => Some(LINK_LOCAL),
        Reach::Public if !address.is_secure => Some(PLAIN),
        _ => None,
    }
}

/// How far an address is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Never,
    Loopback,
    Private,
    Public,
}

fn reach_of(ip: IpAddr) -> Reach {
    match ip {
        IpAddr::V4(ip) => reach_of_v4(ip),
        IpAddr::V6(ip) => reach_of_v6(ip),
    }
}

fn reach_of_v4(ip: Ipv4Addr) -> Reach {
    // Clouds that hand out credentials elsewhere than at a link-local address.
    const METADATA: [Ipv4Addr; 2] =
        [Ipv4Addr::new(100, 100, 100, 200), Ipv4Addr::new(192, 0, 0, 192)];
    let [first, second, ..] = ip.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    if ip.is_loopback() {
        Reach::Loopback
    } else if ip.is_link_local()
        || first == 0
        || ip.is_multicast()
        || ip.is_broadcast()
        || METADATA.contains(&ip)
    {
        Reach::Never
    } else if ip.is_private() || is_shared {
        Reach::Private
    } else {
        Reach::Public
    }
}

fn reach_of_v6(ip: Ipv6Addr) -> Reach {
    const METADATA: Ipv6Addr = Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254);
    let segments = ip.segments();
    let embedded = Ipv4Addr::from((u32::from(segments[6]) << 16) | u32::from(segments[7]));
    let is_translated = segments[..6] == [0x64, 0xff9b, 0, 0, 0, 0];
    if ip.is_loopback() {
        Reach::Loopback
    } else if is_translated {
        reach_of_v4(embedded)
    } else if ip.is_unicast_link_local()
        || ip.is_multicast()
        || ip.is_unspecified()
        || ip == METADATA
    {
        Reach::Never
    } else if ip.is_unique_local() {
        Reach::Private
    } else {
        Reach::Public
    }
}

/// Looks names up, and refuses those that lead where nothing is asked.
#[derive(Debug, Default)]
pub(super) struct GuardedResolver(DefaultResolver);

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        let Some(address) = Address::of_uri(uri) else { return Ok(found) };
        match found.iter().find_map(|found| refusal_of(&address, found.ip())) {
            Some(reason) => Err(ureq::Error::Other(Box::new(Refused(reason)))),
            None => Ok(found),
        }
    }
}

/// A name leads where nothing is asked.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refused(pub(super) &'static str);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_encryption_only_this_machine_and_private_networks_are_asked() {
        for (ip, plain, secure) in [
            ("127.0.0.1", true, true),
            ("::1", true, true),
            ("::ffff:127.0.0.1", true, true),
            ("10.1.2.3", true, true),
            ("172.16.0.1", true, true),
            ("192.168.1.20", true, true),
            ("100.64.0.7", true, true),
            ("fd12::1", true, true),
            ("172.32.0.1", false, true),
            ("8.8.8.8", false, true),
            ("2001:db8::1", false, true),
            ("169.254.169.254", false, false),
            ("169.254.1.1", false, false),
            ("::ffff:169.254.169.254", false, false),
            ("64:ff9b::a9fe:a9fe", false, false),
            ("fe80::1", false, false),
            ("febf::1", false, false),
            ("fd00:ec2::254", false, false),
            ("100.100.100.200", false, false),
            ("192.0.0.192", false, false),
            ("0.0.0.0", false, false),
            ("::", false, false),
            ("255.255.255.255", false, false),
            ("224.0.0.1", false, false),
        ] {
            let ip: IpAddr = ip.parse().unwrap();
            for (is_secure, is_asked) in [(false, plain), (true, secure)] {
                let address = Address { is_secure, host: "a.example".to_owned() };
                assert_eq!(refusal_of(&address, ip).is_none(), is_asked, "{ip} {is_secure}");
            }
        }
    }

    #[test]
    fn a_url_of_numbers_says_itself_that_it_is_refused() {
        for (url, is_asked) in [
            ("http://127.0.0.1:11434", true),
            ("http://192.168.1.20:11434", true),
            ("https://api.example.com", true),
            ("http://name.example.com", true),
            ("http://169.254.169.254/latest", false),
            ("https://[fe80::1]/", false),
            ("http://8.8.8.8", false),
        ] {
            assert_eq!(refusal(url).is_none(), is_asked, "{url}");
        }
    }

    #[test]
    fn a_name_that_a_proxy_looks_up_is_asked_without_encryption_only_if_it_is_local() {
        for (url, is_asked) in [
            ("http://ollama:11434", true),
            ("http://box.lan", true),
            ("http://name.example.com", false),
            ("https://name.example.com", true),
            ("https://169.254.169.254", false),
        ] {
            assert_eq!(refusal_by_proxy(url).is_none(), is_asked, "{url}");
        }
    }
}
