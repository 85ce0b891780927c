// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/candidates.hpp"

#include "kanon/audit/matching/coverage.hpp"
#include "kanon/audit/matching/drawn.hpp"
#include "kanon/audit/matching/matchable.hpp"
#include "kanon/audit/matching/person_factor.hpp"
#include "kanon/base/grouped.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/table/row_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::auditing {
namespace {

/// The pairs of nodes that some perfect matching pairs, from the side of each node.
struct Candidates {
    CoverageGraph graph;  ///< of admissible edges alone, where all are known
    Grouped<std::uint32_t, std::uint64_t> lefts;  ///< of each right node

    [[nodiscard]] std::span<const std::uint32_t> of_right(std::size_t right) const {
        return lefts.of(right);
    }
};

/// Take the edges away that lie in no perfect matching.
CoverageGraph matchable_edges(const CoverageGraph& graph, std::span<const PairedNodes> paired) {
    const MatchableParts parts = find_matchable(graph, paired);
    CoverageGraph out{.left_rows = graph.left_rows, .right_rows = graph.right_rows};
    out.is_whole = graph.is_whole;
    out.starts.push_back(0);
    out.to.reserve(graph.to.size());
    for (std::size_t left = 0; left < graph.left_size(); ++left) {
        for (const std::uint32_t right : graph.of(left)) {
            if (parts.of_left[left] == parts.of_right[right]) {
                out.to.push_back(right);
            }
        }
        out.starts.push_back(out.to.size());
    }
    return out;
}

Candidates from_both_sides(CoverageGraph graph) {
    Candidates out{.graph = std::move(graph)};
    out.lefts = edges_by_right<std::uint32_t>(out.graph,
                                              [](const CoverageEdge& edge) { return edge.left; });
    return out;
}

/// True if every pair of nodes is an edge.
bool all_cover(const CoverageGraph& graph, std::span<const PairedNodes> paired) {
    return std::ranges::all_of(paired, [&](const PairedNodes& pair) {
        return std::ranges::binary_search(graph.of(pair.left), pair.right);
    });
}

/// The worst figure of a model over the candidates of the nodes of one side, and the first node
/// whose candidates break it.
struct SideVerdict {
    std::optional<double> worst;
    std::optional<std::uint32_t> broken;
};

/// Judges the candidates of nodes by what their rows have in the tracked columns.
class SideJudge {
public:
    /// `values`: per tracked column, of the nodes on the other side; empty: rows alone count.
    SideJudge(const Evidence& evidence,
              const std::vector<std::uint32_t>& rows_of_other,
              const std::vector<Histograms>& values)
        : evidence_(evidence), rows_of_other_(rows_of_other), values_(values) {}

    /// `candidates_of`: nodes of the other side of a node.
    template <class CandidatesOf>
    [[nodiscard]] std::vector<SideVerdict> judge(std::size_t nodes,
                                                 const CandidatesOf& candidates_of) const {
        const std::size_t parts = part_count(nodes);
        std::vector<std::vector<SideVerdict>> found(parts);
        parallel_parts(nodes,
                       parts,
                       evidence_.threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           found[part] = judge_part(begin, end, candidates_of);
                       });
        std::vector<SideVerdict> out = empty();
        for (const std::vector<SideVerdict>& part : found) {
            for (std::size_t i = 0; i < part.size(); ++i) {
                take(i, part[i].worst, out[i]);
                out[i].broken = out[i].broken ? out[i].broken : part[i].broken;
            }
        }
        return out;
    }

private:
    [[nodiscard]] std::vector<SideVerdict> empty() const {
        return std::vector<SideVerdict>(evidence_.problem->models.size());
    }

    void take(std::size_t model, std::optional<double> figure, SideVerdict& to) const {
        const bool more = evidence_.problem->models[model]->more_is_better();
        if (figure && (!to.worst || (more ? *figure < *to.worst : *figure > *to.worst))) {
            to.worst = figure;
        }
    }

