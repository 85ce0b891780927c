// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/places/audit/box_audit.hpp"
#include "kanon/places/requests/place_policy.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace kanon {

/// Hold released boxes against the requests that they stand for.
struct BoxVerifyJob {
    std::string requests;
    std::string boxes;
    places::PlacePolicy policy{};
    std::string ids{};  ///< where the requests have none
    ReadOptions read{};
    places::BoxAuditOptions options{};
    RunContext context{};
};

/// \throws Error: usage, bad_input, see read_requests(), read_boxes()
[[nodiscard]] places::BoxAudit verify_boxes(const BoxVerifyJob& job);

/// The verdict as JSON, with a schema number.
[[nodiscard]] std::string box_audit_json(const places::BoxAudit& audit);

/// What LBQIDs tell, as a part of a JSON document.
[[nodiscard]] nlohmann::ordered_json lbqids_json(const places::LbqidAudit& audit);

}  // namespace kanon
