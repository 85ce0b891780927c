// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/sealed_placement.hpp"

#include "kanon/base/secrets/content_seal.hpp"
#include "kanon/release/spelling/reading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kanon {
namespace {

constexpr double kLeastBits = 128;

/// Writes numbers, seven bits a byte, and texts.
class NumberWriter {
public:
    void number(std::uint64_t value) {
        constexpr std::uint64_t kMore = 0x80;
        for (; value >= kMore; value >>= 7U) {
            text_ += static_cast<char>((value & (kMore - 1)) | kMore);
        }
        text_ += static_cast<char>(value);
    }

    void text(std::string_view value) {
        number(value.size());
        text_ += value;
    }

    [[nodiscard]] const std::string& written() const { return text_; }

private:
    std::string text_;
};

/// Reads them again; what is not there reads as 0 or as no text, and is_whole() is false then.
class NumberReader {
public:
    explicit NumberReader(std::string_view text) : text_(text) {}

    std::uint64_t number() {
        constexpr unsigned kBits = 7;
        constexpr unsigned kMost = 63;
        std::uint64_t value = 0;
        for (unsigned shift = 0; !text_.empty() && shift <= kMost; shift += kBits) {
            const auto byte = static_cast<unsigned char>(text_.front());
            text_.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80U) {
                return value;
            }
        }
        is_whole_ = false;
        return 0;
    }

    std::uint32_t number_below(std::uint64_t bound) {
        const std::uint64_t value = number();
        is_whole_ = is_whole_ && value < bound;
        return is_whole_ ? static_cast<std::uint32_t>(value) : 0;
    }

    std::string_view text() {
        const std::uint64_t size = number();
        is_whole_ = is_whole_ && size <= text_.size();
        const std::string_view out = text_.substr(0, is_whole_ ? size : 0);
        text_.remove_prefix(out.size());
        return out;
    }

    [[nodiscard]] bool is_whole() const { return is_whole_; }

    [[nodiscard]] bool is_at_end() const { return is_whole_ && text_.empty(); }

private:
    std::string_view text_;
    bool is_whole_ = true;
};

/// Per tuple, the binary logarithm of how many rows of values it covers.
std::vector<double> bits_of_tuples(const TableFacts& table, const RecodingView& recoding) {
    std::vector<double> out(recoding.tuple_count);
    for (std::size_t j = 0; j < table.attributes.size(); ++j) {
        const TableFacts::Attribute& attribute = table.attributes[j];
        std::vector<double> bits;
        for (const ReleasedValue& value : recoding.domains[j]->values) {
            const std::size_t covered = cover_count(
                value, *recoding.domains[j], attribute.hierarchy, *attribute.dictionary);
            bits.push_back(std::log2(static_cast<double>(std::max<std::size_t>(covered, 1))));
        }
        for (std::size_t tuple = 0; tuple < out.size(); ++tuple) {
            out[tuple] += bits[recoding.value_of_tuple[j][tuple]];
        }
    }
    return out;
}

/// Rows released as each tuple.
std::vector<std::uint64_t> rows_of_tuples(const TableFacts& table, const RecodingView& recoding) {
    std::vector<std::uint64_t> out(recoding.tuple_count);
    std::vector<bool> shared(table.types->size());
    for (const Share& share : recoding.shares) {
        shared[share.type] = true;
        if (share.of_class != kSuppressedClass) {
            out[share.of_class] += share.rows;
        }
    }
    for (std::size_t type = 0; type < shared.size(); ++type) {
        if (!shared[type] && recoding.tuple_of_type[type] != kNoValue) {
            out[recoding.tuple_of_type[type]] += table.types->counts[type];
        }
    }
    return out;
}

/// True if so many tables fit the release that nobody can try them: of a class of n rows that
/// covers c rows of values there are at least c^n / n!. Stops as soon as there are enough.
bool leaves_enough_open(const TableFacts& table, const RecodingView& recoding) {
    const std::vector<double> bits = bits_of_tuples(table, recoding);
    const std::vector<std::uint64_t> rows = rows_of_tuples(table, recoding);
    double open = 0;
    for (std::size_t tuple = 0; tuple < bits.size() && open < kLeastBits; ++tuple) {
        const auto count = static_cast<double>(rows[tuple]);
        open += std::max(0.0, (count * bits[tuple]) - (std::lgamma(count + 1) / std::log(2.0)));
    }
    return open >= kLeastBits;
}

}  // namespace

std::string seal_placement(const TableFacts& table,
                           const RecodingView& recoding,
                           const std::vector<std::uint32_t>& saved_class) {
    if (!table.content || !leaves_enough_open(table, recoding)) {
        return {};
    }
    // A class is written as its place and 1, and 0 is none.
    const auto place = [&](std::uint32_t tuple) -> std::uint64_t {
        const std::uint32_t saved = tuple == kNoValue ? kSuppressedClass : saved_class[tuple];
        return saved == kSuppressedClass ? 0 : std::uint64_t{saved} + 1;
    };
    NumberWriter out;
    out.number(recoding.tuple_of_type.size());
    for (const std::uint32_t tuple : recoding.tuple_of_type) {
        out.number(place(tuple));
    }
    out.text(recoding.shares.empty() ? std::string_view() : std::string_view(table.promises));
    out.number(recoding.shares.size());
    for (const Share& share : recoding.shares) {
        out.number(share.type);
        out.number(share.tuple);
        out.number(place(share.of_class));
        out.number(share.rows);
    }
    return seal_for(table.content(), out.written());
}

std::optional<ClassPlacement> open_placement(const TableFacts& table,
                                             std::string_view sealed,
                                             std::size_t class_count) {
    if (sealed.empty() || !table.content) {
        return std::nullopt;
    }
    const std::optional<std::string> opened = open_sealed(table.content(), sealed);
    if (!opened) {
        return std::nullopt;
    }
    NumberReader in(*opened);
    const auto place = [&] {
        const std::uint32_t written = in.number_below(std::uint64_t{class_count} + 1);
        return written == 0 ? kSuppressedClass : written - 1;
    };
    ClassPlacement out;
    if (in.number() != table.types->size()) {
        return std::nullopt;
    }
    for (std::size_t type = 0; type < table.types->size(); ++type) {
        out.class_of_type.push_back(place());
    }
    const std::string_view promises = in.text();
    const std::uint64_t shares = in.number();
    if (shares > 0 && promises != table.promises) {
        return std::nullopt;
    }
    for (std::uint64_t i = 0; i < shares && in.is_whole(); ++i) {
        Share share;
        share.type = in.number_below(table.types->size());
        share.tuple = in.number_below(table.types->tuple_counts(share.type).size());
        share.of_class = place();
        share.rows = in.number_below(std::uint64_t{kNoRow});
        out.shares.push_back(share);
    }
    return in.is_at_end() ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace kanon
