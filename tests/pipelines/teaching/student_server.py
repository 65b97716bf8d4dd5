"""A server that plays a student: right, or lazy, by the seed of the request."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

from callwright.pipelines.progress import Quiet
from callwright.pipelines.release import open_release
from callwright.pipelines.run import Options, run
from tests.generators.teachers.endpoint import say


@contextmanager
def serving(references, share):
    """A server that begins a rollout rightly with probability `share`; gives its URL and log.

    `references`: what `key` gives -> the assistant messages as rows hold them.
    """
    asked = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append(body)
            raw = json.dumps(reply(references, share, body)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def reply(references, share, body):
    messages = body["messages"]
    if len(messages) == 1:  # the first word to an endpoint
        return completion(body, {"role": "assistant", "content": "Yes."})
    step = sum(message["role"] == "assistant" for message in messages)
    if step == 0 and Random(body["seed"]).random() >= share:
        message = {"role": "assistant", "content": "No."}
    else:
        message = as_sent(references[key(messages, body.get("tools", ()))][step])
    return completion(body, message)


def completion(body, message):
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 50, "completion_tokens": 8, "total_tokens": 58}
    return {"model": body["model"], "choices": [choice], "usage": usage}


def key(messages, tools):
    """What tells a task from its twins: prompt, first user turn and tools."""
    said = [message["content"] for message in messages[:2]]
    return (*said, *(tool["function"]["name"] for tool in tools))


def as_sent(message):
    """An assistant message of a row as endpoints send it: arguments are text."""
    calls = [
        {**call, "function": {**call["function"], "arguments": json.dumps(args(call))}}
        for call in message.get("tool_calls", ())
    ]
    sent = {"role": "assistant", "content": message["content"]}
    return {**sent, "tool_calls": calls} if calls else sent


def args(call):
    return call["function"]["arguments"]


# -- over the server with faults -----------------------------------------------------------
def references_of(folder, recipe):
    """Runs a recipe and gives the assistant's messages of every task, by `key`."""
    (folder / "more.yaml").write_text(recipe, encoding="utf-8")
    run(folder / "more.yaml", Options(folder / "more"), Quiet())
    found = {}
    for row in open_release(folder / "more").rows("sft"):
        messages = json.loads(row["messages"])
        name = key(messages, json.loads(row["tools"]))
        found[name] = [m for m in messages if m["role"] == "assistant"]
    return found


def player(references, share):
    """Plays a task as its reference does, unless the seed's last digits are above `share` of 100.

    Tasks that it does not know are refused.
    """

    def script(body, number):
        messages = body["messages"]
        step = sum(message["role"] == "assistant" for message in messages)
        known = references.get(key(messages, body.get("tools", ())))
        if known is None or (step == 0 and body["seed"] % 100 >= share):
            return say("No.")
        sent = as_sent(known[step])
        calls = [
            (call["function"]["name"], call["function"]["arguments"])
            for call in sent.get("tool_calls", ())
        ]
        return say(sent["content"], calls=calls or None)

    return script
