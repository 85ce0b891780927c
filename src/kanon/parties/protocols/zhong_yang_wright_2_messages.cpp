// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_2_messages.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace kanon::parties::zyw2 {
namespace {

using crypto::Ciphertext;

void append_ciphertexts(MessageWriter& writer, std::span<const Ciphertext> ciphertexts) {
    for (const Ciphertext& ciphertext : ciphertexts) {
        writer.raw(ciphertext.encode());
    }
}

std::vector<Ciphertext> take_ciphertexts(MessageReader& reader, std::size_t count) {
    if (count > reader.left() / Ciphertext::kSize) {
        reader.refuse("it ends too early");
    }
    std::vector<Ciphertext> out(count);
    for (Ciphertext& ciphertext : out) {
        ciphertext = Ciphertext::decode(reader.raw(Ciphertext::kSize));
    }
    return out;
}

/// A place among the parties, one more than it is; 0: none.
void write_place(MessageWriter& writer, std::optional<std::size_t> place) {
    writer.varint(place ? *place + 1 : 0);
}

/// A place before or behind the party's own, where parties have rows.
std::optional<std::size_t> read_place(MessageReader& reader,
                                      const RowCounts& counts,
                                      std::size_t from,
                                      std::size_t end) {
    const std::uint64_t value = reader.varint();
    if (value == 0) {
        return std::nullopt;
    }
    if (value <= from || value > end || counts.at(static_cast<std::size_t>(value - 1)) == 0) {
        reader.refuse("a set is not of parties in their order");
    }
    return static_cast<std::size_t>(value - 1);
}

/// The rows of a part, each of the party and in no part before.
std::vector<std::uint32_t> read_rows(MessageReader& reader,
                                     const RowCounts& counts,
                                     std::size_t place,
                                     std::vector<bool>& is_placed) {
    const std::uint32_t first = counts.first_of(place);
    std::vector<std::uint32_t> out = reader.u32s(counts.at(place));
    for (const std::uint32_t row : out) {
        if (row < first || row - first >= counts.at(place) || is_placed[row - first]) {
            reader.refuse("its sets are not of the rows of this party");
        }
        is_placed[row - first] = true;
    }
    if (out.empty()) {
        reader.refuse("its sets are not of the rows of this party");
    }
    return out;
}

PartOfSet read_part(MessageReader& reader,
                    const RowCounts& counts,
                    std::size_t place,
                    std::size_t places,
                    std::vector<bool>& is_placed) {
    PartOfSet out;
    out.rows = read_rows(reader, counts, place, is_placed);
    out.first_row = reader.u32();
    out.before = read_place(reader, counts, 0, place);
    out.next = read_place(reader, counts, place + 1, places);
    const bool is_own = out.first_row == out.rows.front();
    if (out.before ? out.first_row >= counts.first_of(*out.before + 1) : !is_own) {
        reader.refuse("the first row of a set is not of its parties");
    }
    return out;
}

}  // namespace

std::uint32_t RowCounts::first_of(std::size_t place) const {
    return std::accumulate(
        counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(place), std::uint32_t{0});
}

std::size_t RowCounts::place_of(std::uint32_t row) const {
    std::size_t place = 0;
    while (row >= counts_[place]) {
        row -= counts_[place++];
    }
    return place;
}

void require_enough_rows(const RowCounts& counts, std::uint64_t k) {
    if (counts.all() < k) {
        throw Error(ErrorCode::infeasible,
                    "all parties together have " + count_text(counts.all(), "row") +
                        ", fewer than k = " + std::to_string(k));
    }
    if (counts.all() > kMostBallCustomers) {
        throw Error(ErrorCode::bad_input,
                    "zhong-yang-wright-2 takes " + count_text(kMostBallCustomers, "row") +
                        " of all parties together at most, and they have " +
                        count_text(counts.all()));
    }
}

MessageWriter write_row_count(std::size_t rows, std::span<const std::uint32_t> domain_sizes) {
    MessageWriter writer;
    writer.varint(rows);
    writer.u32s(domain_sizes);
    return writer;
}

std::uint32_t read_row_count(MessageReader reader, std::span<const std::uint32_t> domain_sizes) {
    const std::uint64_t rows = reader.varint();
    const std::vector<std::uint32_t> domains = reader.u32s(kMostPatternAttributes);
    reader.finish();
    if (rows > kMostBallCustomers) {
        reader.refuse("its rows are too many");
    }
    if (!std::ranges::equal(domains, domain_sizes)) {
        reader.refuse("its domains are not those of this party");
    }
    return static_cast<std::uint32_t>(rows);
}

