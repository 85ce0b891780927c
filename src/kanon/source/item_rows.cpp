// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/item_rows.hpp"

#include "kanon/base/text/suggest.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/release/spelling/list_cell.hpp"
#include "kanon/source/input.hpp"
#include "kanon/table/column_builder.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

const Column& column_of(const Table& table,
                        const std::string& name,
                        std::string_view key,
                        const Policy& policy,
                        const AttributePolicy& attribute) {
    const std::optional<std::size_t> place = table.find(name);
    if (!place) {
        throw Error(
            ErrorCode::bad_policy,
            fmt::format("{} names no column that is there{}", key, suggestion(name, table.names())),
            policy.where(attribute.name));
    }
    return table.column(*place);
}

/// The row of each key. \throws Error{bad_input}
std::map<std::string_view, std::size_t> rows_by_key(const Column& keys, const Policy& policy) {
    std::map<std::string_view, std::size_t> out;
    for (std::size_t row = 0; row < keys.codes.size(); ++row) {
        if (keys.dictionary->is_missing(keys.codes[row])) {
            continue;
        }
        if (!out.emplace(keys.text(row), row).second) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("row {} has the key of a row above, so that nobody knows whose "
                                    "items are meant; give each person one row",
                                    row + 1),
                        policy.where(keys.name));
        }
    }
    return out;
}

/// The items of each row of the table.
std::vector<std::vector<std::string_view>> items_by_row(const Column& keys,
                                                        const Column& of,
                                                        const Column& items,
                                                        const Policy& policy,
                                                        const std::string& file) {
    const auto row_of = rows_by_key(keys, policy);
    std::vector<std::vector<std::string_view>> out(keys.codes.size());
    for (std::size_t row = 0; row < items.codes.size(); ++row) {
        const auto found = row_of.find(of.text(row));
        if (found == row_of.end()) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("row {}: an item of a person who is not in the table; leave "
                                    "such rows out",
                                    row + 1),
                        Where{.file = file, .attribute = of.name});
        }
        if (!items.dictionary->is_missing(items.codes[row])) {
            out[found->second].push_back(items.text(row));
        }
    }
    return out;
}

std::shared_ptr<const Column> gathered(const Table& table,
                                       const Policy& policy,
                                       const AttributePolicy& attribute,
                                       const RunContext& context) {
    const std::string path = path_of_file(policy, attribute.items_file);
    ReadOptions read;
    read.missing_marks = policy.missing_marks;
    read.known_names = {attribute.items_by, attribute.items_column};
    read.header_in_doubt = true;
    const Table rows = read_input(path, read, context).table;
    const Column& keys = column_of(table, attribute.items_by, "items-by", policy, attribute);
    const Column& of = column_of(rows, attribute.items_by, "items-by", policy, attribute);
    const Column& items =
        column_of(rows, attribute.items_column, "items-column", policy, attribute);
    ColumnBuilder builder(attribute.name);
    for (const auto& list : items_by_row(keys, of, items, policy, path)) {
        builder.append(builder.code_of(join_list(list, attribute.separator)));
    }
    return std::make_shared<const Column>(builder.finish(ValueType::text));
}

}  // namespace

Table with_item_rows(Table table, const Policy& policy, const RunContext& context) {
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.items_file.empty()) {
            continue;
        }
        if (table.find(attribute.name)) {
            throw Error(ErrorCode::bad_policy,
                        "the table has such a column, and items-file would give it another; "
                        "rename one",
                        policy.where(attribute.name));
        }
        std::vector<std::shared_ptr<const Column>> columns;
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            columns.push_back(table.shared_column(j));
        }
        columns.push_back(gathered(table, policy, attribute, context));
        table = Table(std::move(columns), table.row_count());
    }
    return table;
}

}  // namespace kanon::detail
