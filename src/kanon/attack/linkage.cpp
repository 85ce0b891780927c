// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/linkage.hpp"

#include "kanon/attack/point_tree.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace kanon::attack {
namespace {

constexpr std::size_t kLinkageParts = 64;
constexpr std::size_t kRowsBetweenLooks = 256;

/// Standard deviation with n - 1 of those that are numbers; 0 of fewer than two.
double deviation_of(const std::vector<double>& numbers) {
    double count = 0;
    double mean = 0;
    double squares = 0;
    for (const double number : numbers) {
        if (!std::isnan(number)) {
            ++count;
            const double apart = number - mean;
            mean += apart / count;
            squares += apart * (number - mean);
        }
    }
    return count < 2 ? 0 : std::sqrt(squares / (count - 1));
}

/// The columns without the rows of which an original is missing.
std::vector<NumberColumn> whole_rows(std::span<const NumberColumn> columns) {
    std::vector<NumberColumn> out(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        out[j].name = columns[j].name;
        out[j].original.reserve(columns[j].original.size());
        out[j].released.reserve(columns[j].original.size());
    }
    for (std::size_t row = 0; row < columns[0].original.size(); ++row) {
        if (std::ranges::any_of(columns, [row](const NumberColumn& column) {
                return std::isnan(column.original[row]);
            })) {
            continue;
        }
        for (std::size_t j = 0; j < columns.size(); ++j) {
            out[j].original.push_back(columns[j].original[row]);
            out[j].released.push_back(columns[j].released[row]);
        }
    }
    return out;
}

/// Rows as points, each column divided by the deviation of its originals. A column of one original
/// number tells nothing and is left out; one is kept if there is no other.
class Standardized {
public:
    explicit Standardized(const std::vector<NumberColumn>& columns) {
        for (const NumberColumn& column : columns) {
            const double deviation = deviation_of(column.original);
            if (deviation > 0) {
                lanes_.push_back({&column, 1 / deviation});
            }
        }
        if (lanes_.empty()) {
            lanes_.push_back({&columns.front(), 0});
        }
    }

    [[nodiscard]] std::size_t dimensions() const { return lanes_.size(); }

    void original(std::size_t row, std::span<double> to) const {
        for (std::size_t j = 0; j < lanes_.size(); ++j) {
            to[j] = lanes_[j].column->original[row] * lanes_[j].factor;
        }
    }

    void released(std::size_t row, std::span<double> to) const {
        for (std::size_t j = 0; j < lanes_.size(); ++j) {
            to[j] = lanes_[j].column->released[row] * lanes_[j].factor;
        }
    }

private:
    struct Lane {
        const NumberColumn* column;
        double factor;
    };

    std::vector<Lane> lanes_;
};

PointTree tree_of(const Standardized& points, std::size_t rows) {
    const std::size_t dimensions = points.dimensions();
    std::vector<double> coordinates(rows * dimensions);
    for (std::size_t row = 0; row < rows; ++row) {
        points.original(row, std::span(coordinates).subspan(row * dimensions, dimensions));
    }
    return {coordinates, dimensions};
}

/// What some of the rows add to the findings.
struct LinkedPart {
    std::uint64_t certain = 0;
    double linked = 0;
    double among_two = 0;
};

/// Take in a row by the originals that are as near to it as its own, and nearer.
void add_row(const NearPoints& near, LinkedPart& to) {
    if (near.nearer >= 2) {
        return;
    }
    const auto as_near = static_cast<double>(near.as_near);
    to.certain += near.nearer == 0 && near.as_near == 1 ? 1 : 0;
    to.linked += near.nearer == 0 ? 1 / as_near : 0;
    to.among_two += std::min(1.0, static_cast<double>(2 - near.nearer) / as_near);
}

LinkedPart link_part(const Standardized& points,
                     const PointTree& tree,
                     std::pair<std::size_t, std::size_t> rows,
                     std::size_t all_rows,
                     const RunContext& context) {
    LinkedPart out;
    std::vector<double> released(points.dimensions());
    std::vector<double> original(points.dimensions());
    for (std::size_t row = rows.first; row < rows.second; ++row) {
        if (row % kRowsBetweenLooks == 0) {
            throw_if_cancelled(context);
        }
        points.released(row, released);
        points.original(row, original);
        const bool tells_nothing =
            std::ranges::all_of(released, [](double number) { return std::isnan(number); });
        add_row(tells_nothing ? NearPoints{.nearer = 0, .as_near = all_rows}
                              : tree.count(released, PointTree::distance(released, original), 2),
                out);
    }
    return out;
}

void link_rows(const std::vector<NumberColumn>& columns,
               const RunContext& context,
               LinkageFindings& out) {
    const std::size_t rows = columns[0].original.size();
    const Standardized points(columns);
    const PointTree tree = tree_of(points, rows);
    out.distinct_originals = tree.size();
    std::vector<LinkedPart> found(kLinkageParts);
    parallel_parts(rows,
                   kLinkageParts,
                   context.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       found[part] = link_part(points, tree, {begin, end}, rows, context);
                   });
    for (const LinkedPart& part : found) {
        out.certain += part.certain;
        out.linked += part.linked;
        out.among_two += part.among_two;
    }
}

