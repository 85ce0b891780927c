// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/vertical_run.hpp"

#include "kanon/parties/protocols/jiang_clifton.hpp"
#include "kanon/parties/protocols/top_down.hpp"
#include "kanon/parties/run/joint_columns.hpp"
#include "kanon/parties/run/released_site.hpp"
#include "kanon/release/recoding/level_recoding.hpp"
#include "kanon/table/row_order.hpp"

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
    outcome.held_back_rows = found.held_back;
    outcome.steps = found.steps;
    const ReleasedSite released = release_site(problem, recoding, found.offered, context);
    return {.table = reordered(released.table, found.rows), .proven = released.proven};
}

/// Who has which column: the quasi-identifiers of all in the order of the policy, and the class.
struct Owners {
    std::vector<std::size_t> of_quasi_identifiers;
    std::size_t of_class = 0;
};

Owners owners_of(const Agreement& agreement) {
    Owners out;
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        for (std::size_t party = 0; party < agreement.parties.size(); ++party) {
            const std::vector<std::string>& columns = agreement.parties[party].columns;
            if (std::ranges::find(columns, attribute.name) == columns.end()) {
                continue;
            }
            if (attribute.role == Role::quasi_identifying) {
                out.of_quasi_identifiers.push_back(party);
            }
            if (attribute.is_class) {
                out.of_class = party;
            }
        }
    }
    return out;
}

OwnPart by_top_down(const SiteTable& site,
                    const Agreement& agreement,
                    const Peers& peers,
                    const RunContext& context,
                    PartyOutcome& outcome) {
    const Problem& problem = site.problem;
    const Owners owners = owners_of(agreement);
    std::vector<Code> labels;
    if (problem.class_attribute) {
        const CodeVector& codes = problem.table.column(*problem.class_attribute).codes;
        for (std::size_t row = 0; row < codes.size(); ++row) {
            labels.push_back(codes[row]);
        }
    }
    const DividedColumns own{
        .rows = {.task = problem, .type_of_row = problem.type_of_row, .keys = site.keys},
        .owners = owners.of_quasi_identifiers,
        .class_owner = owners.of_class,
        .class_of_row = labels};
    const SpecializedRows found = top_down(own, peers, context);
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        if (!found.recoding.suppressed[i]) {
            rows.push_back(found.rows[i]);
        }
    }
    outcome.joint_rows = found.rows.size();
    outcome.left_out_rows = found.rows.size() - rows.size();
    outcome.steps = found.steps;
    std::vector<std::uint32_t> kept = rows;
    std::ranges::sort(kept);
    const ReleasedSite released =
        release_site(problem, found.recoding.attributes, std::move(kept), context);
    return {.table = reordered(released.table, rows), .proven = released.proven};
}

using RunProtocol =
    OwnPart (*)(const SiteTable&, const Agreement&, const Peers&, const RunContext&, PartyOutcome&);

/// The protocols for this division, by their names.
constexpr std::array<std::pair<std::string_view, RunProtocol>, 2> kRuns{
    {{"jiang-clifton", by_jiang_clifton}, {"top-down", by_top_down}}};

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
        prove_joint_classes(*release, agreement, outcome);
    }
    return release;
}

}  // namespace kanon::parties
