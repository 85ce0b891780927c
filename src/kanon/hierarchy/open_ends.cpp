// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/hierarchy/builders.hpp"

#include <limits>
#include <string>
#include <utility>

namespace kanon {
namespace {

/// Puts the open ends of a dictionary on the levels of a hierarchy over the other values.
class EndGrafter {
public:
    EndGrafter(const Hierarchy& closed, const Dictionary& dictionary)
        : closed_(closed), dictionary_(dictionary), shift_(dictionary.open_ends().low ? 1 : 0) {}

    [[nodiscard]] Hierarchy::LevelMap level(Level level) const {
        Hierarchy::LevelMap map = labels_of(level);
        map.label_of_code.resize(dictionary_.size());
        for (Code code = 0; code < closed_.domain_size(); ++code) {
            map.label_of_code[place_of(code)] = closed_.label_of(level, code);
        }
        if (dictionary_.open_ends().low) {
            place(0, level, map);
        }
        if (dictionary_.open_ends().high) {
            place(static_cast<Code>(dictionary_.value_count() - 1), level, map);
        }
        return map;
    }

    [[nodiscard]] std::vector<Code> leaf_order() const {
        std::vector<Code> order;
        if (dictionary_.open_ends().low) {
            order.push_back(0);
        }
        for (const Code code : closed_.leaf_order()) {
            order.push_back(place_of(code));
        }
        if (dictionary_.open_ends().high) {
            // Beside the numbers: a missing value that stands behind them all stays there.
            const bool missing_last = order.back() == dictionary_.missing();
            order.insert(order.end() - (missing_last ? 1 : 0),
                         static_cast<Code>(dictionary_.value_count() - 1));
        }
        return order;
    }

private:
    /// The code here of a value of the closed hierarchy; the missing one stands behind either end.
    [[nodiscard]] Code place_of(Code code) const {
        return closed_.dictionary().is_missing(code) ? dictionary_.missing().value()
                                                     : code + shift_;
    }

    [[nodiscard]] bool has_ranges() const { return closed_.kind() == HierarchyKind::intervals; }

    [[nodiscard]] bool has_file() const {
        return closed_.kind() == HierarchyKind::file || closed_.kind() == HierarchyKind::tree;
    }

    [[nodiscard]] Hierarchy::LevelMap labels_of(Level level) const {
        const double none = std::numeric_limits<double>::quiet_NaN();
        Hierarchy::LevelMap map;
        for (Code label = 0; label < closed_.label_count(level); ++label) {
            map.labels.emplace_back(closed_.text(level, label));
            if (has_ranges()) {
                map.ranges.push_back(
                    closed_.range(level, label).value_or(NumericRange{none, none}));
            }
            if (has_file()) {
                map.file_leaves.push_back(
                    static_cast<std::uint32_t>(closed_.file_leaf_count(level, label)));
            }
        }
        return map;
    }

    /// True if a label says no more of an open end than the end itself.
    [[nodiscard]] bool covers(Level level, Code label, Code end) const {
        if (level == closed_.height() || closed_.text(level, label) == dictionary_.text(end)) {
            return true;
        }
        const auto range = closed_.range(level, label);
        return range && range->low <= dictionary_.lowest(end) &&
               range->high >= dictionary_.highest(end);
    }

    void place(Code end, Level level, Hierarchy::LevelMap& map) const {
        for (Code label = 0; label < closed_.label_count(level); ++label) {
            if (covers(level, label, end)) {
                map.label_of_code[end] = label;
                return;
            }
        }
        map.label_of_code[end] = static_cast<Code>(map.labels.size());
        map.labels.emplace_back(dictionary_.text(end));
        if (has_ranges()) {
            map.ranges.push_back({.low = dictionary_.lowest(end),
                                  .high = dictionary_.highest(end),
                                  .high_included = dictionary_.is_open_low(end)});
        }
        if (has_file()) {
            map.file_leaves.push_back(1);
        }
    }

    const Hierarchy& closed_;
    const Dictionary& dictionary_;
    Code shift_;
};

}  // namespace

Hierarchy with_open_ends(const Hierarchy& closed, std::shared_ptr<const Dictionary> dictionary) {
    KANON_CHECK(closed.domain_size() == dictionary->without_open_ends().size());
    const EndGrafter grafter(closed, *dictionary);
    std::vector<Hierarchy::LevelMap> levels;
    for (unsigned level = 1; level <= closed.height(); ++level) {
        levels.push_back(grafter.level(static_cast<Level>(level)));
    }
    return {std::move(dictionary), std::move(levels), closed.kind(), grafter.leaf_order()};
}

}  // namespace kanon
