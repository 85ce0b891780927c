#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a command once for each database server that is installed, each started for it alone.

PostgreSQL and MariaDB run on loopback, on ports of their own, from a private folder that is removed
at the end; nothing of the system is touched. The command finds a DSN in KANON_TEST_DSN, and how
many servers there are, if several, in KANON_TEST_SERVERS: further DSNs end in _2, _3. A server that
is not installed is left out with a line; exit status 77 if none is there, else 1 if the command failed
with any.
"""

import argparse
import contextlib
import glob
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PATIENCE_S = 60
IN_PARTS = ("PostgreSQL",)  # three servers at once: kanon_test, kanon_test_2, kanon_test_3
SERVER_USER = "nobody"  # of servers that do not run as root


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def as_plain_user(command):
    """Servers refuse to run as root."""
    return command if os.geteuid() != 0 else ["setpriv", "--reuid", SERVER_USER, "--clear-groups", *command]


def wait_for(process, is_up, name):
    for _ in range(PATIENCE_S * 10):
        if process.poll() is not None:
            break
        if is_up():
            return
        time.sleep(0.1)
    sys.exit(f"{name} does not start")


def quiet(command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode


@contextlib.contextmanager
def running(name, command, is_up, folder):
    with open(folder / "server.log", "wb") as log:
        process = subprocess.Popen(as_plain_user(command), stdout=log, stderr=log, cwd=folder)
        try:
            wait_for(process, is_up, name)
            yield
        finally:
            process.terminate()
            process.wait()


def binary(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}")) + [shutil.which(name)]
    return found[0]


@contextlib.contextmanager
def postgresql(folder, settings=()):
    """The lines of odbc.ini for a new server. `settings`: of the server, name=value."""
    port = free_port()
    data = folder / "data"
    made = as_plain_user([binary("initdb"), "-D", str(data), "-U", "kanon", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"])
    subprocess.run(made, stdout=subprocess.DEVNULL, check=True, cwd=folder)
    command = [binary("postgres"), "-D", str(data), "-p", str(port), "-k", str(folder)]
    command += [word for setting in ("listen_addresses=127.0.0.1", *settings) for word in ("-c", setting)]
    ready = [binary("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    with running("PostgreSQL", command, lambda: quiet(ready) == 0, folder):
        yield f"Driver=PostgreSQL Unicode\nServername=127.0.0.1\nPort={port}\nDatabase=postgres\nUsername=kanon\n"


@contextlib.contextmanager
def mariadb(folder):
    port = free_port()
    data = folder / "data"
    made = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal"]
    subprocess.run(as_plain_user(made), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, cwd=folder)
    local = f"--socket={folder}/server.sock"
    command = [shutil.which("mariadbd"), "--no-defaults", f"--datadir={data}", f"--port={port}", "--bind-address=127.0.0.1", local]
    command.append(f"--tmpdir={folder}")  # a server that starts empties its folder of others' temporary tables
    client = ["mariadb", "--no-defaults", "-uroot", local]
    with running("MariaDB", command, lambda: quiet([*client, "-e", "SELECT 1"]) == 0, folder):
        rights = (
            "CREATE DATABASE kanon CHARACTER SET utf8mb4; CREATE USER kanon@localhost, kanon@'127.0.0.1';"
            "GRANT ALL ON kanon.* TO kanon@localhost, kanon@'127.0.0.1'"
        )
        subprocess.run([*client, "-e", rights], check=True)
        yield f"Driver=MariaDB Unicode\nServer=127.0.0.1\nPort={port}\nDatabase=kanon\nUser=kanon\n"


@contextlib.contextmanager
def several(server, folder, count):
    """The lines of several servers, each in a folder of its own."""
    with contextlib.ExitStack() as running_ones:
        lines = []
        for number in range(count):
            own = folder / str(number)
            own.mkdir()
            if os.geteuid() == 0:
                os.chown(own, pwd.getpwnam(SERVER_USER).pw_uid, -1)
            lines.append(running_ones.enter_context(server(own)))
        yield lines


SERVERS = [
    ("PostgreSQL", postgresql, lambda: binary("postgres"), "PostgreSQL Unicode"),
    ("MariaDB", mariadb, lambda: shutil.which("mariadbd"), "MariaDB Unicode"),
]


def has_driver(driver):
    return bool(shutil.which("odbcinst")) and quiet(["odbcinst", "-q", "-d", "-n", driver]) == 0


@contextlib.contextmanager
def private_folder():
    with tempfile.TemporaryDirectory(prefix="kanon-server-") as name:
        folder = pathlib.Path(name)
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(SERVER_USER).pw_uid, -1)
        yield folder


def write_dsns(folder, servers):
    """An odbc.ini of the servers: kanon_test, kanon_test_2, ..."""
    ini = folder / "odbc.ini"
    sections = (f"[kanon_test{f'_{place + 1}' if place else ''}]\n{lines}" for place, lines in enumerate(servers))
    ini.write_text("\n".join(sections), encoding="utf-8")
    return ini


def run_with(name, server, command):
    count = 3 if name in IN_PARTS else 1
    with private_folder() as folder, tempfile.TemporaryDirectory(prefix="kanon-dsn-") as own, several(server, folder, count) as lines:
        ini = write_dsns(pathlib.Path(own), lines)
        print(f"-- {name}", flush=True)
        environment = {**os.environ, "ODBCINI": str(ini), "KANON_TEST_DSN": "kanon_test"}
        if count > 1:
            environment["KANON_TEST_SERVERS"] = str(count)
        return subprocess.run(command, env=environment, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    command = parser.parse_args().command
    verdicts = []
    for name, server, find, driver in SERVERS:
        if find() and has_driver(driver):
            verdicts.append(run_with(name, server, command))
        else:
            print(f"-- skipped: no {name} here, or no ODBC driver for it", flush=True)
    return SKIPPED if not verdicts else 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
