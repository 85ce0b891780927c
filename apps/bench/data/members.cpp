// SPDX-License-Identifier: Apache-2.0
#include "data/members.hpp"

#include "kanon/api/kanon.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace kanon::bench {
namespace {

using ReadJson = nlohmann::json;

}  // namespace

void refuse(const std::string& file, const std::string& what) {
    throw Error(ErrorCode::bad_input, what, {.file = file});
}

std::string text_of(const std::string& file) {
    const std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file)) {
        refuse(file, "cannot be read");
    }
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

ReadJson read_json(const std::string& file) {
    ReadJson tree = ReadJson::parse(text_of(file), nullptr, false);
    if (tree.is_discarded()) {
        refuse(file, "is no JSON");
    }
    return tree;
}

Members::Members(const ReadJson& object, std::string file, std::string path)
    : object_(&object), file_(std::move(file)), path_(std::move(path)) {
    if (!object.is_object()) {
        refuse(file_, path_ + " must be an object");
    }
}

void Members::take(const char* name, std::string& target) {
    if (const ReadJson* value = find(name)) {
        need(value->is_string(), name, "a text");
        target = value->get<std::string>();
    }
}

void Members::take(const char* name, std::optional<double>& target) {
    if (const ReadJson* value = find(name)) {
        need(value->is_number() && value->get<double>() >= 0, name, "a number, 0 or more");
        target = value->get<double>();
    }
}

void Members::take(const char* name, std::optional<std::uint64_t>& target) {
    if (const ReadJson* value = find(name)) {
        need(value->is_number_unsigned(), name, "a whole number");
        target = value->get<std::uint64_t>();
    }
}

void Members::take(const char* name, std::uint64_t& target) {
    std::optional<std::uint64_t> value;
    take(name, value);
    target = value.value_or(target);
}

void Members::take(const char* name, std::optional<bool>& target) {
    if (const ReadJson* value = find(name)) {
        need(value->is_boolean(), name, "true or false");
        target = value->get<bool>();
    }
}

template <class Item, class Fits>
void Members::take_list(const char* name, std::vector<Item>& target, const char* what, Fits fits) {
    const ReadJson* value = find(name);
    if (value == nullptr) {
        return;
    }
    need(value->is_array() && std::all_of(value->begin(), value->end(), fits), name, what);
    for (const ReadJson& item : *value) {
        target.push_back(item.get<Item>());
    }
}

void Members::take(const char* name, std::vector<std::string>& target) {
    take_list(
        name, target, "a list of texts", [](const ReadJson& item) { return item.is_string(); });
}

void Members::take(const char* name, std::vector<std::uint64_t>& target) {
    take_list(name, target, "a list of whole numbers", [](const ReadJson& item) {
        return item.is_number_unsigned();
    });
}

void Members::take(const char* name, std::vector<double>& target) {
    take_list(
        name, target, "a list of numbers", [](const ReadJson& item) { return item.is_number(); });
}

Members Members::below(const char* name) {
    static const ReadJson empty = ReadJson::object();
    const ReadJson* value = find(name);
    return {value == nullptr ? empty : *value, file_, path_ + name + "."};
}

std::vector<Members> Members::each(const char* name) {
    std::vector<Members> out;
    const ReadJson* value = find(name);
    if (value == nullptr) {
        return out;
    }
    need(value->is_array(), name, "a list of objects");
    for (const ReadJson& item : *value) {
        out.emplace_back(item, file_, path_ + name + "." + std::to_string(out.size() + 1) + ".");
    }
    return out;
}

void Members::finish() const {
    for (const auto& member : object_->items()) {
        if (std::find(taken_.begin(), taken_.end(), member.key()) == taken_.end()) {
            refuse(file_,
                   "unknown key '" + path_ + member.key() + "'" + suggestion(member.key(), taken_));
        }
    }
}

const ReadJson* Members::find(const char* name) {
    taken_.emplace_back(name);
    const auto found = object_->find(name);
    return found == object_->end() ? nullptr : &*found;
}

void Members::need(bool good, const char* name, const char* what) const {
    if (!good) {
        refuse(file_, "'" + path_ + name + "' must be " + what);
    }
}

}  // namespace kanon::bench
