// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/check_lines.hpp"

#include "kanon/audit/matching/candidates.hpp"
#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

using Lines = std::vector<std::string>;

/// The line of the columns: the identifying ones by name.
std::string columns_line(const AuditFindings::Columns& columns) {
    const std::size_t released = columns.released;
    const std::vector<std::string>& names = columns.withheld;
    if (names.empty()) {
        return released == 1 ? "the only column is released"
                             : fmt::format("all {} columns are released", released);
    }
    const std::size_t shown = std::min<std::size_t>(names.size(), 5);
    const std::string more =
        names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(shown);
    return fmt::format(
        "identifying columns removed ({}{}); {}",
        fmt::join(names.begin(), end, ", "),
        more,
        released == 1 ? "1 column remains" : fmt::format("{} columns remain", released));
}

/// The line of a coded column.
std::string coding_line(const CodingFigures& figures) {
    std::string what;
    const auto add = [&what](std::uint64_t rows, std::string_view how) {
        if (rows > 0) {
            what += (what.empty() ? "" : ", ") + count_text(rows, "row") + std::string(how);
        }
    };
    add(figures.derived_rows, " by age");
    add(figures.low_rows, " at the bottom");
    add(figures.high_rows, " at the top");
    add(figures.rounded_rows, " rounded");
    return fmt::format("'{}' is coded as stated ({}): {}",
                       figures.column,
                       figures.coding.text(),
                       what.empty() ? "no row is changed" : what);
}

void add_cells(const AuditFindings& found, Lines& out) {
    if (found.covering && found.covering->columns > 0) {
        out.push_back(fmt::format("each of {} x {} released cells covers its original",
                                  count_text(found.covering->rows),
                                  found.covering->columns));
    }
    if (found.patterns) {
        out.emplace_back("the stars of each row are a pattern of the policy's");
    }
    if (found.unchanged && found.unchanged->columns > 0) {
        out.push_back(fmt::format(
            "each of {} x {} other cells is unchanged{}, those of suppressed rows are blank",
            count_text(found.unchanged->rows),
            found.unchanged->columns,
            found.unchanged->any_coded ? " or coded" : ""));
    }
}

/// The line of one promise.
std::string promise_line(const Proof& proof, std::uint64_t classes) {
    if (classes == 0) {
        return proof.describe + " holds, because no class is released";
    }
    const std::string worst = fmt::format("{:.10g}", proof.achieved);
    if (!proof.against.knows_all()) {
        return fmt::format(
            "{} holds; the worst set of rows that are alike to them has {}", proof.describe, worst);
    }
    if (proof.known_values > 0) {
        return fmt::format("{} holds for whoever knows up to {}; the worst set of rows has {}",
                           proof.describe,
                           count_text(proof.known_values, "value"),
                           worst);
    }
    if (proof.is_average) {
        return fmt::format(
            "{} holds over {}; it is {}", proof.describe, count_text(classes, "class"), worst);
    }
    if (classes == 1) {
        return fmt::format("{} holds in the only class, which has {}", proof.describe, worst);
    }
    return fmt::format("{} holds in each of {} classes; the worst has {}",
                       proof.describe,
                       count_text(classes),
                       worst);
}

void add_promises(const AuditReport& report, Lines& out) {
    for (const Proof& proof : report.proofs) {
        if (proof.holds) {
            out.push_back(report.candidates ? auditing::candidates_line(proof, *report.candidates)
                                            : promise_line(proof, report.findings.classes));
        }
    }
}

/// The line of the lists.
std::string lists_line(const ListFigures& lists) {
    return fmt::format(
        "'{}': each of {} of up to {} that a released list holds is in at least {} "
        "lists of its class, each counted",
        lists.column,
        count_text(lists.sets, "set"),
        count_text(lists.m, "item"),
        count_text(lists.least_support));
}

void add_invariance(const AuditFindings::Invariance& found, Lines& out) {
    out.push_back(fmt::format(
        "each of {} is among the same sensitive values in all of the ledger's releases ({}) that "
        "have the person; these are {} or more",
        count_text(found.persons, "person"),
        found.releases,
        count_text(found.least_values, "value")));
    out.push_back(
        fmt::format("each person of the original has one row; {} of nobody (counterfeits)",
                    found.counterfeits == 0   ? "no row is"
                    : found.counterfeits == 1 ? "1 row is"
                                              : count_text(found.counterfeits) + " are"));
}

