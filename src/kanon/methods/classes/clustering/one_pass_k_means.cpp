// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/one_pass_k_means.hpp"

#include "kanon/methods/classes/clustering/centroids.hpp"
#include "kanon/methods/classes/clustering/clustering.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace kanon::classes {
namespace {

/// Both stages on one piece of a table.
class OnePass {
public:
    OnePass(ClusterRun& run, std::vector<std::uint32_t> types)
        : run_(run), space_(run.space), types_(std::move(types)), centroids_(run.space) {}

    std::vector<Cluster> clusters() {
        std::vector<std::uint32_t> others = begin_classes();
        const auto anywhere = [](std::size_t) { return true; };
        assign(others, anywhere);
        if (!run_.stopped()) {
            others = give_up();
            shuffle(others, run_.random);
            assign(others, [&](std::size_t at) { return rows_[at] < run_.least_rows; });
            assign(others, anywhere);
        }
        std::vector<Cluster> out;
        for (const std::vector<std::uint32_t>& types : members_) {
            out.push_back(cluster_of(space_, types));
        }
        if (!others.empty()) {
            out.push_back(cluster_of(space_, others));
        }
        return out;
    }

private:
    /// Draws floor(n / k) of the rows; their types begin a class each. Returns the other types.
    std::vector<std::uint32_t> begin_classes() {
        std::uint64_t rows = 0;
        for (const std::uint32_t type : types_) {
            rows += space_.rows(type);
        }
        std::uint64_t seeds = rows / run_.least_rows;
        std::vector<std::uint32_t> others;
        for (const std::uint32_t type : types_) {
            const std::uint64_t before = seeds;
            for (std::uint32_t row = 0; row < space_.rows(type); ++row, --rows) {
                seeds -= run_.random.below(rows) < seeds ? 1U : 0U;
            }
            if (seeds == before) {
                others.push_back(type);
                continue;
            }
            centroids_.add_class(type);
            members_.push_back({type});
            rows_.push_back(space_.rows(type));
        }
        return others;
    }

    /// Puts types one by one into the nearest of the classes that may take one; those are left for
    /// which there is none any more, or no time.
    void assign(std::vector<std::uint32_t>& types, const std::function<bool(std::size_t)>& may) {
        std::vector<std::size_t> open;
        for (std::size_t at = 0; at < members_.size(); ++at) {
            if (may(at)) {
                open.push_back(at);
            }
        }
        std::size_t next = 0;
        for (; next < types.size() && !open.empty() && !run_.should_stop(next); ++next) {
            const std::uint32_t type = types[next];
            const std::size_t place = nearest(open, type);
            const std::size_t at = open[place];
            centroids_.move(at, type);
            members_[at].push_back(type);
            rows_[at] += space_.rows(type);
            if (!may(at)) {
                open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
            }
        }
        types.erase(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(next));
    }

    [[nodiscard]] std::size_t nearest(const std::vector<std::size_t>& open,
                                      std::uint32_t type) const {
        std::size_t best = 0;
        RowCost least = std::numeric_limits<RowCost>::max();
        for (std::size_t place = 0; place < open.size(); ++place) {
            const RowCost distance = centroids_.distance(open[place], type, least);
            if (distance < least) {
                least = distance;
                best = place;
            }
        }
        return best;
    }

    /// What classes of more than k rows give up, the farthest first.
    std::vector<std::uint32_t> give_up() {
        std::vector<std::uint32_t> out;
        std::vector<std::pair<RowCost, std::uint32_t>> far;
        for (std::size_t at = 0; at < members_.size(); ++at) {
            far.clear();
            for (const std::uint32_t type : members_[at]) {
                far.emplace_back(centroids_.distance(at, type), type);
            }
            std::sort(far.begin(), far.end(), std::greater<>());
            members_[at].clear();
            for (const auto& [distance, type] : far) {
                const bool enough = rows_[at] >= run_.least_rows + space_.rows(type);
                rows_[at] -= enough ? space_.rows(type) : 0;
                (enough ? out : members_[at]).push_back(type);
            }
            centroids_.set(at, members_[at]);
        }
        return out;
    }

    ClusterRun& run_;
    const TypeSpace& space_;
    std::vector<std::uint32_t> types_;
    Centroids centroids_;
    std::vector<std::vector<std::uint32_t>> members_;  ///< of each class
    std::vector<std::uint64_t> rows_;                  ///< of each class
};

class OnePassKMeans final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return clustered_outcome(
            task,
            ClusterUnit::types,
            [](ClusterRun& run, std::vector<std::uint32_t> types) {
                return OnePass(run, std::move(types)).clusters();
            },
            context);
    }
};

}  // namespace

std::unique_ptr<Method> make_one_pass_k_means(const OptionMap&) {
    return std::make_unique<OnePassKMeans>();
}

}  // namespace kanon::classes
