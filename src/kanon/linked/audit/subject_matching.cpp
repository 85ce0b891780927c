// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/subject_matching.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/linked/audit/covering_classes.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <queue>

namespace kanon::linked::auditing {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

/// A greatest matching of two sides, by augmenting paths.
class SmallMatching {
public:
    SmallMatching(std::size_t left, std::size_t right)
        : options_(left), partner_(right, kFree), seen_(right) {}

    void allow(std::size_t left, std::uint32_t right) { options_[left].push_back(right); }

    /// True if each of the left has a partner of its own.
    bool covers_left() {
        for (std::uint32_t left = 0; left < options_.size(); ++left) {
            seen_.assign(seen_.size(), false);
            if (!augment(left)) {
                return false;
            }
        }
        return true;
    }

private:
    bool augment(std::uint32_t left) {
        return std::ranges::any_of(options_[left], [&](std::uint32_t right) {
            if (seen_[right]) {
                return false;
            }
            seen_[right] = true;
            if (partner_[right] != kFree && !augment(partner_[right])) {
                return false;
            }
            partner_[right] = left;
            return true;
        });
    }

    std::vector<std::vector<std::uint32_t>> options_;
    std::vector<std::uint32_t> partner_;
    std::vector<bool> seen_;
};

/// Rows of one subject that are held against each other, in one table, at most.
constexpr std::size_t kMostRowPairs = 25'000'000;

void refuse_too_many(const LinkedTable& of, std::size_t shown, std::size_t rows) {
    if (shown * rows > kMostRowPairs) {
        throw Error(ErrorCode::bad_input,
                    "below one row of table '" + of.name +
                        "' are too many rows to say which released one is which; there " +
                        count_text(rows, "row") + " may be " + count_text(shown));
    }
}

/// Hopcroft and Karp's phases.
class GreatestMatching {
public:
    GreatestMatching(const SubjectCandidates& candidates, std::size_t originals)
        : options_(candidates.of_released),
          released_of_(originals, kFree),
          original_of_(options_.size(), kFree) {}

    std::uint64_t operator()() {
        std::uint64_t out = 0;
        while (layer()) {
            next_.assign(options_.size(), 0);
            for (std::uint32_t r = 0; r < options_.size(); ++r) {
                out += original_of_[r] == kFree && augment(r) ? 1U : 0U;
            }
        }
        return out;
    }

private:
    /// The distance of each released subject from a free one; false: no free original is reached.
    bool layer() {
        depth_.assign(options_.size(), kFree);
        std::queue<std::uint32_t> open;
        for (std::uint32_t r = 0; r < options_.size(); ++r) {
            if (original_of_[r] == kFree) {
                depth_[r] = 0;
                open.push(r);
            }
        }
        bool reached = false;
        while (!open.empty()) {
            const std::uint32_t r = open.front();
            open.pop();
            for (const std::uint32_t o : options_[r]) {
                const std::uint32_t other = released_of_[o];
                if (other == kFree) {
                    reached = true;
                } else if (depth_[other] == kFree) {
                    depth_[other] = depth_[r] + 1;
                    open.push(other);
                }
            }
        }
        return reached;
    }

    bool augment(std::uint32_t start) {
        std::vector<std::uint32_t> way{start};
        while (!way.empty()) {
            const std::uint32_t r = way.back();
            if (next_[r] == options_[r].size()) {
                depth_[r] = kFree;
                way.pop_back();
                continue;
            }
            const std::uint32_t other = released_of_[options_[r][next_[r]++]];
            if (other == kFree) {
                flip(way);
                return true;
            }
            if (depth_[other] == depth_[r] + 1) {
                way.push_back(other);
            }
        }
        return false;
    }

    /// Each of the way gets the original that was looked at last.
    void flip(const std::vector<std::uint32_t>& way) {
        for (const std::uint32_t r : way) {
            const std::uint32_t o = options_[r][next_[r] - 1];
            released_of_[o] = r;
            original_of_[r] = o;
        }
    }

    const std::vector<std::vector<std::uint32_t>>& options_;
    std::vector<std::uint32_t> released_of_;
    std::vector<std::uint32_t> original_of_;
    std::vector<std::uint32_t> depth_;
    std::vector<std::size_t> next_;
};

}  // namespace

bool tree_covers(const LinkedTables& original,
                 const ReleasedForest& released,
                 std::size_t table,
                 std::uint32_t original_row,
                 std::uint32_t released_row,
                 Compared compared) {
    const LinkedTable& of = original.tables[table];
    if (!row_covers(of, released.tables[table], original_row, released_row, compared)) {
        return false;
    }
    return std::ranges::all_of(of.children, [&](std::size_t child) {
        const auto shown = released.tables[child].children_of(released_row);
        const auto rows = original.tables[child].children_of(original_row);
        if (shown.size() > rows.size()) {
            return false;
        }
        refuse_too_many(of, shown.size(), rows.size());
        SmallMatching matching(shown.size(), rows.size());
        for (std::size_t i = 0; i < shown.size(); ++i) {
            bool any = false;
            for (std::uint32_t j = 0; j < rows.size(); ++j) {
                if (tree_covers(original, released, child, rows[j], shown[i], compared)) {
                    matching.allow(i, j);
                    any = true;
                }
            }
            if (!any) {
                return false;
            }
        }
        return matching.covers_left();
    });
}

namespace {

/// Released subjects that may be an original one. \return pairs that were looked at
std::uint64_t add_candidates(const LinkedTables& original,
                             const ReleasedForest& released,
                             const CoveringClasses& covering,
                             std::uint32_t subject,
                             std::vector<std::uint32_t>& to) {
    std::uint64_t pairs = 0;
    for (const std::uint32_t at : covering.classes_for(subject)) {
        for (const std::uint32_t shown : covering.subjects_of(at)) {
            ++pairs;
            if (tree_covers(original, released, 0, subject, shown)) {
                to.push_back(shown);
            }
        }
    }
    return pairs;
}

}  // namespace

std::optional<SubjectCandidates> find_candidates(const LinkedTables& original,
                                                 const ReleasedForest& released,
                                                 const SubjectForms& forms,
                                                 std::uint64_t most,
                                                 const RunContext& context) {
    const CoveringClasses covering(original, released, forms);
    std::atomic<std::uint64_t> looked_at{0};
    std::vector<std::vector<std::uint32_t>> of_original(original.subjects());
    parallel_for(original.subjects(), 256, context.threads, [&](std::size_t from, std::size_t to) {
        throw_if_cancelled(context);
        for (std::size_t subject = from; subject < to && looked_at <= most; ++subject) {
            looked_at += add_candidates(original,
                                        released,
                                        covering,
                                        static_cast<std::uint32_t>(subject),
                                        of_original[subject]);
        }
    });
    if (looked_at > most) {
        return std::nullopt;
    }
    SubjectCandidates out;
    out.of_released.resize(released.tables.front().rows());
    for (std::uint32_t o = 0; o < of_original.size(); ++o) {
        for (const std::uint32_t shown : of_original[o]) {
            out.of_released[shown].push_back(o);
        }
    }
    return out;
}

std::uint64_t greatest_matching(const SubjectCandidates& candidates, std::size_t originals) {
    return GreatestMatching(candidates, originals)();
}

}  // namespace kanon::linked::auditing
