// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/finer_nodes.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace kanon::attack {
namespace {

[[noreturn]] void refuse_policy(const Problem& problem, const std::string& why) {
    throw Error(ErrorCode::bad_policy, why, Where{.file = problem.policy.file});
}

/// The level of each quasi-identifier. \throws Error{bad_input} if there is none, or stars beside.
Node node_of(const ReleasedClasses& classes) {
    Node out;
    out.reserve(classes.attributes().size());
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        const bool is_all_stars = attribute.star && attribute.released->dictionary->size() == 1;
        const std::optional<Level> level =
            is_all_stars ? attribute.hierarchy->height() : attribute.reading.level;
        const bool has_stars_beside =
            attribute.star && level && *level < attribute.hierarchy->height();
        if (!level || has_stars_beside || attribute.aggregate) {
            throw Error(ErrorCode::bad_input,
                        "the release is no full-domain recoding of every row: the cells are not "
                        "labels of one level",
                        Where{.attribute = attribute.original->name});
        }
        out.push_back(*level);
    }
    return out;
}

/// The tracked column that the models look at; none: they look at rows alone.
std::optional<std::size_t> place_of_models(const Problem& problem) {
    std::optional<std::size_t> out;
    if (!says_of_unions(problem.models) || first_beyond_classes(problem.models) != nullptr ||
        first_of_average(problem.models) != nullptr) {
        refuse_policy(problem,
                      "minimality is looked at for promises about classes that their unions keep; "
                      "one of these is not");
    }
    for (std::size_t i = 0; i < problem.models.size(); ++i) {
        const std::optional<std::size_t> place = problem.models[i]->tracked();
        const bool of_persons = find_privacy_model(problem.policy.privacy[i].model).needs.person;
        if (place && (of_persons || (out && *out != *place))) {
            refuse_policy(problem,
                          "minimality is looked at for one sensitive column, and no persons");
        }
        out = place ? place : out;
    }
    return out;
}

/// The credibility that the promises allow. \throws Error{usage} if none says.
double promised_bound(const Problem& problem) {
    for (const PrivacyRequirement& asked : problem.policy.privacy) {
        for (const auto& [model, parameter] :
             {std::pair{"l-diversity", "l"}, std::pair{"p-sensitive", "p"}}) {
            if (asked.model == model) {
                return 1 / asked.parameters.find(parameter)->second;
            }
        }
        if (asked.model == "alpha-k") {
            return asked.parameters.find("alpha")->second;
        }
    }
    throw Error(ErrorCode::usage,
                "no promise bounds how credible a value may be; say it (--bound)");
}

/// The labels of a row type at a node.
std::vector<Code> labels_at(const Problem& problem, const Node& node, std::size_t type) {
    std::vector<Code> out;
    out.reserve(node.size());
    for (std::size_t j = 0; j < node.size(); ++j) {
        out.push_back(problem.quasi_identifiers[j].hierarchy.label_of(
            node[j], problem.row_types().columns[j][type]));
    }
    return out;
}

/// True if classes too small for any promise hold more rows of a node than may be suppressed.
bool breaks_by_size(const Problem& problem, const Node& node) {
    std::map<std::vector<Code>, std::uint64_t> rows;
    for (std::size_t type = 0; type < problem.row_types().size(); ++type) {
        rows[labels_at(problem, node, type)] += problem.row_types().counts[type];
    }
    std::uint64_t small = 0;
    for (const auto& [labels, count] : rows) {
        small += count < problem.least_class_rows() ? count : 0;
    }
    return small > problem.suppression_limit;
}

/// Gathers the people of the classes of a node, by their sub-classes in finer nodes.
class PeopleOfNode {
public:
    PeopleOfNode(const Problem& problem, const Node& node, const std::vector<std::size_t>& finer)
        : problem_(problem), node_(node), finer_(finer) {}

