// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The JSON files of the benchmarks, read strictly.
namespace kanon::bench {

/// \throws Error{bad_input} that names the file.
[[noreturn]] void refuse(const std::string& file, const std::string& what);

/// The bytes of a file. \throws Error{bad_input}
[[nodiscard]] std::string text_of(const std::string& file);

/// A file as a tree. \throws Error{bad_input}
[[nodiscard]] nlohmann::json read_json(const std::string& file);

/// The members of a JSON object, taken by name; what nobody took is refused at the end. Holds a
/// reference to the object. All that take throw Error{bad_input} naming file and key.
class Members {
public:
    /// `path`: the keys down to the object, each with a dot behind it; for messages.
    Members(const nlohmann::json& object, std::string file, std::string path = "");

    [[nodiscard]] bool has(const char* name) const { return object_->contains(name); }

    /// Each leaves its target as it is if the member is not there; a list is appended to.
    void take(const char* name, std::string& target);
    void take(const char* name, std::optional<double>& target);
    void take(const char* name, std::optional<std::uint64_t>& target);
    void take(const char* name, std::uint64_t& target);
    void take(const char* name, std::optional<bool>& target);
    void take(const char* name, std::vector<std::string>& target);
    void take(const char* name, std::vector<std::uint64_t>& target);
    void take(const char* name, std::vector<double>& target);

    /// The members of the object below `name`, or of an empty one.
    [[nodiscard]] Members below(const char* name);

    /// The members of each object in the list `name`.
    [[nodiscard]] std::vector<Members> each(const char* name);

    /// Refuse what was not taken, with the nearest name that was.
    void finish() const;

    [[nodiscard]] const std::string& file() const { return file_; }

private:
    template <class Item, class Fits>
    void take_list(const char* name, std::vector<Item>& target, const char* what, Fits fits);
    const nlohmann::json* find(const char* name);
    void need(bool good, const char* name, const char* what) const;

    const nlohmann::json* object_;
    std::string file_;
    std::string path_;
    std::vector<std::string_view> taken_;
};

}  // namespace kanon::bench
