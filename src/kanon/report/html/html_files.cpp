// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
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

}  // namespace

std::string files(const RunRecord& record, TermWords& words) {
    const std::string& policy = record.policy->file;
    std::string out = "<dl class=\"facts\">\n";
    if (!record.inputs.empty()) {
        fact(out,
             "Original",
             file_fact(path_names(record.inputs, "standard input"), record.input_sha256));
    }
    fact(out,
         "Policy",
         policy.empty() ? "no file; the command line says everything"
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
    return html_section("Files", out + (hashed ? html_term(words, "SHA-256") : ""));
}

}  // namespace kanon::html
