// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/row_plan.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/release/classes/starred.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

/// Row types without a row to show: suppressed by the recoding, or released as stars throughout
/// beside others that are not.
std::vector<bool> suppressed_types(const RecodingView& view,
                                   const RowTypes& types,
                                   const std::vector<SpelledDomain>& spelled) {
    std::vector<bool> out = view.suppressed_types();
    if (view.star_class || spelled.empty()) {
        return out;
    }
    for (const SpelledDomain& domain : spelled) {
        const std::vector<bool> stars = domain.stars();
        if (std::ranges::find(stars, true) == stars.end()) {
            return out;
        }
    }
    std::vector<bool> starred = starred_throughout(
        {.count = spelled.size(),
         .stars = [&](std::size_t j) { return spelled[j].stars(); },
         .values = [&](std::size_t j) { return view.values_of_types(types, j); }});
    const bool is_one_class = out.empty() && std::ranges::find(starred, false) == starred.end();
    return is_one_class ? out : starred;
}

/// So many rows become one tuple.
struct Run {
    std::uint32_t tuple = 0;
    std::uint64_t rows = 0;
};

/// Gives the rows of shared-out types to their shares, in the order of rows.
class SharedOut {
public:
    SharedOut(const RecodingView& view, const OriginalRows& rows)
        : view_(view), rows_(rows), first_(view.tuple_of_type.size(), kNoShare) {
        for (std::uint32_t at = 0; at < view.shares.size(); ++at) {
            const Share& share = view.shares[at];
            if (at == 0 || share.type != view.shares[at - 1].type) {
                first_[share.type] = static_cast<std::uint32_t>(next_.size());
                next_.resize(next_.size() + rows.types->tuple_counts(share.type).size());
            }
            Next& next = next_[first_[share.type] + share.tuple];
            if (next.left == 0) {
                next = {.share = at, .left = share.rows};
            }
        }
    }

    /// The tuples of what a row stands for, ascending. \pre rows are asked for in their order
    const std::vector<Run>& runs_of(std::size_t row) {
        std::uint64_t left = rows_.counts.empty() ? 1 : rows_.counts[row];
        const std::uint32_t type = rows_.type_of_row[row];
        runs_.clear();
        if (first_[type] == kNoShare) {
            runs_.push_back({.tuple = view_.tuple_of_type[type], .rows = left});
            return runs_;
        }
        Next& next = next_[first_[type] + tracked_tuple(row, type)];
        while (left > 0) {
            KANON_CHECK(next.left > 0);
            const std::uint32_t taken =
                left < next.left ? static_cast<std::uint32_t>(left) : next.left;
            runs_.push_back({.tuple = view_.shares[next.share].of_class, .rows = taken});
            left -= taken;
            next.left -= taken;
            if (next.left == 0 && next.share + 1 < view_.shares.size()) {
                ++next.share;
                next.left = view_.shares[next.share].rows;
            }
        }
        join_runs();
        return runs_;
    }

private:
    static constexpr std::uint32_t kNoShare = std::numeric_limits<std::uint32_t>::max();

    struct Next {
        std::uint32_t share = 0;  ///< that the next row of the tuple goes to
        std::uint32_t left = 0;   ///< rows that it still takes
    };

    /// One run for each tuple.
    void join_runs() {
        if (runs_.size() == 1) {
            return;
        }
        std::ranges::sort(runs_, {}, &Run::tuple);
        std::size_t last = 0;
        for (std::size_t i = 1; i < runs_.size(); ++i) {
            if (runs_[i].tuple == runs_[last].tuple) {
                runs_[last].rows += runs_[i].rows;
            } else {
                runs_[++last] = runs_[i];
            }
        }
        runs_.resize(last + 1);
    }

    std::size_t tracked_tuple(std::size_t row, std::uint32_t type) {
        codes_.clear();
        const Table& judged = rows_.judged != nullptr ? *rows_.judged : *rows_.table;
        for (const std::size_t column : rows_.tracked) {
            codes_.push_back(judged.column(column).codes[row]);
        }
        return rows_.types->find_tuple(type, codes_);
    }

    const RecodingView& view_;
    const OriginalRows& rows_;
    std::vector<std::uint32_t> first_;  ///< per type: place in next_ of its first tuple
    std::vector<Next> next_;
    std::vector<Code> codes_;
    std::vector<Run> runs_;
};

std::vector<std::uint32_t> kept_rows(const RowPlan& plan, unsigned threads) {
    constexpr std::size_t kRowsOfPart = std::size_t{1} << 16U;
    const std::size_t rows = plan.type_of_row.size();
    const std::size_t parts = rows / kRowsOfPart + 1;
    std::vector<std::size_t> starts(parts + 1);
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        for (std::size_t row = begin; row < end; ++row) {
            count += plan.suppressed[plan.type_of_row[row]] ? 0U : 1U;
        }
        starts[part + 1] = count;
    });
    for (std::size_t part = 0; part < parts; ++part) {
        starts[part + 1] += starts[part];
    }
    std::vector<std::uint32_t> kept(starts.back());
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::size_t at = starts[part];
        for (std::size_t row = begin; row < end; ++row) {
            if (!plan.suppressed[plan.type_of_row[row]]) {
                kept[at++] = static_cast<std::uint32_t>(row);
            }
        }
    });
    return kept;
}

}  // namespace

TuplePieces::TuplePieces(const RecodingView& view, const OriginalRows& rows)
    : tuple_of_piece_(view.tuple_count) {
    const bool is_counted = !rows.counts.empty();
    SharedOut shared_out(view, rows);
    piece_of_row_.reserve(rows.type_of_row.size());
    for (std::uint32_t row = 0; row < rows.type_of_row.size(); ++row) {
        for (const Run& run : shared_out.runs_of(row)) {
            piece_of_row_.push_back(run.tuple);
            if (is_counted) {
                original_row_.push_back(row);
                counts_.push_back(run.rows);
            }
        }
    }
    if (piece_of_row_.size() == rows.type_of_row.size()) {
        original_row_.clear();
    }
    std::iota(tuple_of_piece_.begin(), tuple_of_piece_.end(), 0U);
    const auto suppressed = static_cast<std::uint32_t>(view.tuple_count);
    bool any = false;
    for (std::uint32_t& piece : piece_of_row_) {
        any = any || piece == kNoValue;
        piece = std::min(piece, suppressed);
    }
    if (any) {
        tuple_of_piece_.push_back(kNoValue);
    }
}

RecodingView TuplePieces::by_pieces(RecodingView view) const {
    view.tuple_of_type = tuple_of_piece_;
    view.shares = {};
    return view;
}

RowPlan plan_rows(const RecodingView& view,
                  const RowTypes& types,
                  std::span<const std::uint32_t> type_of_row,
                  const std::vector<SpelledDomain>& spelled,
                  SuppressedRows mode,
                  unsigned threads) {
    RowPlan plan;
    plan.type_of_row = type_of_row;
    plan.suppressed = suppressed_types(view, types, spelled);
    plan.rows = type_of_row.size();
    plan.stars_as_text = mode == SuppressedRows::star_as_text;
    plan.drops = !plan.suppressed.empty() && mode == SuppressedRows::drop;
    if (plan.drops) {
        plan.original = kept_rows(plan, threads);
        plan.rows = plan.original.size();
    }
    return plan;
}

}  // namespace kanon
