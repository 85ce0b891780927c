// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/row_sink.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/io/reading/table_reading.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace kanon::io {
namespace {

constexpr std::uint64_t kRowsToPoll = 4096;

constexpr unsigned bit_of(CellKind kind) {
    return 1U << static_cast<unsigned>(kind);
}

/// The SQL type that a column of such cells is written in.
std::string storage_of_kinds(unsigned kinds) {
    constexpr unsigned kNumbers = bit_of(CellKind::integer) | bit_of(CellKind::decimal);
    if (kinds == bit_of(CellKind::integer)) {
        return "BIGINT";
    }
    if (kinds != 0 && (kinds & ~kNumbers) == 0) {
        return "DOUBLE";
    }
    if (kinds == bit_of(CellKind::date)) {
        return "DATE";
    }
    return kinds == bit_of(CellKind::boolean) ? "BOOLEAN" : "VARCHAR";
}

/// True of a date as files give it: `2020-02-28`.
bool is_day(std::string_view text) {
    constexpr std::size_t kDay = 10;
    return text.size() == kDay && parse_number(text, ValueType::date);
}

}  // namespace

std::optional<std::int64_t> whole_number_of(double value) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    const bool whole = value == std::trunc(value) && std::abs(value) <= kExact;
    return whole ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
}

RowSink::RowSink(std::vector<ForeignColumn> columns,
                 const ReadOptions& options,
                 const MarksOf& marks,
                 const RunContext& context,
                 std::string file)
    : options_(options), context_(context), file_(std::move(file)), places_(columns.size()) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
        ForeignColumn& column = columns[j];
        if (names_column(options.skip, column.name)) {
            places_[j] = kSkipped;
            continue;
        }
        places_[j] = kept_.size();
        std::vector<std::string> missing = marks_of(column.name, options, marks);
        ColumnBuilder builder(column.name, "VARCHAR", missing);
        const bool must_have = names_column(options.drop_rows_missing, column.name);
        kept_.push_back({.about = std::move(column),
                         .builder = std::move(builder),
                         .missing_marks = std::move(missing),
                         .must_have = must_have});
    }
    check_columns_left(!kept_.empty(), file_);
}

void RowSink::put(std::size_t column, CellKind kind, std::string_view text) {
    is_blank_ = is_blank_ && is_blank(text);
    if (wants(column)) {
        Cell& cell = kept_[places_[column]].cell;
        cell.kind = kind;
        cell.text = text;
    }
}

void RowSink::put_integer(std::size_t column, std::int64_t value) {
    note_value();
    if (wants(column)) {
        put(column, CellKind::integer, std::to_string(value));
    }
}

void RowSink::refuse(std::size_t column, const std::string& fault) const {
    const Kept& kept = kept_[places_[column]];
    throw Error(ErrorCode::bad_input,
                "row " + std::to_string(taken_rows() + 1) + " " + fault,
                {.file = file_, .attribute = kept.about.name});
}

template <class Number>
void RowSink::put_any(std::size_t column, Number value) {
    if (std::isnan(value)) {
        return;
    }
    note_value();
    if (!wants(column)) {
        return;
    }
    if (std::isinf(value)) {
        refuse(column, "is infinite; make it missing or a number");
    }
    put(column, CellKind::decimal, number_text(value));
}

void RowSink::put_number(std::size_t column, double value) {
    put_any(column, value);
}

void RowSink::put_number(std::size_t column, float value) {
    put_any(column, value);
}

void RowSink::put_number_as_whole(std::size_t column, double value) {
    if (const std::optional<std::int64_t> whole = whole_number_of(value)) {
        put_integer(column, *whole);
    } else {
        put_number(column, value);
    }
}

void RowSink::fix(std::size_t column, std::string text) {
    if (wants(column)) {
        kept_[places_[column]].fixed = std::move(text);
    }
}

bool RowSink::is_missing(const Kept& kept) {
    const Cell& cell = kept.cell;
    return cell.kind == CellKind::missing || cell.text.empty() ||
           names_column(kept.missing_marks, cell.text);
}

Code RowSink::code_of(Kept& kept) const {
    try {
        return kept.builder.code_of(kept.cell.text);
    } catch (const Error& fault) {
        throw Error(fault.code(), fault.what(), {.file = file_});
    }
}

