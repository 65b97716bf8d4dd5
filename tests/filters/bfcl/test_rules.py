"""Each rule of BFCL's checker on a small case of our own, accepted or rejected with its reason."""

import pytest

from callwright.filters.bfcl import Judgement, check

DICTS = {"type": "array", "items": {"type": "dict"}}


def array(kind):
    return {"type": "array", "items": {"type": kind}}


def tool(name="brew_tea", required=("x",), **properties):
    parameters = {"type": "dict", "properties": properties, "required": list(required)}
    return {"name": name, "parameters": parameters}


def of_value(spec, allowed, value, category=None):
    spec = {"type": spec} if isinstance(spec, str) else spec
    return reason(
        [tool(x=spec)], [{"brew_tea": {"x": allowed}}], [{"brew_tea": {"x": value}}], category
    )


def reason(functions, expected, predicted, category=None, **options):
    got = check(functions, expected, predicted, category, **options)
    assert got == Judgement(accepted=not got.reason, reason=got.reason)
    return got.reason


VALUES = [
    # strings: case, spaces and some marks do not count, quotes are of one kind
    ("string", ["Oolong No. 5"], "oolong-no5", ""),
    ("string", ["it's"], 'it"s', ""),
    ("string", ["oolong"], "oolong!", "value_error:string"),
    ("string", ["oolong"], "o\tolong", "value_error:string"),
    ("string", ["green", "black"], "Black", ""),
    ("string", ["", "green"], "-.-", ""),
    ("string", ["green"], None, "type_error:simple"),
    # numbers
    ("integer", [3], 3, ""),
    ("integer", [3], 3.0, "type_error:simple"),
    ("integer", [1], True, "type_error:simple"),
    ("float", [3.0], 3, ""),
    ("float", [1.0], True, "type_error:simple"),
    ("float", [0.3], 0.1 + 0.2, "value_error:others"),
    ("boolean", [True], False, "value_error:others"),
    # the first alternative of another type stands for a variable
    ("integer", ["cups"], "cups", ""),
    ("integer", ["cups"], "Cups", "value_error:others"),
    ("integer", [3, "cups"], "cups", "type_error:simple"),
    ("string", [3], "3", "value_error:others"),
    ("any", ["Tea"], "tea", ""),
    ("any", [["tea"]], ["Tea"], "value_error:others"),
    # lists
    (array("string"), [["Oolong", "mint"]], ["oolong", "Mint"], ""),
    (array("string"), [["a", "b"]], ["b", "a"], "value_error:list/tuple"),
    (array("string"), [["a"]], "a", "type_error:simple"),
    (array("integer"), [[1, 2]], [1, True], "type_error:nested"),
    (array("integer"), [[1, 2], ""], [1, True], "value_error:list/tuple"),
    (array("integer"), [[1, 2], ""], [], ""),
    (array("integer"), [], [1], "type_error:simple"),
    (array("array"), [[["A"]]], [["a"]], "value_error:list/tuple"),
    ({"type": "tuple", "items": {"type": "integer"}}, [[1, 2]], (1, 2), ""),
    (array("integer"), [[1, 2]], (1, 2), "type_error:simple"),
    # dictionaries: alternatives for each key
    ("dict", [{"leaf": ["Mint", "sage"], "cups": [2, ""]}], {"leaf": "mint"}, ""),
    ("dict", [{"leaf": ["mint"]}], {"leaf": "sage"}, "value_error:dict_value"),
    ("dict", [{"leaf": ["mint"]}], {"leaf": "mint", "cups": 2}, "value_error:dict_key"),
    ("dict", [{"leaf": ["mint"], "cups": [2]}], {"leaf": "sage"}, "value_error:dict_key"),
    ("dict", [{"cups": [1]}], {"cups": True}, ""),
    ("dict", [{"cups": [1]}, {"cups": [2]}], {"cups": 2}, ""),
    ("dict", [""], {"cups": 2}, "dict_checker:unclear"),
    (DICTS, [[{"cups": [1]}, {"cups": [2]}]], [{"cups": 1}, {"cups": 2}], ""),
    (DICTS, [[{"cups": [1]}]], [{"cups": 1}, {"cups": 1}], "value_error:list_dict_count"),
    (DICTS, [[{"cups": [1]}]], [{"cups": 2}], "value_error:dict_value"),
    (DICTS, [[{"cups": [1]}], ""], [], ""),
    # what BFCL's checker raises on
    ("number", [1], 1, "crash:KeyError"),
    ({"type": "array"}, [[1]], [1], "crash:KeyError"),
    ("dict", [{"cups": 1}], {"cups": 1}, "crash:TypeError"),
    ("float", [1.0], 10**400, "crash:OverflowError"),
]


@pytest.mark.parametrize(("spec", "allowed", "value", "why"), VALUES)
def test_a_value(spec, allowed, value, why):
    assert of_value(spec, allowed, value) == why


