// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/univariate_optimal.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/microaggregation/aggregate_outcome.hpp"
#include "kanon/table/values/exact_mean.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
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

ExactMean mean_of(const Task& task) {
    const QuasiIdentifier& attribute = task.quasi_identifiers.front();
    return {attribute.dictionary(), attribute.aggregate->digits};
}

/// What runs of ordered rows lose, in whole units: squared distances from their mean as it is
/// released. `Number` holds them: a whole number, or, where none is wide enough, a rounded one.
template <class Number>
class Runs {
public:
    Runs(const ExactMean& mean, std::span<const SignedWide> units) : mean_(mean) {
        base_ = units.empty() ? 0 : units[units.size() / 2];
        sums_.push_back(0);
        squares_.push_back(0);
        for (const SignedWide unit : units) {
            const auto away = static_cast<Number>(unit - base_);
            sums_.push_back(sums_.back() + (unit - base_));
            squares_.push_back(squares_.back() + away * away);
        }
    }

    [[nodiscard]] std::size_t rows() const { return sums_.size() - 1; }

    [[nodiscard]] Number cost(std::size_t begin, std::size_t end) const {
        const std::uint64_t rows = end - begin;
        const SignedWide sum = sums_[end] - sums_[begin];
        const SignedWide all = sum + base_ * static_cast<SignedWide>(rows);
        const auto released = static_cast<Number>(mean_.released(all, rows) - base_);
        return squares_[end] - squares_[begin] - 2 * released * static_cast<Number>(sum) +
               static_cast<Number>(rows) * released * released;
    }

private:
    const ExactMean& mean_;
    SignedWide base_ = 0;           ///< a number in their middle
    std::vector<SignedWide> sums_;  ///< of the numbers less the base, up to a place
    std::vector<Number> squares_;
};

/// True if whole numbers of 128 bits hold the squares of all rows together.
bool squares_fit(std::span<const SignedWide> units) {
    if (units.empty()) {
        return true;
    }
    constexpr double kMost = 1e37;  // a tenth of what they hold
    const auto range = static_cast<double>(units.back() - units.front()) + 1;
    return range * range * static_cast<double>(units.size()) < kMost;
}

/// Where the last run of the best division of each number of first rows begins.
template <class Number>
std::vector<std::uint32_t> last_runs(const Runs<Number>& runs,
                                     std::size_t k,
                                     const RunContext& context) {
    const std::size_t n = runs.rows();
    std::vector<std::optional<Number>> least(n + 1);
    std::vector<std::uint32_t> begins(n + 1);
    least[0] = 0;
    for (std::size_t end = k; end <= n; ++end) {
        if (end % kRowsToPoll == 0 && context.cancelled()) {
            return {};
        }
        const std::size_t first = end >= 2 * k - 1 ? end - (2 * k - 1) : 0;
        for (std::size_t begin = first; begin + k <= end; ++begin) {
            if (!least[begin]) {
                continue;
            }
            const Number loss = *least[begin] + runs.cost(begin, end);
            if (!least[end] || loss <= *least[end]) {
                least[end] = loss;
                begins[end] = static_cast<std::uint32_t>(begin);
            }
        }
    }
    return begins;
}

/// The points in ascending order of their numbers, and where the last runs of the best divisions
/// begin; none if the run was cancelled.
struct Division {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> begins;
};

Division best_division(const Task& task, const PointSpace& space, const RunContext& context) {
    const ExactMean mean = mean_of(task);
    const CodeVector& codes = task.row_types().columns.front();
    const auto unit_of = [&](std::uint32_t point) { return mean.units(codes[space.type(point)]); };
    Division out;
    out.order.resize(space.size());
    std::iota(out.order.begin(), out.order.end(), 0U);
    std::ranges::stable_sort(out.order, {}, unit_of);
    std::vector<SignedWide> units;
    units.reserve(out.order.size());
    std::ranges::transform(out.order, std::back_inserter(units), unit_of);
    const std::size_t k = task.least_class_rows();
    out.begins = squares_fit(units) ? last_runs(Runs<SignedWide>(mean, units), k, context)
                                    : last_runs(Runs<long double>(mean, units), k, context);
    return out;
}

class UnivariateOptimal final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_one_mean(task);
        const PointSpace space(task);
        const auto [order, begins] = best_division(task, space, context);
        Outcome cancelled;
        cancelled.ending = Ending::cancelled;
        if (begins.empty()) {
            return cancelled;
        }
        Classes classes;
        for (std::size_t end = order.size(); end > 0; end = begins[end]) {
            const auto from = order.begin() + begins[end];
            classes.emplace_back(from, order.begin() + static_cast<std::ptrdiff_t>(end));
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

}  // namespace kanon::microaggregation
