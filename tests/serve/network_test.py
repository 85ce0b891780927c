#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Talk to `kanon serve --listen` over TLS as those who know the password, strangers and attackers do.

usage: network_test.py PROGRAM [--requests N]      N: fuzzed requests, 300 unless said

Exit status 1, with what was wrong, unless every answer is as it should be and the server lives through all of it.
"""
import argparse
import contextlib
import hashlib
import http.client
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import http_test
from http_test import PEOPLE, hold

PASSWORD = "correct horse battery"


def lenient():
    """As a browser after whose warning somebody went on: the certificate vouches for itself."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Listener(http_test.Server):
    """A `kanon serve --listen` of its own; `visit()` types its password."""

    scheme = "https"

    def __init__(self, program, folder, scratch, password_file, flags=()):
        super().__init__(program, folder, scratch, flags=("--listen", "127.0.0.1", "--password-file", str(password_file), *flags))
        self.words = ""
        while "Ctrl-C" not in self.words:
            self.words += self.process.stdout.readline()

    def connect(self, timeout):
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=timeout, context=lenient())

    def socket(self, timeout):
        return lenient().wrap_socket(super().socket(timeout), server_hostname="127.0.0.1")

    def knock(self, password, **headers):
        return self.ask("POST", "/api/login", {"password": password}, without=["Cookie"], **headers)

    def visit(self):
        status, headers, text = self.knock(PASSWORD)
        assert status == 200, (status, text)
        self.cookie = headers["Set-Cookie"].split(";")[0]
        return headers


def refused(program, *flags):
    """What a run says that does not begin."""
    run = subprocess.run([program, "serve", *flags, "--stop-after", "20"], capture_output=True, text=True, timeout=60, check=False)
    hold(run.returncode in (2, 3) and run.stdout == "" and run.stderr.count("\n") == 1, f"{flags}: {run}")
    return run.stderr


def test_flags(program, base):
    good, open_to_all, short, lines = (base / name for name in ["password", "open", "short", "lines"])
    for path, text, mode in [(good, PASSWORD + "\n", 0o600), (open_to_all, PASSWORD + "\n", 0o644), (short, "elevenchars\n", 0o600),
                             (lines, PASSWORD + "\n" + PASSWORD, 0o600)]:
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
    hold("--password-file" in refused(program, "--listen", "127.0.0.1"), "others are let in without a password")
    hold("others may read it" in refused(program, "--listen", "127.0.0.1", "--password-file", str(open_to_all)), "a password that others may read is taken")
    for path in [short, lines, base / "none"]:
        said = refused(program, "--listen", "127.0.0.1", "--password-file", str(path))
        hold(PASSWORD not in said and "eleven" not in said, f"the password is said: {said}")
    for flags in [("--password-file", str(good)), ("--name", "a.example"), ("--certificate", str(good), "--private-key", str(good))]:
        hold("--listen" in refused(program, *flags), flags)
    for listen in ["0.0.0.0", "[::]:0", ":0"]:
        hold("--name" in refused(program, "--listen", listen, "--password-file", str(good)), f"{listen} goes without a name")
    for listen in ["127.0.0.1:99999", "127.0.0.1:x", "::1", "a b", "192.0.2.7"]:
        refused(program, "--listen", listen, "--password-file", str(good))
    refused(program, "--listen", "127.0.0.1:1", "--port", "2", "--password-file", str(good))
    refused(program, "--listen", "127.0.0.1", "--password-file", str(good), "--name", "http://a.example/")
    refused(program, "--listen", "127.0.0.1", "--password-file", str(good), "--certificate", str(good))
    return good


