"""Counting what is in the corpus files without the importers: a reading of its own per format.

Each function takes a file's path and returns what a faithful trace must hold, as far as a short
reading can tell: numbers of ``messages`` (texts that leave an agent or stay with it), tool
``calls``, tool ``results``, ``recorded`` handoffs, ``tokens``, and ``agents``. Keys that a format
says nothing about are left out.
"""

from __future__ import annotations

import contextlib
import json
import re
import zipfile
from collections import Counter


def values(path):
    text = path.read_text()
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def claude_code(path):  # noqa: C901 - as plain as the format allows
    lines = [v for v in values(path) if isinstance(v, dict) and isinstance(v.get("message"), dict)]
    seen, kept = set(), []
    for line in lines:
        if line["uuid"] not in seen:
            seen.add(line["uuid"])
            kept.append(line)
    calls = Counter()
    prompts, started, tokens, texts = set(), 0, {}, 0
    answers = {}
    for line in kept:
        content = line["message"].get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for block in blocks:
            if not isinstance(block, dict):
                continue
            if block["type"] == "tool_use" and block["name"] in ("Task", "Agent"):
                started += 1
                prompts.add(block["input"]["prompt"].strip())
                answers[block["id"]] = None
            elif block["type"] == "tool_use":
                calls["calls"] += 1
            elif block["type"] == "tool_result":
                inner = block.get("content")
                text = (
                    inner
                    if isinstance(inner, str)
                    else "\n".join(p.get("text", "") for p in inner or [])
                )
                if block["tool_use_id"] in answers:
                    answers[block["tool_use_id"]] = text.strip()
                else:
                    calls["results"] += 1
            elif block["type"] == "text" and (block.get("text") or "").strip():
                texts += 1
                if (
                    line["isSidechain"]
                    and block["text"].strip() in prompts
                    and line["type"] == "user"
                ):
                    texts -= 1  # the prompt of a Task, word for word
        usage = line["message"].get("usage")
        if usage and line["type"] == "assistant":
            key = line["message"].get("id")
            tokens[key] = max(tokens.get(key, 0), usage["output_tokens"])
    last = {
        (line["message"]["content"][0].get("text") or "").strip()
        for line in kept
        if line["isSidechain"]
        and line["type"] == "assistant"
        and isinstance(line["message"]["content"], list)
    }
    returned = [text for text in answers.values() if text is not None]
    again = sum(text not in last for text in returned)  # answers that are no line of a sub-agent
    return {
        "calls": calls["calls"],
        "results": calls["results"],
        "messages": texts + started + again,
        "tokens": sum(tokens.values()),
    }


def google_adk(path):
    (data,) = values(path)
    found = Counter()
    authors = {event["author"] for event in data["events"]}
    for event in data["events"]:
        for part in event["content"]["parts"]:
            call = part.get("function_call")
            if call and call["name"].startswith("transfer"):
                target = call["args"]["agent_name"]
                authors.add(target)
                own = target == event["author"]
                found["calls" if own else "recorded"] += 1
                found["messages"] += not own
            elif call:
                found["calls"] += 1
            found["results"] += "function_response" in part
            found["messages"] += bool(part.get("text"))
    return {
        **{k: found[k] for k in ("calls", "results", "messages", "recorded")},
        "agents": len(authors),
    }


def managed_agents(path):
    stream = [v[1] for v in values(path) if v[0].endswith("stream")]
    kinds = Counter(event["type"] for event in stream)
    return {
        "calls": sum(kinds[k] for k in kinds if k.endswith("tool_use")),
        "results": sum(kinds[k] for k in kinds if k.endswith("tool_result")),
        "messages": kinds["user.message"]
        + kinds["agent.message"]
        + kinds["user.tool_confirmation"],
        "tokens": sum(
            event["model_usage"]["output_tokens"] for event in stream if "model_usage" in event
        ),
        "agents": 2,
    }


def inspect_ai(path):
    if path.suffix == ".eval":
        with zipfile.ZipFile(path) as file:
            samples = [
                json.loads(file.read(n)) for n in file.namelist() if n.startswith("samples/")
            ]
    else:
        (data,) = values(path)
        if "samples" not in data:
            models = [event for event in data["events"] if event["event"] == "model"]
            return {"messages": len(models), "calls": 0, "results": 0}
        samples = data["samples"]
    found = Counter()
    for sample in samples:
        for message in sample["messages"]:
            found["results"] += message["role"] == "tool"
            found["calls"] += len(message.get("tool_calls") or ())
            found["messages"] += message["role"] in ("user", "assistant") and bool(
                message["content"]
            )
    return {k: found[k] for k in ("calls", "results", "messages")}


def langsmith(path):
    return {"messages": 2, "calls": 0, "agents": 2, "tokens": _langsmith_tokens(path)}


def _langsmith_tokens(path):
    (data,) = values(path)
    return sum(run["outputs"]["usage_metadata"]["output_tokens"] for run in data["patch"])


