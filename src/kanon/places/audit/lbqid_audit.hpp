// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/lbqid.hpp"
#include "kanon/places/requests/request_file.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::places {

/// Somebody who has completed an LBQID with released requests, under whatever pseudonyms.
struct CompletedLbqid {
    std::uint64_t person = 0;
    std::size_t lbqid = 0;           ///< of the list
    std::uint64_t traces = 0;        ///< pseudonyms of the requests at its elements
    bool by_one_trace = false;       ///< one of them completes it alone
    std::uint64_t least_others = 0;  ///< of these: others whose histories are in all of its boxes
};

/// What an LBQID tells of a release.
struct LbqidCount {
    std::string name;
    std::uint64_t requests = 0;   ///< released ones at its elements
    std::uint64_t persons = 0;    ///< who completed it
    std::uint64_t completed = 0;  ///< traces that did
    std::uint64_t covered = 0;    ///< of these: k - 1 others have histories in all of its boxes
};

struct LbqidAudit {
    std::vector<LbqidCount> counts;  ///< one for each LBQID
    std::vector<CompletedLbqid> completed;
    std::uint64_t shared_pseudonyms = 0;  ///< that two persons have

    [[nodiscard]] bool passed() const;
};

/// Hold the traces of released boxes, the rows of one pseudonym, against LBQIDs: which are
/// completed, by the requests themselves, and whether k - 1 others (k: the most that one of the
/// requests asks for) have a history with a point in every box of theirs at elements of the LBQID.
/// A row without pseudonym is a trace by itself. `asked`: the request of each box, null: none.
/// Cost O(sum over completed traces of requests in the time of their boxes).
[[nodiscard]] LbqidAudit audit_lbqids(const RequestSet& requests,
                                      std::span<const Request* const> asked,
                                      const std::vector<ReleasedBox>& boxes,
                                      const std::vector<Lbqid>& lbqids);

/// Whether requests, in the order of time, complete an LBQID.
[[nodiscard]] bool is_completed(const Lbqid& lbqid, std::span<const Request* const> requests);

}  // namespace kanon::places
