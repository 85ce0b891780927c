// SPDX-License-Identifier: Apache-2.0
#include "patterns/published.hpp"

#include "data/members.hpp"
#include "flags.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

namespace kanon::bench {
namespace {

std::vector<Figure> take_figures(Members& members, const char* name) {
    std::vector<std::string> words;
    members.take(name, words);
    std::vector<Figure> out;
    for (const std::string& word : words) {
        const auto* const at = std::find(kFigureNames.begin(), kFigureNames.end(), word);
        if (at == kFigureNames.end()) {
            refuse(
                members.file(),
                fmt::format("'{}': no figure '{}'{}", name, word, suggestion(word, kFigureNames)));
        }
        out.push_back(static_cast<Figure>(at - kFigureNames.begin()));
    }
    return out;
}

/// Lines of `k figure figure ...`.
void take_printed(Members& members, PublishedSide& side) {
    std::vector<std::string> lines;
    members.take("printed", lines);
    for (const std::string& line : lines) {
        std::istringstream words(line);
        std::uint64_t k = 0;
        words >> k;
        std::vector<std::string>& figures = side.printed[k];
        for (std::string word; words >> word;) {
            figures.push_back(word);
        }
        if (k == 0 || figures.size() != side.columns.size()) {
            refuse(members.file(), "'printed': no k and its figures: " + line);
        }
    }
}

PublishedSide read_side(Members members, const SuiteHead& suite) {
    PublishedSide side;
    members.take("label", side.label);
    members.take("dataset", side.dataset);
    members.take("method", side.method);
    members.take("options", side.options);
    members.take("suppression", side.suppression);
    members.take("patterns", side.patterns);
    if (members.has("numbers")) {
        members.take("numbers", side.numbers.emplace());
    }
    members.take("note", side.note);
    std::optional<bool> optimum;
    members.take("optimum", optimum);
    side.optimum = optimum.value_or(false);
    side.columns = take_figures(members, "columns");
    side.exact = take_figures(members, "exact");
    take_printed(members, side);
    members.finish();
    static_cast<void>(find_dataset(suite, side.dataset, members.file()));
    static_cast<void>(find_method(side.method));
    return side;
}

PublishedTable read_table_of(Members members, const SuiteHead& suite) {
    PublishedTable table;
    members.take("name", table.name);
    members.take("about", table.about);
    for (Members& side : members.each("sides")) {
        table.sides.push_back(read_side(std::move(side), suite));
    }
    members.finish();
    return table;
}

double value_of(const ReleaseFigures& ours, Figure figure) {
    switch (figure) {
        case Figure::stars:
            return static_cast<double>(ours.stars);
        case Figure::usefulness:
            return ours.usefulness;
        case Figure::seconds:
            return ours.seconds;
        case Figure::classes:
            return static_cast<double>(ours.classes);
        case Figure::avg_class:
            return ours.avg_class;
        case Figure::max_class:
            return static_cast<double>(ours.max_class);
    }
    return 0;
}

/// A printed optimum may be above the least by the tolerance of the solver that found it.
std::string optimum_fault(const ReleaseFigures& ours, const std::string& printed) {
    constexpr double kTolerance = 1e-4;  // relative, CPLEX's own
    const double stars = std::strtod(printed.c_str(), nullptr);
    const auto least = static_cast<double>(ours.stars);
    if (least < stars * (1 - kTolerance) || ours.lower_bound.value_or(0) > stars ||
        (ours.optimal() && least > stars)) {
        return fmt::format("stars from {:.0f} to {}{}, printed is the optimum {}",
                           ours.lower_bound.value_or(0),
                           ours.stars,
                           ours.optimal() ? ", proven" : "",
                           printed);
    }
    return "";
}

}  // namespace

PublishedSuite read_published_suite(const std::string& folder, const std::string& name) {
    PublishedSuite suite;
    read_suite_file(folder, name, suite, [&suite](Members& members) {
        for (Members& table : members.each("tables")) {
            suite.tables.push_back(read_table_of(std::move(table), suite));
        }
    });
    return suite;
}

std::string figure_like(const ReleaseFigures& ours, Figure figure, const std::string& printed) {
    const std::size_t dot = printed.find('.');
    const std::size_t decimals = dot == std::string::npos ? 0 : printed.size() - dot - 1;
    return fmt::format("{:.{}f}", value_of(ours, figure), decimals);
}

std::string fault_of(const PublishedSide& side, const PublishedRow& row) {
    if (!row.ours.released) {
        return row.ours.ending + ": " + row.ours.reason;
    }
    for (std::size_t i = 0; i < side.columns.size(); ++i) {
        const Figure figure = side.columns[i];
        const std::string ours = figure_like(row.ours, figure, row.printed[i]);
        const bool exact =
            std::find(side.exact.begin(), side.exact.end(), figure) != side.exact.end();
        if (exact && ours != row.printed[i]) {
            return fmt::format("{} is {}, printed is {}",
                               kFigureNames[static_cast<std::size_t>(figure)],
                               ours,
                               row.printed[i]);
        }
        if (side.optimum && figure == Figure::stars) {
            if (std::string fault = optimum_fault(row.ours, row.printed[i]); !fault.empty()) {
                return fault;
            }
        }
    }
    return "";
}

PublishedRow run_published(const PublishedSuite& suite,
                           const PublishedSide& side,
                           std::uint64_t k,
                           const cli::RunFlags& flags,
                           Workplace& workplace) {
    const ReleaseRequest request{
        .dataset = &find_dataset(suite, side.dataset),
        .k = k,
        .method = side.method,
        .options = side.options,
        .suppression = side.suppression == "k-1" ? std::to_string(k - 1) : side.suppression,
        .patterns = side.patterns,
        .numbers = side.numbers};
    return {.k = k,
            .ours = run_release(request, within_limit(flags, suite), workplace),
            .printed = side.printed.at(k)};
}

}  // namespace kanon::bench
