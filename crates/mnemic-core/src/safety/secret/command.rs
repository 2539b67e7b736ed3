//! Commands: passwords behind options of programs that take them there.

use std::ops::Range;

use super::{
    Secret, SecretClass, gap::Manner, odd::is_odd, page::Page, placeholder::is_placeholder,
    set::Mix, words::words, written::Value,
};

/// A command or option behind which a password stands.
#[derive(Debug)]
pub struct CommandOption {
    /// The option.
    pub word: &'static str,
    /// Commands of which one must be in the line; with none any.
    commands: &'static [&'static str],
    /// How the password is written.
    written: Written,
}

/// How a password is written behind an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// `-u user:password`.
    AfterColon,
    /// `-p password`.
    NextWord,
    /// `-ppassword`.
    Attached,
    /// `-U user%password`.
    AfterPercent,
    /// `echo password | …`.
    Echoed,
}

const fn option(
    word: &'static str,
    commands: &'static [&'static str],
    written: Written,
) -> CommandOption {
    CommandOption { word, commands, written }
}

/// Every option.
pub static OPTIONS: &[CommandOption] = &[
    option(" -u ", &["curl", "wget", "http", "httpie", "xh "], Written::AfterColon),
    option(" -u", &["curl"], Written::AfterColon),
    option("--user ", &["curl", "wget"], Written::AfterColon),
    option("--user=", &["curl", "wget"], Written::AfterColon),
    option(" -a ", &["redis-cli", "http "], Written::NextWord),
    option(" -b ", &["oathtool"], Written::NextWord),
    option(" -t ", &["codecov"], Written::NextWord),
    option("-auth ", &["java", "jenkins"], Written::AfterColon),
    option(
        "login ",
        &["wandb", "huggingface-cli", "hf auth", "cargo", "neonctl"],
        Written::NextWord,
    ),
    option("connect ", &["nmcli"], Written::NextWord),
    option(
        " -p ",
        &[
            "sshpass",
            "docker login",
            "podman login",
            "az login",
            "helm registry login",
            "oc login",
            "mongo",
            "cqlsh",
        ],
        Written::NextWord,
    ),
    option(
        " -p",
        &["mysql", "mariadb", "sshpass", "mysqldump", "mysqladmin", "7z"],
        Written::Attached,
    ),
    option(" -w ", &["ldapsearch", "ldapadd", "ldapmodify"], Written::NextWord),
    option("pass:", &["openssl"], Written::Attached),
    option(
        " -u '",
        &["smbclient", "rpcclient", "crackmapexec", "netexec", "curl"],
        Written::AfterPercent,
    ),
    option(" -u ", &["smbclient", "rpcclient"], Written::AfterPercent),
    option(
        "<<<",
        &["crypt", "login", "secret", "vault", "passwd", "openssl", "gpg"],
        Written::NextWord,
    ),
    option("| sudo -s", &["echo", "printf"], Written::Echoed),
    option("| docker login", &["echo", "printf"], Written::Echoed),
    option("| gh secret", &["echo", "printf"], Written::Echoed),
    option("| gh auth", &["echo", "printf"], Written::Echoed),
    option("| kubectl create secret", &["echo", "printf"], Written::Echoed),
    option("| vault ", &["echo", "printf"], Written::Echoed),
    option("| passwd", &["echo", "printf"], Written::Echoed),
    option("| chpasswd", &["echo", "printf"], Written::Echoed),
    option("| cryptsetup", &["echo", "printf"], Written::Echoed),
    option("| wrangler secret", &["echo", "printf"], Written::Echoed),
    option("| fly secrets", &["echo", "printf"], Written::Echoed),
    option("| op ", &["echo", "printf"], Written::Echoed),
    option("| pass insert", &["echo", "printf"], Written::Echoed),
    option("-storepass ", &[], Written::NextWord),
    option("storepass ", &["keytool"], Written::NextWord),
    option("-keypass ", &["keytool"], Written::NextWord),
];

impl CommandOption {
    /// The password behind the option.
    pub fn secret(&self, page: &Page, at: Range<usize>) -> Option<Secret> {
        let text = page.text;
        let line = page.line_before(at.start);
        let is_there = |command: &str| line.contains(command);
        if !self.commands.is_empty() && !self.commands.iter().any(|it| is_there(it)) {
            return None;
        }
        if self.written == Written::Echoed {
            let words = words(page, at.start - line.len(), 40);
            let before = words.into_iter().take_while(|word| word.end <= at.start);
            let secret =
                before.filter(|word| !text[word.range()].starts_with(['-', '%'])).last()?;
            return self.accepted(text, secret.range());
        }
        let padding = text[at.end..].len() - text[at.end..].trim_start_matches(' ').len();
        if self.written == Written::Attached && padding > 0 {
            return None;
        }
        let value = Value::at(page, at.end + padding, Manner::Word)?;
        let (range, written) = (value.range.clone(), &text[value.range]);
        if !page.may_judge(&range) {
            return None;
        }
        let range = match self.written {
            Written::AfterColon => range.start + written.find(':')? + 1..range.end,
            Written::AfterPercent => range.start + written.find('%')? + 1..range.end,
            _ => range,
        };
        self.accepted(text, range)
    }

    fn accepted(&self, text: &str, range: Range<usize>) -> Option<Secret> {
        let value = &text[range.clone()];
        let mix = Mix::of(value);
        let is_secret = value.len() >= 4
            && !is_placeholder(value)
            && !value.starts_with('-')
            && (is_odd(value)
                || mix.digits > 0 && mix.lower + mix.upper > 0
                || mix.others > 1
                || mix.upper > 1 && mix.lower > 1
                || self.written == Written::AfterColon);
        let is_number = mix.lower + mix.upper == 0 && mix.others == 0;
        (is_secret && !is_number).then(|| Secret::new(range, SecretClass::Credential, "password"))
    }
}
