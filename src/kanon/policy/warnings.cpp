// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/warnings.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kanon {
namespace {

constexpr std::array<WarningInfo, 13> kWarnings{{
    {"person-unnamed",
     "a column that identifies persons repeats, and rows are counted: a class may be one person",
     "name it with `person:` (--person), so that every class is counted in persons"},
    {"singles-out",
     "columns that are released unchanged identify rows: who knows their values finds the row",
     "make those that others may know of a person quasi-identifying (--qi), or drop them (--drop)"},
    {"exact-amounts",
     "amounts are released exactly, and nearly all of them are unique: who knows an amount finds "
     "the row",
     "round them (--round, --top, --bottom), make them quasi-identifying (--qi), or drop them "
     "(--drop)"},
    {"disclosure",
     "classes give away a sensitive value of more than 5 % of the rows: who finds a person's class "
     "learns the value",
     "ask for l-diversity (--l-diversity), or drop the column (--drop)"},
    {"follows-from",
     "a quasi-identifying column determines one that is released unchanged, and so is released "
     "itself, in other words",
     "make the other one quasi-identifying (--qi), or drop it (--drop)"},
    {"row-order",
     "the rows stand in the order of a column, which gives that column away",
     "shuffle the release (--shuffle)"},
    {"twin-values",
     "texts that are hard to distinguish count as different values: they differ in case, blanks, "
     "marks or Unicode form only, in letters of another script, or in how a number or date is "
     "written",
     "write each value in one way before the release"},
    {"unknown-spellings",
     "texts that say that nothing is known count as values",
     "name them under `missing:` (--missing)"},
    {"earlier-release",
     "the people were released before: who intersects both releases may be left with fewer than k",
     "keep a ledger (`kanon ledger init`), and release with it (--ledger)"},
    {"pseudonymous",
     "columns are released as pseudonyms or with shifted dates, under a secret key: that is not "
     "anonymous, and no promise covers them",
     "keep the key away from the release; drop the columns (--drop) where nobody needs the links "
     "or "
     "the intervals"},
    {"unknown-roles",
     "columns were treated as quasi-identifying, or dropped, because their meaning is not known",
     "give each its role in a policy (`kanon inspect --policy` writes one)"},
    {"mostly-starred",
     "a quasi-identifying column is suppressed in nearly all rows, and says nothing",
     "give it a hierarchy (`kanon hierarchy show` has what fits), make another column coarser, "
     "allow more suppressed rows (--max-suppression), or drop it (--drop)"},
    {"list-loss",
     "lists lose most of their detail, for each class keeps the promise of lists by itself",
     "ask for larger classes (--k), a smaller k or m of lists (--km-anonymity), or fewer "
     "quasi-identifiers"},
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
