// SPDX-License-Identifier: Apache-2.0
#include "support/brute_force.hpp"

#include "kanon/quality/cell_loss.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

namespace kanon::test {
namespace {

/// The values of one tracked column in a class, counted.
struct Tally {
    std::vector<Code> values;
    std::vector<std::uint32_t> counts;
};

Tally tally_of(const Column& column, const std::vector<std::size_t>& rows) {
    std::map<Code, std::uint32_t> counted;
    for (const std::size_t row : rows) {
        ++counted[column.codes[row]];
    }
    Tally out;
    for (const auto& [value, count] : counted) {
        out.values.push_back(value);
        out.counts.push_back(count);
    }
    return out;
}

/// The labels of a row at a node, by its codes in the columns of the quasi-identifiers.
template <class CodeOf>
std::vector<Code> labels_of(const Problem& problem, const Node& node, const CodeOf& code_of) {
    std::vector<Code> key;
    for (std::size_t j = 0; j < node.size(); ++j) {
        key.push_back(problem.quasi_identifiers[j].hierarchy.label_of(node[j], code_of(j)));
    }
    return key;
}

/// The rows of the table by their labels.
std::map<std::vector<Code>, std::vector<std::size_t>> classes_at(const Problem& problem,
                                                                 const Node& node) {
    std::map<std::vector<Code>, std::vector<std::size_t>> out;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        const auto code_of = [&](std::size_t j) {
            return problem.table.column(problem.columns[j]).codes[row];
        };
        out[labels_of(problem, node, code_of)].push_back(row);
    }
    return out;
}

/// The rows of the population by their labels.
std::map<std::vector<Code>, std::uint64_t> people_at(const Problem& problem, const Node& node) {
    std::map<std::vector<Code>, std::uint64_t> out;
    for (std::size_t type = 0; problem.population && type < problem.population->size(); ++type) {
        const auto code_of = [&](std::size_t j) { return problem.population->columns[j][type]; };
        out[labels_of(problem, node, code_of)] += problem.population->counts[type];
    }
    return out;
}

using Classes = std::map<std::vector<Code>, std::vector<std::size_t>>;
using Keys = std::set<std::vector<Code>>;

/// True if rows that stand together keep what is asked of them by the models for which `asks` is
/// true.
template <class Asks>
bool holds(const Problem& problem,
           const std::vector<std::size_t>& rows,
           std::uint64_t people,
           const Asks& asks) {
    std::vector<Tally> tallies;
    for (const std::size_t column : problem.tracked_columns) {
        tallies.push_back(tally_of(problem.judged().column(column), rows));
    }
    std::vector<HistogramView> views;
    views.reserve(tallies.size());
    for (const Tally& tally : tallies) {
        views.push_back({.values = tally.values, .counts = tally.counts});
    }
    const ClassView view{.rows = rows.size(), .histograms = views, .population = people};
    return std::ranges::all_of(
        problem.models, [&](const auto& model) { return !asks(*model) || model->holds(view); });
}

/// True if somebody the model speaks of knows the attributes of the set, and they are `least`.
bool is_known(const PrivacyModel& model, unsigned set, std::size_t least) {
    unsigned named = 0;
    for (const std::size_t attribute : model.known_attributes()) {
        named |= 1U << attribute;
    }
    const auto size = static_cast<std::size_t>(std::popcount(set));
    return size >= least && size <= model.known_values() && (named == 0 || (set & ~named) == 0);
}

/// The kept classes whose rows share their labels in some set of `least` attributes, up to as many
/// as a model says, with rows that do not keep it.
Keys told_by_known_values(const Problem& problem,
                          const PrivacyModel& model,
                          std::size_t least,
                          const Classes& classes,
                          const Keys& kept,
                          bool by_rows_alone = false) {
    const std::size_t attributes = problem.quasi_identifiers.size();
    Keys told;
    for (unsigned set = 0; set < 1U << attributes; ++set) {
        if (!is_known(model, set, least)) {
            continue;
        }
        std::map<std::vector<Code>, Keys> sharing;
        for (const std::vector<Code>& key : kept) {
            std::vector<Code> known;
            for (std::size_t j = 0; j < attributes; ++j) {
                if ((set >> j & 1U) != 0) {
                    known.push_back(key[j]);
                }
            }
            sharing[known].insert(key);
        }
        for (const auto& [known, keys] : sharing) {
            std::vector<std::size_t> rows;
            for (const std::vector<Code>& key : keys) {
                const std::vector<std::size_t>& more = classes.at(key);
                rows.insert(rows.end(), more.begin(), more.end());
            }
            const auto is_this = [&](const PrivacyModel& other) { return &other == &model; };
            const bool enough = rows.size() >= model.least_sharing_rows();
            if (by_rows_alone ? !enough : !holds(problem, rows, 0, is_this)) {
                told.insert(keys.begin(), keys.end());
            }
        }
    }
    return told;
}

/// Drop the classes that share values with too few rows of the whole table.
void drop_sharing_too_few(const Problem& problem, const Classes& classes, Keys& kept) {
    Keys all;
    for (const auto& one : classes) {
        all.insert(one.first);
    }
    for (const auto& model : problem.models) {
        const std::size_t most = std::min(model->known_values(), problem.quasi_identifiers.size());
        if (most > 0) {
            for (const auto& key :
                 told_by_known_values(problem, *model, most, classes, all, true)) {
                kept.erase(key);
            }
        }
    }
}

/// Drop what is told to who knows as many values as a model says; false: nothing is.
bool drop_told(const Problem& problem,
               const PrivacyModel& model,
               const Classes& classes,
               Keys& kept) {
    const std::size_t most = std::min(model.known_values(), problem.quasi_identifiers.size());
    if (most == 0) {
        return false;
    }
    const Keys told = told_by_known_values(problem, model, most, classes, kept);
    for (const auto& key : told) {
        kept.erase(key);
    }
    if (told.empty() && !told_by_known_values(problem, model, 0, classes, kept).empty()) {
        throw std::logic_error("who knows fewer values is told more");
    }
    return !told.empty();
}

/// The classes that are released: those that share values with too few rows of the table are not,
/// nor those that fail by themselves, then those that somebody finds too little behind who knows
/// some values, again and again until none is left.
Keys kept_classes(const Problem& problem,
                  const Classes& classes,
                  const std::map<std::vector<Code>, std::uint64_t>& people) {
    Keys kept;
    for (const auto& [key, rows] : classes) {
        const auto found = people.find(key);
        const auto of_classes = [](const PrivacyModel& one) { return one.known_values() == 0; };
        if (holds(problem, rows, found == people.end() ? 0 : found->second, of_classes)) {
            kept.insert(key);
        }
    }
    drop_sharing_too_few(problem, classes, kept);
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& model : problem.models) {
            changed = drop_told(problem, *model, classes, kept) || changed;
        }
    }
    return kept;
}

