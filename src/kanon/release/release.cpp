// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/release.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/release/spelled_domain.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16U;

/// Which rows are released, and which row types are suppressed.
struct RowPlan {
    std::vector<bool> suppressed;         ///< per row type; empty: none
    std::vector<std::uint32_t> original;  ///< rows left when rows are dropped; empty: all
    std::size_t rows = 0;                 ///< released rows
    bool drops = false;                   ///< suppressed rows are left out, not kept as stars

    [[nodiscard]] bool stars() const { return !suppressed.empty() && !drops; }

    [[nodiscard]] std::size_t original_of(std::size_t row) const {
        return original.empty() ? row : original[row];
    }
};

/// How a recoding maps row types to released values, whatever its shape.
class Decision {
public:
    Decision(const Recoding& recoding, const RowTypes& types)
        : global_(std::get_if<GlobalRecoding>(&recoding)),
          local_(std::get_if<ClassRecoding>(&recoding)),
          types_(types) {
        KANON_CHECK((global_ != nullptr ? global_->attributes.size() : local_->domains.size()) ==
                    types.attribute_count());
    }

    [[nodiscard]] const GlobalRecoding* global() const { return global_; }

    [[nodiscard]] const ClassRecoding* local() const { return local_; }

    [[nodiscard]] const ReleasedDomain& domain(std::size_t attribute) const {
        return global_ != nullptr ? global_->attributes[attribute].domain
                                  : local_->domains[attribute];
    }

    /// Row types that the recoding itself suppresses; empty if none.
    [[nodiscard]] std::vector<bool> suppressed() const {
        if (global_ != nullptr) {
            KANON_CHECK(global_->suppressed.empty() || global_->suppressed.size() == types_.size());
            const bool any =
                std::find(global_->suppressed.begin(), global_->suppressed.end(), true) !=
                global_->suppressed.end();
            return any ? global_->suppressed : std::vector<bool>{};
        }
        std::vector<bool> out;
        for (std::size_t type = 0; type < types_.size(); ++type) {
            if (local_->class_of_type[type] == kSuppressedClass) {
                out.resize(types_.size());
                out[type] = true;
            }
        }
        return out;
    }

    /// The released value of an attribute for a row type. \pre the type is not suppressed.
    [[nodiscard]] std::uint32_t value(std::size_t attribute, std::size_t type) const {
        if (global_ != nullptr) {
            return global_->attributes[attribute].value_of_code[types_.columns[attribute][type]];
        }
        return local_->value_of_class[attribute][local_->class_of_type[type]];
    }

private:
    const GlobalRecoding* global_;
    const ClassRecoding* local_;
    const RowTypes& types_;
};

/// Row types without a row to show: suppressed by the recoding, or released as stars throughout.
std::vector<bool> suppressed_types(const Decision& decision,
                                   const RowTypes& types,
                                   const std::vector<SpelledDomain>& spelled) {
    std::vector<bool> out = decision.suppressed();
    if (decision.local() != nullptr && decision.local()->star_class) {
        return out;
    }
    const bool possible =
        !spelled.empty() && std::ranges::all_of(spelled, &SpelledDomain::has_star);
    if (!possible) {
        return out;
    }
    for (std::size_t type = 0; type < types.size(); ++type) {
        if (!out.empty() && out[type]) {
            continue;
        }
        std::size_t j = 0;
        while (j < spelled.size() && spelled[j].is_star(decision.value(j, type))) {
            ++j;
        }
        if (j == spelled.size()) {
            out.resize(types.size());
            out[type] = true;
        }
    }
    return out;
}

/// Codes (of a global recoding) or classes that some row that is shown has.
std::vector<bool> units_that_occur(const Decision& decision,
                                   const RowTypes& types,
                                   const RowPlan& plan,
                                   std::size_t attribute) {
    std::vector<bool> occurs;
    const auto mark = [&](const auto units) {
        for (std::size_t type = 0; type < types.size(); ++type) {
            if (plan.suppressed.empty() || !plan.suppressed[type]) {
                occurs[units[type]] = true;
            }
        }
    };
    if (decision.global() != nullptr) {
        occurs.resize(decision.global()->attributes[attribute].value_of_code.size());
        types.columns[attribute].visit(mark);
    } else {
        occurs.resize(decision.local()->value_of_class[attribute].size());
        mark(std::span(decision.local()->class_of_type));
    }
    return occurs;
}

