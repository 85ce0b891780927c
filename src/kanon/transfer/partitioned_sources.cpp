// SPDX-License-Identifier: Apache-2.0
#include "kanon/transfer/partitioned_sources.hpp"

#include "kanon/engine/all_at_once.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

namespace kanon::detail {
namespace {

using Count = engine::PartitionedRows::Count;

/// Per level and code, the first code of the label.
std::vector<std::vector<Code>> stand_ins(const Hierarchy& hierarchy) {
    std::vector<std::vector<Code>> out;
    const auto codes = static_cast<Code>(hierarchy.domain_size());
    for (unsigned level = 0; level <= hierarchy.height(); ++level) {
        std::vector<Code> first(hierarchy.label_count(static_cast<Level>(level)), codes);
        std::vector<Code>& of_level = out.emplace_back();
        for (Code code = 0; code < codes; ++code) {
            Code& stand_in = first[hierarchy.label_of(static_cast<Level>(level), code)];
            stand_in = std::min(stand_in, code);
            of_level.push_back(stand_in);
        }
    }
    return out;
}

Histograms histograms_of(const std::vector<Code>& codes,
                         const std::vector<Count>& counts,
                         std::size_t domain) {
    Histograms out{.domain_size = domain, .offsets = {0}, .values = {}, .counts = {}};
    auto count = counts.begin();
    for (const Code code : codes) {
        for (; count != counts.end() && count->value == code; ++count) {
            out.values.push_back(count->beside);
            out.counts.push_back(static_cast<std::uint32_t>(count->rows));
        }
        out.offsets.push_back(static_cast<std::uint32_t>(out.values.size()));
    }
    return out;
}

/// Per code of a column as it was read, the code of its value as it is bound: spellings of one
/// number or date may have become one. \pre both have the same rows
std::vector<Code> bound_codes(const Column& read, const Column& bound) {
    std::vector<Code> out(read.dictionary->size());
    std::iota(out.begin(), out.end(), Code{0});
    if (read.dictionary != bound.dictionary) {
        for (std::size_t row = 0; row < read.codes.size(); ++row) {
            out[read.codes[row]] = bound.codes[row];
        }
    }
    return out;
}

/// The code that a cell shows: as it is where the column was numbered, else by its text.
Code shown_code(const engine::PartitionedRows& rows,
                std::size_t column,
                const engine::Cell& cell,
                const PartitionTables& codes) {
    return rows.is_numbered(column) ? static_cast<Code>(engine::row_count_of(cell))
                                    : codes.code_of(column, cell);
}

/// Those of one value, and of one beside it, as one; ascending.
void add_up(std::vector<Count>& counts) {
    std::ranges::sort(
        counts, {}, [](const Count& count) { return std::tuple(count.value, count.beside); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < counts.size(); ++i) {
        if (counts[i].value == counts[kept].value && counts[i].beside == counts[kept].beside) {
            counts[kept].rows += counts[i].rows;
        } else {
            counts[++kept] = counts[i];
        }
    }
    counts.resize(counts.empty() ? 0 : kept + 1);
}

}  // namespace

PartitionedSources::PartitionedSources(std::vector<EngineTarget::Session> sessions,
                                       const Problem& problem,
                                       const SourceReading& reading_of_source)
    : sessions_(std::move(sessions)), problem_(problem), rows_(sessions_.size()) {
    std::vector<std::string> names;
    for (const std::string_view name : reading_of_source.table.names()) {
        names.emplace_back(name);
    }
    engine::all_at_once(sessions_.size(), [&](std::size_t part) {
        const EngineTarget::Session& session = sessions_[part];
        engine::ask_engine(session.source, asked(part, "count the rows in pieces"), [&] {
            engine::KeyedRows rows = engine::key_rows(
                *session.tables, session.source, names, session.has_keys, reading_of_source.blank);
            take_missing(reading_of_source, rows);
            rows_[part] = std::make_unique<engine::PartitionedRows>(
                *session.tables, session.source, std::move(rows), names);
            number(*rows_[part], reading_of_source);
            rows_[part]->count();
        });
    });
}

engine::AskedOfEngine PartitionedSources::asked(std::size_t part, const std::string& what) const {
    return {.what = what, .show_values = sessions_[part].shows_values};
}

void PartitionedSources::number(engine::PartitionedRows& rows,
                                const SourceReading& reading_of_source) const {
    const auto number_one = [&](std::size_t column, const std::vector<std::vector<Code>>& levels) {
        const Column& read = reading_of_source.table.column(column);
        rows.number(
            column, *read.dictionary, bound_codes(read, problem_.table.column(column)), levels);
    };
    for (std::size_t j = 0; j < problem_.columns.size(); ++j) {
        number_one(problem_.columns[j], stand_ins(problem_.quasi_identifiers[j].hierarchy));
    }
    for (const std::size_t column : problem_.tracked_columns) {
        if (std::ranges::find(problem_.columns, column) == problem_.columns.end()) {
            number_one(column, {});
        }
    }
}

void PartitionedSources::each(
    const std::string& what,
    const std::function<void(engine::PartitionedRows& rows, std::size_t part)>& ask) const {
    engine::all_at_once(rows_.size(), [&](std::size_t part) {
        engine::ask_engine(
            sessions_[part].source, asked(part, what), [&] { ask(*rows_[part], part); });
    });
}

std::vector<PartitionedSources::Size> PartitionedSources::sizes() const {
    std::vector<std::vector<Size>> of_part(rows_.size());
    each("count the rows of pieces",
         [&](engine::PartitionedRows& rows, std::size_t part) { of_part[part] = rows.sizes(); });
    std::vector<Size> out(partition_count());
    for (const std::vector<Size>& sizes : of_part) {
        for (std::size_t piece = 0; piece < out.size(); ++piece) {
            out[piece].rows += sizes[piece].rows;
            out[piece].distinct += sizes[piece].distinct;
            out[piece].types = std::max(out[piece].types, sizes[piece].types);
        }
    }
    return out;
}

PartitionedSources::Counts PartitionedSources::counts(std::span<const std::size_t> pieces,
                                                      std::size_t column,
                                                      std::optional<std::size_t> beside) const {
    std::vector<Counts> of_part(rows_.size());
    each("count the values of pieces", [&](engine::PartitionedRows& rows, std::size_t part) {
        of_part[part] = rows.counts(pieces, column, beside);
    });
    Counts out(pieces.size());
    for (const Counts& counts : of_part) {
        for (std::size_t piece = 0; piece < out.size(); ++piece) {
            out[piece].insert(out[piece].end(), counts[piece].begin(), counts[piece].end());
        }
    }
    std::ranges::for_each(out, add_up);
    return out;
}

std::vector<std::vector<Marginal>> PartitionedSources::marginals(
    std::span<const std::size_t> pieces) const {
    std::vector<std::vector<Marginal>> out(pieces.size());
    for (const std::size_t column : problem_.columns) {
        const Counts of_column = counts(pieces, column, {});
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            Marginal& marginal = out[i].emplace_back();
            for (const Count& count : of_column[i]) {
                marginal.codes.push_back(count.value);
                marginal.counts.push_back(static_cast<std::uint32_t>(count.rows));
            }
        }
        for (std::size_t place = 0; place < problem_.tracked.size(); ++place) {
            const Counts beside = counts(pieces, column, problem_.tracked_columns[place]);
            for (std::size_t i = 0; i < pieces.size(); ++i) {
                Marginal& marginal = out[i].back();
                marginal.histograms.push_back(histograms_of(
                    marginal.codes, beside[i], problem_.tracked[place].dictionary->size()));
            }
        }
    }
    return out;
}

void PartitionedSources::cut(std::size_t piece,
                             std::size_t attribute,
                             std::span<const std::vector<Code>> parts) {
    for (const auto& rows : rows_) {
        rows->cut(piece, problem_.columns[attribute], parts);
    }
}

void PartitionedSources::lay_out() {
    each("lay the rows out in pieces",
         [](engine::PartitionedRows& rows, std::size_t /*part*/) { rows.lay_out(); });
}

std::uint64_t PartitionedSources::distinct_at(std::span<const std::size_t> levels) const {
    std::vector<std::uint64_t> of_part(rows_.size());
    each("count the rows by levels", [&](engine::PartitionedRows& rows, std::size_t part) {
        of_part[part] = rows.distinct_at(levels);
    });
    return std::accumulate(of_part.begin(), of_part.end(), std::uint64_t{0});
}

void PartitionedSources::take_rows_at(
    std::span<const std::size_t> levels,
    const std::function<void(std::span<const Code> codes, std::uint64_t rows)>& take) const {
    std::mutex mutex;
    each("count the rows by levels", [&](engine::PartitionedRows& rows, std::size_t /*part*/) {
        rows.take_rows_at(levels, [&](std::span<const Code> codes, std::uint64_t count) {
            const std::scoped_lock lock(mutex);
            take(codes, count);
        });
    });
}

void PartitionedSources::take_combinations(
    std::span<const std::size_t> columns,
    const PartitionTables& codes,
    const std::function<void(std::span<const Code> codes, std::uint64_t rows)>& take) const {
    std::mutex mutex;
    each("count the values of columns", [&](engine::PartitionedRows& rows, std::size_t /*part*/) {
        std::vector<Code> of_row(columns.size());
        rows.take_combinations(columns, [&](std::span<const engine::Cell> cells) {
            for (std::size_t place = 0; place < columns.size(); ++place) {
                of_row[place] = shown_code(rows, columns[place], cells[place], codes);
            }
            const std::scoped_lock lock(mutex);
            take(of_row, engine::row_count_of(cells.back()));
        });
    });
}

std::vector<profile::DeterminedValues> PartitionedSources::determined(
    std::size_t known, std::span<const std::size_t> shown, const PartitionTables& codes) const {
    using profile::DeterminedValues;
    const std::size_t values = problem_.table.column(known).dictionary->size();
    std::vector<DeterminedValues> out(
        shown.size(),
        {.rows = std::vector<std::uint64_t>(values),
         .value = std::vector<Code>(values, DeterminedValues::kUnseen)});
    std::mutex mutex;
    each("count the values of columns", [&](engine::PartitionedRows& rows, std::size_t /*part*/) {
        rows.take_ranges(known, shown, [&](std::span<const engine::Cell> cells) {
            const Code code = shown_code(rows, known, cells[0], codes);
            const std::uint64_t count = engine::row_count_of(cells[1]);
            const std::scoped_lock lock(mutex);
            for (std::size_t place = 0; place < shown.size(); ++place) {
                const Code least = shown_code(rows, shown[place], cells[2 + 2 * place], codes);
                const Code greatest = shown_code(rows, shown[place], cells[3 + 2 * place], codes);
                Code& value = out[place].value[code];
                const bool is_one =
                    least == greatest && (value == DeterminedValues::kUnseen || value == least);
                value = is_one ? least : DeterminedValues::kSeveral;
                out[place].rows[code] += count;
            }
        });
    });
    return out;
}

std::vector<engine::KeyedRows> PartitionedSources::rows(std::size_t piece) const {
    std::vector<engine::KeyedRows> out;
    for (const auto& rows : rows_) {
        out.push_back(rows->rows(piece));
    }
    return out;
}

std::vector<engine::SourcePart> PartitionedSources::parts(std::size_t piece) const {
    std::vector<engine::SourcePart> out;
    for (std::size_t part = 0; part < rows_.size(); ++part) {
        out.push_back(
            {.connection = sessions_[part].connection, .address = rows_[part]->address(piece)});
    }
    return out;
}

}  // namespace kanon::detail
