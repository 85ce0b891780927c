// SPDX-License-Identifier: Apache-2.0
#include "kanon/transfer/engine_memory.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/engine/connection/engine_error.hpp"
#include "kanon/engine/rows/duckdb_need.hpp"
#include "kanon/engine/rows/read_rows.hpp"
#include "kanon/engine/source_address.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

/// In steps of ten, for people.
std::uint64_t mebibytes(std::uint64_t bytes) {
    return (bytes / kMebibyte + 10) / 10 * 10;
}

/// The columns that are read: all but those that the policy withholds.
std::vector<std::string> columns_read(engine::Connection& connection,
                                      const engine::SourceAddress& address,
                                      const Policy& policy) {
    std::vector<std::string> out = engine::column_names(connection, address);
    std::erase_if(out, [&](const std::string& name) {
        const AttributePolicy* attribute = policy.find(name);
        return attribute != nullptr && attribute->role == Role::identifying;
    });
    return out;
}

void check_source(const std::string& input, const AnonymizeJob& job) {
    using enum engine::SourceAddress::Kind;
    const std::optional<engine::SourceAddress> address = engine::parse_address(input);
    if (!address || (address->kind != duckdb && address->kind != parquet)) {
        return;
    }
    const std::uint64_t need =
        engine::ask_engine(*address, {.what = "count the rows"}, [&]() -> std::uint64_t {
            const auto connection = engine::connect(*address, job.context, engine::Access::read);
            const std::vector<std::string> columns =
                columns_read(*connection, *address, job.policy);
            return columns.empty() ? 0 : engine::duckdb_bytes_for(*connection, *address, columns);
        });
    if (need > job.context.memory_limit) {
        throw Error(ErrorCode::usage,
                    fmt::format("DuckDB needs some {} MiB to count and to join so many rows of "
                                "such columns, and half of --memory, which it may hold, is {}; "
                                "give --memory {}M or more, or withhold columns (--drop)",
                                mebibytes(need),
                                job.context.memory_limit / kMebibyte,
                                mebibytes(2 * need)),
                    Where{.file = engine::shown(*address)});
    }
}

}  // namespace

void check_engine_memory(const AnonymizeJob& job) {
    if (job.context.memory_limit == 0) {
        return;
    }
    check_source(job.input, job);
    for (const std::string& input : job.more_inputs) {
        check_source(input, job);
    }
}

}  // namespace kanon::detail
