// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/group_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::microaggregation {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kGivenShare = 0.5;  ///< of A, to those that take a point
constexpr std::size_t kLeastFull = 64;
constexpr std::size_t kFullOfK = 8;  ///< points looked at in full, for each row, besides
constexpr std::size_t kMostTightenings = 20;
constexpr std::size_t kMostFound = 4;  ///< groups that are named

/// B of a point of which A is known: whole, and no less for a higher A. \pre
/// more >= 1
double given(double alone, std::size_t more) {
    return static_cast<double>(
        static_cast<std::int64_t>(alone * (kGivenShare / static_cast<double>(more))));
}

/// The sum of the least numbers seen, so many of them.
class LeastSum {
public:
    /// Numbers above `cap` count as it.
    LeastSum(std::size_t count, double cap) : least_(count, cap) {}

    void see(double number) {
        if (least_.empty() || number >= least_.back()) {
            return;
        }
        std::size_t place = least_.size() - 1;
        for (; place > 0 && least_[place - 1] > number; --place) {
            least_[place] = least_[place - 1];
        }
        least_[place] = number;
    }

    void reset(double cap) { std::ranges::fill(least_, cap); }

    [[nodiscard]] double sum() const { return std::accumulate(least_.begin(), least_.end(), 0.0); }

private:
    std::vector<double> least_;  ///< ascending
};

/// What so many points with the least W bear, and the last of these W.
struct LeastBorne {
    double sum = kNever;
    double last = kNever;

    LeastBorne(std::vector<double> borne, std::size_t count) {
        if (borne.size() < count) {
            return;
        }
        const auto end = borne.begin() + static_cast<std::ptrdiff_t>(count);
        std::ranges::nth_element(borne, end - 1);
        sum = std::accumulate(borne.begin(), end, 0.0);
        last = *(end - 1);
    }

    /// The same if the point with this W is one of them.
    [[nodiscard]] double with(double borne) const {
        return borne <= last ? sum : sum - last + borne;
    }
};

}  // namespace

/// The search over the groups of one point.
class GroupProof::Tree {
public:
    Tree(const GroupProof& proof,
         std::uint32_t first_point,
         const Candidates& all,
         std::uint64_t node_limit)
        : proof_(proof),
          first_point_(first_point),
          points_(all.points),
          rows_(points_.size() * points_.size()),
          levels_(proof.size_),
          node_limit_(node_limit) {
        for (std::size_t a = 0; a < points_.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const double away = proof.distances_.of(points_[a], points_[b]);
                rows_[a * points_.size() + b] = away;
                rows_[b * points_.size() + a] = away;
            }
        }
        add_extras();
        Level& first = levels_.front();
        first.places.resize(points_.size());
        std::iota(first.places.begin(), first.places.end(), 0U);
        first.alone = all.alone;
    }

    Verdict search(std::size_t more, double base) {
        visit(0, more, base);
        return std::move(verdict_);
    }

