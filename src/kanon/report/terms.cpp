// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/terms.hpp"

#include "kanon/base/check.hpp"
#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <array>

namespace kanon {
namespace {

constexpr std::array<Term, 35> kTerms{{
    {"SHA-256",
     "a number that belongs to these bytes and in practice to no others: it shows later that a "
     "file is the one that was meant"},
    {"auditor",
     "the part of kanon that proves: it reads original and release anew and knows nothing of how "
     "the release was made"},
    {"average class / k", "how much larger classes are than they would have to be; 1 is the least"},
    {"bound", "what every release of this kind loses at least, proven: how far the best may be"},
    {"candidates",
     "original rows that a released row may stand for, as far as anybody can tell from both files"},
    {"cell suppression", "cells are released as they are, or as a star"},
    {"cells starred", "quasi-identifying cells that show nothing but a star"},
    {"class",
     "rows that read the same in every quasi-identifying column, so that these tell none of them "
     "from the others"},
    {"class attribute", "a column that others want to predict: classes of one kind keep it useful"},
    {"cm", "rows that are suppressed or unlike most rows of their class in the class attribute"},
    {"cuts of ordered domains with row suppression",
     "numbers and dates are cut into ranges, the same in all rows; rows that still stand out are "
     "suppressed"},
    {"cuts of the domains with row suppression",
     "a column is cut into labels or ranges, the same in all rows; rows that still stand out are "
     "suppressed"},
    {"discernibility", "pairs of rows that cannot be told apart; a suppressed row counts all rows"},
    {"disclosed", "the class alone gives the value away: all of its rows have the same"},
    {"freeform generalization",
     "rows are not released alike in classes, but each may stand for any of several originals"},
    {"full-domain generalization with cell suppression",
     "a column is made coarser by the same level in all rows; some single cells become stars"},
    {"full-domain generalization with row suppression",
     "a column is made coarser by the same level in all rows; rows that still stand out are "
     "suppressed"},
    {"gcp",
     "how much of what a cell could tell is gone, on average: 0 % is the original, 100 % is stars "
     "alone"},
    {"global", "equal values of a column are released alike, in all rows"},
    {"identifying", "points at a person by itself, such as a name or number; never released"},
    {"insensitive",
     "tells nothing that others know of a person or should not learn; released as "
     "it is"},
    {"level", "how many steps a value was made coarser: 0 leaves it as it was"},
    {"lm", "as gcp, but by all values that a hierarchy has below a label, in the data or not"},
    {"local recoding in classes",
     "each class has ranges, sets or labels of its own, so that a value may be released in several "
     "ways"},
    {"microaggregation", "numbers of a class are released as its mean, median or mode"},
    {"objective", "what the search made as small as it could"},
    {"persons", "where a person has several rows, persons are counted in each class, not rows"},
    {"quasi-identifying",
     "others may know it of a person, and several such values together may point at one; made "
     "coarser"},
    {"seed", "what the chance in a search goes by: the same seed gives the same release"},
    {"sensitive",
     "what nobody should learn of a person; released as it is, since it is what the data are for"},
    {"sse", "how far released numbers lie from the originals, squared, as a share of their spread"},
    {"suppressed",
     "a row of which the release shows nothing, because it would have stood out; starred or left "
     "out"},
    {"top, bottom and rounding",
     "the largest or smallest values are released as one open range, or numbers rounded, in every "
     "row"},
    {"usefulness", "how far the original values of a class lie apart, summed over columns"},
    {"warning", "something that the promises do not cover in this table"},
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
