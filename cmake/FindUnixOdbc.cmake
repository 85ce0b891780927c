# Finds unixODBC, by which tables in databases are reached.
#   UnixOdbc::UnixOdbc   imported target
find_path(UnixOdbc_INCLUDE_DIR sqlucode.h)
find_library(UnixOdbc_LIBRARY odbc)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(UnixOdbc
  REQUIRED_VARS UnixOdbc_LIBRARY UnixOdbc_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install unixodbc-dev")
mark_as_advanced(UnixOdbc_LIBRARY UnixOdbc_INCLUDE_DIR)
if(UnixOdbc_FOUND AND NOT TARGET UnixOdbc::UnixOdbc)
  add_library(UnixOdbc::UnixOdbc UNKNOWN IMPORTED)
  set_target_properties(UnixOdbc::UnixOdbc PROPERTIES
    IMPORTED_LOCATION "${UnixOdbc_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${UnixOdbc_INCLUDE_DIR}")
endif()
