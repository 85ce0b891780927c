// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::domain_cut {

inline constexpr std::array kKOptimizeOptions{
    OptionSpec{.name = "domains",
               .words = "policy|ordered|hierarchy",
               .fallback = "policy",
               .help = "parts: labels where the policy asks for them, else runs; runs; or labels"},
    OptionSpec{
        .name = "pivot",
        .words = "widest|none",
        .fallback = "widest",
        .help = "the attribute that is cut by shortest paths; none: items alone, as published"}};

/// K-Optimize: the best recoding of all by cuts of the ordered domains, with a proof.
///
/// Bayardo, Agrawal: Data privacy through optimal k-anonymization, ICDE 2005; known to us through
/// Ciriani et al. 2007, section 4.2, and by its published ideas: a set-enumeration tree over the
/// split points of all attributes, a node's head set and tail set; the loss of the head alone;
/// a lower bound from rows that the head suppresses and rows that head and tail leave together;
/// tail items dropped by the bounds of the children they would make; items dropped that divide no
/// class into two that can be released (useless values); the tail ordered so that items that
/// divide most come first. All of this is here. What differs:
/// - One attribute, the widest, has no items (CutSpace): given the cuts of the others, its best cut
///   is a shortest path (PivotPath), for the loss is a sum over its parts. Bounds are shortest
///   paths as well, so that the suppressed rows and the rows left together are known per part, and
///   parts that no better recoding has are dropped like items. Option `pivot: none` goes without.
/// - A class of s rows makes at most s / k classes, and even ones lose least (TallyLoss::divided):
///   close to k this is well above the k rows a row that the publication counts.
/// - Useless values are dropped under DM only where merging is sure to lose no more; the
///   publication's test does not ask whether most of the table stands in the class.
/// - Nodes are looked into eight at a time, half of them those of least bound and half the newest,
///   each with the best loss known before the eight: same outcome for any number of threads, and
///   the least bound of an open node bounds every recoding when the search is stopped.
/// - Where the policy asks for a hierarchy's labels, only parts that are all values under one label
///   are allowed: an item then opens a label, once the label above is open. Option `domains:
///   hierarchy` asks so for every attribute, `domains: ordered` for none, as published.
/// - Any privacy model: bounds use the rows a class needs, the head alone is judged by the models.
///   Useless values are kept where a class that holds may not hold with more rows.
///
/// Exact; stopped early, it has the best recoding met and a bound over all recodings by cuts.
/// Cost O(2^d t m) at worst, for d items; per node O(i r g) for i tail items, r pivot runs and g
/// groups. Memory: a few hundred bytes for each open node. \throws Error{bad_policy} on bad
/// options; from run() if there are 2^31 rows or more.
[[nodiscard]] std::unique_ptr<Method> make_k_optimize(const OptionMap& options);

}  // namespace kanon::domain_cut
