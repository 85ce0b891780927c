#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Talk to `kanon serve` as browsers, other pages and attackers do.

usage: http_test.py PROGRAM [--requests N]      N: fuzzed requests, 2000 unless said

Exit status 1, with what was wrong, unless every answer is as it should be and the server lives through all of it.
"""
import argparse
import contextlib
import http.client
import json
import os
import pathlib
import random
import resource
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse

SEED = 20131017
PEOPLE = ("name,age,zip,<b>disease</b>\n" + "".join(
    f"<img src=x onerror=alert({i})>,{30 + i % 9},{4050 + i % 5},<svg/onload=alert(1)>{i % 3}\n" for i in range(60)))
ODD_NAME = "<img src=x onerror=alert(1)>.csv"


class Server:
    """A `kanon serve` of its own; `visit()` takes its token."""

    scheme = "http"

    def __init__(self, program, folder, scratch, file_limit=None, flags=()):
        def limit():
            if file_limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

        self.process = subprocess.Popen([program, "serve", str(folder), "--no-open", *flags], stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(scratch)}, preexec_fn=limit)
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.port, self.token = address.port, urllib.parse.parse_qs(address.query).get("token", [""])[0]
        self.host, self.cookie = address.netloc, ""

    def connect(self, timeout):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def socket(self, timeout):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, method, path, body=None, without=(), timeout=20, **headers):
        """A request of the page itself, but for what `headers` say (X_Kanon="") or `without` leaves out."""
        sent = {"Host": self.host, "Cookie": self.cookie}
        if method == "POST":
            sent |= {"Origin": f"{self.scheme}://{self.host}", "X-Kanon": "1", "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if name not in without}
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection = self.connect(timeout)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                connection.putheader(name, value)
            data = (body or "").encode() if isinstance(body, (str, type(None))) else body
            if method == "POST" and "Content-Length" not in without:
                connection.putheader("Content-Length", str(len(data)))
            with contextlib.suppress(ssl.SSLEOFError, ConnectionError):  # refused before all was sent
                connection.endheaders(data)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def visit(self):
        status, headers, _ = self.ask("GET", f"/?token={self.token}")
        assert status == 200, status
        self.cookie = headers["Set-Cookie"].split(";")[0]
        return headers

    def json(self, method, path, body=None):
        status, _, text = self.ask(method, path, body)
        assert status == 200, (path, status, text)
        return json.loads(text)

    def settled(self):
        for _ in range(400):
            state = self.json("GET", "/api/state")
            if state["job"] is None:
                return state
            time.sleep(0.05)
        raise AssertionError("the job does not end")

    def open(self, name):
        self.json("POST", "/api/open", {"file": name})
        return self.settled()

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out, err


def hold(is_so, what):
    if not is_so:
        raise AssertionError(what)


def test_token_and_cookie(server):
    for path in ["/", "/app.css", "/api/state", "/api/files", "/?token=", "/?token=0", "/?token=" + "0" * 64]:
        hold(server.ask("GET", path)[0] == 403, f"{path} is answered to a stranger")
    headers = server.visit()
    hold("HttpOnly" in headers["Set-Cookie"] and "SameSite=Strict" in headers["Set-Cookie"], "the cookie is open")
    hold(server.ask("GET", f"/?token={server.token}", without=["Cookie"])[0] == 403, "the token works twice")
    status, headers, text = server.ask("GET", "/")
    hold(status == 200 and headers["Content-Encoding"] == "gzip", "the page is not there")
    for name, value in {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}.items():
        hold(headers[name] == value, f"{name} is missing")
    policy = headers["Content-Security-Policy"]
    hold("default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, policy)
    for path in ["/js/main.js", "/app.css", "/icon.svg"]:
        hold(server.ask("GET", path)[0] == 200, f"{path} is missing")


def test_other_pages(server):
    """DNS rebinding, forms and scripts of other pages."""
    for host in ["evil.example", f"evil.example:{server.port}", f"{server.host}.evil.example", "127.0.0.1", f"127.0.0.1:{server.port + 1}", ""]:
        hold(server.ask("GET", "/api/state", Host=host)[0] in (400, 403), f"Host {host} is answered")
    other = "http" if server.scheme == "https" else "https"
    for origin in ["http://evil.example", "null", f"{other}://{server.host}", f"{server.scheme}://127.0.0.1:{server.port + 1}"]:
        hold(server.ask("POST", "/api/undo", {}, Origin=origin)[0] == 403, f"Origin {origin} is answered")
        hold(server.ask("GET", "/api/state", Origin=origin)[0] == 403, f"Origin {origin} may read")
    hold(server.ask("GET", "/api/state", Sec_Fetch_Site="cross-site")[0] == 403, "another site may read")
    hold(server.ask("POST", "/api/undo", {}, without=["X-Kanon"])[0] == 403, "a form may change something")
    hold(server.ask("POST", "/api/undo", {}, without=["Cookie"])[0] == 403, "a stranger may change something")
    status, headers, _ = server.ask("POST", "/api/undo", {}, Origin="http://evil.example")
    hold(status == 403 and headers["Connection"] == "close", "the body of a refused request may be taken for the next one")
    for kind in ["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]:
        hold(server.ask("POST", "/api/undo", {}, Content_Type=kind)[0] == 415, f"{kind} is taken")
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"]:
        hold(server.ask(method, "/api/state")[0] in (400, 403, 405), f"{method} is answered")


def test_limits(server):
    hold(server.ask("POST", "/api/policy", "x" * (1 << 20) + "x")[0] == 413, "a large body is taken")
    hold(server.ask("POST", "/api/policy", "[" * 300_000)[0] == 400, "a deep body is taken")
    hold(server.ask("POST", "/api/policy", '{"a":' * 1000 + "1" + "}" * 1000)[0] == 400, "a deep body is taken")
    hold(server.ask("POST", "/api/policy", b"\xff\xfe{}")[0] == 400, "a body that is no UTF-8 is taken")
    hold(server.ask("POST", "/api/policy", {}, Content_Encoding="gzip")[0] == 415, "a packed body is taken")
    hold(server.ask("GET", "/api/files?folder=" + "a" * 100_000)[0] in (400, 413, 414), "a long address is taken")
    hold(server.ask("GET", "/api/rows?from=0&count=99999999999999999999")[0] == 400, "any number is taken")
    hold(server.ask("POST", "/api/curve", {"k": list(range(2, 5000))})[0] == 400, "any number of points is drawn")


def resident(server):
    """Bytes of the program's memory."""
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_endless_heads(server):
    """A request without end is cut off, whoever sends it, and takes no memory; nor does one that comes byte by byte."""
    before = resident(server)
    for piece in [b"X: y\r\n" * 50_000, b"y" * 300_000, b"".join(b"X-%d: %s\r\n" % (i, b"y" * 900) for i in range(300))]:
        with server.socket(20) as endless:
            sent = 0
            with contextlib.suppress(OSError):
                endless.sendall(f"GET / HTTP/1.1\r\nHost: {server.host}\r\nX: ".encode())
                while sent < 100_000_000:
                    endless.sendall(piece)
                    sent += len(piece)
            hold(sent < 100_000_000, "a request without end is read")
    hold(resident(server) < before + 40_000_000, f"heads take memory: {before} bytes before, {resident(server)} after")
    hold(server.ask("POST", "/api/undo", {}, Transfer_Encoding="chunked")[0] == 415, "a body in parts is taken")


