// SPDX-License-Identifier: Apache-2.0
#include "mutations.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <utility>

namespace kanon::test {
namespace {

using Rows = std::vector<std::size_t>;

/// Change a cell of the first row that is not suppressed for which `change` says so.
template <class Change>
bool change_kept(Mutant& mutant, std::size_t column, const Change& change) {
    for (std::size_t row = 0; row < mutant.rows.size(); ++row) {
        if (!mutant.is_suppressed(row) && change(mutant.rows[row][column])) {
            return true;
        }
    }
    return false;
}

/// The first row that is suppressed.
std::optional<std::size_t> suppressed_row(const Mutant& mutant) {
    for (std::size_t row = 0; row < mutant.rows.size(); ++row) {
        if (mutant.is_suppressed(row)) {
            return row;
        }
    }
    return std::nullopt;
}

// ---- cells that are to stay as they were

bool another_illness(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::ill, [](std::string& cell) {
        cell = cell == "flu" ? "hiv" : "flu";
        return true;
    });
}

bool swap_illnesses_of_a_class(Mutant& mutant) {
    for (const Rows& of_class : mutant.classes()) {
        for (const std::size_t row : of_class) {
            std::string& left = mutant.rows[of_class[0]][MutantColumn::ill];
            std::string& right = mutant.rows[row][MutantColumn::ill];
            if (left != right) {
                std::swap(left, right);
                return true;
            }
        }
    }
    return false;
}

bool star_an_illness(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::ill, [](std::string& cell) {
        cell = "*";
        return true;
    });
}

bool empty_an_illness(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::ill, [](std::string& cell) {
        cell = "?";
        return true;
    });
}

bool capital_letters(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::ill, [](std::string& cell) {
        cell[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(cell[0])));
        return true;
    });
}

bool a_blank_behind(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::ill, [](std::string& cell) {
        cell += " ";
        return true;
    });
}

bool fill_a_gap(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::note, [](std::string& cell) {
        const bool gap = cell == "?";
        cell = gap ? "x" : cell;
        return gap;
    });
}

bool escape_of_a_kept_cell_taken(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::note, [](std::string& cell) {
        const bool escaped = cell.starts_with("\\\\");
        cell.erase(0, escaped ? 1 : 0);
        return escaped;
    });
}

bool another_number(Mutant& mutant) {
    return change_kept(mutant, MutantColumn::cost, [](std::string& cell) {
        cell.back() = '1';
        return true;
    });
}

/// Wherever it stands, as a file format does that has numbers; this one has not.
bool number_spelled_anew(Mutant& mutant) {
    std::string number;
    const bool any = change_kept(mutant, MutantColumn::cost, [&](const std::string& cell) {
        number = cell;
        return cell.ends_with('0') && cell.find('.') != std::string::npos;
    });
    for (TextRow& row : mutant.rows) {
        row[MutantColumn::cost].erase(row[MutantColumn::cost].size() -
                                      (any && row[MutantColumn::cost] == number ? 1 : 0));
    }
    return any;
}

bool swap_two_columns(Mutant& mutant) {
    std::swap(mutant.names[MutantColumn::ill], mutant.names[MutantColumn::note]);
    return true;
}

// ---- rows that are suppressed, or might be

bool stars_are_taken_back(Mutant& mutant) {
    const std::optional<std::size_t> row = suppressed_row(mutant);
    for (std::size_t j = 0; row && j < kMutantColumns; ++j) {
        mutant.rows[*row][j] =
            j < MutantColumn::ill ? mutant.exact(*row, j) : mutant.original_cell(*row, j);
    }
    return row.has_value();
}

bool one_star_is_taken_back(Mutant& mutant) {
    const std::optional<std::size_t> row = suppressed_row(mutant);
    if (row) {
        mutant.rows[*row][MutantColumn::zip] = mutant.exact(*row, MutantColumn::zip);
    }
    return row.has_value();
}

bool suppressed_row_tells(Mutant& mutant) {
    const std::optional<std::size_t> row = suppressed_row(mutant);
    if (row) {
        mutant.rows[*row][MutantColumn::ill] = mutant.original_cell(*row, MutantColumn::ill);
    }
    return row.has_value();
}

bool suppressed_row_is_empty(Mutant& mutant) {
    const std::optional<std::size_t> row = suppressed_row(mutant);
    if (row) {
        mutant.rows[*row][MutantColumn::ill] = "?";
    }
    return row.has_value();
}

bool only_quasi_identifiers_starred(Mutant& mutant) {
    const std::vector<Rows> classes = mutant.classes();
    const std::size_t row = classes.empty() ? 0 : classes[0][0];
    std::fill_n(mutant.rows[row].begin(), MutantColumn::ill, "*");
    return !classes.empty();
}

