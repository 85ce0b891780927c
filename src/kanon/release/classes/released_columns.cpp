// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/classes/released_columns.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kRowsAtOnce = std::size_t{1} << 16U;

/// Write code_of(row) for the rows from begin to end.
template <class Out, class CodeOf>
void write_codes(const Out out, std::size_t begin, std::size_t end, const CodeOf& code_of) {
    using To = std::remove_cvref_t<decltype(out[0])>;
    for (std::size_t row = begin; row < end; ++row) {
        out[row] = static_cast<To>(code_of(row));
    }
}

/// The code of each released row, below `limit`: code_of(codes of the source, row).
template <class CodeOf>
CodeVector codes_from(const CodeVector& source,
                      std::size_t limit,
                      const RowPlan& plan,
                      unsigned threads,
                      const CodeOf& code_of) {
    CodeVector target(plan.rows, limit);
    source.visit([&](const auto in) {
        target.visit_mutable([&](const auto out) {
            parallel_for(plan.rows, kRowsAtOnce, threads, [&](std::size_t begin, std::size_t end) {
                write_codes(out, begin, end, [&](std::size_t row) { return code_of(in, row); });
            });
        });
    });
    return target;
}

/// New codes for all released rows: map[old code], or `star` where the row is kept as stars.
struct CodeMap {
    std::vector<Code> map;
    std::size_t limit = 0;  ///< new codes are below this
    Code star = 0;
};

CodeVector recode(const CodeVector& source,
                  const CodeMap& codes,
                  const RowPlan& plan,
                  unsigned threads) {
    const bool stars = plan.stars();
    return codes_from(
        source, codes.limit, plan, threads, [&, stars](const auto in, std::size_t row) {
            const bool starred = stars && plan.suppressed[plan.type_of_row[row]];
            return starred ? codes.star : codes.map[in[plan.original_of(row)]];
        });
}

/// A column's codes for the rows that are left when rows are dropped.
CodeVector pick_rows(const CodeVector& source,
                     std::size_t limit,
                     const RowPlan& plan,
                     unsigned threads) {
    return codes_from(source, limit, plan, threads, [&](const auto in, std::size_t row) {
        return in[plan.original[row]];
    });
}

/// The released codes of each tuple side by side, one tuple after the other, stars at the end.
std::vector<Code> codes_of_tuples(const RecodingView& view,
                                  const std::vector<SpelledDomain>& spelled) {
    const std::size_t attributes = spelled.size();
    std::vector<Code> codes((view.tuple_count + 1) * attributes);
    for (std::size_t j = 0; j < attributes; ++j) {
        for (std::size_t tuple = 0; tuple < view.tuple_count; ++tuple) {
            codes[tuple * attributes + j] = spelled[j].code(view.value_of_tuple[j][tuple]);
        }
        codes[view.tuple_count * attributes + j] = spelled[j].star();
    }
    return codes;
}

/// As recode(), for a local recoding: all attributes in one pass, so that a row costs two random
/// accesses, to its tuple and to the codes of the tuple.
std::vector<CodeVector> recode_tuples(const RecodingView& view,
                                      const std::vector<SpelledDomain>& spelled,
                                      const RowPlan& plan,
                                      unsigned threads) {
    constexpr std::size_t kBlock = 1024;
    const std::size_t attributes = spelled.size();
    const std::vector<Code> codes = codes_of_tuples(view, spelled);
    std::vector<CodeVector> targets;
    targets.reserve(attributes);
    for (const SpelledDomain& domain : spelled) {
        targets.emplace_back(plan.rows, domain.dictionary()->size());
    }
    const auto fill = [&](std::size_t begin, std::size_t end, std::vector<Code>& block) {
        for (std::size_t row = begin; row < end; ++row) {
            const std::uint32_t type = plan.type_of_row[plan.original_of(row)];
            const auto tuple = std::min<std::size_t>(view.tuple_of_type[type], view.tuple_count);
            for (std::size_t j = 0; j < attributes; ++j) {
                block[j * kBlock + (row - begin)] = codes[tuple * attributes + j];
            }
        }
        for (std::size_t j = 0; j < attributes; ++j) {
            const Code* from = block.data() + j * kBlock;
            targets[j].visit_mutable([&](const auto out) {
                write_codes(out, begin, end, [&](std::size_t row) { return from[row - begin]; });
            });
        }
    };
    parallel_for(plan.rows, kRowsAtOnce, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<Code> block(attributes * kBlock);
        for (std::size_t at = begin; at < end; at += kBlock) {
            fill(at, std::min(at + kBlock, end), block);
        }
    });
    return targets;
}

/// A column that is no quasi-identifier, in a release with stars for suppressed rows.
std::shared_ptr<const Column> star_column(const Column& source,
                                          const RowPlan& plan,
                                          unsigned threads) {
    DictionaryBuilder builder;
    const Dictionary& old = *source.dictionary;
    for (Code code = 0; code < old.size(); ++code) {
        if (old.is_missing(code)) {
            builder.add_missing();
        } else {
            builder.add(spell_beside_stars(old.text(code)));
        }
    }
    builder.add(kStar);
    auto built = builder.finish(ValueType::text);
    // Values were added in code order and are distinct, so provisional codes are the old ones.
    CodeMap codes{.map = std::move(built.code_of_provisional), .limit = built.dictionary.size()};
    KANON_CHECK(codes.map.size() == old.size() + 1);
    codes.star = codes.map.back();
    auto column = std::make_shared<Column>();
    column->name = source.name;
    column->storage_type = plan.stars_as_text ? "VARCHAR" : source.storage_type;
    column->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    column->codes = recode(source.codes, codes, plan, threads);
    return column;
}

}  // namespace

std::vector<CodeVector> recode_attributes(const Table& original,
                                          std::span<const RecodedAttribute> attributes,
                                          const RecodingView& view,
                                          const std::vector<SpelledDomain>& spelled,
                                          const RowPlan& plan,
                                          unsigned threads) {
    if (view.local) {
        return recode_tuples(view, spelled, plan, threads);
    }
    std::vector<CodeVector> out;
    for (std::size_t j = 0; j < attributes.size(); ++j) {
        CodeMap codes{
            .map = {}, .limit = spelled[j].dictionary()->size(), .star = spelled[j].star()};
        for (const std::uint32_t value : view.value_of_code[j]) {
            codes.map.push_back(spelled[j].code(value));
        }
        out.push_back(recode(original.column(attributes[j].column).codes, codes, plan, threads));
    }
    return out;
}

std::shared_ptr<const Column> other_column(const std::shared_ptr<const Column>& source,
                                           const RowPlan& plan,
                                           unsigned threads) {
    if (plan.suppressed.empty()) {
        return source;
    }
    if (plan.stars()) {
        return star_column(*source, plan, threads);
    }
    auto column = std::make_shared<Column>();
    column->name = source->name;
    column->storage_type = source->storage_type;
    column->dictionary = source->dictionary;
    column->codes = pick_rows(source->codes, source->dictionary->size(), plan, threads);
    return column;
}

}  // namespace kanon
