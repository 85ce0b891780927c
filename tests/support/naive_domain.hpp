// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include "support/naive_auditor.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kanon::test {

/// One quasi-identifier as texts: what a released text may stand for, and what it loses. Labels are
/// taken from the hierarchy, all else from the texts alone.
class NaiveDomain {
public:
    NaiveDomain(const QuasiIdentifier& attribute, const Column& column);

    /// As the naive auditor asks for it.
    [[nodiscard]] std::optional<Values> meaning(const std::string& text) const;

    /// NCP of a text that means something: numeric ranges by their length, labels by the values
    /// they cover, an original value 0, a star 1; 0 if there is but one value.
    [[nodiscard]] double ncp(const std::string& text) const;

    /// LM of it: as NCP, but for labels by the leaves under them, and 0 if there is but one leaf.
    [[nodiscard]] double lm(const std::string& text) const;

private:
    [[nodiscard]] double loss(const std::string& text, double covered, double domain) const;
    [[nodiscard]] std::optional<Values> range_values(const std::string& text) const;
    [[nodiscard]] std::optional<Values> text_range_values(const std::string& text) const;

    Values values_;
    std::map<std::string, double> numbers_;  ///< of values of a numeric column
    bool dates_ = false;                     ///< the numbers are days
    std::map<std::string, Values> labels_;
    std::map<std::string, double> leaves_;  ///< of labels: on the lowest level of as many values
    double all_leaves_ = 0;
};

/// A table as texts: the columns given, in their order.
[[nodiscard]] TextRows text_rows(const Table& table, const std::vector<std::size_t>& columns);

/// A naive auditor of the releases of a problem, and what it needs to see of them.
struct NaiveJudge {
    NaiveAuditor auditor;
    std::vector<NaiveDomain> domains;         ///< one per quasi-identifier
    std::vector<std::size_t> released_place;  ///< of each quasi-identifier in the release
    std::vector<double> weights;
};

/// \pre every model of the problem is one of `models`, which say the same of the original's columns
/// by their place in the table.
[[nodiscard]] NaiveJudge naive_judge(const Problem& problem, std::vector<NaiveModel> models);

/// GCP of released rows (as many as the original has), from texts alone.
[[nodiscard]] double naive_gcp(const NaiveJudge& judge, const TextRows& released);

/// LM of them.
[[nodiscard]] double naive_lm(const NaiveJudge& judge, const TextRows& released);

}  // namespace kanon::test
