"""What may be said is found out as somebody asks for it, and is the same as the whole list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overheat.kernel.offered import Offered, in_order, said_with


class Walk(NamedTuple):
    """A command with one fact."""

    to: int


class Wait(NamedTuple):
    """Another."""

    for_: int = 0


class Asked:
    """Two verbs that note what they are asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def said(self, at: int, wanted: Walk | Wait | None) -> Iterator[Walk | Wait]:
        whole: tuple[Walk | Wait, ...] = (Wait(),) if at else (Walk(1), Walk(2), Walk(3))
        self.asked.append(("walks", "waits")[at] if wanted is None else f"{wanted}")
        return (command for command in whole if wanted in (None, command))

    @property
    def offered(self) -> Offered[Walk | Wait]:
        return Offered((Walk, Wait), self.said)


def test_it_is_the_whole_list_to_whoever_reads_all_of_it() -> None:
    offered, whole = Asked().offered, (Walk(1), Walk(2), Walk(3), Wait())
    assert tuple(offered) == whole
    assert (len(offered), offered[1], offered[-1], offered[1:3]) == (4, whole[1], whole[-1], whole[1:3])
    assert list(reversed(offered)) == [*reversed(whole)]


def test_only_the_verb_of_a_command_is_asked_about_it_and_only_for_what_is_near() -> None:
    verbs = Asked()
    offered = verbs.offered
    assert Walk(2) in offered
    assert Walk(4) not in offered
    assert verbs.asked == ["Walk(to=2)", "Walk(to=4)"]


def test_a_verb_is_asked_for_all_that_it_has_to_say_once() -> None:
    verbs = Asked()
    offered = verbs.offered
    assert [*said_with(offered, (Wait,))] == [Wait()]
    assert offered
    assert [*said_with(offered, {Walk, Wait})] == [*offered]
    assert Walk(3) in offered
    assert verbs.asked == ["waits", "walks"]


def test_where_no_verb_has_anything_to_say_it_is_empty() -> None:
    nobody: Offered[Walk] = Offered((Walk,), lambda at, wanted: ())
    assert not nobody
    assert not Offered((), lambda at, wanted: ())


def test_commands_of_a_kind_are_found_in_any_list() -> None:
    assert [*said_with([Wait(), Walk(1)], (Walk,))] == [Walk(1)]


def test_what_is_found_out_on_demand_stays_so_and_all_else_is_put_in_order() -> None:
    offered = Asked().offered
    assert in_order(offered) is offered
    assert in_order(iter([Wait()])) == (Wait(),)
