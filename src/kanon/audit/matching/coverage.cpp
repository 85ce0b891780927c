// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/coverage.hpp"

#include "kanon/audit/matching/cover_tree.hpp"
#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::auditing {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// Per left node the row types of the rows that it is paired with, ascending.
std::vector<std::vector<std::uint32_t>> own_types(std::span<const PairedNodes> paired,
                                                  std::size_t left_size) {
    std::vector<std::vector<std::uint32_t>> out(left_size);
    for (const PairedNodes& pair : paired) {
        out[pair.left].push_back(pair.right);
    }
    for (std::vector<std::uint32_t>& types : out) {
        std::ranges::sort(types);
        types.erase(std::unique(types.begin(), types.end()), types.end());
    }
    return out;
}

class CoverageFinder {
public:
    CoverageFinder(const Evidence& evidence, const TypedRows& originals, std::uint64_t most_edges)
        : evidence_(evidence), tree_(evidence, originals), most_edges_(most_edges) {
        out_.right_rows = originals.counts;
        out_.left_rows = evidence.classes->rows();
        if (evidence.classes->original_rows() > evidence.classes->released_rows()) {
            out_.left_rows.push_back(static_cast<std::uint32_t>(evidence.classes->original_rows() -
                                                                evidence.classes->released_rows()));
        }
    }

    [[nodiscard]] CoverageGraph run(std::span<const PairedNodes> paired) {
        if (!list(kUnlimited, {})) {
            out_.is_whole = false;
            const auto own = own_types(paired, out_.left_size());
            static_cast<void>(
                list(std::max<std::uint64_t>(most_edges_ / out_.left_size(), 1), own));
        }
        return std::move(out_);
    }

private:
    /// List the edges, at most so many for a node beside its own. False if they are too many.
    bool list(std::uint64_t most_of_node, const std::vector<std::vector<std::uint32_t>>& own) {
        const std::size_t parts = part_count(out_.left_size());
        std::vector<std::vector<std::uint32_t>> listed(parts);
        std::vector<std::uint64_t> sizes(out_.left_size() + 1);
        std::atomic<std::uint64_t> edges{0};
        const auto list_part = [&](std::size_t part, std::size_t begin, std::size_t end) {
            std::vector<std::uint32_t> types;
            for (std::size_t left = begin; left < end; ++left) {
                find(left, types);
                if (types.size() > most_of_node) {
                    types = sample(types, most_of_node, own[left]);
                }
                sizes[left + 1] = types.size();
                edges += types.size();
                if (most_of_node == kUnlimited && edges > most_edges_) {
                    return;
                }
                listed[part].insert(listed[part].end(), types.begin(), types.end());
            }
        };
        parallel_parts(out_.left_size(), parts, evidence_.threads, list_part);
        if (most_of_node == kUnlimited && edges > most_edges_) {
            return false;
        }
        std::inclusive_scan(sizes.begin(), sizes.end(), sizes.begin());
        out_.starts = std::move(sizes);
        out_.to.reserve(edges);
        for (std::vector<std::uint32_t>& part : listed) {
            out_.to.insert(out_.to.end(), part.begin(), part.end());
            part = {};
        }
        return true;
    }

    void find(std::size_t left, std::vector<std::uint32_t>& types) const {
        types.clear();
        if (left >= evidence_.classes->size() || evidence_.classes->is_suppressed(left)) {
            types.resize(out_.right_size());
            std::iota(types.begin(), types.end(), 0U);
        } else {
            tree_.find(left, types);
        }
    }

    static std::vector<std::uint32_t> sample(const std::vector<std::uint32_t>& types,
                                             std::uint64_t most,
                                             const std::vector<std::uint32_t>& own) {
        std::vector<std::uint32_t> spaced;
        for (std::uint64_t i = 0; i < most; ++i) {
            const std::uint64_t steps = std::max<std::uint64_t>(most - 1, 1);
            spaced.push_back(types[i * (types.size() - 1) / steps]);  // the ends among them
        }
        std::vector<std::uint32_t> covered;  // of its own, which in a bad release not all are
        std::ranges::set_intersection(own, types, std::back_inserter(covered));
        std::vector<std::uint32_t> out;
        std::ranges::set_union(spaced, covered, std::back_inserter(out));
        return out;
    }

    const Evidence& evidence_;
    CoverTree tree_;
    std::uint64_t most_edges_;
    CoverageGraph out_;
};

}  // namespace

CoverageGraph find_coverage(const Evidence& evidence,
                            const TypedRows& originals,
                            std::span<const PairedNodes> paired,
                            std::uint64_t most_edges) {
    return CoverageFinder(evidence, originals, most_edges).run(paired);
}

}  // namespace kanon::auditing
