// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/privacy/person_histories.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// What was released of whom: for each release the persons in it, by a hash under the ledger's own
/// key, and the class that each was in. Nothing else of them is kept: no value, no name. It is a
/// private file (mode 0600) of its owner, for whoever has it can tell who is in a table.
class Ledger {
public:
    /// The sensitive values of a class, by value_of(), ascending.
    using Signature = std::vector<std::string>;

    /// One release: the class of each person that was not suppressed, by subject_of().
    struct Release {
        std::uint64_t k = 0;  ///< candidates of a person; with signatures the m of m-invariance
        std::map<std::string, std::uint32_t> class_of;
        /// One for each class, where the release keeps m-invariance; else empty.
        std::vector<Signature> signatures{};

        [[nodiscard]] bool is_invariant() const { return !signatures.empty(); }
    };

    /// One without releases, with a key of its own.
    [[nodiscard]] static Ledger make();

    /// Read the form of text(). \throws Error{bad_input} naming the file, and no more of it:
    /// another kind of file, another version, one that was cut or changed (its last line is a tag
    /// under its key), one that others than its owner may read or change
    [[nodiscard]] static Ledger read(const std::string& file);

    [[nodiscard]] std::string text() const;

    [[nodiscard]] const std::vector<Release>& releases() const { return releases_; }

    /// The hash of a person: HMAC-SHA-256 under the ledger's key, cut to 128 bits.
    [[nodiscard]] std::string subject_of(std::string_view person) const;

    /// Likewise of a sensitive value, beside the name of its column, as value_text() spells it.
    [[nodiscard]] std::string value_of(std::string_view column, std::string_view value) const;

    /// The signature of a person in the last of the first `releases` that has the person; null:
    /// none has. \pre these releases keep m-invariance
    [[nodiscard]] const Signature* signature_of(const std::string& subject,
                                                std::size_t releases) const;

    /// Refuse a ledger whose releases keep the other promise: k candidates, or m-invariance.
    /// \throws Error{bad_input}
    void check_promise(bool is_invariant, const std::string& file) const;

    /// Refuse persons by a column of another name than before: another table's ledger. Of no column
    /// (an empty name) nothing is said.
    /// \throws Error{bad_input}
    void check_column(std::string_view column, const std::string& file) const;

    /// Note a release of persons that are counted by a column of this name.
    void add(std::string_view column, Release release);

    /// True if the bytes of its key stand in a text, see SecretKey::stands_in().
    [[nodiscard]] const SecretKey& key() const { return key_; }

private:
    explicit Ledger(SecretKey key) : key_(std::move(key)) {}

    /// Each class of a person has a signature, where its release has any. \throws Error{bad_input}
    void check_classes(const std::string& file) const;

    SecretKey key_;
    std::string column_;  ///< a hash of its name; "": there was no release
    std::vector<Release> releases_;
};

/// A value as it is hashed: spellings of one number, or of one date or moment, are one text.
/// \pre the code is not missing
[[nodiscard]] std::string value_text(const Dictionary& dictionary, Code code);

/// The histories of persons, by subject_of(), in the first `releases` of a ledger: `of_code` is one
/// for each subject. Cost O(subjects releases log n), and for histories that share a class the
/// square of their number.
[[nodiscard]] PersonHistories histories_of(const Ledger& ledger,
                                           std::size_t releases,
                                           std::span<const std::string> subjects);

/// Whom a new release can show: false where fewer than k of these subjects were in the same classes
/// as it in all earlier releases, so that nothing that is released now could keep k candidates.
/// What is left out leaves fewer for others, so this goes on until all others have k.
[[nodiscard]] std::vector<bool> releasable(const PersonHistories& histories, std::uint64_t k);

/// Make a ledger's file. Nothing is ever overwritten. \throws Error{bad_output} naming the file
void make_ledger_file(const std::string& file);

}  // namespace kanon
