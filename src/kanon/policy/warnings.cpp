// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/warnings.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kanon {
namespace {

constexpr std::array<WarningInfo, 10> kWarnings{{
    {"person-unnamed",
     "a column that tells persons apart repeats, and rows are counted: a class may be one person",
     "name it with `person:` (--person), so that every class is counted in persons"},
    {"singles-out",
     "columns released as they are single rows out: who knows them finds the row",
     "make those that others may know of a person quasi-identifying (--qi), or withhold them "
     "(--drop)"},
    {"exact-amounts",
     "a column of amounts is released exactly, and nearly all of its values are unique: who knows "
     "an amount finds the row",
     "round it (--round, --top, --bottom), make it quasi-identifying (--qi), or drop it (--drop)"},
    {"disclosure",
     "a class gives away a sensitive value of more than 5 % of the rows: who finds a person's "
     "class "
     "learns the value",
     "ask for l-diversity (--l-diversity), or drop the column (--drop)"},
    {"follows-from",
     "a column released as it is follows from a quasi-identifying one, which then stands there "
     "ungeneralized in other words",
     "make it quasi-identifying (--qi), or withhold it (--drop)"},
    {"row-order",
     "the rows stand in the order of a column, which gives that column away",
     "shuffle the release (--shuffle)"},
    {"twin-values",
     "texts that look alike count as different values: they differ in case, blanks, marks or "
     "Unicode "
     "form alone, in letters of another script, or in how a number or date is written",
     "spell each value in one way before the release"},
    {"unknown-spellings",
     "texts that say that nothing is known count as values",
     "name them under `missing:` (--missing)"},
    {"unknown-roles",
     "columns were taken as quasi-identifying or withheld because nobody said what they are",
     "give each its role in a policy (`kanon inspect --policy` writes one)"},
    {"mostly-starred",
     "a quasi-identifying column is released as stars in nearly all rows, and tells nothing",
     "give it a hierarchy (`kanon hierarchy show` has what fits), make another column coarser, "
     "allow "
     "more suppressed rows (--max-suppression), or withhold it (--drop)"},
}};

}  // namespace

std::span<const WarningInfo> warning_catalogue() {
    return kWarnings;
}

const WarningInfo& find_warning(std::string_view code) {
    const auto* const found = std::find_if(
        kWarnings.begin(), kWarnings.end(), [code](const auto& row) { return row.code == code; });
    if (found == kWarnings.end()) {
        std::vector<std::string_view> codes;
        codes.reserve(kWarnings.size());
        for (const WarningInfo& row : kWarnings) {
            codes.push_back(row.code);
        }
        throw Error(ErrorCode::bad_policy,
                    "there is no warning '" + std::string(code) + "'" + suggestion(code, codes));
    }
    return *found;
}

std::size_t count_open(std::span<const Warning> warnings) {
    return static_cast<std::size_t>(std::count_if(
        warnings.begin(), warnings.end(), [](const Warning& w) { return w.accepted.empty(); }));
}

}  // namespace kanon
