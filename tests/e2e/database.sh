# SPDX-License-Identifier: Apache-2.0
# Sourced by the cases of databases.test, in a folder of their own.
printf '[made]\nDriver=SQLite3\nDatabase=made.db\n' > odbc.ini
export ODBCINI=odbc.ini
database=$([ "$ENGINE" = odbc ] && echo odbc:made || echo duckdb:made.db)

# load_csv FILE TABLE [COLUMN=TYPE...]: make a table of a file, in another order of its rows.
load_csv() {
  python3 "$E2E/load_csv.py" "$@" | run_sql "$database/t"
}
