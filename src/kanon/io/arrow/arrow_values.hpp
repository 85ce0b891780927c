// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/arrow/arrow_interface.hpp"
#include "kanon/io/arrow/arrow_type.hpp"
#include "kanon/table/column_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace kanon::io {

/// An array that breaks the rules of the interface, said as what follows the name of its column.
class ArrowFault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A look at the values of an array without a dictionary of its own. What the interface lets one
/// check is checked: the number of buffers, null pointers, the order of offsets, the bounds of
/// views; how long buffers are it does not say.
class ArrowValues {
public:
    /// \pre both outlive the look. \throws ArrowFault
    ArrowValues(const ArrowArray& array, const ArrowType& type);

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] bool is_missing(std::size_t index) const;

    /// True if a value is missing, or a text of nothing but blanks. \throws ArrowFault
    [[nodiscard]] bool is_blank(std::size_t index) const;

    /// The code of a value in a column that is built. \throws ArrowFault, Error{bad_input}
    [[nodiscard]] Code code(std::size_t index, ColumnBuilder& column) const;

    /// A value of an integer or natural type. \pre it is not missing.
    /// \throws ArrowFault if it is no place of 32 bits.
    [[nodiscard]] std::size_t place(std::size_t index) const;

private:
    [[nodiscard]] Code code_of_present(std::size_t index, ColumnBuilder& column) const;
    [[nodiscard]] std::string_view text(std::size_t index) const;
    [[nodiscard]] std::string_view viewed_text(std::size_t index) const;
    [[nodiscard]] std::int64_t integer(std::size_t index) const;
    [[nodiscard]] std::uint64_t natural(std::size_t index) const;

    template <class Value>
    [[nodiscard]] Value raw(std::size_t index) const;

    const ArrowArray& array_;
    const ArrowType& type_;
    std::size_t offset_;
    std::size_t size_;
    const std::uint8_t* valid_ = nullptr;  ///< null: no value is missing
    const std::uint8_t* data_ = nullptr;   ///< values, offsets or views
};

}  // namespace kanon::io
