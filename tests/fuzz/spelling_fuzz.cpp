// SPDX-License-Identifier: Apache-2.0
// Any texts as the cells of a released quasi-identifier. The first line says how its original is
// generalized, the second one holds the original's values between tabs (`?` is missing), and every
// further line is one released text. Whatever a text is, it is read as nothing, or as a set of
// original values that is the same however it is asked for and survives being spelled anew; and a
// text that the naive auditor's reader understands means to the auditor what it means there.
#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/reading.hpp"

#include "support.hpp"
#include "support/naive_domain.hpp"
#include "support/problems.hpp"
#include "support/tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using kanon::Code;
using kanon::Dictionary;
using kanon::Problem;
using kanon::test::Values;

constexpr std::array kForms{
    "flat", "{mask: right}", "{mask: left, levels: 1}", "{intervals: [5, 10]}", "date"};

std::vector<std::string> split(std::string_view text, char between) {
    std::vector<std::string> out;
    std::size_t end = 0;
    do {
        end = text.find(between);
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    } while (end != std::string_view::npos);
    return out;
}

/// Each value of the column once, one quasi-identifier; none if they cannot be generalized so.
std::optional<Problem> problem_of(const std::string& form, std::vector<std::string> values) {
    const std::set<std::string> distinct(values.begin(), values.end());
    values.assign(distinct.begin(), distinct.end());
    const std::size_t number = form.empty() ? 0 : static_cast<unsigned char>(form[0]);
    const std::string policy = "attributes: {q: {role: quasi-identifying, hierarchy: " +
                               std::string(kForms[number % kForms.size()]) +
                               "}}\nprivacy: {k-anonymity: 2}\n";
    try {
        return kanon::test::bound({{kanon::test::column_of("q", values)}, values.size()}, policy);
    } catch (const kanon::Error&) {
        return std::nullopt;
    }
}

/// The values that a reading of one text covers, asked for in three ways; none: it means nothing.
std::optional<std::vector<Code>> covered(const Dictionary& released, const Problem& problem) {
    const Dictionary& original = *problem.table.column(0).dictionary;
    const kanon::Hierarchy* hierarchy = &problem.quasi_identifiers[0].hierarchy;
    const kanon::ReadDomain read = kanon::read_domain(released, original, hierarchy);
    if (!read.readable[0]) {
        return std::nullopt;
    }
    const kanon::ReleasedValue& value = read.domain.values[0];
    std::vector<Code> codes;
    for (Code code = 0; code < original.size(); ++code) {
        if (kanon::covers(value, read.domain, hierarchy, original, code)) {
            codes.push_back(code);
        }
    }
    KANON_CHECK(codes == kanon::covered_codes(value, read.domain, hierarchy, original));
    KANON_CHECK(codes.size() == kanon::cover_count(value, read.domain, hierarchy, original));
    return codes;
}

/// The text of what the text was read as.
std::string spelled_anew(const Dictionary& released, const Problem& problem) {
    const Dictionary& original = *problem.table.column(0).dictionary;
    const kanon::Hierarchy* hierarchy = &problem.quasi_identifiers[0].hierarchy;
    const kanon::ReadDomain read = kanon::read_domain(released, original, hierarchy);
    return kanon::spell(read.domain.values[0], read.domain, original, hierarchy);
}

const Dictionary& dictionary_of(const kanon::Table& table) {
    return *table.column(0).dictionary;
}

kanon::Table released_table(const std::string& text, std::size_t rows) {
    return {
        {kanon::test::column_of("q", std::vector<std::string>(rows, text), kanon::ValueType::text)},
        rows};
}

/// The values over which the auditor lets the text stand.
Values audited(const Problem& problem, const kanon::Table& released) {
    const kanon::Column& original = problem.table.column(0);
    const kanon::AuditReport report = kanon::audit(problem,
                                                   kanon::release_from_table(released, problem),
                                                   {.max_faults = problem.table.row_count() + 1},
                                                   kanon::RunContext{});
    std::set<std::uint64_t> faulty;
    for (const kanon::Fault& fault : report.faults) {
        if (fault.row && fault.rule != "k-anonymity") {
            faulty.insert(*fault.row);
        }
    }
    Values out;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        if (!faulty.contains(row + 1)) {
            const bool missing = original.dictionary->is_missing(original.codes[row]);
            out.insert(missing ? "?" : std::string(original.text(row)));
        }
    }
    return out;
}

/// True if the naive reader knows the values as the numbers or dates that they are.
bool is_plain(const Dictionary& values) {
    for (Code code = 0; values.is_numeric() && code < values.value_count(); ++code) {
        const std::string_view text = values.text(code);
        constexpr std::size_t kLongest = 15;
        if (text.size() > kLongest ||
            text.find_first_not_of("0123456789.-") != std::string_view::npos) {
            return false;
        }
    }
    return true;
}

/// The naive reader takes an escape of any text for one, and a label for nothing but a label.
void check_against_naive(const Problem& problem,
                         const kanon::Table& released,
                         const std::string& text) {
    if (!is_plain(dictionary_of(problem.table)) || text.starts_with('\\')) {
        return;
    }
    const kanon::test::NaiveDomain naive(problem.quasi_identifiers[0], problem.table.column(0));
    const std::optional<Values> meaning = naive.meaning(text);
    if (!meaning) {
        return;
    }
    Values found = audited(problem, released);
    KANON_CHECK(std::ranges::includes(found, *meaning));
    if (!meaning->contains(text)) {
        found.erase(text);
    }
    KANON_CHECK(found == *meaning);
}

void try_text(const Problem& problem, const std::string& text) {
    const kanon::Table released = released_table(text, problem.table.row_count());
    const std::optional<std::vector<Code>> codes = covered(dictionary_of(released), problem);
    if (codes) {
        const kanon::Table again = released_table(
            [&] {
                const std::string spelled = spelled_anew(dictionary_of(released), problem);
                return spelled.empty() ? std::string("?") : spelled;
            }(),
            1);
        KANON_CHECK(covered(dictionary_of(again), problem) == codes);
    }
    check_against_naive(problem, released, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kHead = 2;
    constexpr std::size_t kMostTexts = 16;
    const std::vector<std::string> lines = split(kanon::fuzz::text_of(data, size), '\n');
    if (lines.size() <= kHead) {
        return 0;
    }
    const std::optional<Problem> problem = problem_of(lines[0], split(lines[1], '\t'));
    if (problem) {
        for (std::size_t i = kHead; i < std::min(lines.size(), kHead + kMostTexts); ++i) {
            try_text(*problem, lines[i]);
        }
    }
    return 0;
}
