// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/terms.hpp"

#include "kanon/base/check.hpp"
#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <array>

namespace kanon {
namespace {

constexpr std::array<Term, 37> kTerms{{
    {"SHA-256",
     "a number that identifies the bytes of a file: it shows later that a file is the one that was "
     "meant"},
    {"auditor",
     "the part of kanon that proves the promises: it reads original and release anew and knows "
     "nothing of how the release was made"},
    {"average class / k", "how much larger classes are than they have to be; 1 is the least"},
    {"bound", "proven: no release of this kind loses less"},
    {"candidates",
     "original rows that a released row may belong to, as far as anybody who has both files can "
     "find out"},
    {"cell suppression", "single cells are released unchanged or suppressed"},
    {"class",
     "rows with the same values in every quasi-identifying column, so that these values do not "
     "distinguish them"},
    {"class attribute", "a column that others want to predict: classes of one kind keep it useful"},
    {"cm",
     "rows that are suppressed or differ from most rows of their class in the class attribute"},
    {"counterfeits",
     "released rows of nobody, which give each class its sensitive values; nothing tells them from "
     "the others"},
    {"cuts of ordered domains with row suppression",
     "numbers and dates are cut into ranges, the same in all rows; rows that can still be singled "
     "out are suppressed"},
    {"cuts of the domains with row suppression",
     "a column is cut into labels or ranges, the same in all rows; rows that can still be singled "
     "out are suppressed"},
    {"discernibility",
     "pairs of rows that cannot be distinguished; a suppressed row counts all rows"},
    {"disclosed", "the class reveals the value: all of its rows have the same"},
    {"freeform generalization",
     "rows do not form classes; each may belong to any of several originals"},
    {"full-domain generalization with cell suppression",
     "a column is generalized to the same level in all rows; some single cells are suppressed"},
    {"full-domain generalization with row suppression",
     "a column is generalized to the same level in all rows; rows that can still be singled out "
     "are suppressed"},
    {"gcp",
     "share of the detail that is lost, mean over all cells: 0 % is the original, 100 % is a star "
     "in every cell"},
    {"global", "equal values of a column are released alike, in all rows"},
    {"identifying", "identifies a person by itself, such as a name or number; never released"},
    {"insensitive", "neither known to others nor to be kept from them; released unchanged"},
    {"level", "how many steps a value was generalized: 0 leaves it unchanged"},
    {"lm", "as gcp, by all values that a hierarchy has below a label, in the data or not"},
    {"local recoding in classes",
     "each class has ranges, sets or labels of its own, so that a value may be released in several "
     "ways"},
    {"microaggregation", "numbers of a class are released as its mean, median or mode"},
    {"objective", "the loss that the search made as small as it could"},
    {"persons", "where a person has several rows, persons are counted in each class, not rows"},
    {"pseudonymous",
     "released as pseudonyms or shifted dates under a secret key; never anonymous, and no part of "
     "any promise"},
    {"quasi-identifying",
     "others may know it of a person, and several such values together may identify the person; "
     "generalized"},
    {"seed", "where the random numbers of a search begin: the same seed gives the same release"},
    {"sensitive",
     "what nobody should learn about a person; released unchanged, since analyses need it"},
    {"sse", "how far released numbers lie from the originals, squared, as a share of their spread"},
    {"suppressed",
     "a row of which the release shows nothing, because it could be singled out; its cells are "
     "stars, or it is left out"},
    {"suppressed cells", "quasi-identifying cells released as a star, which stands for any value"},
    {"top, bottom and rounding",
     "the largest or smallest values are released as one open range, or numbers rounded, in every "
     "row"},
    {"usefulness", "how far the original values of a class lie apart, summed over columns"},
    {"warning", "something in this table that the promises do not cover"},
}};

}  // namespace

std::span<const Term> terms() {
    return kTerms;
}

std::string_view TermWords::first(std::string_view name) {
    if (!said_.emplace(name).second) {
        return "";
    }
    const auto* const found = std::ranges::find(kTerms, name, &Term::name);
    return found != kTerms.end() ? found->meaning : find_privacy_model(name).summary;
}

}  // namespace kanon
