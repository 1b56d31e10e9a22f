"""`fabrikit sim`: starts, says where, opens the browser, and ends with Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest

from command_line import run

NO_DISPLAY = {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}


@contextmanager
def running(*arguments, **environment):
    """Run `fabrikit sim`, give its process and the address it prints, and end it by Ctrl-C."""
    clean = {name: value for name, value in os.environ.items() if name not in NO_DISPLAY}
    process = subprocess.Popen(
        [sys.executable, "-m", "fabrikit.cli", "sim", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean | environment,
    )
    try:
        line = process.stdout.readline()
        address = re.fullmatch(r"(http://127\.0\.0\.1:\d+/\S*)  \(Ctrl-C ends it\)\n", line)
        assert address, (line, process.poll() is not None and process.stderr.read())
        yield process, address[1]
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)
        process.stdout.close()
        process.stderr.close()


def ended(process):
    """Interrupt the process and return its exit code and what it said on standard error."""
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    return process.returncode, said


def test_ctrl_c_ends_it_cleanly():
    """Ctrl-C ends the server with exit code 0 and without a traceback, and gives the port back."""
    with running("--no-open") as (process, address):
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert b"<!doctype html>" in answer.read(200)
        assert ended(process) == (0, "")
    with socket.socket() as again:
        assert again.connect_ex(("127.0.0.1", int(address.split(":")[2].strip("/")))) != 0


def test_the_body_is_in_the_page_that_opens():
    """The browser gets the address that is printed, and it leads to the page with the body in its fragment."""
    with running("textbook-chain", "--no-open") as (_, address), urllib.request.urlopen(address, timeout=10) as answer:
        assert "/#1." in answer.url


def test_the_browser_is_opened_with_the_address(tmp_path):
    """With a browser there, it is started with the address that is printed."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/part && mv {tmp_path}/part {tmp_path}/opened\n')
    browser.chmod(0o755)

    with running("human-arm", BROWSER=str(browser)) as (process, address):
        for _ in range(200):
            if (tmp_path / "opened").exists():
                break
            time.sleep(0.1)
        assert ended(process) == (0, "")

    assert (tmp_path / "opened").read_text().strip() == address


def test_without_a_display_it_says_how():
    """Without a display no browser of text takes the terminal over; a sentence says what to do."""
    with running() as (process, _):
        said = process.stderr.readline()
        assert ended(process) == (0, "")

    assert said == "no browser was opened: open the address above in a browser of this machine\n"


def test_an_unknown_body_is_refused():
    """A body that is neither a file nor a preset is refused with the nearest name, before a port is taken."""
    ran = run("sim", "human-amr", "--no-open")

    assert (ran.code, ran.out) == (2, "")
    assert "BODY: 'human-amr' is neither a file nor a preset" in ran.err
    assert "Did you mean 'human-arm'?" in ran.err


def test_a_damaged_scene_is_refused(tmp_path):
    """A scene file with an error is refused with the place of the error."""
    scene = tmp_path / "broken.json"
    scene.write_text('{"fabrikit": 1, "body": {"joints": [[0, 0], [NaN, 1]]}}')

    ran = run("sim", scene, "--no-open")

    assert (ran.code, ran.out) == (2, "")
    assert "broken.json" in ran.err
    assert "NaN" in ran.err


@pytest.mark.parametrize("port", ["0", "-1", "65536", "eight", "1.5"])
def test_a_port_that_cannot_be_is_refused(port):
    """A port outside 1 to 65535 is refused."""
    ran = run("sim", "--no-open", f"--port={port}")

    assert (ran.code, ran.out) == (2, "")
    assert "--port" in ran.err


def test_a_port_in_use_is_refused():
    """A port that another program has is refused with a sentence, not a traceback."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ran = run("sim", "--no-open", "--port", port)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"fabrikit: port {port} is taken; name another, or none: then a free one is taken\n"


def test_the_help_shows_examples():
    """`fabrikit sim --help` fits 80 columns and shows how to open a body."""
    ran = run("sim", "--help")

    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "fabrikit sim human-arm" in ran.out
    assert "Usage: fabrikit sim [OPTIONS] [BODY]" in ran.out
