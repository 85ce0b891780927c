// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/class_template.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kanon::linked {
namespace {

constexpr std::uint32_t kNoPartner = std::numeric_limits<std::uint32_t>::max();

/// What a row of a class costs more if it is left out of all its members.
float drop_cost(const TemplateRow& row, std::size_t members) {
    return static_cast<float>(members) * (row.weight - row.loss);
}

}  // namespace

Ground::Ground(const LinkedTables& tables, double left_out, bool has_cells) {
    tables_.resize(tables.tables.size());
    for (std::size_t t = tables_.size(); t-- > 0;) {
        const LinkedTable& table = tables.tables[t];
        OfTable& out = tables_[t];
        out.table = &table;
        float weight = 1;
        const std::size_t columns = has_cells ? table.problem.columns.size() : 0;
        for (std::size_t j = 0; j < columns; ++j) {
            out.rulers.emplace_back(table.problem.quasi_identifiers[j]);
            weight += out.rulers.back().weight();
            std::vector<Code>& codes = out.codes.emplace_back();
            table.table().column(table.problem.columns[j]).codes.visit([&](const auto from) {
                codes.assign(from.begin(), from.end());
            });
        }
        out.is_plain = out.rulers.empty() && table.children.empty();
        out.row_weight = weight * static_cast<float>(left_out);
        out.tree_weight.assign(table.rows(), out.row_weight);
        for (const std::size_t child : table.children) {
            const std::vector<std::uint32_t>& parent_row = tables.tables[child].parent_row;
            for (std::size_t row = 0; row < parent_row.size(); ++row) {
                out.tree_weight[parent_row[row]] += tables_[child].tree_weight[row];
            }
        }
    }
}

Joiner::Scratch& Joiner::scratch_at(std::size_t depth) {
    while (scratch_.size() <= depth) {
        scratch_.push_back(std::make_unique<Scratch>());
    }
    return *scratch_[depth];
}

TemplateRow Joiner::row_alone(std::size_t table, std::uint32_t row) {
    const Ground::OfTable& at = ground_.of(table);
    TemplateRow out;
    for (std::size_t j = 0; j < at.rulers.size(); ++j) {
        out.cells.push_back(at.rulers[j].of(at.codes[j][row], pool_));
        out.own_loss += at.rulers[j].loss(out.cells.back(), pool_);
    }
    out.rows.push_back(row);
    out.loss = out.own_loss;
    out.weight = at.tree_weight[row];
    for (const std::size_t child : at.table->children) {
        std::vector<TemplateRow>& below = out.children.emplace_back();
        for (const std::uint32_t of : ground_.of(child).table->children_of(row)) {
            below.push_back(row_alone(child, of));
            out.loss += below.back().loss;
        }
    }
    return out;
}

ClassTemplate Joiner::begin(std::uint32_t subject) {
    ClassTemplate out{.root = row_alone(0, subject)};
    out.cost = out.root.loss;
    return out;
}

float Joiner::cells_increase(std::size_t table, const TemplateRow& of, std::uint32_t row) const {
    const Ground::OfTable& at = ground_.of(table);
    float after = 0;
    for (std::size_t j = 0; j < at.rulers.size(); ++j) {
        after +=
            at.rulers[j].loss(at.rulers[j].joined(of.cells[j], at.codes[j][row], pool_), pool_);
    }
    const auto members = static_cast<float>(of.rows.size());
    return (members + 1) * after - members * of.own_loss;
}

float Joiner::count_bound(std::size_t table,
                          std::size_t of_class,
                          std::size_t of_subject,
                          std::size_t members) const {
    const float weight = ground_.of(table).row_weight;
    if (of_subject >= of_class) {
        return static_cast<float>(of_subject - of_class) * weight;
    }
    float most = 0;  // that a row in the release loses
    for (const CellRuler& ruler : ground_.of(table).rulers) {
        most += ruler.weight();
    }
    return static_cast<float>((of_class - of_subject) * members) * std::max(0.0F, weight - most);
}

float Joiner::solve(std::size_t of, std::size_t rows, Scratch& scratch) {
    const std::size_t n = std::max(of, rows);
    scratch.partner.assign(of, kNoPartner);
    const auto cost = [&](std::size_t i, std::size_t j) { return scratch.costs[i * n + j]; };
    const auto take = [&](std::size_t i, std::size_t j) {
        if (i < of && j < rows) {
            scratch.partner[i] = static_cast<std::uint32_t>(j);
        }
        return cost(i, j);
    };
    if (n == 1) {
        return take(0, 0);
    }
    if (n == 2) {
        return cost(0, 0) + cost(1, 1) <= cost(0, 1) + cost(1, 0) ? take(0, 0) + take(1, 1)
                                                                  : take(0, 1) + take(1, 0);
    }
    KANON_CHECK(scratch.solver.solve(scratch.costs, n));
    float out = 0;
    for (std::size_t i = 0; i < n; ++i) {
        out += take(i, scratch.solver.column_of_row()[i]);
    }
    return out;
}

