// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/keyed_columns.hpp"

#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/keyed/date_shift.hpp"
#include "kanon/table/keyed/pseudonym.hpp"
#include "kanon/table/values/standard_column.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace kanon::detail {
namespace {

using ColumnPointer = std::shared_ptr<const Column>;

bool has_key(const Problem& problem, const AttributePolicy& attribute) {
    return problem.keys.contains(attribute.key_file());
}

bool is_blank_cell(const Column& released, std::size_t row) {
    const Code code = released.codes[row];
    return released.dictionary->is_missing(code) || released.dictionary->text(code) == kStar;
}

/// A pseudonym that nobody has, for what is suppressed throughout.
std::string unused_pseudonym(const PseudonymForm& form, std::set<std::string>& used) {
    while (true) {
        std::string made = pseudonym_of(SecretKey::random(), "", form);
        if (used.insert(made).second) {
            return made;
        }
    }
}

ColumnPointer learned_pseudonyms(const Column& original,
                                 const Column& released,
                                 const PseudonymForm& form) {
    std::map<std::string_view, std::string> of_value;
    std::set<std::string> used;
    for (std::size_t row = 0; row < original.codes.size(); ++row) {
        if (!is_blank_cell(released, row) &&
            !original.dictionary->is_missing(original.codes[row])) {
            const auto [place, is_new] = of_value.try_emplace(original.text(row));
            if (is_new) {
                place->second = released.text(row);
                used.insert(place->second);
            }
        }
    }
    ValueRules rules;
    rules.declared = ValueType::text;
    FoundColumn made = respelled(
        original,
        [&](std::string_view value) {
            const auto found = of_value.find(value);
            return found == of_value.end() ? unused_pseudonym(form, used) : found->second;
        },
        rules);
    made.column.storage_type = "VARCHAR";
    return std::make_shared<const Column>(std::move(made.column));
}

/// The days between two cells; none where one of them is no date.
std::optional<std::int64_t> days_between(std::string_view from, std::string_view to) {
    const auto first = written_moment(from, Notation::standard);
    const auto second = written_moment(to, Notation::standard);
    return first && second ? std::optional(second->day - first->day) : std::nullopt;
}

ColumnPointer learned_shifts(const Column& dates,
                             const Column& persons,
                             const Column& released,
                             const ShiftRange& range) {
    std::vector<std::int32_t> days = shifts_of(persons, SecretKey::random(), range);
    std::vector<bool> is_known(days.size());
    for (std::size_t row = 0; row < dates.codes.size(); ++row) {
        const Code person = persons.codes[row];
        if (is_known[person] || is_blank_cell(released, row) ||
            dates.dictionary->is_missing(dates.codes[row])) {
            continue;
        }
        const auto found = days_between(dates.text(row), released.text(row));
        if (found && std::abs(*found) <= std::int64_t{ShiftRange::kMostDays}) {
            is_known[person] = true;
            days[person] = static_cast<std::int32_t>(*found);
        }
    }
    return shifted_column(dates, persons, days);
}

}  // namespace

bool lacks_keys(const Problem& problem) {
    return std::ranges::any_of(problem.policy.attributes, [&](const AttributePolicy& attribute) {
        return attribute.is_keyed() && !has_key(problem, attribute);
    });
}

std::vector<std::shared_ptr<const Column>> keyed_columns_of(const Problem& problem,
                                                            const Table& released) {
    std::vector<ColumnPointer> out;
    if (released.row_count() != problem.table.row_count()) {
        return out;
    }
    for (const AttributePolicy& attribute : problem.policy.attributes) {
        const auto place = released.find(attribute.name);
        if (!attribute.is_keyed() || has_key(problem, attribute) || !place) {
            continue;
        }
        const Table& read = problem.uncoded;
        const Column& original = read.column(*read.find(attribute.name));
        const Column& cells = released.column(*place);
        out.push_back(attribute.pseudonym
                          ? learned_pseudonyms(original, cells, attribute.pseudonym->form)
                          : learned_shifts(original,
                                           read.column(*read.find(attribute.shift->by)),
                                           cells,
                                           attribute.shift->range));
    }
    return out;
}

}  // namespace kanon::detail
