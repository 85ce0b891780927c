// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_file.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace kanon {
namespace {

constexpr const char* kExample = R"(attributes:
  name:    {role: identifying}
  age:     {role: quasi-identifying, type: integer, hierarchy: {intervals: [5, 10, 20], below: 20, above: 80}}
  zip:     {role: quasi-identifying, hierarchy: {mask: right, step: 2, character: "#", levels: 2}}
  sex:     {role: quasi-identifying, hierarchy: {file: sex.csv}, weight: 0.5, recode: range}
  country: {role: quasi-identifying, levels: [1, 3], hierarchy: {tree: {Europe: [France, {North: [Norway]}], Asia: [Japan]}}}
  birth:   {hierarchy: date, missing: drop}
  came:    {type: datetime, hierarchy: {date: [hour, day, year]}}
  ward:    {hierarchy: {mask: right, parts: true}}
  job:     {hierarchy: flat, class: true, missing: value}
  disease: {role: sensitive}
  town:
privacy:     {k-anonymity: 7, l-diversity: {attribute: disease, kind: entropy, l: 2.5}}
person: name
suppression: {max: 0.05, cells: 20%, rows: drop}
method:      {name: mondrian, split: median}
objective:   dm
missing:     ["?", NA]
)";

/// The message of the refusal of a policy.
std::string refusal(const std::string& text) {
    try {
        static_cast<void>(parse_policy(text, "p.yaml"));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy) << error.what();
        return error.what();
    }
    return "accepted";
}

TEST(PolicyFile, ReadsEveryKey) {
    const Policy policy = parse_policy(kExample, "p.yaml");
    ASSERT_EQ(policy.attributes.size(), 11U);
    EXPECT_EQ(policy.find("name")->role, Role::identifying);
    const AttributePolicy& age = *policy.find("age");
    EXPECT_EQ(age.type, ValueType::integer);
    EXPECT_EQ(age.hierarchy.form, HierarchySpec::Form::intervals);
    EXPECT_EQ(age.hierarchy.widths, (std::vector<double>{5, 10, 20}));
    EXPECT_EQ(age.hierarchy.open_below, 20);
    EXPECT_EQ(age.hierarchy.open_above, 80);
    EXPECT_EQ(age.line, 3U);
    const AttributePolicy& zip = *policy.find("zip");
    EXPECT_TRUE(zip.hierarchy.mask_right);
    EXPECT_EQ(zip.hierarchy.mask_step, 2U);
    EXPECT_EQ(zip.hierarchy.mask_character, '#');
    EXPECT_EQ(zip.hierarchy.mask_levels, 2U);
    const AttributePolicy& sex = *policy.find("sex");
    EXPECT_EQ(sex.hierarchy.file, "sex.csv");
    EXPECT_EQ(sex.weight, 0.5);
    EXPECT_EQ(sex.recode, Recode::range);
    const AttributePolicy& country = *policy.find("country");
    EXPECT_EQ(country.levels, std::make_pair(Level{1}, Level{3}));
    EXPECT_EQ(country.hierarchy.tree.label, "*");
    ASSERT_EQ(country.hierarchy.tree.children.size(), 2U);
    EXPECT_EQ(country.hierarchy.tree.children[0].children[1].children[0].label, "Norway");
    EXPECT_EQ(policy.find("birth")->hierarchy.form, HierarchySpec::Form::date);
    EXPECT_TRUE(policy.find("birth")->hierarchy.periods.empty());
    EXPECT_EQ(policy.find("birth")->missing_is_value, false);
    EXPECT_EQ(policy.find("came")->type, ValueType::datetime);
    EXPECT_EQ(policy.find("came")->hierarchy.form, HierarchySpec::Form::date);
    EXPECT_EQ(policy.find("came")->hierarchy.periods,
              (std::vector<Period>{Period::hour, Period::day, Period::year}));
    EXPECT_TRUE(policy.find("ward")->hierarchy.mask_parts);
    EXPECT_FALSE(policy.find("zip")->hierarchy.mask_parts);
    EXPECT_EQ(policy.find("job")->missing_is_value, true);
    EXPECT_TRUE(policy.find("job")->is_class);
    EXPECT_FALSE(policy.find("town")->role.has_value());
    ASSERT_EQ(policy.privacy.size(), 2U);
    EXPECT_EQ(policy.privacy[0].parameters.at("k"), 7);
    EXPECT_EQ(policy.privacy[1].attribute, "disease");
    EXPECT_EQ(policy.privacy[1].kind, "entropy");
    EXPECT_EQ(policy.privacy[1].parameters.at("l"), 2.5);
    EXPECT_EQ(policy.person, "name");
    EXPECT_EQ(policy.suppression.rows(100), 5U);
    EXPECT_EQ(policy.cell_suppression.value().rows(100), 20U);
    EXPECT_EQ(policy.suppressed, SuppressedRows::drop);
    EXPECT_EQ(policy.method, "mondrian");
    EXPECT_EQ(policy.method_options.at("split"), "median");
    EXPECT_EQ(policy.objective, "dm");
    EXPECT_EQ(policy.missing_marks, (std::vector<std::string>{"?", "NA"}));
    EXPECT_EQ(policy.file, "p.yaml");
}

