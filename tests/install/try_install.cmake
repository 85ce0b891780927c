# Run as a script by the test install_consumer; tests/install/CMakeLists.txt says what it does.
function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY "${work}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${work}/installed")
file(RENAME "${work}/installed" "${work}/moved")
file(GLOB_RECURSE private_headers "${work}/moved/*_internal.hpp")
if(private_headers)
  message(FATAL_ERROR "private headers are installed: ${private_headers}")
endif()

foreach(file IN ITEMS bash-completion/completions/kanon zsh/site-functions/_kanon
    fish/vendor_completions.d/kanon.fish man/man1/kanon.1 man/man1/kanon-hierarchy-build.1 kanon/policy.schema.json)
  if(NOT EXISTS "${work}/moved/${share}/${file}")
    message(FATAL_ERROR "not installed: ${share}/${file}")
  endif()
endforeach()

# Debug information names sources by their places; nothing else may.
if(type STREQUAL "Release")
  execute_process(COMMAND grep --recursive --files-with-matches --fixed-strings
    --exclude=libduckdb.so -e "${source}" -e "${build}" "${work}/moved" "${build}/bin/kanon"
    OUTPUT_VARIABLE telling RESULT_VARIABLE result)
  if(NOT result EQUAL 1)  # 1: searched, and nothing found
    message(FATAL_ERROR "these tell where they were built:\n${telling}")
  endif()
endif()

run("${work}/moved/${bin}/kanon" --version)
run("${CMAKE_COMMAND}" -S "${consumer}" -B "${work}/build" -G "${generator}"
  "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_BUILD_TYPE=${type}"
  "-DCMAKE_PREFIX_PATH=${work}/moved")
run("${CMAKE_COMMAND}" --build "${work}/build")
foreach(name IN ITEMS arrow consumer plain_c table_builder)
  run("${work}/build/${name}")
endforeach()
file(REMOVE_RECURSE "${work}")
