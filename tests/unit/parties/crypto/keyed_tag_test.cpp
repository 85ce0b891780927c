// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/keyed_tag.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

namespace kanon::crypto {
namespace {

TEST(KeyedTag, HangsOnDomainSecretAndEachPart) {
    const Point secret = base_multiply(Scalar::random());
    const Point other = base_multiply(Scalar::random());
    using Parts = std::vector<std::string_view>;
    const auto tag = [&](std::string_view domain, const Point& of, const Parts& parts) {
        return keyed_tag(domain, of, parts);
    };
    EXPECT_EQ(tag("d", secret, {"ab", "c"}), tag("d", secret, {"ab", "c"}));
    const std::set<KeyedTag> tags{tag("d", secret, {"ab", "c"}),
                                  tag("d", secret, {"a", "bc"}),
                                  tag("d", secret, {"abc"}),
                                  tag("d", secret, {}),
                                  tag("e", secret, {"abc"}),
                                  tag("d", other, {"abc"})};
    EXPECT_EQ(tags.size(), 6U);
}

}  // namespace
}  // namespace kanon::crypto
