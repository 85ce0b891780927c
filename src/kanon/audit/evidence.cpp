// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/evidence.hpp"

#include "kanon/audit/cells/codings.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/values/exact_decimal.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace kanon::auditing {
namespace {

/// A table of verdicts of at most this many cells is made beforehand.
constexpr std::size_t kMaxTable = std::size_t{1} << 20U;

template <class Item, class Sought>
bool contains(const std::vector<Item>& list, const Sought& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

void judge_released_columns(const Evidence& evidence, FaultLog& log) {
    const Table& original = evidence.problem->table;
    for (const std::string_view name : evidence.release->table.names()) {
        const std::optional<std::size_t> column = original.find(name);
        const bool withheld = column ? contains(evidence.problem->withheld, *column)
                                     : contains(evidence.problem->unread, name);
        if (withheld) {
            log.add(
                {0, column.value_or(original.column_count())}, rules::kIdentifyingColumn, name, [] {
                    return "an identifying column is in the release; take it out";
                });
        } else if (!column) {
            log.add({0, original.column_count()}, rules::kUnknownColumn, name, [] {
                return "the release has a column that the original lacks; take it out";
            });
        }
    }
}

void judge_missing_columns(const Evidence& evidence, FaultLog& log) {
    const Table& original = evidence.problem->table;
    for (std::size_t column = 0; column < original.column_count(); ++column) {
        const std::string& name = original.column(column).name;
        if (!contains(evidence.problem->withheld, column) && !evidence.release->table.find(name)) {
            log.add({0, column}, rules::kMissingColumn, name, [] {
                return "the column is not in the release";
            });
        }
    }
}

/// What a text of a type stands for, in one form for all its spellings: a number digit by digit,
/// whatever a double would make of it, a day or a moment.
std::optional<std::string> meaning_of(std::string_view written, ValueType type, Notation notation) {
    const std::string text = standard_text(written, notation);
    if (!is_of_calendar(type)) {
        return exact_decimal(text);
    }
    const std::optional<WrittenMoment> moment = written_moment(text, Notation::standard);
    return moment ? std::optional(moment->key()) : std::nullopt;
}

/// The released codes by the number or day they stand for, in the original's type.
std::map<std::string, Code> codes_by_meaning(const Dictionary& released, ValueType type) {
    std::map<std::string, Code> out;
    for (Code code = 0; code < released.size(); ++code) {
        if (released.is_missing(code)) {
            continue;
        }
        if (std::optional<std::string> meaning =
                meaning_of(released.text(code), type, released.notation())) {
            out.emplace(std::move(*meaning), code);
        }
    }
    return out;
}

/// True if the source of a released column has a type for it, which may spell a number or a date
/// anew (`1.50` as `1.5`). What is text is held to its text.
bool is_typed(const Column& released) {
    return released.storage_type != "VARCHAR";
}

/// What a column's cells must be, and how many of its values are spelled otherwise.
struct Expected {
    std::vector<Code> codes;  ///< for each original code the released code that spells it
    std::size_t respelled = 0;
};

Expected expected_codes(const Dictionary& original,
                        const Dictionary& released,
                        bool beside_stars,
                        bool may_respell) {
    Expected out{.codes = std::vector<Code>(original.size(), kNone)};
    std::vector<Code>& expected = out.codes;
    std::optional<std::map<std::string, Code>> by_meaning;
    for (Code code = 0; code < original.size(); ++code) {
        if (original.is_missing(code)) {
            expected[code] = released.missing().value_or(kNone);
            continue;
        }
        const std::string_view text = original.text(code);
        const std::optional<Code> found =
            beside_stars ? released.find(spell_beside_stars(text)) : released.find(text);
        if (found) {
            expected[code] = *found;
        } else if (may_respell && original.is_numeric() && !original.is_open(code)) {
            if (!by_meaning) {
                by_meaning = codes_by_meaning(released, original.type());
            }
            const std::optional<std::string> meaning =
                meaning_of(text, original.type(), original.notation());
            const auto place = meaning ? by_meaning->find(*meaning) : by_meaning->end();
            expected[code] = place == by_meaning->end() ? kNone : place->second;
            out.respelled += expected[code] == kNone ? 0U : 1U;
        }
    }
    return out;
}

bool is_keyed(const Problem& problem, const std::string& column) {
    const AttributePolicy* attribute = problem.policy.find(column);
    return attribute != nullptr && attribute->is_keyed();
}

KeptColumn kept_column(const Evidence& evidence, std::size_t column, const Column& released) {
    const Column& original = evidence.problem->table.column(column);
    const Dictionary& dictionary = *released.dictionary;
    const bool is_coded_here = is_coded(*evidence.problem, column);
    Expected expected = expected_codes(*original.dictionary,
                                       dictionary,
                                       evidence.classes->has_suppressed(),
                                       is_coded_here || is_typed(released));
    KeptColumn kept{.column = column,
                    .original = &original,
                    .released = &released,
                    .expected = std::move(expected.codes),
                    .blank = std::vector<std::uint8_t>(dictionary.size()),
                    .is_coded = is_coded_here,
                    .is_keyed = is_keyed(*evidence.problem, original.name),
                    .respelled = expected.respelled};
    for (Code code = 0; code < dictionary.size(); ++code) {
        const bool blank = dictionary.is_missing(code) || dictionary.text(code) == kStar;
        kept.blank[code] = blank ? 1 : 0;
    }
    return kept;
}

/// True if an original value, or a label above it at any level, is spelled so. One text may mean
/// different sets of values at different levels; where not all of a column is of one level, the
/// reading of a text need not be the one that was meant.
bool is_spelling_of(const Hierarchy& hierarchy,
                    const Dictionary& released,
                    Code released_code,
                    Code original_code) {
    if (released.is_missing(released_code)) {
        return false;
    }
    const std::string_view text = released.text(released_code);
    const std::string_view value = hierarchy.dictionary().text(original_code);
    if (text == value && !needs_escape(text)) {
        return true;
    }
    for (std::size_t at = 1; at <= hierarchy.height(); ++at) {
        const auto level = static_cast<Level>(at);
        if (hierarchy.text(level, hierarchy.label_of(level, original_code)) == text) {
            return true;
        }
    }
    return false;
}

}  // namespace

RecodedColumn::RecodedColumn(const QuasiIdentifier& attribute,
                             std::size_t original_column,
                             const ReleasedAttribute& cells,
                             std::uint64_t original_rows)
    : attribute_(&attribute),
      original_column_(original_column),
      cells_(&cells),
      original_size_(cells.original->dictionary->size()) {
    const std::size_t released_size = cells.released->dictionary->size();
    const std::size_t verdicts = released_size * original_size_;
    if (verdicts > kMaxTable || verdicts > 4 * original_rows) {
        return;
    }
    std::vector<Verdict> table;
    table.reserve(verdicts);
    for (Code r = 0; r < released_size; ++r) {
        for (Code o = 0; o < original_size_; ++o) {
            table.push_back(find_verdict(r, o));
        }
    }
    table_ = std::move(table);
}

RecodedColumn::Verdict RecodedColumn::find_verdict(Code released_code, Code original_code) const {
    if (!is_readable(released_code)) {
        return Verdict::unreadable;
    }
    const ReleasedDomain& domain = cells_->reading.domain;
    const bool is_covered =
        kanon::covers(domain.values[released_code],
                      domain,
                      &attribute_->hierarchy,
                      *original().dictionary,
                      original_code) ||
        is_spelling_of(attribute_->hierarchy, *released().dictionary, released_code, original_code);
    return is_covered ? Verdict::covers : Verdict::does_not_cover;
}

Evidence gather_evidence(const Problem& problem,
                         const Release& release,
                         const ReleasedClasses& classes,
                         const AuditOptions& options,
                         unsigned threads,
                         FaultLog& log) {
    Evidence evidence{.problem = &problem,
                      .release = &release,
                      .classes = &classes,
                      .options = &options,
                      .threads = threads};
    judge_released_columns(evidence, log);
    judge_missing_columns(evidence, log);
    std::vector<bool> is_recoded(problem.table.column_count());
    for (const std::size_t column : problem.columns) {
        is_recoded[column] = true;
    }
    if (problem.list) {
        is_recoded[problem.list->column] = true;
    }
    for (const ReleasedAttribute& cells : classes.attributes()) {
        evidence.recoded.emplace_back(problem.quasi_identifiers[cells.place],
                                      problem.columns[cells.place],
                                      cells,
                                      classes.original_rows());
    }
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        const auto place = release.table.find(problem.table.column(column).name);
        if (place && !is_recoded[column] && !contains(problem.withheld, column)) {
            evidence.kept.push_back(kept_column(evidence, column, release.table.column(*place)));
        }
    }
    return evidence;
}

}  // namespace kanon::auditing
