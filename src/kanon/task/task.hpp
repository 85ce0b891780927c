// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/forms.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/task/pattern_mask.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// The most distinct values of an attribute that is recoded by sets.
inline constexpr std::size_t kMostSetDomain = 1024;

/// A quasi-identifier as methods see it. The codes of its values are those of the dictionary of its
/// hierarchy.
struct QuasiIdentifier {
    std::string name;
    Hierarchy hierarchy;           ///< always there; flat at least
    bool hierarchy_given = false;  ///< by the policy, as opposed to made up by default
    bool recode_range = false;  ///< local recoding by ranges of the ordered values, not by subtree
    bool range_asked = false;   ///< the policy asks for `recode: range` in so many words
    bool labels_asked =
        false;                ///< for a hierarchy or `recode: hierarchy`: release its labels alone
    bool recode_set = false;  ///< local recoding by sets of values, not by subtree
    std::uint64_t max_set_values = kDefaultSetValues;  ///< a set of more is released as a star
    /// Texts in their order, `[a, b]`, stand between sets and the star: where a set would have too
    /// many values, or the attribute has too many for sets.
    bool range_texts = false;
    std::optional<Aggregate> aggregate{};  ///< released by aggregates of classes, and by no label
    double weight = 1;
    Level least_level = 0;
    Level greatest_level = 0;  ///< <= hierarchy.height()

    [[nodiscard]] const Dictionary& dictionary() const { return hierarchy.dictionary(); }
};

/// A column whose values are counted in each class.
struct TrackedAttribute {
    std::string name;
    std::shared_ptr<const Dictionary> dictionary;
    /// Which codes are one value to privacy models: ModelContext::value_of.
    std::shared_ptr<const std::vector<Code>> value_of{};
};

/// What a method solves: the distinct quasi-identifier rows of a table with their counts, what
/// their values mean, and what is promised. It knows no rows, no table and no file, so it can be
/// made from counts alone, whoever counted. Immutable once made; cheap to copy but for the
/// hierarchies.
struct Task {
    std::vector<QuasiIdentifier> quasi_identifiers;  ///< m, in the order of the row types' columns
    /// Those of the models, the sensitive ones where the method looks at them, then the class
    /// attribute, each once.
    std::vector<TrackedAttribute> tracked;
    PrivacyModels models;                 ///< k-anonymity first
    std::uint64_t k = 1;                  ///< of k-anonymity
    std::uint64_t suppression_limit = 0;  ///< rows
    /// Rows that a node of the lattice may leave without a class, whose cells are then starred one
    /// by one; none: no single cells are starred.
    std::optional<std::uint64_t> cell_suppression_limit;
    PatternMask patterns;  ///< which quasi-identifiers may be starred together
    Objective objective = Objective::gcp;
    double gs_factor = 0.5;  ///< of the objectives loss and loss_geometric, see gs_weights()
    RecodingModel recoding_model = RecodingModel::classes;
    /// Place of the class attribute among the tracked columns, as in RowTypes::histograms; none
    /// without one.
    std::optional<std::size_t> class_place;

    /// Over quasi_identifiers, histograms over tracked. \pre they were counted
    [[nodiscard]] const RowTypes& row_types() const { return *counted; }

    /// Take these row types. Codes are below the sizes of the dictionaries.
    void count(RowTypes types) { counted = std::make_shared<const RowTypes>(std::move(types)); }

    /// Rows of the table by the code that they have in an attribute. Cost O(t).
    [[nodiscard]] std::vector<std::uint64_t> rows_per_code(std::size_t attribute) const;

    /// Rows that every releasable class has at least: the largest least_rows() of the models.
    [[nodiscard]] std::uint64_t least_class_rows() const;

    /// Rows starred in every quasi-identifier, beside others that are not, are a class if they are
    /// this many; else suppressed.
    [[nodiscard]] std::uint64_t star_class_rows() const;

    /// True if some quasi-identifier is released by aggregates.
    [[nodiscard]] bool has_aggregates() const;

    /// True if promises are about candidates, not classes.
    [[nodiscard]] bool promises_candidates() const {
        return recoding_model != RecodingModel::classes;
    }

    /// The lattice of all allowed level vectors.
    [[nodiscard]] Lattice lattice() const;

    /// Row types of the population over the same quasi-identifiers, where a model counts it; null:
    /// none does. Values that no row of the table has have codes as well.
    std::shared_ptr<const RowTypes> population{};

    std::shared_ptr<const RowTypes> counted;  ///< see row_types(); shared by the copies of a task
};

}  // namespace kanon
