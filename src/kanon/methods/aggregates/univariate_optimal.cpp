// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/aggregates/univariate_optimal.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/aggregates/aggregate_outcome.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace kanon::aggregates {
namespace {

constexpr std::size_t kRowsToPoll = 4096;

void require_one_mean(const Task& task) {
    const QuasiIdentifier& attribute = task.quasi_identifiers.front();
    if (attribute.aggregate->kind != Aggregate::Kind::mean) {
        throw Error(ErrorCode::bad_policy,
                    "method 'univariate-optimal' finds the best means, and '" + attribute.name +
                        "' is to be released by its " +
                        std::string(to_string(attribute.aggregate->kind)) +
                        "; write recode: mean (--recode), or take mdav");
    }
    if (!task.tracked.empty()) {
        throw Error(ErrorCode::bad_policy,
                    "method 'univariate-optimal' counts rows alone, and persons or a class "
                    "attribute are to be counted; take mdav");
    }
}

/// The numbers of the rows in ascending order, and what runs of them lose.
class Runs {
public:
    Runs(const Task& task, const PointSpace& space)
        : unit_(std::pow(10.0, -static_cast<double>(aggregate_of(task).digits))),
          order_(space.size()) {
        std::iota(order_.begin(), order_.end(), 0U);
        const Dictionary& dictionary = task.quasi_identifiers.front().dictionary();
        const CodeVector& codes = task.row_types().columns.front();
        const auto number = [&](std::uint32_t point) {
            return dictionary.number(codes[space.type(point)]);
        };
        std::ranges::stable_sort(order_, {}, number);
        base_ = order_.empty() ? 0 : number(order_[order_.size() / 2]);
        sums_.push_back(0);
        squares_.push_back(0);
        for (const std::uint32_t point : order_) {
            const long double away = static_cast<long double>(number(point)) - base_;
            sums_.push_back(sums_.back() + away);
            squares_.push_back(squares_.back() + away * away);
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }

    /// The squared distances of rows [begin, end) from their mean as it is released.
    [[nodiscard]] double cost(std::size_t begin, std::size_t end) const {
        const auto rows = static_cast<long double>(end - begin);
        const long double sum = sums_[end] - sums_[begin];
        const long double mean = base_ + sum / rows;
        const long double released = std::round(mean / unit_) * unit_;
        const long double off = released - mean;
        const long double about_mean = squares_[end] - squares_[begin] - sum * sum / rows;
        return static_cast<double>(std::max(about_mean, 0.0L) + rows * off * off);
    }

private:
    static const Aggregate& aggregate_of(const Task& task) {
        return *task.quasi_identifiers.front().aggregate;
    }

    long double unit_;                  ///< of the last digit of a mean
    std::vector<std::uint32_t> order_;  ///< points
    long double base_ = 0;              ///< a number in their middle
    std::vector<long double> sums_;     ///< of the numbers less the base, up to a place
    std::vector<long double> squares_;
};

/// Where the last run of the best division of each number of first rows begins.
std::vector<std::uint32_t> last_runs(const Runs& runs, std::size_t k, const RunContext& context) {
    const std::size_t n = runs.order().size();
    std::vector<double> least(n + 1, std::numeric_limits<double>::infinity());
    std::vector<std::uint32_t> begins(n + 1);
    least[0] = 0;
    for (std::size_t end = k; end <= n; ++end) {
        if (end % kRowsToPoll == 0 && context.cancelled()) {
            return {};
        }
        const std::size_t first = end >= 2 * k - 1 ? end - (2 * k - 1) : 0;
        for (std::size_t begin = first; begin + k <= end; ++begin) {
            if (least[begin] == std::numeric_limits<double>::infinity()) {
                continue;
            }
            const double loss = least[begin] + runs.cost(begin, end);
            if (loss <= least[end]) {
                least[end] = loss;
                begins[end] = static_cast<std::uint32_t>(begin);
            }
        }
    }
    return begins;
}

class UnivariateOptimal final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_one_mean(task);
        const PointSpace space(task);
        const Runs runs(task, space);
        const std::vector<std::uint32_t> begins = last_runs(runs, task.least_class_rows(), context);
        Outcome cancelled;
        cancelled.ending = Ending::cancelled;
        if (begins.empty()) {
            return cancelled;
        }
        Classes classes;
        for (std::size_t end = runs.order().size(); end > 0; end = begins[end]) {
            const auto from = runs.order().begin() + begins[end];
            classes.emplace_back(from, runs.order().begin() + static_cast<std::ptrdiff_t>(end));
        }
        std::ranges::reverse(classes);
        Outcome outcome = aggregate_outcome(task, space, std::move(classes), false, context);
        outcome.ending = Ending::optimal;
        outcome.lower_bound = outcome.loss;
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Method> make_univariate_optimal(const OptionMap&) {
    return std::make_unique<UnivariateOptimal>();
}

}  // namespace kanon::aggregates