/// Released values of an attribute that some row shows.
std::vector<bool> values_that_occur(const std::vector<std::uint32_t>& value_of_unit,
                                    const std::vector<bool>& units,
                                    std::size_t value_count) {
    std::vector<bool> occurs(value_count);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units[unit]) {
            occurs[value_of_unit[unit]] = true;
        }
    }
    return occurs;
}

void build_dictionaries(const Decision& decision,
                        const RowTypes& types,
                        const RowPlan& plan,
                        std::vector<SpelledDomain>& spelled,
                        unsigned threads) {
    std::vector<bool> classes;
    if (decision.local() != nullptr && !spelled.empty()) {
        classes = units_that_occur(decision, types, plan, 0);
    }
    const auto build = [&](std::size_t j) {
        const std::vector<bool> occurs =
            decision.local() != nullptr
                ? values_that_occur(
                      decision.local()->value_of_class[j], classes, spelled[j].value_count())
                : values_that_occur(decision.global()->attributes[j].value_of_code,
                                    units_that_occur(decision, types, plan, j),
                                    spelled[j].value_count());
        spelled[j].build(occurs, plan.stars());
    };
    parallel_for(spelled.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            build(j);
        }
    });
}

std::vector<std::uint32_t> kept_rows(const RowTypes& types,
                                     const std::vector<bool>& suppressed,
                                     unsigned threads) {
    const std::size_t rows = types.row_count();
    const std::size_t parts = rows / kGrain + 1;
    std::vector<std::size_t> starts(parts + 1);
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        for (std::size_t row = begin; row < end; ++row) {
            count += suppressed[types.type_of_row[row]] ? 0U : 1U;
        }
        starts[part + 1] = count;
    });
    for (std::size_t part = 0; part < parts; ++part) {
        starts[part + 1] += starts[part];
    }
    std::vector<std::uint32_t> kept(starts.back());
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::size_t at = starts[part];
        for (std::size_t row = begin; row < end; ++row) {
            if (!suppressed[types.type_of_row[row]]) {
                kept[at++] = static_cast<std::uint32_t>(row);
            }
        }
    });
    return kept;
}

/// New codes for all released rows: map[old code], or `star` where the row is kept as stars.
struct CodeMap {
    std::vector<Code> map;
    std::size_t limit = 0;  ///< new codes are below this
    Code star = 0;
};

CodeVector recode(const CodeVector& source,
                  const CodeMap& codes,
                  const RowTypes& types,
                  const RowPlan& plan,
                  unsigned threads) {
    CodeVector target(plan.rows, codes.limit);
    const bool stars = plan.stars();
    source.visit([&](const auto in) {
        target.visit_mutable([&](const auto out) {
            using To = std::remove_cvref_t<decltype(out[0])>;
            parallel_for(plan.rows, kGrain, threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t row = begin; row < end; ++row) {
                    const bool starred = stars && plan.suppressed[types.type_of_row[row]];
                    const Code code = starred ? codes.star : codes.map[in[plan.original_of(row)]];
                    out[row] = static_cast<To>(code);
                }
            });
        });
    });
    return target;
}

/// A column's codes for the rows that are left when rows are dropped.
CodeVector pick_rows(const CodeVector& source,
                     std::size_t limit,
                     const RowPlan& plan,
                     unsigned threads) {
    CodeVector target(plan.rows, limit);
    source.visit([&](const auto in) {
        target.visit_mutable([&](const auto out) {
            using To = std::remove_cvref_t<decltype(out[0])>;
            parallel_for(plan.rows, kGrain, threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t row = begin; row < end; ++row) {
                    out[row] = static_cast<To>(in[plan.original[row]]);
                }
            });
        });
    });
    return target;
}

