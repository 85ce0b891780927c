// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/private_tables.hpp"

#include "kanon/base/secret_random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

std::string drawn_name() {
    SecretRandom random;
    return fmt::format("kanon_{:016x}", random.next());
}

}  // namespace

PrivateTables::PrivateTables(Connection& connection, std::string schema)
    : connection_(connection), schema_(std::move(schema)) {
    const Dialect& dialect = connection_.dialect();
    if (!dialect.ddl_rolls_back) {
        return;
    }
    connection_.begin();
    in_transaction_ = true;
    if (!dialect.one_snapshot.empty()) {
        connection_.execute(std::string(dialect.one_snapshot));
    }
}

PrivateTables::~PrivateTables() {
    if (in_transaction_) {
        try {
            connection_.roll_back();
        } catch (...) {  // NOLINT(bugprone-empty-catch): the end of the session does it
        }
        return;
    }
    for (const std::string& name : names_) {
        if (const std::string before = before_drop(name); !before.empty()) {
            connection_.clean_up(before);
        }
        connection_.clean_up("DROP TABLE IF EXISTS " + name);
    }
    if (!placed_.empty()) {
        connection_.clean_up("DROP TABLE IF EXISTS " + placed_);
    }
    if (!aside_.empty()) {
        connection_.clean_up(renaming(aside_, aside_was_));
    }
}

std::string PrivateTables::within_schema(std::string_view name) const {
    const Dialect& dialect = connection_.dialect();
    const std::string quoted = quoted_name(dialect, name);
    return schema_.empty() ? quoted : quoted_name(dialect, schema_) + "." + quoted;
}

std::string PrivateTables::renaming(const std::string& name, std::string_view target) const {
    const Dialect& dialect = connection_.dialect();
    const std::string to =
        dialect.renames_with_schema ? within_schema(target) : quoted_name(dialect, target);
    return fmt::format(fmt::runtime(dialect.rename), fmt::arg("from", name), fmt::arg("to", to));
}

std::string PrivateTables::before_drop(const std::string& name) const {
    return fmt::format(fmt::runtime(connection_.dialect().before_drop), fmt::arg("table", name));
}

std::string PrivateTables::new_name() {
    names_.push_back(within_schema(drawn_name()));
    return names_.back();
}

std::string PrivateTables::make(std::string_view columns) {
    std::string name = new_name();
    connection_.execute(
        fmt::format("CREATE TABLE {} ({}){}", name, columns, connection_.dialect().table_options));
    return name;
}

std::string PrivateTables::make_of(std::string_view query, std::string_view columns) {
    const Dialect& dialect = connection_.dialect();
    if (!columns.empty() && dialect.declaring == Declaring::before) {
        std::string name = make(columns);
        connection_.execute(fmt::format("INSERT INTO {} {}", name, query));
        return name;
    }
    std::string name = new_name();
    connection_.execute(fmt::format("CREATE TABLE {}{}{} AS {}{}",
                                    name,
                                    columns.empty() ? "" : fmt::format(" ({})", columns),
                                    dialect.table_options,
                                    query,
                                    dialect.query_settings));
    return name;
}

void PrivateTables::index(const std::string& name,
                          const std::vector<std::string>& columns,
                          bool are_texts) {
    constexpr std::size_t kMostColumns = 16;
    if (columns.empty()) {
        return;
    }
    if (!connection_.dialect().key_hint.empty()) {
        connection_.execute(fmt::format(fmt::runtime(connection_.dialect().key_hint),
                                        fmt::arg("table", name),
                                        fmt::arg("column", columns.front())));
    }
    const std::string_view prefix = connection_.dialect().index_prefix;
    if (prefix.empty()) {
        return;
    }
    std::string listed;
    for (std::size_t column = 0; column < std::min(columns.size(), kMostColumns); ++column) {
        listed += fmt::format(
            "{}{}{}", column == 0 ? "" : ", ", columns[column], are_texts ? prefix : "");
    }
    connection_.execute("CREATE INDEX kanon_index ON " + name + " (" + listed + ")");
}

void PrivateTables::put_aside(std::string_view target) {
    const std::string name = drawn_name();
    connection_.execute(renaming(within_schema(target), name));
    aside_ = within_schema(name);
    aside_was_ = target;
}

void PrivateTables::rename(const std::string& name, std::string_view target) {
    connection_.execute(renaming(name, target));
    std::erase(names_, name);
    placed_ = within_schema(target);
}

void PrivateTables::drop(const std::string& name) {
    if (const std::string before = before_drop(name); !before.empty()) {
        connection_.execute(before);
    }
    connection_.execute("DROP TABLE " + name);
    std::erase(names_, name);
}

void PrivateTables::drop_since(std::size_t count, const std::string& kept) {
    const std::vector<std::string> since(names_.begin() + static_cast<std::ptrdiff_t>(count),
                                         names_.end());
    for (const std::string& name : since) {
        if (name != kept) {
            drop(name);
        }
    }
}

void PrivateTables::commit() {
    while (!names_.empty()) {
        drop(std::string(names_.back()));
    }
    if (in_transaction_) {
        connection_.commit();
        in_transaction_ = false;
    }
}

void PrivateTables::finish() {
    placed_.clear();
    if (!aside_.empty()) {
        connection_.execute("DROP TABLE " + std::exchange(aside_, std::string()));
    }
}

}  // namespace kanon::engine
