// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/patterns.hpp"

#include "kanon/audit/rules.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <unordered_map>

namespace kanon::auditing {
namespace {

/// Per original code the released code that spells the value itself, or kNone.
std::vector<Code> codes_of_values(const RecodedColumn& column) {
    const Dictionary& original = *column.original().dictionary;
    const Dictionary& released = *column.released().dictionary;
    std::vector<Code> out(original.size(), kNone);
    for (Code code = 0; code < original.size(); ++code) {
        if (original.is_missing(code)) {
            out[code] = released.missing().value_or(kNone);
            continue;
        }
        const std::string text(original.text(code));
        const bool escaped = needs_escape(text) && !original.is_open(code);
        out[code] = released.find(escaped ? "\\" + text : text).value_or(kNone);
    }
    return out;
}

/// One released row: its stars, and the first cell that is neither a star nor its value.
struct RowStars {
    Pattern stars = 0;
    std::optional<std::size_t> other;  ///< place among the recoded columns
};

RowStars stars_of_row(const Evidence& evidence,
                      const std::vector<std::vector<Code>>& values,
                      std::size_t row,
                      std::uint32_t original_row) {
    RowStars out;
    for (std::size_t j = 0; j < evidence.recoded.size(); ++j) {
        const RecodedColumn& column = evidence.recoded[j];
        const Code released = column.released().codes[row];
        if (column.is_star(released)) {
            out.stars |= Pattern{1} << j;
        } else if (!out.other && original_row != kNone &&
                   values[j][column.original().codes[original_row]] != released) {
            out.other = j;
        }
    }
    return out;
}

}  // namespace

void judge_patterns(const Evidence& evidence, const Pairing& pairing, FaultLog& log) {
    const PatternMask& mask = evidence.problem->patterns;
    if (!mask.given || evidence.recoded.size() != mask.attributes) {
        return;
    }
    std::vector<std::vector<Code>> values;
    for (const RecodedColumn& column : evidence.recoded) {
        values.push_back(codes_of_values(column));
    }
    std::unordered_map<Pattern, bool> allowed;
    for (std::size_t row = 0; row < evidence.released_rows(); ++row) {
        const RowStars stars = stars_of_row(evidence, values, row, pairing[row]);
        const auto [at, is_new] = allowed.try_emplace(stars.stars, false);
        if (is_new) {
            // Whether rows may be starred throughout is a matter of the suppression limit.
            at->second = stars.stars == mask.everything() || mask.allows(stars.stars);
        }
        if (stars.other) {
            const RecodedColumn& column = evidence.recoded[*stars.other];
            log.add(
                {.row = row + 1, .place = column.original_column()},
                rules::kPatternMask,
                column.attribute().name,
                [] { return "the policy's patterns allow stars alone, this cell is recoded"; },
                evidence.classes->rows_of(row));
        }
        if (!at->second) {
            log.add(
                {.row = row + 1, .place = 0},
                rules::kPatternMask,
                "",
                [] { return "the stars of this row are no pattern of the policy's"; },
                evidence.classes->rows_of(row));
        }
    }
}

}  // namespace kanon::auditing
