// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/reports.hpp"

#include <array>
#include <string>

namespace kanon {
namespace {

/// The verdict comes first, then what it rests on, then figures, then details; what serves to find
/// files again comes last.
constexpr std::array<html::Section, 17> kSections{html::title_block,
                                                  html::promised,
                                                  html::not_promised,
                                                  html::accepted,
                                                  html::tiles,
                                                  html::risk,
                                                  html::loss,
                                                  html::class_sizes,
                                                  html::spread,
                                                  html::evaluation,
                                                  html::columns,
                                                  html::proofs_in_detail,
                                                  html::assumptions,
                                                  html::loss_measures,
                                                  html::suppression,
                                                  html::repetition,
                                                  html::files};

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
