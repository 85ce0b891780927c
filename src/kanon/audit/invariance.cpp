// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/invariance.hpp"

#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/table/row_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

const Table& read_table(const Problem& problem) {
    return problem.uncoded.column_count() > 0 ? problem.uncoded : problem.table;
}

/// The number of a class, from 0 on; none where the cell is no number of one.
std::optional<std::uint32_t> class_number(std::string_view text) {
    std::uint32_t out = 0;
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
    const bool is_number = fault == std::errc{} && stop == text.data() + text.size() && out > 0;
    return is_number ? std::optional(out - 1) : std::nullopt;
}

class InvarianceJudge {
public:
    InvarianceJudge(const InvariantRelease& release,
                    const Ledger& ledger,
                    std::size_t at,
                    AuditReport& report)
        : release_(release),
          persons_(read_table(release.original)),
          rows_(read_table(release.classed)),
          ledger_(ledger),
          at_(at),
          report_(report) {}

    void operator()() {
        judge_persons();
        judge_classes();
        judge_releases();
        if (broken_ > 0) {
            report_.passed = false;
            report_.fault_count += broken_;
            report_.faults.insert(report_.faults.begin(), faults_.begin(), faults_.end());
            return;
        }
        found_.counterfeits = rows_.row_count() - persons_.row_count();
        report_.findings.invariance = found_;
        report_.checks = check_lines(report_);
    }

private:
    void fault(std::string_view rule,
               std::uint64_t count,
               std::optional<std::uint64_t> row,
               std::string message) {
        if (count > 0) {
            broken_ += count;
            faults_.push_back({.rule = std::string(rule),
                               .row = row,
                               .attribute = {},
                               .message = std::move(message)});
        }
    }

    [[nodiscard]] bool is_same_row(std::size_t row, std::uint32_t original) const {
        for (std::size_t j = 0; j < persons_.column_count(); ++j) {
            const Column& before = persons_.column(j);
            const auto there = rows_.find(before.name);
            if (!there || cell_of(before, original) != cell_of(rows_.column(*there), row)) {
                return false;
            }
        }
        return true;
    }

    /// Whatever spells a number or date; none: missing.
    static std::optional<std::string> cell_of(const Column& column, std::size_t row) {
        const Code code = column.codes[row];
        return column.dictionary->is_missing(code)
                   ? std::nullopt
                   : std::optional(value_text(*column.dictionary, code));
    }

    /// Each person of the original has one row, and it is its own.
    void judge_persons() {
        std::vector<std::uint32_t> rows_of(persons_.row_count());
        std::uint64_t changed = 0;
        for (std::size_t row = 0; row < rows_.row_count(); ++row) {
            const std::uint32_t original = release_.original_row[row];
            if (original != kNoRow) {
                ++rows_of[original];
                changed += is_same_row(row, original) ? 0U : 1U;
            }
        }
        const auto lost = static_cast<std::uint64_t>(std::ranges::count(rows_of, 0U));
        const auto more = static_cast<std::uint64_t>(
            std::ranges::count_if(rows_of, [](std::uint32_t rows) { return rows > 1; }));
        fault(rules::kRowLost,
              lost,
              static_cast<std::uint64_t>(std::ranges::find(rows_of, 0U) - rows_of.begin()) + 1,
              fmt::format("{} of the original {} no row in the class that the ledger says",
                          count_text(lost, "person"),
                          lost == 1 ? "has" : "have"));
        fault(rules::kExtraRow,
              more,
              std::nullopt,
              fmt::format("{} of the original {} several rows",
                          count_text(more, "person"),
                          more == 1 ? "has" : "have"));
        fault(rules::kNoOriginal,
              changed,
              std::nullopt,
              fmt::format("{} not as the original has them", count_text(changed, "row")));
    }

    /// Persons and values of each class are those that the ledger has.
    void judge_classes() {
        const Ledger::Release& noted = ledger_.releases()[at_];
        const Column& numbers = rows_.column(*rows_.find(kClassColumn));
        const Column& person = persons_.column(*persons_.find(release_.original.policy.person));
        const std::string& name = find_invariance(release_.original.policy.privacy)->attribute;
        const Column& value = rows_.column(*rows_.find(name));
        std::map<std::string, std::uint32_t> class_of;
        std::vector<Ledger::Signature> found(noted.signatures.size());
        std::uint64_t strange = 0;
        for (std::size_t row = 0; row < rows_.row_count(); ++row) {
            const auto number = class_number(numbers.text(row));
            const Code code = value.codes[row];
            if (!number || *number >= found.size() || value.dictionary->is_missing(code)) {
                ++strange;
                continue;
            }
            found[*number].push_back(ledger_.value_of(name, value_text(*value.dictionary, code)));
            if (release_.original_row[row] != kNoRow) {
                class_of[ledger_.subject_of(person.text(release_.original_row[row]))] = *number;
            }
        }
        fault(rules::kSignature,
              strange,
              std::nullopt,
              fmt::format("{} in no class of the ledger", count_text(strange, "row")));
        judge_found(std::move(found), noted);
        const bool has_all = class_of == noted.class_of;
        fault(rules::kLedger,
              has_all ? 0 : 1,
              std::nullopt,
              "the persons of the classes are not those that the ledger has");
    }

    void judge_found(std::vector<Ledger::Signature> found, const Ledger::Release& noted) {
        std::uint64_t other = 0;
        for (std::size_t number = 0; number < found.size(); ++number) {
            std::ranges::sort(found[number]);
            const bool is_once = std::ranges::adjacent_find(found[number]) == found[number].end();
            other += is_once && found[number] == noted.signatures[number] ? 0U : 1U;
        }
        fault(rules::kSignature,
              other,
              std::nullopt,
              fmt::format("{} other sensitive values than the ledger has, or one twice",
                          count_text(other, "class") + (other == 1 ? " has" : " have")));
    }

    /// The values around a person are the same in all releases, and m or more.
    void judge_releases() {
        std::map<std::string_view, const Ledger::Signature*> of_person;
        std::uint64_t changed = 0;
        std::uint64_t small = 0;
        found_.releases = ledger_.releases().size();
        for (const Ledger::Release& release : ledger_.releases()) {
            for (const auto& [subject, place] : release.class_of) {
                const Ledger::Signature& signature = release.signatures[place];
                const auto [known, is_new] = of_person.try_emplace(subject, &signature);
                changed += *known->second == signature ? 0U : 1U;
                small += signature.size() < release.k ? 1U : 0U;
                found_.least_values = std::min<std::uint64_t>(
                    is_new && of_person.size() == 1 ? signature.size() : found_.least_values,
                    signature.size());
            }
        }
        found_.persons = of_person.size();
        fault(rules::kSignature,
              changed,
              std::nullopt,
              fmt::format("the sensitive values around {} are not those of an earlier release",
                          count_text(changed, "person")));
        fault(rules::kSignature,
              small,
              std::nullopt,
              fmt::format("fewer sensitive values than m are around {}",
                          count_text(small, "person")));
    }

    const InvariantRelease& release_;
    const Table& persons_;
    const Table& rows_;
    const Ledger& ledger_;
    std::size_t at_;
    AuditReport& report_;
    AuditFindings::Invariance found_;
    std::uint64_t broken_ = 0;
    std::vector<Fault> faults_;
};

}  // namespace

void judge_invariance(const InvariantRelease& release,
                      const Ledger& ledger,
                      std::size_t at,
                      AuditReport& report) {
    InvarianceJudge(release, ledger, at, report)();
}

}  // namespace kanon
