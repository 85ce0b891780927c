// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/invariant_run.hpp"

#include "kanon/assess/subject_classes.hpp"
#include "kanon/audit/invariance.hpp"
#include "kanon/base/check.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/contract/invariant_classes.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/privacy/parameters.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/source/counterfeit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace kanon::detail {
namespace {

using Classes = std::vector<InvariantClass>;

/// The leaves of a tree of labels, or the one that it is.
void add_leaves(const HierarchyTree& tree, std::vector<std::string>& out) {
    for (const HierarchyTree& child : tree.children) {
        add_leaves(child, out);
    }
    if (tree.children.empty() && !tree.label.empty()) {
        out.push_back(tree.label);
    }
}

/// The values that the policy's hierarchy of a column has, whether the table does.
std::vector<std::string> values_of_hierarchy(const AttributePolicy& attribute,
                                             const HierarchyFiles& files) {
    std::vector<std::string> out;
    if (attribute.hierarchy.form == HierarchySpec::Form::tree) {
        add_leaves(attribute.hierarchy.tree, out);
    }
    const auto file = files.find(file_key(attribute.hierarchy));
    if (attribute.hierarchy.form == HierarchySpec::Form::file && file != files.end()) {
        for (const std::vector<std::string>& row : file->second.rows) {
            out.push_back(row.front());
        }
    }
    return out;
}

/// The sensitive values that are known, numbered: those of the table, then those of the hierarchy.
struct KnownValues {
    std::vector<std::string> texts;
    std::vector<std::uint32_t> number_of_code;
    std::map<std::string, std::uint32_t> number_of_hash;

    std::uint32_t add(const std::string& hash, std::string_view text) {
        const auto [at, is_new] =
            number_of_hash.try_emplace(hash, static_cast<std::uint32_t>(texts.size()));
        if (is_new) {
            texts.emplace_back(text);
        }
        return at->second;
    }
};

KnownValues known_values(const Problem& problem,
                         const Column& column,
                         const HierarchyFiles& files,
                         const Ledger& ledger) {
    KnownValues out;
    const Dictionary& dictionary = *column.dictionary;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        out.number_of_code.push_back(out.add(
            ledger.value_of(column.name, value_text(dictionary, code)), dictionary.text(code)));
    }
    const AttributePolicy& attribute = *problem.policy.find(column.name);
    for (const std::string& text : values_of_hierarchy(attribute, files)) {
        out.add(ledger.value_of(column.name, text), text);
    }
    return out;
}

/// Persons whom no class can show as before, by why.
struct Refused {
    std::uint64_t changed = 0;  ///< their value is not among those around them
    std::uint64_t gone = 0;     ///< a value around them is not known any more
    std::uint64_t small = 0;    ///< fewer than m values are around them
};

void refuse_persons(const Refused& refused, const std::string& column, std::uint64_t m) {
    const auto refuse = [&](std::uint64_t persons, const std::string& why) {
        if (persons > 0) {
            throw Error(ErrorCode::infeasible, why, Where{.attribute = column});
        }
    };
    refuse(refused.changed,
           fmt::format("{} {} another value than those that earlier releases show around them, and "
                       "m-invariance is of values that do not change; leave these rows out of the "
                       "table, if nobody learns anything from that",
                       count_text(refused.changed, "person"),
                       refused.changed == 1 ? "has" : "have"));
    refuse(refused.small,
           fmt::format("earlier releases show fewer than {} values around {}; choose a smaller m",
                       m,
                       count_text(refused.small, "person")));
    refuse(refused.gone,
           fmt::format("of the values that earlier releases show around {} some stand in no row of "
                       "the table, and the ledger keeps no texts; name all values of the column by "
                       "its `hierarchy`",
                       count_text(refused.gone, "person")));
}

