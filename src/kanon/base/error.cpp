// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"

#include "kanon/base/text/address_text.hpp"

#include <utility>

namespace kanon {
namespace {

Where cleaned(Where where) {
    where.file = without_secrets(std::move(where.file));
    return where;
}

std::string compose(const std::string& message, const Where& where) {
    const std::string place = where.text();
    return place.empty() ? message : place + ": " + message;
}

}  // namespace

std::string Where::text() const {
    std::string out = file;
    if (line != 0) {
        out += (out.empty() ? "line " : ":") + std::to_string(line);
        if (column != 0) {
            out += ":" + std::to_string(column);
        }
    }
    if (!attribute.empty()) {
        out += (out.empty() ? "'" : ": '") + attribute + "'";
    }
    return out;
}

Error::Error(ErrorCode code, const std::string& message, Where where)
    : std::runtime_error(compose(without_secrets(message), cleaned(where))),
      code_(code),
      where_(cleaned(std::move(where))) {}

}  // namespace kanon
