// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/regions.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::freeform {
namespace {

constexpr int kPairsLookedAt = 24;

class RegionCutter {
public:
    RegionCutter(const RowSpace& space,
                 std::span<const std::uint32_t> rows,
                 std::span<const std::uint32_t> weights,
                 std::uint64_t most,
                 Random& random)
        : space_(space), rows_(rows), weights_(weights), most_(most), random_(random) {}

    [[nodiscard]] Regions run() {
        out_.items.resize(rows_.size());
        std::iota(out_.items.begin(), out_.items.end(), 0U);
        out_.starts.push_back(0);
        cut(0, rows_.size());
        return std::move(out_);
    }

private:
    [[nodiscard]] std::uint64_t weight(std::uint32_t item) const {
        return weights_.empty() ? 1 : weights_[item];
    }

    [[nodiscard]] Place place(std::uint32_t item, std::size_t axis) const {
        return space_.types().place(space_.type(rows_[item]), axis);
    }

    // Depth: about log2(n / most), as both sides get a third of the weight at least.
    // NOLINTNEXTLINE(misc-no-recursion)
    void cut(std::size_t begin, std::size_t end) {
        std::uint64_t all = 0;
        for (std::size_t at = begin; at < end; ++at) {
            all += weight(out_.items[at]);
        }
        if (all <= most_ || end - begin < 2) {
            out_.starts.push_back(end);
            return;
        }
        const std::size_t axis = choose_axis(begin, end);
        const std::size_t size = end - begin;
        const std::size_t middle =
            begin + std::clamp<std::size_t>(size / 3 + random_.below(size / 3 + 1), 1, size - 1);
        const auto at = [&](std::size_t i) {
            return out_.items.begin() + static_cast<std::ptrdiff_t>(i);
        };
        std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
            const Place one = place(a, axis);
            const Place other = place(b, axis);
            return one != other ? one < other : a < b;
        });
        cut(begin, middle);
        cut(middle, end);
    }

    [[nodiscard]] std::size_t choose_axis(std::size_t begin, std::size_t end) {
        const std::vector<Axis>& axes = space_.types().axes();
        std::vector<double> lost(axes.size());
        for (int pair = 0; pair < kPairsLookedAt; ++pair) {
            const std::uint32_t a = out_.items[begin + random_.below(end - begin)];
            const std::uint32_t b = out_.items[begin + random_.below(end - begin)];
            for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                lost[axis] += axes[axis].pair_loss(place(a, axis), place(b, axis));
            }
        }
        return static_cast<std::size_t>(std::ranges::max_element(lost) - lost.begin());
    }

    const RowSpace& space_;
    std::span<const std::uint32_t> rows_;
    std::span<const std::uint32_t> weights_;
    std::uint64_t most_;
    Random& random_;
    Regions out_;
};

}  // namespace

Regions cut_into_regions(const RowSpace& space,
                         std::span<const std::uint32_t> rows,
                         std::span<const std::uint32_t> weights,
                         std::uint64_t most,
                         Random& random) {
    return RegionCutter(space, rows, weights, most, random).run();
}

}  // namespace kanon::freeform