/// The values around each person in its last release.
InvariantRows rows_to_class(const Problem& problem,
                            const Column& column,
                            const KnownValues& known,
                            const BindOptions& circumstances,
                            std::uint64_t m) {
    const Ledger& ledger = *circumstances.ledger;
    InvariantRows out;
    out.m = m;
    out.values = static_cast<std::uint32_t>(known.texts.size());
    std::map<std::vector<std::uint32_t>, std::uint32_t> place_of;
    const std::vector<std::string> subjects = subjects_of(problem, ledger);
    Refused refused;
    for (std::size_t row = 0; row < subjects.size(); ++row) {
        out.value.push_back(known.number_of_code[column.codes[row]]);
        out.signature.push_back(InvariantRows::kNew);
        const Ledger::Signature* before =
            ledger.signature_of(subjects[row], circumstances.ledger_releases);
        if (before == nullptr) {
            continue;
        }
        std::vector<std::uint32_t> values;
        bool is_known = true;
        for (const std::string& hash : *before) {
            const auto found = known.number_of_hash.find(hash);
            is_known = is_known && found != known.number_of_hash.end();
            values.push_back(is_known ? found->second : 0);
        }
        const bool has_own = std::ranges::binary_search(
            *before,
            ledger.value_of(column.name, value_text(*column.dictionary, column.codes[row])));
        refused.changed += has_own ? 0U : 1U;
        refused.small += before->size() < m ? 1U : 0U;
        refused.gone += is_known ? 0U : 1U;
        std::ranges::sort(values);
        const auto [at, is_new] =
            place_of.try_emplace(values, static_cast<std::uint32_t>(out.signatures.size()));
        if (is_new) {
            out.signatures.push_back(values);
        }
        out.signature.back() = at->second;
    }
    refuse_persons(refused, column.name, m);
    return out;
}

void check_counterfeits(const Classes& classes, std::uint64_t persons, double most) {
    std::uint64_t rows = 0;
    for (const InvariantClass& one : classes) {
        rows += one.rows.size();
    }
    const std::uint64_t counterfeits = rows - persons;
    const double share = static_cast<double>(counterfeits) / static_cast<double>(rows);
    if (!privacy::at_most(share, most)) {
        throw Error(
            ErrorCode::infeasible,
            fmt::format("{} of {} ({:.1f} %) would be of nobody (counterfeits), and at most "
                        "{:.4g} % may be; allow more (`m-invariance: {{m: ..., "
                        "counterfeits: ...}}`), or choose a smaller m",
                        count_text(counterfeits),
                        count_text(rows, "row"),
                        100 * share,
                        100 * most));
    }
}

/// The rows of all classes, one class after the other in random order, and numbered so.
std::vector<ClassedRow> classed_rows(const Classes& classes,
                                     const KnownValues& known,
                                     const std::optional<std::uint64_t>& secret_seed) {
    SecretRandom random(secret_seed);
    std::vector<std::uint32_t> order(classes.size());
    std::iota(order.begin(), order.end(), 0U);
    random.shuffle(order);
    std::vector<ClassedRow> out;
    for (std::uint32_t number = 0; number < order.size(); ++number) {
        const InvariantClass& one = classes[order[number]];
        const std::uint32_t person =
            *std::ranges::find_if(one.rows, [](std::uint32_t row) { return row != kNoRow; });
        for (std::size_t i = 0; i < one.rows.size(); ++i) {
            ClassedRow& row = out.emplace_back();
            row.number = number + 1;
            row.row = one.rows[i] == kNoRow ? person : one.rows[i];
            if (one.rows[i] == kNoRow) {
                row.counterfeit = known.texts[one.values[i]];
            }
        }
    }
    return out;
}

/// What a ledger is to have of the rows.
Ledger::Release noted_release(const std::vector<ClassedRow>& rows,
                              const Problem& original,
                              const Column& column,
                              const Ledger& ledger,
                              std::uint64_t m) {
    Ledger::Release out;
    out.k = m;
    out.signatures.resize(rows.back().number);
    const std::vector<std::string> subjects = subjects_of(original, ledger);
    const auto hash_of = [&](const ClassedRow& row) {
        if (row.counterfeit) {
            const auto code = column.dictionary->find(*row.counterfeit);
            return ledger.value_of(column.name,
                                   code ? value_text(*column.dictionary, *code) : *row.counterfeit);
        }
        return ledger.value_of(column.name, value_text(*column.dictionary, column.codes[row.row]));
    };
    for (const ClassedRow& row : rows) {
        out.signatures[row.number - 1].push_back(hash_of(row));
        if (!row.counterfeit) {
            out.class_of[subjects[row.row]] = row.number - 1;
        }
    }
    for (Ledger::Signature& signature : out.signatures) {
        std::ranges::sort(signature);
    }
    return out;
}

