// SPDX-License-Identifier: Apache-2.0
#include "kanon/views/judge_views.hpp"

#include "kanon/table/row_types.hpp"
#include "kanon/views/association_covers.hpp"
#include "kanon/views/separators.hpp"

#include <algorithm>
#include <string_view>

namespace kanon {
namespace {

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// True if a view shows a column or selects by it.
bool has_to_do_with(const View& view, const std::string& column) {
    return has(view.columns, column) ||
           std::ranges::find(view.where, column, &ViewCondition::column) != view.where.end();
}

/// True if a view tells the value that each of its rows has in a column: it shows it, or selects
/// the rows of one value.
bool tells(const View& view, const std::string& column) {
    return has(view.columns, column) ||
           std::ranges::any_of(view.where, [&](const ViewCondition& condition) {
               return condition.column == column && condition.values.size() == 1;
           });
}

/// True if who sees a row of one view can tell whether the other shows it as well: it selects by
/// columns that are shown, or as this view does.
bool tells_rows_of(const View& view, const View& other) {
    return std::ranges::all_of(other.where, [&](const ViewCondition& condition) {
        return has(view.columns, condition.column) ||
               std::ranges::find(view.where, condition) != view.where.end();
    });
}

/// A known cover of an identifier.
struct KnownCover {
    std::uint32_t values = kNoCover;
    std::size_t identifier_view = 0;
    std::size_t sensitive_view = 0;
};

class Judge {
public:
    Judge(const ViewSet& views,
          const Table& table,
          const Association& association,
          const std::vector<std::vector<std::uint8_t>>& shown,
          const RunContext& context)
        : views_(views),
          table_(table),
          association_(association),
          shown_(shown),
          context_(context),
          identifiers_(table.column(table.find(association.identifier).value())),
          sensitive_(table.column(table.find(association.sensitive).value())) {}

    [[nodiscard]] AssociationFinding run() const {
        AssociationFinding out{.association = association_};
        const std::vector<std::uint8_t> is_shown = identifiers_shown();
        out.identifiers = static_cast<std::uint64_t>(std::ranges::count(is_shown, 1));
        const bool is_told = std::ranges::any_of(
            views_.views, [&](const View& view) { return has_to_do_with(view, sensitive_.name); });
        if (out.identifiers == 0 || !is_told) {
            return out;
        }
        const std::vector<std::uint32_t> below = covers_from_below();
        const std::vector<KnownCover> above = covers_from_above();
        tell(is_shown, below, above, out);
        return out;
    }

private:
    /// Per identifier, 1 if a view shows it or selects rows by it.
    [[nodiscard]] std::vector<std::uint8_t> identifiers_shown() const {
        const Dictionary& dictionary = *identifiers_.dictionary;
        std::vector<std::uint8_t> out(dictionary.size());
        for (std::size_t view = 0; view < views_.views.size(); ++view) {
            if (!has_to_do_with(views_.views[view], identifiers_.name)) {
                continue;
            }
            for (std::size_t row = 0; row < table_.row_count(); ++row) {
                std::uint8_t& is_shown = out[identifiers_.codes[row]];
                is_shown = std::max(is_shown, shown_[view][row]);
            }
        }
        if (const auto missing = dictionary.missing()) {
            out[*missing] = 0;
        }
        return out;
    }

    [[nodiscard]] std::vector<std::uint32_t> groups_by(
        const std::vector<std::size_t>& columns) const {
        throw_if_cancelled(context_);
        return make_row_types(table_, columns, {}, context_.threads).type_of_row;
    }

    /// The columns that views have, as bits: their names in the order of the bits.
    [[nodiscard]] std::vector<std::string> column_order() const {
        std::vector<std::string> out{identifiers_.name, sensitive_.name};
        const auto add = [&](const std::string& name) {
            if (!has(out, name)) {
                out.push_back(name);
            }
        };
        for (const View& view : views_.views) {
            std::ranges::for_each(view.columns, add);
            std::ranges::for_each(view.where, add, &ViewCondition::column);
        }
        return out;
    }

    [[nodiscard]] std::vector<std::uint32_t> covers_from_below() const {
        const std::vector<std::string> order = column_order();
        std::vector<ColumnSet> sets;
        for (const View& view : views_.views) {
            ColumnSet set = 0;
            for (std::size_t bit = 0; bit < order.size(); ++bit) {
                set |= has_to_do_with(view, order[bit]) ? ColumnSet{1} << bit : 0;
            }
            sets.push_back(set);
        }
        std::vector<std::uint32_t> out(identifiers_.dictionary->size(), 1);
        for (const ColumnSet separator : find_separators(sets, {.identifier = 1, .sensitive = 2})) {
            std::vector<std::size_t> columns;
            for (std::size_t bit = 0; bit < order.size(); ++bit) {
                if ((separator >> bit & 1U) != 0) {
                    columns.push_back(table_.find(order[bit]).value());
                }
            }
            const std::vector<std::uint32_t> groups = groups_by(columns);
            const auto some =
                least_covers({.group_of_row = groups,
                              .identifiers = &identifiers_.codes,
                              .sensitive = &sensitive_.codes},
                             views_.keep_duplicates ? Duplicates::kept : Duplicates::dropped,
                             out.size());
            std::ranges::transform(
                out, some, out.begin(), [](auto a, auto b) { return std::max(a, b); });
        }
        return out;
    }

