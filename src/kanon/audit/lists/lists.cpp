// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/lists/lists.hpp"

#include "kanon/audit/lists/known_items.hpp"
#include "kanon/audit/lists/released_lists.hpp"
#include "kanon/audit/rules.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace kanon::auditing {
namespace {

/// What stands for the items of one list.
void judge_items(const ListEvidence& lists, std::size_t row, ListFigures& out, FaultLog& log) {
    const auto own = lists.list->items_of(lists.original->codes[(*lists.pairing)[row]]);
    const auto released = lists.row(row);
    const auto covers = [&](std::uint32_t item, Code code) {
        return std::ranges::binary_search(lists.lists.items[item].covers, code);
    };
    for (const std::uint32_t item : released) {
        if (std::ranges::none_of(own, [&](Code code) { return covers(item, code); })) {
            log.add(
                {.row = row + 1, .place = lists.list->column},
                rules::kListItems,
                lists.released->name,
                [] { return "an item of the released list stands for none of the original's"; });
        }
    }
    const auto others = static_cast<double>(lists.list->hierarchy.domain_size() - 1);
    for (const Code code : own) {
        std::size_t least = std::numeric_limits<std::size_t>::max();
        for (const std::uint32_t item : released) {
            least =
                covers(item, code) ? std::min(least, lists.lists.items[item].covers.size()) : least;
        }
        const bool is_dropped = least == std::numeric_limits<std::size_t>::max();
        ++out.items;
        out.dropped += is_dropped ? 1U : 0U;
        out.kept += least == 1 ? 1U : 0U;
        out.loss += is_dropped ? 1 : least == 1 ? 0 : (static_cast<double>(least) - 1) / others;
    }
}

void judge_released_lists(const ListEvidence& lists, ListFigures& out, FaultLog& log) {
    const Evidence& evidence = *lists.evidence;
    for (std::size_t row = 0; row < evidence.released_rows(); ++row) {
        const Code cell = lists.released->codes[row];
        const Dictionary& cells = *lists.released->dictionary;
        if (evidence.is_suppressed(row)) {
            if (!cells.is_missing(cell) && cells.text(cell) != kStar) {
                log.add({.row = row + 1, .place = lists.list->column},
                        rules::kPartlySuppressed,
                        lists.released->name,
                        [] { return "the row is suppressed, but its list is not blank"; });
            }
        } else if (!lists.lists.of_code[cell]) {
            log.add({.row = row + 1, .place = lists.list->column},
                    rules::kUnreadableValue,
                    lists.released->name,
                    [] {
                        return "the list has an item that is neither one of the original nor a "
                               "group of the hierarchy";
                    });
        } else if (!evidence.options->shuffled && (*lists.pairing)[row] != kNone) {
            judge_items(lists, row, out, log);
        }
    }
    out.loss = out.items == 0 ? 0 : out.loss / static_cast<double>(out.items);
}

void settle_proof(const ListFigures& figures, bool holds, std::vector<Proof>& proofs) {
    const auto place = std::ranges::find(proofs, "km-anonymity", &Proof::model);
    if (place == proofs.end()) {
        return;
    }
    place->holds = place->holds && holds;
    if (figures.sets > 0) {
        place->achieved = static_cast<double>(figures.least_support);
    }
}

}  // namespace

std::optional<ListFigures> judge_lists(const Evidence& evidence,
                                       const Pairing& pairing,
                                       std::vector<Proof>& proofs,
                                       FaultLog& log) {
    const Problem& problem = *evidence.problem;
    if (!problem.list) {
        return std::nullopt;
    }
    const Column& original = problem.table.column(problem.list->column);
    const auto place = evidence.release->table.find(original.name);
    if (!place) {
        return std::nullopt;
    }
    ListEvidence lists{.evidence = &evidence,
                       .pairing = &pairing,
                       .list = &*problem.list,
                       .original = &original,
                       .released = &evidence.release->table.column(*place)};
    lists.lists = read_lists(*problem.list, *lists.released);
    ListFigures out{.column = original.name, .k = problem.list->promise.k};
    out.m = problem.list->promise.m;
    out.l = problem.list->promise.l;
    out.method = problem.list->method;
    judge_released_lists(lists, out, log);
    const KnownItems known = count_known_items(lists, log);
    out.sets = known.sets;
    out.least_support = known.least_support;
    out.worst_share = known.worst_share;
    settle_proof(out, log.keeps({"km-anonymity"}), proofs);
    return out;
}

}  // namespace kanon::auditing
