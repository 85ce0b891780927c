// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/box_tree.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// A row type and what a row loses in a class of it and the one that it is near to.
struct NearType {
    double loss;
    std::uint32_t type;  ///< the tree's number
};

/// Finds the row types near one, as far as is asked. A step is a loss on one axis.
class NearTypes {
public:
    /// Keeps a reference to the tree.
    explicit NearTypes(const BoxTree& tree);

    /// Look around a type, for types of less than that loss. Itself it is one of them.
    void start(std::uint32_t type, double limit);

    /// Find all types of less than that loss. Returns false if the steps ran out before.
    [[nodiscard]] bool reach(double loss, std::uint64_t& steps);

    /// No type that was not found has less than this loss, or it has not less than the limit. Cost
    /// O(1).
    [[nodiscard]] double beyond() const;

    /// What was found since start(), in no order: those of less than the loss last reached, and
    /// some others.
    [[nodiscard]] const std::vector<NearType>& found() const { return found_; }

private:
    struct OpenBox {
        double loss;
        std::uint32_t box;

        friend bool operator<(const OpenBox& a, const OpenBox& b) {
            return a.loss != b.loss ? a.loss > b.loss : a.box > b.box;  // the nearest on top
        }
    };

    /// The type on an axis.
    struct OnAxis {
        std::size_t axis = 0;
        Place own = 0;
        const double* losses = nullptr;  ///< with other places; null where not tabled
    };

    template <typename PlaceOn>
    [[nodiscard]] double loss_with(PlaceOn place_on);
    [[nodiscard]] double loss_to_type(std::uint32_t type);
    [[nodiscard]] double loss_to_box(std::uint32_t box);
    void look_into(const Box& box, double loss);

    const BoxTree& tree_;
    double limit_ = 0;
    std::uint64_t steps_ = 0;     ///< of the box just looked into
    std::span<const Place> own_;  ///< places of the type
    std::vector<OnAxis> axes_;    ///< those first on which most is lost
    std::vector<OpenBox> next_;
    std::vector<OpenBox> farther_;
    std::vector<NearType> found_;
};

}  // namespace kanon::classes
