"""`callwright score`: what a model's predictions earn over the rows of a release."""

from pathlib import Path
from typing import Annotated

import typer


def score(
    dataset: Annotated[Path, typer.Argument(help="A release folder.")],
    predictions: Annotated[
        Path, typer.Option(help="A .jsonl file: conversations, responses or raw text by row id.")
    ],
    split: Annotated[str | None, typer.Option(help="Only train or test.")] = None,
    missing: Annotated[
        str, typer.Option(help="A row without a prediction: zero, or skip to leave it out.")
    ] = "zero",
    parse: Annotated[
        str | None, typer.Option(help="The format of calls inside raw text, such as hermes.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="A file for all figures and every row's reward.")
    ] = None,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Score a file of predictions with the reward of training, with intervals."""
    from rich.console import Console

    from callwright.pipelines.files import write_whole
    from callwright.pipelines.scoring.run import Options, score_file
    from callwright.pipelines.scoring.tables import render
    from callwright.schemas.canonical import dump

    paths = tuple(map(str, domains_path or ()))
    board = score_file(dataset, predictions, Options(split, missing, parse, paths))
    Console(highlight=False).print(render(board), soft_wrap=True)
    if json_file is not None:
        write_whole(json_file, f"{dump(board.data())}\n".encode())
