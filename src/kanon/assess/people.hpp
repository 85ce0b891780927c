// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/assess/assess_risk.hpp"
#include "kanon/assess/subject_classes.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::detail {

/// Counts the people of the population in classes: in its table, by weights, or by the share that
/// was sampled. Borrows the problem.
class People {
public:
    /// \throws Error{usage}: two sources; Error{bad_input}: weights that are none
    People(const Problem& problem, const RiskOptions& options);

    [[nodiscard]] risk::PeopleSource source() const { return source_; }

    /// Of the classes of the table, and of all people. To be called first.
    void count(KnownRows& known);

    /// Of other classes of the table, by weights or by the share; else they stay as they are.
    void count_sampled(KnownRows& known) const;

    /// Of the classes of a release. False: they cannot be told, or there is no source.
    [[nodiscard]] bool count(const Release& release,
                             const ReleasedClasses& classes,
                             const OriginalOfRows& rows,
                             risk::RiskClasses& of_release,
                             unsigned threads) const;

    /// All people; 0 without a source.
    [[nodiscard]] double total() const { return total_; }

    /// Share of them in the table; none without a source.
    [[nodiscard]] std::optional<double> sampled() const { return sampled_; }

    [[nodiscard]] const std::optional<risk::CountedPeople>& counted() const { return counted_; }

private:
    void take_counted(const KnownRows& known, std::span<const std::uint32_t> found);
    void count_by_fraction(risk::RiskClasses& classes) const;

    const Problem& problem_;
    risk::PeopleSource source_ = risk::PeopleSource::none;
    std::optional<double> fraction_;
    std::vector<double> weights_;  ///< per row
    double total_ = 0;
    std::optional<double> sampled_;
    std::optional<risk::CountedPeople> counted_;
};

}  // namespace kanon::detail
