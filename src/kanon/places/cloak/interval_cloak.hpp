// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/cloak/cloak.hpp"

#include <memory>

namespace kanon::places {

/// Interval cloaking, space first: the area is divided into quadrants as long as each quadrant
/// with requests has enough persons; the last one before is the box.
///
/// Gruteser, Grunwald: Anonymous usage of location-based services through spatial and temporal
/// cloaking, MobiSys 2003. The paper was not at hand. Differs: there, a subject gets the smallest
/// quadrant with k subjects around itself, whoever they are, and k is one for all. Here all who
/// share a box are released with it: a quadrant is divided only if each of its parts with requests
/// has as many persons as any of them asks for, or if nobody in it tolerates it whole; and it is
/// released for those alone who tolerate it. Requests are looked at in batches (BatchCloak).
/// Cost of a batch O(n d log n); n requests wait, d levels (at most 26).
[[nodiscard]] std::unique_ptr<Cloak> make_interval_cloak(const CloakOptions& options);

/// The same, time first: the smallest cells are as small as a request wants its box at most, and
/// who asks from one waits until enough others asked from there. Requests of other tolerances, and
/// so of other cells, do not mix. Cost of a request O(n) of its cell.
[[nodiscard]] std::unique_ptr<Cloak> make_interval_cloak_time(const CloakOptions& options);

}  // namespace kanon::places
