// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/evidence.hpp"

#include "kanon/audit/rules.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/release/spelling.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

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

/// Per released code 1 if it is a star; empty if none is.
std::vector<std::uint8_t> stars_of(const RecodedColumn& column) {
    std::vector<std::uint8_t> is_star(column.released().dictionary->size());
    for (Code code = 0; code < is_star.size(); ++code) {
        is_star[code] = column.is_star(code) ? 1 : 0;
    }
    const bool has_star = std::find(is_star.begin(), is_star.end(), 1) != is_star.end();
    return has_star ? is_star : std::vector<std::uint8_t>();
}

/// Take the mark from the rows that have no star in a column.
void keep_marks(const Column& released,
                const std::vector<std::uint8_t>& is_star,
                unsigned threads,
                std::vector<std::uint8_t>& marks) {
    released.codes.visit([&](const auto codes) {
        const auto keep = [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                marks[row] &= is_star[codes[row]];
            }
        };
        parallel_parts(marks.size(), part_count(marks.size()), threads, keep);
    });
}

/// Mark the rows whose every quasi-identifier cell is a star.
void mark_suppressed(Evidence& evidence) {
    if (evidence.recoded.empty()) {
        return;
    }
    std::vector<std::uint8_t> marks(evidence.released_rows(), 1);
    for (const RecodedColumn& column : evidence.recoded) {
        const std::vector<std::uint8_t> is_star = stars_of(column);
        if (is_star.empty()) {
            return;
        }
        keep_marks(column.released(), is_star, evidence.threads, marks);
    }
    const auto starred = std::accumulate(marks.begin(), marks.end(), std::uint64_t{0});
    evidence.suppressed_count = starred < evidence.problem->star_class_rows() ? starred : 0;
    if (evidence.suppressed_count > 0) {
        evidence.suppressed = std::move(marks);
    }
}

/// The released codes by the number they stand for, in the original's type.
std::map<double, Code> codes_by_number(const Dictionary& released, ValueType type) {
    std::map<double, Code> out;
    for (Code code = 0; code < released.size(); ++code) {
        if (released.is_missing(code)) {
            continue;
        }
        if (const std::optional<double> number = parse_number(released.text(code), type)) {
            out.emplace(*number, code);
        }
    }
    return out;
}

/// For each original code the released code that spells it. A number that a file format has
/// spelled anew (`1.50` as `1.5`) is still itself.
std::vector<Code> expected_codes(const Dictionary& original,
                                 const Dictionary& released,
                                 bool beside_stars) {
    std::vector<Code> expected(original.size(), kNone);
    std::optional<std::map<double, Code>> by_number;
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
        } else if (original.is_numeric()) {
            if (!by_number) {
                by_number = codes_by_number(released, original.type());
            }
            const auto place = by_number->find(original.number(code));
            expected[code] = place == by_number->end() ? kNone : place->second;
        }
    }
    return expected;
}

KeptColumn kept_column(const Evidence& evidence, std::size_t column, const Column& released) {
    const Column& original = evidence.problem->table.column(column);
    const Dictionary& dictionary = *released.dictionary;
    KeptColumn kept{
        .column = column,
        .original = &original,
        .released = &released,
        .expected = expected_codes(*original.dictionary, dictionary, !evidence.suppressed.empty()),
        .blank = std::vector<std::uint8_t>(dictionary.size())};
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

RecodedColumn::RecodedColumn(const Problem& problem,
                             const QuasiIdentifier& attribute,
                             const Column& released)
    : attribute_(&attribute),
      original_(&problem.table.column(attribute.column)),
      released_(&released),
      reading_(read_domain(*released.dictionary, *original_->dictionary, &attribute.hierarchy)),
      original_size_(original_->dictionary->size()) {
    const std::size_t released_size = released.dictionary->size();
    const std::size_t cells = released_size * original_size_;
    if (cells > kMaxTable || cells > 4 * problem.table.row_count()) {
        return;
    }
    std::vector<Verdict> table;
    table.reserve(cells);
    for (Code r = 0; r < released_size; ++r) {
        for (Code o = 0; o < original_size_; ++o) {
            table.push_back(find_verdict(r, o));
        }
    }
    table_ = std::move(table);
}

RecodedColumn::Verdict RecodedColumn::find_verdict(Code released_code, Code original_code) const {
    if (!reading_.readable[released_code]) {
        return Verdict::unreadable;
    }
    const bool is_covered =
        kanon::covers(reading_.domain.values[released_code],
                      reading_.domain,
                      &attribute_->hierarchy,
                      *original_->dictionary,
                      original_code) ||
        is_spelling_of(attribute_->hierarchy, *released_->dictionary, released_code, original_code);
    return is_covered ? Verdict::covers : Verdict::does_not_cover;
}

Evidence gather_evidence(const Problem& problem,
                         const Release& release,
                         const AuditOptions& options,
                         unsigned threads,
                         FaultLog& log) {
    Evidence evidence{
        .problem = &problem, .release = &release, .options = &options, .threads = threads};
    judge_released_columns(evidence, log);
    judge_missing_columns(evidence, log);
    std::vector<bool> is_recoded(problem.table.column_count());
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        is_recoded[attribute.column] = true;
        if (const auto place = release.table.find(problem.table.column(attribute.column).name)) {
            evidence.recoded.emplace_back(problem, attribute, release.table.column(*place));
        }
    }
    mark_suppressed(evidence);
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        const auto place = release.table.find(problem.table.column(column).name);
        if (place && !is_recoded[column] && !contains(problem.withheld, column)) {
            evidence.kept.push_back(kept_column(evidence, column, release.table.column(*place)));
        }
    }
    return evidence;
}

}  // namespace kanon::auditing
