// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/aggregates/v_mdav.hpp"

#include "kanon/methods/aggregates/active_points.hpp"
#include "kanon/methods/aggregates/aggregate_outcome.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace kanon::aggregates {
namespace {

/// Grows class after class of the points left.
class VMdav {
public:
    VMdav(const PointSpace& space,
          std::uint64_t least_rows,
          double gamma,
          const RunContext& context)
        : space_(space),
          least_rows_(least_rows),
          gamma_(gamma),
          context_(context),
          left_(space, context.threads),
          centre_(left_.centre()) {}

    Classes run(bool& stopped) {
        std::uint64_t steps = 0;
        while (left_.rows() >= least_rows_) {
            if (context_.should_stop() || steps++ >= context_.node_limit) {
                stopped = true;
                divide_rest(space_, left_.points(), least_rows_, classes_);
                return std::move(classes_);
            }
            context_.report({"solve",
                             static_cast<double>(space_.size() - left_.size()),
                             static_cast<double>(space_.size())});
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
            const Near next = nearest_to_class();
            const Looked seen = left_.look(target_at(space_, next.point), 2);
            const Near& other =
                seen.nearest[0].point == next.point ? seen.nearest[1] : seen.nearest[0];
            const bool joins = rows_ + space_.rows(next.point) < 2 * least_rows_ &&
                               std::sqrt(next.distance) < gamma_ * std::sqrt(other.distance);
            if (!joins) {
                return;
            }
            join(next.point);
            look_about(next.point);
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
            near_.push_back(left_.look(target_at(space_, member), 1).nearest.front());
            members_of_near_.resize(near_.size());
            members_of_near_.back() = member;
        }
    }

    /// The free point nearest to any member.
    [[nodiscard]] Near nearest_to_class() {
        for (std::size_t i = 0; i < near_.size(); ++i) {
            if (!left_.contains(near_[i].point)) {
                near_[i] = left_.look(target_at(space_, members_of_near_[i]), 1).nearest.front();
            }
        }
        return *std::min_element(near_.begin(), near_.end());
    }

    void place_rest() {
        if (classes_.empty()) {
            classes_.push_back(left_.points());
            return;
        }
        std::vector<Target> centres;
        centres.reserve(classes_.size());
        for (const std::vector<std::uint32_t>& points : classes_) {
            centres.push_back(centre_of(space_, points));
        }
        std::vector<std::uint32_t> rest = left_.points();
        std::ranges::sort(rest);
        for (const std::uint32_t point : rest) {
            std::size_t best = 0;
            for (std::size_t i = 1; i < centres.size(); ++i) {
                if (distance(space_, point, centres[i]) < distance(space_, point, centres[best])) {
                    best = i;
                }
            }
            classes_[best].push_back(point);
        }
    }

    const PointSpace& space_;
    std::uint64_t least_rows_;
    double gamma_;
    const RunContext& context_;
    ActivePoints left_;
    Target centre_;  ///< of the table
    Classes classes_;
    std::vector<Near> near_;                      ///< the free point nearest to each member
    std::vector<std::uint32_t> members_of_near_;  ///< of the last class
    std::uint64_t rows_ = 0;                      ///< of the last class
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

}  // namespace kanon::aggregates
