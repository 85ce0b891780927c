// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_parts.hpp"

#include "kanon/base/text/utf8.hpp"
#include "kanon/report/html/html_style.hpp"
#include "kanon/report/html/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon {
namespace {

constexpr std::string_view kBreak = "<wbr>";
constexpr std::size_t kLongestPiece = 16;  ///< code points that need not break

/// Escaped, with a place to break behind every so many code points.
std::string broken_piece(std::string_view piece) {
    std::string out;
    while (code_point_count(piece) > kLongestPiece) {
        const std::string_view start = first_code_points(piece, kLongestPiece);
        out += html_escape(start);
        out += kBreak;
        piece.remove_prefix(start.size());
    }
    return out + html_escape(piece);
}

/// A word with places to break: behind its signs, and where a piece is too long all the same.
std::string broken_word(std::string_view word) {
    constexpr std::string_view kSigns = "-_./,;:=+|";
    std::string out;
    while (!word.empty()) {
        const std::size_t sign = std::min(word.find_first_of(kSigns), word.size() - 1);
        const bool breaks_anyway = word[sign] == '-';
        out += broken_piece(word.substr(0, sign + 1));
        word.remove_prefix(sign + 1);
        out += breaks_anyway || word.empty() ? "" : kBreak;
    }
    return out;
}

/// Words that are longer than so many code points with places to break.
std::string broken_words(std::string_view text, std::size_t longest) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        out += code_point_count(word) > longest ? broken_word(word) : html_escape(word);
        if (end < text.size()) {
            out += text[end];
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// A line of words, in which the flags that it names stand out and do not break.
std::string with_flags(std::string_view line) {
    std::string out;
    for (std::size_t flag = line.find("--"); flag != std::string_view::npos;
         flag = line.find("--")) {
        const std::size_t end =
            std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", flag), line.size());
        out += html_words(line.substr(0, flag));
        out += fmt::format("<code class=\"flag\">{}</code>", line.substr(flag, end - flag));
        line.remove_prefix(end);
    }
    return out + html_words(line);
}

/// Escaped, a percent sign kept beside its figure.
std::string meaning_text(std::string_view meaning) {
    std::string out = html_escape(meaning);
    constexpr std::string_view kSign = " %";
    for (std::size_t at = out.find(kSign); at != std::string::npos; at = out.find(kSign, at)) {
        out.replace(at, kSign.size(), "\u00A0%");
    }
    return out;
}

}  // namespace

std::string html_page(std::string_view title, std::string_view body_html) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n"
        "</html>\n",
        html_escape(title),
        html_style(),
        body_html);
}

std::string html_section(std::string_view title, std::string_view body_html, int depth) {
    return body_html.empty() ? ""
                             : fmt::format("<section>\n<h{0}>{1}</h{0}>\n{2}</section>\n",
                                           depth,
                                           html_words(title),
                                           body_html);
}

std::string html_list(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += fmt::format("<li>{}</li>\n", html_line(line));
    }
    return out.empty() ? "" : "<ul>\n" + out + "</ul>\n";
}

std::string html_name(std::string_view text) {
    return "<bdi>" + broken_words(text, 0) + "</bdi>";
}

std::string html_words(std::string_view text) {
    constexpr std::size_t kFitsLine = 24;
    return broken_words(text, kFitsLine);
}

std::string html_figure(std::string_view figure) {
    std::string out;
    for (std::size_t i = 0; i < figure.size(); ++i) {
        const bool is_bound = figure[i] == ' ' && figure.substr(i + 1, 1) != "(";
        out += is_bound ? "\u00A0" : std::string(1, figure[i]);
    }
    return html_escape(out);
}

std::string html_line(std::string_view line) {
    std::string out;
    for (std::size_t open = line.find('`'); open != std::string_view::npos; open = line.find('`')) {
        const std::size_t close = line.find('`', open + 1);
        if (close == std::string_view::npos) {
            break;
        }
        out += with_flags(line.substr(0, open));
        out += fmt::format("<code>{}</code>", html_escape(line.substr(open + 1, close - open - 1)));
        line.remove_prefix(close + 1);
    }
    return out + with_flags(line);
}

std::string html_term(TermWords& words, std::string_view term) {
    const std::string_view meaning = words.first(term);
    return meaning.empty() ? ""
                           : fmt::format("<p class=\"w\"><dfn>{}</dfn>: {}.</p>\n",
                                         html_escape(term),
                                         meaning_text(meaning));
}

std::string html_meaning(TermWords& words, std::string_view term) {
    const std::string_view meaning = words.first(term);
    return meaning.empty() ? "" : fmt::format("<span class=\"w\">{}</span>", meaning_text(meaning));
}

std::string html_hash(std::string_view hex) {
    constexpr std::size_t kGroup = 8;
    std::string out = "<code>";
    for (std::size_t at = 0; at < hex.size(); at += kGroup) {
        out += at == 0 ? "" : kBreak;
        out += html_escape(hex.substr(at, kGroup));
    }
    return out + "</code>";
}

std::string html_table(const std::vector<HtmlColumn>& columns) {
    std::string out =
        "<div class=\"scroll\" role=\"group\" aria-label=\"table\" "
        "tabindex=\"0\">\n<table>\n<thead><tr>";
    for (const HtmlColumn& column : columns) {
        out += fmt::format("<th scope=\"col\"{}>{}</th>",
                           column.of_figures ? " class=\"n\"" : "",
                           html_escape(column.title));
    }
    return out + "</tr></thead>\n<tbody>\n";
}

}  // namespace kanon
