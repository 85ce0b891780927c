// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/pair_bound.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/bounds/reach.hpp"
#include "kanon/methods/classes/space/box_tree.hpp"
#include "kanon/methods/classes/space/near_types.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>

namespace kanon::classes {
namespace {

/// Near pairs that are looked for from each row, and kept.
constexpr std::size_t kPairsKept = 24;
constexpr int kMostSweeps = 8;
/// Prices that differ by less count as equal: sums of losses in another order do.
constexpr double kRounding = 1e-12;

/// A pair that a row may be in: the other one, and what a row loses in it.
struct Pair {
    std::uint32_t other = 0;
    double loss = 0;
};

/// Finds the near pairs of a row, and below which loss there is no other.
class PairFinder {
public:
    PairFinder(const BoxTree& tree, double limit) : near_(tree), limit_(limit) {}

    /// Appends the pairs; returns that loss.
    double find(std::uint32_t type, std::uint64_t& steps, std::vector<Pair>& out) {
        near_.start(type, limit_);
        double below = std::max(before_ * kFirstReach, limit_ * kLeastReach);
        bool more = true;
        while (more) {
            below = std::min(below, limit_);
            more = near_.reach(below, steps) && below < limit_ && pairs_below(below) <= kPairsKept;
            below *= more ? kReachGrowth : 1;
        }
        double beyond = near_.beyond();
        pairs_.clear();
        for (const NearType& each : near_.found()) {
            if (each.type != type && each.loss < beyond) {
                pairs_.push_back({.other = each.type, .loss = each.loss});
            }
        }
        std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
            return a.loss != b.loss ? a.loss < b.loss : a.other < b.other;
        });
        if (pairs_.size() > kPairsKept) {
            beyond = pairs_[kPairsKept].loss;
            pairs_.resize(kPairsKept);
        }
        before_ = beyond;
        out.insert(out.end(), pairs_.begin(), pairs_.end());
        return beyond;
    }

private:
    [[nodiscard]] std::size_t pairs_below(double loss) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            near_.found(), [loss](const NearType& each) { return each.loss < loss; }));
    }

    NearTypes near_;
    double limit_;
    double before_ = 0;
    std::vector<Pair> pairs_;
};

/// The pairs of each type, from either side.
struct PairLists {
    std::vector<double> beyond;       ///< per type: no pair that is not listed loses less
    std::vector<std::size_t> starts;  ///< one more than types
    std::vector<Pair> pairs;
};

PairLists find_pairs(const BoxTree& tree, double limit, std::uint64_t share, unsigned threads) {
    const std::size_t count = tree.size();
    const std::size_t parts = count / kTypesAtATime + 1;
    PairLists out{.beyond = std::vector<double>(count, limit), .starts = {}, .pairs = {}};
    std::vector<std::vector<Pair>> found(count);
    parallel_parts(count, parts, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        PairFinder finder(tree, limit);
        std::uint64_t left = 0;  // by the types before; half of it is there for the next
        for (auto type = static_cast<std::uint32_t>(begin); type < end; ++type) {
            std::uint64_t steps = share + left / 2;
            left -= left / 2;
            if (tree.rows(type) == 1) {
                out.beyond[type] = finder.find(type, steps, found[type]);
            }
            left += steps;
        }
    });
    std::vector<std::vector<Pair>> both = found;
    for (std::uint32_t type = 0; type < count; ++type) {
        for (const Pair& pair : found[type]) {
            both[pair.other].push_back({.other = type, .loss = pair.loss});
        }
    }
    out.starts.reserve(count + 1);
    out.starts.push_back(0);
    for (std::vector<Pair>& pairs : both) {
        std::ranges::sort(pairs, {}, &Pair::other);
        const auto end = std::unique(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
            return a.other == b.other;
        });
        out.pairs.insert(out.pairs.end(), pairs.begin(), end);
        out.starts.push_back(out.pairs.size());
    }
    return out;
}

