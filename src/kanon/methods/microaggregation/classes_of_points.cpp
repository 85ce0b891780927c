// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/classes_of_points.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace kanon::microaggregation {
namespace {

/// The lower median of a lane.
double median_of(const PointSpace& space, std::span<const std::uint32_t> points, std::size_t lane) {
    std::vector<std::pair<double, std::uint32_t>> values;
    values.reserve(points.size());
    for (const std::uint32_t point : points) {
        values.emplace_back(space.coordinates(point)[lane], space.rows(point));
    }
    std::ranges::sort(values);
    const std::uint64_t all = rows_of(space, points);
    std::uint64_t reached = 0;
    for (const auto& [value, rows] : values) {
        reached += rows;
        if (2 * reached >= all) {
            return value;
        }
    }
    return values.back().first;
}

/// The most frequent code of a lane, the least of several.
Code mode_of(const PointSpace& space, std::span<const std::uint32_t> points, std::size_t lane) {
    std::map<Code, std::uint64_t> rows;
    for (const std::uint32_t point : points) {
        rows[space.codes(point)[lane]] += space.rows(point);
    }
    return std::ranges::max_element(rows, {}, &std::pair<const Code, std::uint64_t>::second)->first;
}

double mean_of(const PointSpace& space, std::span<const std::uint32_t> points, std::size_t lane) {
    double sum = 0;
    for (const std::uint32_t point : points) {
        sum += space.coordinates(point)[lane] * space.rows(point);
    }
    return sum / static_cast<double>(rows_of(space, points));
}

double target_distance(const PointSpace& space, const Target& a, const Target& b) {
    double sum = 0;
    for (std::size_t lane = 0; lane < a.coordinates.size(); ++lane) {
        const double away = a.coordinates[lane] - b.coordinates[lane];
        sum += away * away;
    }
    for (std::size_t lane = 0; lane < a.codes.size(); ++lane) {
        sum += a.codes[lane] == b.codes[lane] ? 0 : space.code_weights()[lane];
    }
    return sum;
}

/// A class, its centre and its rows.
struct Measured {
    Target centre;
    std::uint64_t rows = 0;
};

Measured measured(const PointSpace& space, std::span<const std::uint32_t> points) {
    return {.centre = exact_centre_of(space, points), .rows = rows_of(space, points)};
}

/// What the sum of squares rises by if two classes join, as far as it is not common to all that one
/// class may join: n / (n + m) times the squared distance of their centres.
class Rise {
public:
    Rise(const PointSpace& space, const Measured& to, const Measured& from)
        : space_(&space), to_(&to), from_(&from) {
        const auto rows = static_cast<double>(to.rows);
        const double share = rows / (rows + static_cast<double>(from.rows));
        const double away = target_distance(space, to.centre, from.centre);
        rounded_ = share * away;
        slack_ =
            space.slack(away);  // the share takes of it, and adds a rounding that it has room for
    }

    friend bool operator<(const Rise& a, const Rise& b) {
        if (std::abs(a.rounded_ - b.rounded_) > 2 * std::max(a.slack_, b.slack_)) {
            return a.rounded_ < b.rounded_;
        }
        const Fraction left = a.exact();
        const Fraction right = b.exact();
        return left.numerator * right.denominator < right.numerator * left.denominator;
    }

private:
    [[nodiscard]] Fraction exact() const {
        const ExactDistance away = space_->exact().distance(to_->centre.exact, from_->centre.exact);
        return {.numerator = away.size * Natural(to_->rows),
                .denominator = away.rows * away.rows * Natural(to_->rows + from_->rows)};
    }

    const PointSpace* space_;
    const Measured* to_;
    const Measured* from_;
    double rounded_ = 0;
    double slack_ = 0;
};

}  // namespace

bool PointChecker::holds(std::span<const std::uint32_t> points) {
    const std::uint64_t rows = rows_of(*space_, points);
    if (checker_.rows_decide() || !checker_.rows_hold(rows)) {
        return checker_.rows_hold(rows);
    }
    types_.clear();
    for (const std::uint32_t point : points) {
        types_.push_back(space_->type(point));
    }
    const std::array<std::span<const std::uint32_t>, 1> pieces{types_};
    return checker_.holds(rows, pieces);
}

Target centre_of(const PointSpace& space, std::span<const std::uint32_t> points) {
    Target out;
    for (std::size_t lane = 0; lane < space.coordinate_count(); ++lane) {
        out.coordinates.push_back(lane < space.mean_count() ? mean_of(space, points, lane)
                                                            : median_of(space, points, lane));
    }
    for (std::size_t lane = 0; lane < space.code_count(); ++lane) {
        out.codes.push_back(mode_of(space, points, lane));
    }
    return out;
}

