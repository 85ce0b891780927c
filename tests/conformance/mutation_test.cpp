// SPDX-License-Identifier: Apache-2.0
// Good releases of every shape, each changed in every way there is a place for: the auditor names
// the fault, or passes what is harmless, and the naive auditor says the same.
#include "mutations.hpp"
#include "support/effort.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::array kShapes{
    MutantShape{.name = "Global", .method = "optimal"},
    MutantShape{.name = "GlobalDropped", .method = "optimal", .suppressed = SuppressedRows::drop},
    MutantShape{.name = "GlobalShuffled", .method = "optimal", .shuffled = true},
    MutantShape{.name = "Classes", .method = "mondrian"},
    MutantShape{.name = "ClassesDropped", .method = "mondrian", .suppressed = SuppressedRows::drop},
    MutantShape{.name = "ClassesShuffled", .method = "mondrian", .shuffled = true},
    MutantShape{.name = "Cells", .method = "pattern-greedy", .diverse = false},
    MutantShape{.name = "CellsDropped",
                .method = "pattern-greedy",
                .suppressed = SuppressedRows::drop,
                .diverse = false},
    MutantShape{
        .name = "CellsShuffled", .method = "pattern-greedy", .shuffled = true, .diverse = false},
};

std::vector<Mutation> all_mutations() {
    std::vector<Mutation> out;
    for (const auto& some :
         {quasi_mutations(), kept_mutations(), row_mutations(), file_mutations()}) {
        out.insert(out.end(), some.begin(), some.end());
    }
    return out;
}

const Verdict& expected(const Mutation& mutation, const Mutant& mutant) {
    if (mutant.shuffled) {
        return mutation.shuffled;
    }
    return mutant.drops ? mutation.dropped : mutation.in_place;
}

/// The rules that were broken, or what else came of it.
std::set<std::string> verdict_of(const std::optional<AuditReport>& report) {
    if (!report) {
        return {std::string(kRefused)};
    }
    std::set<std::string> rules;
    for (const Fault& fault : report->faults) {
        rules.insert(fault.rule);
    }
    return report->passed ? std::set<std::string>{std::string(kPasses)} : rules;
}

std::string text_of(const std::set<std::string>& rules) {
    std::string out;
    for (const std::string& rule : rules) {
        out += (out.empty() ? "" : ", ") + rule;
    }
    return out;
}

/// The rows of a mutant as the naive auditor takes them; none where it knows nothing of such files.
bool can_be_judged_naively(const Mutant& mutant, const Mutant& good) {
    return mutant.names == good.names && !mutant.rows.empty() &&
           std::all_of(mutant.rows.begin(), mutant.rows.end(), [](const TextRow& row) {
               return row.size() == kMutantColumns;
           });
}

void expect_agreement(const MutantBed& bed, const Mutant& mutant) {
    const std::optional<AuditReport> report = bed.verified(mutant, false);
    if (!report || !can_be_judged_naively(mutant, bed.good())) {
        return;
    }
    if (mutant.shuffled || mutant.rows.size() != mutant.original->size()) {
        EXPECT_EQ(report->passed, bed.naive().passes(mutant.rows, mutant.shuffled));
        return;
    }
    std::multiset<std::string> found;
    for (const Fault& fault : report->faults) {
        found.insert(fault.rule + " " + std::to_string(fault.row.value_or(0)) +
                     (fault.attribute.empty() ? "" : " " + fault.attribute));
    }
    EXPECT_EQ(found, bed.naive().faults(mutant.rows));
}

/// The mutations that this run tries on a shape: a file is written and read for each.
std::vector<Mutation> drawn_mutations(const MutantShape& shape) {
    constexpr std::uint64_t kPart = 3;
    const std::vector<Mutation> all = all_mutations();
    std::vector<Mutation> drawn;
    for (const std::uint64_t number : drawn_cases(shape.name, all.size(), all.size() / kPart)) {
        drawn.push_back(all[number - 1]);
    }
    return drawn;
}

class Mutations : public testing::TestWithParam<MutantShape> {};

TEST_P(Mutations, AreFoundOrHarmless) {
    const MutantBed bed(GetParam());
    ASSERT_EQ(verdict_of(bed.verified(bed.good(), true)), std::set<std::string>{"passes"});
    std::size_t places = 0;
    const std::vector<Mutation> drawn = drawn_mutations(GetParam());
    for (const Mutation& mutation : drawn) {
        SCOPED_TRACE(std::string(mutation.name));
        Mutant mutant = bed.good();
        if (!mutation.change(mutant)) {
            continue;
        }
        ++places;
        const std::set<std::string> verdict = verdict_of(bed.verified(mutant, true));
        const Verdict& wanted = expected(mutation, mutant);
        const bool found = std::any_of(wanted.begin(), wanted.end(), [&](std::string_view rule) {
            return verdict.contains(std::string(rule));
        });
        EXPECT_TRUE(found) << "found: " << text_of(verdict);
        RecordProperty(std::string(mutation.name), text_of(verdict));
        expect_agreement(bed, mutant);
    }
    EXPECT_GE(places, drawn.size() / 2);
}

TEST(MutationKinds, EachHasAPlaceInSomeShape) {
    std::map<std::string_view, std::size_t> places;
    for (const MutantShape& shape : kShapes) {
        const MutantBed bed(shape);
        for (const Mutation& mutation : all_mutations()) {
            Mutant mutant = bed.good();
            places[mutation.name] += mutation.change(mutant) ? 1U : 0U;
        }
    }
    EXPECT_EQ(places.size(), all_mutations().size()) << "two have one name";
    for (const auto& [name, count] : places) {
        EXPECT_GE(count, 1U) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Mutations, testing::ValuesIn(kShapes), [](const auto& tested) {
    return std::string(tested.param.name);
});

}  // namespace
}  // namespace kanon::test
