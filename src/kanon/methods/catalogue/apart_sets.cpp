// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/apart_sets.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/shared/disjoint_sets.hpp"
#include "kanon/methods/shared/type_grouper.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/privacy/models/against.hpp"
#include "kanon/table/histogram_sum.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace kanon {
namespace {

using Attributes = std::vector<std::size_t>;

bool is_of_one_set(const PrivacyModel& model) {
    return model.of_classes() != nullptr &&
           (!model.known_attributes().empty() || model.known_values() == 1);
}

/// Map every code to itself where the attribute is kept, else all to one.
std::vector<PartMap> kept_alone(const Task& task, const Attributes& kept) {
    std::vector<PartMap> out;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        const std::size_t codes = attribute.hierarchy.domain_size();
        out.push_back({.part_of_code = std::vector<std::uint32_t>(codes), .part_count = 1});
    }
    for (const std::size_t j : kept) {
        std::iota(out[j].part_of_code.begin(), out[j].part_of_code.end(), 0U);
        out[j].part_count = out[j].part_of_code.size();
    }
    return out;
}

/// The row types over some attributes, sorted as those of a table are.
RowTypes types_over(const Task& task, const Attributes& kept) {
    const RowTypes& types = task.row_types();
    TypeGrouper grouper(types);
    grouper.group(kept_alone(task, kept));
    std::vector<std::uint32_t> first(grouper.size());
    for (std::size_t type = types.size(); type-- > 0;) {
        first[grouper.group_of_type()[type]] = static_cast<std::uint32_t>(type);
    }
    std::vector<std::uint32_t> order(first.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        for (const std::size_t j : kept) {
            if (types.columns[j][first[a]] != types.columns[j][first[b]]) {
                return types.columns[j][first[a]] < types.columns[j][first[b]];
            }
        }
        return false;
    });
    std::vector<std::uint32_t> place(order.size());
    RowTypes out;
    out.rows = types.rows;
    for (const std::size_t j : kept) {
        out.columns.emplace_back(order.size(), task.quasi_identifiers[j].hierarchy.domain_size());
    }
    for (std::uint32_t at = 0; at < order.size(); ++at) {
        place[order[at]] = at;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            out.columns[i].set(at, types.columns[kept[i]][first[order[at]]]);
        }
    }
    std::vector<std::uint32_t> of_type = grouper.group_of_type();
    out.counts.resize(order.size());
    for (std::size_t type = 0; type < of_type.size(); ++type) {
        of_type[type] = place[of_type[type]];
        out.counts[of_type[type]] += types.counts[type];
    }
    HistogramSum sum;
    for (const Histograms& histograms : types.histograms) {
        sum.merge(histograms, of_type, order.size(), out.histograms.emplace_back());
    }
    return out;
}

/// A model of somebody who knows columns of a group, as one of the group's task; null: of another
/// group.
std::shared_ptr<const PrivacyModel> model_of_part(const PrivacyModel& model,
                                                  const Task& task,
                                                  const Attributes& part) {
    Adversary adversary{.any = model.known_attributes().empty() ? model.known_values() : 0};
    std::vector<std::size_t> places;
    for (const std::size_t j : model.known_attributes()) {
        const auto found = std::ranges::find(part, j);
        if (found == part.end()) {
            return nullptr;
        }
        places.push_back(static_cast<std::size_t>(found - part.begin()));
        adversary.columns.push_back(task.quasi_identifiers[j].name);
    }
    return model.known_values() == part.size()
               ? model.of_classes()
               : make_against(model.of_classes(), adversary, std::move(places));
}

Task task_of_part(const Task& task, const Attributes& part) {
    Task out = task;
    out.quasi_identifiers.clear();
    for (const std::size_t j : part) {
        out.quasi_identifiers.push_back(task.quasi_identifiers[j]);
    }
    out.models.clear();
    for (const auto& model : task.models) {
        if (auto of_part = model_of_part(*model, task, part)) {
            out.models.push_back(std::move(of_part));
        }
    }
    out.count(types_over(task, part));
    return out;
}

