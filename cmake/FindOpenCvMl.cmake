# Finds OpenCV's ml module, by which decision trees are grown. Debian's package of it alone has no
# CMake files.
#   OpenCvMl::OpenCvMl   imported target
find_path(OpenCvMl_INCLUDE_DIR opencv2/ml.hpp PATH_SUFFIXES opencv4)
find_library(OpenCvMl_LIBRARY opencv_ml)
find_library(OpenCvMl_CORE_LIBRARY opencv_core)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCvMl
  REQUIRED_VARS OpenCvMl_LIBRARY OpenCvMl_CORE_LIBRARY OpenCvMl_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libopencv-ml-dev")
mark_as_advanced(OpenCvMl_LIBRARY OpenCvMl_CORE_LIBRARY OpenCvMl_INCLUDE_DIR)
if(OpenCvMl_FOUND AND NOT TARGET OpenCvMl::OpenCvMl)
  add_library(OpenCvMl::OpenCvMl UNKNOWN IMPORTED)
  set_target_properties(OpenCvMl::OpenCvMl PROPERTIES
    IMPORTED_LOCATION "${OpenCvMl_LIBRARY}"
    INTERFACE_LINK_LIBRARIES "${OpenCvMl_CORE_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${OpenCvMl_INCLUDE_DIR}")
endif()
