"""A process that works for strangers: it takes a task from its input, does it at a low priority, and answers.

It ends when its input does, in the middle of a task if need be, so it never outlives the server, however that ended.
Tasks and answers are pickles behind their length; only the server that started the process speaks to it.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any

from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.games import bring_rules

READY, DONE, REFUSED, FAILED = "ready", "done", "refused", "failed"
OVERRAN = -signal.SIGPROF if hasattr(signal, "SIGPROF") else None
"""How a process ends that has spent all of its processor time on a task, where the system counts it."""
LENGTH = struct.Struct(">Q")
NICE = 10
"""How far the process steps back behind those who play."""
NEEDED = ("overheat.table.classic.desk_routes", "overheat.table.platoon.desk", "overheat.table.unit_routes")
"""What is loaded before the first task, so that its time is its own."""


def send(sink: IO[bytes], message: object) -> None:
    """Write a message and its length."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    sink.write(LENGTH.pack(len(data)) + data)
    sink.flush()


def receive(source: IO[bytes]) -> Any:
    """The next message; `EOFError` when there are no more."""
    return pickle.loads(_exactly(source, LENGTH.unpack(_exactly(source, LENGTH.size))[0]))


def _exactly(source: IO[bytes], length: int) -> bytes:
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return data


def done(task: Callable[..., object], facts: tuple[Any, ...]) -> tuple[str, object]:
    """What comes of a task: its result, the refusal it ended with, or how it failed."""
    try:
        return DONE, task(*facts)
    except RefusedError as error:
        return REFUSED, error.refusal
    except MemoryError:
        return REFUSED, refuse("table.cost", "that takes more memory than the server gives to one question").refusal
    except (UnicodeError, RecursionError):
        return REFUSED, refuse("request.form", "the request holds what cannot be read").refusal
    except Exception:
        return FAILED, traceback.format_exc()


def main(memory: int, rules: Sequence[str] = ()) -> None:
    """Work until the input ends, with so many bytes of memory at most and users' files of rules brought."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a task may print goes beside the answers.
    tasks: SimpleQueue[tuple[Callable[..., object], tuple[Any, ...], float]] = SimpleQueue()
    threading.Thread(target=_take, args=(source, tasks), daemon=True).start()
    for name in NEEDED:
        import_module(name)
    with suppress(RefusedError):
        bring_rules(rules)
    _step_back(memory)
    send(sink, (READY, None))
    while True:
        task, facts, seconds = tasks.get()
        with _at_most(seconds):
            found = done(task, facts)
        send(sink, found)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """End the process when something takes more processor time, where the system can."""
    clock = getattr(signal, "ITIMER_PROF", None)
    if clock is None:
        yield
        return
    signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)


def _take(source: IO[bytes], tasks: SimpleQueue[Any]) -> None:
    """Read tasks beside the work, so that the end of the input is noticed at once."""
    while True:
        try:
            tasks.put(receive(source))
        except Exception:
            os._exit(0)


def _step_back(memory: int) -> None:
    """Lower the priority and bound the memory, where the system can."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