TEST(PolicyFile, PeriodsOfDatesAscend) {
    const auto refused = [](const std::string& periods) {
        return refusal("attributes: {a: {hierarchy: {date: " + periods + "}}}");
    };
    EXPECT_EQ(refused("quarter"), "accepted");
    EXPECT_EQ(refused("[month, year]"), "accepted");
    EXPECT_NE(refused("[year, month]").find("ascend"), std::string::npos);
    EXPECT_NE(refused("[year, year]").find("ascend"), std::string::npos);
    EXPECT_NE(refused("[]").find("at least one period"), std::string::npos);
    EXPECT_NE(refused("[weak]").find("weak"), std::string::npos);
}

TEST(PolicyFile, DefaultsAreThoseOfThePolicy) {
    const Policy policy = parse_policy("attributes: {age: {}}", "p.yaml");
    EXPECT_TRUE(policy.privacy.empty());
    EXPECT_EQ(policy.method, "auto");
    EXPECT_EQ(policy.objective, "");
    EXPECT_EQ(policy.suppressed, SuppressedRows::star);
    EXPECT_EQ(policy.suppression.rows(1000), 0U);
    EXPECT_EQ(policy.attributes[0].hierarchy.form, HierarchySpec::Form::automatic);
}

TEST(PolicyFile, TakesSeveralDiversityRequirements) {
    const Policy policy = parse_policy(
        "attributes: {a: {}}\nprivacy: {l-diversity: [{attribute: a, l: 2}, {attribute: b, l: 3}, "
        "4]}",
        "p.yaml");
    ASSERT_EQ(policy.privacy.size(), 3U);
    EXPECT_EQ(policy.privacy[1].attribute, "b");
    EXPECT_EQ(policy.privacy[2].parameters.at("l"), 4);
}

TEST(PolicyFile, TakesTheParametersOfEachModelByName) {
    const Policy policy = parse_policy(
        "attributes: {a: {}}\nprivacy:\n"
        "  l-diversity: {attribute: a, kind: recursive, c: 3, l: 4}\n"
        "  t-closeness: [0.2, {attribute: b, kind: ordered, t: 0.15}]\n"
        "  delta-disclosure: {kind: present, delta: 1.5}\n"
        "  beta-likeness: {attribute: a, kind: enhanced, beta: 2}\n"
        "  p-sensitive: {p: 2, kind: extended, level: 2}\n"
        "  alpha-k: {alpha: 0.5, k: 5, value: 007}\n"
        "  k-e: {attribute: pay, e: 1000}\n",
        "p.yaml");
    ASSERT_EQ(policy.privacy.size(), 8U);
    const auto given = [&](std::size_t i, const char* name) {
        return policy.privacy[i].parameters.at(name);
    };
    EXPECT_EQ(given(0, "c"), 3);
    EXPECT_EQ(given(0, "l"), 4);
    EXPECT_EQ(given(1, "t"), 0.2);
    EXPECT_EQ(given(2, "t"), 0.15);
    EXPECT_EQ(policy.privacy[2].kind, "ordered");
    EXPECT_EQ(given(3, "delta"), 1.5);
    EXPECT_EQ(given(4, "beta"), 2);
    EXPECT_EQ(given(5, "level"), 2);
    EXPECT_EQ(given(6, "k"), 5);
    EXPECT_EQ(policy.privacy[6].value, "007");
    EXPECT_EQ(given(7, "e"), 1000);
    const std::string text = policy_text(policy);
    EXPECT_NE(text.find("alpha-k: {value: \"007\", alpha: 0.5, k: 5}"), std::string::npos) << text;
    EXPECT_NE(text.find("t-closeness: [0.2, {attribute: b, kind: ordered, t: 0.15}]"),
              std::string::npos)
        << text;
    EXPECT_EQ(policy_text(parse_policy(text, "p.yaml")), text);
}

