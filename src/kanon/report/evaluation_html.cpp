// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/evaluation_report.hpp"
#include "kanon/report/evaluation_section.hpp"
#include "kanon/report/evaluation_wording.hpp"
#include "kanon/report/html_style.hpp"
#include "kanon/report/html_text.hpp"

#include <fmt/format.h>

#include <string>

namespace kanon {

std::string evaluation_html(const Evaluation& evaluation) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>What the release is good for</title>\n<style>{}</style>\n</head>\n<body>\n"
        "<h1>What the release is good for</h1>\n<p class=\"soft\">{}</p>\n{}</body>\n</html>\n",
        html_style(),
        html_escape(kEvaluationNote),
        evaluation_body(evaluation, 2));
}

}  // namespace kanon
