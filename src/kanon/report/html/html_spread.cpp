// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/distributions.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/pictures/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace kanon::html {
namespace {

std::string_view after_title(Distribution::After kind) {
    switch (kind) {
        case Distribution::After::spellings:
            return "after, as released";
        case Distribution::After::spread:
            return "after, released ranges spread evenly";
        case Distribution::After::unchanged:
            return "before and after: released unchanged";
    }
    return "";
}

std::string before_and_after(const Distribution& attribute) {
    const double full = std::max(greatest_size(attribute.before), greatest_size(attribute.after));
    return fmt::format("<h3>{}</h3>\n<div class=\"pair\">\n{}{}</div>\n",
                       html_name(attribute.attribute),
                       bar_chart(attribute.before, "before", full),
                       bar_chart(attribute.after, after_title(attribute.kind), full));
}

std::string unchanged(const Distribution& attribute) {
    return fmt::format(
        "<div>\n<h3>{}</h3>\n{}</div>\n",
        html_name(attribute.attribute),
        bar_chart(attribute.after, after_title(attribute.kind), greatest_size(attribute.after)));
}

}  // namespace

std::string spread(const RunRecord& record, TermWords& /*words*/) {
    std::string out = fmt::format(
        "<p class=\"soft\">Bars count rows. Values that occur in fewer than {} released rows are "
        "combined as “other”. Suppressed rows are counted in one bar; their values are not "
        "shown.</p>\n",
        count_text(record.problem->k));
    std::string as_they_are;
    for (const Distribution& attribute : distributions(record)) {
        if (attribute.kind == Distribution::After::unchanged) {
            as_they_are += unchanged(attribute);
        } else {
            out += before_and_after(attribute);
        }
    }
    if (!as_they_are.empty()) {
        out += "<div class=\"pair\">\n" + as_they_are + "</div>\n";
    }
    return html_section("Distribution of values, before and after", out);
}

}  // namespace kanon::html
