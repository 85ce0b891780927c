// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/privacy/models/alpha_k.hpp"
#include "kanon/privacy/models/beta_likeness.hpp"
#include "kanon/privacy/models/delta_disclosure.hpp"
#include "kanon/privacy/models/delta_presence.hpp"
#include "kanon/privacy/models/k_anonymity.hpp"
#include "kanon/privacy/models/k_e.hpp"
#include "kanon/privacy/models/k_map.hpp"
#include "kanon/privacy/models/km_anonymity.hpp"
#include "kanon/privacy/models/l_diversity.hpp"
#include "kanon/privacy/models/lkc.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/privacy/models/p_sensitive.hpp"
#include "kanon/privacy/models/risk_limit.hpp"
#include "kanon/privacy/models/t_closeness.hpp"
#include "kanon/privacy/parameters.hpp"

#include <array>
#include <string>
#include <vector>

namespace kanon {
namespace {

using privacy::kGreatestAmount;
using privacy::kGreatestParameter;

constexpr double kDeepestLevel = kMaxHeight;
constexpr double kMostKnownValues = 64;

constexpr std::array kOfAnonymity{ModelParameter{.name = "k",
                                                 .meaning = "rows or persons of a class",
                                                 .whole = true,
                                                 .least = 2,
                                                 .greatest = kGreatestParameter}};

constexpr std::array kOfDiversity{ModelParameter{.name = "l",
                                                 .meaning = "values of a class",
                                                 .kinds = "distinct,recursive",
                                                 .whole = true,
                                                 .least = 2,
                                                 .greatest = kGreatestParameter},
                                  ModelParameter{.name = "l",
                                                 .meaning = "equally frequent values of a class",
                                                 .kinds = "entropy,entropy-grassberger",
                                                 .least = 1,
                                                 .least_allowed = false,
                                                 .greatest = kGreatestParameter},
                                  ModelParameter{.name = "c",
                                                 .meaning = "limit of r1 / (r_l + ... + r_m)",
                                                 .kinds = "recursive",
                                                 .least_allowed = false,
                                                 .greatest = kGreatestParameter}};

constexpr std::array kOfCloseness{ModelParameter{
    .name = "t", .meaning = "greatest distance of a class from the table", .greatest = 1}};

constexpr std::array kOfDisclosure{ModelParameter{.name = "delta",
                                                  .meaning = "limit of |ln(share / table's)|",
                                                  .least_allowed = false,
                                                  .greatest = kGreatestParameter}};

constexpr std::array kOfLikeness{ModelParameter{.name = "beta",
                                                .meaning = "greatest relative gain of a share",
                                                .least_allowed = false,
                                                .greatest = kGreatestParameter}};

constexpr std::array kOfSensitivity{ModelParameter{.name = "p",
                                                   .meaning = "values of a class",
                                                   .whole = true,
                                                   .least = 2,
                                                   .greatest = kGreatestParameter},
                                    ModelParameter{.name = "level",
                                                   .meaning = "of the hierarchy, protected",
                                                   .kinds = "extended",
                                                   .whole = true,
                                                   .least = 1,
                                                   .greatest = kDeepestLevel,
                                                   .fallback = 1}};

constexpr std::array kOfAlphaK{ModelParameter{.name = "alpha",
                                              .meaning = "greatest share of a value",
                                              .least_allowed = false,
                                              .greatest = 1},
                               ModelParameter{.name = "k",
                                              .meaning = "rows of a class; 1: by k-anonymity",
                                              .whole = true,
                                              .least = 1,
                                              .greatest = kGreatestParameter,
                                              .fallback = 1}};

constexpr std::array kOfRange{ModelParameter{.name = "e",
                                             .meaning = "least range of a class's numbers",
                                             .least_allowed = false,
                                             .greatest = kGreatestAmount},
                              ModelParameter{.name = "k",
                                             .meaning = "values of a class",
                                             .whole = true,
                                             .least = 2,
                                             .greatest = kGreatestParameter,
                                             .fallback = 2}};

constexpr std::array kOfLkc{ModelParameter{.name = "l",
                                           .meaning = "quasi-identifying values known of a person",
                                           .whole = true,
                                           .least = 1,
                                           .greatest = kMostKnownValues},
                            ModelParameter{.name = "k",
                                           .meaning = "rows with these values",
                                           .whole = true,
                                           .least = 2,
                                           .greatest = kGreatestParameter,
                                           .fallback = 5},
                            ModelParameter{.name = "c",
                                           .meaning = "greatest share of a value among them",
                                           .least_allowed = false,
                                           .greatest = 1,
                                           .fallback = 1}};

constexpr std::array kOfInvariance{
    ModelParameter{.name = "m",
                   .meaning = "values of a class, each once",
                   .whole = true,
                   .least = 2,
                   .greatest = kGreatestParameter},
    ModelParameter{.name = "counterfeits",
                   .meaning = "greatest share of released rows that are of nobody",
                   .greatest = 1,
                   .fallback = 0.1}};

constexpr std::array kOfMap{ModelParameter{.name = "k",
                                           .meaning = "people of the population in a class",
                                           .whole = true,
                                           .least = 2,
                                           .greatest = kGreatestParameter}};

constexpr std::array kOfLists{ModelParameter{.name = "k",
                                             .meaning = "lists with the items that somebody knows",
                                             .whole = true,
                                             .least = 2,
                                             .greatest = kGreatestParameter},
                              ModelParameter{.name = "m",
                                             .meaning = "items of a list that somebody knows",
                                             .whole = true,
                                             .least = 1,
                                             .greatest = kMostKnownItems,
                                             .fallback = 2},
                              ModelParameter{.name = "l",
                                             .meaning = "a sensitive item is inferred with 1/l at "
                                                        "most; 1: not looked at",
                                             .whole = true,
                                             .least = 1,
                                             .greatest = kGreatestParameter,
                                             .fallback = 1}};

constexpr std::array kOfPresence{ModelParameter{.name = "max",
                                                .meaning = "greatest share that is in the table",
                                                .least_allowed = false,
                                                .greatest = 1},
                                 ModelParameter{.name = "min",
                                                .meaning = "least share that is in the table",
                                                .greatest = 1,
                                                .fallback = 0}};

constexpr std::array kOfRisk{ModelParameter{.name = "highest",
                                            .meaning = "greatest risk of a row: k = 1 / highest",
                                            .least = 1 / kGreatestParameter,
                                            .greatest = 1,
                                            .fallback = 1},
                             ModelParameter{.name = "average",
                                            .meaning = "greatest mean risk of the released rows",
                                            .least = 1 / kGreatestParameter,
                                            .greatest = 1,
                                            .fallback = 1}};

constexpr std::array kModels{
    ModelInfo{
        .name = "alpha-k",
        .summary = "no sensitive value has more than a share alpha of a class",
        .citation = "Wong, Li, Fu, Wang, KDD 2006",
        .kinds = "",
        .needs = {.attribute = true, .distribution = true, .value = true, .missing_is_value = true},
        .parameters = kOfAlphaK,
        .make = make_alpha_k},
    ModelInfo{.name = "beta-likeness",
              .summary = "no sensitive value gains more than beta of its share in the table",
              .citation = "Cao, Karras, VLDB 2012",
              .kinds = kLikenessKinds,
              .needs = {.attribute = true, .distribution = true, .missing_is_value = true},
              .parameters = kOfLikeness,
              .make = make_beta_likeness},
    ModelInfo{.name = "delta-disclosure",
              .summary = "shares of sensitive values differ from the table's by less than a factor",
              .citation = "Brickell, Shmatikov, KDD 2008",
              .kinds = kDisclosureKinds,
              .needs = {.attribute = true, .distribution = true, .missing_is_value = true},
              .parameters = kOfDisclosure,
              .make = make_delta_disclosure},
    ModelInfo{.name = "delta-presence",
              .summary = "of the people whom a class fits a share in [min, max] is in the table",
              .citation = "Nergiz, Atzori, Clifton, SIGMOD 2007",
              .kinds = "",
              .needs = {.population = true, .rows_are_persons = true, .no_k = true},
              .parameters = kOfPresence,
              .make = make_delta_presence},
    ModelInfo{.name = "k-anonymity",
              .summary = "every class has at least k rows, or k distinct persons",
              .citation = "Samarati, Sweeney 1998; Sweeney 2002",
              .kinds = "",
              .needs = {.person = true, .distribution = true},
              .parameters = kOfAnonymity,
              .make = make_k_anonymity},
    ModelInfo{.name = "k-e",
              .summary = "every class has k sensitive numbers that are e apart at the ends",
              .citation = "Zhang, Koudas, Srivastava, Yu, ICDE 2007",
              .kinds = "",
              .needs = {.attribute = true, .distribution = true, .no_joint = "*"},
              .parameters = kOfRange,
              .make = make_k_e},
    ModelInfo{.name = "k-map",
              .summary = "every class fits at least k people of the population",
              .citation = "Sweeney, PhD thesis, MIT 2001",
              .kinds = "",
              .needs = {.population = true, .no_k = true},
              .parameters = kOfMap,
              .make = make_k_map},
    ModelInfo{.name = "km-anonymity",
              .summary = "whoever knows m items of a list finds k lists that hold them",
              .citation = "Terrovitis, Mamoulis, Kalnis, VLDB 2008",
              .kinds = "",
              .needs = {.rows_are_persons = true, .list = true},
              .parameters = kOfLists,
              .make = make_km_anonymity},
    ModelInfo{.name = "l-diversity",
              .summary = "every class has at least l (well represented) sensitive values",
              .citation = "Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, ICDE 2006",
              .kinds = kDiversityKinds,
              .needs = {.attribute = true, .distribution = true},
              .parameters = kOfDiversity,
              .make = make_l_diversity},
    ModelInfo{.name = "lkc",
              .summary = "whoever knows l values finds k rows, no value in more than a share c",
              .citation = "Mohammed, Fung, Hung, Lee, KDD 2009",
              .kinds = "",
              .needs = {.attribute = true,
                        .distribution = true,
                        .value = true,
                        .missing_is_value = true,
                        .rows_are_persons = true,
                        .no_k = true},
              .parameters = kOfLkc,
              .make = make_lkc},
    ModelInfo{.name = kInvariance,
              .summary = "in every release the same m values or more around a person, each once",
              .citation = "Xiao, Tao, SIGMOD 2007",
              .kinds = "",
              .needs = {.attribute = true, .no_joint = "*", .no_k = true},
              .parameters = kOfInvariance,
              .make = make_m_invariance},
    ModelInfo{.name = "p-sensitive",
              .summary = "every class has at least p sensitive values, or groups of them",
              .citation = "Truta, Vinay 2006; Campan, Truta 2006",
              .kinds = kSensitivityKinds,
              .needs = {.attribute = true,
                        .distribution = true,
                        .hierarchy_of = "extended",
                        .no_joint = "extended"},
              .parameters = kOfSensitivity,
              .make = make_p_sensitive},
    ModelInfo{.name = "risk",
              .summary = "a row is found by its quasi-identifiers with a limited probability",
              .citation = "El Emam 2013; El Emam, Dankar, JAMIA 2008",
              .kinds = "",
              .needs = {.person = true},
              .parameters = kOfRisk,
              .make = make_risk_limit},
    ModelInfo{.name = "t-closeness",
              .summary = "sensitive values are spread in every class nearly as in the table",
              .citation = "Li, Li, Venkatasubramanian, ICDE 2007",
              .kinds = kClosenessKinds,
              .needs = {.attribute = true,
                        .distribution = true,
                        .hierarchy_of = "hierarchical,ordered",
                        .missing_is_value = true,
                        .no_joint = "ordered,hierarchical"},
              .parameters = kOfCloseness,
              .make = make_t_closeness},
};

/// True if a kind is named and stands in a list with commas.
bool is_one_of(std::string_view kinds, std::string_view kind) {
    const std::string list = "," + std::string(kinds) + ",";
    return !kind.empty() && list.find("," + std::string(kind) + ",") != std::string::npos;
}

}  // namespace

std::span<const ModelInfo> privacy_models() {
    return kModels;
}

bool looks_at_hierarchy(const PrivacyRequirement& requirement) {
    return is_one_of(find_privacy_model(requirement.model).needs.hierarchy_of, requirement.kind);
}

bool takes_joint_values(const PrivacyRequirement& requirement) {
    const ModelNeeds& needs = find_privacy_model(requirement.model).needs;
    const bool is_barred = needs.no_joint == "*" || is_one_of(needs.no_joint, requirement.kind);
    return needs.attribute && requirement.value.empty() && !is_barred;
}

const ModelInfo& find_privacy_model(std::string_view name) {
    std::vector<std::string_view> known;
    for (const ModelInfo& info : kModels) {
        if (info.name == name) {
            return info;
        }
        known.push_back(info.name);
    }
    throw Error(ErrorCode::bad_policy,
                "unknown privacy model '" + std::string(name) + "'" + suggestion(name, known));
}

}  // namespace kanon
