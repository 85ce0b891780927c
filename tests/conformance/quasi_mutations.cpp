// SPDX-License-Identifier: Apache-2.0
#include "mutations.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace kanon::test {
namespace {

using Rows = std::vector<std::size_t>;

bool has_stars_only(const TextRow& row) {
    return std::all_of(row.begin(), row.begin() + MutantColumn::ill, [](const std::string& cell) {
        return cell == "*";
    });
}

void set_all(Mutant& mutant, const Rows& rows, std::size_t column, const std::string& text) {
    for (const std::size_t row : rows) {
        mutant.rows[row][column] = text;
    }
}

/// Change the first cell of a released row for which there is another text, so that the row stands
/// in no class that was there before.
template <class Text>
bool change_one(Mutant& mutant, const Text& text_for) {
    for (const Rows& of_class : mutant.classes()) {
        for (const std::size_t row : of_class) {
            for (std::size_t column = 0; column < MutantColumn::ill; ++column) {
                const std::optional<std::string> text = text_for(row, column);
                TextRow changed = mutant.rows[row];
                changed[column] = text.value_or("");
                if (text && !has_stars_only(changed) && !mutant.has_class(changed)) {
                    mutant.rows[row] = changed;
                    return true;
                }
            }
        }
    }
    return false;
}

/// Change a cell in all rows of the first class for which there is another text.
template <class Text>
bool change_class(Mutant& mutant, const Text& text_for) {
    for (const Rows& of_class : mutant.classes()) {
        for (std::size_t column = 0; column < MutantColumn::ill; ++column) {
            const std::optional<std::string> text = text_for(of_class, column);
            TextRow changed = mutant.rows[of_class.front()];
            changed[column] = text.value_or("");
            if (text && !has_stars_only(changed)) {
                set_all(mutant, of_class, column, *text);
                return true;
            }
        }
    }
    return false;
}

bool is_range(const std::string& text) {
    return text.starts_with('[') && text.find(", ") != std::string::npos;
}

/// The least and the greatest age of the rows' originals.
std::array<int, 2> ages(const Mutant& mutant, const Rows& rows) {
    std::array<int, 2> out{1000, 0};
    for (const std::size_t row : rows) {
        const int age = std::stoi(mutant.original_cell(row, MutantColumn::age));
        out = {std::min(out[0], age), std::max(out[1], age)};
    }
    return out;
}

/// The range of the rows' ages, as it is spelled; none where all are one.
std::optional<std::string> range_of(const Mutant& mutant, const Rows& rows) {
    const auto [low, high] = ages(mutant, rows);
    return low == high
               ? std::nullopt
               : std::optional("[" + std::to_string(low) + ", " + std::to_string(high) + "]");
}

std::size_t illnesses(const Mutant& mutant, const Rows& rows) {
    std::set<std::string> out;
    for (const std::size_t row : rows) {
        out.insert(mutant.original_cell(row, MutantColumn::ill));
    }
    return out.size();
}

// ---- one cell or class says what is not so

bool swap_two_cells(Mutant& mutant) {
    const std::vector<Rows> classes = mutant.classes();
    for (const Rows& a : classes) {
        for (const Rows& b : classes) {
            for (std::size_t j = 0; j < MutantColumn::ill; ++j) {
                std::string& left = mutant.rows[a[0]][j];
                std::string& right = mutant.rows[b[0]][j];
                if (left != right && !mutant.covers(right, a[0], j)) {
                    std::swap(left, right);
                    return true;
                }
            }
        }
    }
    return false;
}

bool narrow_class(Mutant& mutant) {
    return change_class(mutant, [&](const Rows& rows, std::size_t column) {
        const std::string text = mutant.exact(rows[0], column);
        const bool wrong = std::any_of(rows.begin(), rows.end(), [&](std::size_t row) {
            return mutant.original_cell(row, column) != mutant.original_cell(rows[0], column);
        });
        return wrong ? std::optional(text) : std::nullopt;
    });
}

bool range_ends_one_early(Mutant& mutant) {
    return change_class(mutant,
                        [&](const Rows& rows, std::size_t column) -> std::optional<std::string> {
                            const auto [low, high] = ages(mutant, rows);
                            if (column != MutantColumn::age || high - low < 2) {
                                return std::nullopt;
                            }
                            return "[" + std::to_string(low) + ", " + std::to_string(high) + ")";
                        });
}

bool range_elsewhere(Mutant& mutant) {
    return change_class(mutant, [](const Rows&, std::size_t column) {
        return column == MutantColumn::age ? std::optional<std::string>("[1, 2]") : std::nullopt;
    });
}

bool another_value(Mutant& mutant) {
    return change_one(
        mutant, [&](std::size_t row, std::size_t column) -> std::optional<std::string> {
            const bool other = column == MutantColumn::place &&
                               mutant.original_cell(row, MutantColumn::place) != "a, b";
            return other ? std::optional<std::string>("a, b") : std::nullopt;
        });
}

bool value_becomes_missing(Mutant& mutant) {
    return change_one(mutant,
                      [&](std::size_t row, std::size_t column) -> std::optional<std::string> {
                          const bool known = column == MutantColumn::place &&
                                             mutant.original_cell(row, MutantColumn::place) != "?";
                          return known ? std::optional<std::string>("?") : std::nullopt;
                      });
}

bool move_to_another_class(Mutant& mutant) {
    for (const Rows& from : mutant.classes()) {
        for (const Rows& to : mutant.classes()) {
            for (std::size_t j = 0; j < MutantColumn::ill; ++j) {
                if (!mutant.covers(mutant.rows[to[0]][j], from[0], j)) {
                    std::copy_n(mutant.rows[to[0]].begin(),
                                MutantColumn::ill,
                                mutant.rows[from[0]].begin());
                    return true;
                }
            }
        }
    }
    return false;
}

// ---- a cell means nothing

bool reversed_range(Mutant& mutant) {
    return change_class(mutant, [](const Rows&, std::size_t column) {
        return column == MutantColumn::age ? std::optional<std::string>("[99, 20]") : std::nullopt;
    });
}

bool blank_behind_a_star(Mutant& mutant) {
    return change_class(mutant, [](const Rows&, std::size_t column) {
        return column == MutantColumn::zip ? std::optional<std::string>("* ") : std::nullopt;
    });
}

bool another_star(Mutant& mutant) {
    return change_class(mutant, [](const Rows&, std::size_t column) {
        return column == MutantColumn::zip ? std::optional<std::string>("\xEF\xBC\x8A")
                                           : std::nullopt;
    });
}

bool unknown_text(Mutant& mutant) {
    return change_one(mutant, [](std::size_t, std::size_t column) {
        return column == MutantColumn::place ? std::optional<std::string>("nowhere") : std::nullopt;
    });
}

bool missing_becomes_a_word(Mutant& mutant) {
    return change_class(mutant, [&](const Rows& rows, std::size_t column) {
        return mutant.rows[rows[0]][column] == "?" ? std::optional<std::string>("NA")
                                                   : std::nullopt;
    });
}

bool set_with_a_stranger(Mutant& mutant) {
    return change_class(mutant, [](const Rows&, std::size_t column) {
        return column == MutantColumn::place ? std::optional<std::string>("{far, nowhere}")
                                             : std::nullopt;
    });
}

bool one_backslash_more(Mutant& mutant) {
    return change_class(mutant, [&](const Rows& rows, std::size_t column) {
        const std::string& text = mutant.rows[rows[0]][column];
        return text.starts_with('\\') ? std::optional("\\" + text) : std::nullopt;
    });
}

// ---- cells are true, but a class is too small or too much alike

bool one_row_exact(Mutant& mutant) {
    return change_one(mutant,
                      [&](std::size_t row, std::size_t column) -> std::optional<std::string> {
                          const std::string text = mutant.exact(row, column);
                          return text != "?" ? std::optional(text) : std::nullopt;
                      });
}

bool one_cell_starred(Mutant& mutant) {
    return change_one(mutant,
                      [](std::size_t, std::size_t) { return std::optional<std::string>("*"); });
}

bool one_escape_taken(Mutant& mutant) {
    return change_one(
        mutant, [&](std::size_t row, std::size_t column) -> std::optional<std::string> {
            const std::string& text = mutant.rows[row][column];
            return text.starts_with('\\') ? std::optional(text.substr(1)) : std::nullopt;
        });
}

bool one_range_without_its_blank(Mutant& mutant) {
    return change_one(mutant,
                      [&](std::size_t row, std::size_t column) -> std::optional<std::string> {
                          std::string text = mutant.rows[row][column];
                          if (column != MutantColumn::age || !is_range(text)) {
                              return std::nullopt;
                          }
                          return text.erase(text.find(", ") + 1, 1);
                      });
}

/// Rows of one illness, enough for k, in a class of their own.
bool class_of_one_illness(Mutant& mutant) {
    std::map<std::string, Rows> by_illness;
    for (const Rows& of_class : mutant.classes()) {
        for (const std::size_t row : of_class) {
            by_illness[mutant.original_cell(row, MutantColumn::ill)].push_back(row);
        }
    }
    for (const auto& [illness, rows] : by_illness) {
        const std::optional<std::string> range = range_of(mutant, rows);
        const TextRow like{range.value_or(""), "*", "*"};
        if (mutant.diverse && range && rows.size() >= kMutantK && !mutant.has_class(like)) {
            for (const std::size_t row : rows) {
                std::copy(like.begin(), like.end(), mutant.rows[row].begin());
            }
            return true;
        }
    }
    return false;
}

// ---- harmless

bool class_starred_in_a_column(Mutant& mutant) {
    return change_class(mutant, [&](const Rows& rows, std::size_t column) {
        return mutant.rows[rows[0]][column] != "*" ? std::optional<std::string>("*") : std::nullopt;
    });
}

bool column_starred(Mutant& mutant) {
    const std::vector<Rows> classes = mutant.classes();
    for (std::size_t column = 0; column < MutantColumn::ill; ++column) {
        const bool safe = std::all_of(classes.begin(), classes.end(), [&](const Rows& rows) {
            TextRow row = mutant.rows[rows[0]];
            row[column] = "*";
            return !has_stars_only(row);
        });
        if (safe) {
            for (const Rows& rows : classes) {
                set_all(mutant, rows, column, "*");
            }
            return true;
        }
    }
    return false;
}

bool two_classes_joined(Mutant& mutant) {
    const std::vector<Rows> classes = mutant.classes();
    for (std::size_t a = 0; a + 1 < classes.size(); ++a) {
        TextRow joined = mutant.rows[classes[a][0]];
        const TextRow& other = mutant.rows[classes[a + 1][0]];
        for (std::size_t j = 0; j < MutantColumn::ill; ++j) {
            joined[j] = joined[j] == other[j] ? joined[j] : "*";
        }
        if (!has_stars_only(joined)) {
            for (std::size_t j = 0; j < MutantColumn::ill; ++j) {
                set_all(mutant, classes[a], j, joined[j]);
                set_all(mutant, classes[a + 1], j, joined[j]);
            }
            return true;
        }
    }
    return false;
}

/// A class of two parts that are each enough: the first gets the range of its own ages.
bool class_split_well(Mutant& mutant) {
    for (Rows rows : mutant.classes()) {
        std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
            return mutant.original_cell(a, MutantColumn::age) <
                   mutant.original_cell(b, MutantColumn::age);
        });
        for (std::size_t cut = kMutantK; cut + kMutantK <= rows.size(); ++cut) {
            const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(cut);
            const Rows first(rows.begin(), middle);
            const Rows second(middle, rows.end());
            const std::optional<std::string> range = range_of(mutant, first);
            TextRow like = mutant.rows[first[0]];
            like[MutantColumn::age] = range.value_or("");
            if (range && !mutant.has_class(like) && illnesses(mutant, first) > 1 &&
                illnesses(mutant, second) > 1) {
                set_all(mutant, first, MutantColumn::age, *range);
                return true;
            }
        }
    }
    return false;
}

