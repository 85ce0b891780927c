// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace kanon::detail {

void check_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
    std::abort();
}

}  // namespace kanon::detail
