// SPDX-License-Identifier: Apache-2.0
#include "support/random_problems.hpp"

#include "kanon/privacy/models/against.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kanon::test {
namespace {

/// A level over `below` labels: each new label joins at random, all labels used.
Hierarchy::LevelMap random_level(const std::vector<Code>& below,
                                 std::size_t labels,
                                 const std::string& prefix,
                                 Random& random) {
    const Code most = *std::max_element(below.begin(), below.end());
    std::vector<Code> parent(std::size_t{most} + 1);
    for (Code& label : parent) {
        label = static_cast<Code>(random.below(labels));
    }
    Hierarchy::LevelMap level;
    for (std::size_t label = 0; label < labels; ++label) {
        level.labels.push_back(prefix + std::to_string(label));
    }
    for (const Code label : below) {
        level.label_of_code.push_back(parent[label]);
    }
    return level;
}

/// Leaves of a file that do not occur in the data: up to two more under each label of the first
/// level, and under the labels above those that they are under.
void add_file_leaves(std::vector<Hierarchy::LevelMap>& levels, Random& random) {
    std::vector<std::uint32_t> more(levels.front().labels.size());
    for (std::uint32_t& leaves : more) {
        leaves = static_cast<std::uint32_t>(random.below(3));
    }
    for (Hierarchy::LevelMap& level : levels) {
        level.file_leaves.resize(level.labels.size());
        std::vector<bool> counted(more.size());
        for (Code code = 0; code < level.label_of_code.size(); ++code) {
            const Code first = levels.front().label_of_code[code];
            ++level.file_leaves[level.label_of_code[code]];
            level.file_leaves[level.label_of_code[code]] += counted[first] ? 0 : more[first];
            counted[first] = true;
        }
    }
}

Hierarchy random_hierarchy(const Column& column, bool starred_top, Random& random) {
    std::vector<Code> below(column.dictionary->size());
    for (Code code = 0; code < below.size(); ++code) {
        below[code] = code;
    }
    std::vector<Hierarchy::LevelMap> levels;
    std::size_t labels = below.size();
    const std::size_t middle_levels = random.below(3);
    for (std::size_t level = 0; level < middle_levels && labels > 2; ++level) {
        labels = 2 + random.below(labels - 1);
        levels.push_back(random_level(
            below, labels, column.name + "-" + std::to_string(level + 1) + "-", random));
        below = levels.back().label_of_code;
    }
    levels.push_back(random_level(below, 1, "any-", random));
    if (starred_top) {
        levels.back().labels = {"*"};
    }
    Random leaves(column.dictionary->size() * 8 + levels.size());  // leaves other draws as they are
    add_file_leaves(levels, leaves);
    return {column.dictionary, std::move(levels), HierarchyKind::file};
}

std::string random_cells(const RandomShape& shape, Random& random) {
    std::string rows;
    for (std::size_t row = 0; row < shape.rows; ++row) {
        for (std::size_t j = 0; j < shape.attributes; ++j) {
            const std::uint64_t skewed =
                std::min(random.below(shape.values), random.below(shape.values));
            rows += "v" + std::to_string(skewed) + " ";
        }
        rows += "s" + std::to_string(random.below(shape.sensitive_values)) + ";";
    }
    return rows;
}

}  // namespace

Problem random_problem(const RandomShape& shape, std::uint64_t seed) {
    Random random(seed);
    std::string names;
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < shape.attributes; ++j) {
        names += "q" + std::to_string(j) + " ";
        columns.push_back(j);
    }
    Problem problem;
    problem.table = table_of(names + "s", random_cells(shape, random));
    for (const std::size_t j : columns) {
        QuasiIdentifier qi;
        qi.name = problem.table.column(j).name;
        qi.hierarchy = random_hierarchy(problem.table.column(j), shape.starred_top, random);
        qi.hierarchy_given = true;
        qi.weight = static_cast<double>(1 + random.below(3));
        qi.greatest_level = qi.hierarchy.height();
        problem.quasi_identifiers.push_back(std::move(qi));
        problem.columns.push_back(j);
    }
    problem.patterns.attributes = shape.attributes;
    problem.sensitive = {shape.attributes};
    problem.tracked_columns = {shape.attributes};
    problem.class_attribute = shape.attributes;
    count_rows(problem);
    return with_k(std::move(problem), 2 + random.below(2));
}

