// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/cells.hpp"

#include "kanon/audit/rules.hpp"
#include "kanon/base/parallel.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

struct Slice {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A released cell and the original row it is held against, or kNone.
struct Cell {
    std::size_t row = 0;
    Code released = 0;
    std::uint32_t original_row = 0;
};

/// "", or the values in brackets if values may be shown.
std::string shown(const Evidence& evidence,
                  const Column& released,
                  const Column& original,
                  const Cell& cell) {
    if (!evidence.options->show_values) {
        return "";
    }
    const std::string_view text = released.dictionary->text(cell.released);
    return cell.original_row == kNone
               ? fmt::format(" ('{}')", text)
               : fmt::format(" ('{}' over '{}')", text, original.text(cell.original_row));
}

/// Call report(cell) for each row of a slice where is_good(row, released code, original code) is
/// false; the original code is kNone where a row stands for none.
template <class IsGood, class Report>
void find_faults(const Column& released,
                 const Column& original,
                 const Pairing& pairing,
                 Slice slice,
                 const IsGood& is_good,
                 const Report& report) {
    const auto scan = [&](const auto released_codes, const auto original_codes) {
        for (std::size_t row = slice.begin; row < slice.end; ++row) {
            const Code code = released_codes[row];
            const std::uint32_t original_row = pairing[row];
            const Code original_code =
                original_row == kNone ? kNone : Code{original_codes[original_row]};
            if (!is_good(row, code, original_code)) {
                report(Cell{.row = row, .released = code, .original_row = original_row});
            }
        }
    };
    released.codes.visit([&](const auto released_codes) {
        original.codes.visit(
            [&](const auto original_codes) { scan(released_codes, original_codes); });
    });
}

void report_recoded(const Evidence& evidence,
                    const RecodedColumn& column,
                    const Cell& cell,
                    FaultLog& log) {
    const Column& original = column.original();
    const bool is_readable = column.is_readable(cell.released);
    log.add(
        {.row = cell.row + 1, .place = column.original_column()},
        is_readable ? rules::kCoversOriginal : rules::kUnreadableValue,
        original.name,
        [&] {
            return (is_readable ? "the released cell does not cover its original value"
                                : "the released cell means nothing in the original's domain") +
                   shown(evidence, column.released(), original, cell);
        },
        evidence.classes->rows_of(cell.row));
}

void report_kept(const Evidence& evidence,
                 const KeptColumn& column,
                 const Cell& cell,
                 FaultLog& log) {
    const Column& original = *column.original;
    const bool is_suppressed = evidence.is_suppressed(cell.row);
    log.add(
        {.row = cell.row + 1, .place = column.column},
        is_suppressed     ? rules::kPartlySuppressed
        : column.is_keyed ? rules::kKeyed
        : column.is_coded ? rules::kCoding
                          : rules::kUnchanged,
        original.name,
        [&] {
            return (is_suppressed
                        ? "the row is suppressed, but this cell is neither `*` nor missing"
                    : column.is_keyed ? "the cell is not the pseudonym or the shifted date of its "
                                        "original"
                    : column.is_coded ? "the cell is not its original as the policy codes it"
                                      : "the cell is not what it was in the original") +
                   shown(evidence, *column.released, original, cell);
        },
        evidence.classes->rows_of(cell.row));
}

void judge_recoded(const Evidence& evidence,
                   const RecodedColumn& column,
                   const Pairing& pairing,
                   Slice slice,
                   FaultLog& log) {
    const auto is_good = [&](std::size_t, Code released, Code original) {
        return original == kNone ? column.is_readable(released) : column.covers(released, original);
    };
    const auto report = [&](const Cell& cell) { report_recoded(evidence, column, cell, log); };
    find_faults(column.released(), column.original(), pairing, slice, is_good, report);
}

void judge_kept(const Evidence& evidence,
                const KeptColumn& column,
                const Pairing& pairing,
                Slice slice,
                FaultLog& log) {
    const auto is_good = [&](std::size_t row, Code released, Code original) {
        return evidence.is_suppressed(row)
                   ? column.blank[released] != 0
                   : original == kNone || column.expected[original] == released;
    };
    const auto report = [&](const Cell& cell) { report_kept(evidence, column, cell, log); };
    find_faults(*column.released, *column.original, pairing, slice, is_good, report);
}

}  // namespace

void judge_cells(const Evidence& evidence, const Pairing& pairing, FaultLog& log) {
    const std::size_t parts = part_count(evidence.released_rows());
    std::vector<FaultLog> logs(parts, FaultLog(evidence.options->max_faults));
    parallel_parts(evidence.released_rows(),
                   parts,
                   evidence.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       for (const RecodedColumn& column : evidence.recoded) {
                           judge_recoded(evidence, column, pairing, {begin, end}, logs[part]);
                       }
                       for (const KeptColumn& column : evidence.kept) {
                           judge_kept(evidence, column, pairing, {begin, end}, logs[part]);
                       }
                   });
    for (FaultLog& part : logs) {
        log.merge(std::move(part));
    }
}

}  // namespace kanon::auditing