/// The share of sorted numbers below one, and half of those equal to it.
double rank_of(double number, const std::vector<double>& sorted) {
    const auto equal = std::equal_range(sorted.begin(), sorted.end(), number);
    const auto below = static_cast<double>(equal.first - sorted.begin());
    const auto alike = static_cast<double>(equal.second - equal.first);
    return (below + alike / 2) / static_cast<double>(sorted.size());
}

/// True if the two are at most so far apart, but for rounding.
bool lies_within(double a, double b, double most) {
    constexpr double kRounding = 1e-9;
    return std::abs(a - b) <= most * (1 + kRounding);
}

/// Columns of each row whose interval holds the original.
struct Inside {
    std::vector<std::uint32_t> by_deviation;
    std::vector<std::uint32_t> by_rank;
};

IntervalRows disclose(const NumberColumn& column, double width, Inside& inside) {
    const double most = width * deviation_of(column.released);
    std::vector<double> sorted = column.original;
    std::ranges::sort(sorted);
    IntervalRows out;
    for (std::size_t row = 0; row < column.original.size(); ++row) {
        const double original = column.original[row];
        const double released = column.released[row];
        if (std::isnan(released)) {
            continue;
        }
        const bool near = lies_within(original, released, most);
        const bool near_in_rank =
            lies_within(rank_of(original, sorted), rank_of(released, sorted), width);
        out.by_deviation += near ? 1 : 0;
        out.by_rank += near_in_rank ? 1 : 0;
        inside.by_deviation[row] += near ? 1 : 0;
        inside.by_rank[row] += near_in_rank ? 1 : 0;
    }
    return out;
}

/// Rows that so many columns or more disclose.
IntervalRows at_least_columns(const Inside& inside, std::size_t columns) {
    const auto count = [columns](const std::vector<std::uint32_t>& of) {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(of, [columns](std::uint32_t held) { return held >= columns; }));
    };
    return {.by_deviation = count(inside.by_deviation), .by_rank = count(inside.by_rank)};
}

void disclose_intervals(const std::vector<NumberColumn>& columns,
                        double width,
                        LinkageFindings& out) {
    const std::size_t rows = columns[0].original.size();
    Inside inside{.by_deviation = std::vector<std::uint32_t>(rows),
                  .by_rank = std::vector<std::uint32_t>(rows)};
    out.columns.reserve(columns.size());
    for (const NumberColumn& column : columns) {
        out.columns.push_back(disclose(column, width, inside));
    }
    out.all = at_least_columns(inside, columns.size());
    out.all_but_one = at_least_columns(inside, columns.size() - 1);
}

}  // namespace

LinkageFindings link_nearest(std::span<const NumberColumn> columns,
                             const LinkageOptions& options,
                             const RunContext& context) {
    if (!(options.width > 0 && options.width <= 1)) {
        throw Error(ErrorCode::usage, "must be above 0 and at most 1", Where{.attribute = "width"});
    }
    if (columns.empty()) {
        throw Error(ErrorCode::bad_input, "no column of numbers is known to link by");
    }
    const std::vector<NumberColumn> whole = whole_rows(columns);
    LinkageFindings out;
    out.rows = whole[0].original.size();
    out.rows_without_number = columns[0].original.size() - out.rows;
    if (out.rows == 0) {
        throw Error(ErrorCode::bad_input, "no row has all the numbers that are linked by");
    }
    link_rows(whole, context, out);
    disclose_intervals(whole, options.width, out);
    return out;
}

}  // namespace kanon::attack
