// SPDX-License-Identifier: Apache-2.0
#include "kanon/transfer/engine_target.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/audit/check_lines.hpp"
#include "kanon/base/check.hpp"
#include "kanon/engine/all_at_once.hpp"
#include "kanon/engine/catalogue/filled_table.hpp"
#include "kanon/engine/release/release_map.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/engine/rows/keyed_rows.hpp"
#include "kanon/run/coded_loss.hpp"
#include "kanon/run/finish.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/risk_limit_search.hpp"
#include "kanon/run/saved_recoding.hpp"
#include "kanon/run/search.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/table/row_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::detail {
namespace {

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

void take_missing(const SourceReading& original, engine::KeyedRows& rows) {
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

EngineTarget::~EngineTarget() = default;

void EngineTarget::begin(Part& part) const {
    part.connection = engine::connect(part.target, context_, engine::Access::write);
    if (!part.folder) {
        // Once more, for the search took its time.
        part.replaces = engine::check_replacing(
            *part.connection, part.target, sources_beside(part), replacing_);
    }
    part.has_keys = engine::has_row_keys(*part.connection, part.source);
    part.tables.emplace(*part.connection, part.target.schema);
    if (fills(part)) {
        engine::lock_for_filling(*part.connection, part.target);
    }
}

void EngineTarget::write(Part& part,
                         const Table& original,
                         std::span<const std::uint64_t> counts,
                         const Release& release,
                         const Problem& problem,
                         bool has_stars) const {
    engine::ReleaseMap map =
        engine::map_release(original, counts, release, problem.columns, context_.threads);
    map.has_stars = map.has_stars || (has_stars && keeps_suppressed(problem.suppressed));
    map.stars_as_text = problem.suppressed == SuppressedRows::star_as_text;
    part.written =
        part.written.table.empty()
            ? engine::write_release(*part.tables, part.rows, original, release.table, map, true)
            : engine::write_more(
                  *part.tables, part.rows, original, release.table, map, part.written);
    if (fills(part)) {
        engine::check_types(*part.connection, part.written, part.target);
    }
}

void EngineTarget::write_parts(Result& result, const SourceReading& original, bool has_stars) {
    const std::vector<std::uint64_t>& first_rows = original.first_rows;
    KANON_CHECK(first_rows.size() == parts_.size() + 1);
    const Release& release = result.whole().release;
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        const std::uint64_t begin = first_rows[place];
        const std::uint64_t end = first_rows[place + 1];
        const bool is_all = parts_.size() == 1;
        Part& part = *parts_[place];
        engine::ask_engine(part.target, asked("write the release"), [&] {
            write(part,
                  is_all ? original.table : rows_of(original.table, begin, end),
                  std::span(original.counts).subspan(begin, end - begin),
                  is_all ? release : release_of(release, begin, end),
                  *result.problem,
                  has_stars);
        });
    });
    throw_if_cancelled(context_);
}

void EngineTarget::write(Result& result, const SourceReading& original) {
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, asked("begin the release"), [&] {
            begin(part);
            part.rows = engine::key_rows(*part.tables,
                                         part.source,
                                         names_of_columns(original.table),
                                         part.has_keys,
                                         original.blank);
            take_missing(original, part.rows);
        });
    });
    write_parts(result, original, false);
    audit_written(result, original, nullptr);
    write_folders();
    note_read_again(result.audit, read_again());
}

void EngineTarget::audit_written(Result& result,
                                 const SourceReading& original,
                                 MergedAudit* pieces) const {
    std::vector<engine::WrittenPart> written;
    for (std::size_t place = 0; place < parts_.size(); ++place) {
        Part& part = *parts_[place];
        written.push_back({.tables = &*part.tables,
                           .rows = part.rows,
                           .written = part.written,
                           .first_row = original.first_rows[place]});
    }
    engine::WrittenRows found =
        engine::ask_engine(parts_.front()->target, asked("read the release that was written"), [&] {
            return engine::read_written(written, original.table, original.counts);
        });
    Release release = release_from_table(with_types_of_database(found.released), *result.problem);
    release.original_row = std::move(found.original_row);
    release.counts = std::move(found.counts);
    const ReleasedClasses classes = classes_of(*result.problem, release, context_.threads);
    result.audit = audit(*result.problem, release, classes, AuditOptions{}, context_);
    require_proof(result.audit);
    if (pieces != nullptr) {
        pieces->add(result.audit, classes);
    }
}

