//! Commands: passwords behind options of programs that take them there.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    gap::Manner,
    odd::is_odd,
    page::Page,
    placeholder::is_placeholder,
    set::{Mix, is_random},
    words::words,
    written::Value,
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
    /// `-u user,password`.
    AfterComma,
    /// `--from-literal=name=password`.
    AfterEquals,
    /// `sqlplus user/password@host`.
    AfterSlash,
    /// `add_user name password`.
    SecondWord,
    /// The last word of the command.
    LastWord,
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
            "crane auth login",
            "skopeo login",
            "nerdctl login",
            "buildah login",
            "psexec",
            "evil-winrm",
            "crackmapexec",
            "netexec",
            "rdesktop",
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
    option(
        " -P ",
        &["zip ", "mosquitto_", "bcp ", "sqlcmd", "ipmitool", "isql"],
        Written::NextWord,
    ),
    option(" -pw ", &["plink", "pscp", "psftp", "putty"], Written::NextWord),
    option("/p:", &["freerdp"], Written::Attached),
    option("/pass:", &["cmdkey"], Written::Attached),
    option("/rp ", &["schtasks"], Written::NextWord),
    option("/user:", &["net use"], Written::LastWord),
    option("net user ", &[], Written::SecondWord),
    option(" -b", &["htpasswd"], Written::LastWord),
    option(" -nb", &["htpasswd"], Written::LastWord),
    option(" -cb", &["htpasswd"], Written::LastWord),
    option(" -Bb", &["htpasswd"], Written::LastWord),
    option("add_user ", &["rabbitmqctl"], Written::SecondWord),
    option("change_password ", &["rabbitmqctl"], Written::SecondWord),
    option("alias set ", &["mc "], Written::LastWord),
    option("wpa_passphrase ", &[], Written::LastWord),
    option(" -c ", &["snmpwalk", "snmpget", "snmpbulk"], Written::NextWord),
    option(" -A ", &["snmpwalk", "snmpget", "snmpbulk"], Written::NextWord),
    option(" -X ", &["snmpwalk", "snmpget", "snmpbulk"], Written::NextWord),
    option("--from-literal=", &["kubectl"], Written::AfterEquals),
    option("--from-literal ", &["kubectl"], Written::AfterEquals),
    option("secrets set ", &["fly", "supabase"], Written::AfterEquals),
    option("creds ", &["skopeo", "podman", "buildah", "crictl"], Written::AfterColon),
    option("creds=", &["skopeo", "podman", "buildah", "crictl"], Written::AfterColon),
    option("--proxy-user ", &["curl"], Written::AfterColon),
    option(" -U ", &["curl"], Written::AfterColon),
    option("--oauth2-bearer ", &["curl"], Written::NextWord),
    option(" -u ", &["lftp"], Written::AfterComma),
    option("sqlplus ", &[], Written::AfterSlash),
    option("sqlplus -s ", &[], Written::AfterSlash),
    option("rman target ", &[], Written::AfterSlash),
    option("expdp ", &[], Written::AfterSlash),
    option("impdp ", &[], Written::AfterSlash),
    option("bw unlock ", &[], Written::NextWord),
    option("rclone obscure ", &[], Written::NextWord),
    option("doctl auth init -t ", &[], Written::NextWord),
    option("vault login ", &[], Written::NextWord),
    option(" -k ", &["openssl enc", "openssl aes"], Written::NextWord),
    option(" -K ", &["openssl"], Written::NextWord),
    option(" -w ", &["security add-"], Written::NextWord),
    option(".py ", &["psexec", "secretsdump", "wmiexec", "smbexec"], Written::AfterColon),
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
        if matches!(self.written, Written::SecondWord | Written::LastWord) {
            return self.accepted(text, self.argument(page, at.end)?);
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
        let sign = match self.written {
            Written::AfterColon => ':',
            Written::AfterPercent => '%',
            Written::AfterComma => ',',
            Written::AfterEquals => '=',
            Written::AfterSlash => '/',
            _ => return self.accepted(text, range),
        };
        let user = written.find(sign)?;
        // Clients of programs have an id that was drawn, too.
        let is_drawn = user >= 30 && is_random(&written[..user]);
        let from = if is_drawn { 0 } else { user + 1 };
        self.accepted(text, range.start + from..range.end)
    }

    /// The second or the last word behind the option.
    fn argument(&self, page: &Page, from: usize) -> Option<Range<usize>> {
        let rest = page.line_after(from);
        let rest = &rest[..rest.find(['|', ';', '>']).unwrap_or(rest.len())];
        let mut words =
            rest.split_whitespace().filter(|word| !word.starts_with(['-', '/']) && *word != "\\");
        let word = match self.written {
            Written::SecondWord => words.nth(1)?,
            _ => words.next_back()?,
        };
        let start = from + rest.rfind(word)?;
        let bare = word.trim_matches(['"', '\'']);
        let start = start + word.len() - word.trim_start_matches(['"', '\'']).len();
        Some(start..start + bare.len())
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
