// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bounds/pivot_path.hpp"

#include <algorithm>
#include <tuple>

namespace kanon::domain_cut {
namespace {

/// A path up to a position.
struct Label {
    std::uint64_t loss = 0;
    std::uint64_t suppressed = 0;
    std::size_t run = 0;     ///< its last one
    std::size_t before = 0;  ///< place of the label it goes on from, at the run's `from`
};

using Labels = std::vector<Label>;

/// Keep the labels that no other one beats in both figures.
void keep_best(Labels& labels) {
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
        return std::tie(a.loss, a.suppressed, a.run, a.before) <
               std::tie(b.loss, b.suppressed, b.run, b.before);
    });
    std::size_t kept = 0;
    for (const Label& label : labels) {
        if (kept == 0 || label.suppressed < labels[kept - 1].suppressed) {
            labels[kept++] = label;
        }
    }
    labels.resize(kept);
}

struct Steps {
    std::span<const PivotRun> runs;
    std::span<const std::uint64_t> losses;
    std::span<const std::uint64_t> suppressed;
};

/// What one run makes of the labels where it begins, as far as they are within the bounds.
void append_labels(const Labels& from,
                   const Steps& steps,
                   std::size_t run,
                   std::uint64_t less_than,
                   std::optional<std::uint64_t> limit,
                   Labels& out) {
    for (std::size_t j = 0; j < from.size(); ++j) {
        const Label label{
            from[j].loss + steps.losses[run], from[j].suppressed + steps.suppressed[run], run, j};
        if (label.loss < less_than && (!limit || label.suppressed <= *limit)) {
            out.push_back(label);
        }
    }
}

/// The labels of each position of a loss below `less_than`: within the limit; without one, the
/// shortest alone.
std::vector<Labels> spread(const Steps& steps,
                           std::size_t positions,
                           std::uint64_t less_than,
                           std::optional<std::uint64_t> limit) {
    std::vector<Labels> labels(positions);
    labels[0].push_back({});
    for (std::size_t i = 0; i < steps.runs.size();) {
        const std::uint32_t to = steps.runs[i].to;
        for (; i < steps.runs.size() && steps.runs[i].to == to; ++i) {
            append_labels(labels[steps.runs[i].from], steps, i, less_than, limit, labels[to]);
        }
        keep_best(labels[to]);
        if (!limit && labels[to].size() > 1) {
            labels[to].resize(1);
        }
    }
    return labels;
}

PivotPath::Path trace(std::span<const PivotRun> runs, const std::vector<Labels>& labels) {
    const Label* label = labels.back().data();
    PivotPath::Path path{.loss = label->loss, .suppressed = label->suppressed, .runs = {}};
    for (std::size_t at = labels.size() - 1; at > 0;) {
        const PivotRun run = runs[label->run];
        path.runs.push_back(run);
        at = run.from;
        label = &labels[at][label->before];
    }
    std::reverse(path.runs.begin(), path.runs.end());
    return path;
}

}  // namespace

std::uint64_t PivotPath::shortest(std::span<const PivotRun> runs,
                                  std::span<const std::uint64_t> losses) {
    std::fill(before_.begin(), before_.end(), kNoLoss);
    before_[0] = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        before_[runs[i].to] = std::min(before_[runs[i].to], before_[runs[i].from] + losses[i]);
    }
    return before_.back();
}

std::uint64_t PivotPath::shortest_both_ways(std::span<const PivotRun> runs,
                                            std::span<const std::uint64_t> losses) {
    std::fill(after_.begin(), after_.end(), kNoLoss);
    after_.back() = 0;
    for (std::size_t i = runs.size(); i-- > 0;) {
        after_[runs[i].from] = std::min(after_[runs[i].from], losses[i] + after_[runs[i].to]);
    }
    return shortest(runs, losses);
}

std::optional<PivotPath::Path> PivotPath::within(std::span<const PivotRun> runs,
                                                 std::span<const std::uint64_t> losses,
                                                 std::span<const std::uint64_t> suppressed,
                                                 std::uint64_t less_than,
                                                 std::uint64_t limit) {
    if (shortest(runs, losses) >= less_than) {
        return std::nullopt;
    }
    const Steps steps{runs, losses, suppressed};
    std::vector<Labels> labels = spread(steps, before_.size(), less_than, std::nullopt);
    if (labels.back().front().suppressed > limit) {
        labels = spread(steps, before_.size(), less_than, limit);
    }
    return labels.back().empty() ? std::nullopt : std::optional(trace(runs, labels));
}

}  // namespace kanon::domain_cut
