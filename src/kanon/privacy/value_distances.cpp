// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/value_distances.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

namespace kanon::privacy {
namespace {

bool is_text(const ModelContext& context) {
    return context.values != nullptr && !context.values->is_numeric();
}

/// What a class has more of one value than the table, as a share.
double surplus(std::uint64_t count, double rows, std::uint64_t of_table, double table_rows) {
    const double of_class = static_cast<double>(count) / rows;
    return std::max(0.0, of_class - static_cast<double>(of_table) / table_rows);
}

/// The least sum of |given - a| for a sequence a that ascends: each value that stands below one
/// before it pulls the greatest of those down.
double least_change_to_ascend(const std::vector<double>& given) {
    std::priority_queue<double> greatest;
    double cost = 0;
    for (const double value : given) {
        greatest.push(value);
        if (greatest.top() > value) {
            cost += greatest.top() - value;
            greatest.pop();
            greatest.push(value);
        }
    }
    return cost;
}

/// The codes in the order of the values.
std::vector<Code> codes_in_order(const ModelContext& context) {
    if (is_text(context) && context.hierarchy != nullptr) {
        return context.hierarchy->leaf_order();
    }
    std::vector<Code> codes(context.distribution.size());
    std::iota(codes.begin(), codes.end(), Code{0});
    return codes;
}

}  // namespace

bool lacks_order(const ModelContext& context) {
    return is_text(context) && context.hierarchy == nullptr;
}

EqualDistance::EqualDistance(const ModelContext& context)
    : values_(context, MissingIs::a_value), table_(context) {}

double EqualDistance::of(const ClassView& view) const {
    const auto rows = static_cast<double>(view.rows);
    const auto table_rows = static_cast<double>(table_.rows());
    double moved = 0;
    values_.each(view, [&](Code value, std::uint64_t count) {
        moved += surplus(count, rows, table_.rows_of(value), table_rows);
    });
    return moved;
}

OrderedDistance::OrderedDistance(const ModelContext& context)
    : values_(context, MissingIs::a_value),
      missing_(context.missing),
      rank_of_value_(context.distribution.size()) {
    const TableValues table(context);
    rows_ = table.rows();
    missing_rows_ = missing_ ? table.rows_of(*missing_) : 0;
    std::uint64_t up_to = 0;
    for (const Code code : codes_in_order(context)) {
        if (code == missing_ || table.rows_of(code) == 0) {
            continue;
        }
        rank_of_value_[code] = up_to_.size();
        area_up_to_.push_back(up_to_.empty() ? 0 : area_up_to_.back() + up_to);
        up_to += table.rows_of(code);
        up_to_.push_back(up_to);
    }
}

double OrderedDistance::area(double share, std::size_t begin, std::size_t end) const {
    if (begin >= end) {
        return 0;
    }
    const auto n = static_cast<double>(rows_);
    const auto first = up_to_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = up_to_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto crossing = std::partition_point(
        first, last, [&](std::uint64_t rows) { return static_cast<double>(rows) / n < share; });
    const auto middle = static_cast<std::size_t>(crossing - up_to_.begin());
    const auto sum = [&](std::size_t from, std::size_t to) {
        return static_cast<double>(area_up_to_[to] - area_up_to_[from]) / n;
    };
    return share * static_cast<double>(middle - begin) - sum(begin, middle) + sum(middle, end) -
           share * static_cast<double>(end - middle);
}

/// The sum over all ranks but the last, after which both have all their rows.
double OrderedDistance::area_between(const std::vector<Step>& steps, double rows) const {
    const std::size_t end = up_to_.size() - 1;
    double sum = 0;
    double share = 0;
    std::size_t begin = 0;
    for (const Step& step : steps) {
        sum += area(share, begin, std::min(step.rank, end));
        share = static_cast<double>(step.rows) / rows;
        begin = step.rank;
    }
    return sum + area(share, begin, end);
}

/// Rows of the surplus of missing values (or to them, if that is below 0) may end at any value, for
/// 1 each. Let A(i) be what has come to the ranks up to i: it ascends from 0 to the surplus, and
/// what is left to be moved along the order is the sum of |gap(i) - A(i)|.
double OrderedDistance::cost_beside_missing(const std::vector<Step>& steps,
                                            double rows,
                                            double more_missing) const {
    const double sign = more_missing > 0 ? 1 : -1;
    const double most = std::abs(more_missing);
    std::vector<double> gaps;
    double outside = 0;
    double share = 0;
    auto step = steps.begin();
    for (std::size_t rank = 0; rank + 1 < up_to_.size(); ++rank) {
        if (step != steps.end() && step->rank == rank) {
            share = static_cast<double>(step->rows) / rows;
            ++step;
        }
        const double of_table = static_cast<double>(up_to_[rank]) / static_cast<double>(rows_);
        const double gap = sign * (of_table - share);
        const double within = std::clamp(gap, 0.0, most);
        outside += std::abs(gap - within);
        gaps.push_back(within);
    }
    return outside + least_change_to_ascend(gaps);
}

double OrderedDistance::of(const ClassView& view) const {
    std::vector<Step> steps;
    std::uint64_t missing = 0;
    values_.each(view, [&](Code value, std::uint64_t count) {
        if (value == missing_) {
            missing = count;
        } else {
            steps.push_back({.rank = rank_of_value_[value], .rows = count});
        }
    });
    std::ranges::sort(steps, {}, &Step::rank);  // of numbers and dates they are
    std::uint64_t seen = 0;
    for (Step& step : steps) {
        seen += step.rows;
        step.rows = seen;
    }
    const auto rows = static_cast<double>(view.rows);
    const double more_missing = static_cast<double>(missing) / rows -
                                static_cast<double>(missing_rows_) / static_cast<double>(rows_);
    const double widest = up_to_.size() > 1 ? static_cast<double>(up_to_.size() - 1) : 1;
    if (up_to_.size() < 2) {
        return std::abs(more_missing);
    }
    // Rows are 32 bits wide, so the products fit.
    if (missing * rows_ == missing_rows_ * view.rows) {
        return area_between(steps, rows) / widest;
    }
    return std::abs(more_missing) + cost_beside_missing(steps, rows, more_missing) / widest;
}

HierarchicalDistance::HierarchicalDistance(const ModelContext& context)
    : values_(context, MissingIs::a_value),
      table_(context),
      missing_(context.missing),
      hierarchy_(context.hierarchy) {
    for (Level level = 0; level < hierarchy_->height(); ++level) {
        std::vector<std::uint64_t>& rows = rows_of_label_.emplace_back();
        rows.resize(hierarchy_->label_count(level));
        for (Code code = 0; code < context.distribution.size(); ++code) {
            if (code != missing_) {
                rows[hierarchy_->label_of(level, code)] += table_.rows_of(code);
            }
        }
    }
}

double HierarchicalDistance::of(const ClassView& view) const {
    const auto rows = static_cast<double>(view.rows);
    const auto table_rows = static_cast<double>(table_.rows());
    std::vector<std::pair<Code, std::uint64_t>> labels;  // of a level, in the order of the leaves
    double missing = 0;
    values_.each(view, [&](Code value, std::uint64_t count) {
        if (value == missing_) {
            missing = surplus(count, rows, table_.rows_of(value), table_rows);
        } else {
            labels.emplace_back(value, count);
        }
    });
    std::sort(labels.begin(), labels.end(), [&](const auto& a, const auto& b) {
        return hierarchy_->leaf_rank(a.first) < hierarchy_->leaf_rank(b.first);
    });
    double moved = 0;
    for (Level level = 0; level < hierarchy_->height(); ++level) {
        // The values under a label are a run of the leaves: what is put together stands together.
        std::size_t kept = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const Code label =
                level == 0 ? labels[i].first
                           : hierarchy_->parent(static_cast<Level>(level - 1), labels[i].first);
            if (kept > 0 && labels[kept - 1].first == label) {
                labels[kept - 1].second += labels[i].second;
            } else {
                labels[kept++] = {label, labels[i].second};
            }
        }
        labels.resize(kept);
        moved += missing;
        for (const auto& [label, count] : labels) {
            moved += surplus(count, rows, rows_of_label_[level][label], table_rows);
        }
    }
    return moved / hierarchy_->height();
}

}  // namespace kanon::privacy
