"""Rules about the form of an answer, as plain data: what a rule is, and how texts are counted.

A rule is judged in `filters/forms` and written in `generators/forms`; what both must agree on
stands here. Nothing here judges a text.
"""

from callwright.schemas.forms.catalogue import FORMS, FormType
from callwright.schemas.forms.rule import FormRule

__all__ = ["FORMS", "FormRule", "FormType"]
