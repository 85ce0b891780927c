// SPDX-License-Identifier: Apache-2.0
// Every wrong value of a model's parameters, of objectives and of what goes with them gives one
// line, which says where it stands, what is wrong, and what to do.
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr const char* kAttributes =
    "attributes: {age: {role: quasi-identifying}, zip: {role: quasi-identifying}, illness: {role: "
    "sensitive}, pay: {role: sensitive}, city: {role: insensitive}, group: {role: sensitive, "
    "hierarchy: flat}}\n";

Table people() {
    return test::table_of(
        "age zip illness pay city group",
        "30 1 flu 100 a p; 30 1 cold 200 a q; 31 2 flu 300 b r; 31 2 cold 400 b p;"
        "40 3 hiv 500 c q; 40 3 flu 600 c r");
}

/// What is said of a policy with this line; "": nothing is wrong with it.
std::string said_of(const std::string& line) {
    try {
        const Policy policy = parse_policy(kAttributes + line + "\nsuppression: {max: 3}\n", "p");
        const Problem problem = bind(people(), policy, RunContext{});
        static_cast<void>(make_method(find_method("optimal"), problem, {}));
    } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::bad_policy || error.code() == ErrorCode::infeasible);
        return error.what();
    }
    return "";
}

struct Wrong {
    std::string line;
    std::string says;
};

void expect_said(const std::vector<Wrong>& all) {
    for (const Wrong& wrong : all) {
        const std::string said = said_of(wrong.line);
        EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.line << "\n" << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << wrong.line;
    }
}

/// Of each parameter of each model, whatever there will be: what is out of its range, no whole
/// number, or no number.
TEST(WrongParameters, AreRefusedForEveryParameterOfEveryModel) {
    for (const ModelInfo& model : privacy_models()) {
        for (const ModelParameter& parameter : model.parameters) {
            const std::string kind(parameter.kinds.substr(0, parameter.kinds.find(',')));
            const auto line = [&](const std::string& value) {
                std::string out = "privacy: {" + std::string(model.name) + ": {";
                for (const ModelParameter& other : model.parameters) {
                    const bool taken = other.kinds.empty() || other.kinds.find(kind) == 0 ||
                                       other.kinds.find("," + kind) != std::string_view::npos;
                    if (other.name != parameter.name && taken && !other.fallback) {
                        out +=
                            std::string(other.name) + ": " + std::to_string(other.greatest) + ", ";
                    }
                }
                out += std::string(parameter.name) + ": " + value;
                out += kind.empty() ? "" : ", kind: " + kind;
                return out + (model.needs.attribute ? ", attribute: illness}}" : "}}");
            };
            const std::string name(parameter.name);
            const std::string low = std::to_string(parameter.least - 1);
            const std::string high = std::to_string(parameter.greatest * 2);
            expect_said({{line(low), "needs " + name + " as a"},
                         {line(high), "needs " + name + " as a"},
                         {line("x"), name + " needs a number, not 'x'"},
                         {line(".nan"), name + " needs a number, not '.nan'"},
                         {line("[2]"), name + " needs one value, not a list"}});
            if (parameter.whole) {
                expect_said({{line(std::to_string(parameter.least + 0.5)),
                              name + " as a whole number from"}});
            }
            if (!parameter.least_allowed) {
                expect_said({{line(std::to_string(parameter.least)), "as a number above"}});
            }
        }
    }
}

