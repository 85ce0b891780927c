// SPDX-License-Identifier: Apache-2.0
// What the policy asks for is what the release shows, whatever the method: labels of a hierarchy
// that is given, and open ends where top and bottom are coded.
#include "support/outcomes.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {
namespace {

class AskedFor : public MethodTest {};

/// What a release may show of an attribute: values, labels of any level, and the star.
std::set<std::string> allowed_texts(const QuasiIdentifier& attribute) {
    std::set<std::string> out{"*"};
    for (Code code = 0; code < attribute.dictionary().size(); ++code) {
        out.insert(
            spell({ReleasedValue::Kind::exact, code, 0}, {}, attribute.dictionary(), nullptr));
    }
    for (unsigned at = 1; at <= attribute.hierarchy.height(); ++at) {
        const auto level = static_cast<Level>(at);
        for (Code label = 0; label < attribute.hierarchy.label_count(level); ++label) {
            out.insert(std::string(attribute.hierarchy.text(level, label)));
        }
    }
    return out;
}

/// True if a text means one thing at one level and another thing at another: such a label cannot
/// be read in a release of mixed levels, which shows its values as a set then.
bool has_unclear_labels(const Hierarchy& hierarchy) {
    std::map<std::string_view, std::set<std::vector<Code>>> meanings;
    for (unsigned at = 0; at <= hierarchy.height(); ++at) {
        const auto level = static_cast<Level>(at);
        std::vector<std::vector<Code>> covered(hierarchy.label_count(level));
        for (Code code = 0; code < hierarchy.domain_size(); ++code) {
            covered[hierarchy.label_of(level, code)].push_back(code);
        }
        for (Code label = 0; label < covered.size(); ++label) {
            meanings[hierarchy.text(level, label)].insert(covered[label]);
        }
    }
    return std::ranges::any_of(meanings, [](const auto& one) { return one.second.size() > 1; });
}

void expect_labels_alone(const Problem& problem, const Release& release) {
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        if (!attribute.labels_asked || has_unclear_labels(attribute.hierarchy)) {
            continue;
        }
        const std::set<std::string> allowed = allowed_texts(attribute);
        const Column& column = release.table.column(*release.table.find(attribute.name));
        for (Code code = 0; code < column.dictionary->size(); ++code) {
            const std::string text(column.dictionary->text(code));
            EXPECT_TRUE(allowed.contains(text)) << attribute.name << " shows '" << text << "'";
        }
    }
}

TEST_P(AskedFor, AHierarchyThatIsGivenIsAllThatIsShown) {
    std::size_t looked_at = 0;
    for (const Trial& trial : drawn_trials({.each = 300, .few = 150})) {
        SCOPED_TRACE(trial);
        std::optional<Problem> problem = trial.drawn().bound();
        if (!problem) {
            continue;
        }
        const Outcome outcome = trial.solve(*problem);
        if (outcome.recoding) {
            expect_labels_alone(*problem, release_of(*problem, outcome));
            ++looked_at;
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(looked_at, 0U);
}

/// Code both ends of every column of three numbers or dates and more.
bool code_ends(RandomCase& made) {
    const Table table = made.table();
    bool any = false;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& column = table.column(j);
        const std::size_t values = column.dictionary->value_count();
        AttributePolicy& attribute = made.policy.attribute(column.name);
        if (!column.dictionary->is_numeric() || values < 3 ||
            attribute.role != Role::quasi_identifying) {
            continue;
        }
        if (attribute.recode == Recode::set) {
            attribute.recode.reset();  // ends are no values to list
        }
        attribute.coding.bottom = column.dictionary->text(0);
        attribute.coding.top = column.dictionary->text(static_cast<Code>(values - 2));
        any = true;
    }
    return any;
}

void expect_open_ends(const Problem& problem, const Release& release) {
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        const Dictionary& values = attribute.dictionary();
        const Column& column = release.table.column(*release.table.find(attribute.name));
        for (Code code = 0; code < values.size(); ++code) {
            if (values.is_open(code)) {
                const std::string bound = std::string(values.text(code));
                EXPECT_FALSE(column.dictionary->find("\\" + bound).has_value()) << bound;
            }
        }
    }
}

TEST_P(AskedFor, CodedEndsAreProvenAndMeasured) {
    std::size_t looked_at = 0;
    for (const Trial& trial : drawn_trials({.each = 300, .few = 150})) {
        SCOPED_TRACE(trial);
        RandomCase made = trial.drawn();
        if (!code_ends(made)) {
            continue;
        }
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        const Outcome outcome = trial.solve(*problem);
        if (!outcome.recoding) {
            continue;
        }
        const Release release = release_of(*problem, outcome);
        expect_open_ends(*problem, release);
        const AuditReport report = audited(*problem, release);
        if (!method().stars_only) {
            expect_measured_loss(*problem, outcome, report.measures);
        }
        if (problem->uncoded.column_count() > 0 && outcome.lower_bound) {
            EXPECT_LE(*outcome.lower_bound, outcome.loss + 1e-9 * (1 + std::abs(outcome.loss)));
        }
        ++looked_at;
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GE(looked_at, method().needs_binary ? 0U : 5U);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, AskedFor, testing::ValuesIn(all_methods()), name_of);

}  // namespace
}  // namespace kanon::test
