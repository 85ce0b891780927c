// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace kanon::html {
namespace {

void fact(std::string& out, std::string_view name, std::string_view html) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, html);
}

/// A file with the hashes of what was read there; "" of a file without a name.
std::string file_fact(std::string_view path, const std::vector<std::string>& hashes) {
    constexpr std::size_t kShown = 8;
    std::string out = html_name(path);
    for (std::size_t i = 0; i < std::min(hashes.size(), kShown); ++i) {
        out += "<br>\n" + html_hash(hashes[i]);
    }
    if (hashes.size() > kShown) {
        out += fmt::format("<br>\nand {} more, in the summary",
                           count_text(hashes.size() - kShown, "file"));
    }
    return out;
}

std::string path_names(const std::vector<std::string>& paths, std::string_view of_a_pipe) {
    std::string out;
    for (const std::string& path : paths) {
        out += (out.empty() ? "" : ", ") + (path == "-" ? std::string(of_a_pipe) : path);
    }
    return out;
}

std::vector<std::string> known(const std::string& hash) {
    return hash.empty() ? std::vector<std::string>() : std::vector<std::string>{hash};
}

std::string facts(const RunRecord& record, TermWords& words) {
    const std::string& policy = record.policy->file;
    std::string out = "<dl class=\"facts\">\n";
    if (!record.date.empty()) {
        fact(out, "Date", html_escape(record.date));
    }
    if (!record.inputs.empty()) {
        fact(out,
             "Original",
             file_fact(path_names(record.inputs, "standard input"), record.input_sha256));
    }
    fact(out,
         "Policy",
         policy.empty() ? "none but what the command line says"
                        : file_fact(policy, known(record.policy->sha256)));
    if (!record.outputs.empty()) {
        fact(
            out,
            "Release",
            file_fact(path_names(record.outputs, "standard output"), known(record.release_sha256)));
    }
    fact(out,
         "Made by",
         fmt::format("kanon {}, {}: {}{}",
                     html_escape(record.version),
                     html_words(method_text(record)),
                     html_escape(record.recoding),
                     record.recoding.empty() ? "" : html_meaning(words, record.recoding)));
    out += "</dl>\n";
    const bool hashed = !record.input_sha256.empty() || !record.release_sha256.empty();
    return out + (hashed ? html_term(words, "SHA-256") : "");
}

/// A figure over what it is of, and what that means.
struct Tile {
    std::string figure;
    std::string of;
    std::string meaning_html{};
};

/// A count over its noun in the number that it asks for and what else there is to say.
Tile count_tile(std::uint64_t count, std::string_view noun, std::string_view rest) {
    const std::string figure = count_text(count);
    return {.figure = figure,
            .of = count_text(count, noun).substr(figure.size() + 1) + std::string(rest)};
}

Tile loss_tile(const Measures& measures, TermWords& words) {
    const bool by_aggregates = std::isnan(measures.gcp);
    return {.figure = percent_text(by_aggregates ? measures.sse : measures.gcp),
            .of = by_aggregates ? "lost (SSE / SST)" : "lost (gcp)",
            .meaning_html = html_meaning(words, by_aggregates ? "sse" : "gcp")};
}

std::vector<Tile> tiles(const RunRecord& record, TermWords& words) {
    const Measures& measures = record.audit->measures;
    std::vector<Tile> out{count_tile(measures.rows, "row", ""),
                          count_tile(measures.released_rows, "row", " released"),
                          count_tile(measures.suppressed_rows, "row", " suppressed")};
    out.back().meaning_html = html_meaning(words, "suppressed");
    if (record.audit->candidates) {
        out.push_back(
            count_tile(record.audit->candidates->least, "candidate", " of a row at least"));
        out.back().meaning_html = html_meaning(words, "candidates");
    } else {
        out.push_back(count_tile(measures.classes, "class", ""));
        out.back().meaning_html = html_meaning(words, "class");
        out.push_back(count_tile(measures.min_class, "row", " in the smallest class"));
    }
    out.push_back(loss_tile(measures, words));
    return out;
}

}  // namespace

std::string title_block(const RunRecord& record, TermWords& words) {
    std::string out = fmt::format(
        "<header>\n<h1>{}</h1>\n<p class=\"custodian\"><b>For the custodian, not for "
        "publication.</b> This page tells how often values of the original occur, which is more "
        "than the release says. Keep it with the original.</p>\n",
        html_name(record.title.empty() ? "Release report" : record.title));
    out += facts(record, words) + "<div class=\"tiles\">\n";
    for (const Tile& tile : tiles(record, words)) {
        out += fmt::format("<div class=\"tile\"><b>{}</b> <span>{}</span>{}</div>\n",
                           tile.figure,
                           tile.of,
                           tile.meaning_html);
    }
    return out + "</div>\n</header>\n";
}

}  // namespace kanon::html
