// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/engine_target_internal.hpp"
#include "kanon/api/steps_internal.hpp"
#include "kanon/audit/released_table.hpp"
#include "kanon/engine/engine_error.hpp"
#include "kanon/engine/keyed_rows.hpp"
#include "kanon/engine/release_map.hpp"
#include "kanon/engine/written_pairs.hpp"

#include <algorithm>
#include <utility>

namespace kanon::detail {
namespace {

using engine::SourceAddress;

[[noreturn]] void refuse_target(const SourceAddress& target, const std::string& why) {
    throw Error(ErrorCode::usage, why, Where{.file = engine::shown(target)});
}

SourceAddress address_of(const std::string& text, const std::string& why_else) {
    const std::optional<SourceAddress> found = engine::parse_address(text);
    if (!found) {
        throw Error(ErrorCode::usage, why_else, Where{.file = text});
    }
    return *found;
}

/// The address but for the table in it.
SourceAddress place_of(SourceAddress address) {
    address.schema.clear();
    address.table.clear();
    address.query.clear();
    return address;
}

std::vector<std::string> names_of_columns(const Table& table) {
    std::vector<std::string> out;
    for (const std::string_view name : table.names()) {
        out.emplace_back(name);
    }
    return out;
}

void take_missing(const AsRead& original, engine::KeyedRows& rows) {
    for (std::size_t column = 0; column < original.table.column_count(); ++column) {
        const std::string& name = original.table.column(column).name;
        const auto marks = original.missing_marks.find(name);
        if (marks != original.missing_marks.end()) {
            rows.missing_marks[column] = marks->second;
        }
        if (std::ranges::find(original.needed, name) != original.needed.end()) {
            rows.needed.push_back(column);
        }
    }
}

}  // namespace

EngineTarget::EngineTarget(const std::string& input,
                           const std::string& output,
                           bool force,
                           const RunContext& context)
    : context_(context),
      source_(address_of(
          input,
          "a release goes into the database that its original is in; name a file to write (-o), or "
          "the address of the original")),
      target_(address_of(output, "it is no address of a table")) {
    if (!target_.query.empty()) {
        refuse_target(target_, "a release is written to a table, not to a query; name a table");
    }
    if (place_of(source_) != place_of(target_)) {
        refuse_target(target_,
                      "a release goes into the database that its original is in (" +
                          engine::shown(source_) +
                          "), so that no row leaves it; name a table there, or a file");
    }
    if (source_.table == target_.table && source_.schema == target_.schema) {
        refuse_target(target_, "the release is the same table as the original; name another");
    }
    engine::ask_engine(target_, {.what = "connect", .looks_at_rows = false}, [&] {
        connection_ = engine::connect(target_, context_, engine::Access::write);
    });
    replaces_ = engine::is_there(*connection_, target_);
    if (replaces_ && !force) {
        refuse_target(target_, "the table is there already; --force replaces it");
    }
    connection_.reset();  // the search may take long, and a file stays locked
}

EngineTarget::~EngineTarget() = default;

void EngineTarget::write(Result& result, const AsRead& original) {
    const Problem& problem = *result.problem;
    const Table& table = original.table;
    const engine::ReleaseMap map =
        engine::map_release(table, result.release, problem.columns, context_.threads);
    engine::ask_engine(target_, {.what = "write the release"}, [&] {
        connection_ = engine::connect(target_, context_, engine::Access::write);
        const bool has_keys = engine::has_row_keys(*connection_, source_);
        tables_.emplace(*connection_, target_.schema);
        engine::KeyedRows rows =
            engine::key_rows(*tables_, source_, names_of_columns(table), has_keys);
        take_missing(original, rows);
        written_ = engine::write_release(*tables_, rows, table, result.release.table, map, true);
        throw_if_cancelled(context_);
        engine::WrittenRows found = engine::read_written(*tables_, rows, written_, table);
        Release release = release_from_table(std::move(found.released), problem);
        release.original_row = std::move(found.original_row);
        result.audit = audit(problem, release, AuditOptions{}, context_);
    });
    require_proof(result.audit);
    result.audit.checks.emplace_back(
        "all of this holds of the table that was written, read back by its database");
}

void EngineTarget::publish() {
    engine::ask_engine(target_, {.what = "put the release into place"}, [&] {
        engine::publish(*tables_, written_, source_, target_, replaces_);
    });
}

}  // namespace kanon::detail
