// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/utf8.hpp"
#include "kanon/policy/policy_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>
#include <string>

namespace kanon {
namespace {

/// Any text that a policy may hold: valid UTF-8, not empty, no NUL.
std::string any_text() {
    const auto pieces = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>("a",
                                                                                   "Z",
                                                                                   "0",
                                                                                   " ",
                                                                                   "*",
                                                                                   "\"",
                                                                                   "'",
                                                                                   "\\",
                                                                                   ":",
                                                                                   "#",
                                                                                   "{",
                                                                                   "]",
                                                                                   ",",
                                                                                   "\n",
                                                                                   "\t",
                                                                                   "-",
                                                                                   "~",
                                                                                   "null",
                                                                                   "\xC3\xA4",
                                                                                   "&",
                                                                                   "!",
                                                                                   "%",
                                                                                   "@",
                                                                                   "`",
                                                                                   "\xE2\x82\xAC",
                                                                                   "\x01",
                                                                                   "\x7F",
                                                                                   "true",
                                                                                   ".")));
    std::string out;
    for (const std::string& piece : pieces) {
        out += piece;
    }
    return out;
}

bool coin() {
    return *rc::gen::inRange(0, 2) == 1;
}

HierarchyTree any_tree(int depth) {
    HierarchyTree out{.label = any_text(), .children = {}};
    const int children = depth == 0 ? 0 : *rc::gen::inRange(1, 4);
    for (int i = 0; i < children; ++i) {
        out.children.push_back(any_tree(*rc::gen::inRange(0, depth)));
    }
    return out;
}

HierarchySpec any_hierarchy() {
    using Form = HierarchySpec::Form;
    HierarchySpec out;
    out.form = *rc::gen::element(Form::automatic,
                                 Form::flat,
                                 Form::file,
                                 Form::intervals,
                                 Form::mask,
                                 Form::tree,
                                 Form::date);
    if (out.form == Form::file) {
        out.file = any_text();
        if (coin()) {
            out.read = {{"delimiter", {"\t"}}, {"encoding", {any_text()}}, {"header", {"true"}}};
        }
    } else if (out.form == Form::intervals) {
        const double first = *rc::gen::inRange(1, 1000) / 8.0;
        out.widths = {first, first * *rc::gen::inRange(2, 9)};
        if (coin()) {
            out.open_below = *rc::gen::inRange(-100, 0) / 3.0;
        }
        if (coin()) {
            out.open_above = *rc::gen::inRange(1, 100) * 1e7;
        }
    } else if (out.form == Form::mask) {
        out.mask_right = coin();
        out.mask_step = *rc::gen::inRange<std::size_t>(1, 1001);
        out.mask_levels = *rc::gen::inRange<std::size_t>(0, 1001);
        out.mask_character = *rc::gen::inRange<char>('!', '~');
        out.mask_parts = coin();
    } else if (out.form == Form::date) {
        out.periods = *rc::gen::element(std::vector<Period>{},
                                        std::vector<Period>{Period::month, Period::year},
                                        std::vector<Period>{Period::hour, Period::quarter});
    } else if (out.form == Form::tree) {
        out.tree = any_tree(3);
        if (out.tree.children.empty()) {
            out.tree.children.push_back({.label = "x", .children = {}});
        }
    }
    return out;
}

AttributePolicy any_attribute(const std::string& name) {
    AttributePolicy out;
    out.name = name;
    if (coin()) {
        out.role = *rc::gen::element(
            Role::identifying, Role::quasi_identifying, Role::sensitive, Role::insensitive);
    }
    if (coin()) {
        out.type = *rc::gen::element(ValueType::integer,
                                     ValueType::decimal,
                                     ValueType::date,
                                     ValueType::datetime,
                                     ValueType::text);
    }
    out.hierarchy = any_hierarchy();
    out.weight = *rc::gen::inRange(0, 100) / 7.0;
    if (coin()) {
        out.coding = *rc::gen::element(ValueCoding{"-20.5", "1e3", ""},
                                       ValueCoding{"", "2000/01/31", ""},
                                       ValueCoding{"", "", "0.25"},
                                       ValueCoding{"", "200", "100"});
    }
    if (coin()) {
        out.recode = *rc::gen::element(Recode::hierarchy, Recode::range, Recode::set);
    }
    if (coin()) {
        const auto least = *rc::gen::inRange(0, 256);
        out.levels = {static_cast<Level>(least), static_cast<Level>(*rc::gen::inRange(least, 256))};
    }
    if (coin()) {
        out.missing_is_value = coin();
    }
    return out;
}

