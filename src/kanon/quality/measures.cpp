// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/measures.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/grouped.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/quality/aggregate_loss.hpp"
#include "kanon/quality/cell_loss.hpp"
#include "kanon/quality/field_losses.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

/// Parts into which the classes are cut to sum over them; fixed, so that sums of floating numbers
/// do not depend on the number of threads.
constexpr std::size_t kParts = 16;

/// What the cells of an attribute lose.
struct ColumnLosses {
    /// The loss of each released code, then that of a row that was left out.
    std::vector<double> ncp;
    std::vector<double> lm;
    std::vector<bool> star;  ///< `*` or unreadable
    double weight = 1;
};

ColumnLosses losses_of(const ReleasedAttribute& attribute, double weight) {
    const Dictionary& original = *attribute.original->dictionary;
    const ReadDomain& read = attribute.reading;
    ColumnLosses out{.ncp = {}, .lm = {}, .star = {}, .weight = weight};
    const auto add = [&](const ReleasedValue& value) {
        out.ncp.push_back(ncp(value, read.domain, original, attribute.hierarchy));
        out.lm.push_back(
            cell_loss(CellLoss::lm, value, read.domain, original, attribute.hierarchy));
    };
    for (Code code = 0; code < read.readable.size(); ++code) {
        const ReleasedValue value =
            read.readable[code] ? read.domain.values[code] : ReleasedValue{};
        add(value);
        out.star.push_back(value.kind == ReleasedValue::Kind::star);
    }
    add(ReleasedValue{});
    return out;
}

std::vector<ColumnLosses> losses_of(const ReleasedClasses& classes,
                                    const std::vector<double>& weights) {
    KANON_CHECK(weights.empty() || weights.size() == classes.attributes().size());
    std::vector<ColumnLosses> out;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        out.push_back(losses_of(attribute, weights.empty() ? 1 : weights[out.size()]));
    }
    return out;
}

void measure_sizes(const ReleasedClasses& classes, Measures& out) {
    std::uint64_t squares = 0;
    std::uint64_t carries = 0;  // of 2^64: counted pairs may stand for 2^32 rows and more
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const std::uint64_t size = classes.rows()[index];
        if (classes.is_suppressed(index)) {
            out.suppressed_rows += size;
            continue;
        }
        ++out.classes;
        out.released_rows += size;
        out.min_class = out.classes == 1 ? size : std::min(out.min_class, size);
        out.max_class = std::max(out.max_class, size);
        squares += size * size;
        carries += squares < size * size ? 1U : 0U;
        const auto bin = static_cast<std::size_t>(std::bit_width(size)) - 1;
        if (out.class_sizes_histogram.size() <= bin) {
            out.class_sizes_histogram.resize(bin + 1);
        }
        ++out.class_sizes_histogram[bin];
    }
    out.squared_sizes = static_cast<double>(squares) + std::ldexp(static_cast<double>(carries), 64);
    if (out.classes > 0) {
        out.avg_class = static_cast<double>(out.released_rows) / static_cast<double>(out.classes);
    }
}

std::uint64_t count_minority(const ReleasedClasses& classes,
                             const Column& labels,
                             unsigned threads) {
    const Histograms histograms = classes.histograms(labels, {}, threads);
    std::uint64_t rows = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        rows += classes.is_suppressed(index) ? 0 : minority_rows(histograms, index);
    }
    return rows;
}

/// Sum of the losses of a column: its cells are counted per released code, so that sums go in code
/// order.
double sum_of(const std::vector<double>& losses,
              const std::vector<std::uint64_t>& cells,
              std::uint64_t left_out) {
    double sum = static_cast<double>(left_out) * losses.back();
    for (std::size_t code = 0; code < cells.size(); ++code) {
        sum += static_cast<double>(cells[code]) * losses[code];
    }
    return sum;
}

/// Stars, NCP and LM.
void measure_cells(const ReleasedClasses& classes,
                   const std::vector<ColumnLosses>& columns,
                   std::uint64_t left_out,
                   Measures& out) {
    double weights = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const ColumnLosses& column = columns[j];
        std::vector<std::uint64_t> cells(column.star.size());
        classes.codes(j).visit([&](const auto codes) {
            for (std::size_t index = 0; index < codes.size(); ++index) {
                cells[codes[index]] += classes.rows()[index];
            }
        });
        std::uint64_t stars = left_out;
        for (std::size_t code = 0; code < cells.size(); ++code) {
            stars += column.star[code] ? cells[code] : 0;
        }
        out.stars += stars;
        out.attribute_stars.push_back(stars);
        out.weighted_stars += column.weight * static_cast<double>(stars);
        const double rows = out.rows == 0 ? 1 : static_cast<double>(out.rows);
        out.attribute_ncp.push_back(sum_of(column.ncp, cells, left_out) / rows);
        out.gcp += column.weight * out.attribute_ncp.back();
        out.lm += column.weight * (sum_of(column.lm, cells, left_out) / rows);
        weights += column.weight;
    }
    out.gcp = weights > 0 ? out.gcp / weights : 0;
    out.lm = weights > 0 ? out.lm / weights : 0;
}

