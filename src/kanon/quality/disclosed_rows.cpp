// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/disclosed_rows.hpp"

#include "kanon/base/parallel.hpp"

#include <limits>

namespace kanon {
namespace {

constexpr Code kUnseen = std::numeric_limits<Code>::max();
constexpr Code kSeveral = kUnseen - 1;

std::uint64_t determined_rows(const ReleasedClasses& classes, const Column& column) {
    std::vector<Code> value(classes.size(), kUnseen);
    const std::vector<std::uint32_t>& class_of_row = classes.class_of_row();
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < class_of_row.size(); ++row) {
            Code& known = value[class_of_row[row]];
            const Code code = codes[row];
            known = known == kUnseen || known == code ? code : kSeveral;
        }
    });
    std::uint64_t rows = 0;
    for (std::size_t index = 0; index < value.size(); ++index) {
        const bool tells = value[index] < kSeveral && !classes.is_suppressed(index) &&
                           !column.dictionary->is_missing(value[index]);
        rows += tells ? classes.rows()[index] : 0;
    }
    return rows;
}

}  // namespace

std::vector<DisclosedRows> count_disclosed_rows(const ReleasedClasses& classes,
                                                const Table& released,
                                                std::span<const std::string> columns,
                                                unsigned threads) {
    std::vector<DisclosedRows> out(columns.size());
    parallel_for(out.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            out[i] = {
                .column = columns[i],
                .rows = determined_rows(classes, released.column(*released.find(columns[i])))};
        }
    });
    return out;
}

}  // namespace kanon