TEST(PolicyFile, TheTextReadsBackTheSame) {
    const std::string once = policy_text(parse_policy(kExample, "p.yaml"));
    EXPECT_EQ(policy_text(parse_policy(once, "p.yaml")), once);
    EXPECT_NE(
        once.find("{tree: {\"*\": [{Europe: [France, {North: [Norway]}]}, {Asia: [Japan]}]}}"),
        std::string::npos)
        << once;
}

struct Refused {
    const char* text;
    const char* message;
};

class PolicyRefusal : public testing::TestWithParam<Refused> {};

TEST_P(PolicyRefusal, NamesPlaceAndRemedy) {
    const std::string message = refusal(GetParam().text);
    EXPECT_EQ(message.substr(0, std::string(GetParam().message).size()), GetParam().message)
        << message;
}

INSTANTIATE_TEST_SUITE_P(
    Keys,
    PolicyRefusal,
    testing::Values(
        Refused{"", "p.yaml:1:1: the policy is empty"},
        Refused{"attributes: {}", "p.yaml:1:13: the policy names no column"},
        Refused{"privacy: {k-anonymity: 5}", "p.yaml:1:1: the policy names no column"},
        Refused{"attributes: [a, b]", "p.yaml:1:13: attributes takes"},
        Refused{"just text", "p.yaml:1:1: the policy takes `key: value` pairs"},
        Refused{"attributes: {a: {}}\nprivcy: 5",
                "p.yaml:2:1: unknown key 'privcy' in the policy (did you mean 'privacy'?)"},
        Refused{"attributes: {a: {rol: sensitive}}",
                "p.yaml:1:18: unknown key 'rol' in attribute 'a' (did you mean 'role'?)"},
        Refused{"attributes: {a: sensitive}", "p.yaml:1:17: attribute 'a' takes `key: value`"},
        Refused{"attributes: {a: {role: quasi-identifing}}",
                "p.yaml:1:24: unknown role 'quasi-identifing' (did you mean 'quasi-identifying'?)"},
        Refused{"attributes: {a: {type: integr}}",
                "p.yaml:1:24: unknown type 'integr' (did you mean 'integer'?)"},
        Refused{"attributes: {a: {weight: -1}}", "p.yaml:1:26: weight must not be below 0"},
        Refused{"attributes: {a: {weight: .nan}}", "p.yaml:1:26: weight needs a number"},
        Refused{"attributes: {a: {weight: nan}}", "p.yaml:1:26: weight needs a number"},
        Refused{"attributes: {a: {recode: rang}}",
                "p.yaml:1:26: unknown recode 'rang' (did you mean 'range'?)"},
        Refused{"attributes: {a: {levels: 3}}", "p.yaml:1:26: levels needs the least"},
        Refused{"attributes: {a: {levels: [3, 1]}}", "p.yaml:1:26: the least level is above"},
        Refused{"attributes: {a: {levels: [0, 256]}}",
                "p.yaml:1:30: the greatest level needs a whole number from 0 to 255"},
        Refused{"attributes: {a: {class: yes}}", "p.yaml:1:25: unknown class 'yes'"},
        Refused{"attributes: {a: {class: true}, b: {class: true}}",
                "p.yaml:1:32: two class attributes, 'a' and 'b'"},
        Refused{"attributes: {a: {missing: dorp}}",
                "p.yaml:1:27: unknown missing 'dorp' (did you mean 'drop'?)"},
        Refused{"attributes: {\"\": {}}", "p.yaml:1:14: an attribute's name needs one value"}));

