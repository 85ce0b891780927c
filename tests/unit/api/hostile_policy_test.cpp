// SPDX-License-Identifier: Apache-2.0
// Policies, tables and contexts as no file says them: each call ends with a proven release or an
// Error, never with a stop of the program.
#include "kanon/api/explore.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/api/table.hpp"
#include "kanon/base/random.hpp"

#include "support/effort.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

template <class Values>
auto any(Random& random, const Values& values) {
    return values[random.below(std::size(values))];
}

bool rarely(Random& random) {
    return random.below(6) == 0;
}

Table odd_table(Random& random) {
    Table plain = test::table_of(
        "age zip ill", "20 a x; 21 a y; 22 b x; 40 b y; 41 a x; 42 b y; 20 a y; 21 b x; ? a ?");
    if (!rarely(random)) {
        return plain;
    }
    const std::array<Table, 5> tables{
        test::table_of("age zip ill", "1 a x; 1 a x"),
        test::table_of("age zip ill", "? ? ?; ? ? ?; ? ? ?"),
        test::table_of("age zip ill", "2024-01-31 a x; 2024-02-29 b x; 1999-12-31 a y; ? b y"),
        Table({test::column_of("age", {}), test::column_of("zip", {}), test::column_of("ill", {})},
              0),
        Table({}, 5)};
    return any(random, tables);
}

HierarchyTree deep_tree(int depth) {
    HierarchyTree tree{.label = "a", .children = {}};
    for (int i = 0; i < depth; ++i) {
        HierarchyTree above{.label = "l" + std::to_string(i), .children = {}};
        above.children.push_back(std::move(tree));
        tree = std::move(above);
    }
    return tree;
}

HierarchySpec odd_hierarchy(Random& random) {
    using Form = HierarchySpec::Form;
    HierarchySpec spec;
    spec.form = any(random,
                    std::array{Form::automatic,
                               Form::flat,
                               Form::file,
                               Form::intervals,
                               Form::mask,
                               Form::tree,
                               Form::date});
    const std::array<double, 8> numbers{0, -1, 1, 10, 1e300, 1e-300, kNaN, kInfinity};
    for (std::uint64_t i = random.below(4); i > 0; --i) {
        spec.widths.push_back(any(random, numbers));
    }
    if (rarely(random)) {
        spec.open_below = any(random, numbers);
    }
    if (rarely(random)) {
        spec.open_above = any(random, numbers);
    }
    spec.mask_right = rarely(random);
    spec.mask_step = any(random, std::array<std::size_t, 4>{1, 0, 2, kMost});
    spec.mask_levels = any(random, std::array<std::size_t, 4>{0, 1, 300, kMost});
    spec.mask_character = any(random, std::array{'*', 'a', '\0', '\x80'});
    spec.tree = any(random,
                    std::array{HierarchyTree{},
                               deep_tree(2),
                               deep_tree(1000),
                               HierarchyTree{.label = "*", .children = {deep_tree(1), {}}}});
    return spec;
}

void spoil_attribute(Random& random, AttributePolicy& attribute) {
    if (rarely(random)) {
        attribute.name = any(random, std::array<const char*, 4>{"", "age", "none", "a\xff"});
    }
    if (rarely(random)) {
        attribute.role = any(
            random,
            std::array{
                Role::quasi_identifying, Role::identifying, Role::sensitive, Role::insensitive});
    }
    if (rarely(random)) {
        attribute.type = any(random, std::array{ValueType::integer, ValueType::text});
    }
    if (rarely(random)) {
        attribute.hierarchy = odd_hierarchy(random);
    }
    if (rarely(random)) {
        attribute.weight =
            any(random, std::array<double, 7>{0, -1, kNaN, kInfinity, -kInfinity, 1e308, 1e-308});
    }
    if (rarely(random)) {
        const std::array<const char*, 9> texts{
            "", "30", "-1", "nan", "1e400", "[30, inf)", "2000-01-01", "a\xff", "0"};
        attribute.coding = {any(random, texts), any(random, texts), any(random, texts)};
    }
    if (rarely(random)) {
        const std::array<Recode, 3> recodings{Recode::hierarchy, Recode::range, Recode::set};
        attribute.recode = any(random, recodings);
    }
    if (rarely(random)) {
        const std::array<Level, 6> levels{0, 1, 2, 3, 200, std::numeric_limits<Level>::max()};
        attribute.levels = std::pair(any(random, levels), any(random, levels));
    }
    attribute.is_class = rarely(random);
    if (rarely(random)) {
        attribute.missing_is_value = rarely(random);
    }
}