void RowSink::store_row() {
    for (Kept& kept : kept_) {
        if (is_missing(kept)) {
            kept.builder.append(kept.builder.code_of_missing());
        } else {
            kept.kinds |= bit_of(kept.cell.kind);
            if (kept.cell.kind == CellKind::text && is_day(kept.cell.text)) {
                kept.days_in_text.insert(kept.cell.text);
            }
            kept.builder.append(code_of(kept));
        }
    }
}

bool RowSink::end_row() {
    if (taken_rows() % kRowsToPoll == 0) {
        throw_if_cancelled(context_);
        context_.report({"read", static_cast<double>(taken_rows()), 0});
    }
    const bool is_left_out = std::exchange(is_blank_, true) && !options_.keep_blank_rows;
    bool dropped = false;
    for (Kept& kept : kept_) {
        if (!kept.fixed.empty()) {
            kept.cell = {.kind = CellKind::text, .text = kept.fixed};
        }
        dropped = dropped || (kept.must_have && is_missing(kept));
    }
    if (!dropped && !is_left_out) {
        store_row();
    }
    ++(is_left_out ? blank_rows_ : dropped ? dropped_rows_ : rows_);
    for (Kept& kept : kept_) {
        kept.cell.kind = CellKind::missing;
    }
    check_most_rows(rows_, options_, file_);
    return wants_more();
}

/// Labels are taken where they say what the values say: each value has one of its own.
bool RowSink::takes_labels(const Kept& kept, const Dictionary& values) const {
    const auto& labels = kept.about.labels;
    if (labels.empty() || values.value_count() == 0 || options_.labels == ValueLabels::values) {
        return false;
    }
    std::set<std::string_view> seen;
    std::size_t labelled = 0;
    for (Code code = 0; code < values.value_count(); ++code) {
        if (const auto found = labels.find(values.text(code)); found != labels.end()) {
            ++labelled;
            seen.insert(found->second);
        }
    }
    const bool each_its_own = labelled == values.value_count() && seen.size() == labelled;
    return labelled > 0 && (each_its_own || options_.labels == ValueLabels::labels);
}

FoundColumn RowSink::finish_column(Kept& kept) {
    const std::string name = kept.about.name;
    const ValueRules rules = rules_of(options_, name);
    Column column = kept.builder.finish();
    column.storage_type = storage_of_kinds(kept.kinds);
    const auto& labels = kept.about.labels;
    if (takes_labels(kept, *column.dictionary)) {
        column.storage_type = "VARCHAR";
        labelled_.push_back(name);
        const auto label_of = [&labels](std::string_view value) {
            const auto found = labels.find(value);
            return found == labels.end() ? std::string(value) : found->second;
        };
        return respelled(column, label_of, rules);
    }
    if (!labels.empty() && options_.labels == ValueLabels::automatic) {
        unlabelled_.push_back(name);
    }
    // What the file calls a date has a time as well where others in its column have one.
    const bool two_kinds = (kept.kinds & bit_of(CellKind::date_time)) != 0;
    const auto with_time = [&kept, two_kinds](std::string_view value) {
        const bool alone = two_kinds && is_day(value) && !kept.days_in_text.contains(value);
        return std::string(value) + (alone ? " 00:00:00" : "");
    };
    return respelled(column, with_time, rules);
}

FoundTable RowSink::finish() {
    FoundTable out{
        .columns = {}, .rows = rows_, .dropped_rows = dropped_rows_, .blank_rows = blank_rows_};
    check_kept_rows(out, file_);
    for (Kept& kept : kept_) {
        throw_if_cancelled(context_);
        try {
            out.columns.push_back(finish_column(kept));
        } catch (const Error& fault) {
            throw Error(fault.code(), fault.what(), {.file = file_, .attribute = kept.about.name});
        }
    }
    if (!labelled_.empty()) {
        said_.push_back("labels stand for the values of " + names_text(labelled_) +
                        "; --value-labels values overrides this");
    }
    if (!unlabelled_.empty()) {
        said_.push_back("values stand without their labels in " + names_text(unlabelled_) +
                        ", as not every value has one of its own; --value-labels labels "
                        "overrides this");
    }
    return out;
}

}  // namespace kanon::io
