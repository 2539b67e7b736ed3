//! Tokens that are recognised by their own form: a prefix that their provider chose, and what follows it.
//!
//! Lengths are a little wider than providers document, because they change them without a word.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    value::{self, Set},
};

/// The form of a token.
#[derive(Debug)]
pub struct Form {
    /// What it is, for the placeholder.
    pub kind: &'static str,
    /// A run that stands directly before the prefix.
    before: Option<Part>,
    /// The prefix, in this case.
    pub prefix: &'static str,
    /// What follows.
    rest: &'static [Part],
}

/// A part of a token.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// So many characters of a set.
    Run(Set, usize, usize),
    /// These characters.
    Text(&'static str),
}

use Part::{Run, Text};
use Set::{Alnum, Base64, Digit, Hex, Lower, Opaque, Upper, Url};

const fn form(kind: &'static str, prefix: &'static str, rest: &'static [Part]) -> Form {
    Form { kind, before: None, prefix, rest }
}

const fn suffixed(
    kind: &'static str,
    before: Part,
    prefix: &'static str,
    rest: &'static [Part],
) -> Form {
    Form { kind, before: Some(before), prefix, rest }
}

/// A UUID.
const UUID: Part = Run(Set::HexDash, 36, 36);

/// A token of a bot: its number in base64, a time, and a signature.
const DISCORD: &[Part] =
    &[Run(Alnum, 20, 28), Text("."), Run(Url, 5, 7), Text("."), Run(Url, 25, 45)];

