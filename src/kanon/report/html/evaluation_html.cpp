// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/evaluation_report.hpp"
#include "kanon/report/evaluation_wording.hpp"
#include "kanon/report/html/evaluation_section.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_text.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace kanon {

std::string evaluation_html(const Evaluation& evaluation) {
    constexpr std::string_view kTitle = "What the release is good for";
    return html_page(kTitle,
                     fmt::format("<h1>{}</h1>\n<p class=\"custodian\">{}</p>\n{}",
                                 kTitle,
                                 html_escape(kEvaluationNote),
                                 evaluation_body(evaluation, 2)));
}

}  // namespace kanon
