"""Rules about layout: lists, titles, bold parts, sections, tables, quotes."""

import re

from callwright.filters.forms.base import Args, at_least, exactly
from callwright.schemas.forms import text as count

_TITLE = re.compile(r"\[[^\[\]\n]{1,200}\]")
_BOLD = re.compile(r"\*\*(?=\S)[^*\n]{1,300}(?<=\S)\*\*")
_LABEL = re.compile(r"(?:[-*•+] +)?[^:\n]{1,60}: +\S")
_BLANK = re.compile(r"\[[^\[\]\n]{1,60}\](?!\()")
_RULE = re.compile(r"\*{3,20}")
_DASHES = re.compile(r":?-{1,100}:?")
_MARKDOWN = re.compile(
    r"\*\*|__|`|^ {0,3}(?:#{1,6} |> |[-*+] |\d{1,3}[.)] |\||\*{3})|\]\(", re.MULTILINE
)
_FENCED = re.compile(r"(```|~~~)[\w-]{0,20}\n")


def bulleted(text: str, args: Args) -> str:
    """Every line outside code is a bullet, and there is one at least."""
    found = count.outside_code(text)
    other = next((line for line in found if not count.is_bullet(line)), "")
    if other:
        return f"the line {other[:60]!r} is no bullet"
    return "" if found else "it has no bullet"


def bullets_exactly(text: str, args: Args) -> str:
    """Just `count` bullets; other lines may stand beside them."""
    return exactly(sum(map(count.is_bullet, count.outside_code(text))), args, "bullets")


def numbered(text: str, args: Args) -> str:
    """Every line is numbered, from 1 on without a gap."""
    found = [count.number_of(line) for line in count.outside_code(text)]
    wanted = list(range(1, len(found) + 1))
    return "" if found and found == wanted else "the lines are not numbered from 1 on"


def labelled_lines(text: str, args: Args) -> str:
    """Every line is a short label, a colon, a space and a value."""
    other = next((line for line in count.lines(text) if not _LABEL.match(line.strip())), "")
    return f"the line {other[:60]!r} has no label" if other else ""


def title(text: str, args: Args) -> str:
    """The first line is `[some words]`, and more follows."""
    found = count.lines(text)
    if not _TITLE.fullmatch(found[0].strip()):
        return "the first line is no title in square brackets"
    return "" if len(found) > 1 else "nothing follows the title"


def highlights_at_least(text: str, args: Args) -> str:
    """`count` or more parts such as `**this**`."""
    return at_least(len(_BOLD.findall(text)), args, "bold parts")


def sections_exactly(text: str, args: Args) -> str:
    """`count` parts that are not empty, with lines of three stars or more between."""
    parts = [""]
    for line in text.splitlines():
        if _RULE.fullmatch(line.strip()):
            parts.append("")
        else:
            parts[-1] += line
    if not all(part.strip() for part in parts):
        return "a section is empty"
    return exactly(len(parts), args, "sections")


def table(text: str, args: Args) -> str:
    """A Markdown table whose header has just these `columns`, in any case, with full rows."""
    rows = [_cells(line) for line in count.lines(text)]
    width = len(args["columns"])
    if len(rows) < 3 or any(row is None or len(row) != width for row in rows):
        return f"it is no table of {width} columns with a row"
    header, dashes = rows[0] or [], rows[1] or []
    if [count.plain(c) for c in header] != [count.plain(c) for c in args["columns"]]:
        return f"the header is {header}"
    return "" if all(_DASHES.fullmatch(c) for c in dashes) else "no dashes under the header"


def _cells(line: str) -> list[str] | None:
    """The cells of a table's line; None for another line."""
    line = line.strip()
    if len(line) < 3 or line[0] != "|" or line[-1] != "|":
        return None
    return [cell.strip() for cell in line[1:-1].split("|")]


def quoted(text: str, args: Args) -> str:
    """One pair of double quotes, straight or curly, around all of it and none inside."""
    whole = text.strip()
    around = len(whole) > 2 and whole[0] in '"“' and whole[-1] in '"”'
    if not around:
        return "it does not stand in double quotes"
    return "another double quote stands inside" if set(whole[1:-1]) & set('"“”') else ""


def postscript(text: str, args: Args) -> str:
    """The last line starts with `P.S.`, says something, and is not the only one."""
    found = count.lines(text)
    last = found[-1].strip()
    if not last.startswith("P.S.") or not count.words(last[4:]):
        return "the last line is no postscript"
    return "" if len(found) > 1 else "nothing stands before the postscript"


def placeholders_at_least(text: str, args: Args) -> str:
    """`count` or more blanks in square brackets; a Markdown link is none."""
    return at_least(len(_BLANK.findall(text)), args, "placeholders")


def code_block(text: str, args: Args) -> str:
    """A fence, something, and the same fence; nothing before, between or after."""
    whole = text.strip()
    opened = _FENCED.match(whole)
    if opened is None or not whole.endswith(f"\n{opened[1]}") or whole.count(opened[1]) != 2:
        return "it is not one fenced block"
    return "" if whole[opened.end() : -3].strip() else "the block is empty"


def plain_text(text: str, args: Args) -> str:
    """No mark of Markdown."""
    found = _MARKDOWN.search(text)
    return f"{found[0]!r} is Markdown" if found else ""


CHECKERS = (
    *(bulleted, bullets_exactly, numbered, labelled_lines, title, highlights_at_least),
    *(sections_exactly, table, quoted, postscript, placeholders_at_least, code_block, plain_text),
)
