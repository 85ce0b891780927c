// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/catalogue/mentions.hpp"

#include <span>
#include <string>
#include <vector>

namespace kanon::engine {

/// The catalogue of an engine that keeps views as texts and tells of nothing what it reads: what a
/// text mentions counts as read. So a source may be called dependent that is not, never the other
/// way round.
class TextCatalogue : public Catalogue {
public:
    explicit TextCatalogue(Connection& connection) : connection_(connection) {}

    [[nodiscard]] Standing standing(const SourceAddress& target) override;
    [[nodiscard]] Dependence dependence(const SourceAddress& source,
                                        const SourceAddress& target) override;

protected:
    struct Entry {
        enum class Form : std::uint8_t {
            rows,      ///< has rows of its own
            text,      ///< stands for a text: a view, a macro
            elsewhere  ///< has rows of others, or of another place
        };

        std::string schema;
        std::string name;
        std::string kind;  ///< for messages
        Form form = Form::rows;
        std::string sql = {};  ///< "": may not be seen
    };

    [[nodiscard]] Connection& connection() const { return connection_; }

    /// The texts that a source stands for: none of a table.
    [[nodiscard]] std::vector<std::string> texts_of(const SourceAddress& source);

    [[nodiscard]] std::string literal_of(std::string_view text) const;

    /// What stands under the name, as the engine finds it; an empty name: nothing does.
    [[nodiscard]] virtual Entry find(const SourceAddress& address) = 0;

    /// Views, macros, and tables with rows of others: of all schemas.
    [[nodiscard]] virtual std::vector<Entry> entries() = 0;

    /// The table as a text would name it.
    [[nodiscard]] virtual NamedObject named(const Entry& table) = 0;

    /// Functions that may read any table.
    [[nodiscard]] virtual std::vector<std::string> functions() = 0;

    /// True if a text calls a function of somebody's.
    [[nodiscard]] virtual bool calls_stored(const std::string& sql) const;

    /// What else has to do with a table that is there: keys, triggers, owners.
    virtual void complete(const Entry& table, Standing& standing) = 0;

private:
    /// What stands at an address, of a query its text.
    [[nodiscard]] Entry source_of(const SourceAddress& source);

    Connection& connection_;
};

}  // namespace kanon::engine
