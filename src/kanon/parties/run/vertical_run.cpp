// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/vertical_run.hpp"

#include "kanon/parties/protocols/jiang_clifton.hpp"
#include "kanon/parties/run/joint_columns.hpp"
#include "kanon/parties/run/released_site.hpp"
#include "kanon/release/recoding/level_recoding.hpp"
#include "kanon/table/row_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

/// A party's part of the release: its rows in the order common to all.
struct OwnPart {
    Table table;
    std::vector<std::string> proven;
};

OwnPart by_jiang_clifton(const SiteTable& site,
                         const Agreement& agreement,
                         const Peers& peers,
                         const RunContext& context,
                         PartyOutcome& outcome) {
    const Problem& problem = site.problem;
    const KeyedTask own{.task = problem, .type_of_row = problem.type_of_row, .keys = site.keys};
    const JointPromise promise{.k = agreement.k(), .limit = agreement.policy.suppression};
    const JointRows found = jiang_clifton(own, promise, peers, context);
    std::vector<GlobalRecoding::Attribute> recoding;
    for (std::size_t j = 0; j < found.node.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        recoding.push_back(recode_to_level(attribute.hierarchy, found.node[j]));
        outcome.levels.emplace_back(attribute.name, found.node[j]);
    }
    outcome.joint_rows = found.joint_rows;
    outcome.left_out_rows = found.left_out;
    outcome.steps = found.steps;
    const ReleasedSite released = release_site(problem, recoding, context);
    return {.table = reordered(released.table, found.rows), .proven = released.proven};
}

using RunProtocol =
    OwnPart (*)(const SiteTable&, const Agreement&, const Peers&, const RunContext&, PartyOutcome&);

/// The protocols for this division, by their names.
constexpr std::array<std::pair<std::string_view, RunProtocol>, 1> kRuns{
    {{"jiang-clifton", by_jiang_clifton}}};

}  // namespace

std::optional<Table> run_vertical(const SiteTable& site,
                                  const Agreement& agreement,
                                  const Peers& peers,
                                  const RunContext& context,
                                  PartyOutcome& outcome) {
    const auto* const run =
        std::ranges::find(kRuns, agreement.protocol->name, &decltype(kRuns)::value_type::first);
    const OwnPart own = run->second(site, agreement, peers, context, outcome);
    outcome.released_rows = own.table.row_count();
    outcome.proven = own.proven;
    std::optional<Table> release = join_columns(own.table, agreement, peers);
    if (release) {
        const JointClasses classes = check_joint_classes(*release, agreement);
        outcome.classes = classes.classes;
        outcome.least_class = classes.least_rows;
        outcome.greatest_class = classes.greatest_rows;
        outcome.proven.push_back(
            fmt::format("every class of the joint release has at least {} rows", outcome.k));
    }
    return release;
}

}  // namespace kanon::parties
