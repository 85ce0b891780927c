// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/subject_clusters.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/linked/cluster/division.hpp"
#include "kanon/linked/cluster/part_clusters.hpp"

#include <algorithm>
#include <atomic>

namespace kanon::linked {
namespace {

/// Numbers the rows of the common trees of classes.
class Numbering {
public:
    explicit Numbering(const LinkedTables& tables) : tables_(tables) {
        for (const LinkedTable& table : tables.tables) {
            out_.tables.emplace_back().group_of_row.assign(table.rows(), kLeftOut);
        }
    }

    void take(const TemplateRow& row, std::size_t table = 0) {
        TableGrouping& to = out_.tables[table];
        for (const std::uint32_t of : row.rows) {
            to.group_of_row[of] = to.groups;
        }
        ++to.groups;
        const std::vector<std::size_t>& children = tables_.tables[table].children;
        for (std::size_t c = 0; c < children.size(); ++c) {
            for (const TemplateRow& below : row.children[c]) {
                take(below, children[c]);
            }
        }
    }

    Grouping finish() { return std::move(out_); }

private:
    const LinkedTables& tables_;
    Grouping out_;
};

std::size_t subjects_in_part(const LinkedTables& tables, const ClusterOptions& options) {
    constexpr std::size_t kLooks = 25'600'000;
    constexpr std::size_t kFewest = 128;
    constexpr std::size_t kMost = 2048;
    const std::size_t most = options.most_in_part.value_or(
        std::clamp(kLooks / std::max<std::size_t>(1, tables.subjects()), kFewest, kMost));
    return std::max<std::size_t>(most, 4 * tables.k);
}

std::size_t rounds_of(const LinkedTables& tables, const ClusterOptions& options) {
    constexpr std::size_t kMostSubjects = 20'000;
    return options.rounds.value_or(tables.subjects() <= kMostSubjects ? 2 : 0);
}

}  // namespace

Grouping cluster_parts(const LinkedTables& tables,
                       const std::vector<std::vector<std::uint32_t>>& parts,
                       const ClusterOptions& options,
                       const RunContext& context) {
    const Ground ground(tables, options.left_out, options.has_cells);
    const ClassModels models(tables);
    const std::size_t rounds = rounds_of(tables, options);
    std::vector<std::vector<ClassTemplate>> classes(parts.size());
    std::atomic<std::size_t> done{0};
    parallel_for(parts.size(), 1, context.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end; ++part) {
            throw_if_cancelled(context);
            Joiner joiner(ground);
            PartClusters made(joiner, models, tables.k);
            made.make(parts[part]);
            made.improve(rounds);
            made.keep_models();
            classes[part] = std::move(made.classes);
            context.report({"cluster subjects",
                            static_cast<double>(++done),
                            static_cast<double>(parts.size())});
        }
    });
    Numbering numbering(tables);
    for (const std::vector<ClassTemplate>& of_part : classes) {
        for (const ClassTemplate& made : of_part) {
            numbering.take(made.root);
        }
    }
    return numbering.finish();
}

Grouping cluster_subjects(const LinkedTables& tables,
                          const ClusterOptions& options,
                          const RunContext& context) {
    const Ground ground(tables, options.left_out);
    return cluster_parts(
        tables, divide(ground, 2 * tables.k, subjects_in_part(tables, options)), options, context);
}

}  // namespace kanon::linked
