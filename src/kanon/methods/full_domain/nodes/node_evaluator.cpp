// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"

#include "kanon/base/check.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::full_domain {

NodeEvaluator::NodeEvaluator(const Task& task,
                             const LevelTables& tables,
                             NodeFigures figures,
                             unsigned threads)
    : task_(task),
      tables_(tables),
      merger_(tables, threads),
      rest_(tables.level_total()),
      label_offsets_(tables.attribute_count()),
      views_(task.tracked.size()),
      wanted_(task.tracked.size() + (task.population ? 1 : 0)),
      figures_(figures),
      least_rows_(task.least_class_rows()),
      counts_people_(any_counts_population(task.models)),
      known_values_(task),
      judges_absent_(any_judges_absent(task.models)),
      threads_(threads) {
    KANON_CHECK(!counts_people_ || task.population != nullptr);
    for (const auto& model : task.models) {
        if (const std::optional<std::size_t> tracked = model->tracked()) {
            rows_decide_ = false;
            wanted_[*tracked] = true;
        }
    }
    if (counts_people_) {
        rows_decide_ = false;
        wanted_.back() = true;
    }
    if (figures.ambiguity != nullptr || figures.divergence != nullptr) {
        combinations_.emplace(
            task, figures.ambiguity != nullptr ? *figures.ambiguity : *figures.divergence);
    }
    if (figures.minority_rows) {
        label_histogram_ = task.class_place;
        KANON_CHECK(label_histogram_.has_value());
        wanted_[*label_histogram_] = true;
    }
    if (only_rows_decide() && least_rows_ <= FewRowGroups::kMostLeastRows) {
        few_.emplace(tables, least_rows_);
    }
}

/// True if no more is asked for than the groups of too few rows and what their labels cost.
bool NodeEvaluator::only_rows_decide() const {
    return rows_decide_ && known_values_.empty() && !judges_absent_ && !label_histogram_ &&
           !combinations_ && !figures_.groups && figures_.lm == nullptr &&
           figures_.entropy == nullptr && (figures_.loss == nullptr || figures_.loss == &tables_);
}

HistogramView NodeEvaluator::histogram(std::size_t place, std::size_t group) const {
    const Histograms& all = groups_.histograms[place];
    const std::size_t first = all.offsets[group];
    const std::size_t count = all.offsets[group + 1] - first;
    return {.values = std::span(all.values).subspan(first, count),
            .counts = std::span(all.counts).subspan(first, count)};
}

NodeEvaluator::Verdict NodeEvaluator::judge_models(std::size_t group) {
    for (std::size_t tracked = 0; tracked < views_.size(); ++tracked) {
        if (wanted_[tracked]) {
            views_[tracked] = histogram(tracked, group);
        }
    }
    ClassView view{.rows = groups_.rows[group], .histograms = views_};
    if (counts_people_) {
        const std::span<const std::uint32_t> people = histogram(views_.size(), group).counts;
        view.population = people.empty() ? 0 : people.front();
    }
    Verdict verdict = Verdict::holds;
    for (const auto& model : task_.models) {
        if (model->known_values() == 0 && !model->holds(view)) {
            if (model->monotony() == Monotony::superset) {
                return Verdict::fails_below_too;
            }
            verdict = Verdict::fails;
        }
    }
    return verdict;
}

void NodeEvaluator::judge() {
    verdicts_.resize(groups_.size());
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (groups_.rows[group] < least_rows_) {
            verdicts_[group] = Verdict::fails_below_too;
        } else {
            verdicts_[group] = rows_decide_ ? Verdict::holds : judge_models(group);
        }
    }
    if (!known_values_.empty()) {
        judge_known_values();
    }
}

/// Let the groups fail that somebody finds too little behind who knows some of their values.
void NodeEvaluator::judge_known_values() {
    std::vector<bool> lasting(groups_.size());
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        lasting[group] = verdicts_[group] == Verdict::fails_below_too;
    }
    known_values_.mark_lasting(groups_, lasting);
    std::vector<bool> released(groups_.size());
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        verdicts_[group] = lasting[group] ? Verdict::fails_below_too : verdicts_[group];
        released[group] = verdicts_[group] == Verdict::holds;
    }
    known_values_.judge(groups_, released);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (verdicts_[group] == Verdict::holds && !released[group]) {
            verdicts_[group] = Verdict::fails;
        }
    }
}

std::uint64_t NodeEvaluator::minority_of(const NodeGroups& groups, std::size_t group) const {
    return label_histogram_ ? kanon::minority_rows(groups.histograms[*label_histogram_], group) : 0;
}

