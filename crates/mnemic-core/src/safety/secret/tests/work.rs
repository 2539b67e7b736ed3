//! How much the rules read: a text full of triggers costs so much a byte, however long it is. Bytes are counted, because
//! time depends on the machine.

use super::*;

/// Texts of nothing but these are the worst that rules meet: many triggers in one line, values within values, quotes that
/// never close, heads of tables in each line.
const UNITS: [&str; 36] = [
    "token password ",
    "token ",
    ":token ",
    "token=",
    "token, ",
    "secret_key=",
    "password is ",
    "password: \"",
    "token:“",
    "token='",
    "\"password\": {",
    "{\"token\": 1, ",
    "login pass ",
    "login(\"",
    "'auth', ",
    "PASSWORD  ",
    "password_",
    "| token ",
    "a,token\n",
    "token\n",
    "<password>",
    "<private>",
    "<private></",
    "seed phrase ",
    "recovery codes ",
    "wifi:t:",
    "curl -u ",
    "cookie: a=b; ",
    "\"kty\"",
    "://",
    "a@b:c://",
    ":5432:",
    "-----BEGIN PRIVATE KEY-----",
    "v1.local.eyJ.",
    "eyJhbGciOiJI-",
    "\u{1b}[31mtoken\u{1b}[0m ",
];

fn steps(text: &str) -> usize {
    let page = Page::new(text);
    examine(&page);
    page.steps()
}

#[test]
fn work_grows_with_the_text_and_not_with_its_square() {
    for unit in UNITS {
        let short = unit.repeat((12 << 10) / unit.len());
        let (once, four_times) = (steps(&short), steps(&short.repeat(4)));
        assert!(four_times <= 5 * once + (64 << 10), "{unit:?}: {once} and {four_times}");
        assert!(once <= 100 * short.len(), "{unit:?}: {once} of {}", short.len());
    }
}

/// Not by the clock: were each label to read on to the end, this would not end.
#[test]
fn a_megabyte_of_labels_is_examined() {
    let labels = "token password secret api_key ";
    let text = labels.repeat((1 << 20) / labels.len());
    assert_eq!(find(&text, &SecretPolicy::SECRETS), []);
    let line = "token=password=";
    find(&line.repeat((1 << 18) / line.len()), &SecretPolicy::SECRETS);
}
