// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/cover_search.hpp"

#include <limits>

namespace kanon::auditing {
namespace {

/// Pairs of codes looked at to see what each released code of a column covers.
constexpr std::size_t kMostCoverPairs = std::size_t{1} << 24U;

/// The first place in [begin, end) whose code is `least` or above; codes ascend there.
std::size_t first_of(const CodeVector& codes, std::size_t begin, std::size_t end, Code least) {
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (codes[middle] < least) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/// The end of the types from `begin` on that have its code. The next one is looked at first: most
/// prefixes are of one type.
std::size_t end_of_code(const CodeVector& codes, std::size_t begin, std::size_t end) {
    const Code code = codes[begin];
    const bool alone = begin + 1 == end || codes[begin + 1] != code;
    return alone ? begin + 1 : first_of(codes, begin + 1, end, code + 1);
}

}  // namespace

CoverSearch::CoverSearch(const MatchingTypes& sides, std::uint64_t most_looks)
    : sides_(&sides), looks_left_(most_looks) {
    for (const RecodedColumn* column : sides.overlapping) {
        runs_.push_back(runs_of(*column));
    }
}

CoverSearch::RunsOfCodes CoverSearch::runs_of(const RecodedColumn& column) {
    const std::size_t originals = column.original().dictionary->size();
    const std::size_t released = column.released().dictionary->size();
    if (originals * released > kMostCoverPairs) {
        return {};
    }
    RunsOfCodes out(released);
    for (Code shown = 0; shown < released; ++shown) {
        for (Code code = 0; code < originals; ++code) {
            if (!column.covers(shown, code)) {
                continue;
            }
            if (out[shown].empty() || out[shown].back().end != code) {
                out[shown].push_back({.begin = code, .end = code});
            }
            ++out[shown].back().end;
        }
    }
    return out;
}

bool CoverSearch::find(std::size_t released,
                       std::size_t begin,
                       std::size_t end,
                       std::vector<std::uint32_t>& covered) {
    released_ = released;
    covered_ = &covered;
    first_ = begin;
    return descend(0, {.begin = begin, .end = end});
}

/// Of types that share the columns before, all covered, those that are covered in the rest.
bool CoverSearch::descend(std::size_t depth, Types types) {
    if (depth == sides_->overlapping.size()) {
        for (std::size_t type = types.begin; type < types.end; ++type) {
            covered_->push_back(static_cast<std::uint32_t>(type - first_));
        }
        return true;
    }
    if (runs_[depth].empty()) {
        return descend_in_run(depth, types, {.begin = 0, .end = std::numeric_limits<Code>::max()});
    }
    const Code shown = sides_->released.columns[sides_->keys + depth][released_];
    for (const Run run : runs_[depth][shown]) {
        if (!descend_in_run(depth, types, run)) {
            return false;
        }
    }
    return true;
}

/// Those among them whose code is in a run; where it is not known to be covered, it is asked.
bool CoverSearch::descend_in_run(std::size_t depth, Types types, Run run) {
    const std::size_t column = sides_->keys + depth;
    const CodeVector& codes = sides_->original.columns[column];
    const Code shown = sides_->released.columns[column][released_];
    const bool known = !runs_[depth].empty();
    for (std::size_t from = first_of(codes, types.begin, types.end, run.begin);
         from < types.end && codes[from] < run.end;) {
        if (looks_left_ == 0) {
            return false;
        }
        --looks_left_;
        const std::size_t to = end_of_code(codes, from, types.end);
        if ((known || sides_->overlapping[depth]->covers(shown, codes[from])) &&
            !descend(depth + 1, {.begin = from, .end = to})) {
            return false;
        }
        from = to;
    }
    return true;
}

}  // namespace kanon::auditing
