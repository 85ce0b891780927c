// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release_map.hpp"

#include "kanon/base/check.hpp"
#include "kanon/release/spelling.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <map>
#include <numeric>
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

/// Which tuple each row of the original becomes, and what tuples there are.
std::vector<std::uint32_t> find_tuples(const Table& original,
                                       const Release& release,
                                       unsigned threads,
                                       ReleaseMap& map) {
    TypedRows tuples = make_row_types(release.table, map.recoded, {}, threads);
    map.row_of_tuple.assign(tuples.size(), 0);
    for (std::size_t row = tuples.type_of_row.size(); row-- > 0;) {
        map.row_of_tuple[tuples.type_of_row[row]] = static_cast<std::uint32_t>(row);
    }
    if (release.original_row.empty() && release.table.row_count() == original.row_count()) {
        return std::move(tuples.type_of_row);
    }
    map.leaves_out = true;
    std::vector<std::uint32_t> out(original.row_count(), ReleaseMap::kLeftOut);
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        out[release.original_row[row]] = tuples.type_of_row[row];
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
            const std::size_t of = release_.original_row.empty() ? row : release_.original_row[row];
            const Code code = from.codes[of];
            if (known[code] || map_.is_suppressed[tuple_of_row[of]]) {
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
std::optional<std::vector<std::uint32_t>> tuples_of_types(
    const TypedRows& types, std::span<const std::uint32_t> tuple_of_row) {
    std::vector<std::uint32_t> out(types.size());
    std::vector<bool> known(types.size());
    for (std::size_t row = 0; row < tuple_of_row.size(); ++row) {
        const std::uint32_t type = types.type_of_row[row];
        if (known[type] && out[type] != tuple_of_row[row]) {
            return std::nullopt;
        }
        known[type] = true;
        out[type] = tuple_of_row[row];
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
void enter_by_place(const TypedRows& types,
                    std::span<const std::uint32_t> tuple_of_row,
                    ReleaseMap& map) {
    std::vector<std::uint32_t> order(tuple_of_row.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t row) {
        return std::pair(types.type_of_row[row], tuple_of_row[row]);
    });
    std::uint64_t place = 0;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::uint32_t row = order[at];
        const bool of_last = at > 0 && types.type_of_row[row] == types.type_of_row[order[at - 1]];
        place = of_last ? place + 1 : 1;
        if (of_last && tuple_of_row[row] == map.entries.back().tuple) {
            map.entries.back().last = place;
        } else {
            map.entries.push_back({.original = row,
                                   .key = types.type_of_row[row],
                                   .tuple = tuple_of_row[row],
                                   .first = place,
                                   .last = place});
        }
    }
}

}  // namespace

ReleaseMap map_release(const Table& original,
                       const Release& release,
                       std::span<const std::size_t> quasi_identifiers,
                       unsigned threads) {
    ReleaseMap map;
    sort_columns(release, quasi_identifiers, map);
    const std::vector<std::uint32_t> tuple_of_row = find_tuples(original, release, threads, map);
    OtherCells cells(original, release, map);
    cells.find_stars();
    for (ReleaseMap::Other& other : map.others) {
        cells.map_values(tuple_of_row, other);
    }
    map.keys.assign(quasi_identifiers.begin(), quasi_identifiers.end());
    const TypedRows types = make_row_types(original, map.keys, {}, threads);
    if (const auto tuples = tuples_of_types(types, tuple_of_row)) {
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
    enter_by_place(make_row_types(original, map.keys, {}, threads), tuple_of_row, map);
    return map;
}

}  // namespace kanon::engine
