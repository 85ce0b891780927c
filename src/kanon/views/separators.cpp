// SPDX-License-Identifier: Apache-2.0
#include "kanon/views/separators.hpp"

#include <algorithm>
#include <bit>

namespace kanon {
namespace {

constexpr int kMostTried = 16;  ///< columns of which every set is looked at
constexpr std::size_t kMostSeparators = 256;

/// All columns that chains of views lead to once some are taken out.
ColumnSet reached_from(const std::vector<ColumnSet>& views, ColumnSet first, ColumnSet taken_out) {
    ColumnSet reached = first;
    for (ColumnSet before = 0; before != reached;) {
        before = reached;
        for (const ColumnSet view : views) {
            if ((view & reached) != 0) {
                reached |= view & ~taken_out;
            }
        }
    }
    return reached;
}

bool parts(const std::vector<ColumnSet>& views, const ColumnPair& pair, ColumnSet taken_out) {
    return (reached_from(views, pair.identifier, taken_out) & pair.sensitive) == 0;
}

/// Columns that lie in several views, but the two.
ColumnSet shared_columns(const std::vector<ColumnSet>& views, const ColumnPair& pair) {
    ColumnSet once = 0;
    ColumnSet twice = 0;
    for (const ColumnSet view : views) {
        twice |= once & view;
        once |= view;
    }
    return twice & ~(pair.identifier | pair.sensitive);
}

/// The columns of all views with one of the two.
ColumnSet beside(const std::vector<ColumnSet>& views, ColumnSet column) {
    ColumnSet out = 0;
    for (const ColumnSet view : views) {
        out |= (view & column) != 0 ? view : 0;
    }
    return out;
}

ColumnSet without_needless(const std::vector<ColumnSet>& views,
                           const ColumnPair& pair,
                           ColumnSet set) {
    for (ColumnSet rest = set; rest != 0; rest &= rest - 1) {
        const ColumnSet column = rest & (~rest + 1);
        if (parts(views, pair, set & ~column)) {
            set &= ~column;
        }
    }
    return set;
}

/// Every set of the columns that parts and of which no subset does, fewest columns first.
std::vector<ColumnSet> by_trial(const std::vector<ColumnSet>& views,
                                const ColumnPair& pair,
                                ColumnSet columns) {
    std::vector<ColumnSet> subsets;
    for (ColumnSet set = columns;; set = (set - 1) & columns) {
        subsets.push_back(set);
        if (set == 0) {
            break;
        }
    }
    std::ranges::sort(subsets, [](ColumnSet a, ColumnSet b) {
        return std::popcount(a) != std::popcount(b) ? std::popcount(a) < std::popcount(b) : a < b;
    });
    std::vector<ColumnSet> out;
    for (const ColumnSet set : subsets) {
        const bool holds_one =
            std::ranges::any_of(out, [set](ColumnSet one) { return (one & set) == one; });
        if (out.size() < kMostSeparators && !holds_one && parts(views, pair, set)) {
            out.push_back(set);
        }
    }
    return out;
}

}  // namespace

std::vector<ColumnSet> find_separators(const std::vector<ColumnSet>& views,
                                       const ColumnPair& pair) {
    const ColumnSet columns = shared_columns(views, pair);
    if (!parts(views, pair, columns)) {
        return {};
    }
    std::vector<ColumnSet> out;
    if (std::popcount(columns) <= kMostTried) {
        out = by_trial(views, pair, columns);
    } else {
        out = {
            without_needless(views, pair, columns & beside(views, pair.identifier)),
            without_needless(views, pair, columns & beside(views, pair.sensitive)),
        };
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace kanon