INSTANTIATE_TEST_SUITE_P(
    Hierarchies,
    PolicyRefusal,
    testing::Values(
        Refused{"attributes: {a: {hierarchy: fla}}",
                "p.yaml:1:29: unknown hierarchy 'fla' (did you mean 'flat'?)"},
        Refused{"attributes: {a: {hierarchy: mask}}",
                "p.yaml:1:29: hierarchy 'mask' needs more: write it as {mask: right}"},
        Refused{"attributes: {a: {hierarchy: {}}}", "p.yaml:1:29: hierarchy needs one of"},
        Refused{"attributes: {a: {hierarchy: {interval: [5]}}}",
                "p.yaml:1:30: unknown key 'interval' in hierarchy (did you mean 'intervals'?)"},
        Refused{"attributes: {a: {hierarchy: {mask: right, file: x}}}",
                "p.yaml:1:29: hierarchy has both 'file' and 'mask'"},
        Refused{"attributes: {a: {hierarchy: {mask: right, below: 3}}}",
                "p.yaml:1:43: 'below' does not go with a hierarchy by 'mask'"},
        Refused{"attributes: {a: {hierarchy: {intervals: [5, 12]}}}",
                "p.yaml:1:45: width 12 is not a multiple of the one before, 5"},
        Refused{"attributes: {a: {hierarchy: {intervals: [10, 5]}}}", "p.yaml:1:46: width 5 is"},
        Refused{"attributes: {a: {hierarchy: {intervals: [0]}}}",
                "p.yaml:1:42: an interval's width must be above 0"},
        Refused{"attributes: {a: {hierarchy: {intervals: []}}}",
                "p.yaml:1:41: intervals needs at least one width"},
        Refused{"attributes: {a: {hierarchy: {intervals: [5], below: 9, above: 9}}}",
                "p.yaml:1:63: 'above' must be greater than 'below'"},
        Refused{"attributes: {a: {hierarchy: {mask: rigth}}}",
                "p.yaml:1:36: unknown side of a mask 'rigth' (did you mean 'right'?)"},
        Refused{"attributes: {a: {hierarchy: {mask: left, step: 0}}}",
                "p.yaml:1:48: step needs a whole number from 1 to 1000, not '0'"},
        Refused{"attributes: {a: {hierarchy: {mask: left, character: ab}}}",
                "p.yaml:1:53: character needs one printable"},
        Refused{"attributes: {a: {hierarchy: {tree: x}}}", "p.yaml:1:36: tree needs labels"},
        Refused{"attributes: {a: {hierarchy: {tree: {x: []}}}}",
                "p.yaml:1:40: label 'x' has nothing below it"},
        Refused{"attributes: {a: {hierarchy: {tree: {x: }}}}",
                "p.yaml:1:36: label 'x' has nothing below it"},
        Refused{"attributes: {a: {hierarchy: {tree: {x: [[a]]}}}}",
                "p.yaml:1:41: a tree's list holds values"}));