def test_paths(server, folder):
    for path in ["../secret.csv", "/etc/passwd", "up/secret.csv", "link.csv", "a/../../secret.csv", "", ".", "..", "a\0b", "*.csv", "odbc:DSN/t",
                 "postgresql://host/db/t", "duckdb:x/y", "-", ".hidden.csv", ".keys/own.csv", "keys/own.csv"]:
        for ask in [("/api/open", {"file": path}), ("/api/policy/open", {"file": path})]:
            status, _, text = server.ask("POST", *ask)
            hold(status in (400, 422), f"{ask}: {status} {text[:200]}")
    hold(server.ask("GET", "/api/files?folder=..")[0] == 422, "the folder above is listed")
    hold(server.ask("GET", "/api/files?folder=up")[0] == 422, "a link upward is listed")
    for path in ["/../../etc/passwd", "/js/../../../etc/passwd", "/%2e%2e/etc/passwd", "/js/..%2f..%2fmain.js"]:
        hold(server.ask("GET", path)[0] in (400, 404), f"{path} is answered")
    server.open("people.csv")
    elsewhere = str(folder.parent / "secret.csv")
    for column, keys in [("age", {"role": "quasi-identifying", "hierarchy": {"file": elsewhere}}), ("name", {"pseudonym": {"key": elsewhere}}),
                         ("age", {"shift": {"by": "name", "within": "9d", "key": elsewhere}}),
                         ("codes", {"type": "list", "items-file": elsewhere, "items-by": "name", "items-column": "secret"})]:
        status, _, text = server.ask("POST", "/api/policy", {"label": "elsewhere", "changes": [{"at": ["attributes", column], "value": keys}]})
        hold(status == 422 and b"beneath the start folder" in text, f"{keys}: {status} {text[:200]}")
    status, _, text = server.ask("POST", "/api/policy", {"label": "elsewhere", "changes": [{"at": ["population"], "value": elsewhere}]})
    hold(status == 422 and b"beneath the start folder" in text, text[:200])
    for target in ["../out.yaml", "/tmp/out.yaml", "up/out.yaml", "link.csv", "people.csv", ".profile", ".keys/new.csv", "keys/new.csv"]:
        hold(server.ask("POST", "/api/policy/save", {"file": target, "force": True})[0] in (400, 422), f"{target} is written")
        answer = server.ask("POST", "/api/release", {"output": target, "policy": "p.yaml", "force": True})
        hold(answer[0] in (400, 422) or "release" in server.settled()["faults"], f"{target} is released to")
    hold((folder / "people.csv").read_text(encoding="utf-8") == PEOPLE, "the original was changed")
    hold((folder.parent / "secret.csv").read_text(encoding="utf-8") == "secret\n1\n", "a file elsewhere was changed")


