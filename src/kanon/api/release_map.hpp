// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/release/release_map.hpp"
#include "kanon/run/result.hpp"

namespace kanon {

/// A release said by the values of its original, for whoever has the rows elsewhere and carries it
/// out there. Cost as engine::map_release(). \throws Error{usage} where the release was made
/// partition by partition
[[nodiscard]] engine::ReleaseMap release_map(const Result& result, unsigned threads);

}  // namespace kanon
