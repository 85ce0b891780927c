# Where programs find DuckDB. The build folder is laid out as an installed prefix is, so that one path,
# taken from the program's own place, serves both: installing changes no byte, and both can be moved.
set(KANON_PRIVATE_LIBDIR "${CMAKE_INSTALL_LIBDIR}/kanon")
cmake_path(IS_PREFIX PROJECT_SOURCE_DIR "${DuckDB_LIBRARY}" NORMALIZE KANON_SHIPS_DUCKDB)
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # other libraries, where the loader does not look by itself

if(KANON_SHIPS_DUCKDB)
  file(RELATIVE_PATH from_bin_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${KANON_PRIVATE_LIBDIR}")
  set(CMAKE_INSTALL_RPATH "$ORIGIN/${from_bin_to_lib}")
  set(linked_libdir "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${from_bin_to_lib}")
  cmake_path(NORMAL_PATH linked_libdir)
  file(MAKE_DIRECTORY "${linked_libdir}")
  file(REAL_PATH "${linked_libdir}" linked_libdir)
  file(REAL_PATH "${DuckDB_LIBRARY}" duckdb_file)
  file(RELATIVE_PATH duckdb_file "${linked_libdir}" "${duckdb_file}")
  file(CREATE_LINK "${duckdb_file}" "${linked_libdir}/libduckdb.so" SYMBOLIC)
endif()

# Where the program writes completions, man pages and the schema of policies once it is linked; nowhere if
# it cannot be run as it is built.
if(NOT CMAKE_CROSSCOMPILING AND NOT KANON_SANITIZE)
  set(KANON_SHARE_DIR "${PROJECT_BINARY_DIR}/share")
endif()