/// Every form.
pub static FORMS: &[Form] = &[
    // Source code and builds.
    form("github-token", "ghp_", &[Run(Alnum, 30, 255)]),
    form("github-token", "gho_", &[Run(Alnum, 30, 255)]),
    form("github-token", "ghu_", &[Run(Alnum, 30, 255)]),
    form("github-token", "ghs_", &[Run(Opaque, 30, 600)]),
    form("github-token", "ghr_", &[Run(Alnum, 30, 255)]),
    form("github-token", "github_pat_", &[Run(Url, 50, 255)]),
    form("gitlab-token", "glpat-", &[Run(Opaque, 20, 200)]),
    form("gitlab-token", "glrt-", &[Run(Opaque, 20, 200)]),
    form("gitlab-token", "gldt-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "glptt-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "glcbt-", &[Run(Url, 20, 200)]),
    form("gitlab-token", "glft-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "glsoat-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "gloas-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "glagent-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "glimt-", &[Run(Url, 20, 100)]),
    form("gitlab-token", "GR1348941", &[Run(Url, 20, 50)]),
    form("bitbucket-token", "ATBB", &[Run(Alnum, 28, 50)]),
    form("atlassian-token", "ATCTT3", &[Run(Opaque, 60, 300)]),
    form("atlassian-token", "ATATT3", &[Run(Opaque, 60, 300)]),
    form("trello-token", "ATTA", &[Run(Alnum, 60, 90)]),
    suffixed("azure-devops-token", Run(Alnum, 70, 80), "AZDO", &[Run(Alnum, 4, 4)]),
    form("sourcegraph-token", "sgp_", &[Run(Url, 40, 90)]),
    form("sourcegraph-token", "sgd_", &[Run(Url, 40, 90)]),
    form("circleci-token", "CCIPAT_", &[Run(Url, 40, 90)]),
    form("circleci-token", "CCIPRJ_", &[Run(Url, 40, 90)]),
    form("buildkite-token", "bkua_", &[Run(Alnum, 40, 60)]),
    form("buildkite-token", "bkct_", &[Run(Alnum, 30, 60)]),
    form("octopus-token", "API-", &[Run(Upper, 24, 40)]),
    form("pulumi-token", "pul-", &[Run(Hex, 40, 40)]),
    suffixed("terraform-token", Run(Alnum, 14, 14), ".atlasv1.", &[Run(Url, 40, 90)]),
    form("infracost-token", "ico-", &[Run(Alnum, 32, 32)]),
    form("snyk-token", "snyk_", &[Run(Opaque, 30, 200)]),
    form("codecov-token", "cdcv_", &[Run(Url, 30, 60)]),
    form("travis-token", "trvs_", &[Run(Url, 20, 60)]),
    form("sonar-token", "sqp_", &[Run(Hex, 40, 40)]),
    form("sonar-token", "squ_", &[Run(Hex, 40, 40)]),
    form("sonar-token", "sqa_", &[Run(Hex, 40, 40)]),
    form("npm-token", "npm_", &[Run(Alnum, 30, 60)]),
    form("pypi-token", "pypi-Ag", &[Run(Url, 40, 300)]),
    form("rubygems-token", "rubygems_", &[Run(Hex, 48, 48)]),
    form("crates-token", "cio", &[Run(Alnum, 32, 32)]),
    form("nuget-token", "oy2", &[Run(Lower, 43, 43)]),
    form("docker-token", "dckr_pat_", &[Run(Url, 20, 60)]),
    form("docker-token", "dckr_oat_", &[Run(Url, 20, 60)]),
    form("artifactory-token", "AKCp", &[Run(Alnum, 60, 80)]),
    form("artifactory-token", "cmVmdGtuOj", &[Run(Alnum, 40, 80)]),
    form("clojars-token", "CLOJARS_", &[Run(Lower, 60, 60)]),
    form("jfrog-token", "eyJ2ZXIiOiIyIiwidHlwIjoiSldUIi", &[Run(Opaque, 60, 2_000)]),
    form("hex-token", "hexpm_", &[Run(Opaque, 30, 100)]),
    // Clouds and hosting.
    form("aws-access-key", "AKIA", &[Run(Upper, 16, 16)]),
    form("aws-access-key", "ASIA", &[Run(Upper, 16, 16)]),
    form("aws-access-key", "ABIA", &[Run(Upper, 16, 16)]),
    form("aws-access-key", "ACCA", &[Run(Upper, 16, 16)]),
    form("aws-session-token", "IQoJb3JpZ2lu", &[Run(Base64, 100, 2_000)]),
    form("aws-session-token", "FwoGZXIvYXdz", &[Run(Base64, 100, 2_000)]),
    form("aws-bedrock-key", "ABSK", &[Run(Base64, 100, 300)]),
    form("google-api-key", "AIza", &[Run(Url, 35, 35)]),
    form("firebase-key", "AAAA", &[Run(Url, 7, 7), Text(":"), Run(Url, 100, 200)]),
    form("aws-appsync-key", "da2-", &[Run(Lower, 26, 26)]),
    form("aws-mws-key", "amzn.mws.", &[UUID]),
    form("google-oauth-secret", "GOCSPX-", &[Run(Url, 24, 40)]),
    form("google-oauth-token", "ya29.", &[Run(Url, 30, 600)]),
    form("google-refresh-token", "1//0", &[Run(Url, 40, 200)]),
    form("azure-secret", "8Q~", &[Run(Opaque, 31, 40)]),
    suffixed("azure-secret", Run(Alnum, 3, 3), "8Q~", &[Run(Opaque, 31, 40)]),
    suffixed("azure-secret", Run(Alnum, 3, 3), "7Q~", &[Run(Opaque, 31, 40)]),
    suffixed("azure-storage-key", Run(Base64, 86, 86), "==", &[]),
    form("digitalocean-token", "dop_v1_", &[Run(Hex, 64, 64)]),
    form("digitalocean-token", "doo_v1_", &[Run(Hex, 64, 64)]),
    form("digitalocean-token", "dor_v1_", &[Run(Hex, 64, 64)]),
    form("alibaba-key", "LTAI", &[Run(Alnum, 12, 30)]),
    form("tencent-key", "AKID", &[Run(Alnum, 32, 32)]),
    form("yandex-key", "AQVN", &[Run(Url, 35, 45)]),
    form("yandex-key", "y0_", &[Run(Url, 50, 80)]),
    form("scaleway-key", "SCW", &[Run(Upper, 17, 17)]),
    form("heroku-key", "HRKU-", &[Run(Url, 30, 80)]),
    form("fly-token", "fm2_", &[Run(Base64, 50, 1_000)]),
    form("fly-token", "fm1r_", &[Run(Base64, 50, 1_000)]),
    form("fly-token", "fo1_", &[Run(Url, 30, 100)]),
    form("cloudflare-key", "v1.0-", &[Run(Hex, 24, 24), Text("-"), Run(Hex, 100, 200)]),
    form("netlify-token", "nfp_", &[Run(Alnum, 30, 60)]),
    form("netlify-token", "nfc_", &[Run(Alnum, 30, 60)]),
    form("vercel-token", "vercel_blob_rw_", &[Run(Url, 30, 80)]),
    form("vercel-token", "vcp_", &[Run(Alnum, 24, 80)]),
    form("vercel-token", "vck_", &[Run(Alnum, 24, 80)]),
    form("render-key", "rnd_", &[Run(Alnum, 24, 60)]),
    form("supabase-key", "sb_secret_", &[Run(Url, 20, 60)]),
    form("supabase-key", "sbp_", &[Run(Hex, 40, 40)]),
    form("planetscale-token", "pscale_", &[Run(Opaque, 35, 80)]),
    form("neon-token", "npg_", &[Run(Alnum, 10, 40)]),
    form("neon-token", "napi_", &[Run(Alnum, 40, 90)]),
    form("mongodb-secret", "mdb_sa_sk_", &[Run(Url, 30, 60)]),
    form("linode-token", "lin_pat_", &[Run(Alnum, 30, 90)]),
    form("hetzner-token", "hcloud_", &[Run(Alnum, 40, 90)]),
    form("ibm-key", "crn:v1:bluemix:", &[]),
    form("databricks-token", "dapi", &[Run(Hex, 32, 32)]),
    form("databricks-token", "dose", &[Run(Hex, 32, 32)]),
    form("dbt-token", "dbtc_", &[Run(Url, 30, 80)]),
    form("dbt-token", "dbtu_", &[Run(Url, 30, 80)]),
    form("prefect-key", "pnu_", &[Run(Alnum, 30, 50)]),
    form("prefect-key", "pnb_", &[Run(Alnum, 30, 50)]),
    // Secret managers and networks.
    form("doppler-token", "dp.pt.", &[Run(Alnum, 40, 60)]),
    form("doppler-token", "dp.st.", &[Run(Opaque, 40, 90)]),
    form("doppler-token", "dp.ct.", &[Run(Alnum, 40, 60)]),
    form("doppler-token", "dp.sa.", &[Run(Alnum, 40, 60)]),
    form("doppler-token", "dp.scim.", &[Run(Alnum, 40, 60)]),
    form("vault-token", "hvs.", &[Run(Url, 20, 200)]),
    form("vault-token", "hvb.", &[Run(Url, 20, 400)]),
    form("vault-token", "hvr.", &[Run(Url, 20, 200)]),
    form("vault-token", "s.", &[Run(Alnum, 24, 24)]),
    form("1password-token", "ops_eyJ", &[Run(Base64, 100, 1_500)]),
    form("1password-key", "A3-", &[Run(Upper, 6, 6), Text("-"), Run(Set::UpperDash, 20, 40)]),
    form("age-key", "AGE-SECRET-KEY-1", &[Run(Upper, 50, 70)]),
    form("age-key", "AGE-PLUGIN-", &[Run(Set::UpperDash, 40, 200)]),
    form(
        "bitwarden-token",
        "0.",
        &[UUID, Text("."), Run(Alnum, 20, 40), Text(":"), Run(Base64, 16, 40)],
    ),
    form(
        "infisical-token",
        "st.",
        &[Run(Hex, 24, 24), Text("."), Run(Hex, 32, 32), Text("."), Run(Hex, 32, 32)],
    ),
    form("tailscale-key", "tskey-", &[Run(Url, 20, 90)]),
    form("ngrok-token", "ngrok_", &[Run(Url, 30, 80)]),
    form("swarm-token", "SWMTKN-1-", &[Run(Url, 60, 90)]),
    form("grafana-key", "eyJrIjoi", &[Run(Base64, 40, 400)]),
    form(
        "harness-token",
        "pat.",
        &[Run(Url, 20, 24), Text("."), Run(Alnum, 22, 26), Text("."), Run(Alnum, 18, 22)],
    ),
    form("salesforce-token", "00D", &[Run(Alnum, 12, 15), Text("!"), Run(Opaque, 60, 200)]),
    form("woocommerce-key", "ck_", &[Run(Hex, 40, 40)]),
    form("woocommerce-key", "cs_", &[Run(Hex, 40, 40)]),
    form("openai-session", "sess-", &[Run(Alnum, 40, 40)]),
    form("anyscale-key", "esecret_", &[Run(Alnum, 20, 60)]),
    form("modal-token", "as-", &[Run(Alnum, 22, 22)]),
    form("modal-token", "ak-", &[Run(Alnum, 22, 22)]),
    form("runpod-key", "rpa_", &[Run(Alnum, 40, 60)]),
    form("adobe-secret", "p8e-", &[Run(Alnum, 32, 32)]),
    form("clickhouse-key", "4b1d", &[Run(Alnum, 38, 38)]),
    form("artifactory-token", "cmVmd", &[Run(Alnum, 59, 59)]),
    form("aws-access-key", "A3T", &[Run(Upper, 17, 17)]),
    form("password-hash", "$P$", &[Run(Set::Crypt, 31, 31)]),
    form("password-hash", "$H$", &[Run(Set::Crypt, 31, 31)]),
    form("password-hash", "$7$", &[Run(Set::CryptParts, 40, 140)]),
    form("password-hash", "$gy$", &[Run(Set::CryptParts, 40, 140)]),
    form(
        "password-hash",
        "SCRAM-SHA-256$",
        &[
            Run(Digit, 3, 6),
            Text(":"),
            Run(Set::CryptParts, 20, 60),
            Text(":"),
            Run(Base64, 40, 120),
        ],
    ),
    form("gcp-hmac-key", "GOOG1E", &[Run(Upper, 50, 60)]),
    form("yandex-key", "YCAJE", &[Run(Url, 18, 26)]),
    form("yandex-key", "YCP", &[Run(Url, 34, 44)]),
    form("digitalocean-key", "DO00", &[Run(Upper, 16, 18)]),
    form("digitalocean-key", "DO801", &[Run(Upper, 15, 18)]),
    form("confluent-key", "cflt", &[Run(Base64, 58, 64)]),
    form("cloudflare-token", "eyJhIjoi", &[Run(Base64, 100, 400)]),
    form("nats-seed", "SU", &[Run(Upper, 54, 58)]),
    form("nats-seed", "SA", &[Run(Upper, 54, 58)]),
    form("nats-seed", "SO", &[Run(Upper, 54, 58)]),
    form("nats-seed", "SC", &[Run(Upper, 54, 58)]),
    form("nats-seed", "SN", &[Run(Upper, 54, 58)]),
    form(
        "k3s-token",
        "K10",
        &[Run(Hex, 64, 64), Text("::"), Run(Opaque, 4, 20), Text(":"), Run(Hex, 20, 64)],
    ),
    form("mattermost-webhook", "/hooks/", &[Run(Lower, 26, 26)]),
    form("feishu-webhook", "/open-apis/bot/v2/hook/", &[UUID]),
    form("zoom-webhook", "inbots.zoom.us/incoming/hook/", &[Run(Url, 20, 60)]),
    form("google-chat-webhook", "chat.googleapis.com/v1/spaces/", &[Run(Set::Path, 20, 80)]),
    form("zapier-webhook", "hooks.zapier.com/hooks/catch/", &[Run(Set::Path, 12, 60)]),
    form("ifttt-webhook", "maker.ifttt.com/use/", &[Run(Url, 20, 60)]),
    form("make-webhook", "hook.eu1.make.com/", &[Run(Alnum, 24, 50)]),
    form("klaviyo-key", "pk_", &[Run(Hex, 34, 34)]),
    form("pushbullet-token", "o.", &[Run(Alnum, 32, 32)]),
    form("conda-token", "/t/ac-", &[UUID]),
    form("teleport-token", "sso-", &[Run(Hex, 40, 64)]),
    form("okta-token", "00", &[Run(Url, 40, 40)]),
    // Chat.
    form("slack-token", "xoxb-", &[Run(Url, 20, 200)]),
    form("slack-token", "xoxp-", &[Run(Url, 20, 200)]),
    form("slack-token", "xoxa-", &[Run(Url, 20, 200)]),
    form("slack-token", "xoxr-", &[Run(Url, 20, 200)]),
    form("slack-token", "xoxs-", &[Run(Url, 20, 200)]),
    form("slack-token", "xoxc-", &[Run(Url, 20, 200)]),
    form("slack-token", "xoxd-", &[Run(Opaque, 20, 300)]),
    form("slack-token", "xoxe-", &[Run(Url, 20, 250)]),
    form("slack-token", "xoxe.xox", &[Run(Url, 20, 250)]),
    form("slack-token", "xapp-", &[Run(Url, 20, 200)]),
    form("slack-webhook", "hooks.slack.com/services/", &[Run(Set::Path, 30, 100)]),
    form("slack-webhook", "hooks.slack.com/workflows/", &[Run(Set::Path, 30, 150)]),
    form("slack-webhook", "hooks.slack.com/triggers/", &[Run(Set::Path, 30, 150)]),
    form("discord-webhook", "/api/webhooks/", &[Run(Digit, 15, 22), Text("/"), Run(Url, 40, 100)]),
    form("teams-webhook", "webhook.office.com/webhookb2/", &[Run(Set::PathAt, 60, 300)]),
    suffixed("telegram-token", Run(Digit, 8, 12), ":AA", &[Run(Url, 30, 40)]),
    form("discord-token", "MD", DISCORD),
    form("discord-token", "MT", DISCORD),
    form("discord-token", "Mj", DISCORD),
    form("discord-token", "Mz", DISCORD),
    form("discord-token", "ND", DISCORD),
    form("discord-token", "NT", DISCORD),
    form("discord-token", "Nj", DISCORD),
    form("discord-token", "Nz", DISCORD),
    form("discord-token", "OD", DISCORD),
    form("discord-token", "OT", DISCORD),
    form("twitch-token", "oauth:", &[Run(Lower, 30, 30)]),
    form("matrix-token", "syt_", &[Run(Url, 20, 120)]),
    form("mattermost-token", "mmpat_", &[Run(Alnum, 20, 60)]),
    // Payments and shops.
    form("stripe-key", "sk_live_", &[Run(Alnum, 16, 250)]),
    form("stripe-key", "sk_test_", &[Run(Alnum, 16, 250)]),
    form("stripe-key", "rk_live_", &[Run(Alnum, 16, 250)]),
    form("stripe-key", "rk_test_", &[Run(Alnum, 16, 250)]),
    form("webhook-secret", "whsec_", &[Run(Base64, 20, 120)]),
    form("square-token", "EAAA", &[Run(Url, 55, 70)]),
    form("square-token", "sq0csp-", &[Run(Url, 35, 50)]),
    form("square-token", "sq0atp-", &[Run(Url, 20, 50)]),
    form(
        "braintree-token",
        "access_token$production$",
        &[Run(Lower, 16, 16), Text("$"), Run(Hex, 32, 32)],
    ),
    form(
        "braintree-token",
        "access_token$sandbox$",
        &[Run(Lower, 16, 16), Text("$"), Run(Hex, 32, 32)],
    ),
    form("mollie-key", "live_", &[Run(Alnum, 28, 40)]),
    form("mollie-key", "test_", &[Run(Alnum, 30, 30)]),
    form("flutterwave-key", "FLWSECK", &[Run(Url, 30, 60)]),
    form("paddle-key", "pdl_", &[Run(Url, 40, 100)]),
    form("plaid-token", "access-production-", &[UUID]),
    form("plaid-token", "access-sandbox-", &[UUID]),
    form("plaid-token", "access-development-", &[UUID]),
    form("shopify-token", "shpat_", &[Run(Alnum, 32, 40)]),
    form("shopify-token", "shpss_", &[Run(Alnum, 32, 40)]),
    form("shopify-token", "shpca_", &[Run(Alnum, 32, 40)]),
    form("shopify-token", "shppa_", &[Run(Alnum, 32, 40)]),
    form("shopify-token", "shptka_", &[Run(Alnum, 30, 40)]),
    form("easypost-key", "EZAK", &[Run(Alnum, 50, 60)]),
    form("easypost-key", "EZTK", &[Run(Alnum, 50, 60)]),
    form("shippo-token", "shippo_", &[Run(Url, 40, 60)]),
    form("duffel-token", "duffel_", &[Run(Url, 40, 60)]),
    form("razorpay-key", "rzp_live_", &[Run(Alnum, 14, 20)]),
    form("paystack-key", "sk_live_", &[Run(Hex, 40, 40)]),
    form("lemonsqueezy-key", "lsk_", &[Run(Alnum, 30, 80)]),
    form("adyen-key", "AQE", &[Run(Base64, 60, 400)]),
    // Mail and phones.
    form("sendgrid-key", "SG.", &[Run(Url, 16, 40), Text("."), Run(Url, 30, 60)]),
    form("mailgun-key", "key-", &[Run(Hex, 32, 32)]),
    suffixed("mailgun-key", Run(Hex, 32, 32), "-", &[Run(Hex, 8, 8), Text("-"), Run(Hex, 8, 8)]),
    suffixed("mailchimp-key", Run(Hex, 32, 32), "-us", &[Run(Digit, 1, 2)]),
    form("brevo-key", "xkeysib-", &[Run(Url, 60, 100)]),
    form("brevo-key", "xsmtpsib-", &[Run(Url, 60, 100)]),
    form("resend-key", "re_", &[Run(Alnum, 8, 8), Text("_"), Run(Alnum, 24, 30)]),
    form("mailersend-key", "mlsn.", &[Run(Hex, 60, 80)]),
    form("twilio-key", "SK", &[Run(Hex, 32, 32)]),
    form("postmark-key", "PMAK-", &[Run(Url, 40, 80)]),
    // Models.
    form("openai-key", "sk-proj-", &[Run(Url, 20, 250)]),
    form("openai-key", "sk-svcacct-", &[Run(Url, 20, 250)]),
    form("openai-key", "sk-admin-", &[Run(Url, 20, 250)]),
    form("openai-key", "sk-None-", &[Run(Url, 20, 250)]),
    form("anthropic-key", "sk-ant-", &[Run(Url, 20, 250)]),
    form("openrouter-key", "sk-or-", &[Run(Url, 40, 100)]),
    form("langfuse-key", "sk-lf-", &[UUID]),
    form("api-key", "sk-", &[Run(Alnum, 20, 120)]),
    form("api-key", "sk_", &[Run(Alnum, 32, 80)]),
    form("huggingface-token", "hf_", &[Run(Alnum, 30, 50)]),
    form("huggingface-token", "api_org_", &[Run(Alnum, 30, 50)]),
    form("replicate-token", "r8_", &[Run(Alnum, 30, 50)]),
    form("groq-key", "gsk_", &[Run(Alnum, 40, 70)]),
    form("perplexity-key", "pplx-", &[Run(Alnum, 30, 70)]),
    form("xai-key", "xai-", &[Run(Alnum, 60, 100)]),
    form("nvidia-key", "nvapi-", &[Run(Url, 50, 90)]),
    form("pinecone-key", "pcsk_", &[Run(Url, 50, 90)]),
    form("langsmith-key", "lsv2_", &[Run(Url, 40, 70)]),
    form("langsmith-key", "ls__", &[Run(Hex, 32, 32)]),
    form("tavily-key", "tvly-", &[Run(Url, 25, 60)]),
    form("cerebras-key", "csk-", &[Run(Alnum, 40, 60)]),
    form("jina-key", "jina_", &[Run(Url, 50, 80)]),
    form("voyage-key", "pa-", &[Run(Url, 40, 60)]),
    form("wandb-key", "wandb_v1_", &[Run(Url, 50, 120)]),
    form("fireworks-key", "fw_", &[Run(Alnum, 22, 50)]),
    form("firecrawl-key", "fc-", &[Run(Hex, 32, 32)]),
    form("elevenlabs-key", "xi-", &[Run(Hex, 32, 48)]),
    // Monitoring and product tools.
    form("grafana-token", "glsa_", &[Run(Url, 36, 60)]),
    form("grafana-token", "glc_eyJ", &[Run(Base64, 60, 400)]),
    form("newrelic-key", "NRAK-", &[Run(Upper, 27, 27)]),
    form("newrelic-key", "NRJS-", &[Run(Alnum, 19, 19)]),
    form("newrelic-key", "NRII-", &[Run(Url, 32, 32)]),
    suffixed("newrelic-key", Run(Alnum, 36, 40), "NRAL", &[]),
    form("sentry-token", "sntrys_", &[Run(Base64, 60, 400)]),
    form("sentry-token", "sntryu_", &[Run(Hex, 64, 64)]),
    form("honeycomb-key", "hcaik_", &[Run(Alnum, 50, 70)]),
    form("honeycomb-key", "hcbik_", &[Run(Alnum, 50, 70)]),
    form("honeycomb-key", "hcxik_", &[Run(Alnum, 50, 70)]),
    form("dynatrace-token", "dt0c01.", &[Run(Upper, 24, 24), Text("."), Run(Upper, 64, 64)]),
    form("dynatrace-token", "dt0s", &[Run(Opaque, 60, 120)]),
    form("posthog-key", "phx_", &[Run(Alnum, 40, 60)]),
    form("posthog-key", "phs_", &[Run(Alnum, 40, 60)]),
    form("axiom-token", "xaat-", &[UUID]),
    form("axiom-token", "xapt-", &[UUID]),
    form("datadog-token", "ddp_", &[Run(Alnum, 30, 50)]),
    form("pagerduty-token", "u+", &[Run(Url, 18, 18)]),
    form("linear-key", "lin_api_", &[Run(Alnum, 32, 60)]),
    form("linear-key", "lin_oauth_", &[Run(Alnum, 32, 80)]),
    form("notion-token", "ntn_", &[Run(Alnum, 40, 60)]),
    form("notion-token", "secret_", &[Run(Alnum, 40, 50)]),
    form("airtable-token", "pat", &[Run(Alnum, 14, 14), Text("."), Run(Hex, 64, 64)]),
    form(
        "asana-token",
        "2/",
        &[Run(Digit, 12, 20), Text("/"), Run(Digit, 12, 20), Text(":"), Run(Hex, 32, 32)],
    ),
    form("asana-token", "1/", &[Run(Digit, 12, 20), Text(":"), Run(Hex, 32, 32)]),
    form("clickup-token", "pk_", &[Run(Digit, 6, 10), Text("_"), Run(Upper, 30, 34)]),
    form("figma-token", "figd_", &[Run(Url, 35, 60)]),
    form("figma-token", "figo_", &[Run(Url, 35, 60)]),
    form("youtrack-token", "perm-", &[Run(Opaque, 40, 90)]),
    form("hubspot-token", "pat-", &[Run(Alnum, 2, 4), Text("-"), UUID]),
    form("postman-key", "PMAT-", &[Run(Upper, 26, 26)]),
    form("contentful-token", "CFPAT-", &[Run(Url, 40, 50)]),
    form("launchdarkly-key", "sdk-", &[UUID]),
    form("launchdarkly-key", "api-", &[UUID]),
    form("mapbox-token", "sk.eyJ", &[Run(Url, 40, 200), Text("."), Run(Url, 18, 40)]),
    form("mapbox-token", "tk.eyJ", &[Run(Url, 40, 200), Text("."), Run(Url, 18, 40)]),
    form("facebook-token", "EAA", &[Run(Alnum, 90, 300)]),
    form("twitter-token", "AAAAAAAAAAAAAAAAAAAA", &[Run(Set::Percent, 60, 150)]),
    form("dropbox-token", "sl.", &[Run(Url, 100, 2_000)]),
    form("zapier-key", "ak_", &[Run(Alnum, 32, 60)]),
    form("intercom-token", "dG9rO", &[Run(Base64, 40, 80)]),
    form("contentstack-token", "cs", &[Run(Hex, 32, 32)]),
    form("beamer-token", "b_", &[Run(Base64, 44, 44)]),
    form("typeform-token", "tfp_", &[Run(Opaque, 40, 80)]),
    form("frameio-token", "fio-u-", &[Run(Url, 60, 70)]),
    form("readme-key", "rdme_", &[Run(Alnum, 60, 80)]),
    form("redpanda-key", "rpk_", &[Run(Alnum, 40, 80)]),
    form("cloudinary-address", "cloudinary://", &[Run(Digit, 10, 20), Text(":"), Run(Url, 20, 40)]),
    form("backblaze-key", "K00", &[Run(Base64, 28, 28)]),
    // Web tokens and hashes of passwords.
    form(
        "jwe",
        "eyJ",
        &[
            Run(Url, 10, 4_000),
            Text("."),
            Run(Url, 0, 4_000),
            Text("."),
            Run(Url, 8, 60),
            Text("."),
            Run(Url, 1, 16_000),
            Text("."),
            Run(Url, 8, 60),
        ],
    ),
    form("paseto", "v1.local.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v2.local.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v3.local.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v4.local.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v1.public.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v2.public.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v3.public.", &[Run(Opaque, 40, 4_000)]),
    form("paseto", "v4.public.", &[Run(Opaque, 40, 4_000)]),
    form("youtrack-token", "perm:", &[Run(Opaque, 40, 90)]),
    form("pinterest-token", "pina_", &[Run(Alnum, 40, 90)]),
    form("ifttt-webhook", "/with/key/", &[Run(Url, 15, 60)]),
    form("infura-key", "infura.io/v3/", &[Run(Hex, 32, 32)]),
    form("alchemy-key", "alchemy.com/v2/", &[Run(Url, 25, 45)]),
    form("healthchecks-key", "hc-ping.com/", &[UUID]),
    form("loggly-token", "loggly.com/inputs/", &[UUID]),
    form(
        "jwt",
        "eyJ",
        &[Run(Url, 10, 4_000), Text("."), Run(Url, 10, 16_000), Text("."), Run(Url, 10, 2_000)],
    ),
    form("password-hash", "$2a$", &[Run(Digit, 2, 2), Text("$"), Run(Set::Crypt, 53, 53)]),
    form("password-hash", "$2b$", &[Run(Digit, 2, 2), Text("$"), Run(Set::Crypt, 53, 53)]),
    form("password-hash", "$2y$", &[Run(Digit, 2, 2), Text("$"), Run(Set::Crypt, 53, 53)]),
    form("password-hash", "$6$", &[Run(Set::CryptParts, 50, 140)]),
    form("password-hash", "$5$", &[Run(Set::CryptParts, 40, 100)]),
    form("password-hash", "$1$", &[Run(Set::CryptParts, 22, 40)]),
    form("password-hash", "$apr1$", &[Run(Set::CryptParts, 22, 40)]),
    form("password-hash", "$y$", &[Run(Set::CryptParts, 40, 140)]),
    form("password-hash", "$argon2", &[Run(Set::CryptParts, 50, 250)]),
    form("password-hash", "$scrypt$", &[Run(Set::CryptParts, 50, 250)]),
    form("password-hash", "$pbkdf2", &[Run(Set::CryptParts, 40, 250)]),
    form("password-hash", "pbkdf2_sha256$", &[Run(Set::CryptParts, 40, 140)]),
    form("password-hash", "{SSHA}", &[Run(Base64, 24, 60)]),
    form("password-hash", "{SSHA512}", &[Run(Base64, 60, 140)]),
    form("password-hash", "scrypt:", &[Run(Digit, 4, 6), Text(":"), Run(Set::CryptParts, 60, 200)]),
];