std::uint64_t NodeEvaluator::minority_rows(const NodeGroups& groups) const {
    std::uint64_t rows = 0;
    for (std::size_t group = 0; label_histogram_ && group < groups.size(); ++group) {
        rows += minority_of(groups, group);
    }
    return rows;
}

void NodeEvaluator::add_group(std::size_t group, NodeFacts& facts) const {
    const std::uint64_t rows = groups_.rows[group];
    if (verdicts_[group] == Verdict::holds) {
        ++facts.classes;
        facts.squared_sizes += rows * rows;
        facts.minority_rows += minority_of(groups_, group);
        return;
    }
    facts.suppressed_rows += rows;
    if (verdicts_[group] == Verdict::fails_below_too) {
        facts.lasting_rows += rows;
        facts.lasting_dm += rows * (task_.row_types().row_count() - rows);
        facts.lasting_majority += rows - minority_of(groups_, group);
    }
}

/// The columns of the node last judged whose labels cost anything.
void NodeEvaluator::plan_costs(const LevelTables& tables) {
    label_costs_.clear();
    for (std::size_t j = 0; j < groups_.node.size(); ++j) {
        const std::span<const Cost> cost = tables.cell_cost(j, groups_.node[j]);
        if (std::ranges::any_of(cost, [](Cost one) { return one != 0; })) {
            label_costs_.push_back({.cost = cost,
                                    .mask = (std::uint64_t{1} << groups_.layout.bits[j]) - 1,
                                    .word = groups_.layout.word[j],
                                    .shift = groups_.layout.shift[j]});
        }
    }
}

/// What a row of a group of the node last judged costs, released. \pre plan_costs()
Cost NodeEvaluator::released_cost(std::size_t group) const {
    const std::uint64_t* key = groups_.keys.data() + group * groups_.layout.words;
    Cost cost = 0;
    for (const LabelCost& label : label_costs_) {
        cost += label.cost[(key[label.word] >> label.shift) & label.mask];
    }
    return cost;
}

/// The cost of the node last judged: columns at their levels, but rows that fail starred.
NodeEvaluator::NodeCost NodeEvaluator::cost_by(const LevelTables& tables) {
    plan_costs(tables);
    NodeCost out;
    for (std::size_t j = 0; j < groups_.node.size(); ++j) {
        out.all += tables.column_cost(j, groups_.node[j]);
    }
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (verdicts_[group] == Verdict::holds) {
            continue;
        }
        const Cost released = released_cost(group);
        out.all += groups_.rows[group] * (tables.row_cost() - released);
        if (verdicts_[group] == Verdict::fails_below_too) {
            out.lasting += groups_.rows[group] * released;
        }
    }
    return out;
}

void NodeEvaluator::add_cost(NodeFacts& facts) {
    const NodeCost cost = cost_by(tables_);
    facts.cost += cost.all;
    lasting_cost_ = cost.lasting;
}

/// Costs of all columns of the node last judged, and of its lasting rows, by the loss's tables.
void NodeEvaluator::add_column_costs(NodeFacts& facts) {
    const LevelTables& tables = *figures_.loss;
    const std::size_t columns = groups_.node.size();
    std::vector<std::span<const Cost>> costs;
    column_costs_.clear();
    for (std::size_t j = 0; j < columns; ++j) {
        costs.push_back(tables.cell_cost(j, groups_.node[j]));
        column_costs_.push_back(tables.column_cost(j, groups_.node[j]));
    }
    lasting_of_column_.assign(columns, 0);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        for (std::size_t j = 0; j < columns && verdicts_[group] != Verdict::holds; ++j) {
            const Cost released = costs[j][groups_.label(group, j)];
            column_costs_[j] += groups_.rows[group] * (tables.star_cost(j) - released);
            if (verdicts_[group] == Verdict::fails_below_too) {
                lasting_of_column_[j] += groups_.rows[group] * released;
            }
        }
    }
    facts.loss = std::accumulate(column_costs_.begin(), column_costs_.end(), Cost{0});
    facts.log_mean_loss = tables.log_mean(column_costs_);
}

Combinations::Asked NodeEvaluator::asked_sums() const {
    return {.combinations = figures_.ambiguity != nullptr,
            .divergence = figures_.divergence != nullptr};
}

void NodeEvaluator::add_combinations(NodeFacts& facts) const {
    const std::uint64_t suppressed = facts.suppressed_rows;
    const Combinations::Sums sums =
        combinations_->sums(groups_, suppressed, asked_sums(), [this](std::size_t group) {
            return verdicts_[group] == Verdict::holds;
        });
    facts.combinations = sums.combinations + static_cast<double>(suppressed) * combinations_->all();
    facts.divergence = sums.divergence + combinations_->divergence_of_suppressed(suppressed);
}