MessageWriter write_ciphertexts(std::span<const Ciphertext> ciphertexts) {
    MessageWriter writer;
    append_ciphertexts(writer, ciphertexts);
    return writer;
}

std::vector<Ciphertext> read_ciphertexts(MessageReader reader, std::size_t count) {
    std::vector<Ciphertext> out = take_ciphertexts(reader, count);
    reader.finish();
    return out;
}

MessageWriter Agreements::write() const {
    MessageWriter writer;
    append_ciphertexts(writer, with_others);
    writer.raw(own);
    return writer;
}

Agreements Agreements::read(MessageReader reader,
                            std::size_t rows_before,
                            std::size_t rows,
                            std::size_t attributes) {
    Agreements out;
    out.with_others = take_ciphertexts(reader, rows_before * rows);
    const ByteView own = reader.raw(rows == 0 ? 0 : rows * (rows - 1) / 2);
    out.own.assign(own.begin(), own.end());
    reader.finish();
    if (std::ranges::any_of(out.own, [&](std::uint8_t equal) { return equal > attributes; })) {
        reader.refuse("rows agree in more attributes than there are");
    }
    return out;
}

MessageWriter write_parts(std::span<const PartOfSet> parts) {
    MessageWriter writer;
    writer.varint(parts.size());
    for (const PartOfSet& part : parts) {
        writer.u32s(part.rows);
        writer.u32(part.first_row);
        write_place(writer, part.before);
        write_place(writer, part.next);
    }
    return writer;
}

std::vector<PartOfSet> read_parts(MessageReader reader,
                                  const RowCounts& counts,
                                  std::size_t place) {
    std::vector<bool> is_placed(counts.at(place));
    std::vector<PartOfSet> out(reader.count(counts.at(place), 1));
    for (PartOfSet& part : out) {
        part = read_part(reader, counts, place, counts.places(), is_placed);
    }
    reader.finish();
    if (std::ranges::count(is_placed, false) > 0) {
        reader.refuse("its sets are not of the rows of this party");
    }
    if (std::ranges::adjacent_find(out, std::greater_equal<>(), &PartOfSet::first_row) !=
        out.end()) {
        reader.refuse("its sets are not in their order");
    }
    return out;
}

MessageWriter write_patterns(std::span<const Pattern> patterns) {
    MessageWriter writer;
    writer.u64s(patterns);
    return writer;
}

std::vector<Pattern> read_patterns(MessageReader reader, std::size_t rows, std::size_t attributes) {
    std::vector<Pattern> out = reader.u64s(rows);
    reader.finish();
    const bool fits = std::ranges::all_of(out, [&](Pattern pattern) {
        return attributes == kMostPatternAttributes || pattern >> attributes == 0;
    });
    if (out.size() != rows || !fits) {
        reader.refuse("its stars are not of the rows of this party");
    }
    return out;
}

MessageWriter write_starred_rows(const CodedCustomers& rows, std::span<const Pattern> patterns) {
    const std::size_t attributes = rows.domain_sizes.size();
    MessageWriter writer;
    for (std::size_t row = 0; row < patterns.size(); ++row) {
        for (std::size_t j = 0; j < attributes; ++j) {
            if ((patterns[row] >> j & 1U) == 0) {
                writer.u32(rows.codes[row * attributes + j]);
            }
        }
        const std::string& sensitive = rows.sensitive[row];
        writer.bytes({reinterpret_cast<const std::uint8_t*>(sensitive.data()), sensitive.size()});
    }
    return writer;
}

std::vector<StarredCustomer> read_starred_rows(MessageReader reader,
                                               std::span<const Pattern> patterns,
                                               std::span<const std::uint32_t> domain_sizes) {
    std::vector<StarredCustomer> out;
    for (const Pattern stars : patterns) {
        StarredCustomer row;
        for (std::size_t j = 0; j < domain_sizes.size(); ++j) {
            const bool is_starred = (stars >> j & 1U) != 0;
            row.codes.push_back(is_starred ? StarredCustomer::kStar : reader.u32());
            if (!is_starred && row.codes.back() >= domain_sizes[j]) {
                reader.refuse("a value is not of its domain");
            }
        }
        const Bytes sensitive = reader.bytes(kMostCustomerBytes);
        row.sensitive.assign(sensitive.begin(), sensitive.end());
        out.push_back(std::move(row));
    }
    reader.finish();
    return out;
}

}  // namespace kanon::parties::zyw2
