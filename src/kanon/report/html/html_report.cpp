// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/reports.hpp"

#include <array>
#include <string>

namespace kanon {
namespace {

/// What a custodian has to know comes first, what an expert may want to know last.
constexpr std::array<html::Section, 12> kSections{html::title_block,
                                                  html::warnings,
                                                  html::promises,
                                                  html::columns,
                                                  html::risk,
                                                  html::assumptions,
                                                  html::loss,
                                                  html::class_sizes,
                                                  html::spread,
                                                  html::evaluation,
                                                  html::suppression,
                                                  html::repetition};

}  // namespace

std::string html_report(const RunRecord& record) {
    if (record.release == nullptr) {
        throw Error(ErrorCode::usage,
                    "a report shows how values are spread, and the released rows are not in "
                    "memory; take the summary, or give more --memory");
    }
    TermWords words;
    std::string body;
    for (const html::Section section : kSections) {
        body += section(record, words);
    }
    return html_page(record.title.empty() ? "Release report" : record.title, body);
}

}  // namespace kanon
