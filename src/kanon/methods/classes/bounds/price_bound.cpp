// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/price_bound.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/bounds/priced_box_search.hpp"
#include "kanon/methods/classes/bounds/priced_class.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kPricedAtATime = 256;
constexpr std::uint64_t kLeastPriceSteps = 4096;  ///< that a row type must get in a round
constexpr std::uint64_t kMostPriceSteps = 1U << 21U;
/// By what a row pays: its share of the steps is that part of what a type gets in the mean.
constexpr double kLeastShare = 0.1;
constexpr double kMostShare = 6;
constexpr double kMostRaise = 1.25;    ///< in one round
constexpr double kLeastSought = 1.02;  ///< of a type that was too much effort
constexpr double kLeastRaise = 1e-6;   ///< less is none
/// What caps prices at first, times their mean; of many types, for which few rounds are made, too.
constexpr double kFirstCap = 1;
constexpr double kFirstCapOfMany = 3;
constexpr std::uint64_t kStepsOfFew = 1U << 15U;  ///< that a type gets, or they are many
constexpr double kCapGrowth = 1.5;                ///< from round to round
constexpr double kLeastPriceGain = 0.01;      ///< of a last round, in parts of all; less is the end
constexpr double kPriceStepsPerSecond = 3e8;  ///< of one core
constexpr int kMostPriceRounds = 40;

class PriceRaise {
public:
    PriceRaise(const BoxTree& tree, std::uint64_t rows, std::vector<double> prices)
        : tree_(tree),
          rows_(rows),
          prices_(std::move(prices)),
          done_(tree.size(), 0),
          ratios_(tree.size()),
          known_(tree.size()),
          allowed_(tree.size(), kMostRaise) {
        for (std::uint32_t type = 0; type < tree.size(); ++type) {
            // A class of its own tells all of its price; nothing is no proportion of anything.
            done_[type] = tree.rows(type) >= rows || prices_[type] <= 0 ? 1 : 0;
        }
    }

    /// Set what no price may exceed before a round, and after it. Rows of a class whose loss their
    /// prices meet are done.
    void cap(double before, double after) {
        cap_ = after;
        for (double& price : prices_) {
            price = std::min(price, before);
        }
        for (const PricedClass& known : known_) {
            if (proportion(known) <= 1 + kLeastRaise) {
                for (const TypeRows& each : known.members) {
                    done_[each.type] = 1;
                }
            }
        }
    }

    [[nodiscard]] const std::vector<double>& prices() const { return prices_; }

    /// Raise all prices once. Returns the steps taken.
    std::uint64_t round(std::uint64_t mean_share, bool timed, const RunContext& context) {
        const double dearest = sum_of_dearest();
        const double mean = tree_.sum_over_rows(prices_) / static_cast<double>(tree_.size());
        const PriceOrder order(prices_);
        const std::size_t parts = tree_.size() / kPricedAtATime + 1;
        std::vector<std::uint64_t> taken(parts, 0);
        const auto raise_some = [&](std::size_t part, std::size_t begin, std::size_t end) {
            PricedBoxSearch search(tree_, rows_, prices_, order);
            for (auto type = static_cast<std::uint32_t>(begin); type < end; ++type) {
                const bool stop = context.cancelled() || (timed && context.past_deadline());
                const std::uint64_t share = stop ? 0 : share_of(type, mean_share, mean);
                std::uint64_t steps = share;
                ratios_[type] = raise_of(search, type, dearest, steps);
                taken[part] += share - steps;
            }
        };
        parallel_parts(tree_.size(), parts, context.threads, raise_some);
        for (std::uint32_t type = 0; type < tree_.size(); ++type) {
            const double raised = prices_[type] * ratios_[type] - kPriceRounding;
            prices_[type] = std::max(prices_[type], raised);
        }
        return std::accumulate(taken.begin(), taken.end(), std::uint64_t{0});
    }

private:
    /// Steps for a type: the more, the more its rows pay.
    [[nodiscard]] std::uint64_t share_of(std::uint32_t type,
                                         std::uint64_t mean_share,
                                         double mean) const {
        const double paid = prices_[type] * static_cast<double>(tree_.rows(type)) / mean;
        const double share =
            static_cast<double>(mean_share) * std::clamp(paid, kLeastShare, kMostShare);
        return std::max(kLeastPriceSteps, static_cast<std::uint64_t>(share));
    }

