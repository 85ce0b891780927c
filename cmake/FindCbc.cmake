# Finds COIN-OR Cbc with the libraries it stands on, by the names of Debian's packages.
#   Cbc::Cbc   imported target
find_path(Cbc_INCLUDE_DIR CbcModel.hpp PATH_SUFFIXES coin coin-or)
set(Cbc_LIBRARIES "")
set(Cbc_PARTS Cbc Cgl OsiClp Osi Clp CoinUtils)
foreach(part IN LISTS Cbc_PARTS)
  find_library(Cbc_${part}_LIBRARY ${part})
  mark_as_advanced(Cbc_${part}_LIBRARY)
  list(APPEND Cbc_LIBRARIES "${Cbc_${part}_LIBRARY}")
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cbc
  REQUIRED_VARS Cbc_Cbc_LIBRARY Cbc_Cgl_LIBRARY Cbc_OsiClp_LIBRARY Cbc_Osi_LIBRARY Cbc_Clp_LIBRARY
                Cbc_CoinUtils_LIBRARY Cbc_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install coinor-libcbc-dev")
mark_as_advanced(Cbc_INCLUDE_DIR)
if(Cbc_FOUND AND NOT TARGET Cbc::Cbc)
  add_library(Cbc::Cbc INTERFACE IMPORTED)
  set_target_properties(Cbc::Cbc PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${Cbc_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${Cbc_LIBRARIES}")
endif()
