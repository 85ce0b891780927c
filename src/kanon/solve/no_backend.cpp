// SPDX-License-Identifier: Apache-2.0
// Built where no solver was found: an empty list of back ends.
#include "kanon/solve/solver.hpp"

namespace kanon {

std::span<const MipBackend> mip_backends() {
    return {};
}

}  // namespace kanon