INSTANTIATE_TEST_SUITE_P(
    Promises,
    PolicyRefusal,
    testing::Values(
        Refused{"attributes: {a: {}}\nprivacy: {k-anonymty: 5}",
                "p.yaml:2:11: unknown key 'k-anonymty' in privacy (did you mean 'k-anonymity'?)"},
        Refused{"attributes: {a: {}}\nprivacy: {k-anonymity: 1}",
                "p.yaml:2:24: k-anonymity needs k"},
        Refused{"attributes: {a: {}}\nprivacy: {k-anonymity: 2147483649}",
                "p.yaml:2:24: k-anonymity needs k"},
        Refused{"attributes: {a: {}}\nprivacy: {k-anonymity: 2.5}", "p.yaml:2:24: k-anonymity"},
        Refused{"attributes: {a: {}}\nprivacy: {k-anonymity: five}",
                "p.yaml:2:24: k needs a number, not 'five'"},
        Refused{"attributes: {a: {}}\nprivacy: {k-anonymity: [5, 6]}",
                "p.yaml:2:24: k-anonymity takes one value"},
        Refused{"attributes: {a: {}}\nprivacy: {l-diversity: {attribute: a, l: 1}}",
                "p.yaml:2:24: 'a': l-diversity needs l"},
        Refused{"attributes: {a: {}}\nprivacy: {l-diversity: {attribute: a}}",
                "p.yaml:2:24: 'a': l-diversity needs its parameter 'l', a whole number"},
        Refused{"attributes: {a: {}}\nprivacy: {l-diversity: {kind: recursive, l: 3}}",
                "p.yaml:2:24: l-diversity needs its parameter 'c', a number above 0"},
        Refused{"attributes: {a: {}}\nprivacy: {l-diversity: {l: 3, c: 2}}",
                "p.yaml:2:24: l-diversity of kind distinct has no parameter 'c'"},
        Refused{"attributes: {a: {}}\nprivacy: {delta-disclosure: {dleta: 3}}",
                "p.yaml:2:30: unknown key 'dleta' in delta-disclosure (did you mean 'delta'?)"},
        Refused{"attributes: {a: {}}\nprivacy: {t-closeness: 1.5}",
                "p.yaml:2:24: t-closeness needs t as a number from 0 to 1; it is 1.5"},
        Refused{"attributes: {a: {}}\nprivacy: {t-closeness: {t: 1, value: x}}",
                "p.yaml:2:31: unknown key 'value' in t-closeness"},
        Refused{"attributes: {a: {}}\nprivacy: {p-sensitive: {p: 2, level: 1}}",
                "p.yaml:2:24: p-sensitive of kind plain has no parameter 'level'"},
        Refused{"attributes: {a: {}}\nprivacy: {k-e: {k: 2}}",
                "p.yaml:2:16: k-e needs its parameter 'e'"},
        Refused{"attributes: {a: {}}\nprivacy: {alpha-k: [0]}",
                "p.yaml:2:21: alpha-k needs alpha as a number above 0 and up to 1; it is 0"},
        Refused{"attributes: {a: {}}\nprivacy: {l-diversity: {atribute: a, l: 2}}",
                "p.yaml:2:25: unknown key 'atribute' in l-diversity (did you mean 'attribute'?)"},
        Refused{"attributes: {a: {}}\nprivacy: {l-diversity: {l: 2, kind: entrpy}}",
                "p.yaml:2:24: l-diversity has no kind 'entrpy' (did you mean 'entropy'?)"},
        Refused{"attributes: {a: {}}\nobjective: gpc", "p.yaml:2:12: unknown objective 'gpc'"},
        Refused{"attributes: {a: {}}\nsuppression: {max: 1.5}",
                "p.yaml:2:20: suppression limit '1.5' is a share of more than 1"},
        Refused{"attributes: {a: {}}\nsuppression: {cells: 1.5}",
                "p.yaml:2:22: suppression limit '1.5' is a share of more than 1"},
        Refused{"attributes: {a: {}}\nsuppression: {max: -1}",
                "p.yaml:2:20: suppression limit '-1' is not a number"},
        Refused{"attributes: {a: {}}\nsuppression: {rows: strar}",
                "p.yaml:2:21: unknown treatment of suppressed rows 'strar' (did you mean 'star'?)"},
        Refused{"attributes: {a: {}}\nsuppression: 0.05", "p.yaml:2:14: suppression takes"},
        Refused{"attributes: {a: {}}\nmethod: {split: median}",
                "p.yaml:2:9: method needs its name"},
        Refused{"attributes: {a: {}}\nmethod: []", "p.yaml:2:9: method needs one value"},
        Refused{"attributes: {a: {}}\nmissing: {a: b}", "p.yaml:2:10: missing takes a list"}));

INSTANTIATE_TEST_SUITE_P(
    Texts,
    PolicyRefusal,
    testing::Values(Refused{"attributes: {a: {}, a: {}}",
                            "p.yaml:1:21: the key 'a' stands here twice"},
                    Refused{"attributes: {a: {}\n", "p.yaml:2:1: not valid YAML"},
                    Refused{"attributes: {\xC3\xA4: {}, b: \xFF}", "p.yaml:1:24: not valid UTF-8"},
                    Refused{"attributes: {\xC3\xA4: {}, b: 1}", "p.yaml:1:24: attribute 'b' takes"},
                    Refused{"attributes: {a: &x {}, b: *x}", "p.yaml:1:17: anchors"},
                    Refused{"attributes: {a: *x}", "p.yaml:1:17: not valid YAML"},
                    Refused{"attributes: {[a]: {}}", "p.yaml:1:14: a key must be a text"},
                    Refused{"attributes: {a: !int 5}", "p.yaml:1:17: tags"},
                    Refused{"attributes: {a: {}}\n---\nx: y\n", "p.yaml:2:1: a second document"}));

