// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/shared/cost.hpp"
#include "kanon/task/task.hpp"

#include <span>
#include <vector>

namespace kanon::full_domain {

/// All that lattice methods ask of hierarchies, per attribute and level, in flat integers.
///
/// Costs are those of CostScale, by what the objective measures cells by unless told otherwise.
/// Attributes are numbered as Task::quasi_identifiers; levels as in their hierarchies.
class LevelTables {
public:
    /// Attributes are shared out to the threads. Cost O(sum of labels * levels + row types *
    /// attributes). \throws Error{bad_hierarchy} if a label's loss falls on the way up (never with
    /// nested labels).
    explicit LevelTables(const Task& task, unsigned threads = 1)
        : LevelTables(task, cell_measure(task), threads) {}

    LevelTables(const Task& task, CellMeasure measure, unsigned threads = 1);

    [[nodiscard]] std::size_t attribute_count() const { return attributes_.size(); }

    /// Place of level 0 of an attribute in arrays with one entry per attribute and level.
    [[nodiscard]] std::size_t level_offset(std::size_t attribute) const {
        return attributes_[attribute].offset;
    }

    /// Entries of such arrays: the sum of hierarchy heights plus one each.
    [[nodiscard]] std::size_t level_total() const { return level_total_; }

    /// Levels of an attribute: the height of its hierarchy and one.
    [[nodiscard]] std::size_t level_count(std::size_t attribute) const {
        return attributes_[attribute].levels.size();
    }

    /// Distinct labels of an attribute at a level.
    [[nodiscard]] std::size_t label_count(std::size_t attribute, Level level) const {
        return attributes_[attribute].levels[level].cell_cost.size();
    }

    /// Label of level `to` over each label of level `from`. \pre from <= to.
    [[nodiscard]] std::span<const Code> map(std::size_t attribute, Level from, Level to) const {
        return attributes_[attribute].levels[from].up[to - std::size_t{from}];
    }

    /// Cost of one released cell per label.
    [[nodiscard]] std::span<const Cost> cell_cost(std::size_t attribute, Level level) const {
        return attributes_[attribute].levels[level].cell_cost;
    }

    /// Values under each label. \pre costs are by combinations
    [[nodiscard]] std::span<const double> values(std::size_t attribute, Level level) const {
        return attributes_[attribute].levels[level].values;
    }

    /// Cost of the whole column at a level, nothing suppressed.
    [[nodiscard]] Cost column_cost(std::size_t attribute, Level level) const {
        return attributes_[attribute].levels[level].column_cost;
    }

    /// The greatest cost of a released cell of a level.
    [[nodiscard]] Cost greatest_cost(std::size_t attribute, Level level) const {
        return attributes_[attribute].levels[level].greatest_cost;
    }

    /// Cost of one suppressed cell of the attribute.
    [[nodiscard]] Cost star_cost(std::size_t attribute) const { return scale_.star(attribute); }

    /// Cost of one suppressed row: the sum of star costs.
    [[nodiscard]] Cost row_cost() const { return scale_.row(); }

    /// A cost as what it measures, see CostScale.
    [[nodiscard]] double value(Cost cost) const { return scale_.value(cost); }

    /// Costs of all columns as CostScale::log_mean().
    [[nodiscard]] std::uint64_t log_mean(std::span<const Cost> columns) const {
        return scale_.log_mean(columns);
    }

private:
    struct LevelData {
        std::vector<std::vector<Code>> up;  ///< [to - level][label]
        std::vector<Cost> cell_cost;
        std::vector<double> values;
        Cost column_cost = 0;
        Cost greatest_cost = 0;
    };

    struct AttributeData {
        std::vector<LevelData> levels;
        std::size_t offset = 0;
    };

    static void fill_maps(const Hierarchy& hierarchy, AttributeData& data);
    void fill_costs(const Task& task, CellMeasure measure, std::size_t attribute);

    CostScale scale_;
    std::vector<AttributeData> attributes_;
    std::size_t level_total_ = 0;
};

}  // namespace kanon::full_domain
