# The C interface (kanon/kanon.h) as a shared library, for languages that load one; the R package stands on it. It exports
# kanon_... alone: what it is made of stays its own, whatever else a process has loaded.
option(KANON_SHARED "Build the C interface as a shared library" OFF)
if(KANON_SHARED)
  file(CONFIGURE OUTPUT kanon.map CONTENT "{ global: kanon_*; local: *; };\n")
  file(CONFIGURE OUTPUT kanon_shared.cpp CONTENT "// All that is in it is in the library.\n")
  add_library(kanon_shared SHARED "${PROJECT_BINARY_DIR}/kanon_shared.cpp")
  target_link_libraries(kanon_shared PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,kanon>")
  target_link_options(kanon_shared PRIVATE "LINKER:--version-script=${PROJECT_BINARY_DIR}/kanon.map")
  set_target_properties(kanon_shared PROPERTIES OUTPUT_NAME kanon LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}"
    LINK_DEPENDS "${PROJECT_BINARY_DIR}/kanon.map" INSTALL_RPATH "$ORIGIN/kanon")
  install(TARGETS kanon_shared LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
