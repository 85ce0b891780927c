// SPDX-License-Identifier: Apache-2.0
// A program that knows kanon by its installed package alone.
#include <kanon/api/kanon.hpp>

#include <iostream>

int main() {
    const kanon::Where where{.file = "policy.yaml", .line = 3};
    std::cout << where.text() << '\n';
    return where.text().find("policy.yaml") == 0 ? 0 : 1;
}
