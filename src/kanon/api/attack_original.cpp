// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack_original.hpp"

#include "kanon/audit/rules.hpp"
#include "kanon/quality/aggregate_loss.hpp"
#include "kanon/release/reading.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace kanon {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// \throws Error{bad_input} unless row i of the release is row i of the original, as far as their
/// cells tell.
void check_traced(const detail::ReadRelease& read,
                  const ReleasedClasses& classes,
                  const RunContext& context) {
    if (!read.in_order) {
        throw Error(ErrorCode::usage,
                    "rows of a database have no order, so it is not known which row of the release "
                    "is which of the original, and who is who cannot be counted; name files");
    }
    constexpr std::size_t kMostFaults = 100'000;
    AuditOptions options;
    options.max_faults = kMostFaults;
    const AuditReport report = audit(read.problem, read.release, classes, options, context);
    const auto fault = std::ranges::find_if(
        report.faults, [](const Fault& one) { return rules::is_of_rows(one.rule); });
    if (fault == report.faults.end() && traceable(classes, read.release)) {
        return;
    }
    const std::string why = fault == report.faults.end() ? "rows were left out" : fault->rule;
    throw Error(ErrorCode::bad_input,
                "row i of the release is not known to be row i of the original (" + why +
                    "), so who is who cannot be counted; release in the order of the original "
                    "(--no-shuffle), with stars for suppressed rows; `kanon verify` has more");
}

/// The classes of a release whose rows are traced and that has every quasi-identifier.
ReleasedClasses whole_classes(const detail::ReadRelease& read,
                              const std::string& file,
                              const RunContext& context) {
    ReleasedClasses out = classes_of(read.problem, read.release, context.threads);
    if (!out.is_whole()) {
        throw Error(ErrorCode::bad_input,
                    "the release lacks a quasi-identifier of the original",
                    Where{.file = shown_input(file)});
    }
    check_traced(read, out, context);
    return out;
}

/// The number that a released value stands for.
double number_of(const ReleasedValue& value,
                 const ReleasedAttribute& attribute,
                 const Dictionary& dictionary) {
    const ReleasedDomain& domain = attribute.reading.domain;
    if (value.kind == ReleasedValue::Kind::mean) {
        return parse_number(domain.means[value.first], ValueType::decimal).value_or(kNoNumber);
    }
    if (value.kind == ReleasedValue::Kind::typical) {
        return dictionary.is_missing(value.first) ? kNoNumber : dictionary.number(value.first);
    }
    if (value.kind == ReleasedValue::Kind::star) {
        return kNoNumber;
    }
    std::vector<Code> covered = covered_codes(value, domain, attribute.hierarchy, dictionary);
    std::erase_if(covered, [&](Code code) { return dictionary.is_missing(code); });
    return covered.empty() ? kNoNumber
                           : std::midpoint(dictionary.number(covered.front()),
                                           dictionary.number(covered.back()));
}

/// Per row the number of its code.
std::vector<double> numbers_of(const Column& column, const std::vector<double>& of_code) {
    std::vector<double> out;
    out.reserve(column.codes.size());
    column.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            out.push_back(of_code[code]);
        }
    });
    return out;
}

attack::NumberColumn number_column(const Problem& problem, const ReleasedAttribute& attribute) {
    const std::size_t place = problem.columns[attribute.place];
    const Column& original =
        problem.uncoded.column_count() > 0 ? problem.uncoded.column(place) : *attribute.original;
    const Dictionary& dictionary = *original.dictionary;
    std::vector<double> values(dictionary.size(), kNoNumber);
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        values[code] = dictionary.number(code);
    }
    const std::vector<ReleasedValue>& cells = attribute.reading.domain.values;
    std::vector<double> released(cells.size(), kNoNumber);
    for (std::size_t code = 0; code < cells.size(); ++code) {
        if (attribute.reading.readable[code]) {
            released[code] = number_of(cells[code], attribute, *attribute.original->dictionary);
        }
    }
    return {.name = attribute.original->name,
            .original = numbers_of(original, values),
            .released = numbers_of(*attribute.released, released)};
}

void check_named(const LinkageReport& report, const LinkageJob& job) {
    for (const std::string& name : job.columns) {
        if (std::ranges::find(report.columns, name) == report.columns.end()) {
            throw Error(ErrorCode::bad_policy,
                        "no quasi-identifier of numbers or dates is so called",
                        Where{.attribute = name});
        }
    }
}

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
    if (!says_of_unions(problem.models) || for_full_domain_alone(problem.models) != nullptr ||
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
    [[nodiscard]] std::vector<attack::PeopleOfClass> gather(std::size_t place, std::size_t values) {
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
    attack::AlikePeople& people_of(std::size_t type, std::size_t values) {
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
        attack::PeopleOfClass& people = out_[at->second];
        const auto alike = std::ranges::find(people, parts, &attack::AlikePeople::parts);
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
    std::vector<attack::PeopleOfClass> out_;
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

MinimalityReport minimality(const MinimalityJob& job) {
    const detail::ReadRelease read = detail::read_with_release({.original = job.original,
                                                                .release = job.release,
                                                                .policy = &job.policy,
                                                                .read = &job.read,
                                                                .read_release = &job.read_release},
                                                               job.context);
    const Problem& problem = read.problem;
    const ReleasedClasses classes = whole_classes(read, job.release, job.context);
    const Node node = node_of(classes);
    MinimalityReport out;
    const std::optional<std::size_t> place = place_of_models(problem);
    if (!place) {
        out.findings.rows = problem.table.row_count();
        return out;
    }
    out.column = problem.tracked[*place].name;
    out.bound = job.bound ? *job.bound : promised_bound(problem);
    const std::vector<std::size_t> open = open_nodes(problem, node, out);
    attack::MinimalityRule rule{
        .models = problem.models,
        .place = *place,
        .values = std::vector<Code>(problem.tracked[*place].dictionary->size()),
        .bound = out.bound,
        .finer_nodes = open.size()};
    std::iota(rule.values.begin(), rule.values.end(), Code{0});
    const std::vector<attack::PeopleOfClass> people =
        PeopleOfNode(problem, node, open).gather(*place, rule.values.size());
    out.findings = attack::reason_from_minimality(people, rule, job.context);
    return out;
}

LinkageReport linkage(const LinkageJob& job) {
    const detail::ReadRelease read = detail::read_with_release({.original = job.original,
                                                                .release = job.release,
                                                                .policy = &job.policy,
                                                                .read = &job.read,
                                                                .read_release = &job.read_release},
                                                               job.context);
    const ReleasedClasses classes = whole_classes(read, job.release, job.context);
    LinkageReport out;
    std::vector<attack::NumberColumn> columns;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        const std::string& name = attribute.original->name;
        const bool asked =
            job.columns.empty() || std::ranges::find(job.columns, name) != job.columns.end();
        if (asked && attribute.original->dictionary->is_numeric()) {
            columns.push_back(number_column(read.problem, attribute));
            out.columns.push_back(name);
        } else {
            out.left_out.push_back(name);
        }
    }
    check_named(out, job);
    out.findings = attack::link_nearest(columns, job.options, job.context);
    return out;
}

}  // namespace kanon
