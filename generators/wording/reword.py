"""New words into a family: every text checked, every place of a value found anew.

Plans, calls, results and checks stay as they are. Nothing is mended: words that are not good are
refused with their reasons.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from callwright.generators.wording.checks import problems_of
from callwright.generators.wording.persona import Persona
from callwright.generators.wording.placing import placed, value_problems
from callwright.generators.wording.problems import Problem, Unworded
from callwright.generators.wording.reading import Range, stands
from callwright.generators.wording.smith import Wordsmith
from callwright.generators.wording.texts import Family, Text, shown
from callwright.generators.wording.vocabulary import Vocabulary
from callwright.schemas.canonical import load
from callwright.schemas.completions import Completion
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message
from callwright.schemas.narrow import is_object
from callwright.schemas.provenance import Provenance, Source, Span
from callwright.schemas.task import Trajectory
from callwright.schemas.values import Setting

Json = Any
Table = dict[Range, Range]
TIMES = frozenset({"date", "time", "date_time"})
"""Kinds whose words thoughts repeat before they tell what they resolve to."""
MOST_CHARACTERS = 200_000
"""Characters of a reply that are read."""
LONGEST_TEXT = 2000
"""Characters of one text that are read, unless its script is long itself."""


def reworded(
    family: Family,
    texts: Sequence[Text],
    completion: Completion,
    persona: Persona,
    teacher: str,
    smith: Wordsmith,
) -> Family:
    """The family in the words of a completion, still to be judged: `checked`, then `put`."""
    words = checked(family, texts, completion, smith)
    return put(family, texts, words, persona, teacher, smith)


def checked(
    family: Family,
    texts: Sequence[Text],
    completion: Completion,
    smith: Wordsmith,
    so_far: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Good words for every one of `texts`, by key.

    Args:
        family: executed and proved members.
        texts: all of `smith.texts(family)`.
        completion: the reply to `brief`, or to `again` for the texts that `so_far` lacks.
        smith: the language.
        so_far: good words of earlier replies.

    Raises:
        Unworded: with every problem of every text, and the words that have none.
    """
    good = dict(so_far or {})
    asked = [text for text in texts if text.key not in good]
    words, problems = read_reply(completion, asked)
    for text in asked:
        if text.key in words:
            setting = smith.setting(family[text.uses[0].member])
            wrong = problems_in(text, words[text.key], setting, smith.vocabulary)
            problems += wrong
            if not wrong:
                good[text.key] = words[text.key]
    problems = problems or misquotes(texts, good)
    if problems:
        bad = {problem.key for problem in problems}
        raise Unworded(problems, {key: said for key, said in good.items() if key not in bad})
    return good


def read_reply(
    completion: Completion, texts: Sequence[Text]
) -> tuple[dict[str, str], list[Problem]]:
    """The words of a reply by key, and what is wrong with it as a whole."""
    try:
        data = load((completion.text or "")[:MOST_CHARACTERS])
    except RecordError as error:
        cut = completion.finish == "length"
        return {}, [Problem("", "cut_off" if cut else "unreadable", str(error)[:200])]
    if not is_object(data):
        return {}, [Problem("", "unreadable", "the reply is no JSON object")]
    words: dict[str, str] = {}
    problems: list[Problem] = []
    for text in texts:
        said = data.get(text.key)
        if isinstance(said, str) and said.strip():
            words[text.key] = said.strip()
        else:
            problems.append(Problem(text.key, "missing_text", f"{said!r}"[:200]))
    return words, problems


def problems_in(text: Text, words: str, setting: Setting, language: Vocabulary) -> list[Problem]:
    """Everything that is wrong with the words of one text."""
    if len(words) > max(LONGEST_TEXT, 4 * len(text.script)):
        return [Problem(text.key, "too_long", f"{len(words)} characters")]
    table, problems = placed(text, words, setting, language)
    if text.part == "user" and not problems:
        problems += value_problems(text, words, table, setting, language)
    values = [table[need.place] for need in text.needs if need.kind and need.place in table]
    held = list(table.values())
    return problems + problems_of(text, words, values, held, setting, language)


