// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/release_map.hpp"

#include "kanon/base/check.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace kanon::engine {
namespace {

/// Released columns by whether they are quasi-identifiers.
void sort_columns(const Release& release,
                  std::span<const std::size_t> quasi_identifiers,
                  ReleaseMap& map) {
    for (std::size_t j = 0; j < release.original_column.size(); ++j) {
        const std::size_t original = release.original_column[j];
        if (std::ranges::find(quasi_identifiers, original) != quasi_identifiers.end()) {
            map.recoded.push_back(j);
        } else {
            map.others.push_back({.original = original, .released = j, .text_of_code = {}});
        }
    }
}

/// Some of the rows that a row of the original stands for, which become one tuple.
struct Share {
    std::uint32_t original = 0;
    std::uint32_t tuple = 0;  ///< or kLeftOut
    std::uint64_t rows = 0;
};

std::uint32_t original_of(const Release& release, std::size_t row) {
    return release.original_row.empty() ? static_cast<std::uint32_t>(row)
                                        : release.original_row[row];
}

/// What tuples there are; the tuple of each released row.
std::vector<std::uint32_t> find_tuples(const Release& release, unsigned threads, ReleaseMap& map) {
    TypedRows tuples = make_row_types(release.table, map.recoded, {}, threads);
    map.row_of_tuple.assign(tuples.size(), 0);
    for (std::size_t row = tuples.type_of_row.size(); row-- > 0;) {
        map.row_of_tuple[tuples.type_of_row[row]] = static_cast<std::uint32_t>(row);
    }
    return std::move(tuples.type_of_row);
}

/// What each row of the original becomes: its released rows, and what is left of it.
std::vector<Share> find_shares(std::size_t rows,
                               std::span<const std::uint64_t> counts,
                               const Release& release,
                               std::span<const std::uint32_t> tuple_of_row) {
    std::vector<std::uint64_t> left(counts.begin(), counts.end());
    left.resize(rows, 1);
    std::vector<Share> out;
    for (std::size_t row = 0; row < tuple_of_row.size(); ++row) {
        const std::uint32_t original = original_of(release, row);
        const std::uint64_t count = release.counts.empty() ? 1 : release.counts[row];
        out.push_back({.original = original, .tuple = tuple_of_row[row], .rows = count});
        left[original] -= count;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        if (left[row] > 0) {
            out.push_back({.original = static_cast<std::uint32_t>(row),
                           .tuple = ReleaseMap::kLeftOut,
                           .rows = left[row]});
        }
    }
    return out;
}

/// What the other cells of rows show: stars where their tuple is suppressed, else what follows from
/// the original.
class OtherCells {
public:
    OtherCells(const Table& original, const Release& release, ReleaseMap& map)
        : original_(original), release_(release), map_(map) {
        map_.is_suppressed.assign(map_.row_of_tuple.size(), false);
    }

    /// A star in a column that is not the original's own is that of a suppressed row: a value that
    /// reads as one is spelled otherwise beside it.
    void find_stars() {
        for (const ReleaseMap::Other& other : map_.others) {
            const Column& released = release_.table.column(other.released);
            if (released.dictionary == original_.column(other.original).dictionary) {
                continue;
            }
            const std::optional<Code> star = released.dictionary->find(kStar);
            for (std::size_t tuple = 0; star && tuple < map_.row_of_tuple.size(); ++tuple) {
                if (released.codes[map_.row_of_tuple[tuple]] == *star && is_starred(tuple)) {
                    map_.is_suppressed[tuple] = true;
                    map_.has_stars = true;
                }
            }
        }
    }