/// What is found beside the cost.
void NodeEvaluator::add_figures(NodeFacts& facts) {
    facts.lm = figures_.lm == nullptr ? 0 : cost_by(*figures_.lm).all;
    facts.entropy = figures_.entropy == nullptr ? 0 : cost_by(*figures_.entropy).all;
    if (figures_.loss != nullptr) {
        add_column_costs(facts);
    }
    if (combinations_) {
        add_combinations(facts);
    }
}

/// Groups of the source are parts of what any node above it releases alike. Lasting rows are
/// suppressed there, and the others have at least what they have in the source.
void NodeEvaluator::add_least(const NodeGroups& source, NodeFacts& facts) {
    const std::span<const std::uint32_t> target = merger_.target_of_source();
    const Combinations::Sums others =
        combinations_->sums(source, 0, asked_sums(), [&](std::size_t group) {
            return verdicts_[target[group]] != Verdict::fails_below_too;
        });
    const auto lasting = static_cast<double>(facts.lasting_rows);
    facts.least_combinations = others.combinations + lasting * combinations_->all();
    facts.least_divergence =
        others.divergence +
        combinations_->less_for_part(task_.row_types().row_count() - facts.lasting_rows);
    if (facts.lasting_rows > 0) {  // they diverge less the more are suppressed
        facts.least_divergence += lasting / static_cast<double>(task_.suppression_limit) *
                                  combinations_->divergence_of_suppressed(task_.suppression_limit);
    }
}

double NodeEvaluator::least_divergence(const NodeGroups& groups) const {
    const auto all = [](std::size_t) { return true; };
    return figures_.divergence == nullptr
               ? 0
               : combinations_->sums(groups, 0, asked_sums(), all).divergence;
}

/// Lasting rows per source label of the raised attributes.
void NodeEvaluator::count_lasting_labels(const NodeGroups& source) {
    std::size_t size = 0;
    for (const std::size_t j : raised_) {
        label_offsets_[j] = size;
        size += tables_.label_count(j, source.node[j]);
    }
    label_rows_.assign(size, 0);
    const std::span<const std::uint32_t> target = merger_.target_of_source();
    for (std::size_t g = 0; g < source.size(); ++g) {
        if (verdicts_[target[g]] == Verdict::fails_below_too) {
            for (const std::size_t j : raised_) {
                label_rows_[label_offsets_[j] + source.label(g, j)] += source.rows[g];
            }
        }
    }
}

/// What a raised column costs at a level, without the lasting rows.
Cost NodeEvaluator::rest_of_column(const NodeGroups& source, std::size_t j, Level level) const {
    const std::span<const Code> map = tables_.map(j, source.node[j], level);
    const std::span<const Cost> cost = tables_.cell_cost(j, level);
    Cost lasting = 0;
    for (std::size_t label = 0; label < map.size(); ++label) {
        lasting += label_rows_[label_offsets_[j] + label] * cost[map[label]];
    }
    return tables_.column_cost(j, level) - lasting;
}

void NodeEvaluator::sum_rest(const NodeGroups& source, std::span<const Level> node) {
    raised_.clear();
    std::size_t first_kept = node.size();
    Cost kept = 0;  // columns that are not raised, all rows
    for (std::size_t j = node.size(); j-- > 0;) {
        if (source.node[j] != node[j]) {
            raised_.push_back(j);
        } else {
            rest_[tables_.level_offset(j) + node[j]] = 0;
            kept += tables_.column_cost(j, node[j]);
            first_kept = j;
        }
    }
    count_lasting_labels(source);
    Cost kept_lasting = lasting_cost_;
    for (const std::size_t j : raised_) {
        Cost* rest = rest_.data() + tables_.level_offset(j);
        for (Level level = source.node[j]; level <= node[j]; ++level) {
            rest[level] = rest_of_column(source, j, level);
        }
        kept_lasting -= tables_.column_cost(j, node[j]) - rest[node[j]];
    }
    if (figures_.loss == &tables_) {
        for (std::size_t j = 0; j < node.size(); ++j) {
            rest_[tables_.level_offset(j) + node[j]] =
                tables_.column_cost(j, node[j]) - lasting_of_column_[j];
        }
    } else if (first_kept < node.size()) {
        rest_[tables_.level_offset(first_kept) + node[first_kept]] = kept - kept_lasting;
    }
}

