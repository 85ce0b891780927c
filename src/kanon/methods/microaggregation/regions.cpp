// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/regions.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

namespace kanon::microaggregation {
namespace {

/// Cuts runs of classes, by number.
class Cutting {
public:
    Cutting(const PointSpace& space, const Classes& classes, std::size_t most_points)
        : classes_(classes), most_points_(most_points), order_(classes.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        centres_.reserve(classes.size());
        for (const std::vector<std::uint32_t>& points : classes) {
            centres_.push_back(centre_of(space, points).coordinates);
        }
    }

    std::vector<std::vector<std::size_t>> run() {
        cut(order_);
        return std::move(out_);
    }

private:
    void cut(std::span<std::size_t> run) {
        std::size_t points = 0;
        for (const std::size_t one : run) {
            points += classes_[one].size();
        }
        if (points <= most_points_ || run.size() < 2) {
            out_.emplace_back(run.begin(), run.end());
            return;
        }
        const std::size_t lane = widest_lane(run);
        std::ranges::sort(run, [&](std::size_t a, std::size_t b) {
            const bool ordered =
                lane < centres_[a].size() && centres_[a][lane] != centres_[b][lane];
            return ordered ? centres_[a][lane] < centres_[b][lane] : a < b;
        });
        cut(run.first(run.size() / 2));
        cut(run.subspan(run.size() / 2));
    }

    [[nodiscard]] std::size_t widest_lane(std::span<const std::size_t> run) const {
        std::size_t widest = 0;
        double most = -1;
        for (std::size_t lane = 0; lane < centres_[run[0]].size(); ++lane) {
            double sum = 0;
            double squares = 0;
            for (const std::size_t one : run) {
                sum += centres_[one][lane];
                squares += centres_[one][lane] * centres_[one][lane];
            }
            const double spread = squares - sum * sum / static_cast<double>(run.size());
            if (spread > most) {
                most = spread;
                widest = lane;
            }
        }
        return widest;
    }

    const Classes& classes_;
    std::size_t most_points_;
    std::vector<std::size_t> order_;
    std::vector<std::vector<double>> centres_;
    std::vector<std::vector<std::size_t>> out_;
};

}  // namespace

std::vector<Classes> regions_of(const PointSpace& space, Classes classes, std::size_t most_points) {
    std::vector<Classes> out;
    for (const std::vector<std::size_t>& numbers : Cutting(space, classes, most_points).run()) {
        Classes& region = out.emplace_back();
        for (const std::size_t number : numbers) {
            region.push_back(std::move(classes[number]));
        }
    }
    return out;
}

}  // namespace kanon::microaggregation
