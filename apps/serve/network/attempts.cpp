// SPDX-License-Identifier: Apache-2.0
#include "network/attempts.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

namespace kanon::serve {

std::string owner_of(const std::string& address) {
    in6_addr parsed{};
    if (inet_pton(AF_INET6, address.c_str(), &parsed) != 1) {
        return address;
    }
    const auto* const bytes = reinterpret_cast<const char*>(&parsed);
    constexpr std::size_t kOwnersBytes = 8;
    constexpr std::size_t kMapped = 12;  // ::ffff:192.0.2.7
    return IN6_IS_ADDR_V4MAPPED(&parsed)
               ? std::to_string(parsed.s6_addr[12]) + "." + std::to_string(parsed.s6_addr[13]) +
                     "." + std::to_string(parsed.s6_addr[14]) + "." +
                     std::to_string(parsed.s6_addr[kMapped + 3])
               : std::string(bytes, kOwnersBytes);
}

void Attempts::count(Failures& failures, unsigned free, Seconds longest, Time now) {
    constexpr unsigned kMostDoublings = 16;
    ++failures.count;
    failures.last = now;
    const unsigned over = failures.count < free ? 0 : failures.count - free + 1;
    const Seconds wait{over == 0 ? 0 : 1L << std::min(over, kMostDoublings)};
    failures.next = now + std::min(wait, longest);
}

void Attempts::make_room(Time now) {
    std::erase_if(failures_, [&](const auto& entry) { return now - entry.second.last > kMemory; });
    if (failures_.size() >= kMostAddresses) {
        failures_.erase(std::ranges::min_element(
            failures_, {}, [](const auto& entry) { return entry.second.last; }));
    }
}

Attempts::Seconds Attempts::begin(const std::string& address, Time now) {
    const std::string owner = owner_of(address);
    const std::lock_guard lock(mutex_);
    make_room(now);
    if (now - of_all_.last > kMemory) {
        of_all_ = {};
    }
    Failures& own = failures_[owner];
    const Time next = known_.contains(owner) ? own.next : std::max(own.next, of_all_.next);
    if (next > now) {
        return std::chrono::ceil<Seconds>(next - now);
    }
    count(own, kFree, kLongest, now);
    count(of_all_, kFreeOfAll, kLongestOfAll, now);
    return Seconds::zero();
}

void Attempts::succeeded(const std::string& address) {
    const std::string owner = owner_of(address);
    const std::lock_guard lock(mutex_);
    failures_.erase(owner);
    known_.insert(owner);
    of_all_.count -= std::min(of_all_.count, 1U);
}

}  // namespace kanon::serve