/// A row whose class holds without it.
std::optional<std::size_t> spare_row(const Mutant& mutant) {
    for (const Rows& of_class : mutant.classes()) {
        for (const std::size_t row : of_class) {
            std::set<std::string> left;
            for (const std::size_t other : of_class) {
                if (other != row) {
                    left.insert(mutant.original_cell(other, MutantColumn::ill));
                }
            }
            if (of_class.size() > kMutantK && left.size() > 1) {
                return row;
            }
        }
    }
    return std::nullopt;
}

bool spare_row_suppressed(Mutant& mutant) {
    const std::optional<std::size_t> row = spare_row(mutant);
    if (!row || mutant.suppressed_count() == mutant.limit) {
        return false;
    }
    mutant.suppress(*row);
    return true;
}

bool spare_row_suppressed_and_counted(Mutant& mutant) {
    const bool done = spare_row_suppressed(mutant);
    mutant.state(mutant.suppressed_count());
    return done;
}

bool member_of_a_least_class_suppressed(Mutant& mutant) {
    for (const Rows& of_class : mutant.classes()) {
        if (of_class.size() == kMutantK) {
            mutant.suppress(of_class[0]);
            mutant.state(mutant.suppressed_count());
            return true;
        }
    }
    return false;
}

bool class_suppressed_beyond_the_limit(Mutant& mutant) {
    for (const Rows& of_class : mutant.classes()) {
        if (mutant.suppressed_count() + of_class.size() > mutant.limit) {
            std::for_each(
                of_class.begin(), of_class.end(), [&](std::size_t row) { mutant.suppress(row); });
            mutant.state(mutant.suppressed_count());
            return true;
        }
    }
    return false;
}

const Verdict kUnchanged{"unchanged"};
const Verdict kUnchangedInOrder{"unchanged", "no-original", "order"};
const Verdict kNoOriginal{"no-original"};
const Verdict kTooSmall{"k-anonymity"};
const Verdict kPartly{"partly-suppressed"};
const Verdict kStated{"stated-counts", "row-lost"};
const Verdict kLimit{"suppression-limit"};
const Verdict kGood{kPasses};

const std::array kMutations{
    Mutation{
        "another sensitive value", another_illness, kUnchanged, kUnchangedInOrder, kNoOriginal},
    Mutation{"sensitive values of a class are swapped",
             swap_illnesses_of_a_class,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"a sensitive value is starred",
             star_an_illness,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"a sensitive value is taken out",
             empty_an_illness,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"a kept text gets a capital letter",
             capital_letters,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"a kept text gets a blank behind it",
             a_blank_behind,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"a gap is filled", fill_a_gap, kUnchanged, kUnchangedInOrder, kNoOriginal},
    Mutation{"a kept text loses its escape",
             escape_of_a_kept_cell_taken,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"another number", another_number, kUnchanged, kUnchangedInOrder, kNoOriginal},
    Mutation{"a kept number is spelled anew",
             number_spelled_anew,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{"two kept columns change names",
             swap_two_columns,
             kUnchanged,
             kUnchangedInOrder,
             kNoOriginal},
    Mutation{
        "a suppressed row is as it was", stars_are_taken_back, kTooSmall, kTooSmall, kTooSmall},
    Mutation{"one cell of a suppressed row is as it was",
             one_star_is_taken_back,
             kTooSmall,
             kTooSmall,
             kTooSmall},
    Mutation{"a suppressed row has its sensitive value",
             suppressed_row_tells,
             kPartly,
             kPartly,
             kPartly},
    Mutation{"a suppressed row is empty in place of stars",
             suppressed_row_is_empty,
             kGood,
             kGood,
             kGood},
    Mutation{"a row is starred but in its other columns",
             only_quasi_identifiers_starred,
             kPartly,
             kPartly,
             kPartly},
    Mutation{
        "a row is suppressed and not counted", spare_row_suppressed, kStated, kStated, kStated},
    Mutation{
        "a row is suppressed and counted", spare_row_suppressed_and_counted, kGood, kGood, kGood},
    Mutation{"a row of a class of k is suppressed and counted",
             member_of_a_least_class_suppressed,
             kTooSmall,
             kTooSmall,
             kTooSmall},
    Mutation{"more rows are suppressed than may be",
             class_suppressed_beyond_the_limit,
             kLimit,
             kLimit,
             kLimit},
};

}  // namespace

std::span<const Mutation> kept_mutations() {
    return kMutations;
}

}  // namespace kanon::test
