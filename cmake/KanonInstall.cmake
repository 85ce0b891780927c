# Installs program, library and headers, and the package that find_package(kanon) reads. DuckDB
# comes along where it was unpacked for the build; a system copy is found again where it stands.
include(CMakePackageConfigHelpers)

set(KANON_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/kanon")
install(TARGETS kanon EXPORT kanonTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY src/kanon DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*_internal.hpp" EXCLUDE)
install(TARGETS kanon_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(KANON_SHIPS_DUCKDB)
  cmake_path(GET DuckDB_LIBRARY PARENT_PATH duckdb_folder)
  install(FILES "${DuckDB_LIBRARY}" DESTINATION "${KANON_PRIVATE_LIBDIR}")
  install(FILES "${duckdb_folder}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
    RENAME LICENSE.duckdb OPTIONAL)
endif()

install(EXPORT kanonTargets NAMESPACE kanon:: DESTINATION "${KANON_PACKAGE_DIR}")
configure_package_config_file(cmake/kanonConfig.cmake.in kanonConfig.cmake
  INSTALL_DESTINATION "${KANON_PACKAGE_DIR}" PATH_VARS KANON_PRIVATE_LIBDIR)
write_basic_package_version_file(kanonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/kanonConfig.cmake"
  "${PROJECT_BINARY_DIR}/kanonConfigVersion.cmake" DESTINATION "${KANON_PACKAGE_DIR}")
if(Cbc_FOUND)
  install(FILES cmake/FindCbc.cmake DESTINATION "${KANON_PACKAGE_DIR}")
endif()
if(NOT KANON_SHIPS_DUCKDB)
  install(FILES cmake/FindDuckDB.cmake DESTINATION "${KANON_PACKAGE_DIR}")
endif()
