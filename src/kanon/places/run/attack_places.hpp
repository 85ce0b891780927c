// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/places/attack/place_attack.hpp"
#include "kanon/places/requests/place_policy.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kanon {

/// Attack the boxes of a file as one who knows where everybody was.
struct PlaceAttackJob {
    std::string requests;
    std::string boxes;
    places::PlacePolicy policy{};  ///< what requests do not say; k is 2, tolerances 0 if not said
    std::string ids{};             ///< where the requests have none
    std::string method{};          ///< replayed in earnest; "": not
    ReadOptions read{};
    RunContext context{};
};

struct PlaceAttackReport {
    places::PlaceFindings findings;
    /// Boxes that come out again when the method is run with the requests, and all of the file;
    /// none: no method was named.
    std::optional<std::uint64_t> reproduced{};
    std::uint64_t boxes = 0;
};

/// \throws Error: usage, bad_input
[[nodiscard]] PlaceAttackReport attack_places(const PlaceAttackJob& job);

}  // namespace kanon
