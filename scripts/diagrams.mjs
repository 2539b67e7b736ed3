// Renders every Mermaid diagram of README and docs in a headless browser and fails if one has an error.
//
// Usage: node scripts/diagrams.mjs FOLDER, where FOLDER/node_modules has the npm package `mermaid`. With a second argument,
// a PNG of all diagrams is written there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const [packages, picture] = process.argv.slice(2);

const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
for (const name of readdirSync(join(root, "docs"), { recursive: true })) {
  if (name.endsWith(".md")) pages.push(join("docs", name));
}
const diagrams = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, source]) => ({ page, source }));
});

const script = readFileSync(join(packages, "node_modules/mermaid/dist/mermaid.min.js"), "utf8");
const html = `<!doctype html><meta charset="utf-8"><body><script>${script.replaceAll("</script", "<\\/script")}</script>
<script type="module">
  mermaid.initialize({ startOnLoad: false });
  const faults = [];
  const diagrams = ${JSON.stringify(diagrams).replaceAll("<", "\\u003c")};
  for (const [place, { page, source }] of diagrams.entries()) {
    try {
      const { svg } = await mermaid.render("diagram" + place, source);
      document.body.insertAdjacentHTML("beforeend", svg);
    } catch (error) {
      faults.push(page + ": " + error.message);
    }
  }
  const answer = document.createElement("pre");
  answer.id = "answer";
  answer.textContent = JSON.stringify({ rendered: document.querySelectorAll("svg").length, faults });
  document.body.append(answer);
</script>`;

const scratch = mkdtempSync(join(tmpdir(), "mnemic-diagrams-"));
try {
  const page = join(scratch, "diagrams.html");
  writeFileSync(page, html);
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", `--user-data-dir=${join(scratch, "profile")}`,
    "--virtual-time-budget=30000"];
  const run = (...more) => execFileSync("chromium", [...options, ...more, `file://${page}`],
    { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  if (picture) run("--window-size=1400,2600", `--screenshot=${resolve(picture)}`);
  const answer = run("--dump-dom").match(/<pre id="answer">(.*?)<\/pre>/s);
  if (!answer) throw new Error("the browser did not finish");
  const { rendered, faults } = JSON.parse(answer[1].replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 || rendered !== diagrams.length || rendered === 0) {
    throw new Error(`rendered ${rendered} of ${diagrams.length} diagrams`);
  }
  console.log(`rendered ${rendered} diagrams`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