    [[nodiscard]] std::vector<KnownCover> covers_from_above() const {
        std::vector<KnownCover> out(identifiers_.dictionary->size());
        for (std::size_t i = 0; i < views_.views.size(); ++i) {
            for (std::size_t j = 0; j < views_.views.size(); ++j) {
                const View& of_identifier = views_.views[i];
                const View& of_sensitive = views_.views[j];
                if (!tells(of_identifier, identifiers_.name) ||
                    !tells(of_sensitive, sensitive_.name) ||
                    !tells_rows_of(of_identifier, of_sensitive)) {
                    continue;
                }
                const auto some = i == j ? covers_of_one(i) : covers_of_two(i, j);
                for (std::size_t code = 0; code < out.size(); ++code) {
                    if (some[code] < out[code].values) {
                        out[code] = {
                            .values = some[code], .identifier_view = i, .sensitive_view = j};
                    }
                }
            }
        }
        return out;
    }

    /// A view with both columns tells of each identifier that it shows a value that it has.
    [[nodiscard]] std::vector<std::uint32_t> covers_of_one(std::size_t view) const {
        std::vector<std::uint32_t> out(identifiers_.dictionary->size(), kNoCover);
        for (std::size_t row = 0; row < table_.row_count(); ++row) {
            if (shown_[view][row] != 0) {
                out[identifiers_.codes[row]] = 1;
            }
        }
        return out;
    }

    [[nodiscard]] std::vector<std::uint32_t> covers_of_two(std::size_t of_identifier,
                                                           std::size_t of_sensitive) const {
        const View& first = views_.views[of_identifier];
        const View& second = views_.views[of_sensitive];
        std::vector<std::size_t> columns;
        for (const std::string& column : first.columns) {
            if (has(second.columns, column)) {
                columns.push_back(table_.find(column).value());
            }
        }
        std::vector<std::uint8_t> in_both = shown_[of_identifier];
        for (std::size_t row = 0; row < in_both.size(); ++row) {
            in_both[row] = std::min(in_both[row], shown_[of_sensitive][row]);
        }
        const std::vector<std::uint32_t> groups = groups_by(columns);
        Duplicates duplicates = Duplicates::kept;
        if (!views_.keep_duplicates) {
            duplicates =
                tells_rows_of(second, first) ? Duplicates::dropped : Duplicates::dropped_some_alone;
        }
        // Where the second view shows rows that the first does not, who is alone in the first
        // may share a group with others.
        return least_covers({.group_of_row = groups,
                             .identifiers = &identifiers_.codes,
                             .sensitive = &sensitive_.codes,
                             .identifiers_shown = in_both,
                             .sensitive_shown = shown_[of_sensitive]},
                            duplicates,
                            identifiers_.dictionary->size());
    }

    void tell(const std::vector<std::uint8_t>& is_shown,
              const std::vector<std::uint32_t>& below,
              const std::vector<KnownCover>& above,
              AssociationFinding& out) const {
        std::uint32_t least = kNoCover;
        std::optional<Code> worst;
        for (Code code = 0; code < is_shown.size(); ++code) {
            if (is_shown[code] == 0) {
                continue;
            }
            least = std::min(least, below[code]);
            out.violated += above[code].values < views_.k ? 1U : 0U;
            out.undecided += below[code] < views_.k && above[code].values >= views_.k ? 1U : 0U;
            if (above[code].values != kNoCover &&
                (!worst || above[code].values < above[*worst].values)) {
                worst = code;
            }
        }
        out.least_cover = least;
        out.ending = out.violated > 0    ? ViewsEnding::violated
                     : out.undecided > 0 ? ViewsEnding::undecided
                                         : ViewsEnding::kept;
        if (worst) {
            out.witness = ViewsWitness{.row = first_row_of(*worst),
                                       .identifier_view = above[*worst].identifier_view,
                                       .sensitive_view = above[*worst].sensitive_view,
                                       .values = above[*worst].values};
        }
    }

    [[nodiscard]] std::uint64_t first_row_of(Code identifier) const {
        std::uint64_t row = 0;
        while (identifiers_.codes[row] != identifier) {
            ++row;
        }
        return row + 1;
    }

    const ViewSet& views_;
    const Table& table_;
    const Association& association_;
    const std::vector<std::vector<std::uint8_t>>& shown_;
    const RunContext& context_;
    const Column& identifiers_;
    const Column& sensitive_;
};

}  // namespace

std::vector<AssociationFinding> judge_views(const ViewSet& views,
                                            const Table& table,
                                            const RunContext& context) {
    check_views(views, table);
    std::vector<std::vector<std::uint8_t>> shown;
    shown.reserve(views.views.size());
    for (const View& view : views.views) {
        shown.push_back(rows_shown(view, table));
    }
    std::vector<AssociationFinding> out;
    out.reserve(views.associations.size());
    for (const Association& association : views.associations) {
        out.push_back(Judge(views, table, association, shown, context).run());
    }
    return out;
}

}  // namespace kanon
