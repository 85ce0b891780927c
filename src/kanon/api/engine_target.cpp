// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/engine_target_internal.hpp"
#include "kanon/api/reading_internal.hpp"
#include "kanon/api/steps_internal.hpp"
#include "kanon/audit/released_table.hpp"
#include "kanon/base/check.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/engine_error.hpp"
#include "kanon/engine/gathered_rows.hpp"
#include "kanon/engine/keyed_rows.hpp"
#include "kanon/engine/release_map.hpp"
#include "kanon/table/row_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
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

bool is_folder(const SourceAddress& address) {
    return address.kind == SourceAddress::Kind::parquet;
}

bool is_same_table(const SourceAddress& a, const SourceAddress& b) {
    return !is_folder(a) && a.query.empty() && a == b;
}

bool is_same_target(const SourceAddress& a, const SourceAddress& b) {
    return is_folder(a) && is_folder(b) ? engine::overlap(a.database, b.database)
                                        : is_same_table(a, b);
}

std::vector<std::string> names_of_columns(const Table& table) {
    std::vector<std::string> out;
    for (const std::string_view name : table.names()) {
        out.emplace_back(name);
    }
    return out;
}

/// So many rows of a table, from one on.
Table rows_of(const Table& table, std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint32_t> rows(end - begin);
    std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(begin));
    return reordered(table, rows);
}

/// What a release shows of so many rows of its original.
Release release_of(const Release& release, std::uint64_t begin, std::uint64_t end) {
    Release out;
    out.original_column = release.original_column;
    std::uint64_t from = begin;
    std::uint64_t to = end;
    if (!release.original_row.empty()) {
        const auto first = std::ranges::lower_bound(release.original_row, begin);
        const auto last = std::ranges::lower_bound(release.original_row, end);
        for (auto row = first; row != last; ++row) {
            out.original_row.push_back(*row - static_cast<std::uint32_t>(begin));
        }
        from = static_cast<std::uint64_t>(first - release.original_row.begin());
        to = static_cast<std::uint64_t>(last - release.original_row.begin());
    }
    out.table = rows_of(release.table, from, to);
    if (!release.counts.empty()) {
        const std::span<const std::uint64_t> counts(release.counts);
        const std::span<const std::uint64_t> within = counts.subspan(from, to - from);
        out.counts.assign(within.begin(), within.end());
    }
    return out;
}

}  // namespace

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

EngineTarget::EngineTarget(std::span<const std::string> inputs,
                           std::span<const std::string> outputs,
                           bool force,
                           bool will_write,
                           const RunContext& context)
    : context_(context) {
    if (inputs.size() != outputs.size()) {
        throw Error(ErrorCode::usage,
                    fmt::format("{} and {}: each source gets its own part of the release, so give "
                                "one address to write (-o) for each",
                                count_text(inputs.size(), "source"),
                                count_text(outputs.size(), "target")));
    }
    for (std::size_t place = 0; place < inputs.size(); ++place) {
        auto part = std::make_unique<Part>();
        part->source = address_of(
            inputs[place],
            "a release goes into the database that its original is in; name a file to write (-o), "
            "or the address of the original");
        part->target = address_of(outputs[place],
                                  "where the release of one source goes into a database, that of "
                                  "each does; name a table");
        parts_.push_back(std::move(part));
    }
    check_apart();
    engine::all_at_once(parts_.size(),
                        [&](std::size_t place) { check(*parts_[place], force, will_write); });
}

EngineTarget::~EngineTarget() = default;

/// Refuse a target that is one of the originals, or the target of another: one would replace the
/// other. Folders of Parquet files find their originals themselves.
void EngineTarget::check_apart() const {
    for (const auto& part : parts_) {
        for (const auto& other : parts_) {
            if (is_same_table(part->target, other->source)) {
                refuse_target(part->target,
                              "the release is the same table as an original; name another");
            }
            if (part != other && is_same_target(part->target, other->target)) {
                refuse_target(part->target,
                              "two sources have one target; give each its own, for the release of "
                              "each is a table of its own");
            }
        }
    }
}

