// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/carried_classes.hpp"

#include "kanon/base/grouped.hpp"
#include "kanon/release/classes/starred.hpp"
#include "kanon/release/release.hpp"
#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

/// The row types by how they would be released: classes, as a reader of the release tells them.
struct ReleasedGroups {
    static constexpr std::uint32_t kUnplaced = 0;  ///< number in place of that of a spelling

    std::vector<std::uint32_t> group_of_type;
    std::size_t count = 0;
    std::vector<bool> unplaced;  ///< per type: some attribute has no value for it
    std::vector<bool> starred;   ///< per type: `*` in every attribute, as far as it has values
};

/// Per row type the number of the spelling of its released value.
std::vector<std::uint32_t> spelling_numbers(const TableFacts& table,
                                            const CarriedRecoding& carried,
                                            std::size_t j) {
    const ReleasedDomain& domain = *view_of(carried.recoding).domains[j];
    const TableFacts::Attribute& attribute = table.attributes[j];
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> number_of_value;
    for (const ReleasedValue& value : domain.values) {
        const auto next = static_cast<std::uint32_t>(numbers.size() + 1);
        number_of_value.push_back(
            numbers.emplace(spell(value, domain, *attribute.dictionary, attribute.hierarchy), next)
                .first->second);
    }
    std::vector<std::uint32_t> out;
    out.reserve(carried.value_of_type[j].size());
    for (const std::uint32_t value : carried.value_of_type[j]) {
        out.push_back(value == kNoValue ? ReleasedGroups::kUnplaced : number_of_value[value]);
    }
    return out;
}

std::vector<bool> starred_types(const TableFacts& table, const CarriedRecoding& carried) {
    const RecodingView view = view_of(carried.recoding);
    return starred_throughout({.count = carried.value_of_type.size(),
                               .stars =
                                   [&](std::size_t j) {
                                       return values_spelled_star(*view.domains[j],
                                                                  table.attributes[j].hierarchy);
                                   },
                               .values = [&](std::size_t j) { return carried.value_of_type[j]; }});
}

ReleasedGroups group_types(const TableFacts& table,
                           const CarriedRecoding& carried,
                           unsigned threads) {
    const std::size_t types = table.types->size();
    ReleasedGroups out{.group_of_type = std::vector<std::uint32_t>(types),
                       .count = 1,
                       .unplaced = std::vector<bool>(types),
                       .starred = starred_types(table, carried)};
    out.starred.resize(types);
    for (std::size_t j = 0; j < carried.value_of_type.size(); ++j) {
        const std::vector<std::uint32_t> numbers = spelling_numbers(table, carried, j);
        std::uint32_t greatest = 0;
        for (std::size_t type = 0; type < types; ++type) {
            greatest = std::max(greatest, numbers[type]);
            out.unplaced[type] = out.unplaced[type] || numbers[type] == ReleasedGroups::kUnplaced;
        }
        const KeyMaker maker{
            {.ranks = &out.group_of_type, .bits = bits_for(out.count)},
            {.ranks = &numbers, .bits = bits_for(std::size_t{greatest} + 1)},
        };
        Groups groups = group_rows(maker, types, threads);
        out.group_of_type = std::move(groups.group_of_row);
        out.count = groups.keys.size();
    }
    return out;
}

CarriedLosses::Stars stars_of(const TableFacts& table, const CarriedLosses& losses) {
    using enum CarriedLosses::Stars;
    if (losses.rows() == 0 || !are_star_class(losses.rows(), table.star_class_rows)) {
        return suppressed;
    }
    std::vector<std::uint32_t> types;
    for (std::uint32_t type = 0; type < losses.suppressed.size(); ++type) {
        if (losses.suppressed[type]) {
            types.push_back(type);
        }
    }
    if (table.holds(losses.rows(), types)) {
        return are_class;
    }
    return table.keeps_suppressed ? fail : suppressed;
}

/// True if every row is starred throughout, and together they hold every model.
bool is_fully_generalized(const TableFacts& table, const CarriedLosses& losses) {
    std::vector<std::uint32_t> types(table.types->size());
    std::iota(types.begin(), types.end(), 0U);
    return losses.starred == table.types->row_count() && table.holds(losses.starred, types);
}

}  // namespace

CarriedLosses judge_carried(const TableFacts& table,
                            const CarriedRecoding& carried,
                            unsigned threads) {
    const ReleasedGroups groups = group_types(table, carried, threads);
    const RowTypes& types = *table.types;
    const Grouped<> members = grouped_items(
        types.size(), groups.count, [&](std::size_t type) { return groups.group_of_type[type]; });
    CarriedLosses out;
    out.suppressed.resize(types.size());
    for (std::size_t number = 0; number < groups.count; ++number) {
        const std::span<const std::uint32_t> group = members.of(number);
        std::uint64_t rows = 0;
        for (const std::uint32_t type : group) {
            rows += types.counts[type];
        }
        // All types of a group are spelled alike, so one speaks for them.
        if (groups.unplaced[group.front()]) {
            out.unplaced += rows;
        } else if (groups.starred[group.front()]) {
            out.starred += rows;
        } else if (!table.holds(rows, group)) {
            out.failing += rows;
        } else {
            continue;
        }
        for (const std::uint32_t type : group) {
            out.suppressed[type] = true;
        }
    }
    if (is_fully_generalized(table, out)) {
        return {.suppressed = std::vector<bool>(types.size())};
    }
    out.stars = stars_of(table, out);
    return out;
}

}  // namespace kanon