impl Form {
    /// The token whose prefix stands there, if the rest of it does.
    pub fn secret(&self, text: &str, at: Range<usize>) -> Option<Secret> {
        let bytes = text.as_bytes();
        if &bytes[at.clone()] != self.prefix.as_bytes() {
            return None;
        }
        let start = match self.before {
            Some(Run(set, least, most)) => {
                let is_it = |byte: &&u8| {
                    set.has(**byte) && (set != Base64 || !matches!(**byte, b'=' | b'-'))
                };
                let before = bytes[..at.start].iter().rev().take_while(is_it).count();
                // A longer run is something else.
                (least..=most).contains(&before).then(|| at.start - before)?
            }
            _ => at.start,
        };
        if start > 0 && self.is_inside(bytes, start) {
            return None;
        }
        let end = self.rest.iter().try_fold(at.end, |end, part| part.end(bytes, end))?;
        if self.rest.is_empty() && self.before.is_none() {
            return None;
        }
        let end = end - trailing(&bytes[at.end..end]);
        let is_cut = self.rest.last().is_some_and(|part| part.goes_on(bytes, end));
        if self.prefix == "==" && is_hash(&text[..start]) {
            return None;
        }
        // A prefix that is words may be followed by words.
        let variable = &text[if self.before.is_some() { start } else { at.end }..end];
        let is_token = !is_cut && value::is_random(variable) && !value::is_placeholder(variable);
        is_token.then(|| Secret::new(self.kept(start..end), SecretClass::Token, self.kind))
    }

