// SPDX-License-Identifier: Apache-2.0
#include "patterns/tables.hpp"

#include "measuring/tables.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace kanon::bench {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Figure figure) {
    return kFigureNames[static_cast<std::size_t>(figure)];
}

std::string cell(const PublishedRow& row, Figure figure, const std::string& printed) {
    if (!row.ours.released) {
        return "- (" + printed + ")";
    }
    if (figure == Figure::seconds) {
        return fmt::format("{} ({})", seconds_text(row.ours.seconds), printed);
    }
    const std::string ours = figure_like(row.ours, figure, printed);
    return ours == printed ? ours + " (same)" : fmt::format("{} ({})", ours, printed);
}

/// How far the release is proven to be from the best: of cell suppression alone.
std::string proof_text(const ReleaseFigures& ours) {
    if (!ours.released) {
        return ours.ending;
    }
    if (ours.optimal() || ours.lower_bound == ours.loss) {
        return "proven";
    }
    if (!ours.lower_bound || !(ours.loss > 0)) {
        return ours.ending;
    }
    return fmt::format("gap {:.3g} %", 100 * (ours.loss - *ours.lower_bound) / ours.loss);
}

std::vector<std::vector<std::string>> cells(const PublishedSide& side,
                                            const std::vector<PublishedRow>& rows) {
    std::vector<std::vector<std::string>> out{{"k"}};
    for (const Figure figure : side.columns) {
        out[0].emplace_back(name_of(figure));
    }
    const bool certified = find_method(side.method).stars_only;
    if (certified) {
        out[0].emplace_back("optimum");
    }
    for (const PublishedRow& row : rows) {
        std::vector<std::string>& line = out.emplace_back();
        line.push_back(std::to_string(row.k));
        for (std::size_t i = 0; i < side.columns.size(); ++i) {
            line.push_back(cell(row, side.columns[i], row.printed[i]));
        }
        if (certified) {
            line.push_back(proof_text(row.ours));
        }
    }
    return out;
}

/// How many of a column's figures come out, and how far the others are from the printed ones.
std::string agreement(const PublishedSide& side,
                      const std::vector<PublishedRow>& rows,
                      std::size_t column) {
    std::size_t same = 0;
    double apart = 0;
    for (const PublishedRow& row : rows) {
        if (!row.ours.released) {
            continue;
        }
        const std::string& printed = row.printed[column];
        const std::string ours = figure_like(row.ours, side.columns[column], printed);
        const double theirs = std::strtod(printed.c_str(), nullptr);
        same += ours == printed ? 1U : 0U;
        apart = std::max(apart, std::abs(std::strtod(ours.c_str(), nullptr) / theirs - 1));
    }
    std::string out = fmt::format("{} {} of {}", name_of(side.columns[column]), same, rows.size());
    return same == rows.size() ? out : out + fmt::format(" (at most {:.3g} % off)", 100 * apart);
}

std::string agreements(const PublishedSide& side, const std::vector<PublishedRow>& rows) {
    std::string out;
    for (std::size_t i = 0; i < side.columns.size(); ++i) {
        if (side.columns[i] != Figure::seconds) {
            out += (out.empty() ? "As printed: " : ", ") + agreement(side, rows, i);
        }
    }
    return out + "." + (side.note.empty() ? "" : " " + side.note);
}

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_row(const PublishedResult& result, const PublishedRow& row) {
    const ReleaseFigures& ours = row.ours;
    Json printed = Json::object();
    for (std::size_t i = 0; i < row.printed.size(); ++i) {
        printed[std::string(name_of(result.side->columns[i]))] =
            std::strtod(row.printed[i].c_str(), nullptr);
    }
    Json out{{"table", result.table->name},
             {"side", result.side->label},
             {"dataset", result.side->dataset},
             {"method", result.side->method},
             {"k", row.k},
             {"ending", ours.ending},
             {"reason", ours.reason},
             {"printed", printed}};
    if (ours.released) {
        out["ours"] = {{"s", ours.stars},
                       {"u", number(ours.usefulness)},
                       {"r", ours.seconds},
                       {"#h", ours.classes},
                       {"h_avg", number(ours.avg_class)},
                       {"h_max", ours.max_class}};
        out["objective"] = {
            {"value", number(ours.loss)},
            {"lower_bound", ours.lower_bound ? number(*ours.lower_bound) : Json(nullptr)}};
    }
    return out;
}

}  // namespace

std::string published_text(const PublishedSide& side, const std::vector<PublishedRow>& rows) {
    return side.label + "\n" + cli::text_table(cells(side, rows)) + agreements(side, rows) + "\n\n";
}

std::string published_markdown(const PublishedSide& side, const std::vector<PublishedRow>& rows) {
    return "**" + side.label + "**\n\n" + cli::markdown_table(cells(side, rows)) + "\n" +
           agreements(side, rows) + "\n\n";
}

std::string published_json(const std::vector<PublishedResult>& results) {
    Json list = Json::array();
    for (const PublishedResult& result : results) {
        for (const PublishedRow& row : result.rows) {
            list.push_back(json_row(result, row));
        }
    }
    return Json{{"runs", list}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kanon::bench
