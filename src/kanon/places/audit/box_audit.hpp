// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/audit/lbqid_audit.hpp"
#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/place_policy.hpp"
#include "kanon/places/requests/request_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::places {

/// A promise that a row of the boxes breaks.
struct BoxFault {
    std::string rule;
    std::optional<std::uint64_t> row{};  ///< of the file of boxes, from 1
    std::string message;                 ///< quotes no id, position or time
};

struct BoxAuditOptions {
    std::size_t most_faults = 20;  ///< that are named; all are counted
};

/// What the auditor found.
struct BoxAudit {
    std::vector<std::string> checks;  ///< what is proven, a line each
    std::vector<BoxFault> faults;
    std::uint64_t fault_count = 0;
    std::vector<std::string> notes;
    std::uint64_t requests = 0;
    std::uint64_t released = 0;
    std::uint64_t boxes = 0;          ///< distinct ones
    std::uint64_t least_persons = 0;  ///< who share a box; 0: nothing is released
    LbqidAudit lbqids;                ///< of the policy

    [[nodiscard]] bool passed() const { return fault_count == 0; }
};

/// Derive every promise of released boxes again, from the requests and the boxes alone: each row
/// is a request that was asked, once; its point is in its box; as many persons as it asks for have
/// a row with the very same box; the box is within its tolerance of space and time, and ends by
/// its deadline; it is as large as the request wants; whose trace completes an LBQID of the policy
/// is covered by the histories of others (audit_lbqids()), and no two persons have one pseudonym.
/// `ids`: of the requests, by number. Knows no method. Cost O(n log n).
[[nodiscard]] BoxAudit audit_boxes(const RequestSet& requests,
                                   std::span<const std::string> ids,
                                   const std::vector<ReleasedBox>& boxes,
                                   const PlacePolicy& policy,
                                   const BoxAuditOptions& options = {});

}  // namespace kanon::places
