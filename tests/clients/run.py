"""Software that others wrote, against the real binary: the official clients call every tool of every profile, the
conformance suite and the inspector look at the protocol. `scripts/test-clients` installs them and starts this:

    python run.py BINARY NODE

samples.json has the calls of each profile, in order, with what the answer says. An argument may be taken from what an earlier
call answered (`takes`: the tool, then the way into its structured content), and a call may be one that `fails`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

BINARY, NODE = sys.argv[1:3]
HERE = Path(__file__).parent
MODULES = HERE / "node_modules" / "@modelcontextprotocol"
SAMPLES = json.loads((HERE / "samples.json").read_text())
SCOPE = ["--scope", "project:clients"]
KNOWN = "The gateway listens on port 8443"


def environment(folder):
    """Nothing of the tester's own in sight."""
    return {"PATH": f"{Path(NODE).parent}:{os.environ['PATH']}", "HOME": folder, "MNEMIC_HOME": f"{folder}/vault", "TZ": "UTC"}


@contextmanager
def vault():
    """A vault with one memory."""
    with tempfile.TemporaryDirectory(prefix="mnemic-clients-") as folder:
        subprocess.run([BINARY, "remember", KNOWN], env=environment(folder), cwd=folder, check=True, stdout=subprocess.DEVNULL)
        yield folder


@contextmanager
def running(command, **options):
    """A server that is asked to end; its first line."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.communicate(timeout=30)


@contextmanager
def serving(folder, profile="default"):
    """The server over HTTP: its address and token."""
    command = [BINARY, "serve", "--listen", "127.0.0.1:0", "--profile", profile, *SCOPE]
    with running(command, env=environment(folder), cwd=folder) as url:
        yield url, Path(folder, "vault/config/serve.token").read_text().strip()


def profiles():
    """The profiles that the binary has. Each has samples, or the test fails."""
    told = subprocess.run([BINARY, "mcp", "--profile", "?"], capture_output=True, text=True).stderr
    names = re.search(r"choose one of (.*)", told).group(1)
    return re.split(r", (?:and )?| and ", names.strip())


def drive(command, name, mode):
    """Has a client call every tool of every profile over a pipe and over HTTP, each on a vault of its own."""
    for profile in profiles():
        calls = SAMPLES.get(profile)
        assert calls, f"the profile {profile} has no samples in samples.json"
        with vault() as piped, vault() as served, serving(served, profile) as (url, token):
            arguments = [BINARY, "mcp", "--profile", profile, *SCOPE]
            ways = [
                {"name": f"{profile} over a pipe{name}", "command": arguments, "environment": environment(piped)},
                {"name": f"{profile} over HTTP{name}", "url": url, "token": token},
            ]
            jobs = [way | {"calls": calls, "mode": mode} for way in ways]
            subprocess.run(command, input=json.dumps(jobs), text=True, check=True, cwd=HERE, timeout=120)


def conformance():
    """The scenarios of the suite, but for those in conformance.yml."""
    with vault() as folder, serving(folder) as (url, token):
        address = re.match(r"http://([^/]+)", url).group(1)
        with running([NODE, "doorkeeper.mjs", address, token], cwd=HERE) as port:
            suite = [NODE, str(MODULES / "conformance/dist/index.js"), "server"]
            options = ["--url", f"http://localhost:{port}/mcp", "--expected-failures", str(HERE / "conformance.yml")]
            told = subprocess.run(suite + options, capture_output=True, text=True, cwd=folder, timeout=120)
    if told.returncode != 0:
        sys.exit(f"conformance:\n{told.stdout}\n{told.stderr}")
    print("conformance:", re.sub(r"\x1b\[\d+m", "", told.stdout).strip().splitlines()[-1])


def inspect(target, folder, expected, *options):
    """What the inspector shows is JSON that holds what is expected."""
    inspector = [NODE, str(HERE / "node_modules/.bin/mcp-inspector"), "--cli"]
    told = subprocess.run([*inspector, *target, *options], env=environment(folder), capture_output=True, text=True, timeout=60)
    assert told.returncode == 0 and expected in json.dumps(json.loads(told.stdout)), f"{options}: {told.stdout}{told.stderr}"


def inspector():
    """The inspector lists and calls over a pipe and over HTTP."""
    with vault() as folder, serving(folder) as (url, token):
        over_http = [url, "--transport", "http", "--header", f"Authorization: Bearer {token}"]
        over_a_pipe = [BINARY, "mcp", "-e", f"MNEMIC_HOME={folder}/vault"]
        for target in (over_a_pipe, over_http):
            inspect(target, folder, "memory_store", "--method", "tools/list", "--strict")
            inspect(target, folder, KNOWN, "--method", "tools/call", "--tool-name", "memory_query", "--tool-arg", "query=gateway")
            inspect(target, folder, "recall", "--method", "prompts/list")
            inspect(target, folder, "memory://{id}", "--method", "resources/templates/list")
            inspect(target, folder, KNOWN, "--method", "resources/read", "--uri", "memory://1")
    print("inspector: lists and calls over a pipe and over HTTP")


drive([NODE, "typescript.mjs"], "", "")
drive([sys.executable, "python_client.py"], ", with a greeting", "legacy")
drive([sys.executable, "python_client.py"], ", with a discovery", "auto")
conformance()
inspector()
