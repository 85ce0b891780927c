// SPDX-License-Identifier: Apache-2.0
#include "support/mixed_problems.hpp"

#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace kanon::test {
namespace {

/// Trees, ranges of texts, and sets.
Problem words(std::uint64_t seed, Random& random) {
    Problem problem = random_problem({.rows = 8 + random.below(90),
                                      .attributes = 1 + random.below(5),
                                      .values = 2 + random.below(9),
                                      .starred_top = random.below(3) > 0},
                                     seed);
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        const std::uint64_t recoding = random.below(4);
        attribute.hierarchy_given = recoding < 2;
        attribute.recode_range = recoding == 2;
        attribute.recode_set = recoding == 3;
        attribute.range_texts = recoding == 3 && random.below(2) == 0;
        attribute.max_set_values = 2 + random.below(4);
        if (recoding == 1) {
            attribute.least_level = static_cast<Level>(random.below(2));
        }
    }
    return problem;
}

std::string or_missing(const std::string& value, Random& random) {
    return (random.below(9) == 0 ? "?" : value) + " ";
}

Problem numbers(Random& random) {
    std::string rows;
    const std::uint64_t count = 8 + random.below(90);
    const std::uint64_t values = 2 + random.below(20);
    for (std::uint64_t row = 0; row < count; ++row) {
        rows += or_missing(std::to_string(random.below(values)), random);
        rows += or_missing(std::to_string(random.below(1 + random.below(9))), random);
        rows += or_missing(fmt::format("{}x", 1000 + random.below(40)), random);
        rows += or_missing("c" + std::to_string(random.below(6)), random) + ";";
    }
    return bound(table_of("age hours zip class", rows),
                 "attributes:\n"
                 "  age: {role: quasi-identifying, recode: range}\n"
                 "  hours: {role: quasi-identifying, recode: range, weight: 2}\n"
                 "  zip: {role: quasi-identifying, hierarchy: {mask: right}}\n"
                 "  class: {role: quasi-identifying, recode: set}\n"
                 "privacy: {k-anonymity: 2}\n");
}

}  // namespace

Problem mixed_problem(std::uint64_t seed) {
    Random random(seed);
    Problem problem = seed % 3 == 0 ? numbers(random) : words(seed, random);
    problem = with_k(std::move(problem), 2 + random.below(6));
    problem.suppression_limit = 0;
    problem.objective = random.below(3) == 0 ? Objective::lm : Objective::gcp;
    problem.tracked.clear();
    problem.class_place.reset();
    RowTypes types = problem.row_types();
    types.histograms.clear();
    if (random.below(2) == 0) {
        types.rows = 0;
        for (std::uint32_t& count : types.counts) {
            count *= static_cast<std::uint32_t>(1 + random.below(4));
            types.rows += count;
        }
    }
    problem.count(std::move(types));
    return problem;
}

Task task_of_some(const Task& whole, const std::vector<std::uint32_t>& rows) {
    RowTypes some;
    std::vector<std::size_t> kept;
    for (std::size_t type = 0; type < rows.size(); ++type) {
        if (rows[type] > 0) {
            kept.push_back(type);
            some.counts.push_back(rows[type]);
            some.rows += rows[type];
        }
    }
    for (std::size_t attribute = 0; attribute < whole.quasi_identifiers.size(); ++attribute) {
        const CodeVector& from = whole.row_types().columns[attribute];
        CodeVector to(kept.size(), whole.quasi_identifiers[attribute].dictionary().size());
        to.visit_mutable([&](const auto codes) {
            for (std::size_t i = 0; i < kept.size(); ++i) {
                codes[i] = static_cast<std::remove_reference_t<decltype(codes[i])>>(from[kept[i]]);
            }
        });
        some.columns.push_back(std::move(to));
    }
    Task out = whole;
    out.count(std::move(some));
    return out;
}

std::string released_text(const ClassRecoding& recoding, std::uint32_t of_class) {
    std::string out;
    for (std::size_t attribute = 0; attribute < recoding.domains.size(); ++attribute) {
        const ReleasedDomain& domain = recoding.domains[attribute];
        const ReleasedValue& value = domain.values[recoding.value_of_class[attribute][of_class]];
        const bool is_set = value.kind == ReleasedValue::Kind::set;
        out += fmt::format(
            "{}:{}:{}", static_cast<int>(value.kind), is_set ? 0 : value.first, value.second);
        for (const Code code : is_set ? domain.sets[value.first] : std::vector<Code>()) {
            out += "," + std::to_string(code);
        }
        out += ";";
    }
    return out;
}

}  // namespace kanon::test