TEST(WrongParameters, OfModelsSayWhatToDo) {
    expect_said({
        {"privacy: {k-anonimity: 2}", "p:2:11: unknown key 'k-anonimity' in privacy (did you mean"},
        {"privacy: {k-anonymity: {k: 2, attribute: age}}",
         "unknown key 'attribute' in k-anonymity"},
        {"privacy: {k-anonymity: [2, 3]}", "p:2:24: k-anonymity takes one value, not this list"},
        {"privacy: {k-anonymity: 7}", "the table has 6 rows, fewer than k = 7"},
        {"privacy: {l-diversity: {attribute: pay}}",
         "l-diversity needs its parameter 'l', a whole"},
        {"privacy: {l-diversity: []}", "l-diversity is asked for by an empty list; leave it out"},
        {"privacy: {l-diversity: 2}", "name one of illness, pay, group"},
        {"privacy: {l-diversity: {l: 2, attribute: ilness}}", "(did you mean 'illness'?)"},
        {"privacy: {l-diversity: {l: 2, attribute: age}}",
         "'age': l-diversity protects it, but its"},
        {"privacy: {l-diversity: {l: 2, attribute: city}}",
         "is insensitive; make the role sensitive"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, kind: distnct}}",
         "has no kind 'distnct' (did"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, c: 2}}", "has no parameter 'c'; known: l"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, kind: recursive}}", "its parameter 'c', a"},
        {"privacy: {l-diversity: {l: 9, attribute: pay}}",
         "only 6 distinct values; choose a smaller"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, with: []}}",
         "with names no attribute; name"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, with: [city]}}",
         "'city': l-diversity protects"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, with: pay}}",
         "joins an attribute with itself"},
        {"privacy: {l-diversity: {l: 2, attribute: pay, with: [group, group]}}",
         "twice; name it once"},
        {"privacy: {l-diversity: [{l: 2, attribute: pay}, {l: 3, attribute: pay, kind: distinct}]}",
         "'pay': l-diversity of kind distinct is asked for twice; keep one"},
        {"privacy: {t-closeness: {t: 0.5, attribute: illness, kind: ordered}}",
         "numbers or dates, but"},
        {"privacy: {t-closeness: {t: 0.5, attribute: illness, kind: hierarchical}}",
         "give it one (`h"},
        {"privacy: {t-closeness: {t: 0.5, attribute: pay, kind: ordered, with: group}}",
         "leave `with`"},
        {"privacy: {p-sensitive: {p: 2, attribute: pay, level: 1}}", "has no parameter 'level'"},
        {"privacy: {p-sensitive: {p: 2, attribute: illness, kind: extended}}",
         "needs a hierarchy of"},
        {"privacy: {p-sensitive: {p: 2, attribute: group, kind: extended, level: 9}}", "it is 9"},
        {"privacy: {alpha-k: {alpha: 0.5, attribute: illness, value: fluu}}",
         "spell it as the table"},
        {"privacy: {alpha-k: {alpha: 0.5, attribute: illness, value: [flu]}}", "not a list"},
        {"privacy: {k-e: {e: 100, attribute: illness}}", "or give its type (`type:`, --types)"},
        {"privacy: {k-e: {e: 600, attribute: pay}}",
         "any class can have is 500 of 600; ask for less"},
        {"privacy: {k-map: 2}", "there is none; name its table with `population: {file: ...}`"},
        {"privacy: {delta-presence: {max: 0.5, min: 0.7}}", "0.7 is above 0.5; swap them"},
        {"privacy: {lkc: {l: 2, k: 2, attribute: illness, value: fluu}}",
         "spell it as the table does"},
    });
}

TEST(WrongParameters, OfObjectivesSayWhatToDo) {
    expect_said({
        {"objective: entropi", "p:2:12: unknown objective 'entropi' (did you mean 'entropy'?)"},
        {"objective: granularity", "p:2:12: 'granularity' is no objective: it is 1 - lm; take lm"},
        {"objective: [gcp]", "objective needs one value, not a list"},
        {"objective: cm", "needs a class attribute, and no column is; give one `class: true`"},
        {"objective: stars",
         "method 'optimal' cannot work for the objective 'stars'; ask it for one"},
        {"objective: loss\ngs-factor: 1.5", "p:3:12: a gs-factor is from 0"},
        {"objective: loss\ngs-factor: half", "p:3:12: gs-factor needs a number, not 'half'"},
        {"objective: loss\ngs-factor: .nan", "p:3:12: gs-factor needs a number, not '.nan'"},
        {"gs-facto: 1", "(did you mean 'gs-factor'?)"},
    });
    EXPECT_EQ(said_of("objective: loss\ngs-factor: 1"), "");
    Policy policy = parse_policy(kAttributes, "p");
    policy.gs_factor = -1;
    EXPECT_THROW(policy.check(), Error);
}

/// Two promises of one attribute that are not the same one.
TEST(WrongParameters, KindsAndValuesOfOneAttributeMayStandBesideEachOther) {
    EXPECT_EQ(said_of("privacy: {l-diversity: [{l: 2, attribute: pay}, {l: 1.5, attribute: pay, "
                      "kind: entropy}], alpha-k: [{alpha: 0.9, attribute: illness, value: flu}, "
                      "{alpha: 0.8, attribute: illness, value: hiv}]}"),
              "");
}

}  // namespace
}  // namespace kanon
