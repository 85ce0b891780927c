# SPDX-License-Identifier: Apache-2.0
# Sourced by the cases of databases.test, in a folder of their own: $database is an address without
# its table, of what $ENGINE says or of the server that tests/engines/with_servers.py has started.
set -e
if [ -n "$KANON_TEST_DSN" ]; then
  database=odbc:$KANON_TEST_DSN
elif [ "$ENGINE" = odbc ]; then
  printf '[made]\nDriver=SQLite3\nDatabase=made.db\n' > odbc.ini
  export ODBCINI=odbc.ini
  database=odbc:made
else
  database=duckdb:made.db
fi

# load_csv FILE TABLE [COLUMN=TYPE...]: make a table of a file, in another order of its rows.
load_csv() {
  python3 "$E2E/load_csv.py" "$@" | run_sql "$database/t"
}
