// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/matching_types.hpp"

#include "kanon/audit/cells/columns.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

/// Pairs of codes looked at to see whether a column's released values partition its domain.
constexpr std::size_t kMaxPairs = std::size_t{1} << 24U;

std::vector<bool> used_codes(const Column& column, const std::vector<std::uint32_t>& rows) {
    std::vector<bool> used(column.dictionary->size());
    for (const std::uint32_t row : rows) {
        used[column.codes[row]] = true;
    }
    return used;
}

/// For each original code the one released code in use that covers it, or kNone; nothing at all
/// if two cover one, or if there are too many pairs to look at.
std::vector<Code> partition_of(const RecodedColumn& column, const std::vector<bool>& used) {
    const std::size_t originals = column.original().dictionary->size();
    if (originals * used.size() > kMaxPairs) {
        return {};
    }
    std::vector<Code> key(originals, kNone);
    for (Code released = 0; released < used.size(); ++released) {
        for (Code original = 0; used[released] && original < originals; ++original) {
            if (!column.covers(released, original)) {
                continue;
            }
            if (key[original] != kNone) {
                return {};
            }
            key[original] = released;
        }
    }
    return key;
}

/// Of the released codes in use and the original ones: the share of pairs that cover. None counted
/// where there are too many: with so many values each tells much.
double covered_share(const RecodedColumn& column, const std::vector<bool>& used) {
    const std::size_t originals = column.original().dictionary->size();
    std::uint64_t pairs = 0;
    std::uint64_t covered = 0;
    for (Code released = 0; released < used.size() && originals * used.size() <= kMaxPairs;
         ++released) {
        for (Code original = 0; used[released] && original < originals; ++original) {
            ++pairs;
            covered += column.covers(released, original) ? 1U : 0U;
        }
    }
    return pairs == 0 ? 0 : static_cast<double>(covered) / static_cast<double>(pairs);
}

/// The original cells of a key column in released codes; rows without one are dropped from `rows`.
struct KeyColumn {
    const Column* original = nullptr;
    const Column* released = nullptr;
    std::vector<Code> key_of_code;
};

std::shared_ptr<const Column> translated(const KeyColumn& key,
                                         std::string name,
                                         const std::vector<std::uint32_t>& rows) {
    auto out = std::make_shared<Column>();
    out->name = std::move(name);
    out->dictionary = key.released->dictionary;
    out->codes = CodeVector(rows.size(), out->dictionary->size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out->codes.set(i, key.key_of_code[key.original->codes[rows[i]]]);
    }
    return out;
}

/// True if the release has the column as it is, or all whose values it joins.
bool is_shown(const Evidence& evidence, std::size_t column) {
    const std::size_t columns = evidence.problem->table.column_count();
    const std::vector<std::size_t> itself{column};
    const std::vector<std::size_t>& parts =
        column < columns ? itself : evidence.problem->joint_of[column - columns].columns;
    return std::ranges::all_of(parts, [&](std::size_t part) {
        return std::ranges::any_of(evidence.kept,
                                   [&](const KeptColumn& kept) { return kept.column == part; });
    });
}

/// The places of the tracked columns that are not in the release as they are.
std::vector<std::size_t> hidden_columns(const Evidence& evidence) {
    std::vector<std::size_t> out;
    const std::vector<std::size_t>& tracked = evidence.problem->tracked_columns;
    for (std::size_t place = 0; place < tracked.size(); ++place) {
        if (!is_shown(evidence, tracked[place])) {
            out.push_back(place);
        }
    }
    return out;
}

std::vector<std::uint32_t> rows_with_keys(const Evidence& evidence,
                                          const std::vector<KeyColumn>& keys) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < evidence.original_rows(); ++row) {
        const bool has_all = std::all_of(keys.begin(), keys.end(), [&](const KeyColumn& key) {
            return key.key_of_code[key.original->codes[row]] != kNone;
        });
        if (has_all) {
            rows.push_back(row);
        }
    }
    return rows;
}

}  // namespace

MatchingTypes make_matching_types(const Evidence& evidence) {
    MatchingTypes sides;
    for (std::uint32_t row = 0; row < evidence.released_rows(); ++row) {
        if (!evidence.is_suppressed(row)) {
            sides.released_rows.push_back(row);
        }
    }
    std::vector<KeyColumn> keys;
    std::vector<std::pair<double, const RecodedColumn*>> overlapping;
    for (const KeptColumn& column : evidence.kept) {
        keys.push_back({column.original, column.released, column.expected});
    }
    for (const RecodedColumn& column : evidence.recoded) {
        const std::vector<bool> used = used_codes(column.released(), sides.released_rows);
        std::vector<Code> partition = partition_of(column, used);
        if (partition.empty()) {
            overlapping.emplace_back(covered_share(column, used), &column);
        } else {
            keys.push_back({&column.original(), &column.released(), std::move(partition)});
        }
    }
    std::ranges::stable_sort(overlapping, {}, &decltype(overlapping)::value_type::first);
    for (const auto& [share, column] : overlapping) {
        sides.overlapping.push_back(column);
    }
    sides.original_rows = rows_with_keys(evidence, keys);
    sides.keys = keys.size();
    std::vector<std::shared_ptr<const Column>> released;
    std::vector<std::shared_ptr<const Column>> original;
    for (const KeyColumn& key : keys) {
        const std::string name = std::to_string(released.size());
        released.push_back(gather(*key.released, name, sides.released_rows));
        original.push_back(translated(key, name, sides.original_rows));
    }
    for (const RecodedColumn* column : sides.overlapping) {
        const std::string name = std::to_string(released.size());
        released.push_back(gather(column->released(), name, sides.released_rows));
        original.push_back(gather(column->original(), name, sides.original_rows));
    }
    const std::vector<std::size_t> all = places(0, released.size());
    sides.hidden = hidden_columns(evidence);
    for (const std::size_t place : sides.hidden) {
        const Column& column =
            evidence.problem->judged().column(evidence.problem->tracked_columns[place]);
        original.push_back(gather(column, std::to_string(original.size()), sides.original_rows));
    }
    const std::vector<std::size_t> hidden = places(all.size(), original.size());
    sides.released = make_row_types(
        Table(std::move(released), sides.released_rows.size()), all, {}, evidence.threads);
    sides.original = make_row_types(
        Table(std::move(original), sides.original_rows.size()), all, hidden, evidence.threads);
    return sides;
}

}  // namespace kanon::auditing
