// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/private_tables.hpp"
#include "kanon/engine/written_release.hpp"

#include <span>

namespace kanon::engine {

/// The rows of releases of the same columns as one, in random order, without their keys; the tables
/// of the releases are dropped. That it holds their rows, each as often, is counted in the engine.
/// Cost: a scan with a sort, and a grouping of all rows. \throws EngineFault; Error{audit_failed}
/// if it does not hold them. \pre there is one
[[nodiscard]] WrittenRelease unite_releases(PrivateTables& tables,
                                            std::span<const WrittenRelease> releases);

}  // namespace kanon::engine
