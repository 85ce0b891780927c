// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/classification.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"
#include "kanon/learn/learner.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostRows = 50'000;
constexpr std::size_t kLeastRows = 5'000;  ///< an accuracy of so many is right within 1.4 points
constexpr std::uint32_t kNoLabel = std::numeric_limits<std::uint32_t>::max();

/// Rows to learn from or to predict: their features and their labels.
struct LabelledRows {
    learn::Samples samples;
    std::vector<std::uint32_t> labels;  ///< or kNoLabel
    std::vector<std::uint32_t> folds;   ///< none: of no fold, learned from in each
};

/// What one target is predicted by and from.
struct Lesson {
    std::vector<learn::Block> blocks;
    LabelledRows original;
    LabelledRows release;
    LabelledRows asked;  ///< original rows as they look to who learned from the release
    std::uint32_t labels = 0;
    std::size_t folds = 0;
};

std::vector<std::uint32_t> original_labels(const EvaluatedTable& table,
                                           std::size_t target,
                                           const std::vector<std::uint32_t>& rows) {
    const CodeVector& codes = table.original.column(target).codes;
    std::vector<std::uint32_t> out;
    out.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        out.push_back(codes[row]);
    }
    return out;
}

std::vector<std::uint32_t> released_labels(const EvaluatedTable& table,
                                           std::size_t target,
                                           const std::vector<std::uint32_t>& rows) {
    const CodeVector& codes = table.released.column(target).codes;
    std::vector<std::uint32_t> out;
    out.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        const Spread& spread = table.columns[target].spreads[codes[row]];
        out.push_back(spread.count == 1 ? spread.runs[0].first : kNoLabel);
    }
    return out;
}

/// The released row of each original row, or kNoRow. \pre traced
std::vector<std::uint32_t> released_row_of(const EvaluatedTable& table) {
    std::vector<std::uint32_t> out(table.original.row_count(), kNoRow);
    for (std::size_t row = 0; row < table.released.row_count(); ++row) {
        out[table.row_of(row)] = static_cast<std::uint32_t>(row);
    }
    return out;
}

/// A fold for each row, all of about the same size.
std::vector<std::uint32_t> drawn_folds(std::size_t rows, std::size_t folds, Random& random) {
    std::vector<std::uint32_t> out(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        out[row] = static_cast<std::uint32_t>(row % folds);
    }
    for (std::size_t left = rows; left > 1; --left) {
        std::swap(out[left - 1], out[random.below(left)]);
    }
    return out;
}

/// The released rows of traced original ones, and those as they are asked for.
void add_traced(const EvaluatedTable& table,
                std::size_t target,
                const FeatureSpace& space,
                const std::vector<std::uint32_t>& rows,
                FeatureKind kind,
                Lesson& out) {
    const std::vector<std::uint32_t> released = released_row_of(table);
    std::vector<std::uint32_t> known;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (released[rows[i]] != kNoRow) {
            known.push_back(released[rows[i]]);
            places.push_back(i);
            out.release.folds.push_back(out.original.folds[i]);
        }
    }
    out.release.samples = space.released(known);
    out.release.labels = released_labels(table, target, known);
    if (kind == FeatureKind::expected) {
        out.asked.samples = out.original.samples;
        return;
    }
    const std::size_t size = space.size();
    out.asked.samples = {.columns = size, .values = std::vector<float>(size * rows.size())};
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::ranges::copy(
            out.release.samples.row(i),
            out.asked.samples.values.begin() + static_cast<std::ptrdiff_t>(places[i] * size));
    }
}

Lesson lesson_of(const EvaluatedTable& table,
                 std::size_t target,
                 const ClassificationOptions& options,
                 Random& random) {
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (column != target && table.columns[column].role == EvaluatedRole::quasi_identifier) {
            columns.push_back(column);
        }
    }
    const FeatureKind kind = table.traced ? options.features : FeatureKind::expected;
    const FeatureSpace space(table, columns, kind);
    Lesson out;
    out.blocks = space.blocks();
    out.labels = static_cast<std::uint32_t>(table.dictionary(target).size());
    const std::size_t most = rows_to_learn_from(options, out.labels);
    const std::vector<std::uint32_t> rows = sampled_rows(table.original.row_count(), most, random);
    out.folds = std::min(options.folds, rows.size());
    out.original.samples = space.originals(rows);
    out.original.labels = original_labels(table, target, rows);
    out.original.folds = drawn_folds(rows.size(), out.folds, random);
    if (table.traced) {
        add_traced(table, target, space, rows, kind, out);
    } else {
        const std::vector<std::uint32_t> all =
            sampled_rows(table.released.row_count(), most, random);
        out.release.samples = space.released(all);
        out.release.labels = released_labels(table, target, all);
        out.asked.samples = out.original.samples;
    }
    out.asked.labels = out.original.labels;
    out.asked.folds = out.original.folds;
    return out;
}

/// The rows of a fold, or of all others; those without a label left out.
std::vector<std::uint32_t> rows_of_fold(const LabelledRows& rows, std::size_t fold, bool inside) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t row = 0; row < rows.labels.size(); ++row) {
        const bool is_in = !rows.folds.empty() && rows.folds[row] == fold;
        if (rows.labels[row] != kNoLabel && is_in == inside) {
            out.push_back(row);
        }
    }
    return out;
}

