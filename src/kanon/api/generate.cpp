// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"

#include "kanon/generate/vocabulary.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

/// The words of a list under the groups they fall into, under one root.
template <class Words>
HierarchySpec tree_of(std::span<const std::string_view> groups, Words words) {
    HierarchySpec spec;
    spec.form = HierarchySpec::Form::tree;
    spec.tree.label = "*";
    for (const std::string_view group : groups) {
        spec.tree.children.push_back({std::string(group), {}});
    }
    for (const auto& word : words) {
        spec.tree.children[word.group].children.push_back({std::string(word.text), {}});
    }
    return spec;
}

HierarchySpec age_intervals() {
    HierarchySpec spec;
    spec.form = HierarchySpec::Form::intervals;
    spec.widths = {5, 10, 20, 40};
    spec.open_above = 80;
    return spec;
}

HierarchySpec form_of(HierarchySpec::Form form) {
    HierarchySpec spec;
    spec.form = form;
    return spec;
}

class StaysPolicy {
public:
    explicit StaysPolicy(std::span<const std::string> leave_out) : leave_out_(leave_out) {}

    [[nodiscard]] bool has(std::string_view name) const {
        return std::find(leave_out_.begin(), leave_out_.end(), name) == leave_out_.end();
    }

    void add(std::string_view name, Role role, HierarchySpec hierarchy = {}) {
        if (has(name)) {
            AttributePolicy& attribute = policy.attribute(name);
            attribute.role = role;
            attribute.hierarchy = std::move(hierarchy);
        }
    }

    Policy policy;

private:
    std::span<const std::string> leave_out_;
};

}  // namespace

Policy stays_policy(std::span<const std::string> leave_out) {
    using enum Role;
    using Form = HierarchySpec::Form;
    StaysPolicy made(leave_out);
    made.add("patient_id", identifying);
    made.add("name", identifying);
    made.add("age", quasi_identifying, age_intervals());
    if (made.has("age")) {
        made.policy.attribute("age").recode = Recode::range;
    }
    made.add("sex", quasi_identifying, form_of(Form::flat));
    made.add("zip", quasi_identifying, form_of(Form::mask));
    if (made.has("zip")) {
        made.policy.attribute("zip").weight = 2;
    }
    made.add("marital_status",
             quasi_identifying,
             tree_of(generate::marital_groups(), generate::marital_statuses()));
    made.add("education",
             quasi_identifying,
             tree_of(generate::education_groups(), generate::educations()));
    made.add("occupation",
             quasi_identifying,
             tree_of(generate::occupation_groups(), generate::occupations()));
    made.add("nationality",
             quasi_identifying,
             tree_of(generate::nationality_groups(), generate::nationalities()));
    made.add("insurance",
             quasi_identifying,
             tree_of(generate::insurance_groups(), generate::insurances()));
    made.add("admission_date", identifying);
    for (const std::string_view name : {"department", "diagnosis", "length_of_stay", "charges"}) {
        made.add(name, sensitive);
    }
    if (made.has("charges")) {
        made.policy.attribute("charges").coding = {.top = "30000", .round = "1000"};
    }
    made.policy.accept = {
        {"row-order", "patients were numbered at random, and the numbers are not released"},
        {"singles-out", "diagnosis and costs are known to the hospital and the insurer only"}};
    made.policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", 10}}, .attribute = "", .kind = ""});
    if (made.has("diagnosis")) {
        made.policy.privacy.push_back({.model = "l-diversity",
                                       .parameters = {{"l", 3}},
                                       .attribute = "diagnosis",
                                       .kind = "distinct"});
    }
    made.policy.suppression = SuppressionLimit::parse("0.05");
    return std::move(made.policy);
}

}  // namespace kanon
