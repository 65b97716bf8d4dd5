"""Stands in for vLLM: the same flags, key and paths, and an engine process that outlives a kill.

Files in the folder FAKE_VLLM steer it: `fail` makes it end at its start, `stubborn` deaf to
SIGTERM, `apart` takes its engine out of reach of signals to its group, `hang` makes `/health` wait
for ever, and `hold` every request, which is noted as `held`.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOLDER = Path(os.environ["FAKE_VLLM"])
ENGINE = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"
FOR_EVER = threading.Event()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/health":
            if (FOLDER / "hang").exists():
                FOR_EVER.wait()
            self.answer(200, {})
        elif self.path == "/pids":
            self.answer(200, [os.getpid(), self.server.engine.pid])
        elif self.may("/v1/models"):
            self.answer(200, {"object": "list", "data": [{"id": self.server.model}]})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.may("/v1/chat/completions"):
            if (FOLDER / "hold").exists():
                (FOLDER / "held").touch()
                FOR_EVER.wait()
            self.answer(200, reply(json.loads(body), self.server.server_port))

    def may(self, path):
        key = os.environ["VLLM_API_KEY"]
        if self.path != path:
            self.answer(404, {})
        elif self.headers["Authorization"] != f"Bearer {key}":
            self.answer(401, {"error": "Unauthorized"})
        else:
            return True
        return False

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def reply(request, port):
    message = {"role": "assistant", "content": f"from {os.getpid()} at {port}"}
    return {
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1},
    }


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("host", "port", "model", "served-model-name", "gpu-memory-utilization"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--tensor-parallel-size")
    parser.add_argument("--tool-call-parser")
    parser.add_argument("--enable-auto-tool-choice", action="store_true")
    options = parser.parse_args()
    sys.stderr.write(f"fake vLLM {sys.argv[1:]}\n")
    if (FOLDER / "fail").exists():
        sys.exit(f"no such model, says the key {os.environ['VLLM_API_KEY']}")
    stubborn = (FOLDER / "stubborn").exists()
    signal.signal(signal.SIGTERM, signal.SIG_IGN if stubborn else signal.SIG_DFL)
    server = ThreadingHTTPServer((options.host, int(options.port)), Handler)
    server.daemon_threads = True
    server.model = options.served_model_name
    apart = (FOLDER / "apart").exists()
    server.engine = subprocess.Popen([sys.executable, "-c", ENGINE], start_new_session=apart)
    server.serve_forever()


if __name__ == "__main__":
    main()
