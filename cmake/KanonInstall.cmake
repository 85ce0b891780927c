# Installs program, library and headers, and the package that find_package(kanon) reads. DuckDB
# comes along where it was unpacked for the build; a system copy is found again where it stands.
include(CMakePackageConfigHelpers)

set(KANON_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/kanon")

# What is public: the headers of api, and those that they need. The test install_consumer compiles
# each by itself against the installed package; nothing else is installed. kanon.h is for other languages.
target_sources(kanon PUBLIC FILE_SET HEADERS BASE_DIRS src FILES
  src/kanon/api/arrow.hpp
  src/kanon/api/attack.hpp
  src/kanon/api/attack_original.hpp
  src/kanon/api/comparators.hpp
  src/kanon/api/compare.hpp
  src/kanon/api/evaluate.hpp
  src/kanon/api/explore.hpp
  src/kanon/api/generate.hpp
  src/kanon/api/hierarchy.hpp
  src/kanon/api/input.hpp
  src/kanon/api/insider.hpp
  src/kanon/api/kanon.hpp
  src/kanon/api/patterns.hpp
  src/kanon/api/pictures.hpp
  src/kanon/api/policy_schema.hpp
  src/kanon/api/policy_settings.hpp
  src/kanon/api/risk.hpp
  src/kanon/api/table.hpp
  src/kanon/api/views.hpp
  src/kanon/assess/assess_risk.hpp
  src/kanon/attack/class_attacks.hpp
  src/kanon/attack/compose.hpp
  src/kanon/attack/link.hpp
  src/kanon/attack/finer_nodes.hpp
  src/kanon/attack/linkage.hpp
  src/kanon/attack/minimality.hpp
  src/kanon/attack/shown_classes.hpp
  src/kanon/audit/audit.hpp
  src/kanon/audit/findings.hpp
  src/kanon/base/check.hpp
  src/kanon/base/count_text.hpp
  src/kanon/base/error.hpp
  src/kanon/base/flat_index.hpp
  src/kanon/base/random.hpp
  src/kanon/base/run_context.hpp
  src/kanon/base/secret_random.hpp
  src/kanon/base/shell_word.hpp
  src/kanon/base/suggest.hpp
  src/kanon/base/utf8.hpp
  src/kanon/evaluate/classification.hpp
  src/kanon/evaluate/count_queries.hpp
  src/kanon/evaluate/evaluated_table.hpp
  src/kanon/evaluate/evaluation.hpp
  src/kanon/evaluate/features.hpp
  src/kanon/evaluate/field_measures.hpp
  src/kanon/evaluate/pair_statistics.hpp
  src/kanon/evaluate/propensity.hpp
  src/kanon/evaluate/regression.hpp
  src/kanon/evaluate/spread.hpp
  src/kanon/evaluate/statistics.hpp
  src/kanon/generate/stays.hpp
  src/kanon/hierarchy/builders.hpp
  src/kanon/hierarchy/hierarchy.hpp
  src/kanon/hierarchy/lattice.hpp
  src/kanon/io/arrow/arrow_interface.hpp
  src/kanon/io/arrow/arrow_reader.hpp
  src/kanon/io/arrow/arrow_writer.hpp
  src/kanon/io/config/hierarchy_file.hpp
  src/kanon/io/reading/read_settings.hpp
  src/kanon/io/reading/table_reader.hpp
  src/kanon/io/table_file.hpp
  src/kanon/io/table_format.hpp
  src/kanon/io/writing/pending_file.hpp
  src/kanon/learn/least_squares.hpp
  src/kanon/learn/samples.hpp
  src/kanon/methods/catalogue/catalogue.hpp
  src/kanon/methods/contract/marginals.hpp
  src/kanon/methods/contract/method.hpp
  src/kanon/methods/contract/pattern_survey.hpp
  src/kanon/methods/contract/solution_space.hpp
  src/kanon/policy/policy.hpp
  src/kanon/policy/policy_file.hpp
  src/kanon/policy/policy_files.hpp
  src/kanon/policy/policy_settings.hpp
  src/kanon/policy/warnings.hpp
  src/kanon/privacy/exclusions.hpp
  src/kanon/privacy/model.hpp
  src/kanon/problem/build_hierarchy.hpp
  src/kanon/problem/inspection.hpp
  src/kanon/problem/problem.hpp
  src/kanon/profile/role.hpp
  src/kanon/quality/measures.hpp
  src/kanon/quality/objective.hpp
  src/kanon/quality/disclosed_rows.hpp
  src/kanon/release/aggregate.hpp
  src/kanon/release/insider.hpp
  src/kanon/release/reading.hpp
  src/kanon/release/recoding.hpp
  src/kanon/release/release.hpp
  src/kanon/release/released_classes.hpp
  src/kanon/release/spelling.hpp
  src/kanon/report/comparison.hpp
  src/kanon/report/evaluation_report.hpp
  src/kanon/report/exploration.hpp
  src/kanon/report/pattern_report.hpp
  src/kanon/report/pictures/plot_frame.hpp
  src/kanon/report/record.hpp
  src/kanon/report/reports.hpp
  src/kanon/report/risk_report.hpp
  src/kanon/report/views_report.hpp
  src/kanon/risk/assessment.hpp
  src/kanon/risk/individual_risk.hpp
  src/kanon/risk/population_uniques.hpp
  src/kanon/risk/reidentification.hpp
  src/kanon/risk/risk_classes.hpp
  src/kanon/risk/suda.hpp
  src/kanon/risk/suda_scores.hpp
  src/kanon/run/anonymize.hpp
  src/kanon/run/result.hpp
  src/kanon/source/input.hpp
  src/kanon/table/code_blocks.hpp
  src/kanon/table/code_vector.hpp
  src/kanon/table/column_builder.hpp
  src/kanon/table/dictionary.hpp
  src/kanon/table/row_types.hpp
  src/kanon/table/table.hpp
  src/kanon/table/table_builder.hpp
  src/kanon/table/value_coding.hpp
  src/kanon/table/value_rules.hpp
  src/kanon/table/value_type.hpp
  src/kanon/task/pattern_mask.hpp
  src/kanon/task/task.hpp
  src/kanon/views/judge_views.hpp
  src/kanon/views/view_set.hpp
  src/kanon/kanon.h)
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
install(FILES cmake/FindLiblinear.cmake cmake/FindOpenCvMl.cmake cmake/FindReadStat.cmake cmake/FindUnixOdbc.cmake
  cmake/FindUtf8proc.cmake
  DESTINATION "${KANON_PACKAGE_DIR}")
if(Cbc_FOUND)
  install(FILES cmake/FindCbc.cmake DESTINATION "${KANON_PACKAGE_DIR}")
endif()
if(NOT KANON_SHIPS_DUCKDB)
  install(FILES cmake/FindDuckDB.cmake DESTINATION "${KANON_PACKAGE_DIR}")
endif()
