// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/rehearsal.hpp"

#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"
#include "kanon/io/table_file.hpp"
#include "kanon/parties/run/site_table.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kanon::parties {
namespace {

/// For each row of the first party that all others have: its row in each.
std::vector<std::vector<std::uint32_t>> joint_rows(const std::vector<SiteRows>& sites) {
    std::vector<std::unordered_map<std::string_view, std::uint32_t>> row_of_key(sites.size());
    for (std::size_t site = 1; site < sites.size(); ++site) {
        for (std::uint32_t row = 0; row < sites[site].keys.size(); ++row) {
            row_of_key[site].emplace(sites[site].keys[row], row);
        }
    }
    std::vector<std::vector<std::uint32_t>> out(sites.size());
    for (std::uint32_t row = 0; row < sites[0].keys.size(); ++row) {
        std::vector<std::uint32_t> rows{row};
        for (std::size_t site = 1; site < sites.size(); ++site) {
            const auto found = row_of_key[site].find(sites[0].keys[row]);
            if (found == row_of_key[site].end()) {
                break;
            }
            rows.push_back(found->second);
        }
        for (std::size_t site = 0; rows.size() == sites.size() && site < sites.size(); ++site) {
            out[site].push_back(rows[site]);
        }
    }
    return out;
}

/// The originals side by side.
Table joined(const std::vector<SiteRows>& sites) {
    const std::vector<std::vector<std::uint32_t>> rows = joint_rows(sites);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t site = 0; site < sites.size(); ++site) {
        const Table table = reordered(sites[site].table, rows[site]);
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            columns.push_back(table.shared_column(j));
        }
    }
    return {std::move(columns), rows.front().size()};
}

/// The originals one below the other.
Table stacked(const std::vector<SiteRows>& sites) {
    TableBuilder builder;
    const Table& first = sites.front().table;
    for (std::size_t j = 0; j < first.column_count(); ++j) {
        std::vector<std::optional<std::string>> cells;
        for (const SiteRows& site : sites) {
            const Column& column = site.table.column(j);
            for (std::size_t row = 0; row < column.codes.size(); ++row) {
                const bool is_missing = column.dictionary->missing() == column.codes[row];
                cells.push_back(is_missing ? std::nullopt
                                           : std::optional(std::string(column.text(row))));
            }
        }
        builder.add_text(first.column(j).name, cells);
    }
    return builder.finish();
}

/// What the union promises: rows that are not released are left out.
Policy policy_of_union(const Agreement& agreement) {
    Policy policy = agreement.policy;
    policy.suppressed = SuppressedRows::drop;
    if (agreement.protocol->division == Division::horizontal) {
        policy.suppression = SuppressionLimit::parse("100%");
    }
    std::erase_if(policy.attributes, [](const AttributePolicy& attribute) {
        return attribute.role == Role::identifying;  // was not read
    });
    return policy;
}

}  // namespace

AuditReport audit_rehearsal(const Agreement& agreement,
                            const std::vector<std::string>& inputs,
                            const std::vector<std::string>& releases,
                            const ReadOptions& options,
                            const RunContext& context) {
    std::vector<SiteRows> sites;
    for (std::size_t party = 0; party < inputs.size(); ++party) {
        if (agreement.has_rows(party)) {
            sites.push_back(read_site_rows(inputs[party], agreement, party, options, context));
        }
    }
    const bool is_vertical = agreement.protocol->division == Division::vertical;
    const Policy policy = policy_of_union(agreement);
    BindOptions circumstances;
    circumstances.row_order = RowOrder::hidden;
    circumstances.only_measured = true;
    Problem problem = kanon::bind(is_vertical ? joined(sites) : stacked(sites),
                                  policy,
                                  read_policy_files(policy, context),
                                  circumstances,
                                  context);
    problem.patterns.all_star = AllStar::as_class;
    ReadOptions read;
    read.keep_blank_rows = true;
    read.header_in_doubt = true;
    read.find_values = false;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        read.known_names.push_back(problem.table.column(j).name);
    }
    std::vector<SiteRows> released;
    released.reserve(releases.size());
    for (const std::string& release : releases) {
        released.push_back({.table = read_table(release, read, context).table, .keys = {}});
    }
    const Table all = released.size() == 1 ? released.front().table : stacked(released);
    return audit(problem, release_from_table(all, problem), {.shuffled = true}, context);
}

}  // namespace kanon::parties
