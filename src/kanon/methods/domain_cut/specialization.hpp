// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/domains/value_tree.hpp"
#include "kanon/methods/domain_cut/evaluate/class_information.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_groups.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace kanon::domain_cut {

/// How well a specialization would do, the best greatest.
struct Merit {
    bool valid = false;           ///< a release, afterwards
    std::uint64_t kept_rows = 0;  ///< rows that do not fail; counts where it is not valid
    double score = 0;
    std::uint32_t value = 0;  ///< of the groups: what would be specialized

    [[nodiscard]] std::tuple<bool, std::uint64_t, double> in_turn() const {
        return {valid, kept_rows, score};
    }
};

/// The search of make_top_down(), step by step.
///
/// Attributes may be somewhere else, with someone who has the same row types: then best() is among
/// the values that are here, and the caller compares it with theirs and carries out the best of
/// all, with the same outcome as if all attributes were here. Scores are made of the same integers
/// by the same operations, wherever that is.
///
/// Borrows the task and the domains. Costs as make_top_down().
class Specialization {
public:
    /// All attributes are here. \pre the task has a class attribute
    Specialization(const Task& task, std::span<const OrderedDomain> domains);

    /// Domain j is that of attribute places[j] of `attributes`. Before the first best() carry out,
    /// attribute by attribute, the coarsest cuts; then begin().
    Specialization(const Task& task,
                   std::span<const OrderedDomain> domains,
                   std::span<const std::size_t> places,
                   std::size_t attributes);

    /// Make proposals for all values that are here.
    void begin() { add_candidates(0); }

    /// The best specialization of the values that are here, if there is one; of equal ones the
    /// first attribute's, then that of the lowest value.
    [[nodiscard]] std::optional<Merit> best();

    /// Carry out what best() last said. \pre it said something, and nothing was carried out since
    void carry_out();

    /// Carry out a specialization of a value that is somewhere else, see
    /// CutGroups::specialize_as_told().
    void carry_out_as_told(std::uint32_t value,
                           std::uint32_t parts,
                           std::span<const std::uint32_t> part_of_type);

    /// Carry out the best specialization; false if there is none.
    bool step();

    /// True if the cuts keep the promises and release a row.
    [[nodiscard]] bool is_release() const { return is_release(groups_.facts()); }

    /// True if that there is no release follows from there being no valid specialization.
    [[nodiscard]] bool proves_none() const { return superset_; }

    [[nodiscard]] CutGroups& groups() { return groups_; }

    [[nodiscard]] const CutGroups& groups() const { return groups_; }

    [[nodiscard]] std::uint64_t steps() const { return steps_; }

private:
    /// What is known of one attribute throughout the search.
    struct Attribute {
        ClassInformation information;
        std::optional<ValueTree> tree;  ///< none: cut by thresholds
    };

    /// A value that may be specialized.
    struct Proposal {
        std::uint32_t value = 0;
        double gain = 0;
        bool beneficial = false;
        std::vector<RankRun> parts;
        std::vector<Rank> thresholds;  ///< by number: where to divide, best gain first
        std::size_t next = 0;          ///< the one taken; those before were invalid
        bool dead = false;             ///< never to be carried out
    };

    [[nodiscard]] bool is_release(const GroupFacts& facts) const {
        return facts.failing_rows <= task_.suppression_limit && facts.classes > 0;
    }

    [[nodiscard]] const Attribute& attribute_of(const CutValue& value) const {
        return *attributes_[value.attribute];
    }

    void take(const OrderedDomain& domain, std::size_t column, std::size_t place);
    void add_candidates(std::uint32_t first_value);
    [[nodiscard]] bool find_parts(Proposal& candidate) const;
    void order_thresholds(Proposal& candidate) const;
    void divide_at(Proposal& candidate, Rank threshold);
    bool next_threshold(Proposal& candidate);
    [[nodiscard]] double score(const Proposal& candidate, const GroupFacts& after) const;
    [[nodiscard]] std::optional<Merit> merit(Proposal& candidate);
    [[nodiscard]] bool goes_before(std::uint32_t a, std::uint32_t b) const;

    const Task& task_;
    std::vector<std::optional<Attribute>> attributes_;  ///< none: it is somewhere else
    CutGroups groups_;
    std::vector<Proposal> candidates_;
    std::size_t best_ = 0;  ///< of the candidates
    bool superset_;         ///< what fails now fails for good
    std::uint64_t steps_ = 0;
};

}  // namespace kanon::domain_cut