void NodeEvaluator::merge(const NodeGroups& source,
                          std::span<const Level> node,
                          NodeGroups& target) {
    merger_.merge(source, node, target);
    if (!rows_decide_ || label_histogram_) {
        merger_.merge_histograms(source, wanted_, target);
    }
}

/// All facts but the costs.
NodeFacts NodeEvaluator::count(const NodeGroups& source, std::span<const Level> node) {
    merge(source, node, groups_);
    judge();
    NodeFacts out;
    out.groups = groups_.size();
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        add_group(group, out);
    }
    if (judges_absent_ && some_group_fails()) {
        out.classes = 0;  // whatever is suppressed
    }
    return out;
}

bool NodeEvaluator::some_group_fails() const {
    return std::ranges::any_of(verdicts_,
                               [](Verdict verdict) { return verdict != Verdict::holds; });
}

/// True if the groups of too few rows were found without those of the node. Several threads make
/// many groups together.
bool NodeEvaluator::finds_few(const NodeGroups& source, std::span<const Level> node) {
    found_few_ = few_ && (threads_ == 1 || source.size() < DenseKeys::kLeastKeys) &&
                 few_->takes(source, node);
    if (found_few_) {
        few_->find(source, node);
    }
    return found_few_;
}

NodeFacts NodeEvaluator::few_facts() const {
    NodeFacts out;
    out.suppressed_rows = few_->rows();
    out.lasting_rows = few_->rows();
    out.classes = few_->rows() < task_.row_types().row_count() ? 1 : 0;
    return out;
}

void NodeEvaluator::add_few_costs(const NodeGroups& source,
                                  std::span<const Level> node,
                                  NodeFacts& facts) {
    few_->count_labels(source);
    column_costs_.clear();
    for (std::size_t j = 0; j < node.size(); ++j) {
        column_costs_.push_back(tables_.column_cost(j, node[j]) - few_->cost(source, j, node[j]) +
                                few_->rows() * tables_.star_cost(j));
    }
    facts.cost = std::accumulate(column_costs_.begin(), column_costs_.end(), Cost{0});
    if (figures_.loss != nullptr) {
        facts.loss = facts.cost;
        facts.log_mean_loss = tables_.log_mean(column_costs_);
    }
}

void NodeEvaluator::sum_few_rest(const NodeGroups& source, std::span<const Level> node) {
    for (std::size_t j = 0; j < node.size(); ++j) {
        for (Level level = source.node[j]; level <= node[j]; ++level) {
            rest_[tables_.level_offset(j) + level] =
                tables_.column_cost(j, level) - few_->cost(source, j, level);
        }
    }
}

NodeFacts NodeEvaluator::facts(const NodeGroups& source, std::span<const Level> node) {
    if (finds_few(source, node)) {
        NodeFacts out = few_facts();
        add_few_costs(source, node, out);
        return out;
    }
    NodeFacts out = count(source, node);
    add_cost(out);
    add_figures(out);
    return out;
}

NodeFacts NodeEvaluator::check(const NodeGroups& source, std::span<const Level> node) {
    if (finds_few(source, node)) {
        NodeFacts out = few_facts();
        if (feasible(out)) {
            add_few_costs(source, node, out);
        }
        return out;
    }
    NodeFacts out = count(source, node);
    if (feasible(out)) {
        add_cost(out);
        add_figures(out);
    }
    return out;
}

NodeFacts NodeEvaluator::evaluate(const NodeGroups& source, std::span<const Level> node) {
    if (finds_few(source, node)) {
        NodeFacts out = few_facts();
        if (out.lasting_rows <= task_.suppression_limit) {
            add_few_costs(source, node, out);
            sum_few_rest(source, node);
        }
        return out;
    }
    NodeFacts facts = count(source, node);
    add_cost(facts);
    add_figures(facts);
    if (facts.lasting_rows <= task_.suppression_limit) {
        sum_rest(source, node);
        if (combinations_) {
            add_least(source, facts);
        }
    }
    return facts;
}

void NodeEvaluator::roll_up(const NodeGroups& source,
                            std::span<const Level> node,
                            NodeGroups& target) {
    merge(source, node, target);
    target.fit();
}

std::vector<bool> NodeEvaluator::suppressed_source_groups(const NodeGroups& source) {
    std::vector<bool> suppressed(source.size());
    if (found_few_) {
        for (const std::uint32_t group : few_->found()) {
            suppressed[group] = true;
        }
        return suppressed;
    }
    const std::span<const std::uint32_t> target = merger_.target_of_source();
    for (std::size_t g = 0; g < source.size(); ++g) {
        suppressed[g] = verdicts_[target[g]] != Verdict::holds;
    }
    return suppressed;
}

}  // namespace kanon::full_domain
