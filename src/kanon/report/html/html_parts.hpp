// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/terms.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Pieces of a page. Texts are escaped here unless a parameter is called `html`.
namespace kanon {

/// A page from its first byte to the last: head, style sheet, `main` around the body.
[[nodiscard]] std::string html_page(std::string_view title, std::string_view body_html);

/// A section under its heading of that depth (2: `<h2>`); "" for an empty body.
[[nodiscard]] std::string html_section(std::string_view title,
                                       std::string_view body_html,
                                       int depth = 2);

/// A list, a line an item; "" if there is none.
[[nodiscard]] std::string html_list(const std::vector<std::string>& lines);

/// A name or value that may stand anywhere: it does not turn the text around it from right to left,
/// and long ones break behind their signs, or where they must, but not within words.
[[nodiscard]] std::string html_name(std::string_view text);

/// Text of a line as wide as the page: as above, but only words break that a narrow one cannot
/// hold. Line feeds stay.
[[nodiscard]] std::string html_words(std::string_view text);

/// A figure with its unit, escaped: only a bracket begins a new line.
[[nodiscard]] std::string html_figure(std::string_view figure);

/// html_words(), in which flags, and code between backquotes, stand out.
[[nodiscard]] std::string html_line(std::string_view line);

/// A paragraph that says what a term means where it first stands; "" later.
[[nodiscard]] std::string html_term(TermWords& words, std::string_view term);

/// The meaning alone, small, to stand below the term; "" later.
[[nodiscard]] std::string html_meaning(TermWords& words, std::string_view term);

/// A hexadecimal number that breaks between groups of eight digits.
[[nodiscard]] std::string html_hash(std::string_view hex);

/// The head of a table: a column's title, and whether figures stand below it.
struct HtmlColumn {
    std::string_view title;
    bool of_figures = false;
};

/// The beginning of a table, to be closed by kHtmlTableEnd. Where it is wider than the page it
/// scrolls in a box of its own.
[[nodiscard]] std::string html_table(const std::vector<HtmlColumn>& columns);

inline constexpr std::string_view kHtmlTableEnd = "</tbody></table>\n</div>\n";

}  // namespace kanon
