// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/disclosure.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/shell_word.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/binding/protection.hpp"
#include "kanon/report/wording.hpp"
#include "kanon/run/search.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::string_view kDisclosure = "disclosure";

constexpr std::size_t kMostNamed = 4;  // columns that a line can name

/// A flag and its columns, each followed by `tail`; or what to put there.
std::string flag_text(std::string_view flag,
                      const std::vector<std::string>& columns,
                      std::string_view tail = "") {
    std::string out;
    for (const std::string& column : columns) {
        out += fmt::format("{}{}{}", out.empty() ? "" : ",", shell_list_item(column), tail);
    }
    return fmt::format(
        "{} {}", flag, columns.size() > kMostNamed ? fmt::format("COLUMN{}", tail) : one_line(out));
}

/// `--l-diversity age:2 --l-diversity income:2`, or what to put there.
std::string diversity_flags(const std::vector<std::string>& columns) {
    if (columns.size() > kMostNamed) {
        return "--l-diversity COLUMN:2 for each";
    }
    std::string out;
    for (const std::string& column : columns) {
        out += (out.empty() ? "" : " ") + ("--l-diversity " + shell_word(one_line(column + ":2")));
    }
    return out;
}

/// What to type against a warning; `note`: what else is known of it.
std::string remedy_of(const Warning& warning, const std::string& note) {
    const std::string drop = flag_text("--drop", warning.columns);
    if (warning.code == kDisclosure) {
        return fmt::format("{}{}, or {}",
                           diversity_flags(warning.columns),
                           note.empty() ? "" : " (" + note + ")",
                           drop);
    }
    const std::string generalize = flag_text("--qi", warning.columns);
    return warning.code == "exact-amounts"
               ? fmt::format("{}, {}, or {}",
                             flag_text("--round", warning.columns, "=STEP"),
                             generalize,
                             drop)
               : fmt::format("{} for what others may know of a person, or {}", generalize, drop);
}

/// Two lines for each open warning that keeps the release from being written.
std::string unfit_lines(const Result& result, std::string& codes) {
    std::string lines;
    for (const Warning& one : warnings_of(record_of(result))) {
        if (one.is_unfit && one.accepted.empty()) {
            codes += (codes.empty() ? "" : ",") + one.code;
            lines += fmt::format("\n  {}: {}\n    to protect: {}",
                                 one.code,
                                 one_line(one.text),
                                 remedy_of(one, result.facts.protection_note));
        }
    }
    return lines;
}

/// The source as a word of a command.
std::string source_word(const Result& result) {
    const std::vector<std::string>& inputs = result.facts.inputs;
    const bool has_name = !inputs.empty() && inputs.front() != "-";
    return has_name ? shell_word(one_line(inputs.front())) : "TABLE";
}

/// \throws Error{warned}
void require_fit(const Result& result) {
    std::string codes;
    const std::string lines = unfit_lines(result, codes);
    if (lines.empty()) {
        return;
    }
    throw Error(ErrorCode::warned,
                fmt::format("nothing was written: the release would disclose too much{}\n  to "
                            "release it all the same: --accept {}\n  to decide for each column: "
                            "kanon inspect {} --policy policy.yaml",
                            lines,
                            codes,
                            source_word(result)));
}

}  // namespace

void warn_of_disclosure(Result& result) {
    const Problem& problem = *result.problem;
    std::erase_if(result.facts.warnings,
                  [](const Warning& known) { return known.code == kDisclosure; });
    const std::uint64_t rows = problem.data_rows();
    std::string text;
    std::vector<std::string> columns;
    for (const DisclosedRows& one : result.facts.disclosed) {
        if (is_too_many(one.rows, rows)) {
            text += fmt::format(
                "{}'{}' of {}", columns.empty() ? "" : ", ", one.column, count_text(one.rows));
            columns.push_back(one.column);
        }
    }
    if (columns.empty()) {
        return;
    }
    Warning& warning = result.facts.warnings.emplace_back(
        warning_of(problem.policy,
                   kDisclosure,
                   fmt::format("classes give away {} of {}", text, count_text(rows, "row")),
                   std::move(columns)));
    warning.is_unfit = true;
}

void check_release(const Result& result, const AnonymizeOptions& options) {
    check_warnings(result, options);
    if (options.require_fit) {
        require_fit(result);
    }
}

}  // namespace kanon::detail
