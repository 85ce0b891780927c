// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/release.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/release/classes/released_columns.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/release/recoding/row_plan.hpp"
#include "kanon/release/spelling/spelled_domain.hpp"
#include "kanon/table/row_order.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace kanon {
namespace {

/// Original codes of an attribute, or tuples, that some shown row has.
template <typename Units>
std::vector<bool> shown_units(const Units& unit_of_type, std::size_t count, const RowPlan& plan) {
    std::vector<bool> shown(count);
    for (std::size_t type = 0; type < unit_of_type.size(); ++type) {
        if (plan.suppressed.empty() || !plan.suppressed[type]) {
            shown[unit_of_type[type]] = true;
        }
    }
    return shown;
}

/// Released values of an attribute that some row shows.
std::vector<bool> shown_values(std::span<const std::uint32_t> value_of_unit,
                               const std::vector<bool>& units,
                               std::size_t value_count) {
    std::vector<bool> shown(value_count);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units[unit]) {
            shown[value_of_unit[unit]] = true;
        }
    }
    return shown;
}

void build_dictionaries(const RecodingView& view,
                        const RowTypes& types,
                        const RowPlan& plan,
                        std::vector<SpelledDomain>& spelled,
                        unsigned threads) {
    std::vector<bool> tuples;
    if (view.local && !spelled.empty()) {
        tuples = shown_units(view.tuple_of_type, view.tuple_count, plan);
    }
    const auto codes = [&](std::size_t j) {
        return types.columns[j].visit([&](const auto code_of_type) {
            return shown_units(code_of_type, view.value_of_code[j].size(), plan);
        });
    };
    parallel_for(spelled.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            const std::size_t count = spelled[j].value_count();
            spelled[j].build(view.local ? shown_values(view.value_of_tuple[j], tuples, count)
                                        : shown_values(view.value_of_code[j], codes(j), count),
                             plan.stars());
        }
    });
}

/// What a released quasi-identifier is, but for its codes.
std::shared_ptr<Column> text_column(const Column& original, const SpelledDomain& spelled) {
    auto column = std::make_shared<Column>();
    column->name = original.name;
    column->storage_type = "VARCHAR";
    column->dictionary = spelled.dictionary();
    return column;
}

/// What is given of each row, of those that are released.
template <typename Value>
std::vector<Value> picked(std::span<const Value> of_row, const RowPlan& plan) {
    std::vector<Value> out;
    out.reserve(of_row.empty() ? 0 : plan.rows);
    for (std::size_t row = 0; !of_row.empty() && row < plan.rows; ++row) {
        out.push_back(of_row[plan.original_of(row)]);
    }
    return out;
}

}  // namespace

Release apply(const OriginalRows& rows,
              std::span<const RecodedAttribute> attributes,
              std::span<const std::size_t> withheld,
              const Recoding& recoding,
              SuppressedRows mode,
              unsigned threads) {
    RecodingView view = view_of(recoding);
    Table original = *rows.table;
    const RowTypes& types = *rows.types;
    std::span<const std::uint32_t> type_of_row = rows.type_of_row;
    std::span<const std::uint64_t> counts = rows.counts;
    std::optional<TuplePieces> pieces;
    if (!view.shares.empty()) {
        pieces.emplace(view, rows);
        view = pieces->by_pieces(std::move(view));
        type_of_row = pieces->piece_of_row();
        counts = pieces->counts();
        if (!pieces->original_row().empty()) {
            original = reordered(original, pieces->original_row());
        }
    }
    KANON_CHECK(type_of_row.size() == original.row_count());
    KANON_CHECK(attributes.size() == types.attribute_count());
    KANON_CHECK(attributes.size() == view.domains.size());
    std::vector<SpelledDomain> spelled;
    for (std::size_t j = 0; j < attributes.size(); ++j) {
        spelled.emplace_back(*view.domains[j],
                             *original.column(attributes[j].column).dictionary,
                             attributes[j].hierarchy);
    }
    RowPlan plan = plan_rows(view, types, type_of_row, spelled, mode, threads);
    build_dictionaries(view, types, plan, spelled, threads);
    std::vector<CodeVector> recoded =
        recode_attributes(original, attributes, view, spelled, plan, threads);

    Release release;
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t index = 0; index < original.column_count(); ++index) {
        const auto attribute = std::ranges::find(attributes, index, &RecodedAttribute::column);
        if (attribute != attributes.end()) {
            const auto j = static_cast<std::size_t>(attribute - attributes.begin());
            auto column = text_column(original.column(index), spelled[j]);
            column->codes = std::move(recoded[j]);
            columns.push_back(std::move(column));
        } else if (std::ranges::find(withheld, index) != withheld.end()) {
            continue;
        } else {
            columns.push_back(other_column(original.shared_column(index), plan, threads));
        }
        release.original_column.push_back(index);
    }
    release.table = Table(std::move(columns), plan.rows);
    release.counts = picked(counts, plan);
    release.original_row = pieces && !pieces->original_row().empty()
                               ? picked(pieces->original_row(), plan)
                               : std::move(plan.original);
    return release;
}

}  // namespace kanon
