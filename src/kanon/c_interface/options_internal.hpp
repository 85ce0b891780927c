// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/read_options.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::c_interface {

/// Options of a call: an object of JSON, each key of which is asked for once. All faults are
/// Error{usage} that names the key.
class Options {
public:
    /// `text` null: no option. `name`: what it is called in messages.
    Options(const char* text, std::string name);

    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    [[nodiscard]] std::optional<double> number(std::string_view key);
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key);
    [[nodiscard]] std::vector<std::uint64_t> counts(std::string_view key);
    [[nodiscard]] bool flag(std::string_view key);

    /// \throws Error{usage} for a key that nobody asked for
    void refuse_others() const;

    /// All of them in words, as settings of reading take them: what is no text as JSON has it.
    [[nodiscard]] ReadWords words() const;

private:
    /// The value of a key, or null. Lists: a single value is one of one item.
    const nlohmann::json* find(std::string_view key);

    std::string name_;
    nlohmann::json given_;
    std::vector<std::string> asked_;
};

}  // namespace kanon::c_interface