/// Prices of the types' rows that no pair is too cheap for.
class Prices {
public:
    Prices(const BoxTree& tree, PairLists lists, double most)
        : tree_(tree), lists_(std::move(lists)), most_(most), prices_(tree.size()) {
        for (std::uint32_t type = 0; type < tree_.size(); ++type) {
            if (is_free(type)) {
                order_.push_back(type);
            } else {
                prices_[type] = tree_.loss_alone(type);
            }
        }
        std::sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
            return lists_.beyond[a] != lists_.beyond[b] ? lists_.beyond[a] < lists_.beyond[b]
                                                        : a < b;
        });
        for (const std::uint32_t type : order_) {
            prices_[type] = first_price(type);
        }
    }

    /// Raise what can be raised, rows in dense places first.
    void raise() {
        for (const std::uint32_t type : order_) {
            prices_[type] = std::max(prices_[type], most_allowed(type));
        }
    }

    /// Lower prices where others rise by more. True if that was so anywhere.
    bool exchange() {
        bool any = false;
        for (const std::uint32_t type : order_) {
            any = lower(type) || any;
        }
        return any;
    }

    [[nodiscard]] double sum() const {
        double sum = 0;
        for (std::uint32_t type = 0; type < tree_.size(); ++type) {
            sum += static_cast<double>(tree_.rows(type)) * prices_[type];
        }
        return sum;
    }

private:
    /// Rows of larger types can be a class of their own; their price stays.
    [[nodiscard]] bool is_free(std::uint32_t type) const { return tree_.rows(type) == 1; }

    [[nodiscard]] std::span<const Pair> pairs_of(std::uint32_t type) const {
        return std::span(lists_.pairs)
            .subspan(lists_.starts[type], lists_.starts[type + 1] - lists_.starts[type]);
    }

    /// What pairs that are not listed allow: two prices of at most this are at most twice the loss.
    [[nodiscard]] double most_unlisted(std::uint32_t type) const {
        return std::min(lists_.beyond[type], most_);
    }

    [[nodiscard]] double first_price(std::uint32_t type) const {
        double price = most_unlisted(type);
        for (const Pair& pair : pairs_of(type)) {
            price = std::min(price, pair.loss);
        }
        return price;
    }

    [[nodiscard]] double most_allowed(std::uint32_t type) const {
        double price = most_unlisted(type);
        for (const Pair& pair : pairs_of(type)) {
            price = std::min(price, 2 * pair.loss - prices_[pair.other]);
        }
        return price;
    }

    /// Lower one price by as much as lets two others rise, if that gains.
    bool lower(std::uint32_t type) {
        rising_.clear();
        const double own = prices_[type];
        prices_[type] = 0;
        for (const Pair& pair : pairs_of(type)) {
            if (is_free(pair.other) && 2 * pair.loss - own - prices_[pair.other] < kRounding) {
                const double room = most_allowed(pair.other) - prices_[pair.other];
                if (room > kRounding) {
                    rising_.push_back({.other = pair.other, .loss = room});
                }
            }
        }
        prices_[type] = own;
        if (rising_.size() < 2) {
            return false;
        }
        std::nth_element(rising_.begin(), rising_.begin() + 1, rising_.end(), wider);
        return try_lower(type, std::min(rising_[1].loss, own));
    }

    bool try_lower(std::uint32_t type, double by) {
        before_.clear();
        before_.push_back({.other = type, .loss = prices_[type]});
        prices_[type] -= by;
        double gain = -by;
        for (const Pair& rising : rising_) {
            const double price = prices_[rising.other];
            before_.push_back({.other = rising.other, .loss = price});
            prices_[rising.other] = std::max(price, most_allowed(rising.other));
            gain += prices_[rising.other] - price;
        }
        if (gain > kRounding) {
            prices_[type] = std::max(prices_[type], most_allowed(type));
            return true;
        }
        for (std::size_t i = before_.size(); i-- > 0;) {
            prices_[before_[i].other] = before_[i].loss;
        }
        return false;
    }

    /// The one with more room first.
    static bool wider(const Pair& a, const Pair& b) {
        return a.loss != b.loss ? a.loss > b.loss : a.other < b.other;
    }

    const BoxTree& tree_;
    PairLists lists_;
    double most_;
    std::vector<double> prices_;
    std::vector<std::uint32_t> order_;
    std::vector<Pair> rising_;  ///< types that may rise, and how far
    std::vector<Pair> before_;  ///< prices to go back to
};

}  // namespace

double pair_bound(const Task& task,
                  const std::vector<Axis>& axes,
                  double suppressed_row,
                  std::uint64_t effort,
                  unsigned threads) {
    const std::size_t count = task.row_types().size();
    const std::uint64_t share = count == 0 ? 0 : effort / count;
    if (axes.empty() || share < kPairsKept * axes.size()) {
        return 0;
    }
    const BoxTree tree(task, axes);
    Prices prices(tree, find_pairs(tree, suppressed_row, share, threads), suppressed_row);
    prices.raise();
    for (int sweep = 0; sweep < kMostSweeps && prices.exchange(); ++sweep) {
        prices.raise();
    }
    return std::max(0.0, prices.sum());
}

}  // namespace kanon::classes
