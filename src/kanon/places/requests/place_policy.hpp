// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/places/requests/lbqid.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::places {

/// Where requests come from, in their coordinates.
struct Area {
    Range<double> x;
    Range<double> y;
};

/// What holds for requests that do not say otherwise, and whose habits are protected.
struct PlacePolicy {
    std::string file{};                  ///< "": none
    std::optional<std::uint32_t> k{};    ///< >= 2
    std::optional<double> within{};      ///< metres, >= 0
    std::optional<double> wait{};        ///< seconds, >= 0
    std::optional<double> least_area{};  ///< square metres, >= 0
    std::optional<Area> area{};          ///< positions outside are refused
    std::vector<Lbqid> lbqids{};
};

inline constexpr std::uint32_t kMostK = 1'000'000;
inline constexpr double kFarthest = 1e9;  ///< metres from the origin, and of a tolerance
inline constexpr double kLongest = 1e9;   ///< seconds of a tolerance

/// Read a policy of places (YAML, docs/places.md).
/// \throws Error{bad_policy} with file:line:column; unknown keys come with the nearest known one.
[[nodiscard]] PlacePolicy read_place_policy(const std::string& path,
                                            const RunContext& context = {});

/// The same from a text in memory; `name` stands in messages.
[[nodiscard]] PlacePolicy parse_place_policy(std::string_view text,
                                             const std::string& name,
                                             const RunContext& context = {});

/// Read `x_min,y_min,x_max,y_max`. \throws Error{usage}
[[nodiscard]] Area parse_area(std::string_view text);

}  // namespace kanon::places