std::string rows_line(const AuditFindings::Rows& rows) {
    return fmt::format("each of {} is released ({}) or suppressed ({} of at most {})",
                       count_text(rows.original, "row"),
                       count_text(rows.original - rows.suppressed),
                       count_text(rows.suppressed),
                       count_text(rows.limit));
}

std::string parts_line(const AuditFindings& found) {
    return fmt::format("the table was solved in {}, each proven by itself: {}",
                       count_text(found.parts, "piece"),
                       found.parts_apart
                           ? "no class has rows of two"
                           : "rows of two pieces may be released alike, and count as two classes "
                             "then, so that there may be fewer and larger ones");
}

std::string_view read_again_line(ReadAgain where) {
    switch (where) {
        case ReadAgain::nowhere:
            return "";
        case ReadAgain::one_table:
            return "all of this holds of the table that was written, read back by its database";
        case ReadAgain::all_tables:
            return "all of this holds of the tables that were written, together, read back by "
                   "their databases";
        case ReadAgain::one_filled_table:
            return "all of this holds of the table that was written, read back by its database; "
                   "what it fills holds the same rows, compared text by text";
        case ReadAgain::all_filled_tables:
            return "all of this holds of the tables that were written, together, read back by "
                   "their databases; what they fill holds the same rows, compared text by text";
        case ReadAgain::rows:
            return "all of this holds of the rows that were written, read back; the files hold the "
                   "same, by their number and the sum of their hashes";
    }
    return "";
}

}  // namespace

std::string keyed_line(const KeyedFigures& figures) {
    const std::string by = figures.by_key ? "" : ", whichever the key is";
    if (!figures.shift) {
        return fmt::format(
            "'{}' has pseudonyms, which is not anonymous: one for each of {}, no two "
            "alike{}",
            figures.column,
            count_text(figures.values, "value"),
            by);
    }
    return fmt::format(
        "'{}' has shifted dates, which is not anonymous: one number of days, up to "
        "{}{}, for each of {}{}",
        figures.column,
        figures.shift->range.within,
        figures.shift->range.keeps_weekdays ? " and whole weeks" : "",
        count_text(figures.values, "person"),
        by);
}

std::vector<std::string> check_lines(const AuditReport& report) {
    const AuditFindings& found = report.findings;
    Lines out;
    if (found.columns) {
        out.push_back(columns_line(*found.columns));
    }
    for (const CodingFigures& figures : report.codings) {
        if (found.codings) {
            out.push_back(coding_line(figures));
        }
    }
    for (const KeyedFigures& figures : report.keyed) {
        if (found.keyed) {
            out.push_back(keyed_line(figures));
        }
    }
    add_cells(found, out);
    add_promises(report, out);
    if (report.lists && report.lists->sets > 0 && report.lists->least_support >= report.lists->k) {
        out.push_back(lists_line(*report.lists));
    }
    if (found.over_releases) {
        out.push_back(fmt::format(
            "each of {} in {} of the ledger has {} left when its classes are intersected, or more",
            count_text(found.over_releases->persons, "person"),
            count_text(found.over_releases->releases, "release"),
            count_text(found.over_releases->least, "candidate")));
    }
    if (found.invariance) {
        add_invariance(*found.invariance, out);
    }
    if (found.rows) {
        out.push_back(rows_line(*found.rows));
    }
    if (found.aggregates > 0) {
        out.push_back(
            fmt::format("each of {} (means, medians, modes) is that of the rows released "
                        "alike, computed anew",
                        count_text(found.aggregates, "aggregate")));
    }
    if (found.parts > 0) {
        out.push_back(parts_line(found));
    }
    if (found.read_again != ReadAgain::nowhere) {
        out.emplace_back(read_again_line(found.read_again));
    }
    for (const std::string& what : found.same_bytes) {
        out.push_back("the " + what + " is the summary's, byte for byte (SHA-256)");
    }
    return out;
}

void note_read_again(AuditReport& report, ReadAgain where) {
    report.findings.read_again = where;
    report.checks = check_lines(report);
}

void note_same_bytes(AuditReport& report, const std::string& what) {
    report.findings.same_bytes.push_back(what);
    report.checks = check_lines(report);
}

}  // namespace kanon
