// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/private_tables.hpp"

#include "kanon/base/secret_random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace kanon::engine {

std::string private_name() {
    SecretRandom random;
    return fmt::format("kanon_{:016x}", random.next());
}

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
    if (in_transaction_ || std::exchange(is_filling_, false)) {
        try {
            connection_.roll_back();
        } catch (...) {  // NOLINT(bugprone-empty-catch): the end of the session does it
        }
    }
    if (std::exchange(in_transaction_, false)) {
        names_.clear();
        placed_.clear();
        return {};
    }
    std::vector<std::string> names = std::exchange(names_, {});
    if (!std::exchange(old_, {}).empty()) {
        placed_.clear();
        // Where the names could not be given back, its private name may be that of the old table.
        if (clean_up(put_back_)) {
            names.push_back(placed_was_);
        }
    } else if (!placed_.empty()) {
        names.push_back(std::exchange(placed_, {}));
    }
    for (const std::string& name : names) {
        if (const std::string before = before_drop(name); !before.empty()) {
            clean_up(before);
        }
        clean_up("DROP TABLE IF EXISTS " + name);
    }
    return std::exchange(left_, {});
}

bool PrivateTables::clean_up(const std::string& sql) {
    if (!second_ && connection_.clean_up(sql)) {
        return true;
    }
    if (!second_ && !second_is_refused_) {
        try {
            second_ = connection_.in_place_of_this();
        } catch (const std::exception&) {
            second_.reset();
        }
        second_is_refused_ = !second_;
    }
    if (second_ && second_->clean_up(sql)) {
        return true;
    }
    left_.push_back(sql);
    return false;
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
    names_.push_back(within_schema(private_name()));
    return names_.back();
}

std::string PrivateTables::make(std::string_view columns) {
    std::string name = new_name();
    connection_.execute(
        fmt::format("CREATE TABLE {} ({}){}", name, columns, connection_.dialect().table_options));
    return name;
}

std::string PrivateTables::make_of(std::string_view query, const Made& made) {
    const Dialect& dialect = connection_.dialect();
    std::optional<Stage> told;
    std::optional<WorkOn> work;
    if (!made.stage.empty()) {
        told.emplace(teller_of(connection_), std::string(made.stage), 0);
        work.emplace(connection_, *told);
    }
    if (!made.columns.empty() && dialect.declaring == Declaring::before) {
        std::string name = make(made.columns);
        connection_.execute(fmt::format("INSERT INTO {} {}", name, query));
        return name;
    }
    std::string name = new_name();
    connection_.execute(fmt::format("CREATE TABLE {}{}{} AS {}{}",
                                    name,
                                    made.columns.empty() ? "" : fmt::format(" ({})", made.columns),
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

void PrivateTables::rename(const std::string& name, std::string_view target) {
    connection_.execute(renaming(name, target));
    std::erase(names_, name);
    placed_ = within_schema(target);
}

void PrivateTables::replace(const std::string& name, std::string_view target) {
    const Dialect& dialect = connection_.dialect();
    const std::string there = within_schema(target);
    if (in_transaction_) {
        connection_.execute("DROP TABLE " + there);
        rename(name, target);
        drops_old_ = true;
        return;
    }
    const bool exchanges = dialect.swap.find("{aside}") == std::string_view::npos;
    const std::string aside = exchanges ? name : within_schema(private_name());
    const auto swapping = [&](const std::string& from, const std::string& to) {
        return fmt::format(fmt::runtime(dialect.swap),
                           fmt::arg("from", from),
                           fmt::arg("target", there),
                           fmt::arg("aside", to));
    };
    connection_.execute(swapping(name, aside));
    std::erase(names_, name);
    placed_ = there;
    placed_was_ = name;
    old_ = aside;
    put_back_ = swapping(aside, name);
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

void PrivateTables::begin_filling() {
    if (!in_transaction_) {
        connection_.begin();
        is_filling_ = true;
    }
}

void PrivateTables::drop_all() {
    while (!names_.empty()) {
        drop(std::string(names_.back()));
    }
}

void PrivateTables::commit() {
    if (is_filling_) {
        connection_.commit();
        is_filling_ = false;
        is_lasting_ = true;
        return;
    }
    drop_all();
    if (in_transaction_) {
        connection_.commit();
        in_transaction_ = false;
        is_lasting_ = drops_old_;
        if (is_lasting_) {
            placed_.clear();  // what it replaced is gone, so this one stays
        }
    }
}

void PrivateTables::finish() {
    if (!old_.empty()) {
        connection_.execute("DROP TABLE " + old_);
        old_.clear();
    }
    placed_.clear();
    drop_all();
}

}  // namespace kanon::engine
