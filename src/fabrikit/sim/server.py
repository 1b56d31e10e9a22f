"""Serves the page to this machine alone."""

from __future__ import annotations

import errno
import gzip
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import TracebackType
from typing import NamedTuple, Self

from fabrikit.errors import OptionError
from fabrikit.formats import BodyScene, Scene, dump_scene
from fabrikit.sim.link import scene_link
from fabrikit.sim.page import page_bytes

LOOPBACK = "127.0.0.1"

_PLAIN = "text/plain; charset=utf-8"
_METHODS = ("GET", "HEAD")
_LOCAL_FRAMES = f"'self' http://{LOOPBACK}:* http://localhost:*"


class _Answer(NamedTuple):
    kind: str
    content: bytes
    status: HTTPStatus = HTTPStatus.OK
    location: str | None = None
    packed: bytes | None = None
    """The content after gzip, for those who take it."""


class PageServer:
    """The page, and one scene, on a port of the loopback interface.

    Only requests that name this server as their host are answered, and a page of another origin is refused: so no web
    site can read the scene through the browser, not even by a name that it points to 127.0.0.1. There are no files to
    ask for; what is served was read before the server started.

    Parameters
    ----------
    scene : Scene or BodyScene, optional
        What the page shows when it is opened at `address`; None shows the page's own first scene.
    port : int, in [0, 65535]
        0 takes a free one.
    framed : bool
        Whether pages of this machine (a notebook) may show it in a frame.

    Raises
    ------
    OptionError
        The port cannot be had, or the scene is too large for an address.
    """

    def __init__(self, scene: Scene | BodyScene | None = None, *, port: int = 0, framed: bool = False) -> None:
        page = page_bytes()
        answers = {"/": _Answer("text/html; charset=utf-8", page, packed=gzip.compress(page))}
        if scene is not None:
            answers["/scene.json"] = _Answer("application/json", dump_scene(scene).encode("utf-8"))
            # The way to the scene is a redirection: a command line that starts a browser holds no long address.
            location = f"/{'?embed' if framed else ''}#{scene_link(scene)}"
            answers["/open"] = _Answer(_PLAIN, b"", HTTPStatus.FOUND, location)
        self._server = _bind(port, answers, framed)
        self._thread = threading.Thread(target=self._server.serve_forever, name="fabrikit-sim", daemon=True)
        self._opens = "open" if scene is not None else "?embed" if framed else ""

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.server_address[1])

    @property
    def address(self) -> str:
        """Where a browser finds the page with the scene in it."""
        return f"http://{LOOPBACK}:{self.port}/{self._opens}"

    def start(self) -> Self:
        """Answer in a thread of its own, which does not keep the process alive."""
        self._thread.start()
        return self

    def wait(self) -> None:
        """Return when the server was closed; an interrupt of the process comes through."""
        self._thread.join()

    def close(self) -> None:
        """Stop answering and give the port back. Closing twice changes nothing."""
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        """Answer from here on, in a thread of its own."""
        return self.start()

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Stop answering."""
        self.close()


class _Listener(ThreadingHTTPServer):
    def __init__(self, port: int, answers: dict[str, _Answer], framed: bool) -> None:
        self.answers = answers
        self.framed = framed
        super().__init__((LOOPBACK, port), _Handler)
        self.hosts = frozenset(f"{name}:{self.server_address[1]}" for name in (LOOPBACK, "localhost"))

    def server_bind(self) -> None:
        """Bind without the look-up of this machine's name that the parent does: it may wait for a name server."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, int(self.server_address[1])


def _bind(port: int, answers: dict[str, _Answer], framed: bool) -> _Listener:
    try:
        return _Listener(port, answers, framed)
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        why = "is taken" if error.errno == errno.EADDRINUSE else "is not for everyone to use"
        raise OptionError(f"port {port} {why}; name another, or none: then a free one is taken") from None


def _accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding names gzip, and not with weight zero."""
    for part in header.split(","):
        name, _, weight = part.replace(" ", "").lower().partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" or weight == ""
    return False


class _Handler(BaseHTTPRequestHandler):
    server: _Listener
    server_version, sys_version = "fabrikit", ""
    timeout = 10.0
    """Seconds that a connection may stay silent."""

    def __getattr__(self, name: str) -> object:
        """Give every method the same way in: GET and HEAD are answered, all others are refused."""
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        refusal = self._refusal()
        path = self.path.partition("?")[0]
        if refusal is not None:
            self._send(_Answer(_PLAIN, f"{refusal[1]}\n".encode(), refusal[0]))
        elif path in self.server.answers:
            self._send(self.server.answers[path])
        else:
            self._send(_Answer(_PLAIN, b"There is nothing here. The page is at /\n", HTTPStatus.NOT_FOUND))

    def _refusal(self) -> tuple[HTTPStatus, str] | None:
        """Return why the request is refused, or None."""
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self.server.hosts:
            return HTTPStatus.FORBIDDEN, "This server answers only to its own address."
        origins = self.headers.get_all("Origin", [])
        if any(origin.lower().removeprefix("http://") not in self.server.hosts for origin in origins):
            return HTTPStatus.FORBIDDEN, "This server does not answer to other pages."
        if self.command not in _METHODS:
            return HTTPStatus.METHOD_NOT_ALLOWED, "This server only shows: GET and HEAD."
        return None

    def _send(self, answer: _Answer) -> None:
        packed = answer.packed if _accepts_gzip(self.headers.get("Accept-Encoding", "")) else None
        content = answer.content if packed is None else packed
        self.send_response(answer.status)
        for name, value in self._headers(answer):
            self.send_header(name, value)
        if packed is not None:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _headers(self, answer: _Answer) -> list[tuple[str, str]]:
        frames = _LOCAL_FRAMES if self.server.framed else "'none'"
        headers = [
            ("Content-Type", answer.kind),
            ("Vary", "Accept-Encoding"),
            ("Cache-Control", "no-store"),
            # The page brings its own policy; who may frame it can only be said here.
            ("Content-Security-Policy", f"frame-ancestors {frames}"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            # Isolated pages get clocks of 5 µs instead of 100 µs: the page times solves.
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
        ]
        if answer.location is not None:
            headers.append(("Location", answer.location))
        if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers.append(("Allow", ", ".join(_METHODS)))
        return headers

    def log_message(self, *_: object) -> None:
        """Stay silent: nobody reads a log of one's own visits."""
