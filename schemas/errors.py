"""The errors a user of Callwright can cause and mend.

    CallwrightError          base: one clear message; the command line exits with status 2
    |-- RecipeError          a recipe key or value is wrong, or a cell cannot be filled
    |-- DomainError          a domain folder, its tools or its annotations are wrong
    |-- PhraseError          a phrase pack is broken or incomplete
    |-- RecordError          a record, row or snapshot cannot be read (version, shape, hash)
    `-- OutputError          an output folder is foreign, complete, locked, full or corrupt

What the assistant inside a world may see is `callwright.domains.core.ToolError`, which is data
and never reaches a user. Any other exception is a bug of ours and must stop the run.
"""


class CallwrightError(Exception):
    """Something the user asked for is wrong; the message names it and says what would be right."""


class RecipeError(CallwrightError):
    """A recipe key or value is wrong, or a cell of the mixture cannot be filled."""


class DomainError(CallwrightError):
    """A domain folder, one of its tools, or an annotation of a tool is wrong."""


class PhraseError(CallwrightError):
    """A phrase pack is broken: bad grammar, unknown slot, or missing section."""


class RecordError(CallwrightError):
    """A record, row or world snapshot cannot be read: unknown version, bad shape, wrong hash."""


class OutputError(CallwrightError):
    """An output folder is foreign, complete, locked, full, or holds a corrupt chunk."""
