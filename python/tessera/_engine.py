# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""The WebAssembly library, and its calls."""

from __future__ import annotations

import json
import threading
from importlib import resources
from typing import Any, cast

import wasmtime


class TesseraError(ValueError):
    """Wrong input: the message names the input, its place and what was expected."""


class _Engine:
    """One instance of the library. Its calls come one after another."""

    def __init__(self) -> None:
        engine = _new_engine()
        module = wasmtime.Module(engine, resources.files(__package__).joinpath("tessera.wasm").read_bytes())
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        self._lock = threading.Lock()
        self._store = wasmtime.Store(engine)
        wasi = wasmtime.WasiConfig()
        wasi.inherit_stderr()
        self._store.set_wasi(wasi)
        exports = linker.instantiate(self._store, module).exports(self._store)
        self._memory = cast(wasmtime.Memory, exports["memory"])
        self._buffer = cast(wasmtime.Func, exports["buffer"])
        self._call = cast(wasmtime.Func, exports["call"])
        self._answer = cast(wasmtime.Func, exports["answer"])
        cast(wasmtime.Func, exports["_initialize"])(self._store)

    def call(self, name: str, args: dict[str, Any]) -> Any:
        request = f"{name}\n{json.dumps(args)}".encode()
        with self._lock:
            place = self._buffer(self._store, len(request))
            self._memory.write(self._store, request, place)
            length = self._call(self._store, len(request))
            place = self._answer(self._store)
            answer = bytes(self._memory.read(self._store, place, place + length))
        text = answer[1:].decode()
        if answer[0] == 1:
            return json.loads(text)
        raise TesseraError(text.removeprefix(name + ": "))


def _new_engine() -> wasmtime.Engine:
    """Return an engine that keeps the compiled library from one program to the next, if it can."""
    config = wasmtime.Config()
    try:
        config.cache = True
    except wasmtime.WasmtimeError:  # there is no folder for it
        config = wasmtime.Config()
    return wasmtime.Engine(config)


_engine: _Engine | None = None
_making = threading.Lock()


def call(name: str, **args: Any) -> Any:
    """Make a call of the library, which the first call loads."""
    global _engine
    with _making:
        if _engine is None:
            _engine = _Engine()
    return _engine.call(name, args)
