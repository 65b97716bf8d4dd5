"""Publishing with the real client of the Hub, against a Hub on loopback."""

import json
import os
import subprocess
import sys
import types

import pyarrow
import pyarrow.parquet
import pytest
from huggingface_hub import hf_hub_download
from typer.testing import CliRunner

from callwright.filters.audit import Mutant
from callwright.pipelines import auditing
from callwright.pipelines.cli import app
from callwright.pipelines.publish import ATTEMPTS, publish
from callwright.schemas.errors import OutputError
from tests.pipelines import garden
from tests.pipelines.hub_server import HubServer
from tests.pipelines.hub_store import Blob, Dataset, RefusedError

REPO = "ana/tools"
COMMAND = ("publish", "--repo", REPO, "--tag", "v1")
CARD = """---
configs:
- config_name: sft
  data_files:
  - {split: train, path: sft/train-*.parquet}
---
# Tools
"""


@pytest.fixture
def hub():
    with HubServer() as server:
        yield server


@pytest.fixture
def verified(monkeypatch):
    """Stands for the proof of a release, which has tests of its own; holds what was proved."""
    folders = []
    release = types.SimpleNamespace(verify=folders.append)
    monkeypatch.setitem(sys.modules, "callwright.pipelines.release", release)
    return folders


@pytest.fixture
def release(tmp_path, verified):
    folder = tmp_path / "release"
    write(folder, "sft/train-00000.parquet", ids=[1, 2, 3])
    write(folder, "sft/test-00000.parquet", ids=[4])
    (folder / "README.md").write_text(CARD)
    (folder / "manifest.json").write_text(json.dumps({"content_sha256": "0" * 64}))
    (folder / ".work").mkdir()
    (folder / ".work" / "chunk").write_text("not part of the release")
    return folder


def write(folder, name, ids):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.table({"id": ids}), path)


def held(hub, revision="main"):
    """What a revision holds: path to content, without the file that the Hub writes itself."""
    files = hub.dataset(REPO).at(revision).files
    return {path: blob.content for path, blob in files.items() if path != ".gitattributes"}


def on_disk(folder):
    names = ["README.md", "manifest.json", "sft/test-00000.parquet", "sft/train-00000.parquet"]
    return {name: (folder / name).read_bytes() for name in names}


def someone_else(hub):
    """Another writer's commit, arriving just before ours."""
    hub.dataset(REPO).change("other", {"theirs.txt": Blob(b"theirs", large=False)})


def test_a_new_dataset_gets_one_commit_and_its_tag(hub, release, verified):
    done = publish(release, REPO, "v1", endpoint=hub.url)
    assert held(hub, "v1") == held(hub) == on_disk(release)
    assert len(list(hub.dataset(REPO).history("main"))) == 2
    assert done.commit == hub.dataset(REPO).tags["v1"]
    assert not done.already
    assert verified == [release]


def test_the_command_says_what_it_did(hub, release):
    command = [*COMMAND, str(release), "--endpoint", hub.url, "--no-audit"]
    first, again = (CliRunner().invoke(app, command) for _ in range(2))
    commit = hub.dataset(REPO).tags["v1"]
    assert first.output == f"published: {REPO} v1 at commit {commit}\n"
    assert again.output == f"already published: {REPO} v1 at commit {commit}\n"


def unchanged(trajectory, scene, rng):
    return Mutant("unchanged", trajectory.messages)


@pytest.mark.parametrize("hole", [False, True])
def test_nothing_is_sent_that_does_not_hold_against_every_attack(hub, tmp_path, monkeypatch, hole):
    if hole:
        monkeypatch.setattr(auditing, "all_operators", lambda: {"unchanged": unchanged})
    folder = garden.make(tmp_path / "garden", garden.rows(list(garden.trajectories(1))))
    paths = ("--domains-path", garden.PATHS)
    done = CliRunner().invoke(app, [*COMMAND, str(folder), "--endpoint", hub.url, *paths])
    assert ("mutants caught" in done.output, done.exit_code) == (True, int(hole))
    assert (REPO in hub.datasets) is not hole