def test_words(server, folder):
    """What listening means is said, and the fingerprint is that of the certificate which is shown."""
    with server.socket(10) as connection:
        digest = hashlib.sha256(connection.getpeercert(binary_form=True)).hexdigest().upper()
        hold(connection.version() == "TLSv1.3", connection.version())
    words = " ".join(server.words.split())
    hold(":".join(re.findall("..", digest)) in words, f"another fingerprint: {words}")
    for part in ["knows the password", str(folder), "over the network, encrypted", "Ctrl-C"]:
        hold(part in words, f"nothing is said of '{part}': {words}")
    with open(f"/proc/{server.process.pid}/cmdline", encoding="utf-8") as file:
        hold(PASSWORD not in file.read() + words, "the password is shown")
    with open(f"/proc/{server.process.pid}/environ", encoding="utf-8") as file:
        hold(PASSWORD not in file.read(), "the password is in the environment")


def test_password(server):
    status, headers, text = server.ask("GET", "/")
    hold(status == 200 and headers["Content-Encoding"] == "gzip" and "form-action 'none'" in headers["Content-Security-Policy"], "no page asks")
    asked = text
    for path in ["/app.css", "/icon.svg", "/js/login.js", "/js/api.js", "/js/dom.js"]:
        hold(server.ask("GET", path)[0] == 200, f"{path} is missing")
    for path in ["/index.html", "/js/main.js", "/api/state", "/api/files", "/api/events", "/api/login", "/none", "/?token=" + "0" * 64]:
        status, _, text = server.ask("GET", path)
        hold(status == 403 or (path.startswith("/?") and text == asked), f"{path} is answered to a stranger")
    for path in ["/api/undo", "/api/open", "/api/upload?name=a.csv"]:
        hold(server.ask("POST", path, {})[0] == 403, f"a stranger may {path}")
    for body in [{}, [], {"password": None}, {"password": ["x"]}]:
        hold(server.ask("POST", "/api/login", body)[0] == 400, f"{body} is taken")
    status, headers, text = server.knock(PASSWORD + "x")
    hold(status == 401 and b"not the password" in text and "Set-Cookie" not in headers, text)
    for host in ["evil.example", f"evil.example:{server.port}", f"localhost:{server.port}"]:
        hold(server.knock(PASSWORD, Host=host)[0] == 403, f"{host} may log in")
    hold(server.knock(PASSWORD, Origin="https://evil.example")[0] == 403, "another page may log in")
    hold(server.knock(PASSWORD, Sec_Fetch_Site="cross-site")[0] == 403, "another site may log in")
    hold(server.knock(PASSWORD, Content_Type="text/plain")[0] == 415, "a form may log in")
    headers = server.visit()
    for word in ["Secure", "HttpOnly", "SameSite=Strict", "__Host-"]:
        hold(word in headers["Set-Cookie"], f"the cookie is not {word}")
    status, _, text = server.ask("GET", "/")
    hold(status == 200 and text != asked, "who knows the password does not come in")
    status, _, text = server.ask("GET", "/", without=["Cookie"], Sec_Fetch_Site="cross-site")
    hold(status == 200 and b"http-equiv=\"refresh\"" in text, "a link of another page is not sent on")
    hold(server.json("GET", "/api/state")["network"] is True, "the page does not know that others come in")


def test_two_clients(server):
    """A second browser comes in by the same password, and works on the same table."""
    mine = server.cookie
    server.cookie = ""
    server.visit()
    hold(server.open("people.csv")["file"]["rows"] == 60, "the second client cannot work")
    server.cookie = mine
    hold(server.json("GET", "/api/state")["file"]["name"] == "people.csv", "the first client sees something else")


def test_plain_http(server):
    """Plain HTTP, half a handshake and noise on the port of TLS end soon, and hold nobody up."""
    with contextlib.ExitStack() as idle:
        for _ in range(8):
            silent = idle.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=5))
            silent.sendall(b"\x16\x03\x01")
        for noise in [f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode(), b"\x16\x03\x01\x00\x05hello", os.urandom(500), b"\r\n" * 50]:
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                with contextlib.suppress(OSError):
                    connection.sendall(noise)
                    connection.shutdown(socket.SHUT_WR)
                    hold(b"HTTP" not in connection.recv(1 << 16), "plain HTTP is answered")
        hold(server.ask("GET", "/api/state")[0] == 200, "noise holds the server up")
    old = lenient()
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        old.wrap_socket(connection, server_hostname="127.0.0.1")
        hold(False, "TLS 1.2 is answered")