PatternPolicy odd_patterns(Random& random) {
    using Names = PatternPolicy::Names;
    const std::array<Names, 5> names{
        Names{}, Names{"age"}, Names{"age", "age"}, Names{"none", ""}, Names{"age", "zip"}};
    PatternPolicy patterns;
    if (rarely(random)) {
        patterns.max_stars = any(random, std::array<std::uint64_t, 4>{0, 1, 2, kMost});
    }
    patterns.never = any(random, names);
    if (rarely(random)) {
        patterns.together.push_back(any(random, names));
    }
    if (rarely(random)) {
        patterns.at_most_one.push_back(any(random, names));
    }
    if (rarely(random)) {
        patterns.list.push_back(any(random, names));
    }
    patterns.all_star =
        any(random, std::array{AllStar::never, AllStar::outliers, AllStar::as_class});
    return patterns;
}

constexpr std::array kModelNames{"k-anonymity",
                                 "l-diversity",
                                 "t-closeness",
                                 "delta-disclosure",
                                 "beta-likeness",
                                 "p-sensitive",
                                 "alpha-k",
                                 "k-e",
                                 "x",
                                 ""};
constexpr std::array kModelKinds{"",
                                 "distinct",
                                 "entropy",
                                 "recursive",
                                 "entropy-grassberger",
                                 "ordered",
                                 "hierarchical",
                                 "present",
                                 "enhanced",
                                 "extended",
                                 "x"};
constexpr std::array kParameterNames{
    "k", "l", "c", "t", "delta", "beta", "p", "level", "alpha", "e", "x"};

void spoil_promises(Random& random, Policy& policy) {
    const std::array<double, 10> parameters{
        2, 3, 0, 1, -1, 2.5, 1e300, kNaN, kInfinity, 2147483648.0};
    policy.privacy.clear();
    for (std::uint64_t i = random.below(3); i > 0; --i) {
        PrivacyRequirement requirement{
            .model = any(random, kModelNames),
            .attribute = any(random, std::array{"", "ill", "age", "none"}),
            .kind = any(random, kModelKinds),
            .value = any(random, std::array{"", "", "flu", "none"})};
        for (std::uint64_t names = 1 + random.below(2); names > 0; --names) {
            requirement.parameters[any(random, kParameterNames)] = any(random, parameters);
        }
        policy.privacy.push_back(requirement);
    }
}

SuppressionLimit odd_limit(Random& random) {
    const std::array<std::uint64_t, 6> counts{0, 1, 3, 10, 1000, kMost};
    return {.numerator = any(random, counts),
            .denominator = rarely(random) ? any(random, counts) : 0};
}

void choose_method(Random& random, Policy& policy) {
    const MethodInfo& method = any(random, methods());
    policy.method = method.name;
    if (!method.options.empty() && rarely(random)) {
        policy.method_options[std::string(any(random, method.options).name)] =
            any(random,
                std::array{"", "0", "-1", "1", "2", "nan", "inf", "99999999999999999999", "true"});
    }
    if (rarely(random)) {
        policy.method = any(random, std::array{"auto", "", "none"});
    }
}

/// A policy that may be kept, but for a few fields.
Policy odd_policy(Random& random) {
    Policy policy;
    policy.attribute("age").role = Role::quasi_identifying;
    policy.attribute("zip").role = Role::quasi_identifying;
    policy.attribute("ill").role = Role::sensitive;
    policy.privacy = {{.model = "k-anonymity", .parameters = {{"k", 2}}}};
    for (AttributePolicy& attribute : policy.attributes) {
        if (rarely(random)) {
            spoil_attribute(random, attribute);
        }
    }
    if (rarely(random)) {
        spoil_promises(random, policy);
    }
    policy.suppression = odd_limit(random);
    if (rarely(random)) {
        policy.cell_suppression = odd_limit(random);
    }
    policy.suppressed = rarely(random) ? SuppressedRows::drop : SuppressedRows::star;
    choose_method(random, policy);
    if (rarely(random)) {
        policy.objective =
            any(random, std::array{"gcp", "dm", "cm", "prec", "stars", "distinct-rows", "none"});
    }
    if (rarely(random)) {
        policy.patterns = odd_patterns(random);
    }
    if (rarely(random)) {
        policy.person = any(random, std::array{"ill", "age", "none"});
    }
    return policy;
}

