// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells.hpp"

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

/// "", or the two values in brackets if values may be shown.
std::string shown(const Evidence& evidence, std::string_view released, std::string_view original) {
    return evidence.options->show_values ? fmt::format(" ('{}' over '{}')", released, original)
                                         : std::string();
}

/// Call use(row, released code, original row) for each row of a slice.
template <class Use>
void for_each_cell(const Column& released, const Pairing& pairing, Slice slice, const Use& use) {
    released.codes.visit([&](const auto codes) {
        for (std::size_t row = slice.begin; row < slice.end; ++row) {
            use(row, static_cast<Code>(codes[row]), pairing[row]);
        }
    });
}

void judge_recoded(const Evidence& evidence,
                   const RecodedColumn& column,
                   const Pairing& pairing,
                   Slice slice,
                   FaultLog& log) {
    using enum RecodedColumn::Verdict;
    const Column& original = column.original();
    const Dictionary& dictionary = *column.released().dictionary;
    original.codes.visit([&](const auto original_codes) {
        for_each_cell(
            column.released(),
            pairing,
            slice,
            [&](std::size_t row, Code code, std::uint32_t original_row) {
                const FaultPlace place{.row = row + 1, .place = column.attribute().column};
                if (original_row == kNone) {
                    if (!column.is_readable(code)) {
                        log.add(place, rules::kUnreadableValue, original.name, [&] {
                            return "the released cell means nothing in the original's domain";
                        });
                    }
                    return;
                }
                const Code original_code = original_codes[original_row];
                const RecodedColumn::Verdict verdict = column.verdict(code, original_code);
                if (verdict == covers) {
                    return;
                }
                const bool is_readable = verdict == does_not_cover;
                log.add(place,
                        is_readable ? rules::kCoversOriginal : rules::kUnreadableValue,
                        original.name,
                        [&] {
                            return (is_readable
                                        ? "the released cell does not cover its original value"
                                        : "the released cell means nothing in the original's "
                                          "domain") +
                                   shown(evidence,
                                         dictionary.text(code),
                                         original.dictionary->text(original_code));
                        });
            });
    });
}

void judge_kept(const Evidence& evidence,
                const KeptColumn& column,
                const Pairing& pairing,
                Slice slice,
                FaultLog& log) {
    const Column& original = *column.original;
    original.codes.visit([&](const auto original_codes) {
        for_each_cell(*column.released,
                      pairing,
                      slice,
                      [&](std::size_t row, Code code, std::uint32_t original_row) {
                          const FaultPlace place{.row = row + 1, .place = column.column};
                          if (evidence.is_suppressed(row)) {
                              if (column.blank[code] == 0) {
                                  log.add(place, rules::kPartlySuppressed, original.name, [] {
                                      return "the row is suppressed, but this cell is neither `*` "
                                             "nor missing";
                                  });
                              }
                              return;
                          }
                          if (original_row == kNone ||
                              column.expected[original_codes[original_row]] == code) {
                              return;
                          }
                          log.add(place, rules::kUnchanged, original.name, [&] {
                              return "the cell is not what it was in the original" +
                                     shown(evidence,
                                           column.released->dictionary->text(code),
                                           original.text(original_row));
                          });
                      });
    });
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
