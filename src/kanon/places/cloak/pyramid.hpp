// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/cloak/cloak.hpp"

#include <memory>

namespace kanon::places {

/// The pyramid of Casper: from the smallest cells up, who is in a cell with enough others gets it
/// as the box; else the cell with its neighbour beside or above it in the same parent, the one
/// with fewer persons of both that are enough; else the parent. Each request has its own k and its
/// own least area.
///
/// Mokbel, Chow, Aref: The new Casper: query processing for location services without compromising
/// privacy, VLDB 2006, section 4. The paper was not at hand. Differs: there, the persons in a
/// region are counted, whether they ask or not, and each gets a region of its own; here, all who
/// are counted are released with the same box. Cells are those of the requests that wait, in
/// batches (BatchCloak); there is no adaptive pyramid, since no cell is stored.
/// Cost of a batch O(d n log n); n requests wait, d levels below the largest tolerance (<= 26).
[[nodiscard]] std::unique_ptr<Cloak> make_pyramid(const CloakOptions& options);

}  // namespace kanon::places