    void map_values(std::span<const std::uint32_t> tuple_of_row, ReleaseMap::Other& other) const {
        const Column& from = original_.column(other.original);
        const Column& to = release_.table.column(other.released);
        if (from.dictionary == to.dictionary) {
            return;
        }
        std::vector<std::string> texts(from.dictionary->size());
        std::vector<bool> known(texts.size());
        bool changes = false;
        for (std::size_t row = 0; row < release_.table.row_count(); ++row) {
            const Code code = from.codes[original_of(release_, row)];
            if (known[code] || map_.is_suppressed[tuple_of_row[row]]) {
                continue;
            }
            known[code] = true;
            texts[code] = to.text(row);
            changes = changes || texts[code] != from.dictionary->text(code);
        }
        if (changes) {
            other.text_of_code = std::move(texts);
        }
    }

private:
    [[nodiscard]] bool is_starred(std::size_t tuple) const {
        return std::ranges::all_of(map_.recoded, [&](std::size_t j) {
            return release_.table.column(j).text(map_.row_of_tuple[tuple]) == kStar;
        });
    }

    const Table& original_;
    const Release& release_;
    ReleaseMap& map_;
};

/// The tuple of each type of rows; none if rows of one type become several.
std::optional<std::vector<std::uint32_t>> tuples_of_types(const TypedRows& types,
                                                          std::span<const Share> shares) {
    std::vector<std::uint32_t> out(types.size());
    std::vector<bool> known(types.size());
    for (const Share& share : shares) {
        const std::uint32_t type = types.type_of_row[share.original];
        if (known[type] && out[type] != share.tuple) {
            return std::nullopt;
        }
        known[type] = true;
        out[type] = share.tuple;
    }
    return out;
}

std::vector<std::uint32_t> first_rows(const TypedRows& types) {
    std::vector<std::uint32_t> out(types.size());
    for (std::size_t row = types.type_of_row.size(); row-- > 0;) {
        out[types.type_of_row[row]] = static_cast<std::uint32_t>(row);
    }
    return out;
}

/// As many entries as a type of rows becomes tuples.
void enter_by_place(const TypedRows& types, std::vector<Share> shares, ReleaseMap& map) {
    std::ranges::sort(shares, {}, [&](const Share& share) {
        return std::tuple(types.type_of_row[share.original], share.tuple, share.original);
    });
    for (const Share& share : shares) {
        const std::uint32_t key = types.type_of_row[share.original];
        const bool of_last = !map.entries.empty() && map.entries.back().key == key;
        const std::uint64_t before = of_last ? map.entries.back().last : 0;
        if (of_last && share.tuple == map.entries.back().tuple) {
            map.entries.back().last += share.rows;
        } else {
            map.entries.push_back({.original = share.original,
                                   .key = key,
                                   .tuple = share.tuple,
                                   .first = before + 1,
                                   .last = before + share.rows});
        }
    }
}

}  // namespace

ReleaseMap map_release(const Table& original,
                       std::span<const std::uint64_t> counts,
                       const Release& release,
                       std::span<const std::size_t> quasi_identifiers,
                       unsigned threads) {
    ReleaseMap map;
    sort_columns(release, quasi_identifiers, map);
    const std::vector<std::uint32_t> tuple_of_row = find_tuples(release, threads, map);
    std::vector<Share> shares = find_shares(original.row_count(), counts, release, tuple_of_row);
    map.leaves_out = !shares.empty() && shares.back().tuple == ReleaseMap::kLeftOut;
    OtherCells cells(original, release, map);
    cells.find_stars();
    for (ReleaseMap::Other& other : map.others) {
        cells.map_values(tuple_of_row, other);
    }
    map.keys.assign(quasi_identifiers.begin(), quasi_identifiers.end());
    const TypedRows types = make_row_types(original, map.keys, {}, threads);
    if (const auto tuples = tuples_of_types(types, shares)) {
        const std::vector<std::uint32_t> rows = first_rows(types);
        for (std::size_t type = 0; type < types.size(); ++type) {
            map.entries.push_back({.original = rows[type],
                                   .key = static_cast<std::uint32_t>(type),
                                   .tuple = (*tuples)[type]});
        }
        return map;
    }
    map.by_place = true;
    for (const ReleaseMap::Other& other : map.others) {
        map.keys.push_back(other.original);
    }
    enter_by_place(make_row_types(original, map.keys, {}, threads), std::move(shares), map);
    return map;
}

}  // namespace kanon::engine
