"""A Hub on loopback that the real huggingface_hub and datasets clients publish to and read from.

It knows the endpoints those clients use for datasets, with the Hub's own status and error codes,
and nothing else: an unknown request is answered 501, so that a test fails where it is made.
"""

import base64
import json
import re
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from tests.pipelines.hub_store import Blob, Dataset, RefusedError, is_large

REPO = r"datasets/(?P<repo>[^/]+/[^/]+)"
ROUTES = []


def route(method, pattern):
    def register(answer):
        ROUTES.append((method, re.compile(pattern), answer))
        return answer

    return register


class HubServer:
    """Use as a context manager; `before_commit` holds calls to make as each commit arrives."""

    def __init__(self, token=None):
        self.token = token
        self.datasets = {}
        self.objects = {}
        self.requests = []
        self.before_commit = []
        self.storage_is_full = False
        handler = type("BoundHandler", (Handler,), {"hub": self})
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()

    def dataset(self, repo):
        if repo not in self.datasets:
            raise RefusedError(HTTPStatus.NOT_FOUND, f"no dataset {repo}", "RepoNotFound")
        return self.datasets[repo]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    hub: HubServer

    def do_GET(self):
        self.dispatch()

    do_HEAD = do_POST = do_PUT = do_GET  # noqa: N815 - names that http.server gives

    def dispatch(self):
        split = urlsplit(self.path)
        self.query = parse_qs(split.query)
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.hub.requests.append((self.command, split.path))
        try:
            self.check_token()
            self.answer_route(split.path.strip("/"))
        except RefusedError as refusal:
            headers = {"X-Error-Code": refusal.code, "X-Error-Message": refusal.message}
            self.send_json({"error": refusal.message}, refusal.status, headers)

    def check_token(self):
        given = self.headers.get("Authorization")
        # The addresses for large objects are signed on the Hub, and carry no token.
        signed = self.path.startswith("/objects/")
        if self.hub.token and not signed and given != f"Bearer {self.hub.token}":
            raise RefusedError(
                HTTPStatus.UNAUTHORIZED, "Invalid credentials in Authorization header"
            )

    def answer_route(self, path):
        for method, pattern, answer in ROUTES:
            match = pattern.fullmatch(path)
            if match and self.command in method.split():
                parts = {name: unquote(part or "") for name, part in match.groupdict().items()}
                return answer(self, **parts)
        raise RefusedError(
            HTTPStatus.NOT_IMPLEMENTED, f"{self.command} {self.path} is unknown here"
        )

    def send_json(self, value, status=HTTPStatus.OK, headers=None):
        self.send_bytes(json.dumps(value).encode(), status, headers or {})

    def send_bytes(self, content, status=HTTPStatus.OK, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        """Requests are kept in `hub.requests`, not printed."""


@route("GET", "api/whoami-v2")
def whoami(call):
    call.send_json({"name": "ana", "type": "user", "orgs": []})


@route("POST", "api/validate-yaml")
def validate_yaml(call):
    call.send_json({"errors": [], "warnings": []})


@route("POST", "api/repos/create")
def create_repo(call):
    asked = json.loads(call.body)
    repo = f"{asked.get('organization') or 'ana'}/{asked['name']}"
    url = f"{call.hub.url}/datasets/{repo}"
    if repo in call.hub.datasets:
        call.send_json({"error": "exists", "url": url}, HTTPStatus.CONFLICT)
        return
    call.hub.datasets[repo] = Dataset(repo, private=asked.get("visibility") == "private")
    call.send_json({"url": url})


@route("GET", f"api/{REPO}(/revision/(?P<rev>[^/]+))?")
def repo_info(call, repo, rev):
    call.send_json(call.hub.dataset(repo).info(rev or "main"))


@route("GET", f"api/{REPO}/tree/(?P<rev>[^/]+)(/(?P<folder>.+))?")
def tree(call, repo, rev, folder):
    recursive = call.query.get("recursive", ["false"])[0].lower() in {"true", "1"}
    call.send_json(call.hub.dataset(repo).tree(rev, folder, recursive))


@route("POST", f"api/{REPO}/paths-info/(?P<rev>[^/]+)")
def paths_info(call, repo, rev):
    form = call.headers.get("Content-Type", "").startswith("application/x-www-form")
    asked = parse_qs(call.body.decode()) if form else json.loads(call.body)
    call.send_json(call.hub.dataset(repo).entries(rev, asked["paths"]))


@route("GET", f"api/{REPO}/refs")
def refs(call, repo):
    dataset = call.hub.dataset(repo)
    call.send_json(
        {
            "branches": [ref("heads", *pair) for pair in dataset.branches.items()],
            "tags": [ref("tags", *pair) for pair in dataset.tags.items()],
            "converts": [],
        }
    )


def ref(kind, name, oid):
    return {"name": name, "ref": f"refs/{kind}/{name}", "targetCommit": oid}


@route("GET", f"api/{REPO}/commits/(?P<rev>[^/]+)")
def commits(call, repo, rev):
    shown = [
        {
            "id": commit.oid,
            "title": commit.message,
            "message": "",
            "date": "2026-11-30T09:00:00.000Z",
            "authors": [],
        }
        for commit in call.hub.dataset(repo).history(rev)
    ]
    call.send_json(shown)


@route("POST", f"api/{REPO}/preupload/(?P<rev>[^/]+)")
def preupload(call, repo, rev):
    held = call.hub.dataset(repo).at(rev).files
    call.send_json(
        {
            "files": [
                {
                    "path": asked["path"],
                    "uploadMode": "lfs" if is_large(asked["path"]) else "regular",
                    "shouldIgnore": False,
                    "oid": held[asked["path"]].etag if asked["path"] in held else None,
                }
                for asked in json.loads(call.body)["files"]
            ]
        }
    )


@route("POST", rf"{REPO}\.git/info/lfs/objects/batch")
def lfs_batch(call, repo):
    call.hub.dataset(repo)
    objects = json.loads(call.body)["objects"]
    for item in objects:
        if item["oid"] not in call.hub.objects:
            item["actions"] = {"upload": {"href": f"{call.hub.url}/objects/{item['oid']}"}}
    call.send_json({"transfer": "basic", "objects": objects})


@route("PUT", "objects/(?P<oid>[0-9a-f]{64})")
def put_object(call, oid):
    if call.hub.storage_is_full:
        raise RefusedError(HTTPStatus.FORBIDDEN, "storage is full")
    blob = Blob(call.body, large=True)
    if blob.sha256 != oid:
        raise RefusedError(HTTPStatus.BAD_REQUEST, "the content does not match its sha256")
    call.hub.objects[oid] = blob
    call.send_bytes(b"")


@route("POST", f"api/{REPO}/commit/(?P<rev>[^/]+)")
def commit(call, repo, rev):
    lines = [json.loads(line) for line in call.body.splitlines()]
    header = next(line["value"] for line in lines if line["key"] == "header")
    changes = dict(change(call.hub, line) for line in lines if line["key"] != "header")
    if call.hub.before_commit:
        call.hub.before_commit.pop(0)()
    dataset = call.hub.dataset(repo)
    made = dataset.change(header["summary"], changes, header.get("parentCommit"), rev)
    call.send_json(
        {"commitUrl": f"{call.hub.url}/datasets/{repo}/commit/{made.oid}", "commitOid": made.oid}
    )


def change(hub, line):
    value = line["value"]
    if line["key"] == "file":
        return value["path"], Blob(base64.b64decode(value["content"]), large=False)
    if line["key"] == "lfsFile":
        return value["path"], hub.objects[value["oid"]]
    if line["key"] == "deletedFile":
        return value["path"], None
    raise RefusedError(HTTPStatus.NOT_IMPLEMENTED, f"{line['key']} is unknown here")


@route("POST", f"api/{REPO}/tag/(?P<rev>[^/]+)")
def make_tag(call, repo, rev):
    call.hub.dataset(repo).tag(json.loads(call.body)["tag"], rev)
    call.send_json({})


@route("POST", f"api/{REPO}/branch/(?P<name>[^/]+)")
def make_branch(call, repo, name):
    dataset = call.hub.dataset(repo)
    start = json.loads(call.body or b"{}").get("startingPoint", "main")
    dataset.branches[name] = dataset.at(start).oid
    call.send_json({})


@route("GET HEAD", f"{REPO}/resolve/(?P<rev>[^/]+)/(?P<path>.+)")
def resolve(call, repo, rev, path):
    found = call.hub.dataset(repo).at(rev)
    if path not in found.files:
        raise RefusedError(HTTPStatus.NOT_FOUND, f"no entry {path}", "EntryNotFound")
    blob = found.files[path]
    headers = {"X-Repo-Commit": found.oid, "ETag": f'"{blob.etag}"', "Accept-Ranges": "bytes"}
    if blob.large:
        headers["X-Linked-Size"] = str(len(blob.content))
        headers["X-Linked-ETag"] = f'"{blob.etag}"'
    send_range(call, blob.content, headers)


def send_range(call, content, headers):
    """The whole content, or the part that a Range header asks for."""
    wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", call.headers.get("Range") or "")
    if wanted is None:
        call.send_bytes(content, HTTPStatus.OK, headers)
        return
    first, last = int(wanted[1]), int(wanted[2] or len(content) - 1)
    part = content[first : last + 1]
    span = {"Content-Range": f"bytes {first}-{first + len(part) - 1}/{len(content)}"}
    call.send_bytes(part, HTTPStatus.PARTIAL_CONTENT, headers | span)
