// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/files/archive.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kanon::io {

/// The attributes of an element, by names without prefix.
class XmlAttributes {
public:
    /// Names and values by turns, then null, as expat has them.
    explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}

    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

    /// The value of an attribute, or "".
    [[nodiscard]] std::string_view value(std::string_view name) const {
        return find(name).value_or("");
    }

private:
    const char** pairs_;
};

/// What is made of an XML document as it comes, element by element. Names are without prefix.
class XmlHandler {
public:
    XmlHandler() = default;
    virtual ~XmlHandler() = default;
    XmlHandler(const XmlHandler&) = delete;
    XmlHandler& operator=(const XmlHandler&) = delete;
    XmlHandler(XmlHandler&&) = delete;
    XmlHandler& operator=(XmlHandler&&) = delete;

    virtual void open(std::string_view element, const XmlAttributes& attributes) = 0;
    virtual void close(std::string_view element) = 0;
    virtual void text(std::string_view piece) = 0;

    /// True once no more is needed.
    [[nodiscard]] virtual bool is_done() const { return false; }
};

/// Run a document through a handler, in bounded memory. A document type is refused, and with it all
/// entities but those of XML itself; so is a tag, comment or attribute of more than 16 MiB. `name`
/// stands in messages. \throws Error{bad_input}, Error{cancelled}, and what the handler throws.
void scan_xml(PackedStream& bytes,
              XmlHandler& handler,
              const std::string& name,
              const RunContext& context);

}  // namespace kanon::io