double weight_of(const Task& task) {
    double sum = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        sum += attribute.weight;
    }
    return sum;
}

/// Puts the outcomes of groups together.
class Together {
public:
    explicit Together(const Task& task) : task_(task), weight_(weight_of(task)) {
        made_.attributes.resize(task.quasi_identifiers.size());
        made_.suppressed.resize(task.row_types().size());
        made_.node.emplace(task.quasi_identifiers.size());
        out_.ending = Ending::optimal;
        out_.lower_bound = 0;
    }

    /// False: there is no release, and the outcome is whole.
    [[nodiscard]] bool add(const Attributes& part, const Task& of_part, const Outcome& found) {
        for (const auto& [name, figure] : found.stats) {
            stats_[name] += figure;
        }
        if (!found.recoding) {
            out_ = found;
            out_.unserved_types.clear();
            return false;
        }
        const auto& recoding = std::get<GlobalRecoding>(*found.recoding);
        KANON_CHECK(std::ranges::find(recoding.suppressed, true) == recoding.suppressed.end());
        for (std::size_t i = 0; i < part.size(); ++i) {
            made_.attributes[part[i]] = recoding.attributes[i];
            (*made_.node)[part[i]] = recoding.node->at(i);
        }
        const double share = weight_ > 0 ? weight_of(of_part) / weight_ : 0;
        out_.loss += share * found.loss;
        *out_.lower_bound += share * found.lower_bound.value_or(0);
        if (found.ending != Ending::optimal && out_.ending != Ending::cancelled) {
            out_.ending = found.ending;
        }
        return true;
    }

    [[nodiscard]] Outcome outcome(bool is_whole) && {
        out_.stats.assign(stats_.begin(), stats_.end());
        if (is_whole) {
            out_.lower_bound =
                out_.ending == Ending::optimal ? out_.loss : std::min(*out_.lower_bound, out_.loss);
            out_.recoding = std::move(made_);
        }
        return std::move(out_);
    }

private:
    const Task& task_;
    double weight_;
    GlobalRecoding made_;
    Outcome out_;
    std::map<std::string, double> stats_;
};

class Apart final : public Method {
public:
    explicit Apart(std::unique_ptr<Method> method) : method_(std::move(method)) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Attributes> parts = apart_attributes(task);
        KANON_CHECK(!parts.empty());
        Together together(task);
        bool is_whole = true;
        for (std::size_t i = 0; i < parts.size() && is_whole; ++i) {
            const Task of_part = task_of_part(task, parts[i]);
            is_whole = together.add(parts[i], of_part, method_->run(of_part, context));
        }
        return std::move(together).outcome(is_whole);
    }

private:
    std::unique_ptr<Method> method_;
};

}  // namespace

std::vector<std::vector<std::size_t>> apart_attributes(const Task& task) {
    const bool is_apart =
        task.objective == Objective::gcp && task.suppression_limit == 0 &&
        !task.cell_suppression_limit && !task.promises_candidates() && !task.has_aggregates() &&
        std::ranges::all_of(task.models, [](const auto& model) { return is_of_one_set(*model); });
    if (!is_apart) {
        return {};
    }
    DisjointSets sets(task.quasi_identifiers.size());
    for (const auto& model : task.models) {
        const auto known = model->known_attributes();
        for (const std::size_t j : known) {
            sets.join(static_cast<std::uint32_t>(known.front()), static_cast<std::uint32_t>(j));
        }
    }
    std::map<std::uint32_t, Attributes> groups;
    for (std::uint32_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        groups[sets.find(j)].push_back(j);
    }
    std::vector<Attributes> out;
    out.reserve(groups.size());
    for (auto& group : groups) {
        out.push_back(std::move(group.second));
    }
    std::ranges::sort(out);
    return out.size() < 2 ? std::vector<Attributes>() : out;
}

std::unique_ptr<Method> solve_apart(std::unique_ptr<Method> method) {
    return std::make_unique<Apart>(std::move(method));
}

}  // namespace kanon
