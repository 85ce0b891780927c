// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/agreement/protocol_info.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace kanon::parties {
namespace {

constexpr std::array<std::string_view, 1> kAnonymity{"k-anonymity"};

constexpr std::array<std::string_view, 6> kJiangCliftonLeakage{
    "Both learn how many rows the other has, how large its first groups are and whether they show "
    "anything but `*`, how many rows it holds back, and how many people both have.",
    "The first party learns, under pseudonyms, which rows of the other are generalized alike, step "
    "by step, and how many people each two groups have in common. Of a group that is common as a "
    "whole it so learns that each of its people is at the other.",
    "The other learns after each step which party generalizes next, or that the release is ready; "
    "then how many steps there were, and how many people of each first group of the first party "
    "are in the release.",
    "In the end both learn which of their people are in the release.",
    "The first party then knows of these people in which groups of the other they were, from the "
    "first.",
    "Who gets the release knows which row is whose of its own people, and so reads their columns "
    "at the other."};

constexpr std::array<std::string_view, 2> kSecureSumMethods{"mondrian", "optimal"};

constexpr std::array<std::string_view, 8> kSecureSumLeakage{
    "All learn how many rows all sites have together.",
    "By `mondrian` all learn of each class, on the way and in the release, how many rows it has, k "
    "at least, and its least and greatest value of each column (of a set all its values).",
    "By `mondrian` all learn of a class that is divided, or cannot be, where its middle row is, "
    "which parts would have k rows, whether there are rows in others, and of labels and sets which "
    "value is more frequent; no counts.",
    "By `optimal` all learn of each node that is tried which groups of rows have k rows or more, "
    "and whether there are others; and what each column loses at levels of k rows and more a "
    "label.",
    "Of two sites with rows each learns, less its own, how many rows the other has, in all and in "
    "each class of `mondrian`, and what these lose by `optimal`, whoever helps; of more sites, all "
    "but one learn that of the last one.",
    "Of three sites and more, the second and the third of the agreement that work together learn "
    "of "
    "each site its least and greatest value of each column in each class, and in how many rows it "
    "has each value or group asked about.",
    "The first site with one of these two learns the sums that are asked about.",
    "Else nobody learns a count of another site, nor one below k of all."};

constexpr std::array<std::string_view, 5> kTopDownLeakage{
    "All know which row belongs to which of their people: the key is common.",
    "All learn the class label of each row by a number, and the order of these numbers is that of "
    "the labels.",
    "All learn the score and the column of the best specialization of each party, step by step.",
    "All learn of each specialization carried out which rows go into which part, suppressed rows "
    "among them, though not what the parts mean, nor which has the greater values.",
    "Where the keys of two parties differ, both learn that, and no key."};

constexpr std::array<std::string_view, 7> kZhongYangWright1Leakage{
    "The miner learns how many rows each party has, how long its longest row is, in steps of 64 "
    "bytes, and from which party each released row comes.",
    "The miner sees neither the values of rows that it does not get, nor which of these are equal.",
    "Parties learn how many rows each party has, how long the longest row is, and how many rows of "
    "each party have the quasi-identifiers of a row of their own.",
    "The miner together with a party learns which other rows have the quasi-identifiers of a row "
    "of that party.",
    "Rows count as rows of different people, who trust their own party: one that makes up rows has "
    "fewer than k equal rows of others released.",
    "The miner together with parties that have k rows or more can read all rows with the "
    "quasi-identifiers of a row of these parties.",
    "All messages go through the miner: one that changes them, against the protocol, can read "
    "rows."};

constexpr std::array<std::string_view, 6> kZhongYangWright2Leakage{
    "The miner learns how many rows each party has, and in how many quasi-identifiers any two rows "
    "differ; so it learns which rows are equal.",
    "The miner learns which row of which party, by its place in the table, each released row is.",
    "The miner sees no quasi-identifiers but those released.",
    "Parties learn how many rows each party has, which of their own rows are in one group, which "
    "parties have more rows of it, and the place of its first row.",
    "The miner together with a party can read the rows of all parties that stand before that party "
    "in the agreement.",
    "Who knows some rows, and works with the miner, can tell much of the other rows from how far "
    "they differ."};

constexpr std::array kProtocols{
    ProtocolInfo{.name = "jiang-clifton",
                 .summary = "two parties generalize until every joint group has k rows or none, by "
                            "comparing encrypted keys; only then the tables are joined",
                 .citation = "Jiang, Clifton: Privacy-preserving distributed k-anonymity, DBSec "
                             "2005",
                 .division = Division::vertical,
                 .least_parties = 2,
                 .most_parties = 2,
                 .models = kAnonymity,
                 .leakage = kJiangCliftonLeakage},
    ProtocolInfo{.name = "secure-sum",
                 .summary = "sites with different rows find the classes of mondrian, or the best "
                            "node, of all rows by questions about sums that nobody sees",
                 .citation = "Bonawitz et al.: Practical secure aggregation for "
                             "privacy-preserving machine learning, CCS 2017; Wagh, Gupta, "
                             "Chandran: SecureNN, PoPETs 2019; LeFevre, DeWitt, Ramakrishnan: "
                             "Mondrian Multidimensional k-Anonymity, ICDE 2006",
                 .division = Division::horizontal,
                 .least_parties = 2,
                 .most_parties = 20,
                 .may_have_helper = true,
                 .needs_values = true,
                 .methods = kSecureSumMethods,
                 .models = kAnonymity,
                 .leakage = kSecureSumLeakage},
    ProtocolInfo{.name = "top-down",
                 .summary = "parties specialize in turns by the best score among them; the release "
                            "is that of top-down on the joined table",
                 .citation = "Wang, Fung, Dong: Integrating private databases for data analysis, "
                             "ISI 2005",
                 .division = Division::vertical,
                 .least_parties = 2,
                 .most_parties = 5,
                 .needs_class = true,
                 .models = kAnonymity,
                 .leakage = kTopDownLeakage},
    ProtocolInfo{.name = "zhong-yang-wright-1",
                 .summary = "parties seal their rows; a miner can open those whose "
                            "quasi-identifiers k or more rows share, and no others",
                 .citation = "Zhong, Yang, Wright: Privacy-enhancing k-anonymization of customer "
                             "data, PODS 2005",
                 .division = Division::horizontal,
                 .least_parties = 3,
                 .most_parties = 20,
                 .has_miner = true,
                 .models = kAnonymity,
                 .leakage = kZhongYangWright1Leakage},
    ProtocolInfo{.name = "zhong-yang-wright-2",
                 .summary = "a miner learns how far encrypted rows differ, and stars cells as "
                            "meyerson-williams would that has all rows",
                 .citation = "Zhong, Yang, Wright: Privacy-enhancing k-anonymization of customer "
                             "data, PODS 2005",
                 .division = Division::horizontal,
                 .least_parties = 3,
                 .most_parties = 20,
                 .has_miner = true,
                 .needs_values = true,
                 .models = kAnonymity,
                 .leakage = kZhongYangWright2Leakage},
};

}  // namespace

std::span<const ProtocolInfo> protocols() {
    return kProtocols;
}

const ProtocolInfo& find_protocol(std::string_view name) {
    const auto* const found = std::ranges::find(kProtocols, name, &ProtocolInfo::name);
    if (found == kProtocols.end()) {
        std::vector<std::string_view> names;
        names.reserve(kProtocols.size());
        for (const ProtocolInfo& info : kProtocols) {
            names.push_back(info.name);
        }
        throw Error(ErrorCode::bad_policy,
                    "there is no protocol '" + std::string(name) + "'" + suggestion(name, names));
    }
    return *found;
}

}  // namespace kanon::parties
