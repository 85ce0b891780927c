// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arrow.h"
#include <cpp11/list.hpp>

namespace kanon_r {

// A stream of the library's as a list of columns, each `name`, `format`, `cells` and `words`: texts
// are codes, counted from 1, of the words. The stream is released.
cpp11::writable::list columns_of(ArrowArrayStream& stream);

}  // namespace kanon_r
