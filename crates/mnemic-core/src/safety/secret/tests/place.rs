//! Places: passwords where commands, records and calls take them, whose name stands elsewhere or not at all.

use super::*;

#[test]
fn commands_take_passwords_in_their_own_ways() {
    for (before, secret, after) in [
        ("zip -r -P ", "q8Kx2mZr", " out.zip private/"),
        ("mosquitto_pub -h mq -u sensor -P ", "ZgReLebTis", " -t a"),
        ("htpasswd -b /etc/nginx/.htpasswd mona ", "Ff78cKwAX4Ai", ""),
        ("net use Z: \\\\nas\\share /user:acme\\jo ", "GeoIQy7zx", ""),
        ("rabbitmqctl add_user app ", "Ff78cKwAX4Ai", ""),
        ("mc alias set local http://h:9000 minioadmin ", "PLlIQ7Tek2TE", ""),
        ("kubectl create secret generic db --from-literal=url=", "q8Kx2mZr", ""),
        ("sqlplus scott/", "q8Kx2mZr@db", ""),
        ("lftp -u web,", "q8Kx2mZr", " ftp.example.org"),
        ("curl --proxy-user bob:", "q8Kx2mZr", " https://a"),
        ("psexec.py acme/jo:", "q8Kx2mZr@10.0.0.4", ""),
        ("xfreerdp /v:ts1 /u:jo /p:'", "rocket145!", "' /cert:ignore"),
    ] {
        let text = format!("$ {before}{secret}{after}");
        assert_eq!(left(&text), format!("$ {before}[REDACTED:password]{after}"));
    }
    for benign in [
        "net user guest /active:no",
        "htpasswd -bn users bob",
        "sqlplus / as sysdba",
        "mc alias set play https://play.example.org",
    ] {
        assert_eq!(left(benign), benign);
    }
}

#[test]
fn records_name_their_values_elsewhere() {
    let (token, value) = (drawn(40), "Zm9vYmFyMTI=");
    for (text, expected) in [
        (
            "INSERT INTO users (name, password) VALUES ('dora', 'magnet841'), ('bo', 'otter952');".to_owned(),
            "INSERT INTO users (name, password) VALUES ('dora', '[REDACTED:password]'), ('bo', '[REDACTED:password]');".to_owned(),
        ),
        (
            format!("apiVersion: v1\nkind: Secret\nmetadata:\n  name: ledger\ndata:\n  anything: {value}\ntype: Opaque"),
            "apiVersion: v1\nkind: Secret\nmetadata:\n  name: ledger\ndata:\n  anything: [REDACTED:secret]\ntype: Opaque".to_owned(),
        ),
        (
            format!(".example.org\tTRUE\t/\tTRUE\t1798761600\tsessionid\t{token}\n"),
            ".example.org\tTRUE\t/\tTRUE\t1798761600\tsessionid\t[REDACTED:cookie]\n".to_owned(),
        ),
        (
            format!("<key>APISecret</key>\n<string>{token}</string>"),
            "<key>APISecret</key>\n<string>[REDACTED:api-key]</string>".to_owned(),
        ),
        (
            "<AdminPassword><Value>jay7Pp0juu</Value></AdminPassword>".to_owned(),
            "<AdminPassword><Value>[REDACTED:password]</Value></AdminPassword>".to_owned(),
        ),
        (
            format!("secret_key = SecretString::from(\"{token}\")"),
            "secret_key = SecretString::from(\"[REDACTED:secret]\")".to_owned(),
        ),
        (
            "new PDO('mysql:host=127.0.0.1;dbname=shop', 'shop', '3ogLtvTyszOt')".to_owned(),
            "new PDO('mysql:host=127.0.0.1;dbname=shop', 'shop', '[REDACTED:key]')".to_owned(),
        ),
        (
            format!("https://example.org/reset-password/{token}?lang=en"),
            "https://example.org/reset-password/[REDACTED:password]?lang=en".to_owned(),
        ),
        (
            format!("Use the following password to proceed:\n\n{token}\n\nThen go on."),
            "Use the following password to proceed:\n\n[REDACTED:password]\n\nThen go on.".to_owned(),
        ),
    ] {
        assert_eq!(left(&text), expected);
    }
    let sealed =
        format!("kind: SealedSecret\nspec:\n  encryptedData:\n    password: Ag{}", drawn(420));
    assert_eq!(left(&sealed), sealed);
    let call = "print(login(\"user1\", \"wrongpassword\"))";
    assert_eq!(left(call), call);
    let stars = "DB_PASSWORD=*** NPM_TOKEN=*** npm publish";
    assert_eq!(left(stars), stars);
}

#[test]
fn a_token_that_was_broken_into_lines_goes_whole() {
    let part = drawn(76);
    let text = format!("key: eyJhbGciOiJIUzI1NiJ9.eyJ{}\n  {part}\n  {part}\ndone", drawn(50));
    assert_eq!(left(&text), "key: [REDACTED:jwt]\ndone");
    for next in ["release-2024-01-15.tar.gz", "NEXT_SETTING=aB3xY7", "and so on"] {
        let text = format!("key: eyJhbGciOiJIUzI1NiJ9.eyJ{part}\n{next}");
        assert_eq!(left(&text), format!("key: [REDACTED:jwt]\n{next}"));
    }
}
