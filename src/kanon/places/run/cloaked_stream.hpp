// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/requests/place_policy.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/places/run/place_figures.hpp"

namespace kanon::places {

/// What a method made of a stream.
struct CloakedStream {
    Answers answers;
    PlaceFigures figures;
};

/// What a method is told of a stream with this form and policy.
[[nodiscard]] CloakOptions cloak_options(const RequestForm& form, const PlacePolicy& policy);

/// Let a method answer all requests of a set, from the first to the last.
/// \throws Error: usage, if requests want what the method does not keep; cancelled
[[nodiscard]] CloakedStream cloak_all(const CloakInfo& method,
                                      const RequestSet& requests,
                                      const PlacePolicy& policy,
                                      const RunContext& context);

}  // namespace kanon::places
