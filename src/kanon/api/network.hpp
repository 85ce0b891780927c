// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a server needs that others reach over the network: its address, files that hold secrets,
/// certificates of TLS.
#include "kanon/base/secrets/certificates.hpp"  // IWYU pragma: export
#include "kanon/base/secrets/private_file.hpp"  // IWYU pragma: export
#include "kanon/parties/channel/address.hpp"    // IWYU pragma: export