std::vector<EngineTarget::Session> EngineTarget::sessions() {
    std::vector<Session> out(parts_.size());
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, asked("begin the release"), [&] {
            if (!part.connection) {
                begin(part);
            }
            out[place] = {.connection = part.connection.get(),
                          .tables = &*part.tables,
                          .source = part.source,
                          .has_keys = part.has_keys,
                          .shows_values = shows_values_};
        });
    });
    return out;
}

void EngineTarget::write_partition(Result& piece,
                                   const SourceReading& original,
                                   std::span<const engine::KeyedRows> rows,
                                   bool has_stars,
                                   MergedAudit& audited) {
    std::vector<std::size_t> tables_before;
    for (std::size_t place = 0; place < parts_.size(); ++place) {
        tables_before.push_back(parts_[place]->tables->count());
        parts_[place]->rows = rows[place];
    }
    write_parts(piece, original, has_stars);
    audit_written(piece, original, &audited);
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, asked("drop private tables"), [&] {
            part.tables->drop_since(tables_before[place], part.written.table);
        });
    });
}

void EngineTarget::finish_partitions(Result& result) {
    const Measures& measures = result.audit.measures;
    const bool keeps_all = keeps_suppressed(result.problem->suppressed);
    std::vector<std::uint64_t> of_part(parts_.size());
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        of_part[place] = engine::ask_engine(part.target, asked("count the release"), [&] {
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
    note_read_again(result.audit, read_again());
}

ReadAgain EngineTarget::read_again() const {
    if (parts_.front()->folder) {
        return ReadAgain::rows;
    }
    const bool is_one = parts_.size() == 1;
    if (replacing_ == engine::Replacing::fill) {
        return is_one ? ReadAgain::one_filled_table : ReadAgain::all_filled_tables;
    }
    return is_one ? ReadAgain::one_table : ReadAgain::all_tables;
}

void EngineTarget::write_folders() {
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        if (part.folder) {
            engine::ask_engine(part.target, asked("write the files of the release"), [&] {
                part.folder->write(*part.connection, part.written);
            });
        }
    });
}

std::vector<std::string> EngineTarget::undo() {
    std::vector<std::vector<std::string>> of_part(parts_.size());
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        for (const std::string& statement :
             part.tables ? part.tables->undo() : std::vector<std::string>()) {
            of_part[place].push_back(engine::shown(part.target) + ": " + statement);
        }
    });
    std::vector<std::string> out;
    for (const std::vector<std::string>& left : of_part) {
        out.insert(out.end(), left.begin(), left.end());
    }
    return out;
}

void EngineTarget::publish() {
    engine::all_at_once(parts_.size(), [&](std::size_t place) {
        Part& part = *parts_[place];
        engine::ask_engine(part.target, asked("put the release into place"), [&] {
            if (fills(part)) {
                engine::fill(*part.tables, part.written, part.target);
            } else if (!part.folder) {
                engine::place(*part.tables, part.written, part.target, part.replaces);
            }
        });
    });
    // What an engine has committed cannot be taken back: one after the other, so that the first
    // fault finds the most of them as they were.
    in_turn([](Part& part) {
        part.tables->commit();
        if (part.folder) {
            part.folder->place();
        }
        part.is_placed = !part.folder && part.tables->is_lasting();
    });
    in_turn([](Part& part) {
        part.tables->finish();
        if (part.folder) {
            part.folder->finish();
        }
        part.is_placed = true;
    });
}

void EngineTarget::in_turn(const std::function<void(Part&)>& step) {
    for (const auto& part : parts_) {
        try {
            engine::ask_engine(
                part->target, asked("put the release into place"), [&] { step(*part); });
        } catch (const Error& error) {
            std::string placed;
            for (const auto& other : parts_) {
                if (other->is_placed) {
                    placed += (placed.empty() ? "" : ", ") + engine::shown(other->target);
                }
            }
            if (placed.empty()) {
                throw;
            }
            throw Error(
                error.code(),
                std::string(error.what()) + "; in place already, and to be taken away: " + placed);
        }
    }
}

}  // namespace kanon::detail
