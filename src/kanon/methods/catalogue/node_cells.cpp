// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/node_cells.hpp"

#include "kanon/methods/shared/cost.hpp"
#include "kanon/methods/shared/type_grouper.hpp"
#include "kanon/methods/stars/partition/star_search.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/release/level_recoding.hpp"
#include "kanon/release/recoding_view.hpp"
#include "kanon/release/released_classes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon {
namespace {

/// Histograms of groups from those of their row types.
Histograms merged(const Histograms& of_types,
                  const std::vector<std::uint32_t>& group_of_type,
                  std::size_t groups) {
    std::vector<std::vector<std::uint32_t>> members(groups);
    for (std::uint32_t type = 0; type < group_of_type.size(); ++type) {
        members[group_of_type[type]].push_back(type);
    }
    Histograms out{.domain_size = of_types.domain_size, .offsets = {0}, .values = {}, .counts = {}};
    std::vector<std::pair<Code, std::uint32_t>> entries;
    for (const std::vector<std::uint32_t>& types : members) {
        entries.clear();
        for (const std::uint32_t type : types) {
            for (auto i = of_types.offsets[type]; i < of_types.offsets[type + 1]; ++i) {
                entries.emplace_back(of_types.values[i], of_types.counts[i]);
            }
        }
        std::sort(entries.begin(), entries.end());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (i > 0 && entries[i].first == entries[i - 1].first) {
                out.counts.back() += entries[i].second;
            } else {
                out.values.push_back(entries[i].first);
                out.counts.push_back(entries[i].second);
            }
        }
        out.offsets.push_back(static_cast<std::uint32_t>(out.values.size()));
    }
    return out;
}

/// The greatest number of stars of which all patterns can be listed.
std::size_t most_stars(std::size_t attributes) {
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

/// The table at a node as a problem of cell suppression: labels are its values, columns that are
/// starred there are left out.
class NodeTable {
public:
    NodeTable(const Problem& original, const Node& node) : original_(original), node_(node) {
        for (std::size_t j = 0; j < node.size(); ++j) {
            const Hierarchy& hierarchy = original.quasi_identifiers[j].hierarchy;
            recoded_.push_back(recode_to_level(hierarchy, node[j]));
            if (node[j] == 0 || hierarchy.text(node[j], 0) != kStar) {
                shown_.push_back(j);
            }
        }
        group();
        problem_.models = original.models;
        problem_.k = original.k;
        problem_.tracked = original.tracked;
        problem_.suppression_limit = original.suppression_limit;
        problem_.objective = Objective::stars;
        problem_.patterns.attributes = shown_.size();
        problem_.patterns.max_stars = most_stars(shown_.size());
        for (const std::size_t j : shown_) {
            add_attribute(j);
        }
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }

    /// A recoding of this table as one of the original's. Values of the table's recodings are codes
    /// of labels; the greatest stands for a star.
    [[nodiscard]] ClassRecoding of_original(const RecodingView& recoding) const {
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
        out.class_of_row.assign(recoding.tuple_of_row.begin(), recoding.tuple_of_row.end());
        return out;
    }

private:
    void group() {
        const RowTypes& types = original_.row_types;
        std::vector<PartMap> maps;
        for (std::size_t j = 0; j < node_.size(); ++j) {
            maps.push_back({.part_of_code = recoded_[j].value_of_code,
                            .part_count = recoded_[j].domain.values.size()});
        }
        TypeGrouper grouper(types);
        grouper.group(maps);
        group_of_type_ = grouper.group_of_type();
        RowTypes& groups = problem_.row_types;
        groups.counts.assign(grouper.size(), 0);
        for (std::size_t type = 0; type < types.size(); ++type) {
            groups.counts[group_of_type_[type]] += types.counts[type];
        }
        for (const std::uint32_t type : types.type_of_row) {
            groups.type_of_row.push_back(group_of_type_[type]);
        }
        for (const Histograms& histograms : types.histograms) {
            groups.histograms.push_back(merged(histograms, group_of_type_, grouper.size()));
        }
    }

    /// A column of the table, with what a star costs there.
    void add_attribute(std::size_t j) {
        const RowTypes& types = original_.row_types;
        QuasiIdentifier attribute = original_.quasi_identifiers[j];
        const CellLoss measured = measured_loss(original_);
        const std::vector<double> losses = loss_of_labels(measured, attribute.hierarchy, node_[j]);
        CodeVector labels(problem_.row_types.size(), losses.size());
        double loss = 0;
        for (std::size_t type = 0; type < types.size(); ++type) {
            const Code label = recoded_[j].value_of_code[types.columns[j][type]];
            labels.set(group_of_type_[type], label);
            loss += losses[label] * types.counts[type];
        }
        const double mean = loss / static_cast<double>(types.row_count());
        attribute.weight *= std::max(0.0, star_loss(measured, attribute.hierarchy) - mean);
        if (losses.size() == 1) {  // one label: to star it brings no rows together
            problem_.patterns.never |= Pattern{1} << problem_.quasi_identifiers.size();
        }
        problem_.quasi_identifiers.push_back(std::move(attribute));
        problem_.row_types.columns.push_back(std::move(labels));
    }

    const Problem& original_;
    const Node& node_;
    std::vector<GlobalRecoding::Attribute> recoded_;  ///< per attribute
    std::vector<std::size_t> shown_;                  ///< attributes not starred at the node
    std::vector<std::uint32_t> group_of_type_;
    Problem problem_;
};

double loss_of(const Problem& problem, const Recoding& recoding, unsigned threads) {
    const Release release = apply(problem.table,
                                  problem.row_types,
                                  problem.recoded_attributes(),
                                  problem.withheld,
                                  recoding,
                                  problem.suppressed,
                                  threads);
    const ReleasedClasses classes(problem.table,
                                  release.table,
                                  problem.recoded_attributes(),
                                  std::numeric_limits<std::uint64_t>::max(),
                                  threads);
    MeasuredBy by{.weights = {}, .k = problem.k, .label_column = std::nullopt};
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        by.weights.push_back(attribute.weight);
    }
    if (problem.class_attribute) {
        by.label_column = release.table.find(problem.table.column(*problem.class_attribute).name);
    }
    return objective_value(
        problem.objective,
        loss_facts(measure(classes, release, by, threads), problem.k, by.weights.size()));
}

