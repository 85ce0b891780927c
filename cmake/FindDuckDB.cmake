# Finds DuckDB's C API: a system copy first, then the one that `./dev deps` unpacked.
#   DuckDB::DuckDB   imported target
find_path(DuckDB_INCLUDE_DIR duckdb.h)
find_library(DuckDB_LIBRARY duckdb)
if(NOT DuckDB_INCLUDE_DIR OR NOT DuckDB_LIBRARY)
  set(DuckDB_ROOT_DIR "${PROJECT_SOURCE_DIR}/third_party/duckdb" CACHE PATH "Unpacked DuckDB")
  unset(DuckDB_INCLUDE_DIR CACHE)  # header and library come from one place
  unset(DuckDB_LIBRARY CACHE)
  find_path(DuckDB_INCLUDE_DIR duckdb.h PATHS "${DuckDB_ROOT_DIR}" NO_DEFAULT_PATH)
  find_library(DuckDB_LIBRARY duckdb PATHS "${DuckDB_ROOT_DIR}" NO_DEFAULT_PATH)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(DuckDB
  REQUIRED_VARS DuckDB_LIBRARY DuckDB_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "run ./dev deps, or install DuckDB 1.4")
mark_as_advanced(DuckDB_LIBRARY DuckDB_INCLUDE_DIR)
if(DuckDB_FOUND AND NOT TARGET DuckDB::DuckDB)
  add_library(DuckDB::DuckDB SHARED IMPORTED)
  set_target_properties(DuckDB::DuckDB PROPERTIES
    IMPORTED_LOCATION "${DuckDB_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${DuckDB_INCLUDE_DIR}")
endif()