    template <class CandidatesOf>
    [[nodiscard]] std::vector<SideVerdict> judge_part(std::size_t begin,
                                                      std::size_t end,
                                                      const CandidatesOf& candidates_of) const {
        std::vector<SideVerdict> out = empty();
        std::vector<HistogramSum> sums(values_.size());
        std::vector<HistogramView> views(values_.size());
        for (std::size_t node = begin; node < end; ++node) {
            std::uint64_t rows = 0;
            const auto candidates = candidates_of(node);
            for (const std::uint32_t other : candidates) {
                rows += rows_of_other_[other];
            }
            for (std::size_t column = 0; column < values_.size(); ++column) {
                sums[column].begin(values_[column].domain_size);
                for (const std::uint32_t other : candidates) {
                    sums[column].add(values_[column], other);
                }
                const HistogramSum::View view = sums[column].end();
                views[column] = {.values = view.values, .counts = view.counts};
            }
            judge_node(static_cast<std::uint32_t>(node), {.rows = rows, .histograms = views}, out);
        }
        return out;
    }

    void judge_node(std::uint32_t node,
                    const ClassView& view,
                    std::vector<SideVerdict>& out) const {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const PrivacyModel& model = *evidence_.problem->models[i];
            if (model.tracked() && values_.empty()) {
                continue;
            }
            take(i, model.achieved(view), out[i]);
            if (!out[i].broken && !model.holds(view)) {
                out[i].broken = node;
            }
        }
    }

    const Evidence& evidence_;
    const std::vector<std::uint32_t>& rows_of_other_;
    const std::vector<Histograms>& values_;
};

/// Judges all models, and says what is wrong.
class CandidateJudge {
public:
    CandidateJudge(const Evidence& evidence, const Pairing& pairing, FaultLog& log)
        : evidence_(evidence), pairing_(pairing), log_(log), problem_(*evidence.problem) {}

    [[nodiscard]] CandidateFindings run() {
        for (const auto& model : problem_.models) {
            out_.by_candidates.proofs.push_back({.model = std::string(model->name()),
                                                 .describe = model->describe(),
                                                 .required = model->required(),
                                                 .achieved = 0,
                                                 .holds = true,
                                                 .more_is_better = model->more_is_better(),
                                                 .is_strict = model->is_strict()});
        }
        const bool can_be_told =
            evidence_.classes->is_whole() &&
            evidence_.classes->released_rows() <= evidence_.classes->original_rows();
        const auto drawn = can_be_told ? drawn_rows(evidence_, pairing_) : std::nullopt;
        if (!drawn) {
            leave_all_open("not every released row could be matched");
            return std::move(out_);
        }
        originals_ = make_row_types(problem_.judged(),
                                    problem_.columns,
                                    problem_.tracked_columns,
                                    evidence_.threads,
                                    evidence_.classes->counts_of_originals());
        const std::vector<PairedNodes> paired = paired_nodes(*drawn, originals_.type_of_row);
        graph_ =
            find_coverage(evidence_, originals_, paired, evidence_.options->most_candidate_pairs);
        if (!all_cover(graph_, paired)) {
            leave_all_open("not every released row covers its original");
            return std::move(out_);
        }
        judge_factor(paired, *drawn);
        judge_sides(paired);
        return std::move(out_);
    }

private:
    void leave_open(std::size_t model, const std::string& why) {
        Proof& proof = out_.by_candidates.proofs[model];
        if (proof.holds) {
            proof.is_decided = false;
            proof.holds = false;
            out_.by_candidates.undecided.push_back(proof.describe + " over candidates: " + why);
        }
    }

    void leave_all_open(const std::string& why) {
        for (std::size_t i = 0; i < problem_.models.size(); ++i) {
            leave_open(i, why);
        }
    }

    void judge_factor(const std::vector<PairedNodes>& paired, std::span<const DrawnRows> drawn) {
        const std::optional<ShortNode> missing = short_of_k_factor(graph_, problem_.k, paired);
        for (std::size_t i = 0; i < problem_.models.size(); ++i) {
            const PrivacyModel& model = *problem_.models[i];
            if (model.name() != "k-anonymity") {
                continue;
            }
            if (missing && !graph_.is_whole) {
                leave_open(i, "too many rows may be too many others to look at all of them");
            } else if (missing) {
                break_factor(i, *missing);
            } else if (model.tracked()) {
                judge_persons(i, drawn);
            }
        }
    }

