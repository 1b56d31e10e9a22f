"""The server of the page: who is answered, with what, and who is not."""

import base64
import gzip
import http.client
import json
import re
import socket
import zlib
from pathlib import Path

import pytest

from fabrikit import Chain
from fabrikit.errors import OptionError
from fabrikit.formats import Scene, dump_scene, parse_scene
from fabrikit.presets import NAMES, preset_text
from fabrikit.sim import PageServer, embed, page_bytes, scene_link

COMMITTED = Path(__file__).parents[1] / "simulation" / "index.html"
ARM = parse_scene(preset_text("human-arm"), "human-arm")


@pytest.fixture(scope="module")
def server():
    """Serve the arm on a free port."""
    with PageServer(ARM) as running:
        yield running


def ask(server, path="/", method="GET", **headers):
    """Return status, headers and body of one answer; a header given as None is left out."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in ({"Host": f"127.0.0.1:{server.port}"} | headers).items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def raw(server, text):
    """Send bytes as they are and return all that comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(text.replace("PORT", str(server.port)).encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def unpacked(link):
    """Return the document in a permalink."""
    version, _, packed = link.partition(".")
    assert version == "1"
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    return json.loads(zlib.decompress(data, -zlib.MAX_WBITS))


def test_the_page_is_the_committed_file(server):
    """What the package carries and serves is simulation/index.html, to the byte."""
    assert page_bytes() == COMMITTED.read_bytes()
    assert ask(server)[2] == COMMITTED.read_bytes()
    assert ask(server, "/?embed")[2] == COMMITTED.read_bytes()


def test_the_address_leads_to_the_scene(server):
    """The printed address redirects to the page with the scene in the fragment, which no browser sends anywhere."""
    status, headers, _ = ask(server, server.address.partition(str(server.port))[2])

    assert status == 302
    path, _, link = headers["Location"].partition("#")
    assert path == "/"
    assert unpacked(link)["scene"] == json.loads(ask(server, "/scene.json")[2])


@pytest.mark.parametrize("name", NAMES)
def test_links_hold_the_scene_to_the_bit(name):
    """A scene comes out of its link as it went in."""
    scene = parse_scene(preset_text(name), name)

    again = parse_scene(json.dumps(unpacked(scene_link(scene))["scene"]), "link")

    assert dump_scene(again) == dump_scene(scene)
    assert scene_link(again) == scene_link(scene)


def test_only_this_machine_is_listened_to(server):
    """The port is bound to the loopback interface and to nothing else."""
    assert server._server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("host", ["127.0.0.1:PORT", "localhost:PORT", "LocalHost:PORT"])
def test_own_names_are_answered(server, host):
    """The server answers to the names of this machine with its own port."""
    assert ask(server, Host=host.replace("PORT", str(server.port)))[0] == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:PORT", "", None],
)
@pytest.mark.parametrize("path", ["/", "/scene.json", "/open", "/nothing"])
def test_foreign_hosts_are_refused(server, host, path):
    """A request that names another host, or none, gets 403 and nothing of the page or the scene."""
    status, headers, body = ask(server, path, Host=host and host.replace("PORT", str(server.port)))

    assert (status, body) == (403, b"This server answers only to its own address.\n")
    assert headers["Location"] is None


def test_two_hosts_are_refused(server):
    """A request with two Host lines is refused, whichever comes first."""
    for first, second in (("127.0.0.1:PORT", "evil.example"), ("evil.example", "127.0.0.1:PORT")):
        assert raw(server, f"GET / HTTP/1.1\r\nHost: {first}\r\nHost: {second}\r\n\r\n").startswith(b"HTTP/1.0 403 ")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "",
        "http://127.0.0.1",
        "https://127.0.0.1:PORT",
        "http://127.0.0.1:PORT.evil.example",
    ],
)
def test_foreign_origins_are_refused(server, origin):
    """A request of a page of another origin gets 403, though it names the right host."""
    status, _, body = ask(server, "/scene.json", Origin=origin.replace("PORT", str(server.port)))

    assert (status, body) == (403, b"This server does not answer to other pages.\n")


def test_the_own_origin_is_answered(server):
    """A request of the page itself is answered."""
    assert ask(server, Origin=f"http://localhost:{server.port}")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_other_methods_are_refused(server, method):
    """Everything but GET and HEAD gets 405 and the list of what is allowed."""
    status, headers, _ = ask(server, method=method)

    assert (status, headers["Allow"]) == (405, "GET, HEAD")


