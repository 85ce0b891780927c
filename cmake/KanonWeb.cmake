# kanon_web_files(target folder file...): pack files of a page once, by gzip, and compile them into a target, which
# then has kanon::serve::web_files(). Run as a script it does the packing.
#   cmake -DFOLDER=... -DOUTPUT=... -DFILES=a,b -P KanonWeb.cmake
function(kanon_web_files target folder)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/web_files.cpp")
  list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE paths)
  list(JOIN ARGN "," files)
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DOUTPUT=${output}" "-DFILES=${files}"
            -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    DEPENDS ${paths} "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMENT "Packing the page" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

set(type_of_.html "text/html; charset=utf-8")
set(type_of_.css "text/css; charset=utf-8")
set(type_of_.js "text/javascript; charset=utf-8")
set(type_of_.svg "image/svg+xml")
string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS FILES)
  cmake_path(GET file EXTENSION LAST_ONLY extension)
  file(ARCHIVE_CREATE OUTPUT "${OUTPUT}.gz" PATHS "${FOLDER}/${file}" FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
  file(READ "${OUTPUT}.gz" bytes HEX)
  file(REMOVE "${OUTPUT}.gz")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kPacked${number}[]{${bytes}};\n")
  string(APPEND rows "    {\"/${file}\", \"${type_of_${extension}}\", kPacked${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Made by cmake/KanonWeb.cmake.
#include \"pages.hpp\"

namespace kanon::serve {
namespace {

${arrays}
constexpr WebFile kFiles[]{
${rows}};

}  // namespace

std::span<const WebFile> web_files() {
    return kFiles;
}

}  // namespace kanon::serve
")