    void judge_persons(std::size_t model, std::span<const DrawnRows> drawn) {
        const std::size_t place = *problem_.models[model]->tracked();
        if (evidence_.options->shuffled) {
            leave_open(model, "the rows are shuffled; verify them in the order of the original");
            return;
        }
        const Column& column = problem_.judged().column(problem_.tracked_columns[place]);
        const auto& value_of = problem_.tracked[place].value_of;
        std::vector<DrawnPerson> persons;
        persons.reserve(drawn.size());
        bool is_missing = false;
        column.codes.visit([&](const auto codes) {
            for (const DrawnRows& one : drawn) {
                const Code code = codes[one.original];
                persons.push_back({.person = value_of ? (*value_of)[code] : code,
                                   .left = one.left,
                                   .right = originals_.type_of_row[one.original],
                                   .rows = one.rows});
                is_missing = is_missing || column.dictionary->is_missing(code);
            }
        });
        const std::optional<bool> found =
            is_missing ? false : has_person_factor(graph_, problem_.k, persons);
        if (!found || (!*found && !graph_.is_whole)) {
            leave_open(model, "too many rows may be too many others to look at all of them");
        } else if (!*found) {
            add_fault(model, 0, [&] {
                return fmt::format(
                    "release and original have no {} perfect matchings that share "
                    "no pair and give each row as many persons",
                    problem_.k);
            });
        }
    }

    void break_factor(std::size_t model, const ShortNode& missing) {
        const std::uint64_t row = missing.is_left ? first_released(missing.node) : 0;
        add_fault(model, row, [&] {
            return fmt::format(
                "{}release and original have no {} perfect matchings that share no "
                "pair, so somebody has fewer candidates than {} requires",
                row == 0 ? "" : "from this row on, ",
                problem_.k,
                problem_.models[model]->describe());
        });
    }

    template <class Message>
    void add_fault(std::size_t model, std::uint64_t row, const Message& message) {
        out_.by_candidates.proofs[model].holds = false;
        log_.add({.row = row, .place = problem_.table.column_count() + model},
                 problem_.models[model]->name(),
                 "",
                 message);
    }

    /// From 1 on; 0: the node is of rows that were left out.
    [[nodiscard]] std::uint64_t first_released(std::uint32_t left) const {
        const std::vector<std::uint32_t>& class_of_row = evidence_.classes->class_of_row();
        const auto at = std::ranges::find(class_of_row, left);
        return at == class_of_row.end() ? 0
                                        : static_cast<std::uint64_t>(at - class_of_row.begin()) + 1;
    }

    [[nodiscard]] bool looks_at_values() const {
        return std::ranges::any_of(problem_.models,
                                   [](const auto& model) { return model->tracked().has_value(); });
    }

    /// Per tracked column what the released rows show, as drawn; suppressed ones show nothing.
    [[nodiscard]] std::vector<Histograms> values_of_lefts() const {
        std::vector<Histograms> out;
        for (const std::size_t column : problem_.tracked_columns) {
            out.push_back(shown_values(column));
        }
        return out;
    }

