// SPDX-License-Identifier: Apache-2.0
#include "kanon/generate/stays.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/generate/person.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using generate::Field;
using generate::kFieldCount;
using generate::Stay;

constexpr std::size_t kBlock = 4096;
constexpr std::size_t kGrain = 1 << 16;

/// A stream of its own for each row, far from its neighbours'.
Random stream_of(std::uint64_t seed, std::uint64_t row) {
    Random mixer(seed * 0xD1B54A32D192ED03ULL + row);
    return Random(mixer.next());
}

/// Write one field of a block of stays, wherever the width of its codes is decided once.
void scatter(CodeVector& codes,
             std::size_t begin,
             std::size_t field,
             const std::vector<Stay>& block) {
    codes.visit_mutable([&](const auto span) {
        using Narrow = std::remove_cvref_t<decltype(span[0])>;
        for (std::size_t i = 0; i < block.size(); ++i) {
            span[begin + i] = static_cast<Narrow>(block[i][field]);
        }
    });
}

/// Draws the stays of some rows and writes the fields that are kept.
class Drawing {
public:
    Drawing(std::size_t rows, const std::vector<bool>& kept, std::uint64_t seed)
        : kept_(kept), seed_(seed) {
        for (std::size_t field = 0; field < kFieldCount; ++field) {
            places.emplace_back(kept[field + 1] ? rows : 0,
                                generate::word_count(static_cast<Field>(field)));
        }
    }

    void draw(std::size_t begin, std::size_t end) {
        std::vector<Stay> block;
        for (std::size_t at = begin; at < end; at += kBlock) {
            block.resize(std::min(kBlock, end - at));
            for (std::size_t i = 0; i < block.size(); ++i) {
                Random random = stream_of(seed_, at + i);
                block[i] = maker_.make(random);
            }
            for (std::size_t field = 0; field < kFieldCount; ++field) {
                if (kept_[field + 1]) {
                    scatter(places[field], at, field, block);
                }
            }
        }
    }

    std::vector<CodeVector> places;  ///< per field, of each row the place of its word; or empty

private:
    const std::vector<bool>& kept_;
    std::uint64_t seed_;
    generate::StayMaker maker_;
};

/// The places of the words drawn for each field, one per row; none for fields not kept.
std::vector<CodeVector> draw_places(std::size_t rows,
                                    const std::vector<bool>& kept,
                                    const RunContext& context) {
    Drawing drawing(rows, kept, context.seed);
    std::atomic<std::size_t> done{0};
    parallel_for(rows, kGrain, context.threads, [&](std::size_t begin, std::size_t end) {
        throw_if_cancelled(context);
        drawing.draw(begin, end);
        done += end - begin;
        context.report({"generate", static_cast<double>(done), static_cast<double>(rows)});
    });
    return std::move(drawing.places);
}

std::vector<std::uint8_t> words_used(const CodeVector& places, std::size_t words) {
    std::vector<std::uint8_t> used(words);
    places.visit([&used](const auto span) {
        for (const auto place : span) {
            used[place] = 1;
        }
    });
    return used;
}

std::optional<ValueType> declared_type(Field field) {
    switch (field) {
        case Field::age:
        case Field::length_of_stay:
            return ValueType::integer;
        case Field::admission_date:
            return ValueType::date;
        case Field::charges:
            return ValueType::decimal;
        default:
            return ValueType::text;
    }
}

