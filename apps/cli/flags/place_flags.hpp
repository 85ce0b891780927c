// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/api/places.hpp"

#include <CLI/App.hpp>

#include <cstdint>
#include <optional>
#include <string>

/// What requests from places are taken to want, for verbs that read them.
namespace kanon::cli {

struct PlaceFlags {
    std::string policy;
    std::optional<std::uint64_t> k;
    std::string within;
    std::string wait;
    std::string least_area;
    std::string area;
};

void add_place_flags(CLI::App& app, PlaceFlags& flags);

/// The policy's file, if one is named, and what flags say otherwise.
/// \throws Error: usage, bad_policy, cancelled
[[nodiscard]] places::PlacePolicy make_place_policy(const PlaceFlags& flags,
                                                    const RunContext& context);

/// The methods, as help shows them: `clique-cloak|nbr-k`.
[[nodiscard]] std::string cloak_names();

}  // namespace kanon::cli