/// One attribute's code within a packed row.
struct Field {
    const Column* column = nullptr;
    unsigned shift = 0;
    unsigned bits = 0;

    [[nodiscard]] Code code(std::uint64_t row) const {
        return static_cast<Code>((row >> shift) & ((std::uint64_t{1} << bits) - 1));
    }
};

/// Give the attributes from `first` on a place in a 64-bit row, as many as there is room for.
std::vector<Field> lay_out(const std::vector<ReleasedAttribute>& attributes, std::size_t first) {
    std::vector<Field> fields;
    unsigned used = 0;
    for (std::size_t j = first; j < attributes.size(); ++j) {
        const Column& column = *attributes[j].original;
        const auto bits = static_cast<unsigned>(
            std::bit_width(std::max<std::size_t>(1, column.dictionary->size()) - 1));
        if (used + bits > 64) {
            break;
        }
        // A shift by 64 has no meaning; a field without bits may lie anywhere.
        fields.push_back({.column = &column, .shift = bits == 0 ? 0 : used, .bits = bits});
        used += bits;
    }
    return fields;
}

/// Original rows, packed, class after class: class i has rows[starts[i]] .. rows[starts[i+1] - 1].
/// Packing lets one random access fetch all attributes of a row.
struct PackedClasses {
    std::vector<std::uint32_t> starts;
    std::vector<std::uint64_t> rows;

    [[nodiscard]] std::span<const std::uint64_t> of(std::size_t index) const {
        return std::span(rows).subspan(starts[index], starts[index + 1] - starts[index]);
    }
};

/// The packed values of as many rows as the block has, from `begin` on.
void pack_block(const std::vector<Field>& fields,
                const std::vector<std::uint32_t>& original_row,
                std::size_t begin,
                std::span<std::uint64_t> block) {
    std::fill(block.begin(), block.end(), 0);
    for (const Field& field : fields) {
        field.column->codes.visit([&](const auto codes) {
            for (std::size_t i = 0; i < block.size(); ++i) {
                const std::size_t from = original_row.empty() ? begin + i : original_row[begin + i];
                block[i] |= static_cast<std::uint64_t>(codes[from]) << field.shift;
            }
        });
    }
}

void pack_rows(const std::vector<Field>& fields,
               const std::vector<std::uint32_t>& original_row,
               const std::vector<std::uint32_t>& class_of_row,
               PackedClasses& out) {
    constexpr std::size_t kBlock = 2048;
    std::vector<std::uint32_t> next(out.starts.begin(), out.starts.end() - 1);
    std::vector<std::uint64_t> block;
    for (std::size_t begin = 0; begin < class_of_row.size(); begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, class_of_row.size());
        block.resize(end - begin);
        pack_block(fields, original_row, begin, block);
        for (std::size_t row = begin; row < end; ++row) {
            out.rows[next[class_of_row[row]]++] = block[row - begin];
        }
    }
}

/// Attribute diversities (Bredereck et al. 2013, Def. 3) of one attribute, summed over the classes
/// of one part.
class DiversityCounter {
public:
    explicit DiversityCounter(const Field& field)
        : field_(field), dictionary_(*field.column->dictionary) {
        if (!dictionary_.is_numeric()) {
            seen_in_.resize(dictionary_.size(), std::numeric_limits<std::uint32_t>::max());
        }
    }

    void add(std::uint32_t class_index, std::span<const std::uint64_t> rows) {
        if (dictionary_.is_numeric()) {
            add_range(rows);
            return;
        }
        for (const std::uint64_t row : rows) {
            std::uint32_t& seen = seen_in_[field_.code(row)];
            distinct_ += seen == class_index ? 0U : 1U;
            seen = class_index;
        }
    }

    [[nodiscard]] std::uint64_t distinct() const { return distinct_; }

    [[nodiscard]] double extent() const { return extent_; }

private:
    /// Codes are in the order of numbers, and the missing one is the last.
    void add_range(std::span<const std::uint64_t> rows) {
        const auto values = static_cast<Code>(dictionary_.value_count());
        Code least = values;
        Code greatest = 0;
        for (const std::uint64_t row : rows) {
            const Code code = field_.code(row);
            least = std::min(least, code);
            greatest = std::max(greatest, code < values ? code : Code{0});
        }
        if (least < greatest) {
            extent_ += dictionary_.number(greatest) - dictionary_.number(least);
        }
    }

    const Field& field_;
    const Dictionary& dictionary_;
    std::vector<std::uint32_t> seen_in_;  ///< per code: the last class that has it
    std::uint64_t distinct_ = 0;
    double extent_ = 0;
};

