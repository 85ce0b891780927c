// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/private_tables.hpp"

#include "kanon/base/secret_random.hpp"

#include <fmt/format.h>

#include <utility>

namespace kanon::engine {

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
        connection_.clean_up("DROP TABLE IF EXISTS " + name);
    }
}

std::string PrivateTables::new_name() {
    SecretRandom random;
    const Dialect& dialect = connection_.dialect();
    const std::string name = quoted_name(dialect, fmt::format("kanon_{:016x}", random.next()));
    names_.push_back(schema_.empty() ? name : quoted_name(dialect, schema_) + "." + name);
    return names_.back();
}

void PrivateTables::drop(const std::string& name) {
    connection_.execute("DROP TABLE " + name);
    std::erase(names_, name);
}

void PrivateTables::rename(const std::string& name, std::string_view quoted_target) {
    const bool moves = connection_.dialect().renames_with_schema && !schema_.empty();
    connection_.execute(
        fmt::format("ALTER TABLE {} RENAME TO {}{}",
                    name,
                    moves ? quoted_name(connection_.dialect(), schema_) + "." : std::string(),
                    quoted_target));
    std::erase(names_, name);
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

}  // namespace kanon::engine
