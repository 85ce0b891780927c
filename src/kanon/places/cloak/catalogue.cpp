// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/places/cloak/clique_cloak.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/cloak/interval_cloak.hpp"
#include "kanon/places/cloak/pyramid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace kanon::places {
namespace {

constexpr double kDeferredAbove = 2;  // times k neighbours: enough to choose among

std::unique_ptr<Cloak> local_k(const CloakOptions& /*options*/) {
    return make_clique_cloak({});
}

std::unique_ptr<Cloak> nbr_k(const CloakOptions& /*options*/) {
    return make_clique_cloak({.neighbours_k = true});
}

std::unique_ptr<Cloak> deferred(const CloakOptions& /*options*/) {
    return make_clique_cloak({.neighbours_k = true, .deferred_above = kDeferredAbove});
}

constexpr std::uint32_t kAnyK = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kGedikLiu = "Gedik, Liu 2005";

constexpr std::string_view kGruteserGrunwald = "Gruteser, Grunwald 2003";
constexpr std::string_view kCasper = "Mokbel, Chow, Aref 2006";

constexpr std::array<CloakInfo, 6> kCloaks{{
    {"clique-cloak",
     "a clique of as many as the last one to come asks for",
     kGedikLiu,
     kMostCliqueK,
     false,
     local_k},
    {"nbr-k",
     "the same, also of as many as a neighbour asks for",
     kGedikLiu,
     kMostCliqueK,
     false,
     nbr_k},
    {"deferred",
     "as nbr-k, but looked for late where few are near",
     kGedikLiu,
     kMostCliqueK,
     false,
     deferred},
    {"interval-cloak",
     "quadrants, divided while all parts have enough persons",
     kGruteserGrunwald,
     kAnyK,
     false,
     make_interval_cloak},
    {"interval-cloak-time",
     "small cells, each of which waits until enough asked",
     kGruteserGrunwald,
     kAnyK,
     false,
     make_interval_cloak_time},
    {"pyramid",
     "cells from the smallest up, with a least area",
     kCasper,
     kAnyK,
     true,
     make_pyramid},
}};

}  // namespace

std::span<const CloakInfo> cloaks() {
    return kCloaks;
}

std::optional<std::string> unmet_wish(const CloakInfo& method, const Request& request) {
    if (request.least_area > 0 && !method.keeps_area) {
        return "min-area is kept by the method pyramid alone, not by " + std::string(method.name);
    }
    if (request.k > method.most_k) {
        return fmt::format("{} serves k up to {}; the methods without cliques serve any",
                           method.name,
                           method.most_k);
    }
    return std::nullopt;
}

const CloakInfo& find_cloak(std::string_view name) {
    const auto* const found = std::ranges::find(kCloaks, name, &CloakInfo::name);
    if (found == kCloaks.end()) {
        std::vector<std::string_view> names;
        names.reserve(kCloaks.size());
        for (const CloakInfo& info : kCloaks) {
            names.push_back(info.name);
        }
        throw Error(ErrorCode::usage,
                    "there is no method '" + std::string(name) + "'" + suggestion(name, names));
    }
    return *found;
}

}  // namespace kanon::places
