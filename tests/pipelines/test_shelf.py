"""The shelf of a work folder: whole files, which both workers of a run see."""

from callwright.pipelines.shelf import FolderShelf


def test_what_one_puts_there_another_gets_in_the_same_order(tmp_path):
    FolderShelf(tmp_path).put("world/a", {"b": 1, "a": [None, "é"]})
    found = FolderShelf(tmp_path).get("world/a")
    assert list(found.items()) == [("b", 1), ("a", [None, "é"])]


def test_nothing_stands_under_another_name(tmp_path):
    FolderShelf(tmp_path).put("world/a", 1)
    assert FolderShelf(tmp_path).get("world/b") is None


def test_a_broken_file_is_as_good_as_none_and_is_replaced(tmp_path):
    shelf = FolderShelf(tmp_path)
    shelf.put("world/a", {"b": 1})
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert shelf.get("world/a") is None
    shelf.put("world/a", {"b": 1})
    assert shelf.get("world/a") == {"b": 1}
