// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/duckdb_appender.hpp"

#include "kanon/engine/connection/connection.hpp"

#include <string_view>
#include <vector>

namespace kanon::engine {
namespace {

/// The parts of a name in SQL, each in double quotes, which are doubled within.
std::vector<std::string> parts_of_name(std::string_view name) {
    std::vector<std::string> out;
    bool is_within = false;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool is_quote = name[at] == '"';
        if (is_quote && is_within && at + 1 < name.size() && name[at + 1] == '"') {
            out.back() += name[++at];
        } else if (is_quote) {
            is_within = !is_within;
            if (is_within) {
                out.emplace_back();
            }
        } else if (is_within) {
            out.back() += name[at];
        }
    }
    return out;
}

class DuckdbAppender final : public RowAppender {
public:
    DuckdbAppender(const io::Database& database, const std::string& table) : database_(database) {
        const std::vector<std::string> parts = parts_of_name(table);
        const char* const schema = parts.size() > 1 ? parts.front().c_str() : nullptr;
        check(duckdb_appender_create(
            database_.connection(), schema, parts.back().c_str(), &appender_));
    }

    ~DuckdbAppender() override { duckdb_appender_destroy(&appender_); }

    DuckdbAppender(const DuckdbAppender&) = delete;
    DuckdbAppender& operator=(const DuckdbAppender&) = delete;

    void add(std::span<const WrittenValue> values) override {
        for (const WrittenValue& value : values) {
            const auto* const text = std::get_if<std::string_view>(&value);
            check(text != nullptr
                      ? duckdb_append_varchar_length(appender_, text->data(), text->size())
                      : duckdb_append_uint64(appender_, std::get<std::uint64_t>(value)));
        }
        check(duckdb_appender_end_row(appender_));
    }

    void finish() override { check(duckdb_appender_close(appender_)); }

private:
    void check(duckdb_state state) const {
        if (state != DuckDBSuccess) {
            const char* const message = duckdb_appender_error(appender_);
            try {
                database_.fail(message == nullptr ? "rows cannot be added" : message);
            } catch (const io::DatabaseFault& fault) {
                throw EngineFault(fault.what(), "");
            }
        }
    }

    const io::Database& database_;
    duckdb_appender appender_ = nullptr;
};

}  // namespace

std::unique_ptr<RowAppender> append_to_duckdb(const io::Database& database,
                                              const std::string& table) {
    return std::make_unique<DuckdbAppender>(database, table);
}

}  // namespace kanon::engine