def test_cells_are_text(server):
    """HTML in cells, in names of columns and of files comes as JSON, and nothing of it as a page."""
    state = server.open(ODD_NAME)
    hold(state["file"]["name"] == ODD_NAME, state["file"])
    status, headers, text = server.ask("GET", "/api/first-rows")
    hold(headers["Content-Type"] == "application/json" and headers["X-Content-Type-Options"] == "nosniff", headers)
    hold(json.loads(text)["rows"][0][0].startswith("<img"), text[:100])
    for path in ["/api/columns", "/api/state", "/api/alone"]:
        status, headers, text = server.ask("GET", path)
        hold(status == 200 and headers["Content-Type"] == "application/json", path)
    hold("'<img src=x onerror=alert(1)>.csv'" in json.loads(server.ask("GET", "/api/state")[2])["repeat"]["shell"], "the file's name is not quoted")


def test_upload(server):
    data = PEOPLE.encode()
    status, _, text = server.ask("POST", "/api/upload?name=../../../over.csv", data, Content_Type="application/octet-stream")
    hold(status == 200, text)
    state = server.settled()
    hold(state["file"]["name"] == "over.csv" and state["file"]["upload"] and state["file"]["rows"] == 60, state["file"])
    hold(server.ask("POST", "/api/upload?name=..", data, Content_Type="application/octet-stream")[0] in (400, 422), "`..` is a name")


def test_two_tabs(server):
    """What one page does another hears of."""
    with server.socket(10) as listening:
        listening.sendall(f"GET /api/events HTTP/1.1\r\nHost: {server.host}\r\nCookie: {server.cookie}\r\n\r\n".encode())
        time.sleep(0.3)
        server.open("people.csv")
        text = b""
        while b"event: state" not in text:
            part = listening.recv(4096)
            hold(part, "no event came")
            text += part