TEST(PolicyFile, RefusesNulBytes) {
    EXPECT_EQ(refusal(std::string("attributes:\n a\0b: {}", 19)),
              "p.yaml:2:3: a NUL byte; the file is not plain text");
}

TEST(PolicyFile, RefusesDeepNesting) {
    const std::string deep = "a: " + std::string(5000, '[') + std::string(5000, ']');
    EXPECT_EQ(refusal(deep), "p.yaml:1:67: nested more than 64 levels deep");
}

TEST(PolicyFile, RefusesKeysThatCouldNotBeWrittenBack) {
    const std::string longest(250, '\x07');
    const Policy policy = parse_policy("attributes: {" + longest + ": {}}", "p.yaml");
    EXPECT_EQ(parse_policy(policy_text(policy), "p.yaml").attributes[0].name, longest);
    EXPECT_EQ(refusal("attributes: {" + longest + "x: {}}"),
              "p.yaml:1:14: a key of more than 250 bytes");
}

TEST(PolicyFile, AByteOrderMarkIsSkipped) {
    EXPECT_EQ(parse_policy("\xEF\xBB\xBF"
                           "attributes: {a: {}}",
                           "p")
                  .attributes.size(),
              1U);
}

TEST(PolicyFile, NamesAMissingFileAndAFolder) {
    const std::filesystem::path folder = testing::TempDir();
    try {
        static_cast<void>(read_policy_file((folder / "kanon-none.yaml").string()));
        FAIL() << "read a file that is not there";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("kanon-none.yaml: cannot read the policy file"),
                  std::string::npos);
    }
    EXPECT_THROW(static_cast<void>(read_policy_file(folder.string())), Error);
}

TEST(PolicyFile, ReadsAFile) {
    const std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / "kanon-policy-file-test.yaml";
    std::ofstream(path) << kExample;
    EXPECT_EQ(read_policy_file(path.string()).attributes.size(), 11U);
    std::filesystem::remove(path);
}

TEST(SuppressionLimit, SharesAreExactAndFloored) {
    EXPECT_EQ(SuppressionLimit::parse("0.07").rows(100), 7U);
    EXPECT_EQ(SuppressionLimit::parse("0.29").rows(100), 29U);
    EXPECT_EQ(SuppressionLimit::parse("0.05").rows(30162), 1508U);
    EXPECT_EQ(SuppressionLimit::parse("5%").rows(99), 4U);
    EXPECT_EQ(SuppressionLimit::parse("2.5%").rows(1000), 25U);
    EXPECT_EQ(SuppressionLimit::parse("1.0").rows(12), 12U);
    EXPECT_EQ(SuppressionLimit::parse("100%").rows(12), 12U);
    EXPECT_EQ(SuppressionLimit::parse(".5").rows(4294967294U), 2147483647U);
    EXPECT_EQ(SuppressionLimit::parse("3").rows(10), 3U);
    EXPECT_EQ(SuppressionLimit::parse("30").rows(10), 10U);
    EXPECT_EQ(SuppressionLimit::parse("1").rows(10), 1U);
    EXPECT_EQ(SuppressionLimit::parse("1.").rows(10), 10U);
}

TEST(SuppressionLimit, TheTextReadsBackTheSame) {
    for (const char* text : {"0",
                             "7",
                             "0.05",
                             "5%",
                             "0.050",
                             "1.0",
                             "1.",
                             "100%",
                             ".5",
                             "0%",
                             "0.000000000000001",
                             "12.5%"}) {
        const SuppressionLimit limit = SuppressionLimit::parse(text);
        EXPECT_EQ(SuppressionLimit::parse(limit.text()), limit) << text << " " << limit.text();
    }
}

