"""Every reason for which words are refused, each by words that have only that fault."""

from dataclasses import replace

import pytest

from callwright.generators.wording.problems import ADVICE, REASONS
from callwright.schemas.checks import Fact
from callwright.schemas.values import Count, Date, Duration, EntityId, Money, Place, Time
from tests.generators.wording.made import fact, reasons, secret, text

TRIP = text(
    "Find trains from London to Leeds on Friday.",
    values=[("London", Place()), ("Leeds", Place()), ("Friday", Date())],
    topics=frozenset({"find", "trai"}),
    rivals=frozenset({"canc"}),
    secrets=(
        secret(Money(), "40 pounds", "reveals_later"),
        secret(EntityId("train", prefix="TR"), "TR-83K2", "reveals_result"),
    ),
    names=frozenset({"search-trains"}),
)
TERSE = text("trains to Leeds on Friday", register="terse", values=[("Leeds", Place())])
SPOKEN = text(
    "um find me trains to Leeds at 5 pm",
    register="voice",
    values=[("Leeds", Place()), ("5 pm", Time())],
)
ANSWER = text(
    "The 07:25 to Leeds costs £40.",
    part="answer",
    facts=(fact(Time(), "07:25"), fact(Money(), "£40")),
)
DEED = replace(ANSWER, rivals=frozenset({"canc"}))
LISTED = text(
    "There are the 07:25 and the 08:10.",
    part="answer",
    facts=(Fact(any_of=(*fact(Time(), "07:25").any_of, *fact(Time(), "08:10").any_of)),),
)
ASKING = text("On which day?", part="answer", asks=("day", "date"))
DECLINING = text("I can't look up trains here.", part="answer", declines=("train",))
THOUGHT = text("I need the trains first.", part="thought")
YES = text("Yes, go ahead.", polarity="yes")
NO = text("No, leave it for now.", polarity="no")

GOOD = [
    (TRIP, "Could you look for a train on Friday that goes from London to Leeds?"),
    (TRIP, "Please find me the trains to Leeds from London this coming Friday."),
    (TRIP, "On 13 March I want a train from London to Leeds."),
    (TERSE, "leeds trains friday"),
    (SPOKEN, "yeah so is there a train to Leeds at five in the afternoon"),
    (ANSWER, "You pay 40 pounds for the one at 7:25 am."),
    (ASKING, "Sure. What date do you have in mind?"),
    (DECLINING, "Sorry, trains are out of my reach."),
    (THOUGHT, "First the trains."),
    (YES, "Sure, go on."),
    (NO, "Don't do it yet, please."),
]
TALKED = replace(THOUGHT, known=frozenset({"trai", "firs", "need", "resu", "answ", "show", "fare"}))
CHATTED = replace(TRIP, known=frozenset({"find", "trai", "mome", "plea"}))
BAD = [
    ("strays", TALKED, "I overwhelmed the trains."),
    ("strays", TALKED, "This is a different kind of dark."),
    ("strays", TALKED, "Please show me the trains first."),
    ("strays", TALKED, "The result answers it."),
    ("strays", TALKED, "I show the fare."),
    ("strays", CHATTED, "Find brighter trains behind colors from London to Leeds on Friday."),
    ("missing_value", TRIP, "Find trains from London to Leeds for me."),
    ("missing_value", TRIP, "Find trains from London to Leeds on Saturday."),
    ("other_value", TRIP, "Find trains from London to Leeds on Friday the week after next."),
    ("swapped_values", TRIP, "Find trains from Leeds to London on Friday."),
    ("swapped_values", TRIP, "Find trains to London from Leeds on Friday."),
    ("adds_value", TRIP, "Find the cheapest trains from London to Leeds on Friday."),
    ("adds_value", TRIP, "Find trains from London to Leeds on Friday at 9."),
    ("adds_value", TRIP, "Find trains from London to Leeds on Friday with Priya."),
    ("reveals_later", TRIP, "Find trains from London to Leeds on Friday for £40."),
    ("reveals_result", TRIP, "Find trains from London to Leeds on Friday, like TR-83K2."),
    ("leaked_id", TRIP, "Find trains from London to Leeds on Friday, ref BK-77AQ."),
    ("leaked_id", TRIP, "Find trains from London to Leeds on Friday under /trains/first."),
    ("leaked_name", TRIP, "Use search-trains from London to Leeds on Friday."),
    ("leaked_name", TRIP, "Find trains from London to Leeds on Friday via departure_date."),
    ("leaked_name", THOUGHT, "The departureDate decides."),
    ("meta_talk", TRIP, "As a language model I find trains from London to Leeds on Friday."),
    ("meta_talk", THOUGHT, "The tool says null, so wait."),
    ("meta_talk", ANSWER, "The system prompt says 07:25 for £40."),
    ("wrong_language", TRIP, "Trouvez trains London Leeds Friday merci beaucoup mon cher ami"),
    ("wrong_language", THOUGHT, "Zuerst hole ich mir Abfahrten und Preise aller Linien"),
    ("wrong_language", THOUGHT, "Сначала мне нужны поезда туда."),
    ("wrong_register", TERSE, "Trains to Leeds on Friday."),
    ("wrong_register", SPOKEN, "um, find me trains to Leeds at 5 pm"),
    ("wrong_register", SPOKEN, "um find me 1 of the trains to Leeds at 5 pm"),
    ("markup", TRIP, "**Find** trains from London to Leeds on Friday."),
    ("markup", TRIP, "Find trains.\nFrom London to Leeds on Friday."),
    ("markup", ANSWER, "```07:25 for £40```"),
    ("too_long", TERSE, "trains to Leeds on Friday if there are any left that I could get on with"),
    ("too_long", THOUGHT, "so " * 3000),
    ("too_short", text("I looked at what is there, and nothing fits.", part="answer"), "Sorry."),
    ("asks", ANSWER, "07:25 for £40. Shall I go on?"),
    ("asks", ASKING, "On which day? Shall I look?"),
    ("adds_value", ANSWER, "The 07:25 or 07:55 to Leeds costs £40."),
    ("other_deed", DEED, "The 07:25 to Leeds costs £40, and I cancelled the other."),
    ("missing_fact", LISTED, "There are the 07:25 and one more."),
    ("missing_fact", ANSWER, "The 07:25 to Leeds is cheap."),
    ("missing_question", ASKING, "Tell me the day."),
    ("missing_question", ASKING, "What shall I do?"),
    ("missing_decline", DECLINING, "I can't do that here."),
    ("negated", TRIP, "Do not find trains from London to Leeds on Friday."),
    ("negated", NO, "Leave it for now."),
    ("negated", YES, "Nope, not now."),
    ("other_request", TRIP, "I want something from London to Leeds on Friday."),
    ("other_request", TRIP, "Cancel the train from London to Leeds on Friday."),
    ("other_request", YES, "Let me think."),
    ("placeholder", TRIP, "Find trains from London to Leeds on Friday for [name]."),
    ("placeholder", TRIP, "Find trains from London to Leeds on Friday for {who}."),
    ("placeholder", THOUGHT, "I need the trains first and then..."),
    ("placeholder", ANSWER, "The 07:25 to Leeds (for £40."),
]
ELSEWHERE = {"unreadable", "cut_off", "missing_text", "missing_reference", "misquotes", "chain"}
"""Reasons of replies, of references and of whole conversations."""