std::uint64_t suppressed_rows(const RowTypes& types, const RecodingView& recoding) {
    const std::vector<bool> suppressed = recoding.suppressed_types();
    std::uint64_t rows = 0;
    for (std::size_t type = 0; type < suppressed.size(); ++type) {
        rows += suppressed[type] ? types.counts[type] : 0;
    }
    return rows;
}

/// The node that was chosen, with stars in single cells in place of suppressed rows where that
/// loses less, or where so many rows may not be suppressed.
Outcome star_cells(const Problem& problem, Outcome chosen, const RunContext& context) {
    chosen.lower_bound.reset();
    chosen.minimal_nodes.clear();
    if (!chosen.recoding) {
        return chosen;
    }
    chosen.ending = chosen.ending == Ending::optimal ? Ending::feasible : chosen.ending;
    const RecodingView whole = view_of(*chosen.recoding);
    const std::uint64_t left = suppressed_rows(problem.row_types, whole);
    chosen.stats.emplace_back("rows_left_at_node", static_cast<double>(left));
    if (left == 0) {
        return chosen;
    }
    const NodeTable table(problem, *whole.node);
    stars::StarSearch search(table.problem(), stars::TieOrder::last, context);
    Outcome starred = search.finish(stars::greedy_partition(search, search.patterns()));
    const bool may_suppress = left <= problem.suppression_limit;
    if (starred.recoding) {
        Recoding recoding = table.of_original(view_of(*starred.recoding));
        const double loss = loss_of(problem, recoding, context.threads);
        if (!may_suppress || loss < chosen.loss) {
            chosen.recoding = std::move(recoding);
            chosen.loss = loss;
        }
    } else if (!may_suppress) {
        chosen.ending = starred.ending;
        chosen.reason = starred.reason;
        chosen.recoding.reset();
    }
    return chosen;
}

class NodeCells final : public Method {
public:
    explicit NodeCells(std::unique_ptr<Method> method) : method_(std::move(method)) {}

    [[nodiscard]] Outcome run(const Problem& problem, const RunContext& context) const override {
        const auto run_within = [&](const Problem& limited) {
            return star_cells(problem, method_->run(limited, context), context);
        };
        const std::uint64_t cells = problem.cell_suppression_limit.value();
        if (cells <= problem.suppression_limit) {
            return run_within(problem);
        }
        Problem relaxed = problem;
        relaxed.suppression_limit = cells;
        Outcome wide = run_within(relaxed);
        Outcome narrow = run_within(problem);
        const bool keep = narrow.recoding && (!wide.recoding || narrow.loss <= wide.loss);
        return keep ? narrow : wide;
    }

private:
    std::unique_ptr<Method> method_;
};

}  // namespace

std::unique_ptr<Method> star_cells_at_node(std::unique_ptr<Method> method) {
    return std::make_unique<NodeCells>(std::move(method));
}

}  // namespace kanon