def random_json(draw, depth=0):
    kind = draw.randrange(9 if depth < 5 else 6)
    if kind == 0:
        return draw.choice([None, True, False])
    if kind == 1:
        return draw.choice([0, -1, 2, 5, 1 << 40, -(1 << 63), 0.5, 1e300])
    if kind < 6:
        return draw.choice(["", "people.csv", "p.yaml", "zip", "age", "attributes", "role", "sensitive", "k-anonymity", "..", "/etc/passwd", "\0", "*",
                            "\ud83d\ude00", "a" * 300, "intervals", "hierarchy", "5%", "method", "optimal"])
    if kind == 6:
        return [random_json(draw, depth + 1) for _ in range(draw.randrange(5))]
    keys = ["file", "changes", "label", "at", "value", "k", "settings", "column", "force", "on", "output", "policy", "original", "release",
            "outside", "header", "encoding"]
    return {draw.choice(keys): random_json(draw, depth + 1) for _ in range(draw.randrange(5))}


def random_change(draw):
    at = draw.choice([["attributes", draw.choice(["age", "zip", "name", "none"]), draw.choice(["role", "hierarchy", "levels", "top", "recode", "weight", "x"])],
                      ["privacy", draw.choice(["k-anonymity", "l-diversity", "t-closeness", "x"])], ["suppression", "max"], ["method"], ["accept", "x"],
                      ["patterns"], ["person"], ["population"], ["missing"]])
    return {"label": "fuzz", "changes": [{"at": at, "value": random_json(draw)}]}


def raw_request(draw, server):
    """Bytes that are nearly a request."""
    lines = [draw.choice(["GET", "POST", "FOO", "", "GET " * 50]) + " " + draw.choice(["/", "/api/state", "/api/policy", "http://x/", "*", "/%", "/\xff"]) + " "
             + draw.choice(["HTTP/1.1", "HTTP/1.0", "HTTP/9", ""]),
             "Host: " + draw.choice([server.host, "x", ""]), "Cookie: " + draw.choice([server.cookie, ""]), "X-Kanon: 1",
             "Content-Type: application/json", "Content-Length: " + draw.choice(["2", "-1", "99999", "x", "0"]),
             draw.choice(["Transfer-Encoding: chunked", "X: " + "y" * draw.randrange(20_000), "Range: bytes=0-" + "9" * 20, "Range: bytes=5-1", ""])]
    text = "\r\n".join(draw.sample(lines, len(lines)) if draw.random() < 0.2 else lines) + "\r\n\r\n{}"
    data = bytearray(text.encode("latin-1"))
    for _ in range(draw.randrange(4)):
        data[draw.randrange(len(data))] = draw.randrange(256)
    with contextlib.suppress(OSError), server.socket(5) as connection:
        connection.sendall(bytes(data))
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(5)
        connection.recv(1 << 16)


CHANGES = ["/api/open", "/api/read", "/api/policy", "/api/policy/suggest", "/api/policy/open", "/api/policy/save", "/api/undo", "/api/redo",
           "/api/shuffle", "/api/hierarchy/save", "/api/curve", "/api/run", "/api/explore", "/api/release", "/api/verify", "/api/link", "/api/cancel"]
READS = ["/api/state", "/api/files", "/api/first-rows", "/api/columns", "/api/alone", "/api/summary", "/api/space", "/api/classes", "/api/rows",
         "/api/hierarchy", "/api/catalogue", "/js/main.js", "/none"]


def test_fuzzed_requests(server, requests):
    draw = random.Random(SEED)
    server.open("people.csv")
    for number in range(requests):
        kind = draw.randrange(10)
        if kind == 0:
            raw_request(draw, server)
            continue
        if kind < 4:
            words = {draw.choice(["from", "count", "order", "column", "folder", "name"]): str(random_json(draw, 5)) for _ in range(draw.randrange(3))}
            path = draw.choice(READS) + "?" + urllib.parse.urlencode(words, errors="replace")
            status = server.ask("GET", path)[0]
        elif kind < 7:
            path = "/api/policy"
            status = server.ask("POST", path, random_change(draw))[0]
        else:
            path = draw.choice(CHANGES)
            status = server.ask("POST", path, json.dumps(random_json(draw)))[0]
        hold(status in (200, 400, 404, 413, 422), f"request {number}: {path} gives {status}")
        if number % 500 == 499:
            server.json("POST", "/api/cancel", {})
            server.open("people.csv")
    server.json("POST", "/api/cancel", {})
    hold(server.process.poll() is None, "the server ended")
    hold(server.open("people.csv")["file"]["rows"] == 60, "the server does not work any more")


