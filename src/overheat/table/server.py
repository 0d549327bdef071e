"""The server as an application: games, units and pages, behind the guard."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from socket import socket

import msgspec
import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from overheat import __version__
from overheat.classic.battle.chances import chance_of
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.table import equipment_routes, pages, unit_routes
from overheat.table.asking import RETRY_SECONDS, refused
from overheat.table.classic import desk_routes as classic_desk
from overheat.table.classic import routes as classic_routes
from overheat.table.classic import setup_routes as classic_setup
from overheat.table.delivery import FRESH, PAGES, Delivery
from overheat.table.games import company_routes, live
from overheat.table.games import routes as game_routes
from overheat.table.games.hub import Hub
from overheat.table.guard.connections import TableServer
from overheat.table.guard.limits import Limits
from overheat.table.guard.origins import Hosts
from overheat.table.guard.security import Guard, Visitors
from overheat.table.offers import Offer, offers
from overheat.table.platoon import desk as platoon_desk
from overheat.table.platoon import routes as platoon_routes
from overheat.table.platoon import table_routes
from overheat.table.store.store import Store

TURN = 0.0005
"""The seconds that a thread may keep others waiting."""
ASKING = ("index.html", "adjudicate.html", "units.html", "platoon.html", "tables.html", "equipment.html")
"""The pages that ask for work beside a running game."""
SMALL = 1400
"""Bytes that fit into one packet: nothing is gained by compressing them."""


def create_app(
    database: str = "sqlite://",
    limits: Limits | None = None,
    games: Mapping[str, Offer] | None = None,
    hosts: Hosts | None = None,
) -> FastAPI:
    """The table at a database, within limits, with all games or those given, at loopback or the hosts given."""
    bounds = limits or Limits()
    known = offers() if games is None else games

    visitors = Visitors()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = hub = Hub(Store(database), known, bounds, visitors)
        ready = asyncio.ensure_future(hub.work(chance_of, 7))
        yield
        await ready
        await app.state.hub.close()

    app = FastAPI(
        title="Overheat table",
        version=__version__,
        description="Games at one table: make them, play them, watch them; units, boards, cards and sheets.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.hosts = hosts or Hosts()
    answering = (
        game_routes,
        company_routes,
        classic_routes,
        classic_desk,
        classic_setup,
        platoon_routes,
        platoon_desk,
        table_routes,
        unit_routes,
        equipment_routes,
    )
    for routes in (*answering, live):  # as they are: `include_router` would work out anew what each takes and answers
        app.router.routes.extend(routes.router.routes)
    delivery = Delivery()
    _pages(app, delivery)
    _refusals(app)
    app.mount("/static", delivery.files, name="static")
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)
    app.add_middleware(Guard, limits=bounds, hosts=app.state.hosts)
    return app


def run(database: str, sockets: list[socket], limits: Limits | None = None, hosts: Hosts | None = None) -> None:
    """Serve until somebody stops it. Threads take turns often, so that bots who think hold up nobody for long."""
    sys.setswitchinterval(TURN)
    bounds = limits or Limits()
    config = uvicorn.Config(
        create_app(database, bounds, hosts=hosts),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=bounds.message,
        timeout_graceful_shutdown=3,
    )
    TableServer(config, bounds).run(sockets=sockets)


def _pages(app: FastAPI, delivery: Delivery) -> None:
    for address, name in PAGES.items():
        app.add_api_route(address, _page(delivery, name), include_in_schema=False, methods=["GET", "HEAD"])

    @app.get("/worker.js", include_in_schema=False)
    async def worker() -> Response:
        return Response(delivery.worker(), headers=FRESH, media_type="text/javascript")

    @app.get("/app.webmanifest", include_in_schema=False)
    async def manifest() -> Response:
        return Response(delivery.manifest(), headers=FRESH, media_type="application/manifest+json")

    written: dict[str, bytes] = {}

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        if "docs" not in written:
            written["docs"] = pages.description(app.openapi()).encode()
        return HTMLResponse(written["docs"])

    @app.get("/openapi.json", include_in_schema=False)
    async def description() -> Response:
        if "openapi" not in written:
            written["openapi"] = msgspec.json.encode(app.openapi())
        return Response(written["openapi"], media_type="application/json")

    @app.get("/healthz", include_in_schema=False)
    async def health(request: Request) -> Response:
        why = await request.app.state.hub.health.checked()
        if not why:
            return Response("ok\n", media_type="text/plain")
        headers = {"Retry-After": RETRY_SECONDS}
        return Response(f"nothing can be saved: {why}\n", 503, headers, media_type="text/plain")


def _page(delivery: Delivery, name: str) -> Callable[[Request], Awaitable[Response]]:
    """What answers with a page. A process for what the page will ask is made ready meanwhile."""

    async def page(request: Request) -> Response:
        if name in ASKING:
            request.app.state.hub.strangers.warm()
        return HTMLResponse(delivery.page(name), headers=FRESH)

    return page


def _refusals(app: FastAPI) -> None:
    """Everything that goes wrong is told as a refusal."""

    @app.exception_handler(RefusedError)
    async def told(request: Request, error: RefusedError) -> Response:
        return refused(error.refusal)

    @app.exception_handler(RequestValidationError)
    async def misunderstood(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "body"
        return refused(Refusal("request.form", f"{where}: {first['msg']}"), 422)

    @app.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> Response:
        looked = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if looked and error.status_code == 404 and not request.url.path.startswith("/api/"):
            return HTMLResponse(pages.missing(request.url.path), 404, headers=FRESH)
        answer = refused(Refusal("table.page", str(error.detail)), error.status_code)
        answer.headers.update(error.headers or {})
        return answer
