"""Recipes: what a run is asked for, as YAML; every fault is one message that says what is right.

A recipe never holds anything that does not change the content: engine, workers, chunk size and
folder are options of the command.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, Field, StringConstraints, ValidationError

from callwright.generators.settings import Cell, Dials, JudgeModel, ModelTeacher, Settings, Split
from callwright.pipelines.factory import Catalogue, FilterSettings
from callwright.pipelines.wording import hint, need, one_line, short
from callwright.schemas.canonical import digest
from callwright.schemas.errors import RecipeError
from callwright.schemas.record import Record

PACKAGED = Path(__file__).parent / "recipes"
Count = Annotated[int, Field(strict=True, ge=1, le=10_000_000)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*$")]


class Worlds(Record):
    """Sizes of the two pools of worlds."""

    train: Count = 48
    test: Count = 12


class Share(Record):
    """The rows asked of one skill."""

    skill: str
    domains: dict[str, Count] = Field(min_length=1)
    """Domain, or domains joined by `+`, -> accepted rows over both splits."""


NotNegative = Annotated[int, Field(ge=0, strict=True)]


def _none_for_all(value: Any) -> Any:
    return None if value == "all" else value


class Filters(Record):
    """Thresholds of the filters."""

    near_duplicate: float = Field(default=0.8, ge=0.8, le=0.8)
    """Word 3-gram Jaccard above which two requests of different families are the same; the bands
    of the index are cut for this one value."""
    skeleton_cap: float = Field(default=0.015, gt=0, le=1)
    """Largest share of the rows that one masked request may have."""
    audit_operators: Annotated[NotNegative | None, BeforeValidator(_none_for_all)] = 5
    """Attack operators run on every row, drawn by chance; None, written `all`, for every one."""


class ReleaseSettings(Record):
    """How the release presents itself."""

    rows_per_shard: Count = 50_000
    license: str = "apache-2.0"
    pretty_name: str = ""


class Recipe(Record):
    """A validated recipe."""

    recipe_version: Literal[1]
    name: Name
    namespace: Name
    """Root of every seed path; two recipes of one namespace and seed share candidates."""
    seed: int = Field(strict=True, ge=0)
    language: str = "en"
    domains_path: tuple[str, ...] = ()
    """Folders with further domains, relative to the recipe."""
    domains: tuple[str, ...] = ()
    """Domains of the worlds besides those of the mixture: they lend distractors. Only these and
    the mixture's are used, so that a domain installed elsewhere does not change the content."""
    worlds: Worlds = Worlds()
    test_share: float = Field(default=0.1, ge=0, lt=1)
    """Share of each cell in the test split; its count is rounded to whole rows."""
    mixture: tuple[Share, ...] = Field(min_length=1)
    dials: Dials = Dials()
    teacher: str = "scripted"
    """Who has the last word: `scripted`, or a `model` behind an endpoint."""
    model: ModelTeacher | None = None
    """For every teacher but `scripted`."""
    filters: Filters = Filters()
    release: ReleaseSettings = ReleaseSettings()

    @property
    def digest(self) -> str:
        """Digest of what the recipe says, whatever its layout and comments."""
        return digest(self.model_dump(mode="json"), 32)

    @property
    def rows(self) -> int:
        """All rows asked for."""
        return sum(count for share in self.mixture for count in share.domains.values())

    def settings(self) -> Settings:
        """What generation needs to know."""
        worlds: dict[Split, int] = {"train": self.worlds.train, "test": self.worlds.test}
        return Settings(
            namespace=self.namespace,
            seed=self.seed,
            language=self.language,
            domains=self.used_domains(),
            worlds=worlds,
            dials=self.dials,
        )

    @property
    def told_by(self) -> str:
        """The teacher, as manifests name it."""
        if self.model is None:
            return "scripted/1"
        return f"{self.teacher}:{self.model.name} ({self.model.lane})"

    @property
    def judged_by(self) -> str:
        """The judge of the model's rows, as manifests name it; empty for none."""
        judge = self.model and self.model.judge
        return f"{judge.name} (worse_in {judge.worse_in})" if judge else ""

    def used_domains(self) -> tuple[str, ...]:
        """The domains of the worlds, sorted."""
        named = (part for s in self.mixture for d in s.domains for part in d.split("+"))
        return tuple(sorted({*self.domains, *named}))

    def filter_settings(self) -> FilterSettings:
        """What the filters need to know."""
        return FilterSettings(**self.filters.model_dump())

    def targets(self) -> dict[Cell, int]:
        """Rows to accept per cell, in recipe order; cells of no row are left out."""
        found: dict[Cell, int] = {}
        for share in self.mixture:
            for domain, count in share.domains.items():
                test = round(count * self.test_share)
                found[Cell(skill=share.skill, domain=domain, split="train")] = count - test
                found[Cell(skill=share.skill, domain=domain, split="test")] = test
        return {cell: count for cell, count in found.items() if count}


# -- reading -------------------------------------------------------------------------------
def find_recipe(name: str) -> Path:
    """The file of a recipe named by its path, or by the name of a packaged recipe."""
    packaged = {path.stem: path for path in sorted(PACKAGED.glob("*.yaml"))}
    path = Path(name)
    if path.is_file():
        return path
    if name in packaged:
        return packaged[name]
    raise RecipeError(
        f"recipe {name!r} is neither a file nor a packaged recipe{hint(name, packaged)}"
    )


