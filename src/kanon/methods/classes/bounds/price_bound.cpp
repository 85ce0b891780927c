// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/price_bound.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/bounds/price_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kPricedAtATime = 256;
constexpr std::uint64_t kLeastPriceSteps = 4096;  ///< that a row type must get in a round
constexpr std::uint64_t kWorthSteps = 5000;       ///< and times k at first, or it is no use
constexpr std::uint64_t kMostPriceSteps = 1U << 21U;
constexpr double kMostRaise = 1.6;        ///< in one round
constexpr double kLeastRaise = 1e-6;      ///< less is none
constexpr double kFirstCap = 2;           ///< times the mean price
constexpr double kCapGrowth = 1.5;        ///< from round to round
constexpr double kLeastPriceGain = 0.01;  ///< of a last round, in parts of all; less is the end
constexpr int kMostPriceRounds = 40;

/// A class that was found around a row type.
struct KnownClass {
    double loss = 0;  ///< of all its rows
    std::vector<TypeRows> members;
};

class PriceRaise {
public:
    PriceRaise(const BoxTree& tree, std::uint64_t rows, std::vector<double> prices)
        : tree_(tree),
          rows_(rows),
          prices_(std::move(prices)),
          done_(tree.size(), 0),
          ratios_(tree.size()),
          known_(tree.size()) {
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
        for (const KnownClass& known : known_) {
            if (proportion(known) <= 1 + kLeastRaise) {
                for (const TypeRows& each : known.members) {
                    done_[each.type] = 1;
                }
            }
        }
    }

    [[nodiscard]] const std::vector<double>& prices() const { return prices_; }

    /// Raise all prices once. Returns the steps taken.
    std::uint64_t round(std::uint64_t share, bool timed, const RunContext& context) {
        const double dearest = sum_of_dearest();
        const std::size_t parts = tree_.size() / kPricedAtATime + 1;
        std::vector<std::uint64_t> taken(parts, 0);
        parallel_parts(tree_.size(),
                       parts,
                       context.threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           PriceSearch search(tree_, rows_, prices_);
                           for (auto type = static_cast<std::uint32_t>(begin); type < end; ++type) {
                               const bool stop =
                                   context.cancelled() || (timed && context.past_deadline());
                               std::uint64_t steps = stop ? 0 : share;
                               ratios_[type] = raise_of(search, type, dearest, steps);
                               taken[part] += stop ? 0 : share - steps;
                           }
                       });
        for (std::uint32_t type = 0; type < tree_.size(); ++type) {
            const double raised = prices_[type] * ratios_[type] - kPriceRounding;
            prices_[type] = std::max(prices_[type], raised);
        }
        return std::accumulate(taken.begin(), taken.end(), std::uint64_t{0});
    }

private:
    /// In what proportion the price of a type may rise.
    double raise_of(PriceSearch& search, std::uint32_t type, double dearest, std::uint64_t& steps) {
        if (done_[type] != 0 || steps == 0) {
            return 1;
        }
        const double most = std::min({kMostRaise, cap_ / prices_[type], proportion(known_[type])});
        if (most <= 1 + kLeastRaise) {
            return 1;
        }
        if (!search.run(type, most, dearest, steps)) {
            done_[type] = 1;  // dearer rows around it only make the search longer
            return 1;
        }
        if (!search.members().empty()) {
            known_[type] = {.loss = search.loss(), .members = search.members()};
        }
        return std::max(1.0, search.ratio());
    }

    /// Loss of the class by its rows' prices.
    [[nodiscard]] double proportion(const KnownClass& known) const {
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
    std::vector<KnownClass> known_;   ///< by type
};

}  // namespace

void raise_prices(const BoxTree& tree,
                  std::uint64_t rows,
                  double most,
                  const PriceEffort& effort,
                  const RunContext& context,
                  std::vector<double>& prices) {
    double best = tree.sum_over_rows(prices);
    const bool timed = effort.until_deadline && context.deadline.has_value();
    const bool worth_it = timed || effort.steps / kWorthSteps / rows >= tree.size();
    if (rows < 2 || best <= 0 || !worth_it) {
        return;
    }
    const double row_count = tree.sum_over_rows(std::vector<double>(tree.size(), 1));
    double cap = std::min(most, kFirstCap * best / row_count);
    PriceRaise raise(tree, rows, prices);
    std::uint64_t left = effort.steps;
    for (int round = 0; round < kMostPriceRounds; ++round) {
        const std::uint64_t share =
            timed ? kMostPriceSteps : std::min(kMostPriceSteps, left / tree.size());
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