/// True if the classes at a node tell of somebody that he is not in the table, and a model forbids
/// it: he is in a class of the population of which no row is released.
bool tells_absence(const Problem& problem,
                   const Classes& classes,
                   const Keys& kept,
                   const std::map<std::vector<Code>, std::uint64_t>& people) {
    if (!any_judges_absent(problem.models)) {
        return false;
    }
    return kept.size() < classes.size() || std::ranges::any_of(people, [&](const auto& group) {
               return !kept.contains(group.first);
           });
}

void add_levels(const Problem& problem, const Node& node, LossFacts& facts) {
    facts.attributes = static_cast<double>(node.size());
    for (std::size_t j = 0; j < node.size(); ++j) {
        facts.height += node[j];
        facts.relative_height +=
            static_cast<double>(node[j]) / problem.quasi_identifiers[j].hierarchy.height();
    }
}

/// How a value stands in its column, and what it is released as at a node.
struct NaiveCell {
    double own = 0;     ///< rows with the value
    double rows = 0;    ///< rows with a value that the cell stands for
    double values = 0;  ///< values that it stands for
    double lm = 0;
    double star_lm = 0;
    double all_values = 0;
};

/// Per row and attribute.
std::vector<std::vector<NaiveCell>> naive_cells(const Problem& problem, const Node& node) {
    const std::size_t rows = problem.table.row_count();
    std::vector<std::vector<NaiveCell>> out(rows);
    for (std::size_t j = 0; j < node.size(); ++j) {
        const Hierarchy& hierarchy = problem.quasi_identifiers[j].hierarchy;
        const Column& column = problem.table.column(problem.columns[j]);
        const std::vector<double> lm = loss_of_labels(CellLoss::lm, hierarchy, node[j]);
        std::vector<double> with_value(hierarchy.domain_size());
        std::vector<double> with_label(lm.size());
        std::vector<double> values(lm.size());
        for (std::size_t row = 0; row < rows; ++row) {
            ++with_value[column.codes[row]];
            ++with_label[hierarchy.label_of(node[j], column.codes[row])];
        }
        for (Code value = 0; value < hierarchy.domain_size(); ++value) {
            ++values[hierarchy.label_of(node[j], value)];
        }
        for (std::size_t row = 0; row < rows; ++row) {
            const Code code = column.codes[row];
            const Code label = hierarchy.label_of(node[j], code);
            const NaiveCell cell{.own = with_value[code],
                                 .rows = with_label[label],
                                 .values = values[label],
                                 .lm = lm[label],
                                 .star_lm = star_loss(CellLoss::lm, hierarchy),
                                 .all_values = static_cast<double>(hierarchy.domain_size())};
            out[row].push_back(cell);
        }
    }
    return out;
}