/// Requirements of one model stand together in a text.
void add_privacy(Policy& out) {
    if (coin()) {
        const double k = *rc::gen::inRange(2, 1000000000);
        out.privacy.push_back({.model = "k-anonymity", .parameters = {{"k", k}}});
    }
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
        const bool entropy = coin();
        out.privacy.push_back(
            {.model = "l-diversity",
             .parameters = {{"l", *rc::gen::inRange(2, 50) + (entropy ? 0.3 : 0.0)}},
             .attribute = coin() ? any_text() : "",
             .kind = entropy ? "entropy" : (coin() ? "distinct" : ""),
             .with = coin() ? std::vector<std::string>{any_text()} : std::vector<std::string>{}});
    }
    const double share = *rc::gen::inRange(1, 99) / 100.0;
    if (coin()) {
        out.privacy.push_back(
            {.model = "l-diversity", .parameters = {{"c", share}, {"l", 3}}, .kind = "recursive"});
    }
    if (coin()) {
        out.privacy.push_back({.model = "t-closeness",
                               .parameters = {{"t", share}},
                               .attribute = any_text(),
                               .kind = "hierarchical"});
    }
    if (coin()) {
        out.privacy.push_back(
            {.model = "alpha-k", .parameters = {{"alpha", share}, {"k", 7}}, .value = any_text()});
    }
}

Policy any_policy() {
    Policy out;
    std::set<std::string> names;
    for (int i = *rc::gen::inRange(1, 5); i > 0; --i) {
        names.insert(any_text());
    }
    for (const std::string& name : names) {
        out.attributes.push_back(any_attribute(name));
    }
    out.attributes.back().is_class = coin();
    add_privacy(out);
    out.suppression = SuppressionLimit::parse(
        *rc::gen::element<std::string>("0", "12", "0.05", "7%", "1.0", "0.125", "33.3%"));
    if (coin()) {
        out.cell_suppression =
            SuppressionLimit::parse(*rc::gen::element<std::string>("0", "12", "0.05", "100%"));
    }
    if (coin()) {
        out.max_set_values = static_cast<std::uint64_t>(*rc::gen::inRange(1, 2000));
    }
    out.suppressed = coin() ? SuppressedRows::star : SuppressedRows::drop;
    out.method = any_text();
    if (coin()) {
        out.method_options["option-" + any_text()] = any_text();
    }
    out.objective = *rc::gen::element<std::string>("", "gcp", "dm", "height");
    out.person = coin() ? any_text() : "";
    if (coin()) {
        out.population.file = any_text();
        for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
            out.population.on[any_text()] = any_text();
        }
        if (coin()) {
            out.population.read = {{"delimiter", {";"}},
                                   {"header", {"false"}},
                                   {"date-format", {any_text() + "=dmy", "MM/DD/YYYY"}},
                                   {"sheet", {any_text()}}};
        }
    }
    if (coin()) {
        out.missing_marks = {any_text(), any_text()};
        out.keep_blank_rows = true;
    }
    if (coin()) {
        out.accept["row-order"] = "because " + any_text();
    }
    return out;
}

void expect_same(const HierarchyTree& a, const HierarchyTree& b) {
    RC_ASSERT(a.label == b.label);
    RC_ASSERT(a.children.size() == b.children.size());
    for (std::size_t i = 0; i < a.children.size(); ++i) {
        expect_same(a.children[i], b.children[i]);
    }
}

