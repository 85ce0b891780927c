# The library's sources are compiled in batches of one folder: more than half of a source's time goes into the
# standard headers, which a batch reads once. So names in the unnamed namespaces of one folder must differ. For
# short rounds of work on one file, the preset `dev` compiles each alone.
option(KANON_UNITY "Compile the sources of the library, programs and tests in batches" OFF)
set(KANON_UNITY_BATCH 16 CACHE STRING "Sources of the library in a batch")
if(KANON_UNITY)
  set_target_properties(kanon PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources kanon SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/src/kanon")
    string(REGEX MATCH "^((methods|parties|places)/)?[^/]+" folder "${folder}")
    string(REPLACE "/" "_" folder "${folder}")
    math(EXPR batch "${sources_of_${folder}} + 0")
    math(EXPR sources_of_${folder} "${batch} + 1")
    math(EXPR batch "${batch} / ${KANON_UNITY_BATCH}")
    set_source_files_properties("${source}" TARGET_DIRECTORY kanon PROPERTIES UNITY_GROUP "${folder}_${batch}")
  endforeach()
endif()

# kanon_batches(target most): compile the sources of a program or of tests in batches of so many.
function(kanon_batches target most)
  if(KANON_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${most})
  endif()
endfunction()

# What nearly all sources include is read once. `dev` compiles each source by itself.
set(KANON_PRECOMPILE "${KANON_UNITY}")
if(KANON_UNITY)
  # g++ 12 forgets which of the headers that it has read before are the system's, and warns of what it inlines from
  # them, falsely. `dev` and clang keep these warnings.
  set(false_warnings -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized
    -Wno-free-nonheap-object -Wno-nonnull)
  target_compile_options(kanon_flags INTERFACE "$<$<CXX_COMPILER_ID:GNU>:${false_warnings}>"
    $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)  # names of other sources of the batch
  target_precompile_headers(kanon PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map>
    <memory> <numeric> <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <vector>
    <fmt/format.h>)
endif()