RandomShape small_shape(std::uint64_t seed) {
    return {.rows = 5 + seed % 5, .attributes = 2 + seed % 3, .values = 3 + seed % 3};
}

Problem random_star_problem(std::uint64_t seed) {
    Problem problem = random_problem(small_shape(seed), seed);
    problem.objective = objective_of_cells(seed);
    problem.suppression_limit = seed % 7 == 0 ? 2 : 0;
    PatternMask& mask = problem.patterns;
    mask.all_star = seed % 5 == 0 ? AllStar::as_class : AllStar::outliers;
    mask.given = seed % 3 == 0;
    mask.max_stars = mask.given ? 1 + seed % 2 : mask.max_stars;
    mask.never = seed % 11 == 0 ? 1 : 0;
    return problem;
}

Problem random_star_problem(const RandomShape& shape, std::uint64_t seed, Objective objective) {
    Problem problem = random_problem(shape, seed);
    problem.objective = objective;
    problem.patterns.all_star = AllStar::as_class;
    return problem;
}

Objective objective_of_cells(std::uint64_t seed) {
    return seed % 2 == 0 ? Objective::stars : Objective::gcp;
}

Problem with_k(Problem problem, std::uint64_t k) {
    const PrivacyRequirement requirement{.model = "k-anonymity",
                                         .parameters = {{"k", static_cast<double>(k)}}};
    problem.k = k;
    problem.models = {find_privacy_model(requirement.model).make(requirement, std::nullopt)};
    return problem;
}

void add_l_diversity(Problem& problem, const std::string& kind, double l) {
    const PrivacyRequirement requirement{
        .model = "l-diversity", .parameters = {{"l", l}}, .attribute = "s", .kind = kind};
    problem.models.push_back(
        find_privacy_model(requirement.model).make(requirement, ModelContext{}));
}

void ask_against(Problem& problem,
                 const Adversary& against,
                 const PrivacyRequirement& requirement) {
    std::vector<std::size_t> places;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        if (std::ranges::find(against.columns, problem.quasi_identifiers[j].name) !=
            against.columns.end()) {
            places.push_back(j);
        }
    }
    const ModelInfo& info = find_privacy_model(requirement.model);
    problem.models.push_back(make_against(
        info.make(requirement, info.needs.attribute ? std::optional(ModelContext{}) : std::nullopt),
        against,
        places));
}

PrivacyRequirement anonymity(double k) {
    return {.model = "k-anonymity", .parameters = {{"k", k}}};
}

void ask_of_population(Problem& problem, const PrivacyRequirement& asked, std::uint64_t seed) {
    Random random(seed);
    const std::size_t rows = problem.table.row_count();
    const std::size_t people = 3 * rows;
    std::vector<std::shared_ptr<const Column>> columns;
    std::vector<std::size_t> places;
    for (const std::size_t of : problem.columns) {
        Column column = problem.table.column(of);
        const std::size_t values = column.dictionary->size();
        CodeVector codes(people, values);
        for (std::size_t row = 0; row < people; ++row) {
            const bool is_of_table = row < rows && row % 7 != 3;
            codes.set(row,
                      is_of_table ? column.codes[row] : static_cast<Code>(random.below(values)));
        }
        column.codes = std::move(codes);
        places.push_back(columns.size());
        columns.push_back(std::make_shared<const Column>(std::move(column)));
    }
    problem.population = std::make_shared<const RowTypes>(
        make_row_types(Table(std::move(columns), people), places, {}, 1));
    problem.k = 1;
    problem.models = {find_privacy_model(asked.model).make(asked, std::nullopt)};
}

}  // namespace kanon::test
