// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/private_tables.hpp"

#include "kanon/base/secret_random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
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
    if (!connection_.dialect().ddl_rolls_back) {
        return;
    }
    connection_.begin();
    in_transaction_ = true;
}

PrivateTables::~PrivateTables() {
    try {
        static_cast<void>(undo());
    } catch (...) {  // NOLINT(bugprone-empty-catch): there is nobody to tell
    }
}

std::vector<std::string> PrivateTables::undo() {
    if (in_transaction_) {
        in_transaction_ = false;
        names_.clear();
        placed_.clear();
        aside_.clear();
        try {
            connection_.roll_back();
        } catch (...) {  // NOLINT(bugprone-empty-catch): the end of the session does it
        }
        return {};
    }
    for (const std::string& name : std::exchange(names_, {})) {
        if (const std::string before = before_drop(name); !before.empty()) {
            clean_up(before);
        }
        clean_up("DROP TABLE IF EXISTS " + name);
    }
    if (!placed_.empty()) {
        clean_up("DROP TABLE IF EXISTS " + std::exchange(placed_, {}));
    }
    if (!aside_.empty()) {
        clean_up(renaming(std::exchange(aside_, {}), aside_was_));
    }
    return std::exchange(left_, {});
}

void PrivateTables::clean_up(const std::string& sql) {
    if (!second_ && connection_.clean_up(sql)) {
        return;
    }
    if (!second_ && !second_is_refused_) {
        try {
            second_ = connection_.in_place_of_this();
        } catch (const std::exception&) {
            second_.reset();
        }
        second_is_refused_ = !second_;
    }
    if (!second_ || !second_->clean_up(sql)) {
        left_.push_back(sql);
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

std::string PrivateTables::make_of(std::string_view query, const std::string& stage) {
    const Dialect& dialect = connection_.dialect();
    std::string name = new_name();
    std::optional<Stage> told;
    std::optional<WorkOn> work;
    if (!stage.empty()) {
        told.emplace(teller_of(connection_), stage, 0);
        work.emplace(connection_, *told);
    }
    connection_.execute(fmt::format(
        "CREATE TABLE {}{} AS {}{}", name, dialect.table_options, query, dialect.query_settings));
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
