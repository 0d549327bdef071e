"""Where a request comes from: the Host, Origin and content type that a browser cannot forge for another site.

A page of another site may send requests to a server on loopback, and a name of another site may be made to lead there.
So a request is refused when its Host is no name of this server, when it would change something and another origin sent
it, and when it brings a body that is not declared as JSON, which no page may send elsewhere without being asked first.
Programs that are no browsers send neither Origin nor Sec-Fetch-Site, and are let in.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec

from overheat.kernel.refusal import Fact, Refusal

Headers = Mapping[str, list[str]]

LOOPBACK = frozenset({"localhost", "localhost.localdomain", "ip6-localhost"})
READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
JSON = "application/json"
PORTS = {"http": 80, "https": 443}
OWN = ("same-origin", "none")
"""What Sec-Fetch-Site says of requests of our own pages, and of those that the user began."""


FOR_ADDRESSES = ("192.0.2.1", 9)
"""An address for documents that leads nowhere: the socket only tells which way it would go, and nothing is sent."""


def own_addresses() -> list[str]:
    """The address of this machine in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(FOR_ADDRESSES)
        except OSError:
            return []
        return [str(way.getsockname()[0])]


class Hosts(msgspec.Struct, frozen=True, kw_only=True):
    """The hosts that a server answers as: those of loopback, and what it was told."""

    names: frozenset[str] = frozenset()
    """Further names or addresses; with a port if it is not the usual one."""
    addresses: bool = False
    """Whether any IP address will do, since no other site can make a browser send one as the Host."""

    def known(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name, _ = split_host(host)
        if name in LOOPBACK or name in self.names or host.lower() in self.names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self.addresses

    def trusted(self, origin: str, host: str) -> bool:
        """Whether an Origin is the one that serves the Host, or one that was told as a name of this server."""
        scheme, _, netloc = origin.partition("://")
        usual = PORTS.get(scheme.lower())
        if usual is None:
            return False
        name, port = split_host(netloc)
        return bool(name) and any((name, port or usual) == _with_port(own, usual) for own in (host, *self.names))


def hosts_of(listening: str, told: Iterable[str] = ()) -> Hosts:
    """What a server that listens at an address answers as: beyond loopback also by its addresses and its own name."""
    names = {name.strip().lower().rstrip(".") for name in told} - {""}
    if Hosts().known(f"[{listening}]" if ":" in listening else listening):
        return Hosts(names=frozenset(names))
    machine = socket.gethostname().lower()
    return Hosts(names=frozenset({*names, listening.lower(), machine, f"{machine}.local"} - {""}), addresses=True)


def split_host(host: str) -> tuple[str, int | None]:
    """The name and the port of a Host header, in lower case; no name if it cannot be one."""
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return "", None
    if not name or parts.path or parts.query or parts.fragment or "@" in host:
        return "", None
    return name.rstrip("."), port


def _with_port(host: str, usual: int) -> tuple[str, int]:
    name, port = split_host(host)
    return name, port or usual


def foreign(scope: Mapping[str, Any], hosts: Hosts) -> tuple[int, Refusal] | None:
    """Why a request or a websocket is not let in, with the status of the answer; nothing if it is."""
    headers: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    host = ",".join(headers.get("host", []))
    if not hosts.known(host):
        reason = "the server does not answer by that name; `overheat serve --allow-host` tells it further ones"
        return 403, Refusal("table.host", reason, facts={"host": _shown(host)})
    if scope["type"] == "http" and scope["method"] in READING:
        return None
    return _from_elsewhere(headers, host, hosts) or _not_json(scope, headers)


def _from_elsewhere(headers: Headers, host: str, hosts: Hosts) -> tuple[int, Refusal] | None:
    """A browser says which origin a request comes from; both ways in which it does must agree to let it in."""
    origins, sites = headers.get("origin", []), headers.get("sec-fetch-site", [])
    if all(hosts.trusted(origin, host) for origin in origins) and all(site in OWN for site in sites):
        return None
    facts: dict[str, Fact] = {"origin": _shown(",".join(origins)), "site": _shown(",".join(sites))}
    return 403, Refusal("table.origin", "a page of another site may change nothing here", facts=facts)


def _not_json(scope: Mapping[str, Any], headers: Headers) -> tuple[int, Refusal] | None:
    """A form of another site can send text, never what is declared as JSON."""
    if scope["type"] != "http" or not (scope["method"] in WITH_BODY or _brings_body(headers)):
        return None
    given = headers.get("content-type", [])
    if len(given) == 1 and given[0].partition(";")[0].strip().lower() == JSON:
        return None
    facts: dict[str, Fact] = {"content_type": _shown(",".join(given))}
    return 415, Refusal("table.content_type", f"a request with a body says Content-Type: {JSON}", facts=facts)


def _brings_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", ["0"]) != ["0"]


def _shown(value: str) -> str:
    """A header for people: short, and only what prints."""
    return "".join(letter if letter.isprintable() else "?" for letter in value[:100])