void say_counterfeits(std::uint64_t rows,
                      std::uint64_t persons,
                      const InvariantClasses& found,
                      RunFacts& facts) {
    if (rows > persons) {
        facts.assumptions.push_back(fmt::format(
            "{} of {} are counterfeits ({} at least are needed): of nobody, so that each class has "
            "its values; nothing in the release tells which they are, and its figures count them "
            "as rows",
            count_text(rows - persons),
            count_text(rows, "released row"),
            count_text(found.least_counterfeits)));
    }
}

/// What is known of the search, for the summary.
std::vector<std::pair<std::string, double>> stats_of(const InvariantClasses& found) {
    std::vector<std::pair<std::string, double>> out{
        {"least_counterfeits", static_cast<double>(found.least_counterfeits)},
        {"parts", static_cast<double>(found.parts)},
        {"bounded_parts", static_cast<double>(found.bounded_parts)}};
    if (found.bounded_parts > 0) {
        out.emplace_back("bounded_parts_loss", found.loss);
        out.emplace_back("bounded_parts_least_loss", std::min(found.least_loss, found.loss));
    }
    return out;
}

void check_objective(const Policy& policy) {
    const auto known = find_method("mondrian").objectives;
    if (!policy.objective.empty() &&
        std::ranges::find(known, find_objective(policy.objective)) == known.end()) {
        throw Error(
            ErrorCode::bad_policy,
            fmt::format("m-invariance releases classes, which do not work for the objective "
                        "'{}'; leave it out",
                        policy.objective),
            Where{.file = policy.file});
    }
}

}  // namespace

InvariantDecision decide_invariant(const PolicySource& source,
                                   const BindOptions& circumstances,
                                   const std::optional<std::uint64_t>& secret_seed,
                                   const RunContext& context,
                                   Result& result,
                                   Stopwatch& watch) {
    check_objective(result.policy);
    InvariantDecision out;
    out.original =
        std::make_unique<const Problem>(bind_source(source, result.policy, circumstances, context));
    const Problem& persons = *out.original;
    const PrivacyRequirement& asked = *find_invariance(persons.policy.privacy);
    const privacy::Parameters parameters = privacy::check_parameters(asked);
    const std::uint64_t m = parameters.whole("m");
    const Column& column = persons.table.column(*persons.table.find(asked.attribute));
    const KnownValues known =
        known_values(persons, column, source.files.hierarchies, *circumstances.ledger);
    result.facts.seconds.bind += watch.lap();
    const InvariantClasses found =
        invariant_classes(rows_to_class(persons, column, known, circumstances, m),
                          persons,
                          persons.type_of_row,
                          context);
    const Classes& classes = found.classes;
    check_counterfeits(classes, persons.table.row_count(), parameters.decimal("counterfeits"));
    const std::vector<ClassedRow> rows = classed_rows(classes, known, secret_seed);
    for (const ClassedRow& row : rows) {
        out.original_row.push_back(row.counterfeit ? kNoRow : row.row);
    }
    say_counterfeits(rows.size(), persons.table.row_count(), found, result.facts);
    out.noted = noted_release(rows, persons, column, *circumstances.ledger, m);
    result.problem =
        std::make_unique<const Problem>(bind_classed_rows(source, persons, rows, context));
    result.outcome =
        recode_told_classes(*result.problem, result.problem->quasi_identifiers.size() - 1, context);
    KANON_CHECK(result.outcome.recoding.has_value());
    const auto stats = stats_of(found);
    result.outcome.stats.insert(result.outcome.stats.end(), stats.begin(), stats.end());
    result.facts.method = kInvariance;
    result.facts.recoding = to_string(RecodingKind::classes);
    result.facts.seconds.solve += watch.lap();
    return out;
}

void prove_invariant(const InvariantDecision& decision,
                     const Ledger& ledger,
                     unsigned threads,
                     Result& result) {
    judge_invariance({.original = *decision.original,
                      .classed = *result.problem,
                      .original_row = decision.original_row},
                     ledger,
                     ledger.releases().size() - 1,
                     result.audit);
    require_proof(result.audit);
    result.facts.risk.before =
        risk::reidentification(classes_before(*decision.original, threads).classes);
}

}  // namespace kanon::detail