void EngineTarget::check(Part& part, bool force, bool will_write) const {
    if (is_folder(part.source) != is_folder(part.target)) {
        refuse_target(part.target,
                      "tables go to tables, and Parquet files to a folder of such: name both as "
                      "parquet:FOLDER, or neither");
    }
    if (is_folder(part.target)) {
        std::vector<std::string> sources;
        for (const auto& other : parts_) {
            if (is_folder(other->source)) {
                sources.push_back(other->source.database);
            }
        }
        part.folder.emplace(sources, part.target.database, force);
        return;
    }
    check_table(part, force, will_write);
}

void EngineTarget::check_table(Part& part, bool force, bool will_write) const {
    const SourceAddress& source = part.source;
    const SourceAddress& target = part.target;
    if (!target.query.empty()) {
        refuse_target(target, "a release is written to a table, not to a query; name a table");
    }
    if (place_of(source) != place_of(target)) {
        refuse_target(target,
                      "a release goes into the database that its original is in (" +
                          engine::shown(source) +
                          "), so that no row leaves it; name a table there, or a file");
    }
    // Not for longer: the search takes its time, and a file stays locked.
    const auto connection =
        engine::ask_engine(target, {.what = "connect", .looks_at_rows = false}, [&] {
            return engine::connect(target, context_, engine::Access::write);
        });
    const auto is_beside = [&](const auto& other) {
        return other.get() != &part && place_of(other->target) == place_of(target);
    };
    if (connection->dialect().one_writer && std::ranges::any_of(parts_, is_beside)) {
        refuse_target(target,
                      "several sources are in one database, to which one writes at a time; make "
                      "them one source by a view or a query (UNION ALL)");
    }
    part.replaces = engine::is_there(*connection, target);
    if (part.replaces && !force) {
        refuse_target(target, "the table is there already; --force replaces it");
    }
    if (will_write) {
        engine::ask_engine(target, {.what = "make a table beside the release"}, [&] {
            engine::PrivateTables tables(*connection, target.schema);
            static_cast<void>(tables.make("kanon_key INTEGER"));
            tables.commit();
        });
    }
}

void EngineTarget::begin(Part& part) const {
    part.connection = engine::connect(part.target, context_, engine::Access::write);
    part.has_keys = engine::has_row_keys(*part.connection, part.source);
    part.tables.emplace(*part.connection, part.target.schema);
}

void EngineTarget::write(Part& part,
                         const Table& original,
                         std::span<const std::uint64_t> counts,
                         const Release& release,
                         const Problem& problem,
                         bool has_stars) const {
    engine::ReleaseMap map =
        engine::map_release(original, counts, release, problem.columns, context_.threads);
    map.has_stars = map.has_stars || (has_stars && problem.suppressed == SuppressedRows::star);
    part.written =
        part.written.table.empty()
            ? engine::write_release(*part.tables, part.rows, original, release.table, map, true)
            : engine::write_more(
                  *part.tables, part.rows, original, release.table, map, part.written);
}

void EngineTarget::write(Result& result, const AsRead& original, bool has_stars) {
    const std::vector<std::uint64_t>& first_rows = original.first_rows;
    KANON_CHECK(first_rows.size() == parts_.size() + 1);
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        const std::uint64_t begin = first_rows[place];
        const std::uint64_t end = first_rows[place + 1];
        const bool is_all = parts_.size() == 1;
        Part& part = *parts_[place];
        engine::ask_engine(part.target, {.what = "write the release"}, [&] {
            write(part,
                  is_all ? original.table : rows_of(original.table, begin, end),
                  std::span(original.counts).subspan(begin, end - begin),
                  is_all ? result.release : release_of(result.release, begin, end),
                  *result.problem,
                  has_stars);
        });
    });
    throw_if_cancelled(context_);
    audit_written(result, original);
}

void EngineTarget::write(Result& result, const AsRead& original) {
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, {.what = "begin the release"}, [&] {
            begin(part);
            part.rows = engine::key_rows(
                *part.tables, part.source, names_of_columns(original.table), part.has_keys);
            take_missing(original, part.rows);
        });
    });
    write(result, original, false);
    write_folders();
    result.audit.checks.push_back(where_it_holds());
}

