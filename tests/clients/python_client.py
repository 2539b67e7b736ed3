"""The official Python client calls every tool of a profile, over a pipe and over HTTP, in the protocol's older and newer
way of beginning. Jobs come as JSON on standard input."""

import asyncio
import json
import sys
from functools import reduce

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


def connected(job):
    if "url" not in job:
        command, *arguments = job["command"]
        return StdioServerParameters(command=command, args=arguments, env=job["environment"])
    headers = {"Authorization": f"Bearer {job['token']}"}
    return streamable_http_client(job["url"], http_client=httpx2.AsyncClient(headers=headers, timeout=30))


async def drive(job):
    async with Client(connected(job), mode=job["mode"]) as client:
        is_newer = client.protocol_version >= "2026-07-28"
        assert is_newer == (job["mode"] == "auto"), client.protocol_version
        tools = (await client.list_tools()).tools
        listed = sorted(tool.name for tool in tools)
        assert sorted({call["tool"] for call in job["calls"]}) == listed, f"{job['name']}: a tool has no sample: {listed}"
        answers = {}
        for call in job["calls"]:
            taken = {name: reduce(lambda value, step: value[step], path, answers) for name, path in call.get("takes", {}).items()}
            result = await client.call_tool(call["tool"], call["arguments"] | taken)
            answers[call["tool"]] = result.structured_content
            said = "\n".join(block.text for block in result.content)
            is_right = bool(result.is_error) == call.get("fails", False) and call["says"] in said
            assert is_right, f"{job['name']}: {call['tool']}: {said}"
        await client.list_resources()
        templates = (await client.list_resource_templates()).resource_templates
        assert templates[0].uri_template == "memory://{id}", templates
        read = await client.read_resource("memory://1")
        assert read.contents[0].text == "The gateway listens on port 8443", read
        for prompt in (await client.list_prompts()).prompts:
            if not any(argument.required for argument in prompt.arguments or []):
                assert (await client.get_prompt(prompt.name)).messages, prompt.name
        try:
            await client.call_tool("no_such_tool", {})
            raise AssertionError(f"{job['name']}: a tool that is not there was called")
        except MCPError as error:
            assert "there is no tool" in str(error), error
    print(f"python: {job['name']}: {len(listed)} tools", flush=True)


async def main():
    for job in json.load(sys.stdin):
        await drive(job)


asyncio.run(main())