def test_head_is_get_without_the_body(server):
    """HEAD gives the headers of GET, with the length of a body that does not come."""
    status, headers, body = ask(server, method="HEAD")

    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == len(page_bytes())


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip;q=0.0, br", False),
        ("br", False),
        ("", False),
    ],
)
def test_the_page_travels_packed_to_those_who_take_it(server, accepted, packed):
    """Who accepts gzip gets the page so, and it unpacks to the same bytes; who does not gets it plain."""
    _, headers, body = ask(server, **{"Accept-Encoding": accepted})

    assert headers["Content-Encoding"] == ("gzip" if packed else None)
    assert headers["Vary"] == "Accept-Encoding"
    assert int(headers["Content-Length"]) == len(body)
    assert (gzip.decompress(body) if packed else body) == page_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/index.html/../../LICENSE",
        "/%00",
        "http://evil/",
        "*",
        "/OPEN",
    ],
)
def test_no_path_leads_to_a_file(server, path):
    """There is nothing but the page and the scene, however a path is written."""
    status, _, body = ask(server, path)

    assert (status, body) == (404, b"There is nothing here. The page is at /\n")


@pytest.mark.parametrize(
    "text", ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02", "GET /" + "a" * 70_000]
)
def test_nonsense_leaves_the_server_running(server, text):
    """What is no request gets no page, and the next visitor is answered."""
    assert b"<!doctype html>" not in raw(server, text)
    assert ask(server)[0] == 200


def test_a_silent_visitor_holds_nobody_up(server):
    """While one connection says nothing, others are answered."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10):
        assert ask(server)[0] == 200


def test_every_answer_carries_the_safe_headers(server):
    """The page cannot be framed, sniffed, cached or read by another origin, on errors as on success."""
    for path, method in (("/", "GET"), ("/open", "GET"), ("/nothing", "GET"), ("/", "POST")):
        headers = ask(server, path, method)[1]
        assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Access-Control-Allow-Origin"] is None


def test_without_a_scene_the_page_alone_is_served():
    """Without a scene the address is the page, and there is no scene to ask for."""
    with PageServer() as server:
        assert server.address == f"http://127.0.0.1:{server.port}/"
        assert ask(server)[0] == 200
        assert ask(server, "/scene.json")[0] == 404


def test_a_port_that_is_taken_is_said(server):
    """Asking for a port that another program has is refused with a sentence that names it."""
    with pytest.raises(OptionError, match=f"port {server.port} is taken; name another"):
        PageServer(port=server.port)


def test_closing_gives_the_port_back():
    """After closing, the same port can be taken at once; closing twice is nothing."""
    with PageServer() as first:
        port = first.port
        assert ask(first)[0] == 200
    first.close()
    with PageServer(port=port) as second:
        assert ask(second)[0] == 200


def test_a_scene_too_large_for_an_address_is_refused():
    """A scene beyond what an address holds is refused before a port is taken."""
    digits = [[float(k) ** 0.5, float(k) ** 0.3] for k in range(120_000)]

    with pytest.raises(OptionError, match=r"packs to [\d,]+ characters, an address holds 2,000,000"):
        PageServer(Scene(body=Chain(digits)))


def test_a_notebook_shows_the_page_in_a_frame():
    """`embed` serves the page for a frame of this machine, with the body in it and the panels left away."""
    for body in ("textbook-chain", Chain([[0, 0], [1, 0], [2, 0]]), ARM, None):
        figure = embed(body, height=480)
        try:
            source = re.fullmatch(
                r'<iframe src="([^"]+)" title="[^"]+" width="100%" height="480" .*</iframe>', figure._repr_html_()
            )[1]
            status, headers, content = ask(figure._server, source.partition(str(figure._server.port))[2])
            assert headers["Content-Security-Policy"] == "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*"
            if body is None:
                assert (status, content) == (200, page_bytes())
            else:
                assert (status, headers["Location"].partition("#")[0]) == (302, "/?embed")
        finally:
            figure.close()


def test_a_figure_too_low_is_refused():
    """A frame in which nothing could be seen is refused."""
    with pytest.raises(OptionError, match="height 20: the figure needs at least 320 px"):
        embed(height=20)
