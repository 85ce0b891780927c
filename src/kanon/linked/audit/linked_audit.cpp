// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/linked_audit.hpp"

#include "kanon/audit/fault_log.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/linked/audit/judge_keyed_tables.hpp"
#include "kanon/linked/audit/judge_models.hpp"
#include "kanon/linked/audit/released_forest.hpp"
#include "kanon/linked/audit/subject_forms.hpp"
#include "kanon/linked/audit/subject_matching.hpp"
#include "kanon/table/row_types.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace kanon::linked {
namespace {

using auditing::FaultLog;
using auditing::ReleasedForest;
using auditing::SubjectCandidates;
using auditing::SubjectForms;

class LinkedAuditor {
public:
    LinkedAuditor(const LinkedTables& original,
                  const LinkedAuditOptions& options,
                  const RunContext& context)
        : original_(original), options_(options), context_(context), log_(options.most_faults) {}

    LinkedAudit operator()(const std::vector<Table>& released, const OriginalRows* known) {
        forest_ = auditing::read_forest(original_, released, log_);
        if (forest_.is_whole) {
            out_.checks.push_back(fmt::format("all columns, values, keys and references of {} hold",
                                              count_text(original_.tables.size(), "table")));
            judge_classes();
            judge_left_out();
            judge_keyed();
            if (known != nullptr) {
                judge_known(*known);
            } else {
                judge_matching();
            }
        }
        out_.faults = log_.faults();
        out_.fault_count = log_.count();
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string subject_noun() const {
        const LinkedTable& root = original_.root();
        return "row of '" + root.name + "'";
    }

    void judge_classes() {
        const SubjectForms forms = auditing::find_forms(original_, forest_);
        out_.subjects = forest_.tables.front().rows();
        out_.classes = forms.subjects_of_form.size();
        out_.least_class =
            forms.subjects_of_form.empty() ? 0 : *std::ranges::min_element(forms.subjects_of_form);
        const std::vector<std::uint32_t>& form = forms.form_of_row.front();
        for (std::size_t row = 0; row < form.size(); ++row) {
            const std::uint32_t subjects = forms.subjects_of_form[form[row]];
            if (subjects < original_.k) {
                log_.add({.row = row + 1, .place = 0}, "k-anonymity", "", [&] {
                    return fmt::format(
                        "table '{}': with all its rows the subject is like {} in all, and {} are "
                        "promised",
                        original_.root().name,
                        subjects,
                        original_.k);
                });
            }
        }
        out_.proofs.push_back({.model = "k-anonymity",
                               .describe = fmt::format("{}-anonymity over all tables", original_.k),
                               .required = static_cast<double>(original_.k),
                               .achieved = static_cast<double>(out_.least_class),
                               .holds = out_.least_class >= original_.k || out_.subjects == 0});
        if (out_.proofs.back().holds) {
            out_.checks.push_back(fmt::format(
                "{}-anonymity over all tables: who knows all quasi-identifiers of a {} and how "
                "many rows it has in each table finds {} or more, or none; {}",
                original_.k,
                subject_noun(),
                original_.k,
                count_text(out_.classes, "class")));
        }
        auditing::ModelVerdicts verdicts;
        auditing::judge_models(original_, forest_, forms, log_, verdicts);
        std::ranges::move(verdicts.proofs, std::back_inserter(out_.proofs));
        std::ranges::move(verdicts.checks, std::back_inserter(out_.checks));
        forms_ = forms;
    }

    void judge_left_out() {
        bool holds = true;
        for (std::size_t t = 0; t < original_.tables.size(); ++t) {
            const LinkedTable& table = original_.tables[t];
            if (table.is_made) {
                continue;
            }
            const TableRows& rows =
                out_.tables.emplace_back(TableRows{.name = table.name,
                                                   .rows = table.rows(),
                                                   .released = forest_.tables[t].rows(),
                                                   .limit = original_.limit.rows(table.rows())});
            const bool has_too_many = rows.released > rows.rows;
            if (has_too_many || rows.left_out() > rows.limit) {
                holds = false;
                log_.add({.row = 0, .place = t}, "left-out", "", [&] {
                    return has_too_many
                               ? fmt::format("table '{}': {} released, and the original has {}",
                                             table.name,
                                             count_text(rows.released, "row"),
                                             count_text(rows.rows))
                               : fmt::format("table '{}': {} left out, and at most {} may be",
                                             table.name,
                                             count_text(rows.left_out(), "row"),
                                             count_text(rows.limit));
                });
            }
        }
        if (holds) {
            std::string figures;
            for (const TableRows& rows : out_.tables) {
                figures += fmt::format("{}{} of {} of '{}'",
                                       figures.empty() ? "" : ", ",
                                       count_text(rows.left_out()),
                                       count_text(rows.rows, "row"),
                                       rows.name);
            }
            out_.checks.push_back("left out: " + figures);
        }
    }

    void judge_keyed() {
        std::vector<std::string> checks;
        auditing::judge_keyed_tables(original_, log_, checks);
        std::ranges::move(checks, std::back_inserter(out_.checks));
    }

    /// Row by row, as the maker says.
    void judge_known(const OriginalRows& known) {
        std::uint64_t faults = 0;
        for (std::size_t t = 0; t < original_.tables.size(); ++t) {
            faults += judge_rows_of(t, known);
        }
        if (faults == 0) {
            out_.checks.emplace_back(
                "each released row covers the original row that it stands for, below the row that "
                "the row above it stands for");
        }
        judge_chance("order",
                     [&](std::size_t t, std::uint32_t row) { return known[t][row] == row; });
    }

    std::uint64_t judge_rows_of(std::size_t t, const OriginalRows& known) {
        const LinkedTable& table = original_.tables[t];
        const auditing::ReleasedTable& released = forest_.tables[t];
        std::vector<bool> taken(table.rows());
        std::uint64_t faults = 0;
        const auto fault = [&](std::uint32_t row, const std::string& column, const char* message) {
            ++faults;
            log_.add({.row = row + std::uint64_t{1}, .place = t}, "cover", column, [&] {
                return fmt::format("table '{}': {}", table.name, message);
            });
        };
        if (table.is_made) {
            return 0;
        }
        for (std::uint32_t row = 0; row < released.rows(); ++row) {
            const std::uint32_t from = known[t][row];
            const std::string column = auditing::uncovered_column(table, released, from, row);
            if (!column.empty()) {
                fault(row, column, "the cell does not cover its original");
            }
            if (taken[from]) {
                fault(row, "", "another row stands for the same original row");
            }
            taken[from] = true;
            const bool has_parent = table.parent && !original_.tables[*table.parent].is_made;
            if (has_parent &&
                known[*table.parent][released.parent_row[row]] != table.parent_row[from]) {
                fault(row, "", "the row is below another one than its original");
            }
        }
        return faults;
    }

    /// Without a word of the maker: can all released subjects be original ones at once?
    void judge_matching() {
        const auto candidates =
            auditing::find_candidates(original_, forest_, forms_, options_.most_pairs, context_);
        if (!candidates) {
            out_.not_proven.emplace_back(
                "that each released subject is one of the original: too many pairs of subjects "
                "are to be looked at");
            return;
        }
        for (std::size_t row = 0; row < candidates->of_released.size(); ++row) {
            if (candidates->of_released[row].empty()) {
                log_.add({.row = row + 1, .place = 0}, "cover", "", [&] {
                    return fmt::format(
                        "table '{}': with all its rows the subject covers no "
                        "subject of the original",
                        original_.root().name);
                });
            }
        }
        const std::uint64_t matched =
            auditing::greatest_matching(*candidates, original_.subjects());
        if (matched == out_.subjects) {
            out_.checks.emplace_back(
                "each released subject, with all its rows, covers an original one of its own");
        } else if (log_.keeps({"cover"})) {
            log_.add({.row = 0, .place = 0}, "cover", "", [&] {
                return fmt::format(
                    "table '{}': no more than {} of {} released subjects can be "
                    "original ones at once",
                    original_.root().name,
                    matched,
                    out_.subjects);
            });
        }
        judge_keys(*candidates);
    }

    /// Released keys that are keys of the original: do they say whose they are?
    void judge_keys(const SubjectCandidates& candidates) {
        const LinkedTable& root = original_.root();
        if (!root.key || root.is_made) {
            return;
        }
        const Column& before = root.read_column(*root.key);
        const Column& after =
            forest_.tables.front().table.column(*forest_.tables.front().table.find(before.name));
        std::vector<std::uint32_t> row_of(before.dictionary->size(), kNoRow);
        for (std::uint32_t row = 0; row < root.rows(); ++row) {
            row_of[before.codes[row]] = row;
        }
        judge_chance_among(candidates, "keys", [&](std::uint32_t row) -> std::uint32_t {
            const auto found = before.dictionary->find(after.text(row));
            return found ? row_of[*found] : kNoRow;
        });
        judge_chance_among(candidates, "order", [&](std::uint32_t row) -> std::uint32_t {
            return row < root.rows() ? row : kNoRow;
        });
    }

    static bool is_beyond_chance(double seen, double expected) {
        constexpr double kDeviations = 6;
        constexpr double kAlways = 10;
        return seen > expected + kDeviations * std::sqrt(expected) + kAlways;
    }

    /// Subjects that a key or place says are a certain original: those who can be him, against what
    /// would be by chance.
    template <class Said>
    void judge_chance_among(const SubjectCandidates& candidates,
                            std::string_view rule,
                            const Said& said) {
        double seen = 0;
        double expected = 0;
        for (std::uint32_t row = 0; row < candidates.of_released.size(); ++row) {
            const std::uint32_t of = said(row);
            if (of == kNoRow) {
                continue;
            }
            const std::vector<std::uint32_t>& may = candidates.of_released[row];
            seen += std::ranges::binary_search(may, of) ? 1 : 0;
            expected += static_cast<double>(may.size()) / static_cast<double>(original_.subjects());
        }
        say_chance(0, rule, seen, expected);
    }

    template <class IsSame>
    void judge_chance(std::string_view rule, const IsSame& is_same) {
        for (std::size_t t = 0; t < original_.tables.size(); ++t) {
            double seen = 0;
            for (std::uint32_t row = 0; row < forest_.tables[t].rows(); ++row) {
                seen += !original_.tables[t].is_made && is_same(t, row) ? 1 : 0;
            }
            say_chance(t, rule, seen, 1);
        }
    }

    void say_chance(std::size_t t, std::string_view rule, double seen, double expected) {
        if (is_beyond_chance(seen, expected)) {
            log_.add({.row = 0, .place = t}, rule, "", [&] {
                return fmt::format(
                    "table '{}': {} of {} rows tell which original rows they are; "
                    "by chance some {:.0f} would",
                    original_.tables[t].name,
                    rule == "keys" ? "the keys" : "the places",
                    seen,
                    expected);
            });
        }
    }

    const LinkedTables& original_;
    const LinkedAuditOptions& options_;
    const RunContext& context_;
    FaultLog log_;
    ReleasedForest forest_;
    SubjectForms forms_;
    LinkedAudit out_;
};

}  // namespace

LinkedAudit audit_linked(const LinkedTables& original,
                         const std::vector<Table>& released,
                         const OriginalRows* known,
                         const LinkedAuditOptions& options,
                         const RunContext& context) {
    return LinkedAuditor(original, options, context)(released, known);
}

std::vector<std::uint64_t> released_classes(const LinkedTables& original,
                                            const std::vector<Table>& released) {
    FaultLog log(1);
    const ReleasedForest forest = auditing::read_forest(original, released, log);
    if (!forest.is_whole) {
        throw Error(ErrorCode::bad_input, log.faults().front().message);
    }
    const SubjectForms forms = auditing::find_forms(original, forest);
    return {forms.subjects_of_form.begin(), forms.subjects_of_form.end()};
}

}  // namespace kanon::linked
