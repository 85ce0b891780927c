# Installs program, library and headers, and the package that find_package(kanon) reads. DuckDB
# comes along where it was unpacked for the build; a system copy is found again where it stands.
include(CMakePackageConfigHelpers)

set(KANON_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/kanon")

# What is public: kanon.hpp, tables.hpp and verbs.hpp with the headers that they need, and kanon.h for other languages. At most
# 30 headers, with kanon.hpp short to read and to compile: tools/check_layers.py counts. The test
# install_consumer compiles each by itself against the installed package.
target_sources(kanon PUBLIC FILE_SET HEADERS BASE_DIRS src FILES
  src/kanon/kanon.h
  src/kanon/api/jobs.hpp
  src/kanon/api/verify.hpp
  src/kanon/audit/audit_report.hpp
  src/kanon/base/error.hpp
  src/kanon/base/run_context.hpp
  src/kanon/evaluate/evaluate_options.hpp
  src/kanon/hierarchy/forms.hpp
  src/kanon/io/arrow/arrow_interface.hpp
  src/kanon/io/arrow/arrow_tables.hpp
  src/kanon/io/reading/read_options.hpp
  src/kanon/io/reading/table_reader.hpp
  src/kanon/io/table_format.hpp
  src/kanon/kanon.hpp
  src/kanon/policy/policy.hpp
  src/kanon/policy/policy_file.hpp
  src/kanon/policy/warnings.hpp
  src/kanon/privacy/requirement.hpp
  src/kanon/profile/role.hpp
  src/kanon/quality/figures.hpp
  src/kanon/release/forms.hpp
  src/kanon/risk/risk_options.hpp
  src/kanon/run/anonymize_job.hpp
  src/kanon/table/table.hpp
  src/kanon/table/table_builder.hpp
  src/kanon/table/values/value_coding.hpp
  src/kanon/table/values/value_type.hpp
  src/kanon/tables.hpp
  src/kanon/tabulate/contract/tabulate_options.hpp
  src/kanon/verbs.hpp)
install(TARGETS kanon EXPORT kanonTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(TARGETS kanon_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(KANON_SHARE_DIR)
  install(DIRECTORY "${KANON_SHARE_DIR}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}")
  install(DIRECTORY "${KANON_SHARE_DIR}/" DESTINATION "${CMAKE_INSTALL_DATADIR}" PATTERN man EXCLUDE)
endif()
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
install(FILES cmake/FindLiblinear.cmake cmake/FindOpenCvMl.cmake cmake/FindReadStat.cmake cmake/FindSodium.cmake
  cmake/FindUnixOdbc.cmake cmake/FindUtf8proc.cmake cmake/FindXlsxWriter.cmake
  DESTINATION "${KANON_PACKAGE_DIR}")
if(Cbc_FOUND)
  install(FILES cmake/FindCbc.cmake DESTINATION "${KANON_PACKAGE_DIR}")
endif()
if(NOT KANON_SHIPS_DUCKDB)
  install(FILES cmake/FindDuckDB.cmake DESTINATION "${KANON_PACKAGE_DIR}")
endif()