private:
    /// The points that may still join, and what is known of each.
    struct Level {
        std::vector<std::uint32_t> places;  ///< among points_
        std::vector<double> alone;          ///< A
        std::vector<double> given;          ///< B
        std::vector<double> borne;          ///< W

        void erase(std::size_t one) {
            const auto at = static_cast<std::ptrdiff_t>(one);
            places.erase(places.begin() + at);
            alone.erase(alone.begin() + at);
            borne.erase(borne.begin() + at);
        }
    };

    [[nodiscard]] const double* row(std::uint32_t place) const {
        return rows_.data() + std::size_t{place} * points_.size();
    }

    /// The shares of cuts of which two points or three are here.
    void add_extras() {
        for (std::uint32_t a = 0; a < points_.size(); ++a) {
            for (const std::uint32_t cut : proof_.cuts_.of(points_[a])) {
                for (const std::uint32_t point : proof_.cuts_.cut(cut)) {
                    const auto found = std::ranges::lower_bound(points_, point);
                    if (point != points_[a] && found != points_.end() && *found == point) {
                        const auto b = static_cast<std::size_t>(found - points_.begin());
                        double& away = rows_[a * points_.size() + b];
                        away = std::min(away + proof_.extra(cut), 2 * proof_.distances_.most());
                    }
                }
            }
        }
    }

    void visit(std::size_t depth, std::size_t more, double base) {
        ++nodes_;
        Level& level = levels_[depth];
        double least = tighten(level, more, base);
        if (least >= 0) {
            return;
        }
        if (more == 1) {
            for (std::size_t i = 0; i < level.places.size(); ++i) {
                note(base + level.alone[i], {level.places[i]});
            }
            return;
        }
        if (nodes_ > node_limit_) {
            verdict_.least = std::min(verdict_.least, least);
            return;
        }
        if (more == 2) {
            loosize_at_pairs(level, base);
            return;
        }
        while (least < 0) {
            branch(depth, more, base);
            least = tighten(level, more, base);
            if (nodes_ > node_limit_) {
                verdict_.least = std::min(verdict_.least, least);
                return;
            }
        }
    }

    /// The groups with the point that bears least; then it is left out.
    void branch(std::size_t depth, std::size_t more, double base) {
        Level& level = levels_[depth];
        const std::size_t one = place_of_least(level);
        const std::uint32_t place = level.places[one];
        const double alone = level.alone[one];
        level.erase(one);
        Level& next = levels_[depth + 1];
        next.places = level.places;
        next.alone = level.alone;
        const double* away = row(place);
        for (std::size_t i = 0; i < next.places.size(); ++i) {
            next.alone[i] += 2 * away[next.places[i]];
        }
        chosen_.push_back(place);
        visit(depth + 1, more - 1, base + alone);
        chosen_.pop_back();
    }

    void loosize_at_pairs(const Level& level, double base) {
        for (std::size_t a = 0; a < level.places.size(); ++a) {
            const double* away = row(level.places[a]);
            for (std::size_t b = 0; b < a; ++b) {
                const double all =
                    base + level.alone[a] + level.alone[b] + 2 * away[level.places[b]];
                if (all < 0) {
                    note(all, {level.places[a], level.places[b]});
                }
            }
        }
    }

    /// Bound, leave out, and again, while that leaves out many. The bound; 0 or
    /// more: nothing is left.
    double tighten(Level& level, std::size_t more, double base) {
        double bound = 0;
        for (std::size_t i = 0; i < kMostTightenings; ++i) {
            bear(level, more);
            const LeastBorne least(level.borne, more);
            bound = base + least.sum;
            const std::size_t before = level.places.size();
            if (bound >= 0 || !keep(level, more, least, base) ||
                10 * level.places.size() > 9 * before) {
                break;
            }
        }
        if (level.places.size() < more) {
            return kNever;
        }
        return bound;
    }

    static bool keep(Level& level, std::size_t more, const LeastBorne& least, double base) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < level.places.size(); ++i) {
            if (base + least.with(level.borne[i]) < 0) {
                level.places[kept] = level.places[i];
                level.alone[kept] = level.alone[i];
                level.borne[kept] = level.borne[i];
                ++kept;
            }
        }
        level.places.resize(kept);
        level.alone.resize(kept);
        level.borne.resize(kept);
        return kept >= more;
    }

    void bear(Level& level, std::size_t more) const {
        const std::size_t others = more - 1;
        if (others == 0) {
            level.borne = level.alone;
            return;
        }
        const std::size_t count = level.places.size();
        level.borne.resize(count);
        level.given.resize(count);
        std::ranges::transform(
            level.alone, level.given.begin(), [&](double alone) { return given(alone, others); });
        LeastSum least(others, kNever);
        for (std::size_t a = 0; a < count; ++a) {
            const double* away = row(level.places[a]);
            least.reset(kNever);
            for (std::size_t b = 0; b < count; ++b) {
                if (b != a) {
                    least.see(away[level.places[b]] + level.given[b]);
                }
            }
            level.borne[a] =
                level.alone[a] - static_cast<double>(others) * level.given[a] + least.sum();
        }
    }

    static std::size_t place_of_least(const Level& level) {
        return static_cast<std::size_t>(std::ranges::min_element(level.borne) -
                                        level.borne.begin());
    }

    void note(double left, std::initializer_list<std::uint32_t> last) {
        std::vector<std::uint32_t> points{first_point_};
        for (const std::uint32_t place : chosen_) {
            points.push_back(points_[place]);
        }
        for (const std::uint32_t place : last) {
            points.push_back(points_[place]);
        }
        std::ranges::sort(points);
        left = proof_.cuts_.empty() ? left : proof_.worked_out(points);
        if (left >= 0) {
            return;
        }
        verdict_.least = std::min(verdict_.least, left);
        std::vector<PricedGroup>& groups = verdict_.groups;
        const auto after = std::ranges::upper_bound(groups, left, {}, &PricedGroup::left);
        groups.insert(after, {.points = std::move(points), .left = left});
        groups.resize(std::min(groups.size(), kMostFound));
    }

    const GroupProof& proof_;
    std::uint32_t first_point_;
    const std::vector<std::uint32_t>& points_;
    std::vector<double> rows_;  ///< distances of all points
    std::vector<Level> levels_;
    std::vector<std::uint32_t> chosen_;
    std::uint64_t node_limit_;
    std::uint64_t nodes_ = 0;
    Verdict verdict_;
};

