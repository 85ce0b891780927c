// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/flat_index.hpp"
#include "kanon/table/code_vector.hpp"
#include "kanon/table/values/value_rules.hpp"
#include "kanon/table/values/value_type.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

struct ValueReading;

/// Values at the ends of a column of numbers or dates that top or bottom coding made one.
struct OpenEnds {
    bool low = false;   ///< the first code stands for its number and all below it
    bool high = false;  ///< the last code with a number stands for that and all above it
    double least = 0;   ///< of the values before coding
    double greatest = 0;
};

/// The distinct values of a column in their order: numbers by size (equal numbers by spelling),
/// text by bytes; the missing value, which the empty text is too, is the last code if there is any.
/// The order does not depend on the order of rows, so neither do codes. Immutable once built.
class Dictionary {
public:
    Dictionary() = default;

    /// A dictionary of text from spellings that are already in order: value i is the bytes
    /// offsets[i] .. offsets[i+1]-1 of `characters`. For large sets that are made, not gathered.
    /// \pre offsets begin with 0 and end with characters.size(); spellings ascend strictly by
    /// bytes, none is empty (checked). Cost O(size), no copy.
    static Dictionary from_sorted_text(std::string characters, std::vector<std::uint64_t> offsets);

    /// A dictionary of coded numbers or dates: number and spelling of each, in this order, then the
    /// missing value. Open ends are spelled as ranges, `(-inf, 20]` and `[80, inf)`.
    /// \pre values ascend strictly by number, then by spelling
    static Dictionary of_coded(ValueType type,
                               const std::vector<std::pair<double, std::string>>& values,
                               bool with_missing,
                               const OpenEnds& ends);

    /// Number of codes, the missing one included.
    [[nodiscard]] std::size_t size() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }

    [[nodiscard]] ValueType type() const { return type_; }

    /// How the numbers or dates are written.
    [[nodiscard]] Notation notation() const { return notation_; }

    /// The rules by which the same spellings are the same values again.
    [[nodiscard]] ValueRules rules() const;

    /// The spelling of a value as it stood in the source; "" for the missing value.
    [[nodiscard]] std::string_view text(Code code) const {
        return std::string_view(characters_)
            .substr(offsets_[code], offsets_[code + 1] - offsets_[code]);
    }

    /// The code of the missing value, if the column has any.
    [[nodiscard]] std::optional<Code> missing() const { return missing_; }

    [[nodiscard]] bool is_missing(Code code) const { return missing_ == code; }

    /// The number behind a code, see parse_number(); of an open end the bound.
    /// \pre type() is not text, code is not missing.
    [[nodiscard]] double number(Code code) const { return numbers_[code]; }

    /// The ends that coding made one value, if any; see of_coded().
    [[nodiscard]] const OpenEnds& open_ends() const { return ends_; }

    [[nodiscard]] bool is_open_low(Code code) const { return ends_.low && code == 0; }

    [[nodiscard]] bool is_open_high(Code code) const {
        return ends_.high && code + std::size_t{1} == value_count();
    }

    [[nodiscard]] bool is_open(Code code) const { return is_open_low(code) || is_open_high(code); }

    /// The least number that a code may stand for: number(), but minus infinity at an open low end.
    [[nodiscard]] double lowest(Code code) const;

    /// The greatest number that a code may stand for.
    [[nodiscard]] double highest(Code code) const;

    /// The least number of the column before its ends were coded. \pre as number(), not empty
    [[nodiscard]] double least() const { return ends_.low ? ends_.least : numbers_[0]; }

    [[nodiscard]] double greatest() const {
        return ends_.high ? ends_.greatest : numbers_[value_count() - 1];
    }

    /// The values that are no open ends, missing included. Cost O(size).
    [[nodiscard]] Dictionary without_open_ends() const;

    [[nodiscard]] bool is_numeric() const { return type_ != ValueType::text; }

    /// Number of codes that are not missing; these are 0 .. value_count()-1.
    [[nodiscard]] std::size_t value_count() const { return size() - (missing_ ? 1 : 0); }

    /// The code of a spelling, if it occurs. Cost O(log size). Never finds the missing value.
    [[nodiscard]] std::optional<Code> find(std::string_view wanted) const;

    /// As find(), and of numbers and dates also by another spelling: `1.00` finds `1`, exactly.
    /// Of several spellings that occur, and not this one, the first. Cost as find(), and the
    /// characters of the spellings of one number.
    [[nodiscard]] std::optional<Code> find_equal(std::string_view wanted) const;

private:
    friend class DictionaryBuilder;
    std::string characters_;
    std::vector<std::uint64_t> offsets_;
    std::vector<double> numbers_;
    ValueType type_ = ValueType::text;
    Notation notation_ = Notation::standard;
    std::optional<Code> missing_;
    OpenEnds ends_;
};

/// Gathers values in the order they come and gives each distinct one a provisional code.
/// Not safe to share between threads.
class DictionaryBuilder {
public:
    /// The provisional code of a value, new or known; of the empty text that of the missing value.
    /// \throws Error{bad_input} past 2^32 - 2 values.
    Code add(std::string_view text);

    /// The provisional code of the missing value.
    Code add_missing();

    /// Add all values of another builder. Its provisional codes -> those here; its size() of them.
    std::vector<Code> add_all(const DictionaryBuilder& other);

    /// The spelling of a provisional code; "" for the missing value.
    [[nodiscard]] std::string_view text(Code provisional) const {
        return std::string_view(characters_)
            .substr(starts_[provisional], starts_[provisional + 1] - starts_[provisional]);
    }

    /// Number of provisional codes so far.
    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }

    struct Result {
        Dictionary dictionary;
        std::vector<Code> code_of_provisional;  ///< size(): provisional code -> final code
        FoundValues found;                      ///< what was found by the rules
    };

    /// Sort the values. Without a declared type the narrowest one that fits every value is
    /// inferred. \throws Error{bad_input} if a value is not of the declared type; the message names
    /// the number of such values and no value. Cost O(d log d) for d distinct values. Empties the
    /// builder.
    Result finish(std::optional<ValueType> declared = std::nullopt);

    /// As the rules say; the spellings found to be missing are the missing value.
    Result finish(const ValueRules& rules);

private:
    Code add_hashed(std::string_view wanted, std::uint64_t hash);

    [[nodiscard]] std::vector<Code> final_order(const ValueReading& reading) const;

    std::string characters_;
    std::vector<std::uint64_t> starts_{0};
    std::vector<std::uint64_t> hashes_;
    FlatIndex codes_;  ///< but the missing value's
    std::optional<Code> missing_;
};

}  // namespace kanon
