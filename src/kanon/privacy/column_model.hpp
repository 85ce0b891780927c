// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/model.hpp"

#include <string>
#include <string_view>

namespace kanon::privacy {

/// What the models of one column have in common: name, column, and the values of a class.
class ColumnModel : public PrivacyModel {
public:
    [[nodiscard]] std::string_view name() const final { return name_; }

    [[nodiscard]] std::string describe() const final { return describe_; }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return values_.place(); }

    [[nodiscard]] std::uint64_t least_rows() const override { return 1; }

protected:
    /// `name` is that of the catalogue and outlives the model.
    ColumnModel(std::string_view name, std::string describe, ClassValues values)
        : name_(name), describe_(std::move(describe)), values_(std::move(values)) {}

    [[nodiscard]] const ClassValues& values() const { return values_; }

private:
    std::string_view name_;
    std::string describe_;
    ClassValues values_;
};

}  // namespace kanon::privacy
