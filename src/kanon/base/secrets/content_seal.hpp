// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// A text that only those can read who have some content already, such as the table that it is
/// about. The key is derived from the content by scrypt (RFC 7914), which takes 32 MiB and some
/// 0.1 s, so that guesses at content are dear; the text is encrypted by AES-256-GCM under a nonce
/// that is a keyed hash of it. OpenSSL computes both. The result is in base 64, and the same for
/// the same content and text.
///
/// Whoever knows all of the content but for a few bits can try these: see that it has many that
/// nobody knows.
[[nodiscard]] std::string seal_for(std::string_view content, std::string_view text);

/// What was sealed for this content; none if it was for another, or was changed.
[[nodiscard]] std::optional<std::string> open_sealed(std::string_view content,
                                                     std::string_view sealed);

}  // namespace kanon