    /// Whether a letter stands directly before it, so that it is a part of a word. Addresses go on with a host or path.
    fn is_inside(&self, bytes: &[u8], start: usize) -> bool {
        let is_address = self.prefix.contains('/') || self.before.is_some();
        !is_address
            && (bytes[start - 1].is_ascii_alphanumeric()
                || bytes[start - 1] == b'_' && self.prefix.len() < 4)
    }

    /// Of an address, what is secret: what follows the prefix.
    fn kept(&self, range: Range<usize>) -> Range<usize> {
        match self.prefix {
            prefix if prefix.ends_with("webhooks/") => range.start + prefix.len()..range.end,
            prefix
                if prefix.contains(".com/")
                    || prefix.contains(".io/")
                    || prefix.ends_with("hook/")
                    || prefix.starts_with('/') =>
            {
                range.start + prefix.len()..range.end
            }
            "cloudinary://" => range.start + self.prefix.len()..range.end,
            _ => range,
        }
    }
}

impl Part {
    /// Where it ends in a text, if it begins there.
    fn end(self, bytes: &[u8], start: usize) -> Option<usize> {
        match self {
            Text(text) => bytes[start..].starts_with(text.as_bytes()).then(|| start + text.len()),
            Run(set, least, most) => {
                let run =
                    bytes[start..].iter().take(most).take_while(|byte| set.has(**byte)).count();
                (run >= least).then(|| start + run)
            }
        }
    }