@pytest.mark.parametrize(("one", "words"), GOOD)
def test_good_words_have_no_fault(one, words):
    assert reasons(one, words) == set()


@pytest.mark.parametrize(("reason", "one", "words"), BAD)
def test_bad_words_are_refused_for_their_own_reason(reason, one, words):
    assert reason in reasons(one, words)
    others = reasons(one, words) - {reason}
    # A no in place of a yes asks for something else as well, and so on.
    assert others <= {"other_request", "adds_value", "leaked_id", "missing_value"}, others


def test_every_reason_is_tried_and_has_advice():
    assert {reason for reason, _, _ in BAD} | ELSEWHERE == set(REASONS)
    assert set(ADVICE) == set(REASONS)


def test_a_reference_needs_its_words_or_others_for_it():
    one = text(
        "Book the cheapest one.", references=[("cheapest", ("lowest-priced", "least expensive"))]
    )
    assert reasons(one, "Please book the lowest-priced one.") == set()
    assert reasons(one, "Please book the best one.") == {"missing_reference"}


def test_roles_are_told_by_the_word_before_or_by_order():
    one = text(
        "Hold deliveries from Friday to Sunday.", values=[("Friday", Date()), ("Sunday", Date())]
    )
    assert reasons(one, "Until Sunday hold deliveries, from Friday on.") == {"swapped_values"}
    assert reasons(one, "To Sunday from Friday hold deliveries.") == set()
    assert reasons(one, "Hold deliveries between Friday and Sunday.") == set()
    assert reasons(one, "Hold deliveries from Sunday to Friday.") == {"swapped_values"}


def test_pairs_keep_their_order():
    one = text(
        "Set a timer for 10 minutes and 2 pizzas, then 30 minutes and 4 pizzas.",
        values=[
            *[("10 minutes", Duration()), ("30 minutes", Duration())],
            *[("2 pizzas", Count(noun="pizza")), ("4 pizzas", Count(noun="pizza"))],
        ],
    )
    other = "Set a timer for 10 minutes and 4 pizzas, then 30 minutes and 2 pizzas."
    assert reasons(one, other) == {"swapped_values"}
