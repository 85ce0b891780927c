// SPDX-License-Identifier: Apache-2.0
#include "inspection_text.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/wrap.hpp"

#include "terminal/text_table.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace kanon::cli {
namespace {

constexpr std::size_t kMostColumns = 12;  // more are counted by role, unless all are wanted
constexpr std::size_t kMostNames = 6;

std::string share_text(double share) {
    return fmt::format("{:.1f}%", share * 100);
}

std::string names_text(const std::vector<std::string>& names, bool verbose) {
    if (verbose || names.size() <= kMostNames + 1) {
        return fmt::format("{}", fmt::join(names, ", "));
    }
    const std::vector<std::string> first(names.begin(), names.begin() + kMostNames);
    return fmt::format("{} and {} more", fmt::join(first, ", "), names.size() - kMostNames);
}

/// A text that begins behind its name, or below a heading, and goes on beneath.
std::string hanging(std::string_view head, std::string_view text, std::size_t width) {
    const std::size_t room = width > head.size() + 30 ? width - head.size() : width;
    std::string out;
    for (const std::string& line : wrapped(text, room)) {
        out += fmt::format("{}{}\n", out.empty() ? head : std::string(head.size(), ' '), line);
    }
    return out;
}

std::string points(std::string_view heading,
                   const std::vector<std::string>& texts,
                   std::size_t width) {
    std::string out = texts.empty() ? "" : fmt::format("\n{}\n", heading);
    for (const std::string& text : texts) {
        out += hanging("  - ", text, width);
    }
    return out;
}

/// `and 41 more: 3 identifying, 38 quasi-identifying; -v shows them`
std::string more_columns_text(const Inspection& seen) {
    std::string roles;
    for (const Role role : kRoles) {
        const auto count =
            std::count_if(seen.columns.begin() + kMostColumns,
                          seen.columns.end(),
                          [&](const ColumnSuggestion& column) { return column.role == role; });
        if (count > 0) {
            roles += fmt::format("{}{} {}", roles.empty() ? "" : ", ", count, to_string(role));
        }
    }
    return fmt::format(
        "... and {} more: {}; -v shows them\n", seen.columns.size() - kMostColumns, roles);
}

std::string columns_text(const Inspection& seen, bool verbose) {
    std::vector<std::vector<std::string>> cells{
        {"COLUMN", "TYPE", "DISTINCT", "MISSING", "UNIQUE", "SUGGESTED ROLE", "WHY"}};
    const bool is_cut = !verbose && seen.columns.size() > kMostColumns;
    const std::size_t shown = is_cut ? kMostColumns : seen.columns.size();
    std::string before;
    for (std::size_t j = 0; j < shown; ++j) {
        const ColumnSuggestion& column = seen.columns[j];
        cells.push_back({column.name,
                         std::string(to_string(column.type)),
                         std::to_string(column.distinct),
                         std::to_string(column.missing_rows),
                         share_text(column.unique_share),
                         std::string(to_string(column.role)),
                         column.reason == before ? "\"" : column.reason});
        before = column.reason;
    }
    return fmt::format("{}, {}; UNIQUE: rows whose value occurs once\n\n{}{}",
                       count_text(seen.rows, "row"),
                       count_text(seen.columns.size(), "column"),
                       text_table(cells),
                       is_cut ? more_columns_text(seen) : "");
}

std::string persons_text(const Inspection& seen) {
    if (!seen.person) {
        return "each row counts as a person: no record number of persons repeats";
    }
    return fmt::format("counted by '{}': {}; {} values in {} rows",
                       seen.person->column,
                       seen.person->why,
                       seen.person->persons,
                       seen.person->rows);
}

std::string sets_text(const Inspection& seen) {
    if (seen.singling_sets.empty()) {
        return "";
    }
    std::vector<std::vector<std::string>> cells{{"UNIQUE", "COLUMNS"}};
    for (const SinglingSet& set : seen.singling_sets) {
        cells.push_back(
            {share_text(set.unique_share), fmt::format("{}", fmt::join(set.columns, ", "))});
    }
    return "\nColumns that identify the most rows\n\n" + text_table(cells);
}

std::string least_sets_text(const Inspection& seen) {
    if (seen.least_sets.sets.empty()) {
        return "";
    }
    std::vector<std::vector<std::string>> cells{{"OF THESE ROWS", "FEWEST", "COLUMNS"}};
    for (const LeastSet& set : seen.least_sets.sets) {
        cells.push_back({set.share < 1 ? fmt::format("{:.0f}%", set.share * 100) : "all",
                         set.size_text(),
                         fmt::format("{}", fmt::join(set.columns, ", "))});
    }
    return fmt::format(
        "\nSmallest sets of columns that identify as many rows as all of them ({} of {})\n\n{}",
        count_text(seen.least_sets.unique_rows),
        count_text(seen.rows, "row"),
        text_table(cells));
}

/// Whom the columns identify, in a line.
std::string unique_text(const Inspection& seen) {
    std::string out;
    if (!seen.singling_sets.empty()) {
        const SinglingSet& best = seen.singling_sets.back();
        out = fmt::format(
            "{} of the rows by {}", share_text(best.unique_share), fmt::join(best.columns, ", "));
    }
    if (!seen.least_sets.sets.empty()) {
        const double share = static_cast<double>(seen.least_sets.unique_rows) /
                             static_cast<double>(std::max<std::uint64_t>(seen.rows, 1));
        out += fmt::format("{}{} by all columns that are not dropped; -v shows the smallest sets",
                           out.empty() ? "" : ", ",
                           share_text(share));
    }
    return out;
}

/// The columns of a warning whose text does not name them.
std::string names_beside(const Warning& warning, bool verbose) {
    const bool are_named = std::ranges::all_of(warning.columns, [&](const std::string& column) {
        return warning.text.find("'" + column + "'") != std::string::npos;
    });
    return are_named ? "" : " (" + names_text(warning.columns, verbose) + ")";
}

std::vector<std::string> warning_lines(const Inspection& seen, bool verbose) {
    std::vector<std::string> out;
    for (const Warning& warning : seen.warnings) {
        out.push_back(fmt::format("{}: {}{}; {}",
                                  warning.code,
                                  warning.text,
                                  names_beside(warning, verbose),
                                  find_warning(warning.code).remedy));
    }
    return out;
}

/// What to type next: a run by the policy that was written, or the policy.
std::string next_text(const InspectionLayout& layout) {
    if (layout.input.empty() || layout.input == "-" || layout.policy == "-") {
        return "";
    }
    const std::string input = shell_word(layout.input);
    return layout.policy.empty()
               ? fmt::format("kanon inspect {} --policy policy.yaml", input)
               : fmt::format(
                     "kanon anonymize {} -p {} -o release.csv", input, shell_word(layout.policy));
}

}  // namespace

std::string inspection_text(const Inspection& seen,
                            const std::vector<std::string>& said,
                            const InspectionLayout& layout) {
    std::string out = columns_text(seen, layout.verbose);
    out += "\n" + hanging("  Persons  ", persons_text(seen), layout.width);
    out += layout.verbose ? sets_text(seen) + least_sets_text(seen)
                          : hanging("  Unique   ", unique_text(seen), layout.width);
    out += points("Warnings", warning_lines(seen, layout.verbose), layout.width);
    out += points("Read", said, layout.width);
    const std::string next = next_text(layout);
    return out + (next.empty() ? "" : fmt::format("\nNext: {}\n", next));
}

}  // namespace kanon::cli
