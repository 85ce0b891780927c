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

}  // namespace

Grouping cluster_parts(const LinkedTables& tables,
                       const std::vector<std::vector<std::uint32_t>>& parts,
                       const ClusterOptions& options,
                       const RunContext& context) {
    const Ground ground(tables, options.left_out);
    const ClassModels models(tables);
    std::vector<std::vector<ClassTemplate>> classes(parts.size());
    std::atomic<std::size_t> done{0};
    parallel_for(parts.size(), 1, context.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end; ++part) {
            throw_if_cancelled(context);
            Joiner joiner(ground);
            PartClusters made(joiner, models, tables.k);
            made.make(parts[part]);
            made.improve(options.rounds);
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
    const std::size_t least = 2 * tables.k;
    const std::size_t most = std::max<std::size_t>(options.most_in_part, 4 * tables.k);
    return cluster_parts(tables, divide(ground, least, most), options, context);
}

}  // namespace kanon::linked
