// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/source_form.hpp"

#include "kanon/release/spelling/comma_text.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace kanon::detail {
namespace {

bool is_text_table(const std::string& target, const WriteOptions& options) {
    return has_lines(format_to_write(target, options));
}

/// The table, `spell` of each value in the columns of a list for which it `suits`.
template <class Suits>
Table respelled_columns(const Table& table,
                        const std::vector<std::string>& names,
                        std::string (*spell)(std::string_view),
                        const ValueRules& rules,
                        const Suits& suits) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const std::shared_ptr<const Column>& column = table.shared_column(j);
        const bool is_named = std::ranges::find(names, column->name) != names.end();
        columns.push_back(
            is_named && suits(*column->dictionary)
                ? std::make_shared<const Column>(respelled(*column, spell, rules).column)
                : column);
    }
    return {std::move(columns), table.row_count()};
}

bool reads_back(const Dictionary& values) {
    for (Code code = 0; code < values.value_count(); ++code) {
        const std::string_view text = values.text(code);
        if (with_decimal_points(with_decimal_commas(text)) != text) {
            return false;
        }
    }
    return true;
}

bool is_written_with_commas(const Dictionary& values) {
    for (Code code = 0; code < values.value_count(); ++code) {
        if (has_decimal_commas(values.text(code))) {
            return true;
        }
    }
    return false;
}

}  // namespace

SourceForm form_of(const ReadTable& read) {
    SourceForm out;
    if (read.format == Format::csv) {
        out.delimiter = read.delimiter;
    }
    if (has_lines(read.format)) {
        out.encoding = read.encoding;
        out.byte_order_mark = read.byte_order_mark;
    }
    return out;
}

void note_decimal_commas(const Table& read, const Table& bound, SourceForm& form) {
    for (std::size_t j = 0; j < read.column_count(); ++j) {
        const bool had = read.column(j).dictionary->notation() == Notation::decimal_comma;
        if (had && bound.column(j).dictionary->notation() == Notation::standard) {
            form.decimal_commas.push_back(read.column(j).name);
        }
    }
}

WriteOptions written_as(WriteOptions asked, const std::string& target, const SourceForm& form) {
    constexpr std::string_view kTaken = ",;|";  // tabs are those of .tsv
    if (!is_text_table(target, asked)) {
        return asked;
    }
    if (!asked.delimiter && kTaken.find(form.delimiter) != std::string_view::npos) {
        asked.delimiter = form.delimiter;
    }
    if (asked.encoding.empty() && compression_of_name(target) == Compression::none) {
        asked.encoding = form.encoding;
        asked.byte_order_mark = form.byte_order_mark;
    }
    return asked;
}

Table in_own_form(const Table& release,
                  const std::string& target,
                  const WriteOptions& options,
                  const SourceForm& form) {
    if (form.decimal_commas.empty() || !is_text_table(target, options)) {
        return release;
    }
    return respelled_columns(release,
                             form.decimal_commas,
                             with_decimal_commas,
                             {.declared = ValueType::text},
                             reads_back);
}

Table out_of_own_form(const Table& written, const SourceForm& form) {
    if (form.decimal_commas.empty()) {
        return written;
    }
    return respelled_columns(
        written, form.decimal_commas, with_decimal_points, {}, is_written_with_commas);
}

}  // namespace kanon::detail