/// Rows of each attribute's losses, and what became of them.
class NaiveField {
public:
    NaiveField(const Problem& problem, const Node& node)
        : problem_(problem), cells_(naive_cells(problem, node)), losses_(node.size()) {}

    void add(std::size_t row, bool released) {
        double combinations = 1;
        for (std::size_t j = 0; j < losses_.size(); ++j) {
            const NaiveCell& cell = cells_[row][j];
            const double weight = problem_.quasi_identifiers[j].weight;
            lost_ += weight * std::log2((released ? cell.rows : rows()) / cell.own);
            most_ += weight * std::log2(rows() / cell.own);
            losses_[j] += released ? std::min(1.0, 2 * (1 - problem_.gs_factor)) * cell.lm
                                   : std::min(1.0, 2 * problem_.gs_factor) * cell.star_lm;
            combinations *= released ? cell.values : cell.all_values;
        }
        combinations_ += combinations;
    }

    /// \pre every row was added
    [[nodiscard]] FieldLosses losses(const Classes& classes, const Keys& kept) const {
        FieldLosses out;
        out.entropy = most_ > 0 ? lost_ / most_ : 0;
        out.loss = 0;
        double product = 1;
        double weights = 0;
        for (const QuasiIdentifier& qi : problem_.quasi_identifiers) {
            weights += qi.weight;
        }
        for (std::size_t j = 0; j < losses_.size(); ++j) {
            const double share = problem_.quasi_identifiers[j].weight / weights;
            out.loss += share * losses_[j] / rows();
            product *= std::pow(1 + losses_[j] / rows(), share);
        }
        out.loss_geometric = product - 1;
        out.ambiguity = combinations_ / rows();
        out.kl_divergence = divergence(classes, kept);
        return out;
    }

private:
    [[nodiscard]] double rows() const { return static_cast<double>(cells_.size()); }

    /// Every released row spread over what it stands for, looked up for each original one.
    [[nodiscard]] double divergence(const Classes& classes, const Keys& kept) const {
        std::map<std::vector<Code>, std::vector<std::size_t>> types;
        for (std::size_t row = 0; row < cells_.size(); ++row) {
            std::vector<Code> codes;
            for (const std::size_t column : problem_.columns) {
                codes.push_back(problem_.table.column(column).codes[row]);
            }
            types[codes].push_back(row);
        }
        double suppressed = 0;
        for (const auto& [key, members] : classes) {
            suppressed += kept.contains(key) ? 0 : static_cast<double>(members.size());
        }
        double sum = 0;
        for (const auto& [key, members] : classes) {
            for (const auto& [codes, alike] : types) {
                if (std::ranges::find(members, alike[0]) == members.end()) {
                    continue;
                }
                double here = kept.contains(key) ? static_cast<double>(members.size()) : 0;
                double anywhere = suppressed;
                for (const NaiveCell& cell : cells_[alike[0]]) {
                    here /= cell.values;
                    anywhere /= cell.all_values;
                }
                const auto share = static_cast<double>(alike.size());
                sum += share / rows() * std::log(share / (here + anywhere));
            }
        }
        return sum;
    }