bool class_without_an_escape(Mutant& mutant) {
    return change_class(mutant, [&](const Rows& rows, std::size_t column) {
        const std::string& text = mutant.rows[rows[0]][column];
        return text.starts_with('\\') ? std::optional(text.substr(1)) : std::nullopt;
    });
}

/// `[20, 25)` as `[20, 24]`, or the other way about: the same whole numbers.
bool range_closed_otherwise(Mutant& mutant) {
    return change_class(
        mutant, [&](const Rows& rows, std::size_t column) -> std::optional<std::string> {
            const std::string& text = mutant.rows[rows[0]][column];
            if (column != MutantColumn::age || !is_range(text)) {
                return std::nullopt;
            }
            const std::size_t comma = text.find(", ");
            const int high = std::stoi(text.substr(comma + 2));
            const bool closed = text.back() == ']';
            return text.substr(0, comma + 2) + std::to_string(closed ? high + 1 : high - 1) +
                   (closed ? ")" : "]");
        });
}

/// In descending order, which is not that of kanon's own sets.
bool set_of_its_values(Mutant& mutant) {
    return change_class(mutant,
                        [&](const Rows& rows, std::size_t column) -> std::optional<std::string> {
                            std::set<std::string, std::greater<>> values;
                            for (const std::size_t row : rows) {
                                values.insert(mutant.original_cell(row, MutantColumn::zip));
                            }
                            if (column != MutantColumn::zip || values.size() < 2) {
                                return std::nullopt;
                            }
                            std::string out;
                            for (const std::string& value : values) {
                                out += (out.empty() ? "{" : ", ") + value;
                            }
                            return out + "}";
                        });
}