GroupProof::GroupProof(const WholeDistances& distances,
                       std::span<const double> prices,
                       const RowCuts& cuts,
                       std::span<const std::uint32_t> order,
                       const Neighbours& near,
                       std::size_t rows)
    : distances_(distances),
      prices_(prices),
      cuts_(cuts),
      order_(order),
      size_(rows),
      place_(prices.size()),
      nearest_(prices.size()) {
    for (std::uint32_t place = 0; place < order.size(); ++place) {
        place_[order[place]] = place;
    }
    for (std::uint32_t point = 0; point < prices.size(); ++point) {
        for (std::size_t i = 0; i + 2 < rows && i < near.count(); ++i) {
            nearest_[point] += distances.of(point, near.of(point)[i].point);
        }
    }
}

/// F of a group; of one that is not below 0, any number that is not.
double GroupProof::worked_out(std::span<const std::uint32_t> points) const {
    const double twice = 2 * static_cast<double>(size_);
    double left = 0;
    for (std::size_t a = 0; a < points.size(); ++a) {
        left -= twice * prices_[points[a]];
        for (std::size_t b = 0; b < a; ++b) {
            left += 2 * distances_.of(points[a], points[b]);
        }
    }
    for (const std::uint32_t cut : cuts_.met_by(points)) {
        if (left >= 0) {
            break;  // so that no sum is too large to be exact
        }
        left += twice * cuts_.price(cut);
    }
    return left;
}

/// What a cut adds to the distance of two of its points, in F counted both
/// ways.
double GroupProof::extra(std::uint32_t cut) const {
    return std::floor(static_cast<double>(size_) * cuts_.price(cut) / 3);
}

GroupProof::Candidates GroupProof::after(std::size_t place) const {
    Candidates out;
    const std::uint32_t first = order_[place];
    for (const std::uint32_t point : order_.subspan(place + 1)) {
        out.points.push_back(point);
        out.alone.push_back(distances_.of(first, point));
    }
    for (const std::uint32_t cut : cuts_.of(first)) {
        for (const std::uint32_t point : cuts_.cut(cut)) {
            if (place_[point] > place) {
                double& away = out.alone[place_[point] - place - 1];
                away = std::min(away + extra(cut), 2 * distances_.most());
            }
        }
    }
    const double twice = 2 * static_cast<double>(size_);
    for (std::size_t i = 0; i < out.alone.size(); ++i) {
        out.alone[i] = 2 * out.alone[i] - twice * prices_[out.points[i]];
    }
    return out;
}

