// SPDX-License-Identifier: Apache-2.0
#include "frame.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace kanon::python {
namespace {

constexpr std::size_t kFewRows = 4096;  ///< of which it does not matter

/// The distinct numbers of a column by their bits, in the order in which they come.
template <class Bits>
class NumberWords {
public:
    explicit NumberWords(std::size_t most) : most_(most) { grow(kFewRows); }

    /// The place of a number; none if there are more distinct ones than there is use for.
    std::optional<std::int32_t> place_of(Bits bits) {
        std::size_t at = slot_of(bits);
        while (slots_[at] >= 0) {
            if (words_[static_cast<std::size_t>(slots_[at])] == bits) {
                return slots_[at];
            }
            at = (at + 1) & mask_;
        }
        if (words_.size() == most_) {
            return std::nullopt;
        }
        const auto place = static_cast<std::int32_t>(words_.size());
        words_.push_back(bits);
        slots_[at] = place;
        if (words_.size() * 2 > slots_.size()) {
            grow(slots_.size() * 2);
        }
        return place;
    }

    [[nodiscard]] const std::vector<Bits>& words() const { return words_; }

private:
    [[nodiscard]] std::size_t slot_of(Bits bits) const {
        const std::uint64_t mixed = std::uint64_t{bits} * 0x9E3779B97F4A7C15U;
        return static_cast<std::size_t>(mixed >> 32U) & mask_;
    }

    void grow(std::size_t size) {
        slots_.assign(size, -1);
        mask_ = size - 1;
        for (std::size_t place = 0; place < words_.size(); ++place) {
            std::size_t at = slot_of(words_[place]);
            while (slots_[at] >= 0) {
                at = (at + 1) & mask_;
            }
            slots_[at] = static_cast<std::int32_t>(place);
        }
    }

    std::size_t most_;
    std::size_t mask_ = 0;
    std::vector<std::int32_t> slots_;
    std::vector<Bits> words_;
};

template <class Bits>
std::shared_ptr<const FrameColumn> coded(const FrameColumn& column) {
    NumberWords<Bits> words(column.rows / 8);
    auto out = std::make_shared<FrameColumn>();
    out->values.resize(column.rows * sizeof(std::int32_t));
    for (std::size_t row = 0; row < column.rows; ++row) {
        Bits bits{};
        std::memcpy(&bits, column.values.data() + row * sizeof(Bits), sizeof(Bits));
        const std::optional<std::int32_t> place = words.place_of(bits);
        if (!place) {
            return nullptr;
        }
        std::memcpy(out->values.data() + row * sizeof(*place), &*place, sizeof(*place));
    }
    FrameColumn numbers;
    numbers.format = column.format;
    numbers.rows = words.words().size();
    numbers.values.resize(numbers.rows * sizeof(Bits));
    std::memcpy(numbers.values.data(), words.words().data(), numbers.values.size());
    out->name = column.name;
    out->format = "i";
    out->rows = column.rows;
    out->valid = column.valid;
    out->missing = column.missing;
    out->words = std::make_shared<const FrameColumn>(std::move(numbers));
    return out;
}

}  // namespace

std::shared_ptr<const FrameColumn> with_words(const FrameColumn& column) {
    if (column.words || column.rows < kFewRows) {
        return nullptr;
    }
    const std::string_view format = column.format;
    if (format == "l" || format == "L" || format == "g" || format.starts_with("ts")) {
        return coded<std::uint64_t>(column);
    }
    if (format == "i" || format == "I" || format == "f" || format == "tdD") {
        return coded<std::uint32_t>(column);
    }
    return nullptr;
}

}  // namespace kanon::python
