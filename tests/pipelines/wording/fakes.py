"""Teachers for tests: they read the brief as a model would, and nothing else."""

import json
import random
import re

from callwright.schemas.completions import Completion, TeacherFailure

OPENERS = {
    "plain": ["So then. ", "When you have a moment: ", "This one is for you. "],
    "terse": ["so: ", "ok ", "hey "],
    "chatty": ["Oh, by the way. ", "So, here goes. ", "Well, where was I. "],
    "voice": ["right so ", "um hey ", "okay then "],
}
THOUGHTS = ["Right. ", "So. ", "Okay, on to it. "]
ANSWERS = ["Here you go. ", "Okay. ", "All right then. "]


def texts_of(request):
    """The texts that a request asks for: key -> what the brief says of it."""
    brief = json.loads(request.messages[1].content.partition("\n\n")[2])
    texts = {key: brief["texts"][key] for key in request.response_schema["required"]}
    return brief["register"]["name"], texts


class Echo:
    """Says what the drafts say."""

    name = "fake:echo"

    def __init__(self):
        self.requests = []

    async def complete(self, request):
        self.requests.append(request)
        return Completion(text=json.dumps(self.words(request), ensure_ascii=False))

    def words(self, request):
        register, texts = texts_of(request)
        rng = random.Random(request.seed)
        return {key: self.word(text, register, rng) for key, text in texts.items()}

    def word(self, text, register, rng):
        return text["draft"]

    async def close(self):
        pass


class Paraphraser(Echo):
    """Says values in other ways that the brief offers, and opens otherwise."""

    name = "fake:paraphraser"

    def words(self, request):
        register, texts = texts_of(request)
        rng = random.Random(request.seed)
        swaps = {
            ways[0]: rng.choice(ways)
            for text in texts.values()
            if text["part"] == "user"
            for ways in text.get("hold", ())
        }
        return {key: self.anew(text, register, rng, swaps) for key, text in texts.items()}

    def anew(self, text, register, rng, swaps):
        draft = text["draft"]
        if text["part"] == "user":
            return opened(rng.choice(OPENERS[register]), self.swapped(draft, swaps), register)
        if text["part"] == "thought":
            return rng.choice(THOUGHTS) + self.swapped(draft, swaps)
        told = {ways[0]: rng.choice(ways) for ways in text.get("hold", ())}
        said = self.swapped(draft, told)
        return said if "form" in text else rng.choice(ANSWERS) + said

    def swapped(self, draft, swaps):
        """One pass, longest first: what is put in is not looked at again."""
        if not swaps:
            return draft
        longest = sorted(swaps, key=len, reverse=True)
        ways = "|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest)
        found = re.compile(ways, re.IGNORECASE)
        lowered = {one.lower(): other for one, other in swaps.items()}
        return found.sub(lambda match: lowered[match.group().lower()], draft)


def opened(opener, words, register):
    """Words after an opener that does not end a sentence begin small."""
    if opener.endswith(". ") or register in ("terse", "voice") or words.startswith(("I ", "I'")):
        return opener + words
    return opener + words[0].lower() + words[1:]


class Failing(Echo):
    """Gives no completion at all."""

    name = "fake:failing"

    async def complete(self, request):
        self.requests.append(request)
        raise TeacherFailure("timed_out", "nothing came", attempts=3)


class Bad(Echo):
    """Spoils the texts of one part in one way; `good_from`: replies from which on it does not."""

    name = "fake:bad"

    def __init__(self, part, spoil, good_from=None):
        super().__init__()
        self.part, self.spoil, self.good_from = part, spoil, good_from

    def word(self, text, register, rng):
        good = self.good_from is not None and len(self.requests) >= self.good_from
        spoiled = text["part"] == self.part and not good
        return self.spoil(text["draft"], text) if spoiled else text["draft"]


class Raw(Echo):
    """Replies with one fixed text."""

    name = "fake:raw"

    def __init__(self, reply, finish="stop"):
        super().__init__()
        self.reply, self.finish = reply, finish

    async def complete(self, request):
        self.requests.append(request)
        return Completion(text=self.reply, finish=self.finish)