    /// In what proportion the price of a type may rise.
    double raise_of(PricedBoxSearch& search,
                    std::uint32_t type,
                    double dearest,
                    std::uint64_t& steps) {
        if (done_[type] != 0 || steps == 0) {
            return 1;
        }
        const double most =
            std::min({allowed_[type], cap_ / prices_[type], proportion(known_[type])});
        if (most <= 1 + kLeastRaise) {
            return 1;
        }
        const bool ended = search.run(type, most, dearest, steps);
        if (!search.found().members.empty()) {
            known_[type] = search.found();
        }
        if (ended) {
            return std::max(1.0, search.ratio());
        }
        // Less is sought less far; where even little is too much, there is an end.
        allowed_[type] = std::min(std::sqrt(most), search.ratio());
        done_[type] = allowed_[type] < kLeastSought ? 1 : 0;
        return 1;
    }

    /// Loss of the class by its rows' prices.
    [[nodiscard]] double proportion(const PricedClass& known) const {
        double prices = 0;
        for (const TypeRows& each : known.members) {
            prices += prices_[each.type] * each.rows;
        }
        return prices > 0 ? known.loss / prices : std::numeric_limits<double>::infinity();
    }

    /// The greatest prices of as many rows as come with one.
    [[nodiscard]] double sum_of_dearest() const {
        TopPrices top;
        top.start(rows_ - 1);
        for (std::uint32_t type = 0; type < tree_.size(); ++type) {
            top.add(prices_[type], tree_.rows(type));
        }
        return top.sum();
    }

    const BoxTree& tree_;
    std::uint64_t rows_;
    double cap_ = 0;
    std::vector<double> prices_;
    std::vector<std::uint8_t> done_;  ///< by type: its price rises no more
    std::vector<double> ratios_;      ///< by type, in a round
    std::vector<PricedClass> known_;  ///< by type
    std::vector<double> allowed_;     ///< by type: the most it is sought to rise in a round
};

/// What there is time for, as steps; about, so the deadline is looked at as well.
std::uint64_t steps_in_time(const PriceEffort& effort, const RunContext& context) {
    const std::chrono::duration<double> time = *context.deadline - std::chrono::steady_clock::now();
    const double steps = std::max(0.0, time.count()) * kPriceStepsPerSecond *
                         static_cast<double>(unsigned{context.threads});
    return std::max(effort.steps, static_cast<std::uint64_t>(steps));
}

}  // namespace

void raise_prices(const BoxTree& tree,
                  std::uint64_t rows,
                  double most,
                  const PriceEffort& effort,
                  const RunContext& context,
                  std::vector<double>& prices) {
    double best = tree.sum_over_rows(prices);
    const bool timed = effort.until_deadline && context.deadline.has_value();
    std::uint64_t left = timed ? steps_in_time(effort, context) : effort.steps;
    if (rows < 2 || best <= 0 || left / kLeastPriceSteps < tree.size()) {
        return;
    }
    const double row_count = tree.sum_over_rows(std::vector<double>(tree.size(), 1));
    const bool many = left / kStepsOfFew < tree.size();
    double cap = std::min(most, (many ? kFirstCapOfMany : kFirstCap) * best / row_count);
    PriceRaise raise(tree, rows, prices);
    for (int round = 0; round < kMostPriceRounds; ++round) {
        const std::uint64_t share = std::min(kMostPriceSteps, left / tree.size());
        if (share < kLeastPriceSteps || context.cancelled() || (timed && context.past_deadline())) {
            return;
        }
        raise.cap(cap, std::min(most, cap * kCapGrowth));
        const std::uint64_t taken = raise.round(share, timed, context);
        left -= std::min(left, taken);
        const double sum = tree.sum_over_rows(raise.prices());
        const double gain = sum - best;
        if (gain > 0) {
            best = sum;
            prices = raise.prices();
        }
        if (cap >= most && gain < kLeastPriceGain * sum) {
            return;
        }
        cap = std::min(most, cap * kCapGrowth);
    }
}

}  // namespace kanon::classes