bool set_for_a_value(Mutant& mutant) {
    return change_class(
        mutant, [&](const Rows& rows, std::size_t column) -> std::optional<std::string> {
            const std::string& text = mutant.rows[rows[0]][column];
            const bool value = column == MutantColumn::zip &&
                               text.find_first_not_of("0123456789") == std::string::npos;
            return value ? std::optional("{" + text + "}") : std::nullopt;
        });
}

const Verdict kCovers{"covers-original"};
const Verdict kCoversInOrder{"covers-original", "no-original", "order"};
const Verdict kNoOriginal{"no-original"};
const Verdict kUnreadable{"unreadable-value"};
const Verdict kUnreadableInOrder{"unreadable-value", "covers-original", "no-original"};
const Verdict kTooSmall{"k-anonymity"};
const Verdict kAlike{"l-diversity"};
const Verdict kGood{kPasses};

const std::array kMutations{
    Mutation{"two cells are swapped between classes",
             swap_two_cells,
             kCovers,
             kCoversInOrder,
             kNoOriginal},
    Mutation{"a class is narrowed to one of its values",
             narrow_class,
             kCovers,
             kCoversInOrder,
             kNoOriginal},
    Mutation{"a range ends before its greatest value",
             range_ends_one_early,
             kCovers,
             kCoversInOrder,
             kNoOriginal},
    Mutation{"a range of other values", range_elsewhere, kCovers, kCoversInOrder, kNoOriginal},
    Mutation{"another value", another_value, kCovers, kCoversInOrder, kNoOriginal},
    Mutation{
        "a value becomes missing", value_becomes_missing, kCovers, kCoversInOrder, kNoOriginal},
    Mutation{"a row is moved to a class that does not cover it",
             move_to_another_class,
             kCovers,
             kCoversInOrder,
             kNoOriginal},
    Mutation{"a range with its ends swapped",
             reversed_range,
             kUnreadable,
             kUnreadableInOrder,
             kUnreadable},
    Mutation{
        "a blank behind a star", blank_behind_a_star, kUnreadable, kUnreadableInOrder, kUnreadable},
    Mutation{
        "a star of another alphabet", another_star, kUnreadable, kUnreadableInOrder, kUnreadable},
    Mutation{
        "a text that does not occur", unknown_text, kUnreadable, kUnreadableInOrder, kUnreadable},
    Mutation{"a missing cell becomes a word",
             missing_becomes_a_word,
             kUnreadable,
             kUnreadableInOrder,
             kUnreadable},
    Mutation{"a set with a value that does not occur",
             set_with_a_stranger,
             kUnreadable,
             kUnreadableInOrder,
             kUnreadable},
    Mutation{
        "an escape is escaped", one_backslash_more, kUnreadable, kUnreadableInOrder, kUnreadable},
    Mutation{
        "a cell of one row is released as it is", one_row_exact, kTooSmall, kTooSmall, kTooSmall},
    Mutation{"a cell of one row is starred", one_cell_starred, kTooSmall, kTooSmall, kTooSmall},
    Mutation{
        "a cell of one row loses its escape", one_escape_taken, kTooSmall, kTooSmall, kTooSmall},
    Mutation{"a cell of one row is spelled otherwise",
             one_range_without_its_blank,
             kTooSmall,
             kTooSmall,
             kTooSmall},
    Mutation{"rows of one illness become a class", class_of_one_illness, kAlike, kAlike, kAlike},
    Mutation{"a class is starred in a column", class_starred_in_a_column, kGood, kGood, kGood},
    Mutation{"all classes are starred in a column", column_starred, kGood, kGood, kGood},
    Mutation{"two classes are joined by stars", two_classes_joined, kGood, kGood, kGood},
    Mutation{"a class is split in two that hold", class_split_well, kGood, kGood, kGood},
    Mutation{"a class loses its escape", class_without_an_escape, kGood, kGood, kGood},
    Mutation{"a class has its range closed otherwise", range_closed_otherwise, kGood, kGood, kGood},
    Mutation{
        "a class has a set of its values in any order", set_of_its_values, kGood, kGood, kGood},
    Mutation{"a class has a set of one for a value", set_for_a_value, kGood, kGood, kGood},
};

}  // namespace

std::span<const Mutation> quasi_mutations() {
    return kMutations;
}

}  // namespace kanon::test
