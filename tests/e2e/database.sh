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

# make_people: people.csv, people.yaml and the table people, of three columns; and no table freed.
make_people() {
  cat > people.csv <<'CSV'
age,zip,size
30,10001,3
30,10001,3
31,10001,4
31,10001,4
32,10002,3
32,10002,4
CSV
  printf 'attributes: {age: {role: quasi-identifying}, zip: {role: quasi-identifying}, size: {role: insensitive}}\nprivacy: {k-anonymity: 2}\nmethod: mondrian\n' > people.yaml
  for view in seen '"p v"' pv; do
    printf 'DROP VIEW IF EXISTS %s;\n' "$view" | run_sql "$database/t"
  done
  printf 'DROP TABLE IF EXISTS freed;\n' | run_sql "$database/t"
  load_csv people.csv people age=INTEGER size=INTEGER
}

# run COMMAND...: print its status.
run() {
  status=0
  "$@" || status=$?
  echo $status
}

# leftovers: say so if private tables are still there.
leftovers() {
  for names in 'SELECT name FROM sqlite_master WHERE name' 'SELECT table_name FROM information_schema.tables WHERE table_name'; do
    ! kanon inspect "$database/($names LIKE 'kanon_%')" -q > /dev/null 2>&1 || echo private tables are left
  done
}

# same_dsn: the database as `odbc:other` too.
same_dsn() {
  name=${database#odbc:}
  { cat "$ODBCINI"; echo '[other]'; sed -n "/^\[$name\]/,/^\$/p" "$ODBCINI" | sed 1d; } > both.ini
  export ODBCINI=both.ini
}

# engine_is NAME: true where the database is of that engine.
engine_is() {
  case "$1" in
    duckdb) [ "$ENGINE" = duckdb ] ;;
    sqlite) [ "$ENGINE" = odbc ] && [ -z "$KANON_TEST_DSN" ] ;;
    postgresql) echo 'SELECT pg_backend_pid();' | run_sql "$database/t" 2> /dev/null ;;
    mariadb) echo 'SELECT @@sql_mode;' | run_sql "$database/t" 2> /dev/null ;;
  esac
}

# types_of TABLE: the columns of a table with their types, one a line.
types_of() {
  if engine_is duckdb; then
    query="SELECT column_name || ' ' || data_type AS t FROM duckdb_columns() WHERE table_name = '$1'"
  elif engine_is sqlite; then
    query="SELECT name || ' ' || type AS t FROM pragma_table_info('$1')"
  elif engine_is mariadb; then
    query="SELECT CONCAT(column_name, ' ', column_type) AS t FROM information_schema.columns WHERE table_name = '$1'"
  else
    query="SELECT attname || ' ' || format_type(atttypid, atttypmod) AS t FROM pg_attribute WHERE attrelid = '$1'::regclass AND attnum > 0 AND NOT attisdropped"
  fi
  values_of "$query"
}

# values_of QUERY: the values of its column t, each once, one a line.
values_of() {
  rows="SELECT 1 AS one, q.t FROM ($1) q"
  kanon anonymize "$database/($rows UNION ALL $rows)" --k 2 --qi one --keep t -o values.csv --force --quiet > /dev/null
  sed '1d; s/^1,//; s/"//g' values.csv | LC_ALL=C sort -u
}