RunContext odd_context(Random& random) {
    RunContext context;
    context.node_limit = any(random, std::array<std::uint64_t, 4>{1000, 0, 1, 50});
    context.threads = any(random, std::array<unsigned, 4>{1, 1, 0, 3});
    const auto now = std::chrono::steady_clock::now();
    context.deadline = now + std::chrono::milliseconds(rarely(random) ? -1 : 300);
    context.seed = random.next();
    return context;
}

TEST(HostilePolicy, EndsWithAProvenReleaseOrAnError) {
    const std::vector<std::uint64_t> tries = test::drawn_cases("hostile policies", 2000, 1000);
    std::size_t releases = 0;
    for (const std::uint64_t seed : tries) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const Table table = odd_table(random);
        const Policy policy = odd_policy(random);
        const RunContext context = odd_context(random);
        const AnonymizeOptions options{.prove = rarely(random)};
        try {
            releases += anonymize(table, policy, context, options)->audit.passed ? 1U : 0U;
            static_cast<void>(explore(table, policy, random.below(20), context));
        } catch (const Error& error) {
            EXPECT_NE(error.code(), ErrorCode::audit_failed) << error.what();
        }
    }
    EXPECT_GT(releases, tries.size() / 10) << "the policies are too odd to try much";
}

/// What a policy with one odd field is refused for.
std::string refusal(const std::function<void(Policy&)>& spoil) {
    Policy policy;
    policy.attribute("age").role = Role::quasi_identifying;
    policy.attribute("zip").role = Role::quasi_identifying;
    policy.attribute("ill").role = Role::sensitive;
    policy.privacy = {{.model = "k-anonymity", .parameters = {{"k", 2}}}};
    spoil(policy);
    const Table table = test::table_of("age zip ill", "20 a x; 21 a y; 22 b x; 23 b y");
    try {
        static_cast<void>(anonymize(table, policy, {}));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy) << error.what();
        return error.what();
    }
    return "nothing was refused";
}

TEST(HostilePolicy, IsRefusedForWhatNoFileCouldSay) {
    EXPECT_EQ(refusal([](Policy&) {}), "nothing was refused");
    for (const double weight : {kNaN, kInfinity, -kInfinity, -1.0}) {
        EXPECT_EQ(refusal([&](Policy& p) { p.attribute("age").weight = weight; }),
                  "'age': a weight is a number of at least 0, and all together are finite");
    }
    EXPECT_EQ(refusal([](Policy& p) {
                  p.attribute("age").weight = std::numeric_limits<double>::max();
                  p.attribute("zip").weight = std::numeric_limits<double>::max();
              }),
              "'zip': a weight is a number of at least 0, and all together are finite");
    EXPECT_EQ(refusal([](Policy& p) {
                  p.attribute("age").levels = {2, 1};
              }),
              "'age': the least level is above the greatest; give the least one first");
    EXPECT_EQ(refusal([](Policy& p) { p.attributes.push_back(p.attributes[0]); }),
              "'age': an attribute has no name, or is named twice; name each once");
    EXPECT_EQ(refusal([](Policy& p) { p.attributes[2].name.clear(); }),
              "an attribute has no name, or is named twice; name each once");
    EXPECT_EQ(refusal([](Policy& p) { p.attribute("zip").hierarchy.mask_character = '\x80'; }),
              "'zip': masks are made of a printable ASCII character, such as *");
    EXPECT_EQ(refusal([](Policy& p) { p.suppression = {.numerator = 3, .denominator = 2}; }),
              "a limit of suppression is a share of more than 1; give at most 1, or a count of "
              "rows");
}

}  // namespace
}  // namespace kanon
