// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/forms.hpp"
#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Builders of hierarchies over the values of one column. Common to all:
///
/// - The missing value, where the column has it, goes straight to the root on its own branch: at
///   the levels between, its label is "" and covers it alone. Only a file or tree that has the
///   missing value as a leaf places it elsewhere.
/// - A column with nothing but the missing value has star only, whatever was asked.
/// - Labels of a level are distinct. Results depend on the dictionary and the options alone.
/// - Faults throw Error{bad_hierarchy} that names the attribute (and file and line).
/// - Cost O(d h) for d distinct values and h levels, unless said otherwise.

namespace kanon {

/// The hierarchy of a column whose ends were coded (Dictionary::open_ends()), from one over its
/// other values. An open end takes the first label of a level that covers all it stands for, an
/// interval or a label of its own spelling; where none does it keeps its own label, up to the top.
/// \pre `closed` is over dictionary->without_open_ends(). Cost O(d h).
[[nodiscard]] Hierarchy with_open_ends(const Hierarchy& closed,
                                       std::shared_ptr<const Dictionary> dictionary);

/// What builders need to know of the column besides its values; for checks and messages only.
struct BuildContext {
    std::string attribute = {};  ///< stands in messages; may be empty
    /// Rows of the data per code, to say how many are not covered; empty: rows are not named.
    std::span<const std::uint64_t> rows_of_code = {};
    bool show_values = false;  ///< messages may quote values of the data
    /// Leaves of a file or tree, besides the empty one, that place the missing value.
    std::span<const std::string> missing_marks = {};
};

/// Star only: height 1.
[[nodiscard]] Hierarchy flat_hierarchy(std::shared_ptr<const Dictionary> dictionary);

/// Hierarchy rows as they stand in a file: leaf first, then its generalizations upward.
struct LeafPaths {
    std::span<const std::vector<std::string>> rows;  ///< equal widths, 2 .. kMaxHeight + 1
    std::span<const std::uint64_t> lines =
        {};                 ///< 1-based line of each row; empty: rows are counted
    std::string file = {};  ///< stands in messages
};

/// Hierarchy of the values of a file. Leaves that do not occur in the data are counted in
/// file_leaf_count() and otherwise left out; a missing value without a leaf counts as one more.
/// Leaves are matched by spelling. A leaf may be repeated with the same path.
/// Refused: a label with two parents (names both lines), more than one root, labels that go round
/// in a cycle, values of the data without a leaf (says how many, and in how many rows; which ones,
/// if show_values), `*` below the root unless it covers all, an empty label over anything but the
/// missing value, a label that begins with a backslash.
/// Cost O(d h + file).
[[nodiscard]] Hierarchy hierarchy_from_paths(std::shared_ptr<const Dictionary> dictionary,
                                             const LeafPaths& paths,
                                             const BuildContext& context = {});

/// The rows of a hierarchy, one per value of the data in leaf_order(), the inverse of
/// hierarchy_from_paths(): the same rows build an equal hierarchy (but for leaves not in the data).
[[nodiscard]] std::vector<std::vector<std::string>> leaf_paths(const Hierarchy& hierarchy);

/// Hierarchy of a nested tree. Leaves nearer the root than the deepest ones keep their own value
/// up to the level below their parent, so that each inner node stands on one level only.
/// Refused as for files; also a value in two places, two inner nodes of one label, a lone value,
/// more than kMaxHeight levels.
[[nodiscard]] Hierarchy tree_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                                       const HierarchyTree& tree,
                                       const BuildContext& context = {});

struct IntervalOptions {
    std::vector<double> widths;  ///< > 0, ascending, each a multiple of the one before; not empty
    std::optional<double> open_below = {};  ///< values below it share one open-ended interval
    std::optional<double> open_above = {};  ///< values at or above it share one
};

