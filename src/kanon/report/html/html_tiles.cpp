// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/odds_text.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::html {
namespace {

/// A figure over what it is of, and what that means.
struct Tile {
    std::string figure;
    std::string of;
    std::string rest_html{};
    std::string meaning_html{};
};

/// A count over its noun in the number that it asks for and what else there is to say.
Tile count_tile(std::uint64_t count, std::string_view noun, std::string_view rest) {
    const std::string figure = count_text(count);
    return {.figure = figure,
            .of = count_text(count, noun).substr(figure.size() + 1) + std::string(rest)};
}

/// How many rows, at least, somebody is hidden among.
Tile group_tile(const RunRecord& record, TermWords& words) {
    const bool by_candidates = record.audit->candidates.has_value();
    Tile out = by_candidates
                   ? count_tile(record.audit->candidates->least, "candidate", " of a row at least")
                   : count_tile(record.audit->measures.min_class, "row", " in the smallest class");
    out.of += fmt::format(" (k\u00A0=\u00A0{}{} promised)",
                          count_text(record.problem->k),
                          record.problem->policy.person.empty() ? "" : " persons");
    out.meaning_html = html_meaning(words, by_candidates ? "candidates" : "class");
    return out;
}

/// `69.6 %` over the rest of the sentence.
Tile kept_tile(const RunRecord& record) {
    const std::string kept = kept_text(record);
    const std::size_t end = kept.find(" of the ");
    const std::string least = least_loss_text(record);
    const std::string rest = least.empty() ? "" : "; " + least;
    return end == std::string::npos
               ? Tile{.figure = "–", .of = kept}
               : Tile{.figure = kept.substr(0, end), .of = kept.substr(end + 1) + rest};
}

Tile suppressed_tile(const RunRecord& record, TermWords& words) {
    const Measures& measures = record.audit->measures;
    const double share = measures.rows == 0 ? 0
                                            : static_cast<double>(measures.suppressed_rows) /
                                                  static_cast<double>(measures.rows);
    const std::uint64_t limit = record.problem->suppression_limit;
    Tile out = count_tile(measures.suppressed_rows,
                          "row",
                          limit == 0 ? " suppressed; none may be"
                                     : fmt::format(" suppressed ({}; at most {} allowed)",
                                                   percent_text(share),
                                                   count_text(limit)));
    out.meaning_html = html_meaning(words, "suppressed");
    return out;
}

std::vector<Tile> tiles_of(const RunRecord& record, TermWords& words) {
    const Measures& measures = record.audit->measures;
    return {count_tile(measures.rows,
                       "row",
                       " in the original; " + count_text(measures.released_rows) + " released"),
            group_tile(record, words),
            kept_tile(record),
            suppressed_tile(record, words),
            {.figure = odds_text(record.risk.after.prosecutor.highest),
             .of = "highest risk of re-identification",
             .rest_html =
                 "; before: " + html_figure(odds_text(record.risk.before.prosecutor.highest))}};
}

}  // namespace

std::string tiles(const RunRecord& record, TermWords& words) {
    std::string out = "<div class=\"tiles\">\n";
    for (const Tile& tile : tiles_of(record, words)) {
        out += fmt::format("<div class=\"tile\"><b>{}</b> <span>{}{}</span>{}</div>\n",
                           html_figure(tile.figure),
                           html_escape(tile.of),
                           tile.rest_html,
                           tile.meaning_html);
    }
    return html_section("At a glance", out + "</div>\n");
}

}  // namespace kanon::html