    const Problem& problem_;
    std::vector<std::vector<NaiveCell>> cells_;
    std::vector<double> losses_;
    double lost_ = 0;
    double most_ = 0;
    double combinations_ = 0;
};

}  // namespace

JudgedNode judge_node(const Problem& problem, const Node& node, FieldToo field_too) {
    const Classes classes = classes_at(problem, node);
    std::vector<std::vector<double>> loss;
    std::vector<std::vector<double>> lm;
    double weights = 0;
    double starred_row = 0;
    double starred_row_lm = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        const QuasiIdentifier& qi = problem.quasi_identifiers[j];
        loss.push_back(ncp_of_labels(qi.hierarchy, node[j]));
        lm.push_back(loss_of_labels(CellLoss::lm, qi.hierarchy, node[j]));
        weights += qi.weight;
        starred_row += qi.hierarchy.domain_size() > 1 ? qi.weight : 0;
        const std::size_t leaves = qi.hierarchy.file_leaf_count(qi.hierarchy.height(), 0);
        starred_row_lm += leaves > 1 ? qi.weight : 0;
    }
    const std::map<std::vector<Code>, std::uint64_t> people = people_at(problem, node);
    JudgedNode out;
    out.facts.rows = problem.table.row_count();
    out.facts.k = problem.k;
    if (problem.class_attribute) {
        out.facts.minority_rows = 0;
    }
    add_levels(problem, node, out.facts);
    const Keys kept = kept_classes(problem, classes, people);
    std::optional<NaiveField> field;
    if (field_too == FieldToo::always || problem.objective >= Objective::entropy) {
        field.emplace(problem, node);
    }
    for (const auto& [key, rows] : classes) {
        for (std::size_t i = 0; field && i < rows.size(); ++i) {
            field->add(rows[i], kept.contains(key));
        }
        const auto size = static_cast<double>(rows.size());
        if (!kept.contains(key)) {
            out.facts.suppressed_rows += rows.size();
            out.facts.gcp += size * starred_row;
            out.facts.lm += size * starred_row_lm;
            out.facts.stars += size * weights;
            continue;
        }
        ++out.facts.classes;
        out.facts.squared_sizes += size * size;
        for (std::size_t j = 0; j < node.size(); ++j) {
            out.facts.gcp += size * problem.quasi_identifiers[j].weight * loss[j][key[j]];
            out.facts.lm += size * problem.quasi_identifiers[j].weight * lm[j][key[j]];
            const QuasiIdentifier& qi = problem.quasi_identifiers[j];
            const bool star = node[j] > 0 && qi.hierarchy.text(node[j], key[j]) == "*";
            out.facts.stars += star ? size * qi.weight : 0;
        }
        if (problem.class_attribute) {
            const Tally labels = tally_of(problem.table.column(*problem.class_attribute), rows);
            *out.facts.minority_rows +=
                rows.size() - *std::max_element(labels.counts.begin(), labels.counts.end());
        }
    }
    out.facts.field = field ? field->losses(classes, kept) : FieldLosses{};
    out.facts.gcp /= weights * static_cast<double>(out.facts.rows);
    out.facts.lm /= weights * static_cast<double>(out.facts.rows);
    out.feasible = out.facts.classes > 0 &&
                   out.facts.suppressed_rows <= problem.suppression_limit &&
                   !tells_absence(problem, classes, kept, people);
    return out;
}

std::optional<double> best_by_force(const Problem& problem) {
    const Lattice lattice = problem.lattice();
    std::optional<double> best;
    for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
        const JudgedNode judged = judge_node(problem, lattice.node(rank));
        if (judged.feasible) {
            const double value = objective_value(problem.objective, judged.facts);
            best = best ? std::min(*best, value) : value;
        }
    }
    return best;
}

}  // namespace kanon::test