/// Turn places in a list into codes of the words that occur.
std::shared_ptr<const Column> make_column(Field field, const CodeVector& places) {
    const std::size_t words = generate::word_count(field);
    const std::vector<std::uint8_t> used = words_used(places, words);
    DictionaryBuilder builder;
    std::vector<Code> code_of_place(words);
    for (std::uint32_t place = 0; place < words; ++place) {
        code_of_place[place] = used[place] != 0 ? builder.add(generate::word(field, place)) : 0;
    }
    auto built = builder.finish(declared_type(field));
    for (std::uint32_t place = 0; place < words; ++place) {
        if (used[place] != 0) {
            code_of_place[place] = built.code_of_provisional[code_of_place[place]];
        }
    }
    auto column = std::make_shared<Column>();
    column->name = generate::field_name(field);
    column->storage_type = generate::field_storage_type(field);
    column->codes = CodeVector(places.size(), built.dictionary.size());
    column->codes.visit_mutable([&](const auto codes) {
        using Narrow = std::remove_cvref_t<decltype(codes[0])>;
        places.visit([&](const auto span) {
            for (std::size_t row = 0; row < span.size(); ++row) {
                codes[row] = static_cast<Narrow>(code_of_place[span[row]]);
            }
        });
    });
    column->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    return column;
}

/// `P00000001` and on: as many digits as the last one needs, so that byte order is row order.
std::shared_ptr<const Column> make_ids(std::size_t rows) {
    const std::size_t digits = std::max<std::size_t>(8, std::to_string(rows).size());
    std::string characters(rows * (digits + 1), 'P');
    std::vector<std::uint64_t> offsets(rows + 1);
    auto column = std::make_shared<Column>();
    column->name = "patient_id";
    column->storage_type = "VARCHAR";
    column->codes = CodeVector(rows, rows);
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t number = row + 1;
        for (std::size_t at = (row + 1) * (digits + 1); number != 0 || at % (digits + 1) != 1;) {
            --at;
            characters[at] = static_cast<char>('0' + number % 10);
            number /= 10;
        }
        offsets[row + 1] = (row + 1) * (digits + 1);
    }
    column->codes.visit_mutable([](const auto codes) {
        using Narrow = std::remove_cvref_t<decltype(codes[0])>;
        for (std::size_t row = 0; row < codes.size(); ++row) {
            codes[row] = static_cast<Narrow>(row);
        }
    });
    column->dictionary = std::make_shared<const Dictionary>(
        Dictionary::from_sorted_text(std::move(characters), std::move(offsets)));
    return column;
}

/// \throws Error{usage} if a name is no column's.
std::vector<bool> columns_kept(std::span<const std::string> leave_out) {
    const std::vector<std::string_view> names = stay_columns();
    std::vector<bool> kept(names.size(), true);
    for (const std::string& name : leave_out) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            throw Error(ErrorCode::usage,
                        "column '" + name + "' is not known" + suggestion(name, names));
        }
        kept[static_cast<std::size_t>(found - names.begin())] = false;
    }
    if (std::find(kept.begin(), kept.end(), true) == kept.end()) {
        throw Error(ErrorCode::usage, "every column is left out; keep one at least");
    }
    return kept;
}

}  // namespace

std::vector<std::string_view> stay_columns() {
    std::vector<std::string_view> out{"patient_id"};
    for (std::size_t field = 0; field < kFieldCount; ++field) {
        out.emplace_back(generate::field_name(static_cast<Field>(field)));
    }
    return out;
}

Table generate_stays(std::uint64_t rows,
                     const RunContext& context,
                     std::span<const std::string> leave_out) {
    if (rows == 0 || rows > Table::kMostRows) {
        throw Error(ErrorCode::usage,
                    "the number of rows must be between 1 and " + std::to_string(Table::kMostRows));
    }
    const std::vector<bool> kept = columns_kept(leave_out);
    std::vector<CodeVector> places = draw_places(rows, kept, context);
    std::vector<std::shared_ptr<const Column>> columns(kFieldCount + 1);
    if (kept[0]) {
        columns[0] = make_ids(rows);
    }
    // Each column's places go as soon as its codes stand, so that not all are held twice.
    parallel_for(kFieldCount, 1, context.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t field = begin; field < end; ++field) {
            throw_if_cancelled(context);
            if (kept[field + 1]) {
                columns[field + 1] = make_column(static_cast<Field>(field), places[field]);
            }
            places[field] = CodeVector();
        }
    });
    std::erase(columns, nullptr);
    return {std::move(columns), rows};
}

}  // namespace kanon
