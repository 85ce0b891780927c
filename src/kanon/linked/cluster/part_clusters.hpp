// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/cluster/class_models.hpp"
#include "kanon/linked/cluster/class_template.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::linked {

/// Makes classes of the subjects of one part; see cluster_subjects().
class PartClusters {
public:
    PartClusters(Joiner& joiner, const ClassModels& models, std::size_t k)
        : joiner_(joiner), models_(models), k_(k) {}

    /// Classes of k subjects and more; none where the part has fewer.
    void make(std::span<const std::uint32_t> subjects);

    /// Let subjects move to, and change places with those of, the classes that are near.
    void improve(std::size_t rounds);

    /// Join classes that break a model to others. Those that still do are taken out.
    void keep_models();

    std::vector<ClassTemplate> classes;
    std::vector<std::uint32_t> left_out;  ///< subjects

private:
    /// A subject that is in no class yet, and how far it is from the class under way.
    [[nodiscard]] std::size_t farthest(const std::vector<std::uint32_t>& open);
    void fill(ClassTemplate& to, std::vector<std::uint32_t>& open);
    void place_rest(const std::vector<std::uint32_t>& open);
    bool improve_class(std::size_t at);
    [[nodiscard]] std::vector<std::size_t> near_classes(std::size_t at);
    bool move_or_exchange(std::size_t from, std::size_t place, std::size_t to);
    [[nodiscard]] std::size_t cheapest_to_join(std::size_t at);

    Joiner& joiner_;
    const ClassModels& models_;
    std::size_t k_;
};

}  // namespace kanon::linked