def read_recipe(path: Path) -> tuple[Recipe, str]:
    """The recipe in a file and its text; `RecipeError` names the key and what would be right."""
    try:
        text = path.read_text(encoding="utf-8")
        data = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"recipe {path} cannot be read: {error}") from error
    except yaml.YAMLError as error:
        raise RecipeError(f"recipe {path} is not YAML: {one_line(error)}") from error
    if not isinstance(data, dict):
        raise RecipeError(f"recipe {path} holds no keys; see {PACKAGED / 'assistant.yaml'} for one")
    try:
        return Recipe.model_validate(data), text
    except ValidationError as error:
        raise RecipeError(f"recipe {path}: {explain(error, data)}") from error


def explain(error: ValidationError, data: Any) -> str:
    """The first fault of a recipe as one sentence with its key path, value and way out."""
    fault = error.errors()[0]
    where = ".".join(map(str, fault["loc"]))
    if fault["type"] == "extra_forbidden":
        return f"unknown key {where!r}{hint(str(fault['loc'][-1]), known_keys(fault['loc'][:-1]))}"
    if fault["type"] == "missing":
        return f"the key {where!r} is missing"
    return f"{where} is {short(fault['input'])}: {fault['msg'][0].lower()}{fault['msg'][1:]}"


def known_keys(place: tuple[int | str, ...]) -> list[str]:
    """The keys that the recipe has at a place."""
    models: dict[str, type[Record]] = {
        "": Recipe,
        "worlds": Worlds,
        "mixture": Share,
        "dials": Dials,
        "model": ModelTeacher,
        "model.judge": JudgeModel,
        "filters": Filters,
        "release": ReleaseSettings,
    }
    whole = ".".join(map(str, place))
    return list(models[whole if whole in models else str(place[0])].model_fields)


# -- checking against what there is --------------------------------------------------------
def check(recipe: Recipe, catalogue: Catalogue) -> None:
    """`RecipeError` for a name that does not exist, or for counts that no run can deliver."""
    need("teacher", recipe.teacher, catalogue.teachers)
    if (recipe.teacher == "scripted") != (recipe.model is None):
        raise RecipeError(
            "teacher: a model needs `teacher: openai` and the key `model`"
            if recipe.model is not None
            else f"teacher: {recipe.teacher} needs the key `model` (name, lane)"
        )
    need("language", recipe.language, catalogue.languages)
    for number, name in enumerate(recipe.domains):
        need(f"domains.{number}", name, catalogue.domains)
    spellings: dict[frozenset[str], str] = {}
    seen: set[tuple[str, str]] = set()
    for number, share in enumerate(recipe.mixture):
        need(f"mixture.{number}.skill", share.skill, catalogue.skills)
        for domain in share.domains:
            where = f"mixture.{number}.domains.{domain}"
            check_domain(where, domain, catalogue, spellings)
            check_reach(where, share.skill, catalogue, domain)
            if (share.skill, domain) in seen:
                raise RecipeError(f"{where}: {share.skill} over {domain} is asked for twice")
            seen.add((share.skill, domain))
    check_twins(recipe.targets(), catalogue.twins)


def check_domain(
    where: str, domain: str, catalogue: Catalogue, spellings: dict[frozenset[str], str]
) -> None:
    """Each part exists, none comes twice, and one combination is spelt in one way."""
    parts = domain.split("+")
    for part in parts:
        need(where, part, catalogue.domains)
    if len(set(parts)) < len(parts):
        raise RecipeError(f"{where}: a domain comes twice in {domain!r}")
    first = spellings.setdefault(frozenset(parts), domain)
    if first != domain:
        raise RecipeError(f"{where}: write {first!r} as above, so that it is one cell")


def check_reach(where: str, skill: str, catalogue: Catalogue, domain: str) -> None:
    """The skill can do what the cell asks: cross domains, stay in one, be served by this one."""
    crosses = "+" in domain
    able = [n for n, s in catalogue.skills.items() if (s.crosses if crosses else s.stays)]
    if skill not in able:
        what = "cross domains" if crosses else "stay in one domain"
        raise RecipeError(f"{where}: {skill} cannot {what}. Skills that can: {', '.join(able)}")
    lack = catalogue.skills[skill].lacks.get(domain)
    if lack:
        fits = [d for d in catalogue.domains if d not in catalogue.skills[skill].lacks]
        raise RecipeError(
            f"{where}: {domain} cannot serve {skill}: {lack}. Domains that can: {', '.join(fits)}"
        )


def check_twins(targets: Mapping[Cell, int], skills: Mapping[str, tuple[str, ...]]) -> None:
    """Every row that abstains brings a twin that acts, which counts in its own cell."""
    for place in {(cell.domain, cell.split): None for cell in targets}:
        here = {c.skill: n for c, n in targets.items() if (c.domain, c.split) == place}
        groups = {skills[skill] for skill in here if skills[skill]}
        for group in sorted(groups):
            check_room(here, place, {g for g in groups if set(g) <= set(group)}, group, skills)


def check_room(
    here: Mapping[str, int],
    place: tuple[str, str],
    groups: set[tuple[str, ...]],
    acting: tuple[str, ...],
    skills: Mapping[str, tuple[str, ...]],
) -> None:
    """The skills whose twins can only be `acting` need at most as many rows as `acting` has."""
    abstaining = [skill for skill in here if skills[skill] in groups]
    needed = sum(here[skill] for skill in abstaining)
    room = sum(here.get(skill, 0) for skill in acting)
    if needed > room:
        domain, split = place
        raise RecipeError(
            f"mixture: {' + '.join(abstaining)} over {domain} ask for {needed} {split} rows, each "
            f"with a twin of skill {' or '.join(acting)}, which has only {room}: raise it to at "
            f"least {needed} or lower the others"
        )