void expect_same(const HierarchySpec& a, const HierarchySpec& b) {
    RC_ASSERT(a.form == b.form);
    RC_ASSERT(a.file == b.file);
    RC_ASSERT(a.read == b.read);
    RC_ASSERT(a.widths == b.widths);
    RC_ASSERT(a.open_below == b.open_below);
    RC_ASSERT(a.open_above == b.open_above);
    RC_ASSERT(a.mask_right == b.mask_right);
    RC_ASSERT(a.mask_step == b.mask_step);
    RC_ASSERT(a.mask_levels == b.mask_levels);
    RC_ASSERT(a.mask_character == b.mask_character);
    expect_same(a.tree, b.tree);
}

void expect_same(const Policy& a, const Policy& b) {
    RC_ASSERT(a.max_set_values == b.max_set_values);
    RC_ASSERT(a.attributes.size() == b.attributes.size());
    for (std::size_t i = 0; i < a.attributes.size(); ++i) {
        const AttributePolicy& x = a.attributes[i];
        const AttributePolicy& y = b.attributes[i];
        RC_ASSERT(x.name == y.name);
        RC_ASSERT(x.role == y.role);
        RC_ASSERT(x.type == y.type);
        expect_same(x.hierarchy, y.hierarchy);
        RC_ASSERT(x.weight == y.weight);
        RC_ASSERT(x.coding == y.coding);
        RC_ASSERT(x.recode == y.recode);
        RC_ASSERT(x.levels == y.levels);
        RC_ASSERT(x.is_class == y.is_class);
        RC_ASSERT(x.missing_is_value == y.missing_is_value);
    }
    RC_ASSERT(a.privacy.size() == b.privacy.size());
    for (std::size_t i = 0; i < a.privacy.size(); ++i) {
        RC_ASSERT(a.privacy[i].model == b.privacy[i].model);
        RC_ASSERT(a.privacy[i].parameters == b.privacy[i].parameters);
        RC_ASSERT(a.privacy[i].attribute == b.privacy[i].attribute);
        RC_ASSERT(a.privacy[i].kind == b.privacy[i].kind);
        RC_ASSERT(a.privacy[i].with == b.privacy[i].with);
        RC_ASSERT(a.privacy[i].value == b.privacy[i].value);
    }
    RC_ASSERT(a.suppression == b.suppression);
    RC_ASSERT(a.cell_suppression == b.cell_suppression);
    RC_ASSERT(a.suppressed == b.suppressed);
    RC_ASSERT(a.method == b.method);
    RC_ASSERT(a.method_options == b.method_options);
    RC_ASSERT(a.objective == b.objective);
    RC_ASSERT(a.person == b.person);
    RC_ASSERT(a.population.file == b.population.file);
    RC_ASSERT(a.population.on == b.population.on);
    RC_ASSERT(a.population.read == b.population.read);
    RC_ASSERT(a.missing_marks == b.missing_marks);
    RC_ASSERT(a.keep_blank_rows == b.keep_blank_rows);
    RC_ASSERT(a.accept == b.accept);
}

TEST(PolicyText, ReadsBackTheSameForAnyPolicy) {
    EXPECT_TRUE(rc::check([] {
        const Policy policy = any_policy();
        const std::string text = policy_text(policy);
        RC_LOG() << text;
        expect_same(policy, parse_policy(text, "p.yaml"));
    }));
}

TEST(ParsePolicy, AnswersAnyTextWithAPolicyOrARefusal) {
    EXPECT_TRUE(rc::check([] {
        std::string text = policy_text(any_policy());
        const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size());
        if (coin()) {
            text.erase(at, *rc::gen::inRange<std::size_t>(1, 20));
        } else {
            text[at] = *rc::gen::arbitrary<char>();
        }
        try {
            static_cast<void>(parse_policy(text, "p.yaml"));
        } catch (const Error& error) {
            RC_ASSERT(error.code() == ErrorCode::bad_policy);
            RC_ASSERT(error.where().line > 0U);
        }
    }));
}

}  // namespace
}  // namespace kanon
