// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/xml_scan.hpp"

#include "kanon/base/error.hpp"

#include <expat.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>

namespace kanon::io {
namespace {

std::string_view without_prefix(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// One document under way. What is thrown within expat's callbacks is kept until expat is left.
class XmlScan {
public:
    XmlScan(XmlHandler& handler, const std::string& name)
        : handler_(handler), name_(name), parser_(XML_ParserCreate(nullptr)) {
        if (parser_ == nullptr) {
            throw std::bad_alloc();
        }
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), on_open, on_close);
        XML_SetCharacterDataHandler(parser_.get(), on_text);
        XML_SetStartDoctypeDeclHandler(parser_.get(), on_doctype);
        XML_SetDefaultHandlerExpand(parser_.get(), on_other);
    }

    /// False once no more is needed.
    bool eat(std::string_view bytes, bool last) {
        const XML_Status status =
            XML_Parse(parser_.get(), bytes.data(), static_cast<int>(bytes.size()), last ? 1 : 0);
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        if (handler_.is_done()) {
            return false;
        }
        if (status != XML_STATUS_OK) {
            refuse("holds a part that is no XML: cut short or damaged; fetch it again");
        }
        eaten_ += bytes.size();
        check_token();
        return true;
    }

private:
    struct Free {
        void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
    };

    [[noreturn]] void refuse(const std::string& message) const {
        throw Error(ErrorCode::bad_input, message, {.file = name_});
    }

    /// Refuse a token that only grows: expat keeps it whole, and looks at it again and again.
    void check_token() const {
        constexpr std::uint64_t kLongest = std::uint64_t{1} << 24U;
        if (eaten_ - told_ > kLongest) {
            refuse(
                "holds a tag of more than 16 MiB, as bombs do; save it anew in a spreadsheet "
                "program");
        }
    }

    template <class Do>
    void guarded(const Do& what) {
        told_ = eaten_;
        if (failure_ || handler_.is_done()) {
            return;
        }
        try {
            what();
        } catch (...) {
            failure_ = std::current_exception();
        }
        if (failure_ || handler_.is_done()) {
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    static XmlScan& of(void* data) { return *static_cast<XmlScan*>(data); }

    static void on_open(void* data, const char* element, const char** attributes) {
        of(data).guarded(
            [&] { of(data).handler_.open(without_prefix(element), XmlAttributes(attributes)); });
    }

    static void on_close(void* data, const char* element) {
        of(data).guarded([&] { of(data).handler_.close(without_prefix(element)); });
    }

    static void on_text(void* data, const char* text, int size) {
        of(data).guarded([&] {
            of(data).handler_.text(std::string_view(text, static_cast<std::size_t>(size)));
        });
    }

    /// Comments and the like.
    static void on_other(void* data, const char* /*text*/, int /*size*/) {
        of(data).guarded([] {});
    }

    static void on_doctype(void* data,
                           const char* /*name*/,
                           const char* /*system*/,
                           const char* /*public*/,
                           int /*internal*/) {
        of(data).guarded([&] {
            of(data).refuse(
                "holds XML with a document type, as bombs do; save it anew in a spreadsheet "
                "program");
        });
    }

    XmlHandler& handler_;
    const std::string& name_;
    std::unique_ptr<std::remove_pointer_t<XML_Parser>, Free> parser_;
    std::uint64_t eaten_ = 0;  ///< bytes before those that are parsed now
    std::uint64_t told_ = 0;   ///< of them those before the last that expat told of
    std::exception_ptr failure_;
};

}  // namespace

std::optional<std::string_view> XmlAttributes::find(std::string_view name) const {
    for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
        if (without_prefix(*pair) == name) {
            return pair[1];
        }
    }
    return std::nullopt;
}

void scan_xml(PackedStream& bytes,
              XmlHandler& handler,
              const std::string& name,
              const RunContext& context) {
    constexpr std::size_t kBlock = std::size_t{1} << 16U;
    XmlScan scan(handler, name);
    std::string buffer(kBlock, '\0');
    for (std::size_t got = kBlock; got > 0;) {
        throw_if_cancelled(context);
        got = bytes.read(buffer);
        if (!scan.eat(std::string_view(buffer).substr(0, got), got == 0)) {
            return;
        }
    }
}

}  // namespace kanon::io