void EngineTarget::audit_written(Result& result, const AsRead& original) const {
    std::vector<engine::WrittenPart> written;
    for (std::size_t place = 0; place < parts_.size(); ++place) {
        Part& part = *parts_[place];
        written.push_back({.tables = &*part.tables,
                           .rows = part.rows,
                           .written = part.written,
                           .first_row = original.first_rows[place]});
    }
    engine::WrittenRows found = engine::ask_engine(
        parts_.front()->target, {.what = "read the release that was written"}, [&] {
            return engine::read_written(written, original.table, original.counts);
        });
    Release release = release_from_table(with_types_of_database(found.released), *result.problem);
    release.original_row = std::move(found.original_row);
    release.counts = std::move(found.counts);
    result.audit = audit(*result.problem, release, AuditOptions{}, context_);
    require_proof(result.audit);
}

std::vector<EngineTarget::Session> EngineTarget::sessions() {
    std::vector<Session> out(parts_.size());
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, {.what = "begin the release"}, [&] {
            if (!part.connection) {
                begin(part);
            }
            out[place] = {.connection = part.connection.get(),
                          .tables = &*part.tables,
                          .source = part.source,
                          .has_keys = part.has_keys};
        });
    });
    return out;
}

void EngineTarget::write_piece(Result& piece,
                               const AsRead& original,
                               std::span<const engine::KeyedRows> rows,
                               bool has_stars) {
    std::vector<std::size_t> tables_before;
    for (std::size_t place = 0; place < parts_.size(); ++place) {
        tables_before.push_back(parts_[place]->tables->count());
        parts_[place]->rows = rows[place];
    }
    write(piece, original, has_stars);
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, {.what = "drop private tables"}, [&] {
            part.tables->drop_since(tables_before[place], part.written.table);
        });
    });
}

void EngineTarget::finish_pieces(Result& result) {
    const Measures& measures = result.audit.measures;
    const bool keeps_all = result.problem->suppressed == SuppressedRows::star;
    std::vector<std::uint64_t> of_part(parts_.size());
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        of_part[place] = engine::ask_engine(part.target, {.what = "count the release"}, [&] {
            return engine::count_of(*part.connection, part.written.table);
        });
    });
    const std::uint64_t rows = std::accumulate(of_part.begin(), of_part.end(), std::uint64_t{0});
    if (rows != (keeps_all ? measures.rows : measures.released_rows)) {
        throw Error(ErrorCode::audit_failed,
                    "what was written has other rows than those of its pieces, so nothing was "
                    "released; this is a fault of kanon or of the engine, please report it");
    }
    write_folders();
    result.audit.checks.push_back(where_it_holds());
}

std::string EngineTarget::where_it_holds() const {
    if (parts_.front()->folder) {
        return "all of this holds of the rows that were written, read back; the files hold the "
               "same, by their number and the sum of their hashes";
    }
    return parts_.size() == 1
               ? "all of this holds of the table that was written, read back by its database"
               : "all of this holds of the tables that were written, together, read back by their "
                 "databases";
}

void EngineTarget::write_folders() {
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        if (part.folder) {
            engine::ask_engine(part.target, {.what = "write the files of the release"}, [&] {
                part.folder->write(*part.connection, part.written);
            });
        }
    });
}

void EngineTarget::publish() {
    const auto each = [&](const auto& step) {
        engine::all_at_once(parts_.size(), [&](std::size_t place) {
            Part& part = *parts_[place];
            engine::ask_engine(
                part.target, {.what = "put the release into place"}, [&] { step(part); });
        });
    };
    each([](Part& part) {
        if (!part.folder) {
            engine::place(*part.tables, part.written, part.source, part.target, part.replaces);
        }
    });
    each([](Part& part) {
        part.tables->commit();
        if (part.folder) {
            part.folder->place();
        }
    });
    each([](Part& part) {
        part.tables->finish();
        if (part.folder) {
            part.folder->finish();
        }
    });
}

}  // namespace kanon::detail
