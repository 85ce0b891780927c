// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace kanon::serve {

/// How often a password may be tried: each failure makes the next try wait twice as long, for the
/// address that it came from and, more leniently, for all together. Addresses from which the right
/// password came before do not wait for the failures of others: nobody can shut them out.
/// Safe to call from several threads.
class Attempts {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Seconds = std::chrono::seconds;

    /// Zero: the password may be tried, and the try counts as a failure until succeeded() is
    /// called, so that tries at the same time count as well. Else how long to wait; a try before
    /// that changes nothing. `address`: as text, of IPv4 or IPv6.
    [[nodiscard]] Seconds begin(const std::string& address, Time now);

    /// The last try from an address had the right password.
    void succeeded(const std::string& address);

    /// Failures after which there is no waiting yet, from one address and from all.
    static constexpr unsigned kFree = 3;
    static constexpr unsigned kFreeOfAll = 20;
    static constexpr Seconds kLongest{900};
    static constexpr Seconds kLongestOfAll{30};
    /// Failures are forgotten so long after the last one.
    static constexpr Seconds kMemory{3600};
    /// Addresses that are remembered at once.
    static constexpr std::size_t kMostAddresses = 4096;

private:
    struct Failures {
        unsigned count = 0;
        Time last{};
        Time next{};  ///< when the next try may come
    };

    static void count(Failures& failures, unsigned free, Seconds longest, Time now);
    void make_room(Time now);

    std::mutex mutex_;
    std::map<std::string, Failures> failures_;
    Failures of_all_;
    std::set<std::string> known_;  ///< addresses of those who knew the password
};

/// Who stands behind an address: an IPv4 address, or the 64 bits of an IPv6 address that one owner
/// has to himself.
[[nodiscard]] std::string owner_of(const std::string& address);

}  // namespace kanon::serve