double GroupProof::glance(const Candidates& all, double base) const {
    std::vector<double> borne = all.alone;
    for (std::size_t i = 0; i < borne.size(); ++i) {
        borne[i] += nearest_[all.points[i]];
    }
    return base + LeastBorne(std::move(borne), size_ - 1).sum;
}

/// W of each: of the first `near` points, those of least A, with each other in
/// full, and no other gives them less than the next point in A does.
std::vector<double> GroupProof::least_borne(const Candidates& all, std::size_t near) const {
    const std::size_t others = size_ - 2;
    const auto times = static_cast<double>(others);
    std::vector<double> gifts(all.points.size());
    std::ranges::transform(
        all.alone, gifts.begin(), [&](double alone) { return given(alone, others); });
    const double least_gifts =
        std::accumulate(gifts.begin(), gifts.begin() + static_cast<std::ptrdiff_t>(others), 0.0);
    std::vector<double> out(all.points.size());
    double cap = kNever;
    if (near < gifts.size()) {
        cap = gifts[near];
    }
    LeastSum least(others, cap);
    for (std::size_t a = 0; a < all.points.size(); ++a) {
        out[a] = all.alone[a] - times * gifts[a];
        if (a >= near) {
            out[a] += nearest_[all.points[a]] + least_gifts;
            continue;
        }
        least.reset(cap);
        for (std::size_t b = 0; b < near; ++b) {
            if (b != a) {
                least.see(distances_.of(all.points[a], all.points[b]) + gifts[b]);
            }
        }
        out[a] += least.sum();
    }
    return out;
}

/// Leave out points that are in no group of F < 0; false: there is no such
/// group.
bool GroupProof::narrow(Candidates& all, double base) const {
    const std::size_t count = all.points.size();
    const std::size_t near = std::min(count, kLeastFull + kFullOfK * size_);
    std::vector<std::uint32_t> sorted(count);
    std::iota(sorted.begin(), sorted.end(), 0U);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(all.alone[a], all.points[a]) < std::pair(all.alone[b], all.points[b]);
    };
    std::ranges::partial_sort(
        sorted, sorted.begin() + static_cast<std::ptrdiff_t>(std::min(count, near + 1)), before);
    Candidates by_cost;
    for (const std::uint32_t one : sorted) {
        by_cost.points.push_back(all.points[one]);
        by_cost.alone.push_back(all.alone[one]);
    }
    const std::vector<double> borne = size_ > 2 ? least_borne(by_cost, near) : by_cost.alone;
    const LeastBorne least(borne, size_ - 1);
    std::vector<std::pair<std::uint32_t, double>> kept;
    for (std::size_t i = 0; i < count; ++i) {
        if (base + least.with(borne[i]) < 0) {
            kept.emplace_back(by_cost.points[i], by_cost.alone[i]);
        }
    }
    std::ranges::sort(kept);
    all = {};
    for (const auto& [point, alone] : kept) {
        all.points.push_back(point);
        all.alone.push_back(alone);
    }
    return kept.size() + 1 >= size_;
}

GroupProof::Verdict GroupProof::look(std::size_t place, std::uint64_t node_limit) const {
    const double base = -2 * static_cast<double>(size_) * prices_[order_[place]];
    Candidates all = after(place);
    if (all.points.size() + 1 < size_) {
        return {};
    }
    if (node_limit == 0) {
        return {.least = std::min(0.0, glance(all, base)), .groups = {}};
    }
    if (!narrow(all, base)) {
        return {};
    }
    return Tree(*this, order_[place], all, node_limit).search(size_ - 1, base);
}

}  // namespace kanon::microaggregation
