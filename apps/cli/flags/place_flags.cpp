// SPDX-License-Identifier: Apache-2.0
#include "place_flags.hpp"

#include "terminal/flags.hpp"

#include <string_view>

namespace kanon::cli {
namespace {

/// A number from 0 to 10^9 of a flag; none: it is not given.
std::optional<double> amount_of(const std::string& text, std::string_view flag) {
    constexpr double kMost = 1e9;
    if (text.empty()) {
        return std::nullopt;
    }
    const double out = number_of(text, flag);
    if (!(out >= 0 && out <= kMost)) {
        refuse_flag(flag, "write a number from 0 to 10^9");
    }
    return out;
}

}  // namespace

void add_place_flags(CLI::App& app, PlaceFlags& flags) {
    app.add_option("--k", flags.k, "persons who share a box, where a request does not say")
        ->type_name("N");
    app.add_option("--within", flags.within, "metres that a box may reach from its point")
        ->type_name("METRES");
    app.add_option("--wait", flags.wait, "seconds that a request may be held back")
        ->type_name("SECONDS");
    app.add_option("--min-area", flags.least_area, "square metres of a box at least (pyramid)")
        ->type_name("SQUARE-METRES");
    app.add_option("--area", flags.area, "where positions are; others are refused")
        ->type_name("X,Y,X,Y");
    app.add_option("-p,--policy", flags.policy, "the policy (YAML): what flags do not say")
        ->type_name("FILE");
}

places::PlacePolicy make_place_policy(const PlaceFlags& flags, const RunContext& context) {
    places::PlacePolicy said;
    if (flags.k) {
        if (*flags.k < 2 || *flags.k > places::kMostK) {
            refuse_flag("--k", "write a whole number from 2 to 1,000,000");
        }
        said.k = static_cast<std::uint32_t>(*flags.k);
    }
    said.within = amount_of(flags.within, "--within");
    said.wait = amount_of(flags.wait, "--wait");
    said.least_area = amount_of(flags.least_area, "--min-area");
    if (!flags.area.empty()) {
        said.area = places::parse_area(flags.area);
    }
    return merged(flags.policy.empty() ? places::PlacePolicy()
                                       : places::read_place_policy(flags.policy, context),
                  said);
}

std::string cloak_names() {
    std::string out;
    for (const places::CloakInfo& info : places::cloaks()) {
        out += (out.empty() ? "" : "|") + std::string(info.name);
    }
    return out;
}

}  // namespace kanon::cli
