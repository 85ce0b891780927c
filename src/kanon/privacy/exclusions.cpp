// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/exclusions.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/odds_text.hpp"
#include "kanon/privacy/models/risk_limit.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace kanon {
namespace {

/// What a row of the table is worded by.
struct Promised {
    privacy::Parameters parameters;
    std::string column;                                ///< the attribute in quotes
    bool of_one_value = false;                         ///< a value of the table, which is not named
    std::string in;                                    ///< `each class`, or what stands for it
    std::string_view known = "the quasi-identifiers";  ///< that somebody finds rows by

    [[nodiscard]] double operator[](std::string_view name) const {
        return parameters.decimal(name);
    }
};

/// At least so many distinct values that a figure of l allows, which entropies reach within a
/// tolerance.
std::uint64_t values_of_figure(double l) {
    constexpr double kSlack = 1e-7;
    return static_cast<std::uint64_t>(std::ceil(l * (1 - kSlack)));
}

std::string many_values(const Promised& promised, std::uint64_t least) {
    return least < 2 ? ""
                     : fmt::format("{} has at least {} of {}",
                                   promised.in,
                                   count_text(least, "value"),
                                   promised.column);
}

/// Of l values l - 2 may be ruled out.
std::string many_left(const Promised& promised, std::uint64_t least) {
    return least < 3 ? ""
                     : fmt::format("whoever rules out {} of {} has at least 2 left in {}",
                                   count_text(least - 2, "value"),
                                   promised.column,
                                   promised.in);
}

std::string nobody_singled_out(const Promised& promised, const std::string& those) {
    return fmt::format(
        "{} has at least {}, so {} single out nobody", promised.in, those, promised.known);
}

std::string greatest_share(const Promised& promised, double share) {
    return promised.of_one_value
               ? fmt::format("the protected value of {} has at most {:.4g} of the rows in {}",
                             promised.column,
                             share,
                             promised.in)
               : fmt::format("no value of {} has more than {:.4g} of the rows in {}",
                             promised.column,
                             share,
                             promised.in);
}

std::string many_people(const Promised& promised) {
    const auto k = promised.parameters.whole("k");
    return nobody_singled_out(
        promised,
        promised.column.empty()
            ? count_text(k, "row")
            : count_text(k, "person") + " (distinguished by " + promised.column + ")");
}

std::string l_values(const Promised& promised) {
    return many_values(promised, values_of_figure(promised["l"]));
}

std::string l_left(const Promised& promised) {
    return many_left(promised, values_of_figure(promised["l"]));
}

/// Machanavajjhala et al. 2006, section 4.2: after l - 2 values are ruled out the commonest of the
/// others has fewer rows than c times those of the rest.
std::string l_recursive(const Promised& promised) {
    const auto l = promised.parameters.whole("l");
    const double share = promised["c"] / (promised["c"] + 1);
    if (l == 2) {
        return fmt::format("no value of {} has {:.4g} or more of the rows in {} that have any",
                           promised.column,
                           share,
                           promised.in);
    }
    return fmt::format(
        "whoever rules out {} of {} still finds no other with {:.4g} or more of the "
        "rows in {} that have one of the others",
        count_text(l - 2, "value"),
        promised.column,
        share,
        promised.in);
}

std::string m_values(const Promised& promised) {
    return many_values(promised, promised.parameters.whole("m"));
}

std::string m_share(const Promised& promised) {
    return fmt::format(
        "over all releases of the ledger no value of {} of a person has a probability above 1/{}",
        promised.column,
        promised.parameters.whole("m"));
}

std::string p_values(const Promised& promised) {
    return many_values(promised, promised.parameters.whole("p"));
}

std::string p_left(const Promised& promised) {
    return many_left(promised, promised.parameters.whole("p"));
}

std::string p_labels(const Promised& promised) {
    return fmt::format(
        "{} has values of {} under at least {} of level {}, and so of every level "
        "below",
        promised.in,
        promised.column,
        count_text(promised.parameters.whole("p"), "label"),
        promised.parameters.whole("level"));
}

std::string e_values(const Promised& promised) {
    return many_values(promised, promised.parameters.whole("k"));
}

std::string e_left(const Promised& promised) {
    return many_left(promised, promised.parameters.whole("k"));
}

std::string e_range(const Promised& promised) {
    return fmt::format("from the least to the greatest value of {} in {} it is at least {:g}",
                       promised.column,
                       promised.in,
                       promised["e"]);
}

std::string alpha_rows(const Promised& promised) {
    const auto k = promised.parameters.whole("k");
    return k < 2 ? "" : nobody_singled_out(promised, count_text(k, "row"));
}

std::string alpha_share(const Promised& promised) {
    return promised["alpha"] < 1 ? greatest_share(promised, promised["alpha"]) : "";
}

std::string t_equal(const Promised& promised) {
    return promised["t"] >= 1
               ? ""
               : fmt::format(
                     "the share of any set of values of {} differs in {} by at most {:g} "
                     "from the table's",
                     promised.column,
                     promised.in,
                     promised["t"]);
}

/// What the earth mover's distance says.
std::string t_moved(const Promised& promised, std::string_view way) {
    return promised["t"] >= 1
               ? ""
               : fmt::format(
                     "the table's values of {} become those of {} if each moves by {:g} of "
                     "{} at most, on average",
                     promised.column,
                     promised.in,
                     promised["t"],
                     way);
}

std::string t_ordered(const Promised& promised) {
    return t_moved(promised, "their order from end to end");
}

std::string t_hierarchical(const Promised& promised) {
    return t_moved(promised, "the hierarchy's height");
}

std::string gain(const Promised& promised) {
    return fmt::format("no value of {} is more than {:g} times as frequent in {} as in the table",
                       promised.column,
                       1 + promised["beta"],
                       promised.in);
}

std::string enhanced_gain(const Promised& promised) {
    return fmt::format(
        "{} is all of one value of {} only if the table is", promised.in, promised.column);
}

std::string ratio(const Promised& promised) {
    return fmt::format(
        "every value of {} in {} is there less than {:.4g} times as frequent as in "
        "the table, and more than {:.4g} times",
        promised.column,
        promised.in,
        std::exp(promised["delta"]),
        std::exp(-promised["delta"]));
}

std::string all_values(const Promised& promised) {
    return fmt::format("{} has every value of {} that the table has", promised.in, promised.column);
}

std::string people_of_map(const Promised& promised) {
    return fmt::format(
        "{} fits at least {} of the population; nothing is said of one who knows "
        "that somebody is in the table",
        promised.in,
        count_text(promised.parameters.whole("k"), "row"));
}

std::string lists_of_known(const Promised& promised) {
    return fmt::format("whoever knows up to {} of a list finds at least {} in {} that hold them",
                       count_text(promised.parameters.whole("m"), "item"),
                       count_text(promised.parameters.whole("k"), "list"),
                       promised.in);
}

std::string sensitive_of_known(const Promised& promised) {
    const std::uint64_t l = promised.parameters.whole("l");
    return l < 2 ? ""
                 : fmt::format("of these lists at most one of {} holds any one sensitive item", l);
}

std::string greatest_presence(const Promised& promised) {
    return promised["max"] >= 1
               ? ""
               : fmt::format("of the population that {} fits at most {:g} is in the table",
                             promised.in,
                             promised["max"]);
}

std::string least_presence(const Promised& promised) {
    return promised["min"] <= 0
               ? ""
               : fmt::format(
                     "of the population that {} fits at least {:g} is in the table, and "
                     "there is nobody whom none fits",
                     promised.in,
                     promised["min"]);
}

std::string whoever_knows(const Promised& promised) {
    return fmt::format("whoever knows up to {} of the quasi-identifiers",
                       count_text(promised.parameters.whole("l"), "value"));
}

std::string known_rows(const Promised& promised) {
    return fmt::format("{} finds at least {} with them",
                       whoever_knows(promised),
                       count_text(promised.parameters.whole("k"), "row"));
}

std::string known_share(const Promised& promised) {
    return promised["c"] >= 1
               ? ""
               : fmt::format("of the rows that {} finds, at most {:.4g} have {} of {}",
                             whoever_knows(promised),
                             promised["c"],
                             promised.of_one_value ? "the protected value" : "the same value",
                             promised.column);
}

std::string risk_of_each(const Promised& promised) {
    const double highest = promised["highest"];
    const std::string_view those = promised.column.empty() ? "row" : "person";
    return highest >= 1 ? ""
                        : nobody_singled_out(promised, count_text(rows_of_risk(highest), those)) +
                              ", with a risk of at most " + odds_text(highest);
}

std::string risk_of_all(const Promised& promised) {
    return promised["average"] >= 1
               ? ""
               : fmt::format(
                     "whoever matches every row with a person is expected to be right for at most "
                     "{:.4g} % of them",
                     100 * promised["average"]);
}

/// The attributes in quotes, whose joint values are looked at if they are several.
std::string columns_of(const PrivacyRequirement& requirement) {
    std::string out = requirement.attribute.empty() ? "" : "'" + requirement.attribute + "'";
    for (const std::string& name : requirement.with) {
        out += " with '" + name + "'";
    }
    return out;
}

/// The rows that somebody finds for a person.
std::string those_found(const Adversary& against, PromiseUnit unit) {
    if (!against.knows_all()) {
        return "each set of rows that are alike in " + known_text(against);
    }
    return unit == PromiseUnit::classes ? "each class" : "each row's set of candidates";
}

/// A row for each attack that a model, or some kinds of it, rules out; by the model's name.
struct ExclusionRow {
    std::string_view model;
    std::string_view kinds;  ///< as ModelParameter::kinds
    std::string_view attack;
    std::string (*because)(const Promised&);  ///< "": with these parameters nothing follows
};

constexpr std::array kExclusions{
    ExclusionRow{"alpha-k", "", "link", alpha_rows},
    ExclusionRow{"alpha-k", "", "guess", alpha_share},
    ExclusionRow{"beta-likeness", "", "skewness", gain},
    ExclusionRow{"beta-likeness", "enhanced", "guess", enhanced_gain},
    ExclusionRow{"delta-disclosure", "all", "homogeneity", all_values},
    ExclusionRow{"delta-disclosure", "", "skewness", ratio},
    ExclusionRow{"delta-presence", "", "presence", greatest_presence},
    ExclusionRow{"delta-presence", "", "absence", least_presence},
    ExclusionRow{"k-anonymity", "", "link", many_people},
    ExclusionRow{"k-e", "", "homogeneity", e_values},
    ExclusionRow{"k-e", "", "background", e_left},
    ExclusionRow{"k-e", "", "similarity", e_range},
    ExclusionRow{"k-map", "", "link", people_of_map},
    ExclusionRow{"km-anonymity", "", "link", lists_of_known},
    ExclusionRow{"km-anonymity", "", "guess", sensitive_of_known},
    ExclusionRow{"l-diversity", "", "homogeneity", l_values},
    ExclusionRow{"l-diversity", "", "background", l_left},
    ExclusionRow{"l-diversity", "recursive", "guess", l_recursive},
    ExclusionRow{"lkc", "", "link", known_rows},
    ExclusionRow{"lkc", "", "guess", known_share},
    ExclusionRow{"m-invariance", "", "homogeneity", m_values},
    ExclusionRow{"m-invariance", "", "guess", m_share},
    ExclusionRow{"p-sensitive", "", "homogeneity", p_values},
    ExclusionRow{"p-sensitive", "", "background", p_left},
    ExclusionRow{"p-sensitive", "extended", "similarity", p_labels},
    ExclusionRow{"risk", "", "link", risk_of_each},
    ExclusionRow{"risk", "", "link", risk_of_all},
    ExclusionRow{"t-closeness", "equal", "skewness", t_equal},
    ExclusionRow{"t-closeness", "ordered", "skewness", t_ordered},
    ExclusionRow{"t-closeness", "hierarchical", "skewness", t_hierarchical},
};

}  // namespace

std::vector<Exclusion> excluded_attacks(const PrivacyRequirement& requirement, PromiseUnit unit) {
    const Promised promised{
        .parameters = privacy::check_parameters(requirement),
        .column = columns_of(requirement),
        .of_one_value = !requirement.value.empty(),
        .in = those_found(requirement.against, unit),
        .known = requirement.against.knows_all() ? "the quasi-identifiers" : "these values"};
    std::vector<Exclusion> out;
    out.reserve(kExclusions.size());
    for (const ExclusionRow& row : kExclusions) {
        const bool applies =
            row.model == requirement.model &&
            privacy::takes(ModelParameter{.kinds = row.kinds}, promised.parameters.kind);
        std::string because = applies ? row.because(promised) : "";
        if (!because.empty()) {
            out.push_back({.attack = std::string(row.attack), .because = std::move(because)});
        }
    }
    return out;
}

bool has_exclusions(std::string_view model) {
    return std::ranges::any_of(kExclusions,
                               [&](const ExclusionRow& row) { return row.model == model; });
}

}  // namespace kanon