def test_private_holds_for_a_new_dataset(hub, release):
    publish(release, REPO, "v1", private=True, endpoint=hub.url)
    assert hub.dataset(REPO).private


def test_private_content_is_not_sent_to_a_public_dataset(hub, release):
    hub.datasets[REPO] = Dataset(REPO)
    with pytest.raises(OutputError, match="is public already"):
        publish(release, REPO, "v1", private=True, endpoint=hub.url)
    assert held(hub) == {}


def test_publishing_again_changes_nothing(hub, release):
    first = publish(release, REPO, "v1", endpoint=hub.url)
    again = publish(release, REPO, "v1", endpoint=hub.url)
    assert again.already
    assert again.commit == first.commit == hub.dataset(REPO).branches["main"]


def test_a_tag_left_behind_by_later_commits_still_counts_as_published(hub, release):
    publish(release, REPO, "v1", endpoint=hub.url)
    someone_else(hub)
    assert publish(release, REPO, "v1", endpoint=hub.url).already


@pytest.mark.parametrize("name", ["README.md", "sft/train-00000.parquet"])
def test_other_content_under_the_same_tag_is_refused(hub, release, name):
    first = publish(release, REPO, "v1", endpoint=hub.url)
    # The same size, so that only the hash tells them apart.
    content = bytearray((release / name).read_bytes())
    content[-1] ^= 1
    (release / name).write_bytes(content)
    with pytest.raises(OutputError, match=r"already has the tag v1"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert hub.dataset(REPO).branches["main"] == hub.dataset(REPO).tags["v1"] == first.commit


def test_a_new_version_deletes_what_is_no_longer_there(hub, release):
    write(release, "rl/train-00000.parquet", ids=[5])
    publish(release, REPO, "v1", endpoint=hub.url)
    (release / "rl" / "train-00000.parquet").unlink()
    write(release, "sft/train-00000.parquet", ids=[1, 2, 3, 6])
    publish(release, REPO, "v2", endpoint=hub.url)
    assert held(hub, "v2") == on_disk(release)
    assert "rl/train-00000.parquet" in held(hub, "v1")
    assert len(list(hub.dataset(REPO).history("main"))) == 3


def test_a_commit_without_its_tag_is_only_tagged(hub, release):
    first = publish(release, REPO, "v1", endpoint=hub.url)
    del hub.dataset(REPO).tags["v1"]
    assert publish(release, REPO, "v1", endpoint=hub.url).commit == first.commit
    assert hub.dataset(REPO).branches["main"] == first.commit


def test_a_moved_parent_is_retried_on_the_new_one(hub, release):
    hub.before_commit.append(lambda: someone_else(hub))
    done = publish(release, REPO, "v1", endpoint=hub.url)
    messages = [commit.message for commit in hub.dataset(REPO).history(done.commit)]
    assert messages == ["Release v1", "other", "initial commit"]
    assert held(hub, "v1") == on_disk(release)


def test_a_parent_that_keeps_moving_is_reported_and_never_forced(hub, release):
    hub.before_commit.extend([lambda: someone_else(hub)] * ATTEMPTS)
    with pytest.raises(OutputError, match="nothing was forced"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert set(held(hub)) == {"theirs.txt"}
    assert not hub.dataset(REPO).tags


def test_a_tag_set_meanwhile_is_compared_and_not_moved(hub, release):
    hub.before_commit.append(lambda: hub.dataset(REPO).tag("v1", "main"))
    with pytest.raises(OutputError, match="already has the tag v1"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert held(hub, "v1") == {}


def test_a_commit_that_holds_something_else_is_not_tagged(hub, release, monkeypatch):
    """As when a concurrent push corrupts the card on its way in."""
    change = Dataset.change

    def corrupt(dataset, message, changes, *rest):
        card = Blob(changes["README.md"].content[:-1], large=False)
        return change(dataset, message, changes | {"README.md": card}, *rest)

    monkeypatch.setattr(Dataset, "change", corrupt)
    with pytest.raises(OutputError, match="not tagged"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert not hub.dataset(REPO).tags


def test_a_folder_without_a_manifest_is_refused(hub, release):
    (release / "manifest.json").unlink()
    with pytest.raises(OutputError, match=r"manifest\.json"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert not hub.requests


def test_a_release_that_fails_its_proof_is_refused(hub, release, monkeypatch):
    def verify(folder):
        raise OutputError(f"{folder}: a shard was edited")

    monkeypatch.setattr(sys.modules["callwright.pipelines.release"], "verify", verify)
    with pytest.raises(OutputError, match="a shard was edited"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert not hub.requests


@pytest.mark.parametrize("repo", ["tools", "a/b/c", "ana/../x", "ana/to ols"])
def test_a_name_that_is_none_is_refused(hub, release, repo):
    with pytest.raises(OutputError, match=r"owner/name|no name for a dataset"):
        publish(release, repo, "v1", endpoint=hub.url)


def test_without_a_token_the_message_says_how_to_log_in(release):
    with HubServer(token="hf_right") as hub, pytest.raises(OutputError, match="HF_TOKEN"):
        publish(release, REPO, "v1", endpoint=hub.url)


def test_a_token_is_used_and_never_shown(release, monkeypatch, caplog, capfd):
    monkeypatch.setenv("HF_TOKEN", "hf_wrong_secret")
    with HubServer(token="hf_right") as hub:
        with pytest.raises(OutputError) as refused:
            publish(release, REPO, "v1", endpoint=hub.url)
        monkeypatch.setenv("HF_TOKEN", "hf_right")
        publish(release, REPO, "v1", endpoint=hub.url)
    shown = [str(refused.value), caplog.text, *capfd.readouterr()]
    assert not any("hf_wrong_secret" in text or "hf_right" in text for text in shown)


def test_a_hub_that_is_down_is_named(hub, release):
    url = hub.url
    hub.__exit__()
    with pytest.raises(OutputError, match=rf"the Hub at {url} cannot be reached"):
        publish(release, REPO, "v1", endpoint=url)


def test_a_refusing_hub_is_quoted(hub, release):
    def refuse():
        raise RefusedError(507, "quota is used up")

    hub.before_commit.append(refuse)
    with pytest.raises(OutputError, match="quota is used up"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert not hub.dataset(REPO).tags


def test_a_failed_upload_commits_nothing(hub, release):
    hub.storage_is_full = True
    with pytest.raises(OutputError, match=r"train-00000\.parquet|test-00000\.parquet"):
        publish(release, REPO, "v1", endpoint=hub.url)
    assert held(hub) == {}
    assert not hub.dataset(REPO).tags


def test_the_published_files_are_read_back_by_tag(hub, release, tmp_path):
    publish(release, REPO, "v1", endpoint=hub.url)
    write(release, "sft/train-00000.parquet", ids=[9])
    publish(release, REPO, "v2", endpoint=hub.url)
    where = {"repo_type": "dataset", "endpoint": hub.url, "cache_dir": tmp_path / "cache"}
    path = hf_hub_download(REPO, "sft/train-00000.parquet", revision="v1", **where)
    assert pyarrow.parquet.read_table(path)["id"].to_pylist() == [1, 2, 3]


def test_load_dataset_reads_the_published_config(hub, release, tmp_path):
    publish(release, REPO, "v1", endpoint=hub.url)
    program = (
        "from datasets import load_dataset\n"
        f"rows = load_dataset('{REPO}', 'sft', split='train', revision='v1')\n"
        "print(rows['id'][:])"
    )
    # A process of its own: the client reads its endpoint and its cache when it is imported.
    environment = os.environ | {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "[1, 2, 3]", done.stderr
