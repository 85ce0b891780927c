// SPDX-License-Identifier: Apache-2.0
#include "mutations.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace kanon::test {
namespace {

/// A row of a class that holds without it.
std::optional<std::size_t> row_of_a_large_class(const Mutant& mutant) {
    for (const auto& of_class : mutant.classes()) {
        if (of_class.size() >= 2 * kMutantK) {
            return of_class[1];
        }
    }
    return std::nullopt;
}

void swap_rows(Mutant& mutant, std::size_t a, std::size_t b) {
    std::swap(mutant.rows[a], mutant.rows[b]);
    std::swap(mutant.origin[a], mutant.origin[b]);
}

bool row_left_out(Mutant& mutant) {
    const std::optional<std::size_t> row = row_of_a_large_class(mutant);
    if (row) {
        mutant.erase(*row);
    }
    return row.has_value();
}

bool row_left_out_and_counted(Mutant& mutant) {
    const bool done = mutant.suppressed_count() < mutant.limit && row_left_out(mutant);
    mutant.state(mutant.suppressed_count());
    return done;
}

bool class_left_out(Mutant& mutant) {
    for (const auto& of_class : mutant.classes()) {
        if (mutant.suppressed_count() + of_class.size() > mutant.limit) {
            for (std::size_t i = of_class.size(); i-- > 0;) {
                mutant.erase(of_class[i]);
            }
            mutant.state(mutant.suppressed_count());
            return true;
        }
    }
    return false;
}

bool row_twice(Mutant& mutant) {
    mutant.rows.push_back(mutant.rows.back());
    mutant.origin.push_back(mutant.origin.back());
    return true;
}

bool row_of_stars_more(Mutant& mutant) {
    mutant.rows.emplace_back(kMutantColumns, "*");
    mutant.origin.push_back(0);
    return true;
}

bool row_in_place_of_another(Mutant& mutant) {
    const std::optional<std::size_t> row = row_of_a_large_class(mutant);
    for (std::size_t other = 0; row && other < mutant.rows.size(); ++other) {
        const bool differs =
            !mutant.is_suppressed(other) && !mutant.is_suppressed(*row) &&
            mutant.rows[other][MutantColumn::cost] != mutant.rows[*row][MutantColumn::cost];
        if (differs) {
            mutant.rows[*row] = mutant.rows[other];
            return true;
        }
    }
    return false;
}

bool two_rows_swapped(Mutant& mutant) {
    const std::optional<std::size_t> row = row_of_a_large_class(mutant);
    for (std::size_t other = 0; row && other < mutant.rows.size(); ++other) {
        if (mutant.rows[other][MutantColumn::cost] != mutant.rows[*row][MutantColumn::cost] &&
            !mutant.is_suppressed(other)) {
            swap_rows(mutant, *row, other);
            return true;
        }
    }
    return false;
}

bool two_equal_rows_swapped(Mutant& mutant) {
    for (std::size_t row = 0; row + 1 < mutant.rows.size(); ++row) {
        for (std::size_t other = row + 1; other < mutant.rows.size(); ++other) {
            if (!mutant.is_suppressed(row) && mutant.rows[row] == mutant.rows[other]) {
                swap_rows(mutant, row, other);
                return true;
            }
        }
    }
    return false;
}

bool first_row_last(Mutant& mutant) {
    std::rotate(mutant.rows.begin(), mutant.rows.begin() + 1, mutant.rows.end());
    std::rotate(mutant.origin.begin(), mutant.origin.begin() + 1, mutant.origin.end());
    return true;
}

bool backwards(Mutant& mutant) {
    std::reverse(mutant.rows.begin(), mutant.rows.end());
    std::reverse(mutant.origin.begin(), mutant.origin.end());
    return true;
}

/// Each column by itself in order of its cells: what is released of a person stands in many rows.
bool every_column_sorted(Mutant& mutant) {
    for (std::size_t j = 0; j < kMutantColumns; ++j) {
        std::vector<std::string> cells;
        for (const TextRow& row : mutant.rows) {
            cells.push_back(row[j]);
        }
        std::sort(cells.begin(), cells.end());
        for (std::size_t row = 0; row < mutant.rows.size(); ++row) {
            mutant.rows[row][j] = cells[row];
        }
    }
    return true;
}

const Verdict kMoved{"unchanged", "covers-original", "order"};
const Verdict kMovedInOrder{"unchanged", "covers-original", "order", "no-original"};
const Verdict kNoOriginal{"no-original"};
const Verdict kLost{"row-lost"};
const Verdict kLostOrCounted{"row-lost", "stated-counts"};
const Verdict kExtra{"extra-row", "stated-counts"};
const Verdict kExtraInOrder{"extra-row", "unchanged", "order", "no-original", "stated-counts"};
const Verdict kExtraInAnyOrder{"extra-row", "no-original", "stated-counts"};
const Verdict kLimit{"suppression-limit"};
const Verdict kGood{kPasses};

const std::array kMutations{
    Mutation{"a row is left out", row_left_out, kLost, kLostOrCounted, kLostOrCounted},
    Mutation{"a row is left out and counted", row_left_out_and_counted, kLost, kGood, kLost},
    Mutation{"a class is left out and counted", class_left_out, kLost, kLimit, kLost},
    Mutation{"a row stands twice", row_twice, kExtra, kExtraInOrder, kExtraInAnyOrder},
    Mutation{"a row of stars more", row_of_stars_more, kExtra, kExtraInOrder, kExtraInAnyOrder},
    Mutation{
        "a row in place of another", row_in_place_of_another, kMoved, kMovedInOrder, kNoOriginal},
    Mutation{"two rows are swapped", two_rows_swapped, kMoved, kMovedInOrder, kGood},
    Mutation{"two equal rows are swapped", two_equal_rows_swapped, kGood, kGood, kGood},
    Mutation{"the first row stands last", first_row_last, kMoved, kMovedInOrder, kGood},
    Mutation{"the rows stand backwards", backwards, kMoved, kMovedInOrder, kGood},
    Mutation{"every column is sorted by itself",
             every_column_sorted,
             kMoved,
             kMovedInOrder,
             kNoOriginal},
};

}  // namespace

std::span<const Mutation> row_mutations() {
    return kMutations;
}

}  // namespace kanon::test