/// Sum of the attribute diversities of an attribute over all classes.
double diversity(const Field& field,
                 const ReleasedClasses& classes,
                 const PackedClasses& packed,
                 unsigned threads) {
    std::vector<std::uint64_t> distinct(kParts);
    std::vector<double> extent(kParts);
    const auto add_part = [&](std::size_t part, std::size_t begin, std::size_t end) {
        DiversityCounter counter(field);
        for (std::size_t index = begin; index < end; ++index) {
            if (!classes.is_suppressed(index)) {
                counter.add(static_cast<std::uint32_t>(index), packed.of(index));
            }
        }
        distinct[part] = counter.distinct();
        extent[part] = counter.extent();
    };
    parallel_parts(classes.size(), kParts, threads, add_part);
    const Dictionary& dictionary = *field.column->dictionary;
    if (!dictionary.is_numeric()) {
        return static_cast<double>(
                   std::accumulate(distinct.begin(), distinct.end(), std::uint64_t{0})) /
               static_cast<double>(dictionary.size());
    }
    const std::size_t values = dictionary.value_count();
    const double whole =
        values == 0 ? 0 : dictionary.number(static_cast<Code>(values - 1)) - dictionary.number(0);
    return whole > 0 ? std::accumulate(extent.begin(), extent.end(), 0.0) / whole : 0;
}

double usefulness(const ReleasedClasses& classes,
                  const Release& release,
                  const Measures& measures,
                  unsigned threads) {
    const std::vector<ReleasedAttribute>& attributes = classes.attributes();
    if (measures.classes == 0) {
        return static_cast<double>(attributes.size());
    }
    if (!traceable(classes, release)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    PackedClasses packed;
    const std::vector<std::uint32_t>& class_of_row = classes.class_of_row();
    packed.starts = group_starts<std::uint32_t>(
        class_of_row.size(), classes.size(), [&](std::size_t row) { return class_of_row[row]; });
    packed.rows.resize(class_of_row.size());
    double sum = 0;
    for (std::size_t first = 0; first < attributes.size();) {
        const std::vector<Field> fields = lay_out(attributes, first);
        pack_rows(fields, release.original_row, class_of_row, packed);
        for (const Field& field : fields) {
            sum += diversity(field, classes, packed, threads);
        }
        first += fields.size();
    }
    return sum / static_cast<double>(measures.classes);
}

/// What looks at the original rows of each class: not a number where they are not known.
void measure_originals(const ReleasedClasses& classes,
                       const Release& release,
                       const MeasuredBy& by,
                       unsigned threads,
                       Measures& out) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    if (!by.traced) {
        out.sse = kNaN;
        out.attribute_sse.assign(classes.attributes().size(), kNaN);
        out.usefulness = kNaN;
        return;
    }
    AggregateLoss aggregates = aggregate_loss(classes, release, by.weights, threads);
    out.sse = aggregates.loss;
    out.attribute_sse = std::move(aggregates.attributes);
    out.usefulness = usefulness(classes, release, out, threads);
}

}  // namespace

Measures measure(const ReleasedClasses& classes,
                 const Release& release,
                 const MeasuredBy& by,
                 unsigned threads) {
    KANON_CHECK(classes.is_whole());
    Measures out;
    out.rows = classes.original_rows();
    const std::uint64_t left_out =
        out.rows > classes.released_rows() ? out.rows - classes.released_rows() : 0;
    out.suppressed_rows = left_out;
    measure_sizes(classes, out);
    measure_cells(classes, losses_of(classes, by.weights), left_out, out);
    if (by.label_column) {
        out.minority_rows =
            count_minority(classes, release.table.column(*by.label_column), threads);
    }
    const LossFacts facts{.rows = out.rows,
                          .suppressed_rows = out.suppressed_rows,
                          .classes = out.classes,
                          .squared_sizes = out.squared_sizes,
                          .k = by.k,
                          .minority_rows = out.minority_rows};
    out.cm = objective_value(Objective::cm, facts);
    out.dm = objective_value(Objective::dm, facts);
    out.c_avg = objective_value(Objective::c_avg, facts);
    measure_originals(classes, release, by, threads, out);
    const std::vector<double> alike(classes.attributes().size(), 1);
    out.field = field_losses(classes,
                             {.objective = by.objective,
                              .weights = by.weights.empty() ? alike : by.weights,
                              .gs_factor = by.gs_factor,
                              .left_out = left_out,
                              .threads = threads});
    return out;
}

LossFacts loss_facts(const Measures& measures, std::uint64_t k, std::size_t attributes) {
    return {.rows = measures.rows,
            .suppressed_rows = measures.suppressed_rows,
            .classes = measures.classes,
            .squared_sizes = measures.squared_sizes,
            .k = k,
            .gcp = measures.gcp,
            .height = 0,
            .relative_height = 0,
            .attributes = static_cast<double>(attributes),
            .lm = measures.lm,
            .minority_rows = measures.minority_rows,
            .stars = measures.weighted_stars,
            .sse = measures.sse,
            .field = measures.field};
}

}  // namespace kanon
