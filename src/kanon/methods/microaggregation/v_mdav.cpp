// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/v_mdav.hpp"

#include "kanon/methods/microaggregation/active_points.hpp"
#include "kanon/methods/microaggregation/aggregate_outcome.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

/// A free point near to another point.
struct Neighbour {
    Near near;
    std::uint32_t of = 0;
};

/// Grows class after class of the points left. What is nearer is decided exactly.
class VMdav {
public:
    VMdav(const PointSpace& space,
          std::uint64_t least_rows,
          double gamma,
          const RunContext& context)
        : space_(space),
          least_rows_(least_rows),
          gamma_(gamma),
          exact_gamma_(decimal_fraction(gamma)),
          context_(context),
          left_(space, context.threads),
          centre_(left_.centre()) {}

    Classes run(bool& stopped) {
        for (std::uint64_t steps = 0; left_.rows() >= least_rows_; ++steps) {
            if (ends_early(space_, left_, least_rows_, steps, context_, classes_)) {
                stopped = true;
                return std::move(classes_);
            }
            begin_class();
            extend_class();
        }
        place_rest();
        return std::move(classes_);
    }

private:
    void begin_class() {
        const std::uint32_t about = left_.look(centre_, 0).farthest.point;
        classes_.emplace_back();
        near_.clear();
        rows_ = 0;
        const Looked seen = left_.look(target_at(space_, about), least_rows_);
        for (std::size_t i = 0; i < seen.nearest.size() && rows_ < least_rows_; ++i) {
            join(seen.nearest[i].point);
        }
        for (const std::uint32_t point : classes_.back()) {
            look_about(point);
        }
    }

    void extend_class() {
        while (left_.size() > 1) {
            const Neighbour next = nearest_to_class();
            const std::uint32_t point = next.near.point;
            const Looked seen = left_.look(target_at(space_, point), 2);
            const Neighbour other{
                .near = seen.nearest[0].point == point ? seen.nearest[1] : seen.nearest[0],
                .of = point};
            const bool joins =
                rows_ + space_.rows(next.near.point) < 2 * least_rows_ && is_near(next, other);
            if (!joins) {
                return;
            }
            join(next.near.point);
            look_about(next.near.point);
        }
    }

    void join(std::uint32_t point) {
        classes_.back().push_back(point);
        rows_ += space_.rows(point);
        left_.take(point);
    }

    /// Note the free point nearest to a member. It may be taken by another later.
    void look_about(std::uint32_t member) {
        if (left_.size() > 0) {
            near_.push_back({.near = nearest_to(member), .of = member});
        }
    }

    [[nodiscard]] Near nearest_to(std::uint32_t member) const {
        return left_.look(target_at(space_, member), 1).nearest.front();
    }

    /// The free point nearest to any member; of equally near ones the lower number.
    [[nodiscard]] Neighbour nearest_to_class() {
        for (Neighbour& one : near_) {
            if (!left_.contains(one.near.point)) {
                one.near = nearest_to(one.of);
            }
        }
        return *std::ranges::min_element(near_, [&](const Neighbour& a, const Neighbour& b) {
            const std::strong_ordering order = compare(a, 1, as_far_, b);
            return order < 0 || (order == 0 && a.near.point < b.near.point);
        });
    }

    /// True if a neighbour is nearer than gamma times the way to another.
    [[nodiscard]] bool is_near(const Neighbour& next, const Neighbour& other) const {
        return compare(next, gamma_, exact_gamma_, other) < 0;
    }

    /// The distance of one neighbour against a factor times that of another: by their squares.
    [[nodiscard]] std::strong_ordering compare(const Neighbour& one,
                                               double factor,
                                               const Fraction& exact_factor,
                                               const Neighbour& other) const {
        const double left = one.near.distance;
        const double right = factor * factor * other.near.distance;
        const double slack = space_.slack(left) +
                             factor * factor * space_.slack(other.near.distance) +
                             space_.slack(right);
        if (std::abs(left - right) > slack) {
            return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
        }
        const Natural& numerator = exact_factor.numerator;
        const Natural& denominator = exact_factor.denominator;
        return size_of(one) * denominator * denominator <=> size_of(other) * numerator * numerator;
    }

    [[nodiscard]] Natural size_of(const Neighbour& one) const {
        const ExactPlaces& exact = space_.exact();
        return exact.distance(space_.type(one.near.point), exact.place(space_.type(one.of))).size;
    }

    void place_rest() {
        if (classes_.empty()) {
            classes_.push_back(left_.points());
            return;
        }
        std::vector<Target> centres;
        centres.reserve(classes_.size());
        for (const std::vector<std::uint32_t>& points : classes_) {
            centres.push_back(exact_centre_of(space_, points));
        }
        std::vector<std::uint32_t> rest = left_.points();
        std::ranges::sort(rest);
        for (const std::uint32_t point : rest) {
            std::size_t best = 0;
            for (std::size_t i = 1; i < centres.size(); ++i) {
                best = is_nearer(point, centres[i], centres[best]) ? i : best;
            }
            classes_[best].push_back(point);
        }
    }

    [[nodiscard]] bool is_nearer(std::uint32_t point,
                                 const Target& one,
                                 const Target& other) const {
        const double left = distance(space_, point, one);
        const double right = distance(space_, point, other);
        if (std::abs(left - right) > 2 * space_.slack(std::max(left, right))) {
            return left < right;
        }
        const std::uint32_t type = space_.type(point);
        return space_.exact().distance(type, one.exact) <
               space_.exact().distance(type, other.exact);
    }

    const PointSpace& space_;
    std::uint64_t least_rows_;
    double gamma_;
    Fraction exact_gamma_;
    Fraction as_far_{.numerator = 1, .denominator = 1};
    const RunContext& context_;
    ActivePoints left_;
    Target centre_;  ///< of the table
    Classes classes_;
    std::vector<Neighbour> near_;  ///< of the members of the last class, the nearest of each
    std::uint64_t rows_ = 0;       ///< of the last class
};

class VMdavMethod final : public Method {
public:
    explicit VMdavMethod(double gamma) : gamma_(gamma) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const PointSpace space(task);
        bool stopped = false;
        Classes classes = VMdav(space, task.least_class_rows(), gamma_, context).run(stopped);
        return aggregate_outcome(task, space, std::move(classes), stopped, context);
    }

private:
    double gamma_;
};

}  // namespace

std::unique_ptr<Method> make_v_mdav(const OptionMap& options) {
    return std::make_unique<VMdavMethod>(number_option(options, kVMdavOptions[0]));
}

}  // namespace kanon::microaggregation