/// One level per width, then star. Intervals are [a + i w, a + (i + 1) w) with a = open_below, or
/// 0; those that reach over open_above end there. Integers are spelled `[20, 29]`, decimals
/// `[20, 30)`, open ends `(-inf, 20)` and `[80, inf)`. Bounds are exact decimals: 0.3 is in
/// [0.3, 0.4). Only intervals that hold a value cost anything. Labels carry their range.
/// Refused: columns that are not integer or decimal, fractions for an integer column, widths that
/// do not nest, or so fine that bounds cannot be told apart.
[[nodiscard]] Hierarchy interval_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                                           const IntervalOptions& options,
                                           const BuildContext& context = {});

struct MaskOptions {
    bool from_right = true;  ///< mask the last characters first, or the first ones
    std::size_t step = 1;    ///< characters (code points) masked per level, >= 1
    char character = '*';    ///< printable ASCII; no digit, blank, quote, comma, bracket, backslash
    std::optional<std::size_t> levels = {};  ///< masked levels below the star, >= 1; none: all
    bool by_parts = false;  ///< parts between blanks, `.`, `-` and `/` are padded each to its width
};

/// Level i shows all but i * step characters of the longest value and masks the rest: 94142, 9414*,
/// 941**, ..., then star. Shorter values are as if padded on the masked side to the greatest
/// length. With `levels`, masking stops there; if that level has one label it is the root, else
/// star is added on top. By parts, each part is as wide as it is in any value, and what is shown of
/// one in full is not padded: SW1A 1AA and M1 1AA, SW1A 1A* and M1 1A*, ..., SW1A *** and M1 ***,
/// SW1* *** and M1** ***. Separators do not count as characters.
/// Refused: values that hold the mask character themselves (a label could be mistaken for a value),
/// more than kMaxHeight levels.
[[nodiscard]] Hierarchy mask_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                                       const MaskOptions& options,
                                       const BuildContext& context = {});

/// The periods that a hierarchy of a column has unless others are asked for: of dates month,
/// quarter and year, and bands of 5, 10, 20 and 100 years as far as each joins some years of the
/// column but not all; of date-times also the hour and the day, as far as their times are finer
/// than those.
[[nodiscard]] std::vector<Period> periods_of(const Dictionary& dictionary);

/// The value, its periods from the finest, star: 2020-02-17, 2020-02, 2020-Q1, 2020, *; 64/04/12,
/// 64/04, 64/Q2, 64, *; bands as 1980-1984, 1980-1989, 1980-1999, 1900-1999; 2020-02-17 13:05:09,
/// 2020-02-17 13h, 2020-02-17, ... Dates of one period share a label however they are spelled; it
/// is cut from the earliest of them. Times are of the period that their own clock shows, whatever
/// zone is stated. `periods`: empty: periods_of(). Refused: columns that are not dates or
/// date-times, hours and days of dates, periods that do not ascend.
[[nodiscard]] Hierarchy date_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                                       const std::vector<Period>& periods = {},
                                       const BuildContext& context = {});

/// True if nearly all values of a column are short codes with a digit, of the kind of `SW1A 1AA`,
/// `A12-345` or `E11.9`, and none is a date or holds the mask character.
[[nodiscard]] bool has_codes(const Dictionary& dictionary);

/// A hierarchy for a column of which the policy says nothing, and one line that says what it is.
struct DefaultHierarchy {
    Hierarchy hierarchy;
    std::string description;     ///< such as "intervals of 5, 10, 20, 40"
    std::vector<double> widths;  ///< of intervals
    std::size_t mask_step = 1;   ///< of a mask from the right
    bool mask_parts = false;     ///< of its parts
};

/// Numbers with at least five distinct values: intervals, the narrowest of a nice width (1, 2 or 5
/// times a power of ten) near a twentieth of the range, then doubled, at most five widths; dates
/// and date-times: by periods_of(); text whose values all have the same number of digits and
/// nothing else: masked from the right in at most six levels; more than twelve short codes
/// (has_codes()): so by their parts; else star only. Never throws for a non-empty dictionary.
[[nodiscard]] DefaultHierarchy default_hierarchy(std::shared_ptr<const Dictionary> dictionary);

}  // namespace kanon
