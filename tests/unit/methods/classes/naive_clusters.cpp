// SPDX-License-Identifier: Apache-2.0
#include "naive_clusters.hpp"

#include "kanon/base/random.hpp"
#include "kanon/release/release.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <variant>

namespace kanon::classes {

Problem class_problem(const std::string& names,
                      const std::string& cells,
                      const std::string& privacy) {
    std::istringstream words(names);
    std::string policy = "attributes:\n";
    for (std::string name; words >> name;) {
        policy +=
            "  " + name + ": {role: " + (name == "s" ? "sensitive" : "quasi-identifying") + "}\n";
    }
    return test::bound(test::table_of(names, cells), policy + "privacy: " + privacy + "\n");
}

Problem line_problem(std::string_view numbers, std::uint64_t k) {
    std::istringstream words{std::string(numbers)};
    std::string cells;
    for (std::string number; words >> number;) {
        cells += (cells.empty() ? "" : "; ") + number;
    }
    return class_problem("a", cells, "{k-anonymity: " + std::to_string(k) + "}");
}

Problem tied_problem(std::uint64_t seed) {
    Random random(seed);
    std::string cells;
    const std::uint64_t rows = 20 + random.below(60);
    for (std::uint64_t row = 0; row < rows; ++row) {
        cells += (row > 0 ? "; " : "") + std::to_string(random.below(9)) + " " +
                 std::string(1, static_cast<char>('u' + random.below(4))) + " " +
                 std::to_string(10 * random.below(6));
    }
    return class_problem(
        "a b c", cells, "{k-anonymity: " + std::to_string(2 + random.below(5)) + "}");
}

TypeClasses classes_of(const Problem& problem, const Outcome& outcome) {
    const auto& recoding = std::get<ClassRecoding>(outcome.recoding.value());
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> classes;
    std::set<std::uint32_t> shared;
    for (const Share& share : recoding.shares) {
        EXPECT_NE(share.of_class, kSuppressedClass);
        classes[share.of_class][share.type] += share.rows;
        shared.insert(share.type);
    }
    for (std::uint32_t type = 0; type < recoding.class_of_type.size(); ++type) {
        EXPECT_NE(recoding.class_of_type[type], kSuppressedClass);
        if (!shared.contains(type)) {
            classes[recoding.class_of_type[type]][type] = problem.row_types().counts[type];
        }
    }
    TypeClasses out;
    for (auto& [number, types] : classes) {
        out.insert(std::move(types));
    }
    return out;
}

std::string classes_on_line(const Problem& problem, const Outcome& outcome) {
    std::string out;
    for (const auto& types : classes_of(problem, outcome)) {
        out += out.empty() ? "" : "| ";
        for (const auto& [type, rows] : types) {
            const Code code = problem.row_types().columns[0][type];
            for (std::uint32_t row = 0; row < rows; ++row) {
                out += std::string(problem.quasi_identifiers[0].dictionary().text(code)) + " ";
            }
        }
    }
    return out;
}

Outcome run_with_seed(const Method& method, const Problem& problem, std::uint64_t seed) {
    RunContext context;
    context.seed = seed;
    return method.run(problem, context);
}

void expect_classes_on_line(const Method& method,
                            std::string_view numbers,
                            std::string_view classes) {
    const Problem problem = line_problem(numbers, 3);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EXPECT_EQ(classes_on_line(problem, run_with_seed(method, problem, seed)), classes) << seed;
    }
}

NaiveClusters::NaiveClusters(const Problem& problem, std::uint64_t part_rows)
    : task_(problem), axes_(make_axes(problem)), space_(problem, axes_, part_rows) {}

std::uint64_t NaiveClusters::rows(const Types& types) const {
    std::uint64_t rows = 0;
    for (const std::uint32_t type : types) {
        rows += space_.rows(type);
    }
    return rows;
}

std::int64_t NaiveClusters::cost(const Types& types) const {
    std::int64_t cost = 0;
    double weights = 0;
    for (const Axis& axis : axes_) {
        weights += axis.weight();
    }
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const double share = axes_[axis].loss(cover(types, axis).data()) / weights;
        cost += static_cast<std::int64_t>(std::floor(share * TypeSpace::kWhole + 0.5));
    }
    return cost;
}

std::int64_t NaiveClusters::loss(const Types& types) const {
    return types.empty() ? 0 : cost(types) * static_cast<std::int64_t>(rows(types));
}

std::size_t NaiveClusters::least_rise(const std::vector<Types>& classes,
                                      const Types& types,
                                      std::size_t itself) const {
    std::size_t best = classes.size();
    std::int64_t least = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (i == itself || classes[i].empty()) {
            continue;
        }
        const std::int64_t rise = loss(joined(classes[i], types)) - loss(classes[i]) - loss(types);
        if (best == classes.size() || rise < least) {
            least = rise;
            best = i;
        }
    }
    return best;
}

TypeClasses NaiveClusters::released(const std::vector<Types>& classes) const {
    std::map<std::string, std::map<std::uint32_t, std::uint32_t>> by_values;
    for (const Types& types : classes) {
        if (types.empty()) {
            continue;
        }
        std::string values;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            ReleasedDomain domain;
            const ReleasedValue value = axes_[axis].released(cover(types, axis).data(), domain);
            values += spell(value,
                            domain,
                            task_.quasi_identifiers[axis].dictionary(),
                            &task_.quasi_identifiers[axis].hierarchy) +
                      ";";
        }
        for (const std::uint32_t type : types) {
            by_values[values][space_.number_in_task(type)] += space_.rows(type);
        }
    }
    TypeClasses out;
    for (auto& [values, types] : by_values) {
        out.insert(std::move(types));
    }
    return out;
}

std::vector<Word> NaiveClusters::cover(const Types& types, std::size_t axis) const {
    std::vector<Word> cover(axes_[axis].words());
    axes_[axis].take(cover.data(), space_.place(types.front(), axis));
    for (const std::uint32_t type : types) {
        axes_[axis].widen(cover.data(), space_.place(type, axis));
    }
    return cover;
}

NaiveClusters::Types joined(NaiveClusters::Types a, const NaiveClusters::Types& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace kanon::classes