def private_folders(scratch):
    return [path for path in scratch.iterdir() if path.name.startswith("kanon-serve-")]


def test_killed_server(program, folder, scratch):
    server = Server(program, folder, scratch)
    server.visit()
    hold(server.ask("POST", "/api/upload?name=a.csv", PEOPLE.encode(), Content_Type="application/octet-stream")[0] == 200, "no upload")
    server.end(signal.SIGKILL)
    left = private_folders(scratch)
    hold(len(left) == 1 and list(left[0].rglob("a.csv")), "nothing was left to be removed")
    server = Server(program, folder, scratch)
    hold(left[0] not in private_folders(scratch), "what a killed server left is still there")
    hold(server.end()[0] == 0, "an asked end is no fault")
    hold(private_folders(scratch) == [], "the private folder is still there")


def test_full_disk(program, folder, scratch):
    server = Server(program, folder, scratch, file_limit=4096)
    server.visit()
    status, _, text = server.ask("POST", "/api/upload?name=a.csv", PEOPLE.encode() * 50, Content_Type="application/octet-stream")
    hold(status in (400, 422) and b"full" in text, text)
    server.open("people.csv")
    server.json("POST", "/api/policy", {"label": "roles", "changes": [{"at": ["attributes", "age", "role"], "value": "quasi-identifying"}]})
    before = sorted(path.name for path in folder.iterdir())
    answer = server.ask("POST", "/api/release", {"output": "full.csv", "policy": "full.yaml", "report": "full.html"})
    fault = server.settled()["faults"].get("release")
    hold(answer[0] != 200 or fault, "a release fits on a full disk")
    (folder / "full.yaml").unlink(missing_ok=True)
    hold(sorted(path.name for path in folder.iterdir()) == before, "a full disk leaves files behind")
    server.end()


def test_tells_no_values(out, err):
    hold(err == "", f"the server writes to the terminal: {err[:200]}")
    hold("img" not in out and "alert" not in out, "cells are in the log")


def make_folder(base):
    folder = base / "start"
    folder.mkdir()
    for name in ["people.csv", ODD_NAME]:
        (folder / name).write_text(PEOPLE, encoding="utf-8")
    (base / "secret.csv").write_text("secret\n1\n", encoding="utf-8")
    (folder / ".keys").mkdir()
    for hidden in [".hidden.csv", ".keys/own.csv"]:
        (folder / hidden).write_text(PEOPLE, encoding="utf-8")
    (folder / "keys").symlink_to(folder / ".keys")
    (folder / "up").symlink_to(base)
    (folder / "link.csv").symlink_to(base / "secret.csv")
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=2000)
    given = parser.parse_args()
    program = os.path.abspath(given.program)
    with tempfile.TemporaryDirectory(prefix="kanon-http-") as base:
        base = pathlib.Path(base).resolve()
        folder, scratch = make_folder(base), base / "scratch"
        scratch.mkdir()
        server = Server(program, folder, scratch)
        try:
            for test in [test_token_and_cookie, test_other_pages, test_limits, test_endless_heads, lambda of: test_paths(of, folder), test_cells_are_text, test_upload,
                         test_two_tabs, lambda of: test_fuzzed_requests(of, given.requests)]:
                test(server)
        finally:
            status, out, err = server.end()
        hold(status == 0, f"the server ended with {status}: {err[-500:]}")
        test_tells_no_values(out, err)
        test_killed_server(program, folder, scratch)
        test_full_disk(program, folder, scratch)
    print("good")


if __name__ == "__main__":
    sys.exit(main())
