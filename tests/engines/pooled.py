#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Release a table of PostgreSQL through PgBouncer, which hands each transaction to whatever session is free.

`pooled.py KANON`: a server and a pool of one session are started on loopback, on ports of their own. The run must
come to its end although no second session is to be had, and the session must be as it was before: none of the
settings that kanon plans by, no private table. Exit status 77 with a line where PgBouncer or PostgreSQL is not
installed.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys

from with_servers import SKIPPED, binary, free_port, has_driver, postgresql, private_folder, quiet, running

PEOPLE = """CREATE TABLE people AS SELECT i % 40 AS age, i % 7 AS zip, 'd' || i % 5 AS disease FROM
generate_series(1, 5000) i"""
SETTINGS = (
    "work_mem",
    "hash_mem_multiplier",
    "enable_nestloop",
    "enable_mergejoin",
    "enable_sort",
    "jit",
    "cursor_tuple_fraction",
    "parallel_setup_cost",
    "parallel_tuple_cost",
    "client_connection_check_interval",
    "default_transaction_isolation",
)


@contextlib.contextmanager
def pool(folder, server_port):
    """The port of a pool of one session."""
    port = free_port()
    ini = folder / "pool.ini"
    users = folder / "users.txt"
    users.write_text('"kanon" ""\n', encoding="utf-8")
    ini.write_text(
        f"[databases]\npostgres = host=127.0.0.1 port={server_port} user=kanon\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nauth_type = any\nauth_file = {users}\n"
        "pool_mode = transaction\ndefault_pool_size = 1\nunix_socket_dir =\n"
        "ignore_startup_parameters = extra_float_digits\n",
        encoding="utf-8",
    )
    os.chmod(users, 0o644)
    os.chmod(ini, 0o644)
    ready = [binary("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port), "-d", "postgres", "-U", "kanon"]
    with running("PgBouncer", [shutil.which("pgbouncer"), str(ini)], lambda: quiet(ready) == 0, folder):
        yield port


def ask(port, sql):
    command = ["psql", "-X", "-At", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(port), "-U", "kanon", "postgres", "-c", sql]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def settings_of(port):
    listed = ", ".join(f"'{name}'" for name in SETTINGS)
    return ask(port, f"SELECT name, setting, source FROM pg_settings WHERE name IN ({listed}) ORDER BY 1")


def release_through(kanon, port):
    place = f"postgres://kanon@127.0.0.1:{port}/postgres"
    flags = ["--qi", "age,zip", "--sensitive", "disease", "--k", "5", "--method", "mondrian", "--quiet"]
    environment = {**os.environ, "PGSSLMODE": "disable"}
    command = [kanon, "anonymize", f"{place}/people", *flags, "-o", f"{place}/released"]
    subprocess.run(command, check=True, env=environment, timeout=300)


def check(kanon, port):
    ask(port, PEOPLE)
    before = settings_of(port)
    release_through(kanon, port)
    after = settings_of(port)
    if after != before:
        sys.exit(f"the session of the pool was left changed:\n{before}\n->\n{after}")
    tables = ask(port, "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1")
    if tables != "people\nreleased":
        sys.exit(f"there are other tables than before: {tables}")
    name = ask(port, "SHOW application_name")
    if name.startswith("kanon_"):
        sys.exit(f"the session of the pool still has the name {name}")


def is_there():
    found = shutil.which("pgbouncer") and binary("postgres") and shutil.which("psql") and has_driver("PostgreSQL Unicode")
    if not found:
        print("-- skipped: no PgBouncer, no PostgreSQL or no ODBC driver for it here", flush=True)
    return found


def main():
    if not is_there():
        return SKIPPED
    with private_folder() as name:
        folder = pathlib.Path(name)
        with postgresql(folder) as lines:
            port = next(line.split("=")[1] for line in lines.splitlines() if line.startswith("Port="))
            with pool(folder, port) as pooled:
                check(sys.argv[1], pooled)
    return 0


if __name__ == "__main__":
    sys.exit(main())