    /// Whether a run goes on behind its longest length: then it is something else.
    fn goes_on(self, bytes: &[u8], end: usize) -> bool {
        let Run(set, ..) = self else { return false };
        let is_word = |byte: &u8| set.has(*byte) && byte.is_ascii_alphanumeric();
        bytes.get(end).is_some_and(is_word)
    }
}

/// The secret that stands beside the id of a key: "AKIA… / …", `Client("SK…", "…")`.
pub fn companion(text: &str, id: &Secret) -> Option<Secret> {
    let is_id = matches!(
        id.kind,
        "aws-access-key" | "twilio-key" | "tencent-key" | "alibaba-key" | "scaleway-key"
    );
    let rest = is_id.then(|| &text[id.range.end..])?;
    let near = &rest[..rest.char_indices().nth(90).map_or(rest.len(), |(place, _)| place)];
    let bytes = near.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let run = bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(byte))
            .count();
        let word = &near[start..start + run];
        if (28..=64).contains(&run) && is_secret_beside(word) {
            let range = id.range.end + start..id.range.end + start + run;
            return Some(Secret::new(range, SecretClass::Token, "secret-key"));
        }
        start += run.max(1);
        while !near.is_char_boundary(start.min(near.len())) {
            start += 1;
        }
    }
    None
}

fn is_secret_beside(word: &str) -> bool {
    value::is_random(word)
        && !word.bytes().all(|byte| Set::Hex.has(byte))
        && !value::is_placeholder(word)
}

/// Whether a text ends with the name of a hash.
fn is_hash(before: &str) -> bool {
    ["sha512-", "sha512:", "sha512=", "digest:", "base64,"].iter().any(|it| before.ends_with(it))
}

/// How many characters at the end belong to the sentence and not to the token.
fn trailing(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|byte| b".~-/+".contains(byte)).count()
}
