# Finds cpp-httplib as Debian builds it, the HTTP server of `kanon serve`.
#   CppHttplib::CppHttplib   imported target
find_path(CppHttplib_INCLUDE_DIR httplib.h)
find_library(CppHttplib_LIBRARY cpp-httplib)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CppHttplib
  REQUIRED_VARS CppHttplib_LIBRARY CppHttplib_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libcpp-httplib-dev")
mark_as_advanced(CppHttplib_LIBRARY CppHttplib_INCLUDE_DIR)
if(CppHttplib_FOUND AND NOT TARGET CppHttplib::CppHttplib)
  add_library(CppHttplib::CppHttplib UNKNOWN IMPORTED)
  set_target_properties(CppHttplib::CppHttplib PROPERTIES
    IMPORTED_LOCATION "${CppHttplib_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CppHttplib_INCLUDE_DIR}"
    # Those of its package: without them its classes have other members.
    INTERFACE_COMPILE_DEFINITIONS
      "CPPHTTPLIB_OPENSSL_SUPPORT;CPPHTTPLIB_ZLIB_SUPPORT;CPPHTTPLIB_BROTLI_SUPPORT")
endif()
