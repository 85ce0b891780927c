// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/k_member.hpp"

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/classes/division/candidates.hpp"

#include <span>
#include <utility>

namespace kanon::classes {
namespace {

/// Grows the classes of one piece of a table.
class ClassGrowth {
public:
    ClassGrowth(ClusterRun& run, std::span<const std::uint32_t> types)
        : run_(run),
          space_(run.space),
          types_(types),
          candidates_(space_, types, run.threads),
          last_(space_.cover_words()) {
        for (const std::uint32_t type : types) {
            rows_left_ += space_.rows(type);
        }
    }

    std::vector<Cluster> clusters() {
        space_.take_cover(draw_type(), last_);
        while (rows_left_ >= run_.least_rows && !run_.should_stop(done())) {
            grow_cluster();
        }
        std::vector<std::uint32_t> rest = candidates_.rest();
        if (run_.stopped() && !rest.empty()) {
            out_.push_back(cluster_of(space_, rest));
            return std::move(out_);
        }
        shuffle(rest, run_.random);
        for (const std::uint32_t type : rest) {
            add_type(
                space_, out_[least_join(space_, out_, cluster_of(space_, type)).cluster], type);
        }
        return std::move(out_);
    }

private:
    /// That of a row drawn at random.
    std::uint32_t draw_type() {
        std::uint64_t row = run_.random.below(rows_left_);
        std::size_t i = 0;
        while (row >= space_.rows(types_[i])) {
            row -= space_.rows(types_[i++]);
        }
        return types_[i];
    }

    void grow_cluster() {
        candidates_.begin(last_);
        const std::uint32_t first = take(candidates_.furthest());
        Cluster cluster = cluster_of(space_, first);
        space_.take_cover(first, last_);
        if (cluster.rows < run_.least_rows) {
            candidates_.begin(last_);
        }
        while (cluster.rows < run_.least_rows && !run_.should_stop(done())) {
            const std::uint32_t type = take(candidates_.nearest());
            add_type(space_, cluster, type);
            space_.take_cover(type, last_);
            candidates_.widen(cluster.cover);
        }
        out_.push_back(std::move(cluster));
    }

    std::uint32_t take(std::size_t candidate) {
        const std::uint32_t type = candidates_.take(candidate);
        rows_left_ -= space_.rows(type);
        return type;
    }

    [[nodiscard]] std::size_t done() const { return types_.size() - candidates_.size(); }

    ClusterRun& run_;
    const TypeSpace& space_;
    std::span<const std::uint32_t> types_;
    Candidates candidates_;
    std::vector<Word> last_;  ///< the places of the last type that was added
    std::uint64_t rows_left_ = 0;
    std::vector<Cluster> out_;
};

class KMember final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return clustered_outcome(task, ClusterUnit::rows, grow_members, context);
    }
};

}  // namespace

std::vector<Cluster> grow_members(ClusterRun& run, const std::vector<std::uint32_t>& types) {
    return ClassGrowth(run, types).clusters();
}

std::unique_ptr<Method> make_k_member(const OptionMap&) {
    return std::make_unique<KMember>();
}

}  // namespace kanon::classes