def test_brute_force(server):
    """Wrong passwords have to wait longer and longer, and the right one does too, as nobody may know whether it was."""
    waits = []
    for number in range(40):
        status, headers, _ = server.knock(f"guess number {number}")
        if status == 429:
            waits.append(int(headers["Retry-After"]))
        else:
            hold(status == 401, status)
    hold(len(waits) >= 35, f"only {len(waits)} of 40 tries had to wait")
    status, headers, text = server.knock(PASSWORD)
    hold(status == 429 and b"wait" in text and "Set-Cookie" not in headers, "the right password does not wait")
    hold(server.ask("GET", "/api/state")[0] == 200, "who is in is thrown out")
    for _ in range(100):
        status, headers, _ = server.knock(PASSWORD)
        if status == 200:
            return
        time.sleep(int(headers["Retry-After"]))
    hold(False, "the right password comes in no more")


def test_own_certificate(program, folder, scratch, base, password_file):
    """A certificate from files, with those that vouch for it; the name that it is of."""
    key, certificate, weak = base / "server.key", base / "server.crt", base / "weak.key"
    make = ["openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=kanon.test", "-addext", "subjectAltName=DNS:kanon.test"]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    subprocess.run([*make, *kind, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    key.chmod(0o644)
    flags = ("--name", "Kanon.Test", "--certificate", str(certificate), "--private-key", str(key))
    hold("others may read it" in refused(program, "--listen", "127.0.0.1", "--password-file", str(password_file), *flags), "an open key is taken")
    key.chmod(0o600)
    subprocess.run([*make, *kind, "-keyout", str(weak), "-out", str(base / "other.crt")], check=True, capture_output=True)
    weak.chmod(0o600)
    hold("does not belong" in refused(program, "--listen", "127.0.0.1", "--password-file", str(password_file), "--certificate", str(certificate),
                                      "--private-key", str(weak)), "a foreign key is taken")
    server = Listener(program, folder, scratch, password_file, flags)
    try:
        context = ssl.create_default_context(cafile=str(certificate))
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            with context.wrap_socket(connection, server_hostname="kanon.test") as shown:
                hold(shown.version() == "TLSv1.3", shown.version())
        hold("made for this run" not in server.words, server.words)
        server.host = f"kanon.test:{server.port}"
        server.visit()
        hold(server.ask("GET", "/api/state")[0] == 200, "the server does not know its name")
        hold(server.ask("GET", "/api/state", Host=f"other.test:{server.port}")[0] == 403, "another name is answered")
    finally:
        hold(server.end()[0] == 0, "an asked end is no fault")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=300)
    given = parser.parse_args()
    program = os.path.abspath(given.program)
    with tempfile.TemporaryDirectory(prefix="kanon-network-") as base:
        base = pathlib.Path(base).resolve()
        folder, scratch = http_test.make_folder(base), base / "scratch"
        scratch.mkdir()
        password_file = test_flags(program, base)
        server = Listener(program, folder, scratch, password_file)
        try:
            for test in [lambda of: test_words(of, folder), test_password, test_two_clients, test_plain_http, http_test.test_other_pages, http_test.test_limits, http_test.test_endless_heads,
                         http_test.test_upload, http_test.test_two_tabs, lambda of: http_test.test_paths(of, folder),
                         lambda of: http_test.test_fuzzed_requests(of, given.requests), test_brute_force]:
                test(server)
        finally:
            status, out, err = server.end(signal.SIGTERM)
        hold(status == 0 and err == "" and out == "", f"the server ended with {status}, and wrote {out[-300:]}{err[-300:]}")
        hold(http_test.private_folders(scratch) == [], "the private folder is still there")
        hold((folder / "people.csv").read_text(encoding="utf-8") == PEOPLE, "the original was changed")
        test_own_certificate(program, folder, scratch, base, password_file)
    print("good")


if __name__ == "__main__":
    sys.exit(main())