    /// What the released rows show of a column of the original, as drawn.
    [[nodiscard]] Histograms shown_values(std::size_t column) const {
        std::vector<std::uint32_t> rows(evidence_.released_rows());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            rows[row] = evidence_.is_suppressed(row) ? kNone : pairing_[row];
        }
        Histograms out = evidence_.classes->histograms(
            problem_.judged().column(column), rows, evidence_.threads);
        out.offsets.resize(graph_.left_size() + 1, out.offsets.back());
        return out;
    }

    void take_disclosed(const Candidates& candidates) {
        for (const std::size_t column : problem_.sensitive) {
            const Column& original = problem_.table.column(column);
            if (!evidence_.release->table.find(original.name)) {
                continue;
            }
            const Histograms shown = shown_values(column);
            DisclosedRows disclosed{.column = original.name};
            for (std::size_t right = 0; right < graph_.right_size(); ++right) {
                disclosed.rows += shows_one_value(candidates.of_right(right), shown, original)
                                      ? graph_.right_rows[right]
                                      : 0;
            }
            out_.figures->disclosed.push_back(std::move(disclosed));
        }
    }

    /// True if rows of some nodes show one value, which is not missing, and no others show nothing.
    [[nodiscard]] static bool shows_one_value(std::span<const std::uint32_t> lefts,
                                              const Histograms& shown,
                                              const Column& column) {
        std::optional<Code> value;
        for (const std::uint32_t left : lefts) {
            const std::size_t begin = shown.offsets[left];
            const std::size_t end = shown.offsets[left + std::size_t{1}];
            const bool is_one = end == begin + 1 && (!value || *value == shown.values[begin]);
            if (!is_one || column.dictionary->is_missing(shown.values[begin])) {
                return false;
            }
            value = shown.values[begin];
        }
        return value.has_value();
    }

    void judge_sides(const std::vector<PairedNodes>& paired) {
        const Candidates candidates = from_both_sides(matchable_edges(graph_, paired));
        const std::vector<Histograms> none;
        const bool by_values = looks_at_values();
        const std::vector<Histograms> shown = by_values ? values_of_lefts() : none;
        const SideJudge of_lefts(
            evidence_, graph_.right_rows, by_values ? originals_.histograms : none);
        const SideJudge of_rights(evidence_, graph_.left_rows, shown);
        const auto originals = [&](std::size_t left) { return candidates.graph.of(left); };
        const auto released = [&](std::size_t right) { return candidates.of_right(right); };
        const std::vector<SideVerdict> left = of_lefts.judge(graph_.left_size(), originals);
        const std::vector<SideVerdict> right = of_rights.judge(graph_.right_size(), released);
        for (std::size_t i = 0; i < problem_.models.size(); ++i) {
            settle(i, left[i], right[i]);
        }
        take_figures(candidates);
        take_disclosed(candidates);
    }

    void settle(std::size_t model, const SideVerdict& left, const SideVerdict& right) {
        const PrivacyModel& asked = *problem_.models[model];
        Proof& proof = out_.by_candidates.proofs[model];
        const double of_left = left.worst.value_or(asked.required());
        const double of_right = right.worst.value_or(asked.required());
        proof.achieved =
            asked.more_is_better() ? std::min(of_left, of_right) : std::max(of_left, of_right);
        const bool broken = left.broken || right.broken;
        const bool grows = asked.monotony() == Monotony::superset;
        if (!graph_.is_whole && (broken || !grows)) {
            leave_open(model, "too many rows may be too many others to look at all of them");
        } else if (broken && proof.holds) {
            const std::uint64_t row = left.broken ? first_released(*left.broken) : 0;
            add_fault(model, row, [&] {
                return fmt::format("{} candidates of {} break {}",
                                   left.broken ? "the" : "what released rows show: the",
                                   left.broken ? "this row" : "an original row",
                                   asked.describe());
            });
        }
    }

    void take_figures(const Candidates& candidates) {
        CandidateFigures figures;
        figures.whole = graph_.is_whole;
        figures.least = std::numeric_limits<std::uint64_t>::max();
        double pairs = 0;
        for (std::size_t left = 0; left < graph_.left_size(); ++left) {
            std::uint64_t rows = 0;
            for (const std::uint32_t right : candidates.graph.of(left)) {
                rows += graph_.right_rows[right];
            }
            figures.least = std::min(figures.least, rows);
            pairs += static_cast<double>(rows) * graph_.left_rows[left];
        }
        for (std::size_t right = 0; right < graph_.right_size(); ++right) {
            std::uint64_t rows = 0;
            for (const std::uint32_t left : candidates.of_right(right)) {
                rows += graph_.left_rows[left];
            }
            figures.least = std::min(figures.least, rows);
            figures.of_type.push_back(rows);
        }
        figures.mean = pairs / static_cast<double>(evidence_.classes->original_rows());
        out_.figures = figures;
    }

    const Evidence& evidence_;
    const Pairing& pairing_;
    FaultLog& log_;
    const Problem& problem_;
    TypedRows originals_;  ///< grouped anew
    CoverageGraph graph_;
    CandidateFindings out_;
};

}  // namespace

CandidateFindings judge_candidates(const Evidence& evidence,
                                   const Pairing& pairing,
                                   FaultLog& log) {
    return CandidateJudge(evidence, pairing, log).run();
}

std::string candidates_line(const Proof& proof, const CandidateFigures& figures) {
    if (proof.model == "k-anonymity") {
        return fmt::format(
            "{} holds over candidates: release and original have {:.10g} perfect "
            "matchings that share no pair; each row has {}{:.10g} candidates, {:.1f} "
            "on average",
            proof.describe,
            proof.required,
            figures.whole ? "" : "at least ",
            proof.achieved,
            figures.mean);
    }
    return fmt::format(
        "{} holds over the candidates of each row, released or original; the worst "
        "have {:.10g}",
        proof.describe,
        proof.achieved);
}

}  // namespace kanon::auditing
