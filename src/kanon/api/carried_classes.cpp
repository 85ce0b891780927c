// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/carried_classes_internal.hpp"
#include "kanon/api/numbered_types_internal.hpp"
#include "kanon/problem/class_checker.hpp"
#include "kanon/release/release.hpp"
#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>

namespace kanon::detail {
namespace {

const ReleasedDomain& domain_of(const Recoding& recoding, std::size_t j) {
    const auto* global = std::get_if<GlobalRecoding>(&recoding);
    return global != nullptr ? global->attributes[j].domain
                             : std::get<ClassRecoding>(recoding).domains[j];
}

/// The row types by how they would be released: classes, as a reader of the release tells them.
struct ReleasedGroups {
    static constexpr std::uint32_t kUnplaced = 0;  ///< number of a spelling, as is the next
    static constexpr std::uint32_t kStarred = 1;

    std::vector<std::uint32_t> group_of_type;
    std::size_t count = 0;
    std::vector<bool> unplaced;  ///< per type: some attribute has no value for it
    std::vector<bool> starred;   ///< per type: `*` in every attribute
};

/// Per row type the number of the spelling of its released value.
std::vector<std::uint32_t> spelling_numbers(const Problem& problem,
                                            const Carried& carried,
                                            std::size_t j) {
    const ReleasedDomain& domain = domain_of(carried.recoding, j);
    const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
    const Dictionary& dictionary = *problem.table.column(attribute.column).dictionary;
    std::unordered_map<std::string, std::uint32_t> numbers{
        {std::string(kStar), ReleasedGroups::kStarred}};
    std::vector<std::uint32_t> number_of_value;
    for (const ReleasedValue& value : domain.values) {
        const auto next = static_cast<std::uint32_t>(numbers.size() + 1);
        number_of_value.push_back(
            numbers.emplace(spell(value, domain, dictionary, &attribute.hierarchy), next)
                .first->second);
    }
    std::vector<std::uint32_t> out;
    out.reserve(carried.value_of_type[j].size());
    for (const std::uint32_t value : carried.value_of_type[j]) {
        out.push_back(value == kNoValue ? ReleasedGroups::kUnplaced : number_of_value[value]);
    }
    return out;
}

ReleasedGroups group_types(const Problem& problem, const Carried& carried, unsigned threads) {
    const std::size_t types = problem.row_types.size();
    ReleasedGroups out{.group_of_type = std::vector<std::uint32_t>(types),
                       .count = 1,
                       .unplaced = std::vector<bool>(types),
                       .starred = std::vector<bool>(types, true)};
    for (std::size_t j = 0; j < carried.value_of_type.size(); ++j) {
        const std::vector<std::uint32_t> numbers = spelling_numbers(problem, carried, j);
        std::uint32_t greatest = 0;
        for (std::size_t type = 0; type < types; ++type) {
            greatest = std::max(greatest, numbers[type]);
            out.unplaced[type] = out.unplaced[type] || numbers[type] == ReleasedGroups::kUnplaced;
            out.starred[type] = out.starred[type] && numbers[type] == ReleasedGroups::kStarred;
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

}  // namespace

Losses judge_carried(const Problem& problem, const Carried& carried, unsigned threads) {
    const ReleasedGroups groups = group_types(problem, carried, threads);
    const RowTypes& types = problem.row_types;
    const NumberedTypes members(groups.group_of_type, groups.count);
    ClassChecker checker(problem);
    Losses out;
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
        } else if (!checker.holds(rows, std::span(&group, 1))) {
            out.failing += rows;
        } else {
            continue;
        }
        for (const std::uint32_t type : group) {
            out.suppressed[type] = true;
        }
    }
    return out;
}

}  // namespace kanon::detail
