// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/shown_classes.hpp"

#include "kanon/base/error.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/values/equal_values.hpp"

#include <algorithm>
#include <utility>

namespace kanon::attack {
namespace {

std::vector<std::size_t> known_columns(const ShownRelease& release) {
    std::vector<std::size_t> out;
    out.reserve(release.known.size());
    for (const std::string& name : release.known) {
        const auto found = release.table.find(name);
        if (!found) {
            throw Error(
                ErrorCode::bad_input, "the release has no such column", Where{.attribute = name});
        }
        out.push_back(*found);
    }
    if (release.table.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "the release has no rows");
    }
    return out;
}

/// What models are told of a column.
ModelContext context_of(const ShownColumn& column) {
    const Dictionary& dictionary = *column.cells->dictionary;
    ModelContext out{.place = 0, .missing = dictionary.missing()};
    std::vector<Code> equal = equal_values(dictionary);
    if (!equal.empty()) {
        out.value_of = std::make_shared<const std::vector<Code>>(std::move(equal));
    }
    out.values = column.cells->dictionary;
    out.hierarchy = column.hierarchy;
    out.distribution.resize(dictionary.size());
    return out;
}

}  // namespace

ClassView ShownValues::view(std::size_t index,
                            std::uint64_t rows,
                            std::vector<HistogramView>& views) const {
    const std::size_t begin = histograms.offsets[index];
    const std::size_t size = histograms.offsets[index + 1] - begin;
    views.assign(1,
                 {.values = std::span(histograms.values).subspan(begin, size),
                  .counts = std::span(histograms.counts).subspan(begin, size)});
    return {.rows = rows, .histograms = views};
}

ShownClasses::ShownClasses(const ShownRelease& release, unsigned threads) {
    const std::vector<std::size_t> columns = known_columns(release);
    types_ = make_row_types(release.table, columns, {}, threads);
    starred_.resize(types_.size());
    for (std::size_t index = 0; index < size() && size() > 1; ++index) {
        starred_[index] = is_all_stars(release, columns, index) ? 1 : 0;
        starred_rows_ += is_starred(index) ? rows(index) : 0;
    }
    values_.reserve(release.sensitive.size());
    for (const ShownColumn& column : release.sensitive) {
        ShownValues values{.column = column.cells->name,
                           .context = context_of(column),
                           .histograms = count_values(types_, *column.cells, {}, threads)};
        const Histograms& all = values.histograms;
        for (std::size_t index = 0; index < size(); ++index) {
            for (std::size_t i = all.offsets[index]; i < all.offsets[index + 1]; ++i) {
                values.context.distribution[all.values[i]] += is_starred(index) ? 0 : all.counts[i];
            }
        }
        values_.push_back(std::move(values));
    }
}

bool ShownClasses::is_all_stars(const ShownRelease& release,
                                std::span<const std::size_t> columns,
                                std::size_t index) const {
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const Dictionary& dictionary = *release.table.column(columns[j]).dictionary;
        if (dictionary.text(types_.columns[j][index]) != kStar) {
            return false;
        }
    }
    return !columns.empty();
}

}  // namespace kanon::attack
