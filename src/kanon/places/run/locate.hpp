// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/places/audit/box_audit.hpp"
#include "kanon/places/requests/place_policy.hpp"
#include "kanon/places/run/place_figures.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// Give the requests of a file boxes.
struct LocateJob {
    std::string requests;  ///< file
    std::string output;    ///< the boxes
    std::string method = "clique-cloak";
    places::PlacePolicy policy{};  ///< already with what flags say, see merged()
    std::string ids{};             ///< which id is whose, where requests have none; "": none
    /// Rows of a person have a pseudonym; always so where the policy has LBQIDs.
    bool linked = false;
    std::string monitor{};  ///< who completed which LBQID; "": none
    std::string summary{};  ///< JSON; "": none
    std::string picture{};  ///< SVG of the boxes; "": none
    std::string roads{};    ///< drawn below them; "": none
    bool force = false;
    ReadOptions read{};
    WriteOptions write{};
    RunContext context{};
    std::optional<std::uint64_t> secret_seed{};  ///< for tests
};

/// What came of it.
struct LocateOutcome {
    std::string method;
    std::uint64_t persons = 0;
    PlaceFigures figures;
    places::BoxAudit audit;
    bool linked = false;
    std::uint64_t matching = 0;  ///< released requests at an element of an LBQID
    std::uint64_t widened = 0;   ///< groups that were, for histories
    std::uint64_t unlinked = 0;  ///< times that a person got a new pseudonym
    std::vector<std::string> notes;
    double seconds = 0;
};

/// Read, cloak, keep histories, audit, and only then write boxes, ids, monitor, picture and
/// summary, all or none; ids and monitor so that nobody but their owner may read them. \throws
/// Error: usage, bad_input; infeasible if no request can be served; audit_failed; bad_output
[[nodiscard]] LocateOutcome locate(const LocateJob& job);

/// The outcome as JSON, with a schema number.
[[nodiscard]] std::string locate_json(const LocateOutcome& outcome);

/// What a policy says, but where flags say it.
[[nodiscard]] places::PlacePolicy merged(places::PlacePolicy policy,
                                         const places::PlacePolicy& flags);

}  // namespace kanon