float Joiner::assign(std::size_t table,
                     const std::vector<TemplateRow>& of,
                     std::span<const std::uint32_t> rows,
                     std::size_t members,
                     std::size_t depth) {
    Scratch& scratch = scratch_at(depth);
    const std::vector<float>& weight = ground_.of(table).tree_weight;
    float out = 0;
    const bool is_plain = ground_.of(table).is_plain;
    if (is_plain || of.empty() || rows.empty() || of.size() * rows.size() > kMostPairs) {
        scratch.partner.assign(of.size(), kNoPartner);
        for (std::size_t i = 0; i < std::max(of.size(), rows.size()); ++i) {
            if (i >= rows.size()) {
                out += drop_cost(of[i], members);
            } else if (i >= of.size()) {
                out += weight[rows[i]];
            } else {
                scratch.partner[i] = static_cast<std::uint32_t>(i);
                out += row_increase(
                    table, of[i], rows[i], depth + 1, std::numeric_limits<float>::infinity());
            }
        }
        return out;
    }
    const std::size_t n = std::max(of.size(), rows.size());
    scratch.costs.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            float cost = 0;
            if (i < of.size() && j < rows.size()) {
                cost = row_increase(
                    table, of[i], rows[j], depth + 1, std::numeric_limits<float>::infinity());
            } else {
                cost = i < of.size() ? drop_cost(of[i], members) : weight[rows[j]];
            }
            scratch.costs[i * n + j] = cost;
        }
    }
    return solve(of.size(), rows.size(), scratch);
}

float Joiner::row_increase(
    std::size_t table, const TemplateRow& of, std::uint32_t row, std::size_t depth, float limit) {
    float out = cells_increase(table, of, row);
    const std::vector<std::size_t>& children = ground_.of(table).table->children;
    float bound = out;
    for (std::size_t c = 0; c < children.size(); ++c) {
        const auto rows = ground_.of(children[c]).table->children_of(row);
        bound += count_bound(children[c], of.children[c].size(), rows.size(), of.rows.size());
    }
    if (bound >= limit) {
        return bound;
    }
    for (std::size_t c = 0; c < children.size(); ++c) {
        const auto rows = ground_.of(children[c]).table->children_of(row);
        out += assign(children[c], of.children[c], rows, of.rows.size(), depth);
    }
    return out;
}

float Joiner::increase(const ClassTemplate& of, std::uint32_t subject, float limit) {
    return row_increase(0, of.root, subject, 0, limit);
}

void Joiner::join_children(std::size_t child,
                           std::vector<TemplateRow>& to,
                           std::span<const std::uint32_t> rows,
                           std::size_t members,
                           std::size_t depth) {
    static_cast<void>(assign(child, to, rows, members, depth));
    const std::vector<std::uint32_t> partner = scratch_at(depth).partner;
    std::vector<TemplateRow> left;
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (partner[i] != kNoPartner) {
            join_row(child, to[i], rows[partner[i]], depth + 1);
            left.push_back(std::move(to[i]));
        }
    }
    to = std::move(left);
}

void Joiner::join_row(std::size_t table, TemplateRow& to, std::uint32_t row, std::size_t depth) {
    const Ground::OfTable& at = ground_.of(table);
    const std::size_t members = to.rows.size();
    to.own_loss = 0;
    for (std::size_t j = 0; j < at.rulers.size(); ++j) {
        to.cells[j] = at.rulers[j].joined(to.cells[j], at.codes[j][row], pool_);
        to.own_loss += at.rulers[j].loss(to.cells[j], pool_);
    }
    to.loss = to.own_loss;
    to.weight = at.row_weight;
    for (std::size_t c = 0; c < at.table->children.size(); ++c) {
        const std::size_t child = at.table->children[c];
        join_children(
            child, to.children[c], ground_.of(child).table->children_of(row), members, depth);
        for (const TemplateRow& below : to.children[c]) {
            to.loss += below.loss;
            to.weight += below.weight;
        }
    }
    to.rows.push_back(row);
}

void Joiner::join(ClassTemplate& to, std::uint32_t subject) {
    to.cost += increase(to, subject);
    join_row(0, to.root, subject, 0);
}

ClassTemplate Joiner::of(std::span<const std::uint32_t> subjects) {
    ClassTemplate out = begin(subjects.front());
    for (const std::uint32_t subject : subjects.subspan(1)) {
        join(out, subject);
    }
    return out;
}

}  // namespace kanon::linked
