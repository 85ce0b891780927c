// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/mdav.hpp"

#include "kanon/methods/microaggregation/active_points.hpp"
#include "kanon/methods/microaggregation/aggregate_outcome.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

/// Takes class after class out of the points left.
class Mdav {
public:
    Mdav(const PointSpace& space, std::uint64_t least_rows, const RunContext& context)
        : space_(space),
          least_rows_(least_rows),
          context_(context),
          left_(space, context.threads) {}

    Classes run(bool& stopped) {
        for (std::uint64_t steps = 0; left_.rows() >= 3 * least_rows_; ++steps) {
            if (ends_early(space_, left_, least_rows_, steps, context_, classes_)) {
                stopped = true;
                return std::move(classes_);
            }
            take_two();
        }
        if (left_.rows() >= 2 * least_rows_) {
            take_class(farthest(left_.centre()));
        }
        take_rest();
        return std::move(classes_);
    }

private:
    void take_two() {
        const std::uint32_t first = farthest(left_.centre());
        const Looked seen = left_.look(target_at(space_, first), least_rows_);
        take_nearest(seen.nearest);
        std::uint32_t second = seen.farthest.point;
        if (left_.size() == 0) {
            return;
        }
        if (!left_.contains(second)) {  // all lie equally far
            second = farthest(target_at(space_, first));
        }
        take_class(second);
    }

    [[nodiscard]] std::uint32_t farthest(const Target& from) const {
        return left_.look(from, 0).farthest.point;
    }

    void take_class(std::uint32_t about) {
        take_nearest(left_.look(target_at(space_, about), least_rows_).nearest);
    }

    /// As many of them as have enough rows.
    void take_nearest(std::span<const Near> nearest) {
        std::vector<std::uint32_t>& taken = classes_.emplace_back();
        std::uint64_t rows = 0;
        for (std::size_t i = 0; i < nearest.size() && rows < least_rows_; ++i) {
            taken.push_back(nearest[i].point);
            rows += space_.rows(nearest[i].point);
            left_.take(nearest[i].point);
        }
    }

    void take_rest() {
        if (left_.size() > 0) {
            std::vector<std::uint32_t> rest = left_.points();
            std::ranges::sort(rest);
            classes_.push_back(std::move(rest));
        }
    }

    const PointSpace& space_;
    std::uint64_t least_rows_;
    const RunContext& context_;
    ActivePoints left_;
    Classes classes_;
};

class MdavMethod final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const PointSpace space(task);
        bool stopped = false;
        Classes classes = mdav_classes(space, task.least_class_rows(), context, stopped);
        return aggregate_outcome(task, space, std::move(classes), stopped, context);
    }
};

}  // namespace

Classes mdav_classes(const PointSpace& space,
                     std::uint64_t least_rows,
                     const RunContext& context,
                     bool& stopped) {
    return Mdav(space, least_rows, context).run(stopped);
}

std::unique_ptr<Method> make_mdav(const OptionMap&) {
    return std::make_unique<MdavMethod>();
}

}  // namespace kanon::microaggregation
