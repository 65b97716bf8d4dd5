"""LLaMA-Factory imports torchaudio, whose packages only fit a torch with CUDA; no row has sound."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

SILENT = ModuleType("torchaudio")
SILENT.__spec__ = ModuleSpec("torchaudio", None)
sys.modules.setdefault("torchaudio", SILENT)