def marble(path):
    found, names = Counter(), 0
    for run in values(path):
        sessions, agents = set(), {"planner"}
        for item in run["iterations"]:
            found["messages"] += len(item["task_assignments"]) + bool(item["summary"].strip())
            found["recorded"] += len(item["task_assignments"])
            agents |= set(item["task_assignments"])
            texts = list(item["communications"])
            for result in item["task_results"]:
                text = result["result"] if "agent_id" in result else next(iter(result.values()))
                model, _, call = text.partition("Result from the function:")
                found["messages"] += bool(model.removeprefix("Result from the model:").strip())
                found["results"] += bool(call.strip())
                with contextlib.suppress(ValueError, KeyError, TypeError):
                    texts.append(json.loads(call)["full_chat_history"])
            for text in texts:
                key = re.search(r"In Session ([\w-]+)", text)[1]
                if key not in sessions:
                    sessions.add(key)
                    pairs = re.findall(r"^From (\S+) to (\S+):", text, re.M)
                    found["messages"] += len(pairs)
                    found["recorded"] += len(pairs)
                    agents |= {name for pair in pairs for name in pair}
        names += len(agents)
    return {
        **{k: found[k] for k in ("messages", "results", "recorded")},
        "agents": names,
        "calls": 0,
    }


def swe_agent(path):
    (data,) = values(path)
    own = [m for m in data["history"] if not m.get("is_demo")]
    acts = [m for m in own if m["role"] == "assistant"]
    return {
        "calls": len(acts),
        "results": sum(m["role"] in ("user", "tool") for m in own) - 1,
        "messages": 1 + len([m for m in acts if m.get("thought", m["content"]).strip()]),
        "outputs": 1,
        "agents": 2,
    }


def autogen(path):
    (data,) = values(path)
    if "history" in data:
        own = [m for m in data["history"] if not m["content"].startswith("TaskResult: ")]
        spoken = [m for m in own if m["name"] != "ComputerTerminal"]
        return {"messages": len(spoken), "agents": len({m["name"] for m in spoken})}
    events = [e["model_dump"] for e in data["events"] if e["type"] != "TaskResult"]
    return {
        "agents": len({e["source"] for e in events}),
        "tokens": sum((e.get("models_usage") or {}).get("completion_tokens", 0) for e in events),
        "messages": len(events),
    }


def chatdev_text(text):
    heads = re.findall(r"^\[\d{4}-\d\d-\d\d [\d:]{8} INFO\] (.*)$", text, re.M)
    turns = [re.match(r"([^:*]+): \*\*(.+?)<->(.+?) on : ", head) for head in heads]
    starts = [re.match(r"([^:*]+): \*\*\[Start Chat\]", head) for head in heads]
    names = {m[1] for m in turns if m} | {n for m in turns if m for n in (m[2], m[3])}
    return {
        "messages": sum(map(bool, turns)) + sum(map(bool, starts)),
        "recorded": sum(bool(m) and m[2] != m[3] for m in turns),
        "agents": len(names),
    }


def chatdev(path):
    return chatdev_text(path.read_text())


def mast(path):
    (data,) = values(path)
    if isinstance(data, list):
        return {"traces": len(data)}
    if data.get("mas_name") == "ChatDev":
        return chatdev_text(data["trace"]["trajectory"])
    if "prompt" in data:
        acts = re.findall(r"- (\w+)\(\w+\): to do", data["content"])
        return {"messages": len(acts), "agents": len(set(acts))}
    heads, count, last = [], 0, None
    # HyperAgent: entries; runs of the same entry count once for each handler that was added.
    entries = re.split(r"^HyperAgent_\S+ - INFO - ", "\n".join(data["trajectory"]), flags=re.M)[1:]
    handlers, starting, same = 0, False, 0
    for entry in map(str.rstrip, entries):
        if entry.startswith("Initialized "):
            handlers = entry.startswith("Initialized HyperAgent") + (handlers if starting else 0)
            starting, last = True, None
            continue
        starting = False
        same = same + 1 if entry == last else 0
        last = entry
        if handlers > 1 and same % handlers:
            continue
        heads.append(entry)
        count += (
            len(re.findall(r"^Action:\s*```[^\n]*\n.*?^```", entry, re.M | re.S))
            if entry.startswith("Inner-")
            else 0
        )
    handed = [
        e
        for e in heads
        if (e.startswith("Planner's") and "\nIntern Name:" in e) or re.match(r"\w+->Planner: ", e)
    ]
    return {"messages": len(heads), "recorded": len(handed), "calls": count, "agents": 4}


def appworld(path):
    text = path.read_text()
    return {
        "calls": len(re.findall(r"^ *Response from .* Agent$", text, re.M)),
        "recorded": len(re.findall(r"^ *Reply from ", text, re.M))
        + len(re.findall(r"^Entering ", text, re.M)),
        "agents": 2,
    }


def metagpt(path):
    text = path.read_text()
    names = re.findall(r"NEW MESSAGES:\n\n(\w+):", text) + re.findall(r"FROM: (\w+)", text)
    return {"messages": len(names), "agents": len(set(names))}


def magentic(path):
    names = re.findall(r"^-{10} (\w+) -{10}$", path.read_text(), re.M)
    return {"messages": len(names), "agents": len(set(names))}


def phoenix(path):
    (data,) = values(path)
    spans, waiting, ids = [], list(data["spans"]), set()
    while waiting:
        span = waiting.pop()
        if span["span_id"] not in ids:
            spans.append(span)
        ids.add(span["span_id"])
        waiting += span["child_spans"]
    llm = [
        s["span_attributes"]
        for s in spans
        if s["span_attributes"].get("openinference.span.kind") == "LLM"
    ]
    return {
        "tokens": sum(int(a.get("llm.token_count.completion", 0)) for a in llm if a.get("llm.output_messages.0.message.content") or a.get("output.value")),
        "named": {m for s in spans for m in re.findall(r"You're a helpful agent named '(\w+)'", str(s["span_attributes"].get("input.value", "")))
                  if s["span_attributes"].get("openinference.span.kind") == "AGENT"},
    }  # fmt: skip
