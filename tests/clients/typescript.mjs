// The TypeScript SDK calls every tool of a profile, over a pipe and over HTTP. Jobs come as JSON on standard input.

import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const connected = (job) => {
  if (!job.url) {
    const [command, ...args] = job.command;
    return new StdioClientTransport({ command, args, env: job.environment });
  }
  const headers = { Authorization: `Bearer ${job.token}` };
  return new StreamableHTTPClientTransport(new URL(job.url), { requestInit: { headers } });
};

for (const job of JSON.parse(await text(process.stdin))) {
  const client = new Client({ name: "typescript-sdk", version: "1" });
  await client.connect(connected(job));
  assert.equal(client.getServerVersion().name, "mnemic");
  await client.ping();

  const { tools } = await client.listTools();
  const listed = tools.map((tool) => tool.name).sort();
  assert.deepEqual([...new Set(job.calls.map((call) => call.tool))].sort(), listed, `${job.name}: a tool has no sample`);
  const answers = {};
  for (const call of job.calls) {
    const args = { ...call.arguments };
    for (const [name, path] of Object.entries(call.takes ?? {})) {
      args[name] = path.reduce((value, step) => value[step], answers);
    }
    const result = await client.callTool({ name: call.tool, arguments: args });
    answers[call.tool] = result.structuredContent;
    assert.equal(result.isError ?? false, call.fails ?? false, `${job.name}: ${call.tool}: ${JSON.stringify(result)}`);
    const said = result.content.map((block) => block.text).join("\n");
    assert.ok(said.includes(call.says), `${job.name}: ${call.tool}: ${said}`);
  }

  await client.listResources();
  assert.equal((await client.listResourceTemplates()).resourceTemplates[0].uriTemplate, "memory://{id}");
  const read = await client.readResource({ uri: "memory://1" });
  assert.equal(read.contents[0].text, "The gateway listens on port 8443");
  const { prompts } = await client.listPrompts();
  for (const prompt of prompts.filter((it) => !it.arguments?.some((argument) => argument.required))) {
    assert.ok((await client.getPrompt({ name: prompt.name })).messages.length > 0, prompt.name);
  }
  await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }), /there is no tool/);
  await client.close();
  console.log(`typescript: ${job.name}: ${listed.length} tools`);
}
