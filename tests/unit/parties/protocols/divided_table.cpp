// SPDX-License-Identifier: Apache-2.0
#include "divided_table.hpp"

#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"

#include <map>
#include <numeric>
#include <utility>

namespace kanon::parties::test {
namespace {

Side side_of(const Problem& joint, const std::vector<std::size_t>& attributes, Random& random) {
    Side side{.task = joint};
    side.task.quasi_identifiers.clear();
    side.task.tracked.clear();
    side.task.class_place.reset();
    std::vector<std::size_t> columns;
    for (const std::size_t attribute : attributes) {
        side.task.quasi_identifiers.push_back(joint.quasi_identifiers[attribute]);
        columns.push_back(joint.columns[attribute]);
    }
    TypedRows types = make_row_types(joint.table, columns, {}, 1);
    side.joint_row.resize(joint.table.row_count());
    std::iota(side.joint_row.begin(), side.joint_row.end(), std::uint32_t{0});
    for (std::size_t left = side.joint_row.size(); left > 1; --left) {
        std::swap(side.joint_row[left - 1], side.joint_row[random.below(left)]);
    }
    for (const std::uint32_t row : side.joint_row) {
        side.type_of_row.push_back(types.type_of_row[row]);
        side.keys.push_back("person " + std::to_string(row));
    }
    side.task.count(std::move(types));
    return side;
}

std::string number_or_missing(std::uint64_t values, Random& random) {
    return random.below(8) == 0 ? "? " : std::to_string(random.below(values)) + " ";
}

/// Numbers and words, some missing, by a policy. Now and then hours are the ages of others of the
/// same label, so that both columns tell as much and have equal scores at first.
Problem table_with_missing(Random& random) {
    std::vector<std::string> labels;
    std::map<std::string, std::vector<std::string>> ages;
    const std::uint64_t count = 20 + random.below(60);
    for (std::uint64_t row = 0; row < count; ++row) {
        labels.push_back(random.below(9) == 0 ? "?" : "c" + std::to_string(random.below(5)));
        ages[labels.back()].push_back(number_or_missing(20, random));
    }
    const bool are_equal = random.below(2) == 0;
    std::map<std::string, std::size_t> next;
    std::string rows;
    for (const std::string& label : labels) {
        const std::vector<std::string>& of_label = ages[label];
        const std::size_t at = next[label]++;
        rows += of_label[at];
        rows += are_equal ? of_label[(at + 1) % of_label.size()] : number_or_missing(9, random);
        rows += random.below(8) == 0 ? "? " : std::to_string(1000 + random.below(40)) + "x ";
        rows += label + ";";
    }
    return kanon::test::bound(kanon::test::table_of("age hours zip s", rows),
                              "attributes:\n"
                              "  age: {role: quasi-identifying, recode: range}\n"
                              "  hours: {role: quasi-identifying, recode: range}\n"
                              "  zip: {role: quasi-identifying, hierarchy: {mask: right}}\n"
                              "  s: {role: insensitive, class: true}\n"
                              "privacy: {k-anonymity: 2}\n");
}

}  // namespace

DividedTable divided(Problem joint, std::size_t parties, Random& random) {
    DividedTable out{.joint = std::move(joint)};
    std::vector<std::vector<std::size_t>> attributes(parties);
    for (std::size_t j = 0; j < out.joint.quasi_identifiers.size(); ++j) {
        out.owners.push_back(random.below(parties));
        attributes[out.owners.back()].push_back(j);
    }
    for (std::size_t party = 0; party < parties; ++party) {
        out.sides.push_back(side_of(out.joint, attributes[party], random));
    }
    out.class_owner = random.below(parties);
    Side& owner = out.sides[out.class_owner];
    for (const std::uint32_t row : owner.joint_row) {
        owner.class_of_row.push_back(
            out.joint.table.column(out.joint.class_attribute.value()).codes[row]);
    }
    return out;
}

Problem table_of_trees(std::uint64_t seed, Random& random) {
    Problem problem = kanon::test::random_problem({.rows = 12 + random.below(50),
                                                   .attributes = 2 + random.below(4),
                                                   .values = 3 + random.below(7),
                                                   .starred_top = seed % 2 == 0},
                                                  seed);
    if (random.below(2) == 0) {
        problem.quasi_identifiers[0].hierarchy_given = false;
        problem.quasi_identifiers[0].recode_range = true;
    }
    QuasiIdentifier& bounded = problem.quasi_identifiers.back();
    if (random.below(3) == 0 && bounded.hierarchy.height() > 1) {
        bounded.greatest_level = bounded.hierarchy.height() - 1;
    }
    if (random.below(3) == 0) {
        bounded.least_level = 1;
    }
    return problem;
}

DividedTable divided_table(std::uint64_t seed) {
    Random random(seed);
    Problem joint = seed % 3 == 2 ? table_with_missing(random) : table_of_trees(seed, random);
    joint = kanon::test::with_k(std::move(joint), 2 + random.below(6));
    joint.suppression_limit = random.below(2) == 0 ? 0 : random.below(9);
    return divided(std::move(joint), 2 + seed % 4, random);
}

}  // namespace kanon::parties::test