def misquotes(texts: Sequence[Text], words: Mapping[str, str]) -> list[Problem]:
    """Thoughts that repeat words for a time which the user does not use any more.

    Texts without new words count with those of the script.
    """
    users = [text for text in texts if text.part == "user"]
    problems: list[Problem] = []
    for text in texts:
        if text.part == "thought":
            said = words.get(text.key, text.script)
            member, turn = text.uses[0].member, text.uses[0].turn
            heard = [u for u in users if any((x.member, x.turn) == (member, turn) for x in u.uses)]
            quoted = (
                need.words
                for user in heard
                for need in user.needs
                if need.kind and need.kind.name in TIMES and stands(need.words, said)
                if not stands(need.words, words.get(user.key, user.script))
            )
            problems += [Problem(text.key, "misquotes", one) for one in quoted]
    return problems


def put(
    family: Family,
    texts: Sequence[Text],
    words: Mapping[str, str],
    persona: Persona,
    teacher: str,
    smith: Wordsmith,
) -> Family:
    """The family with good words; a text without new words keeps the script's.

    A member none of whose texts has new words stays as it is. `persona` is stored in the dials of
    the others, `teacher` in their provenance.
    """
    new = [text for text in texts if text.key in words]
    tables: dict[str, Table] = {}
    for text in new:
        setting = smith.setting(family[text.uses[0].member])
        tables[text.key] = placed(text, words[text.key], setting, smith.vocabulary)[0]
    members: list[Trajectory] = []
    for number, member in enumerate(family):
        own = {(u.message, t.part): t.key for t in new for u in t.uses if u.member == number}
        if not own:
            members.append(member)
            continue
        moved = {message: tables[key] for (message, part), key in own.items() if part == "user"}
        said = {place: words[key] for place, key in own.items()}
        members.append(_member(member, said, moved, persona, teacher))
    return tuple(members)


def _member(
    member: Trajectory,
    said: Mapping[tuple[int, str], str],
    moved: Mapping[int, Table],
    persona: Persona,
    teacher: str,
) -> Trajectory:
    messages = tuple(_messages(member, said))
    users = iter(message for message in messages if message.role == "user")
    turns = tuple(
        turn.model_copy(update={"text": next(users).content}) for turn in member.task.turns
    )
    dials = {**member.task.dials, "persona": persona.model_dump()}
    task = member.task.model_copy(update={"turns": turns, "dials": dials})
    provenance = _provenance(member.provenance, moved, teacher)
    return Trajectory(task=task, messages=messages, provenance=provenance)


def _messages(member: Trajectory, said: Mapping[tuple[int, str], str]) -> Iterator[Message]:
    turn = -1
    for index, message in enumerate(member.messages):
        update: dict[str, Json] = {}
        if message.role == "user":
            turn += 1
            if (index, "user") in said:
                update["content"] = said[index, "user"] + shown(member.task.turns[turn])
        if (index, "thought") in said:
            update["reasoning"] = said[index, "thought"]
        if (index, "answer") in said:
            update["content"] = said[index, "answer"]
        yield message.model_copy(update=update) if update else message


# -- places --------------------------------------------------------------------------------
def _provenance(provenance: Provenance, moved: Mapping[int, Table], teacher: str) -> Provenance:
    arguments = tuple(
        argument.model_copy(update={"source": _source(argument.source, moved)})
        for argument in provenance.arguments
    )
    return provenance.model_copy(update={"arguments": arguments, "teacher": teacher})


def _source(source: Source, moved: Mapping[int, Table]) -> Source:
    reference = source.reference
    if reference:
        reference = reference.model_copy(update={"span": _span(reference.span, moved)})
    return source.model_copy(
        update={
            "span": source.span and _span(source.span, moved),
            "field_span": source.field_span and _span(source.field_span, moved),
            "reference": reference,
            "inputs": tuple(_source(one, moved) for one in source.inputs),
        }
    )


def _span(span: Span, moved: Mapping[int, Table]) -> Span:
    table = moved.get(span.message)
    if table is None:
        return span
    start, end = table[span.start, span.end]
    return Span(message=span.message, start=start, end=end)
