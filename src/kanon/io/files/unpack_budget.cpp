// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/unpack_budget.hpp"

#include "kanon/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::io {

std::uint64_t unpacked_limit(std::uint64_t packed_bytes) {
    constexpr std::uint64_t kLeast = std::uint64_t{1} << 30U;
    constexpr std::uint64_t kRatio = 200;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return std::max(kLeast, packed_bytes > kMost / kRatio ? kMost : packed_bytes * kRatio);
}

UnpackBudget::UnpackBudget(std::uint64_t limit,
                           std::uint64_t packed_bytes,
                           std::string name,
                           std::string_view verb)
    : limit_(limit == 0 ? unpacked_limit(packed_bytes) : limit),
      left_(limit_),
      name_(std::move(name)),
      verb_(verb) {}

void UnpackBudget::take(std::size_t bytes) {
    if (bytes > left_) {
        constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
        throw Error(ErrorCode::bad_input,
                    fmt::format("{} more than {:.3g} GiB, as bombs do; if it is none, let it by "
                                "--unpack-limit",
                                verb_,
                                static_cast<double>(limit_) / kGiB),
                    {.file = name_});
    }
    left_ -= bytes;
}

}  // namespace kanon::io