    /// `place`: of the tracked column that has `values`.
    [[nodiscard]] std::vector<PeopleOfClass> gather(std::size_t place, std::size_t values) {
        const Histograms& counted = problem_.row_types().histograms[place];
        for (std::size_t type = 0; type < problem_.row_types().size(); ++type) {
            std::vector<std::uint32_t>& counts = people_of(type, values).counts;
            for (std::size_t i = counted.offsets[type]; i < counted.offsets[type + 1]; ++i) {
                counts[counted.values[i]] += counted.counts[i];
            }
        }
        return std::move(out_);
    }

private:
    AlikePeople& people_of(std::size_t type, std::size_t values) {
        const auto [at, is_new] =
            class_of_.try_emplace(labels_at(problem_, node_, type), out_.size());
        if (is_new) {
            out_.emplace_back();
            parts_.emplace_back(finer_.size());
        }
        std::vector<std::size_t> parts;
        parts.reserve(finer_.size());
        for (std::size_t i = 0; i < finer_.size(); ++i) {
            const std::size_t j = finer_[i];
            const Code label = problem_.quasi_identifiers[j].hierarchy.label_of(
                static_cast<Level>(node_[j] - 1), problem_.row_types().columns[j][type]);
            std::map<Code, std::size_t>& known = parts_[at->second][i];
            parts.push_back(known.try_emplace(label, known.size()).first->second);
        }
        PeopleOfClass& people = out_[at->second];
        const auto alike = std::ranges::find(people, parts, &AlikePeople::parts);
        if (alike != people.end()) {
            return *alike;
        }
        people.push_back({.parts = std::move(parts), .counts = std::vector<std::uint32_t>(values)});
        return people.back();
    }

    const Problem& problem_;
    const Node& node_;
    const std::vector<std::size_t>& finer_;  ///< attributes, a level lower each
    std::map<std::vector<Code>, std::size_t> class_of_;
    std::vector<std::vector<std::map<Code, std::size_t>>> parts_;  ///< per class, per finer node
    std::vector<PeopleOfClass> out_;
};

/// The attributes that a finer node lowers whose breaking the values decide.
std::vector<std::size_t> open_nodes(const Problem& problem,
                                    const Node& node,
                                    MinimalityReport& report) {
    constexpr std::size_t kMostOpen = 12;
    std::vector<std::size_t> out;
    for (std::size_t j = 0; j < node.size(); ++j) {
        if (node[j] <= problem.quasi_identifiers[j].least_level) {
            continue;
        }
        ++report.finer_nodes;
        Node finer = node;
        --finer[j];
        if (breaks_by_size(problem, finer)) {
            ++report.finer_by_size;
        } else {
            out.push_back(j);
        }
    }
    if (!out.empty() && problem.suppression_limit > 0) {
        refuse_policy(problem,
                      "where rows may be suppressed and values decide, what minimality tells is "
                      "not worked out; it is for `suppression: {max: 0}`");
    }
    if (out.size() > kMostOpen) {
        refuse_policy(problem, "more than 12 finer nodes are decided by values");
    }
    return out;
}

}  // namespace

MinimalityReport minimality_of(const Problem& problem,
                               const ReleasedClasses& classes,
                               std::optional<double> bound,
                               const RunContext& context) {
    const Node node = node_of(classes);
    MinimalityReport out;
    const std::optional<std::size_t> place = place_of_models(problem);
    if (!place) {
        out.findings.rows = problem.table.row_count();
        return out;
    }
    out.column = problem.tracked[*place].name;
    out.bound = bound ? *bound : promised_bound(problem);
    const std::vector<std::size_t> open = open_nodes(problem, node, out);
    MinimalityRule rule{.models = problem.models,
                        .place = *place,
                        .values = std::vector<Code>(problem.tracked[*place].dictionary->size()),
                        .bound = out.bound,
                        .finer_nodes = open.size()};
    std::iota(rule.values.begin(), rule.values.end(), Code{0});
    const std::vector<PeopleOfClass> people =
        PeopleOfNode(problem, node, open).gather(*place, rule.values.size());
    out.findings = reason_from_minimality(people, rule, context);
    return out;
}

}  // namespace kanon::attack