/// The released codes of each class side by side, one class after the other, stars at the end.
std::vector<Code> codes_of_classes(const ClassRecoding& recoding,
                                   const std::vector<SpelledDomain>& spelled) {
    const std::size_t attributes = spelled.size();
    const std::size_t classes = attributes == 0 ? 0 : recoding.value_of_class[0].size();
    std::vector<Code> codes((classes + 1) * attributes);
    for (std::size_t j = 0; j < attributes; ++j) {
        for (std::size_t index = 0; index < classes; ++index) {
            codes[index * attributes + j] = spelled[j].code(recoding.value_of_class[j][index]);
        }
        codes[classes * attributes + j] = spelled[j].star();
    }
    return codes;
}

/// As recode(), for a recoding by classes: all attributes in one pass, so that a row costs two
/// random accesses, to its class and to the codes of the class.
std::vector<CodeVector> recode_classes(const ClassRecoding& recoding,
                                       const std::vector<SpelledDomain>& spelled,
                                       const RowTypes& types,
                                       const RowPlan& plan,
                                       unsigned threads) {
    constexpr std::size_t kBlock = 1024;
    const std::size_t attributes = spelled.size();
    const std::vector<Code> codes = codes_of_classes(recoding, spelled);
    const std::size_t classes = attributes == 0 ? 0 : codes.size() / attributes - 1;
    std::vector<CodeVector> targets;
    for (const SpelledDomain& domain : spelled) {
        targets.emplace_back(plan.rows, domain.dictionary()->size());
    }
    const auto fill = [&](std::size_t begin, std::size_t end, std::vector<Code>& block) {
        for (std::size_t row = begin; row < end; ++row) {
            const std::uint32_t type = types.type_of_row[plan.original_of(row)];
            const std::size_t index = std::min<std::size_t>(recoding.class_of_type[type], classes);
            for (std::size_t j = 0; j < attributes; ++j) {
                block[j * kBlock + (row - begin)] = codes[index * attributes + j];
            }
        }
        for (std::size_t j = 0; j < attributes; ++j) {
            const Code* from = block.data() + j * kBlock;
            targets[j].visit_mutable([&](const auto out) {
                using To = std::remove_cvref_t<decltype(out[0])>;
                for (std::size_t row = begin; row < end; ++row) {
                    out[row] = static_cast<To>(from[row - begin]);
                }
            });
        }
    };
    parallel_for(plan.rows, kGrain, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<Code> block(attributes * kBlock);
        for (std::size_t at = begin; at < end; at += kBlock) {
            fill(at, std::min(at + kBlock, end), block);
        }
    });
    return targets;
}

/// A column that is no quasi-identifier, in a release with stars for suppressed rows.
std::shared_ptr<const Column> star_column(const Column& source,
                                          const RowTypes& types,
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
    column->storage_type = source.storage_type;
    column->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    column->codes = recode(source.codes, codes, types, plan, threads);
    return column;
}

std::shared_ptr<const Column> other_column(const std::shared_ptr<const Column>& source,
                                           const RowTypes& types,
                                           const RowPlan& plan,
                                           unsigned threads) {
    if (plan.suppressed.empty()) {
        return source;
    }
    if (plan.stars()) {
        return star_column(*source, types, plan, threads);
    }
    auto column = std::make_shared<Column>();
    column->name = source->name;
    column->storage_type = source->storage_type;
    column->dictionary = source->dictionary;
    column->codes = pick_rows(source->codes, source->dictionary->size(), plan, threads);
    return column;
}

/// The released codes of every quasi-identifier.
std::vector<CodeVector> recode_attributes(const Table& original,
                                          const RowTypes& types,
                                          std::span<const RecodedAttribute> attributes,
                                          const Decision& decision,
                                          const std::vector<SpelledDomain>& spelled,
                                          const RowPlan& plan,
                                          unsigned threads) {
    if (decision.local() != nullptr) {
        return recode_classes(*decision.local(), spelled, types, plan, threads);
    }
    std::vector<CodeVector> out;
    for (std::size_t j = 0; j < attributes.size(); ++j) {
        CodeMap codes{
            .map = {}, .limit = spelled[j].dictionary()->size(), .star = spelled[j].star()};
        for (const std::uint32_t value : decision.global()->attributes[j].value_of_code) {
            codes.map.push_back(spelled[j].code(value));
        }
        out.push_back(
            recode(original.column(attributes[j].column).codes, codes, types, plan, threads));
    }
    return out;
}