/// Labels that are right when those rows are taught and these asked.
std::uint64_t count_right(const learn::LearnerInfo& learner,
                          const Lesson& lesson,
                          const LabelledRows& taught,
                          const LabelledRows& asked,
                          std::size_t fold) {
    const std::vector<std::uint32_t> from = rows_of_fold(taught, fold, false);
    const std::vector<std::uint32_t> to = rows_of_fold(asked, fold, true);
    std::vector<std::uint32_t> labels;
    labels.reserve(from.size());
    for (const std::uint32_t row : from) {
        labels.push_back(taught.labels[row]);
    }
    std::vector<std::uint32_t> found;
    if (labels.empty()) {
        return 0;
    }
    if (std::ranges::count(labels, labels[0]) == std::ssize(labels) || lesson.blocks.empty()) {
        found.assign(to.size(), labels[0]);  // nothing to tell apart
    } else {
        found = learner
                    .train({.samples = &taught.samples,
                            .blocks = lesson.blocks,
                            .rows = from,
                            .labels = labels,
                            .classes = lesson.labels})
                    ->predict(asked.samples, to);
    }
    std::uint64_t right = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        right += found[i] == asked.labels[to[i]] ? 1U : 0U;
    }
    return right;
}

/// Rows with the label that is most frequent in the other folds.
std::uint64_t count_majority(const Lesson& lesson, std::size_t fold) {
    std::vector<std::uint64_t> rows(lesson.labels);
    for (const std::uint32_t row : rows_of_fold(lesson.original, fold, false)) {
        ++rows[lesson.original.labels[row]];
    }
    const auto most = static_cast<std::uint32_t>(std::ranges::max_element(rows) - rows.begin());
    std::uint64_t right = 0;
    for (const std::uint32_t row : rows_of_fold(lesson.original, fold, true)) {
        right += lesson.original.labels[row] == most ? 1U : 0U;
    }
    return right;
}

std::size_t find_target(const EvaluatedTable& table, const std::string& name) {
    const std::optional<std::size_t> target = table.find(name);
    if (!target) {
        throw Error(ErrorCode::bad_input,
                    "a target must be a column of original and release",
                    Where{.attribute = name});
    }
    const std::size_t labels = table.dictionary(*target).size();
    if (labels < 2 || labels > kMostLabels) {
        throw Error(ErrorCode::bad_input,
                    "a target has 2 to " + std::to_string(kMostLabels) + " values, this one " +
                        std::to_string(labels),
                    Where{.attribute = name});
    }
    return *target;
}

Classification judged(const EvaluatedTable& table,
                      const Lesson& lesson,
                      const RunContext& context) {
    const std::span<const learn::LearnerInfo> learners = learn::learners();
    // Each learner twice in each fold: by the original, by the release.
    std::vector<std::uint64_t> right(learners.size() * 2 * lesson.folds);
    parallel_for(right.size(), 1, context.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t job = begin; job < end; ++job) {
            throw_if_cancelled(context);
            const std::size_t fold = job % lesson.folds;
            const std::size_t place = job / lesson.folds;
            const bool by_release = place % 2 == 1;
            right[job] = count_right(learners[place / 2],
                                     lesson,
                                     by_release ? lesson.release : lesson.original,
                                     by_release ? lesson.asked : lesson.original,
                                     fold);
        }
    });
    const auto share = [&](std::size_t place) {
        const auto first = right.begin() + static_cast<std::ptrdiff_t>(place * lesson.folds);
        return static_cast<double>(std::accumulate(
                   first, first + static_cast<std::ptrdiff_t>(lesson.folds), std::uint64_t{0})) /
               static_cast<double>(lesson.original.labels.size());
    };
    Classification out;
    out.labels = lesson.labels;
    out.rows = lesson.original.labels.size();
    out.training_rows = static_cast<std::size_t>(std::ranges::count_if(
        lesson.release.labels, [](std::uint32_t label) { return label != kNoLabel; }));
    out.folds = lesson.folds;
    out.held_out = table.traced;
    std::uint64_t majority = 0;
    for (std::size_t fold = 0; fold < lesson.folds; ++fold) {
        majority += count_majority(lesson, fold);
    }
    out.majority = static_cast<double>(majority) / static_cast<double>(out.rows);
    for (std::size_t i = 0; i < learners.size(); ++i) {
        out.accuracies.push_back(Accuracy{
            .classifier = learners[i].name, .original = share(2 * i), .release = share(2 * i + 1)});
    }
    return out;
}

}  // namespace

std::size_t rows_to_learn_from(const ClassificationOptions& options, std::size_t labels) {
    return options.most_rows.value_or(
        std::clamp(2 * kMostRows / std::max<std::size_t>(labels, 2), kLeastRows, kMostRows));
}

std::size_t rows_to_fit(const ClassificationOptions& options) {
    return options.most_rows.value_or(kMostRows);
}

std::vector<Classification> classify(const EvaluatedTable& table,
                                     const ClassificationOptions& options,
                                     const RunContext& context) {
    std::vector<Classification> out;
    for (const std::string& name : options.targets) {
        const std::size_t target = find_target(table, name);
        Random random(context.seed);
        out.push_back(judged(table, lesson_of(table, target, options, random), context));
        out.back().target = name;
        out.back().features = table.traced ? options.features : FeatureKind::expected;
    }
    return out;
}

}  // namespace kanon