Target exact_centre_of(const PointSpace& space, std::span<const std::uint32_t> points) {
    Target out = centre_of(space, points);
    const std::uint64_t rows = rows_of(space, points);
    out.exact.rows = rows;
    out.exact.codes = out.codes;
    for (std::size_t lane = 0; lane < space.coordinate_count(); ++lane) {
        SignedWide sum = 0;
        for (const std::uint32_t point : points) {
            const SignedWide unit = space.exact().unit(lane, space.type(point));
            if (lane < space.mean_count()) {
                sum += unit * static_cast<SignedWide>(space.rows(point));
            } else if (space.coordinates(point)[lane] == out.coordinates[lane]) {
                sum = unit * static_cast<SignedWide>(rows);
            }
        }
        if (lane < space.mean_count()) {
            out.coordinates[lane] = space.coordinate(lane, sum, rows);
        }
        out.exact.lanes.push_back(sum);
    }
    return out;
}

std::uint64_t rows_of(const PointSpace& space, std::span<const std::uint32_t> points) {
    std::uint64_t rows = 0;
    for (const std::uint32_t point : points) {
        rows += space.rows(point);
    }
    return rows;
}

double distance(const PointSpace& space, std::uint32_t point, const Target& target) {
    double sum = 0;
    const std::span<const double> coordinates = space.coordinates(point);
    for (std::size_t lane = 0; lane < coordinates.size(); ++lane) {
        const double away = coordinates[lane] - target.coordinates[lane];
        sum += away * away;
    }
    const std::span<const Code> codes = space.codes(point);
    for (std::size_t lane = 0; lane < codes.size(); ++lane) {
        sum += codes[lane] == target.codes[lane] ? 0 : space.code_weights()[lane];
    }
    return sum;
}

double cost_of(const PointSpace& space, std::span<const std::uint32_t> points) {
    const Target centre = centre_of(space, points);
    double sum = 0;
    for (const std::uint32_t point : points) {
        sum += distance(space, point, centre) * space.rows(point);
    }
    return sum;
}

void join_failing(const Task& task, const PointSpace& space, Classes& classes) {
    PointChecker checker(task, space);
    std::vector<Measured> measures;
    measures.reserve(classes.size());
    std::vector<std::uint32_t> failing;
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
        measures.push_back(measured(space, classes[i]));
        if (!checker.holds(classes[i])) {
            failing.push_back(i);
        }
    }
    for (std::size_t next = 0; next < failing.size(); ++next) {
        const std::uint32_t from = failing[next];
        std::size_t nearest = from;
        std::optional<Rise> least;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            if (classes[i].empty() || i == from) {
                continue;
            }
            const Rise rise(space, measures[i], measures[from]);
            if (!least || rise < *least) {
                least = rise;
                nearest = i;
            }
        }
        if (classes[from].empty() || nearest == from || checker.holds(classes[from])) {
            continue;
        }
        std::vector<std::uint32_t>& to = classes[nearest];
        to.insert(to.end(), classes[from].begin(), classes[from].end());
        classes[from].clear();
        measures[nearest] = measured(space, to);
        if (!checker.holds(to)) {
            failing.push_back(static_cast<std::uint32_t>(nearest));
        }
    }
    std::erase_if(classes, [](const auto& points) { return points.empty(); });
}

void divide_rest(const PointSpace& space,
                 std::vector<std::uint32_t> rest,
                 std::uint64_t least_rows,
                 Classes& classes) {
    std::ranges::sort(rest);
    std::vector<std::uint32_t> one;
    std::uint64_t rows = 0;
    for (const std::uint32_t point : rest) {
        one.push_back(point);
        rows += space.rows(point);
        if (rows >= least_rows) {
            classes.push_back(std::exchange(one, {}));
            rows = 0;
        }
    }
    if (!one.empty() && !classes.empty()) {
        classes.back().insert(classes.back().end(), one.begin(), one.end());
    } else if (!one.empty()) {
        classes.push_back(std::move(one));
    }
}

bool ends_early(const PointSpace& space,
                const ActivePoints& left,
                std::uint64_t least_rows,
                std::uint64_t steps,
                const RunContext& context,
                Classes& classes) {
    if (context.should_stop() || steps >= context.node_limit) {
        divide_rest(space, left.points(), least_rows, classes);
        return true;
    }
    const auto points = static_cast<double>(space.size());
    context.report({"solve", points - static_cast<double>(left.size()), points});
    return false;
}

}  // namespace kanon::microaggregation
