// SPDX-License-Identifier: Apache-2.0
#include "mutations.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace kanon::test {
namespace {

void add_column(Mutant& mutant, const std::string& name, const std::string& stem) {
    mutant.names.push_back(name);
    for (std::size_t row = 0; row < mutant.rows.size(); ++row) {
        mutant.rows[row].push_back(stem + std::to_string(mutant.origin[row]));
    }
}

void take_column(Mutant& mutant, std::size_t column) {
    const auto place = static_cast<std::ptrdiff_t>(column);
    mutant.names.erase(mutant.names.begin() + place);
    for (TextRow& row : mutant.rows) {
        row.erase(row.begin() + place);
    }
}

// ---- columns

bool column_more(Mutant& mutant) {
    add_column(mutant, "number", "");
    return true;
}

bool identifying_column_more(Mutant& mutant) {
    add_column(mutant, "id", "p");
    return true;
}

bool sensitive_column_less(Mutant& mutant) {
    take_column(mutant, MutantColumn::ill);
    return true;
}

bool quasi_identifier_less(Mutant& mutant) {
    take_column(mutant, MutantColumn::zip);
    return true;
}

bool column_renamed(Mutant& mutant) {
    mutant.names[MutantColumn::ill] = "illness";
    return true;
}

bool column_in_capitals(Mutant& mutant) {
    mutant.names[MutantColumn::zip] = "ZIP";
    return true;
}

bool quasi_identifiers_change_names(Mutant& mutant) {
    std::swap(mutant.names[MutantColumn::age], mutant.names[MutantColumn::zip]);
    return true;
}

bool columns_in_another_order(Mutant& mutant) {
    std::reverse(mutant.names.begin(), mutant.names.end());
    for (TextRow& row : mutant.rows) {
        std::reverse(row.begin(), row.end());
    }
    return true;
}

bool column_named_twice(Mutant& mutant) {
    mutant.names[MutantColumn::ill] = mutant.names[MutantColumn::note];
    return true;
}

// ---- how the file is written

bool every_cell_quoted(Mutant& mutant) {
    mutant.style.quote_all = true;
    return true;
}

bool lines_end_with_crlf(Mutant& mutant) {
    mutant.style.line_end = "\r\n";
    return true;
}

bool byte_order_mark(Mutant& mutant) {
    mutant.style.before = "\xEF\xBB\xBF";
    return true;
}

bool semicolons(Mutant& mutant) {
    mutant.style.delimiter = ';';
    return true;
}

bool row_with_a_cell_more(Mutant& mutant) {
    mutant.rows[mutant.rows.size() / 2].emplace_back("x");
    return true;
}

bool row_with_a_cell_less(Mutant& mutant) {
    mutant.rows[mutant.rows.size() / 2].pop_back();
    return true;
}

bool quote_left_open(Mutant& mutant) {
    mutant.style.after = "\"";
    return true;
}

/// UTF-8 begun and not ended: read as Windows-1252, it is another note than the original's.
bool byte_that_is_no_text(Mutant& mutant) {
    mutant.rows[0][MutantColumn::note] = "\xFF";
    return true;
}

bool header_alone(Mutant& mutant) {
    mutant.rows.clear();
    mutant.origin.clear();
    return true;
}

// ---- the summary

bool one_suppressed_row_less_stated(Mutant& mutant) {
    const bool any = mutant.suppressed_count() > 0;
    mutant.state(mutant.suppressed_count() - (any ? 1 : 0));
    return any;
}

bool one_suppressed_row_more_stated(Mutant& mutant) {
    mutant.state(mutant.suppressed_count() + 1);
    return true;
}

bool summary_of_another_table(Mutant& mutant) {
    mutant.summary = R"({"rows": 7, "suppressed_rows": 0})";
    return true;
}

bool summary_without_a_count(Mutant& mutant) {
    mutant.summary = R"({"rows": 44})";
    return true;
}

bool summary_cut_short(Mutant& mutant) {
    mutant.summary.pop_back();
    return true;
}

const Verdict kUnknown{"unknown-column"};
const Verdict kIdentifying{"identifying-column"};
const Verdict kMissing{"missing-column"};
const Verdict kUnreadable{"unreadable-value"};
const Verdict kUnreadableInOrder{"unreadable-value", "covers-original", "no-original"};
const Verdict kStated{"stated-counts", "row-lost"};
const Verdict kNone{kRefused};
const Verdict kNote{"unchanged", "no-original"};
const Verdict kGood{kPasses};

const std::array kMutations{
    Mutation{"a column more", column_more, kUnknown, kUnknown, kUnknown},
    Mutation{"the identifying column is released",
             identifying_column_more,
             kIdentifying,
             kIdentifying,
             kIdentifying},
    Mutation{"the sensitive column is not released",
             sensitive_column_less,
             kMissing,
             kMissing,
             kMissing},
    Mutation{
        "a quasi-identifier is not released", quasi_identifier_less, kMissing, kMissing, kMissing},
    Mutation{"a column has another name", column_renamed, kMissing, kMissing, kMissing},
    Mutation{"a column's name is in capitals", column_in_capitals, kMissing, kMissing, kMissing},
    Mutation{"two quasi-identifiers change names",
             quasi_identifiers_change_names,
             kUnreadable,
             kUnreadableInOrder,
             kUnreadable},
    Mutation{"the columns stand in another order", columns_in_another_order, kGood, kGood, kGood},
    Mutation{"a name stands twice", column_named_twice, kNone, kNone, kNone},
    Mutation{"every cell is quoted", every_cell_quoted, kGood, kGood, kGood},
    Mutation{"lines end with CR LF", lines_end_with_crlf, kGood, kGood, kGood},
    Mutation{"a byte order mark", byte_order_mark, kGood, kGood, kGood},
    Mutation{"semicolons between cells", semicolons, kGood, kGood, kGood},
    Mutation{"a row has a cell more", row_with_a_cell_more, kNone, kNone, kNone},
    Mutation{"a row has a cell less", row_with_a_cell_less, kNone, kNone, kNone},
    Mutation{"a quote is left open", quote_left_open, kNone, kNone, kNone},
    Mutation{"a byte that is no text", byte_that_is_no_text, kNote, kNote, kNote},
    Mutation{"no row at all", header_alone, kNone, kNone, kNone},
    Mutation{"the summary counts a suppressed row less",
             one_suppressed_row_less_stated,
             kStated,
             kStated,
             kStated},
    Mutation{"the summary counts a suppressed row more",
             one_suppressed_row_more_stated,
             kStated,
             kStated,
             kStated},
    Mutation{
        "the summary is of another table", summary_of_another_table, kStated, kStated, kStated},
    Mutation{"the summary lacks a count", summary_without_a_count, kNone, kNone, kNone},
    Mutation{"the summary is cut short", summary_cut_short, kNone, kNone, kNone},
};

}  // namespace

std::span<const Mutation> file_mutations() {
    return kMutations;
}

}  // namespace kanon::test