/// So many times the same text.
std::string repeated(std::string_view text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) {
        out += text;
    }
    return out;
}

TEST(LongPolicies, ALineAsLongAsTheFileIsReadInOnePass) {
    const std::string list = "[" + repeated("1,", 900'000) + "1]";
    EXPECT_EQ(refusal("attributes: " + list),
              "p.yaml:1:13: attributes takes `column: {role: ...}` pairs");
    EXPECT_EQ(refusal("attributes: {a: {}}\nmissing: [" + repeated("\"é\",", 1000) + "{}]"),
              "p.yaml:2:4011: a mark of the missing value needs one value, not `key: value` pairs");
}

TEST(LongPolicies, WhatHoldsMoreThanAMillionEntriesIsNotReadToItsEnd) {
    for (const char* part : {"1,", "[", "{", "[],", ",", "a: {b: ", "a: 1,"}) {
        const std::string text = "{a: [" + repeated(part, 3'000'000);
        EXPECT_NE(refusal(text).find("more than a million entries"), std::string::npos) << part;
    }
    EXPECT_NE(refusal(repeated("- 1\n", 1'100'000)).find("more than a million entries"),
              std::string::npos);
}

TEST(LongPolicies, ReadingEndsWhereItIsCancelled) {
    const std::atomic<bool> stop = true;
    RunContext context;
    context.cancel = &stop;
    EXPECT_THROW(static_cast<void>(parse_policy(
                     repeated("- 1\n", 10'000), "p.yaml", UnnamedColumns::refused, context)),
                 Error);
}

TEST(LongPolicies, ManyNamesAreComparedByASet) {
    std::string text = "attributes: {a: {}}\npatterns: {never: [";
    for (int i = 0; i < 400'000; ++i) {
        text += "a" + std::to_string(i) + ",";
    }
    EXPECT_NE(refusal(text + "a7]}").find("names 'a7' twice"), std::string::npos);
}

TEST(SuppressionLimit, RefusesWhatIsNoLimit) {
    for (const char* text : {"",
                             "%",
                             ".",
                             "-1",
                             "-0.1",
                             "1.01",
                             "101%",
                             "abc",
                             "1e-2",
                             "0.5.5",
                             "99999999999999999999",
                             "0.1234567890123456789",
                             "nan",
                             " 1"}) {
        EXPECT_THROW(static_cast<void>(SuppressionLimit::parse(text)), Error) << text;
    }
}

TEST(PolicyFile, SaysHowItsFilesAreRead) {
    const Policy policy = parse_policy(
        "attributes: {a: {hierarchy: {file: a.txt, header: true, delimiter: tab}}}\n"
        "population: {file: p.csv, header: false, delimiter: \";\", date-format: [b=dmy, ymd]}\n",
        "p.yaml");
    EXPECT_EQ(policy.find("a")->hierarchy.read,
              (ReadWords{{"delimiter", {"tab"}}, {"header", {"true"}}}));
    EXPECT_EQ(policy.population.read,
              (ReadWords{
                  {"date-format", {"b=dmy", "ymd"}}, {"delimiter", {";"}}, {"header", {"false"}}}));
}

TEST(PolicyFile, RefusesWrongSettingsOfItsFiles) {
    const auto of_population = [](const std::string& settings) {
        return refusal("attributes: {a: {}}\npopulation: {file: p.csv, " + settings + "}\n");
    };
    EXPECT_EQ(of_population("header: maybe"),
              "p.yaml:2:35: header: 'maybe' is not known; known: false, true");
    EXPECT_EQ(of_population("decimal-comma: true, thousands: true"),
              "p.yaml:2:59: thousands: a comma cannot be the decimal mark and part thousands as "
              "well; keep one");
    EXPECT_EQ(of_population("heder: true"),
              "p.yaml:2:27: unknown key 'heder' in population (did you mean 'header'?)");
    EXPECT_EQ(refusal("attributes: {a: {hierarchy: {intervals: 5, header: true}}}\n"),
              "p.yaml:1:44: 'header' does not go with a hierarchy by 'intervals'; leave it out");
}

}  // namespace
}  // namespace kanon
