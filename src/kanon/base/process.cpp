// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/process.hpp"

#include <sys/resource.h>

namespace kanon {

double peak_rss_mb() {
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) {
        return 0;
    }
    return static_cast<double>(usage.ru_maxrss) / 1024.0;  // Linux counts KiB
}

}  // namespace kanon
