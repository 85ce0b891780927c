// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/views_report.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kanon {
namespace {

using ViewsJson = nlohmann::ordered_json;

std::string_view ending_word(ViewsEnding ending) {
    switch (ending) {
        case ViewsEnding::kept:
            return "kept";
        case ViewsEnding::violated:
            return "violated";
        case ViewsEnding::undecided:
            return "undecided";
    }
    return "";
}

std::string values_text(std::uint64_t values, const Association& association) {
    return count_text(values, "value") + " of '" + association.sensitive + "'";
}

std::string witness_text(const ViewSet& views,
                         const AssociationFinding& finding,
                         const Table& table,
                         bool show_values) {
    const ViewsWitness& witness = *finding.witness;
    const std::string& first = views.views[witness.identifier_view].name;
    const std::string& second = views.views[witness.sensitive_view].name;
    const std::size_t column = table.find(finding.association.identifier).value();
    return fmt::format(
        "        {}: of the '{}' of row {}{} {}\n",
        first == second ? fmt::format("view '{}'", first)
                        : fmt::format("views '{}' and '{}'", first, second),
        finding.association.identifier,
        witness.row,
        show_values ? fmt::format(" ({})", table.column(column).text(witness.row - 1)) : "",
        witness.values == 1
            ? fmt::format("a value of '{}' is disclosed for certain", finding.association.sensitive)
            : "it is known to have one of " + values_text(witness.values, finding.association));
}

std::string finding_text(const ViewSet& views, const AssociationFinding& finding) {
    const Association& association = finding.association;
    const std::string head =
        fmt::format("'{}' with '{}'", association.identifier, association.sensitive);
    switch (finding.ending) {
        case ViewsEnding::kept:
            return finding.least_cover
                       ? fmt::format("proven  {}: each of {} may go with {} at least\n",
                                     head,
                                     count_text(finding.identifiers, "identifier"),
                                     values_text(*finding.least_cover, association))
                       : fmt::format("proven  {}: no view discloses anything of it\n", head);
        case ViewsEnding::violated:
            return fmt::format("BROKEN  {}: {} of {} are known to have one of fewer than {}\n",
                               head,
                               count_text(finding.violated),
                               count_text(finding.identifiers, "identifier"),
                               values_text(views.k, association));
        case ViewsEnding::undecided:
            return fmt::format("open    {}: {} of {} may be known to have one of fewer than {}\n",
                               head,
                               count_text(finding.undecided),
                               count_text(finding.identifiers, "identifier"),
                               values_text(views.k, association));
    }
    return "";
}

}  // namespace

std::string views_text(const ViewSet& views,
                       const std::vector<AssociationFinding>& findings,
                       const Table& table,
                       bool show_values) {
    std::string out = fmt::format("{} of {}, k = {}, equal rows {}\n",
                                  count_text(views.views.size(), "view"),
                                  count_text(table.row_count(), "row"),
                                  views.k,
                                  views.keep_duplicates ? "as often as they are" : "once");
    for (const AssociationFinding& finding : findings) {
        out += finding_text(views, finding);
        if (finding.ending == ViewsEnding::violated) {
            out += witness_text(views, finding, table, show_values);
        }
    }
    return out;
}

std::string views_json(const ViewSet& views, const std::vector<AssociationFinding>& findings) {
    ViewsJson list = ViewsJson::array();
    for (const AssociationFinding& finding : findings) {
        ViewsJson one{{"identifier", finding.association.identifier},
                      {"sensitive", finding.association.sensitive},
                      {"ending", ending_word(finding.ending)},
                      {"identifiers", finding.identifiers},
                      {"violated", finding.violated},
                      {"undecided", finding.undecided},
                      {"least_cover", nullptr},
                      {"witness", nullptr}};
        if (finding.least_cover) {
            one["least_cover"] = *finding.least_cover;
        }
        if (finding.witness) {
            one["witness"] = {
                {"row", finding.witness->row},
                {"identifier_view", views.views[finding.witness->identifier_view].name},
                {"sensitive_view", views.views[finding.witness->sensitive_view].name},
                {"values", finding.witness->values}};
        }
        list.push_back(std::move(one));
    }
    return json_document({{"k", views.k},
                          {"duplicates", views.keep_duplicates ? "kept" : "dropped"},
                          {"associations", std::move(list)}});
}

}  // namespace kanon
