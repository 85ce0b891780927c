// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/lbqid.hpp"
#include "kanon/places/requests/request_file.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace kanon::places {

/// What became of the histories of a run.
struct Histories {
    /// Of each request that is in a group: a number that its person's requests share until the
    /// person is unlinked. By the number of the request.
    std::map<std::uint64_t, std::uint64_t> trace_of;
    std::uint64_t matching = 0;  ///< released requests that are at an element of an LBQID
    std::uint64_t widened = 0;   ///< groups whose box was made larger
    std::uint64_t unlinked = 0;  ///< times that a person got a new trace
};

/// Historical k-anonymity: make the boxes of groups larger, so that for each trace of a person and
/// each LBQID, k - 1 others have a history that is in every box of its requests at elements of
/// that LBQID. A history is all places that a person asked from. Who has been in all boxes so far
/// are the companions; the box takes in points of as many of them as are needed, those that widen
/// it least first, within the tolerance of all members and up to the moment of release. The first
/// box of a trace takes in three times as many, where it can: companions only become fewer. Where
/// there are not enough, the person is unlinked: a new trace begins with this request.
///
/// Bettini, Wang, Jajodia: Protecting privacy against location-based personal identification, SDM
/// 2005, sections 5 and 6. The paper was not at hand. Differs: there, a box is made for a request
/// from nothing but histories, and companions are those of its first box; here, a group that k
/// share is widened for all its members alike, so that it is still shared, and all who happened to
/// be in all boxes are companions. There, unlinking asks whether the place allows it (a mix zone);
/// here it is always done, and `kanon attack places` says what it is worth.
/// \pre the requests of the groups are those of the set
/// Cost O(sum over groups with such requests of the requests in the time of their tolerances).
/// Deterministic.
[[nodiscard]] Histories keep_histories(const RequestSet& requests,
                                       const std::vector<Lbqid>& lbqids,
                                       std::vector<Group>& groups);

}  // namespace kanon::places
