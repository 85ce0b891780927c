// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/exploration.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/node_wording.hpp"
#include "kanon/report/pictures/space_pictures.hpp"
#include "kanon/report/pictures/svg_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

constexpr int kLeastPage = 700;
constexpr int kLineHeight = 18;
constexpr int kPageMargin = 14;

std::string text_at(int x, int y, std::string_view kind, std::string_view words) {
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, kind, html_escape(words));
}

struct LegendEntry {
    std::string_view kind;
    std::string_view words;
};

std::string swatch(int x, int y, std::string_view kind) {
    if (kind == "p" || kind == "d") {
        return fmt::format(R"(<path class="{}" d="M{} {}L{} {}"/>)", kind, x, y - 4, x + 20, y - 4);
    }
    return fmt::format(
        R"(<rect class="{}" x="{}" y="{}" width="20" height="11" rx="3"/>)", kind, x, y - 10);
}

std::string legend(int y, bool lattice) {
    std::vector<LegendEntry> entries{
        {"f", "keeps the promises"}, {"x", "does not"}, {"f m", "minimal"}, {"r", "chosen"}};
    if (!lattice) {
        entries.push_back({"p", "front"});
        entries.push_back({"d", "suppression limit"});
    }
    constexpr int kEntryWidth = 28;
    constexpr int kLetterWidth = 7;
    std::string out;
    int x = kPageMargin;
    for (const LegendEntry& entry : entries) {
        out += swatch(x, y, entry.kind);
        out += text_at(x + kEntryWidth, y, "s", entry.words);
        x += kEntryWidth + 16 + kLetterWidth * static_cast<int>(entry.words.size());
    }
    return out;
}

/// What stands below the picture, line by line.
std::vector<std::string> foot_lines(const ExplorationRecord& record, bool lattice) {
    std::vector<std::string> lines;
    const std::vector<std::string> names = short_names(*record.problem);
    std::string line;
    for (std::size_t j = 0; j < names.size(); ++j) {
        const QuasiIdentifier& qi = record.problem->quasi_identifiers[j];
        line += fmt::format("{}: {}, levels 0-{}; ", names[j], qi.name, qi.hierarchy.height());
        if ((j + 1) % 4 == 0 || j + 1 == names.size()) {
            lines.push_back(std::exchange(line, ""));
        }
    }
    if (lattice) {
        lines.push_back(
            fmt::format("In each node: rows suppressed · {}", info(record.space->front_loss).name));
    }
    lines.push_back("Decided: " + decided_text(*record.space) + ".");
    lines.emplace_back(kCustodianNote);
    lines.back()[0] = 'F';
    return lines;
}

std::string title_of(const ExplorationRecord& record) {
    std::string promises;
    for (const auto& model : record.problem->models) {
        promises += (promises.empty() ? "" : ", ") + model->describe();
    }
    return fmt::format("{}; at most {} suppressed",
                       promises,
                       count_text(record.problem->suppression_limit, "row"));
}

}  // namespace

std::string space_svg(const ExplorationRecord& record) {
    const bool lattice = lattice_fits(record);
    const Picture picture = lattice ? lattice_picture(record) : scatter_picture(record);
    const std::vector<std::string> foot = foot_lines(record, lattice);
    constexpr int kHead = 64;
    const int width = std::max(picture.width, kLeastPage);
    int y = kHead + picture.height + kLineHeight;
    const int height = y + kLineHeight * static_cast<int>(foot.size());
    std::string out = svg_begin(width, height, "solution space: " + title_of(record));
    out += text_at(kPageMargin, 24, "t", title_of(record)) + legend(48, lattice);
    out += fmt::format("<g transform=\"translate({} {})\">\n", (width - picture.width) / 2, kHead);
    out += picture.body + "</g>\n";
    for (const std::string& line : foot) {
        out += text_at(kPageMargin, y, "s", line);
        y += kLineHeight;
    }
    return out + "</svg>\n";
}

}  // namespace kanon