/// A recoding whose rows name their classes themselves, as one by row types: each class, and the
/// suppressed rows, are taken for a row type.
struct ClassesAsTypes {
    ClassesAsTypes(const ClassRecoding& by_rows, std::size_t attributes) {
        const auto classes = static_cast<std::uint32_t>(by_rows.value_of_class.at(0).size());
        ClassRecoding by_types{.domains = by_rows.domains,
                               .value_of_class = by_rows.value_of_class,
                               .class_of_type = std::vector<std::uint32_t>(classes),
                               .star_class = by_rows.star_class};
        std::iota(by_types.class_of_type.begin(), by_types.class_of_type.end(), 0U);
        types.columns.resize(attributes);
        types.type_of_row = by_rows.class_of_row;
        types.counts.assign(classes, 1);
        for (std::uint32_t& type : types.type_of_row) {
            if (type == kSuppressedClass) {
                type = classes;
            }
        }
        if (std::ranges::find(types.type_of_row, classes) != types.type_of_row.end()) {
            by_types.class_of_type.push_back(kSuppressedClass);
            types.counts.push_back(1);
        }
        recoding = std::move(by_types);
    }

    Recoding recoding;
    RowTypes types;
};

}  // namespace

Release apply(const Table& original,
              const RowTypes& types,
              std::span<const RecodedAttribute> attributes,
              std::span<const std::size_t> withheld,
              const Recoding& recoding,
              SuppressedRows mode,
              unsigned threads) {
    if (const auto* classes = std::get_if<ClassRecoding>(&recoding);
        classes != nullptr && !classes->class_of_row.empty()) {
        const ClassesAsTypes made(*classes, attributes.size());
        return apply(original, made.types, attributes, withheld, made.recoding, mode, threads);
    }
    KANON_CHECK(types.row_count() == original.row_count());
    KANON_CHECK(attributes.size() == types.attribute_count());
    const Decision decision(recoding, types);
    std::vector<SpelledDomain> spelled;
    for (std::size_t j = 0; j < attributes.size(); ++j) {
        spelled.emplace_back(decision.domain(j),
                             *original.column(attributes[j].column).dictionary,
                             attributes[j].hierarchy);
    }
    RowPlan plan;
    plan.suppressed = suppressed_types(decision, types, spelled);
    plan.rows = original.row_count();
    plan.drops = !plan.suppressed.empty() && mode == SuppressedRows::drop;
    if (plan.drops) {
        plan.original = kept_rows(types, plan.suppressed, threads);
        plan.rows = plan.original.size();
    }
    build_dictionaries(decision, types, plan, spelled, threads);
    std::vector<CodeVector> recoded =
        recode_attributes(original, types, attributes, decision, spelled, plan, threads);

    Release release;
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t index = 0; index < original.column_count(); ++index) {
        const auto attribute = std::ranges::find(attributes, index, &RecodedAttribute::column);
        if (attribute != attributes.end()) {
            const auto j = static_cast<std::size_t>(attribute - attributes.begin());
            auto column = std::make_shared<Column>();
            column->name = original.column(index).name;
            column->storage_type = "VARCHAR";
            column->dictionary = spelled[j].dictionary();
            column->codes = std::move(recoded[j]);
            columns.push_back(std::move(column));
        } else if (std::ranges::find(withheld, index) != withheld.end()) {
            continue;
        } else {
            columns.push_back(other_column(original.shared_column(index), types, plan, threads));
        }
        release.original_column.push_back(index);
    }
    release.table = Table(std::move(columns), plan.rows);
    release.original_row = std::move(plan.original);
    return release;
}

}  // namespace kanon