JAVA = [
    ("integer", [4], "4", ""),
    ("integer", [4], 4, "type_error:java"),
    ("long", [4], "4", "type_error:simple"),
    ("long", [4], "4L", ""),
    ("float", [4.5], "4.5f", ""),
    ("double", [4.5], "4.5", ""),
    ("double", [450.0], "4.5e2", ""),
    ("boolean", [True], "true", ""),
    ("String", ["mint"], '"mint"', "value_error:string"),
    (array("integer") | {"type": "Array"}, [[4, 5]], "new int[]{4, 5}", ""),
    (array("String") | {"type": "ArrayList"}, [["a"]], 'new ArrayList<>(Arrays.asList("a"))', ""),
    (array("integer") | {"type": "ArrayList"}, [[4]], "new ArrayList<>() {{ add(4); }}", ""),
    (array("integer") | {"type": "ArrayList"}, [[]], "new ArrayList<Integer>()", ""),
    ("HashMap", [{"k": [True]}], 'new HashMap<>() {{ put("k", true); }}', ""),
    ("HashMap", [{"k": ["v"]}], 'new HashMap<>() {{ put("k", "V"); }}', ""),
    ("HashMap", [{}], "new HashMap<String, Integer>()", ""),
    ("HashMap", [{"k": [4.5]}], 'new HashMap<>() {{ put("k", 4.5f); }}', ""),
    ("Stack", [[1]], "new Stack<>()", "crash:NotImplementedError"),
    ("dict", [{}], "{}", "crash:KeyError"),
]
JAVASCRIPT = [
    ("integer", [4], 4, "type_error:js"),
    ("float", [4.5], "4.5", ""),
    ("Bigint", [4], "4n", ""),
    ("Boolean", [False], "false", ""),
    ("String", ["mint"], "'mint'", ""),
    (array("integer"), [[4, 5]], "[4, 5]", ""),
    (array("String"), [["a"]], 'new Array("a")', ""),
    (array("array"), [[["a", 1], ["b"]]], '[["a", 1], ["b"]]', ""),
    (array("array"), [[[1], [2]]], "new Array([1], [2])", ""),
    (array("integer"), [[]], "[]", ""),
    ("dict", [{"k": ["v"], "n": [[1, 2]]}], "{k: 'v', \"n\": [1, 2]}", ""),
    ("dict", [{"k": [1]}], "{k: 2}", "value_error:dict_value"),
    ("dict", [{}], "{}", ""),
    (DICTS, [[{"k": [1]}]], "[{k: 1}]", ""),
]


@pytest.mark.parametrize(
    ("language", "spec", "allowed", "text", "why"),
    [("java", *case) for case in JAVA] + [("javascript", *case) for case in JAVASCRIPT],
)
def test_source_text(language, spec, allowed, text, why):
    assert of_value(spec, allowed, text, f"simple_{language}") == why


SIMPLE = "simple_function_checker"
CALLS = [
    ({"x": ["a"]}, {"x": "a"}, ""),
    ({"x": ["a"]}, {}, f"{SIMPLE}:missing_required"),
    ({"x": ["a"]}, {"x": "a", "y": 1}, f"{SIMPLE}:unexpected_param"),
    ({"x": ["a"], "y": [1]}, {"x": "a"}, f"{SIMPLE}:missing_optional"),
    ({"x": ["a"], "y": [1, ""]}, {"x": "a"}, ""),
    ({"x": ["a"], "z": [1]}, {"x": "a", "z": 1}, f"{SIMPLE}:unexpected_param"),
    ({"x": ["a"], "y": [1]}, {"x": 7}, "type_error:simple"),
    ({"x": ["a"]}, None, "crash:TypeError"),
    ({"x": ["a"]}, "xyz", "crash:AttributeError"),
]


@pytest.mark.parametrize(("gold", "arguments", "why"), CALLS)
def test_a_call(gold, arguments, why):
    offers = [tool(x={"type": "string"}, y={"type": "integer"})]
    assert reason(offers, [{"brew_tea": gold}], [{"brew_tea": arguments}]) == why


def test_dots_are_kept_or_rewritten():
    offers, expected = [tool("tea.brew", ())], [{"tea.brew": {}}]
    assert reason(offers, expected, [{"tea.brew": {}}]) == ""
    assert reason(offers, expected, [{"tea_brew": {}}]) == f"{SIMPLE}:wrong_func_name"
    assert reason(offers, expected, [{"tea_brew": {}}], dots_to_underscores=True) == ""
    why = reason(offers, expected, [{"tea.brew": {}}], dots_to_underscores=True)
    assert why == f"{SIMPLE}:wrong_func_name"


OFFERS = [tool(x={"type": "integer"}), tool("pour_tea", x={"type": "integer"})]


def brew(*values):
    return [{"brew_tea": {"x": value}} for value in values]


PATHS = [
    (None, brew([1]), brew(1), ""),
    (None, brew([1]), [], "multiple_function_checker:wrong_count"),
    (None, brew([1]), [{"pour_tea": {"x": 1}}], f"{SIMPLE}:wrong_func_name"),
    ("simple_python", brew([1]), [], f"{SIMPLE}:wrong_count"),
    ("simple_python", [{"pour_tea": {"x": [1]}}], brew(1), ""),
    ("multiple", brew([1], [2]), brew(1, 9), ""),
    (None, brew([1], [2]), brew(2, 1), ""),
    (None, brew([1], [2]), brew(1), "parallel_function_checker_no_order:wrong_count"),
    (None, brew([1], [2]), brew(1, 1), "parallel_function_checker_no_order:cannot_find_match"),
    # greedy: the first expected call takes what the second needs
    (None, brew([1, 2], [1]), brew(1, 2), "parallel_function_checker_no_order:cannot_find_match"),
    (None, brew([1, 2], [1]), brew(2, 1), ""),
    ("live_parallel", [], [], ""),
    ("simple_python", [], brew(1), "crash:IndexError"),
    ("multiple", [{"stir_tea": {}}], brew(1), "crash:TypeError"),
]


@pytest.mark.parametrize(("category", "expected", "predicted", "why"), PATHS)
def test_the_path_of_a_category(category, expected, predicted, why):
    assert reason(OFFERS, expected, predicted, category) == why
