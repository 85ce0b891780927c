// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/compose.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace kanon::attack {
namespace {

/// True if all rows of the class show one value, which is not missing.
bool shows_one_value(const ShownValues& values, const ClassView& view) {
    const HistogramView& shown = view.histograms[0];
    return shown.values.size() == 1 && shown.values[0] != values.context.missing;
}

/// Per sensitive name: the rows of classes that tell it by some column of the name.
std::vector<DisclosedRows> count_disclosed(const ShownClasses& classes) {
    std::vector<DisclosedRows> out;
    std::vector<std::string> names;
    for (const ShownValues& values : classes.values()) {
        if (std::ranges::find(names, values.column) == names.end()) {
            names.push_back(values.column);
        }
    }
    std::vector<HistogramView> views;
    for (const std::string& name : names) {
        DisclosedRows disclosed{.column = name};
        for (std::size_t index = 0; index < classes.size(); ++index) {
            const bool tells =
                !classes.is_starred(index) &&
                std::ranges::any_of(classes.values(), [&](const ShownValues& values) {
                    return values.column == name &&
                           shows_one_value(values, values.view(index, classes.rows(index), views));
                });
            disclosed.rows += tells ? classes.rows(index) : 0;
        }
        out.push_back(std::move(disclosed));
    }
    return out;
}

ComposedFigures figures_of(const ShownRelease& release, unsigned threads) {
    const ShownClasses classes(release, threads);
    ComposedFigures out;
    double squares = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const std::uint64_t rows = classes.rows(index);
        if (classes.is_starred(index)) {
            continue;
        }
        out.least = out.least == 0 ? rows : std::min(out.least, rows);
        out.alone += rows == 1 ? 1 : 0;
        squares += static_cast<double>(rows) * static_cast<double>(rows);
    }
    out.starred = classes.starred_rows();
    const auto shown = static_cast<double>(classes.shown_rows());
    out.mean = shown > 0 ? squares / shown : 0;
    out.disclosed = count_disclosed(classes);
    return out;
}

/// The first row of which two columns show different values; none if they agree. A missing value,
/// as suppressed rows have it, agrees with all.
std::optional<std::size_t> first_difference(const Column& a, const Column& b) {
    constexpr Code kAny = std::numeric_limits<Code>::max();
    constexpr Code kOther = kAny - 1;  // a value that the other column lacks
    std::vector<Code> in_b(a.dictionary->size(), kAny);
    for (Code code = 0; code < in_b.size(); ++code) {
        if (!a.dictionary->is_missing(code)) {
            in_b[code] = b.dictionary->find(a.dictionary->text(code)).value_or(kOther);
        }
    }
    for (std::size_t row = 0; row < a.codes.size(); ++row) {
        const Code of_a = in_b[a.codes[row]];
        const Code of_b = b.codes[row];
        if (of_a != kAny && of_a != of_b && !b.dictionary->is_missing(of_b)) {
            return row;
        }
    }
    return std::nullopt;
}

/// Sensitive columns of one name must agree where rows are the same persons.
/// \throws Error{bad_input}
void refuse_other_rows(const ShownRelease& first, const ShownRelease& other) {
    for (const ShownColumn& column : first.sensitive) {
        for (const ShownColumn& same : other.sensitive) {
            if (same.cells->name != column.cells->name) {
                continue;
            }
            if (const auto row = first_difference(*column.cells, *same.cells)) {
                throw Error(ErrorCode::bad_input,
                            fmt::format("row {} shows another '{}' in two of the releases, so the "
                                        "same row of both is not the same person; rows that were "
                                        "shuffled cannot be compared",
                                        *row + 1,
                                        column.cells->name));
            }
        }
    }
}

/// All releases side by side, each column under a name of its own.
ShownRelease side_by_side(std::span<const ShownRelease> releases) {
    ShownRelease out;
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t i = 0; i < releases.size(); ++i) {
        for (const std::string& name : releases[i].known) {
            Column column = releases[i].table.column(releases[i].table.find(name).value());
            column.name = fmt::format("{}.{}", i, name);
            out.known.push_back(column.name);
            columns.push_back(std::make_shared<const Column>(std::move(column)));
        }
        out.sensitive.insert(
            out.sensitive.end(), releases[i].sensitive.begin(), releases[i].sensitive.end());
    }
    out.table = Table(std::move(columns), releases[0].table.row_count());
    return out;
}

}  // namespace

ComposeFindings compose(std::span<const ShownRelease> releases, unsigned threads) {
    if (releases.size() < 2) {
        throw Error(ErrorCode::bad_input, "name two releases or more to join");
    }
    ComposeFindings out{.rows = releases[0].table.row_count()};
    for (const ShownRelease& release : releases) {
        if (release.table.row_count() != out.rows) {
            throw Error(ErrorCode::bad_input,
                        "the releases have " + count_text(out.rows, "row") + " and " +
                            count_text(release.table.row_count(), "row") +
                            ", so the same row of both is not the same person; release suppressed "
                            "rows as stars to compare them");
        }
        refuse_other_rows(releases[0], release);
        out.alone.push_back(figures_of(release, threads));
    }
    out.together = figures_of(side_by_side(releases), threads);
    return out;
}

}  // namespace kanon::attack
