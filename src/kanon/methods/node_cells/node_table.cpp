// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/node_cells/node_table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/shared/cost.hpp"
#include "kanon/methods/shared/type_grouper.hpp"
#include "kanon/release/recoding/level_recoding.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace kanon {

std::size_t most_listed_stars(std::size_t attributes) {
    std::size_t patterns = 1;
    std::size_t of_size = 1;
    for (std::size_t stars = 1; stars <= attributes; ++stars) {
        of_size = of_size * (attributes - stars + 1) / stars;
        patterns += of_size;
        if (patterns > kMostPatterns) {
            return stars - 1;
        }
    }
    return attributes;
}

NodeTable::NodeTable(const Task& original, Node node)
    : original_(original), node_(std::move(node)) {
    for (std::size_t j = 0; j < node_.size(); ++j) {
        const Hierarchy& hierarchy = original.quasi_identifiers[j].hierarchy;
        recoded_.push_back(recode_to_level(hierarchy, node_[j]));
        if (node_[j] == 0 || hierarchy.text(node_[j], 0) != kStar) {
            shown_.push_back(j);
        }
    }
    refuse_many_attributes();
    group();
    task_.models = original.models;
    task_.k = original.k;
    task_.suppression_limit = original.suppression_limit;
    task_.objective = Objective::stars;
    task_.patterns.attributes = shown_.size();
    task_.patterns.max_stars = most_listed_stars(shown_.size());
    for (const std::size_t j : shown_) {
        add_attribute(j);
    }
    task_.count(std::move(groups_));
}

ClassRecoding NodeTable::of_original(const RecodingView& recoding) const {
    ClassRecoding out;
    out.node = node_;
    for (std::size_t j = 0, shown = 0; j < node_.size(); ++j) {
        ReleasedDomain& domain = out.domains.emplace_back(recoded_[j].domain);
        const auto star = static_cast<std::uint32_t>(domain.values.size());
        domain.values.push_back({.kind = ReleasedValue::Kind::star});
        std::vector<std::uint32_t>& values =
            out.value_of_class.emplace_back(recoding.tuple_count, star);
        if (shown < shown_.size() && shown_[shown] == j) {
            const auto labels = recoding.value_of_tuple[shown++];
            std::transform(
                labels.begin(), labels.end(), values.begin(), [star](std::uint32_t label) {
                    return std::min(label, star);
                });
        }
    }
    for (const std::uint32_t group : group_of_type_) {
        out.class_of_type.push_back(recoding.tuple_of_type[group]);
    }
    share_out(recoding, out);
    return out;
}

std::vector<std::uint32_t> NodeTable::types_in(const std::vector<std::uint32_t>& groups) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t type = 0; type < group_of_type_.size(); ++type) {
        if (std::binary_search(groups.begin(), groups.end(), group_of_type_[type])) {
            out.push_back(type);
        }
    }
    return out;
}

void NodeTable::refuse_many_attributes() const {
    if (shown_.size() > kMostPatternAttributes) {
        throw Error(ErrorCode::bad_policy,
                    "single cells can be suppressed among " +
                        std::to_string(kMostPatternAttributes) +
                        " quasi-identifiers at most, and the node that was chosen shows " +
                        std::to_string(shown_.size()) +
                        "; drop `suppression.cells` (--suppress-cells), or take fewer "
                        "quasi-identifiers");
    }
}

/// The shares of a group as shares of its row types, in their order, tuple after tuple.
/// \pre the groups of shared-out rows have no tracked columns
void NodeTable::share_out(const RecodingView& recoding, ClassRecoding& out) const {
    std::map<std::uint32_t, std::vector<Share>> of_group;
    for (const Share& share : recoding.shares) {
        of_group[share.type].push_back(share);
    }
    for (std::uint32_t type = 0; type < group_of_type_.size(); ++type) {
        const auto found = of_group.find(group_of_type_[type]);
        if (found != of_group.end()) {
            out.class_of_type[type] = share_out_type(type, found->second, out.shares);
        }
    }
}

/// Takes the rows of a type from what is left of its group's shares; returns a class of theirs.
std::uint32_t NodeTable::share_out_type(std::uint32_t type,
                                        std::vector<Share>& left,
                                        std::vector<Share>& out) const {
    std::uint32_t tuple = 0;
    std::uint32_t of_class = kSuppressedClass;
    for (std::uint32_t rows : original_.row_types().tuple_counts(type)) {
        while (rows > 0) {
            const std::uint32_t taken = std::min(rows, left.front().rows);
            of_class = left.front().of_class;
            out.push_back({.type = type, .tuple = tuple, .of_class = of_class, .rows = taken});
            rows -= taken;
            left.front().rows -= taken;
            if (left.front().rows == 0) {
                left.erase(left.begin());
            }
        }
        ++tuple;
    }
    return of_class;
}

void NodeTable::group() {
    const RowTypes& types = original_.row_types();
    std::vector<PartMap> maps;
    for (std::size_t j = 0; j < node_.size(); ++j) {
        maps.push_back({.part_of_code = recoded_[j].value_of_code,
                        .part_count = recoded_[j].domain.values.size()});
    }
    TypeGrouper grouper(types);
    grouper.group(maps);
    group_of_type_ = grouper.group_of_type();
    groups_.counts.assign(grouper.size(), 0);
    groups_.rows = types.rows;
    for (std::size_t type = 0; type < types.size(); ++type) {
        groups_.counts[group_of_type_[type]] += types.counts[type];
    }
    if (ClassChecker(original_).rows_decide()) {
        return;  // whatever else is tracked tells nothing of classes
    }
    task_.tracked = original_.tracked;
    for (const Histograms& histograms : types.histograms) {
        HistogramSum().merge(
            histograms, group_of_type_, grouper.size(), groups_.histograms.emplace_back());
    }
}

/// A column of the table, with what a star costs there.
void NodeTable::add_attribute(std::size_t j) {
    const RowTypes& types = original_.row_types();
    QuasiIdentifier attribute = original_.quasi_identifiers[j];
    const CellLoss measured = measured_loss(original_);
    const std::vector<double> losses = loss_of_labels(measured, attribute.hierarchy, node_[j]);
    CodeVector labels(groups_.size(), losses.size());
    double loss = 0;
    for (std::size_t type = 0; type < types.size(); ++type) {
        const Code label = recoded_[j].value_of_code[types.columns[j][type]];
        labels.set(group_of_type_[type], label);
        loss += losses[label] * types.counts[type];
    }
    const double mean = loss / static_cast<double>(types.row_count());
    attribute.weight *= std::max(0.0, star_loss(measured, attribute.hierarchy) - mean);
    if (losses.size() == 1) {  // one label: to star it brings no rows together
        task_.patterns.never |= Pattern{1} << task_.quasi_identifiers.size();
    }
    task_.quasi_identifiers.push_back(std::move(attribute));
    groups_.columns.push_back(std::move(labels));
}

}  // namespace kanon
