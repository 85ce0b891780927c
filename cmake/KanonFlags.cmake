# Warnings and sanitizers of the project's own targets; never seen by those who use the library.
add_library(kanon_flags INTERFACE)
target_compile_options(kanon_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 reports string concatenation falsely
  -Wno-missing-field-initializers  # designated initializers leave fields out on purpose
  "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")  # no path of the builder in what check_failed says
option(KANON_WERROR "Treat warnings as errors" OFF)
if(KANON_WERROR)
  target_compile_options(kanon_flags INTERFACE -Werror)
endif()
set(KANON_SANITIZE "" CACHE STRING "Sanitizers, comma-separated (address,undefined or thread)")
if(KANON_SANITIZE)
  target_compile_options(kanon_flags INTERFACE -fsanitize=${KANON_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all
    # g++ 12 takes optionals and arcs that are filled for uninitialized, under sanitizers alone
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(KANON_SANITIZE MATCHES "address.*undefined")
    # The address sanitizer stops at both by itself; without these checks a build takes a seventh less.
    target_compile_options(kanon_flags INTERFACE -fno-sanitize=null,object-size)
  endif()
  target_link_options(kanon_flags INTERFACE -fsanitize=${KANON_SANITIZE})
endif()
option(KANON_ASSERTIONS "Check the standard library's preconditions" OFF)
if(KANON_ASSERTIONS)
  target_compile_definitions(kanon_flags INTERFACE _GLIBCXX_ASSERTIONS)
endif()
option(KANON_FUZZ "Build the fuzzers (clang)" OFF)
if(KANON_FUZZ)
  target_compile_options(kanon_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# What is compiled often and takes little of the time that a run takes: programs and tests.
add_library(kanon_low_effort INTERFACE)
target_compile_options(kanon_low_effort INTERFACE $<$<CONFIG:Release>:-O1>)
target_link_libraries(kanon_low_effort INTERFACE kanon_flags)
# There are many of them; gold links them in less than half of the time.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold KANON_HAS_GOLD)
if(KANON_HAS_GOLD)
  target_link_options(kanon_low_effort INTERFACE -fuse-ld=gold)
endif()
