// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/config_tree.hpp"

#include "kanon/base/utf8.hpp"
#include "kanon/io/text_file.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxNodes = 1'000'000;
constexpr std::size_t kMaxKeyBytes = 250;  // with escapes below YAML's 1024 for a plain key

/// Turns yaml-cpp's marks (0-based, columns in bytes) into places for people.
class Places {
public:
    Places(std::string_view text, const std::string& file) : text_(text), file_(file) {
        for (std::size_t at = 0; at != std::string_view::npos;) {
            starts_.push_back(at);
            at = text.find('\n', at);
            at = at == std::string_view::npos ? at : at + 1;
        }
    }

    [[nodiscard]] Where where(const YAML::Mark& mark) const {
        Where out{.file = file_, .line = 0, .column = 0, .attribute = ""};
        if (mark.line < 0 || mark.column < 0) {
            return out;
        }
        const auto line = std::min(static_cast<std::size_t>(mark.line), starts_.size() - 1);
        const std::string_view rest = text_.substr(starts_[line]);
        out.line = line + 1;
        out.column = code_point_count(rest.substr(0, static_cast<std::size_t>(mark.column))) + 1;
        return out;
    }

    /// The first tab among the blanks that a line begins with.
    [[nodiscard]] std::optional<Where> first_tab() const {
        for (std::size_t line = 0; line < starts_.size(); ++line) {
            const std::string_view rest = text_.substr(starts_[line]);
            const std::size_t tab = rest.find_first_not_of(' ');
            if (tab != std::string_view::npos && rest[tab] == '\t') {
                return Where{.file = file_, .line = line + 1, .column = tab + 1, .attribute = ""};
            }
        }
        return std::nullopt;
    }

private:
    std::string_view text_;
    const std::string& file_;
    std::vector<std::size_t> starts_;
};

/// Builds the tree from the parser's events, so that nothing is expanded on the way.
class TreeBuilder : public YAML::EventHandler {
public:
    explicit TreeBuilder(const Places& places) : places_(places) {}

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) {
            fail(mark, "a second document; keep one document in the file");
        }
    }

    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(mark, "", anchor, ConfigNode::Kind::null);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
        fail(mark, "aliases (*name) are not supported; write the value out, or quote a `*`");
    }

    void OnScalar(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  const std::string& value) override {
        ConfigNode& node = add(mark, tag == "!" ? "" : tag, anchor, ConfigNode::Kind::scalar);
        node.text = value;
        node.quoted = tag == "!";
        if (node.text.find('\0') != std::string::npos || first_invalid_utf8(node.text)) {
            fail(mark, "an escape that does not stand for a character of text");
        }
        if (is_key()) {
            take_key(mark);
        }
    }

    void OnSequenceStart(const YAML::Mark& mark,
                         const std::string& tag,
                         YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override {
        open(mark, tag, anchor, ConfigNode::Kind::list);
    }

    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark,
                    const std::string& tag,
                    YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override {
        open(mark, tag, anchor, ConfigNode::Kind::map);
    }

    void OnMapEnd() override { close(); }

    [[nodiscard]] ConfigNode take_root() { return std::move(root_); }

private:
    /// A map under way: whether a key is awaited, and the keys seen.
    struct Frame {
        ConfigNode node;
        bool has_key = false;
        std::set<std::string> seen;
    };

    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& message) const {
        throw Error(ErrorCode::bad_policy, message, places_.where(mark));
    }

    [[nodiscard]] bool awaits_key() const {
        return !open_.empty() && open_.back().node.kind == ConfigNode::Kind::map &&
               !open_.back().has_key;
    }

    [[nodiscard]] bool is_key() const { return last_is_key_; }

    ConfigNode& add(const YAML::Mark& mark,
                    const std::string& tag,
                    YAML::anchor_t anchor,
                    ConfigNode::Kind kind) {
        if (++nodes_ > kMaxNodes) {
            fail(mark, "more than a million entries; is this the right file?");
        }
        if (anchor != 0) {
            fail(mark, "anchors (&name) are not supported; write the value out");
        }
        if (!tag.empty() && tag != "?") {
            fail(mark, "tags (!name) are not supported");
        }
        last_is_key_ = awaits_key();
        if (last_is_key_ && kind != ConfigNode::Kind::scalar) {
            fail(mark, "a key must be a text; put it in quotes");
        }
        ConfigNode node;
        node.kind = kind;
        const Where where = places_.where(mark);
        node.line = where.line;
        node.column = where.column;
        if (open_.empty()) {
            root_ = std::move(node);
            return root_;
        }
        Frame& frame = open_.back();
        frame.has_key = last_is_key_;
        std::vector<ConfigNode>& target = last_is_key_ ? frame.node.keys : frame.node.items;
        target.push_back(std::move(node));
        return target.back();
    }

    void take_key(const YAML::Mark& mark) {
        Frame& frame = open_.back();
        const std::string& key = frame.node.keys.back().text;
        if (key.size() > kMaxKeyBytes) {
            fail(mark, "a key of more than 250 bytes");
        }
        if (!frame.seen.insert(key).second) {
            fail(mark, "the key '" + key + "' stands here twice; keep one");
        }
    }

    void open(const YAML::Mark& mark,
              const std::string& tag,
              YAML::anchor_t anchor,
              ConfigNode::Kind kind) {
        const bool top = open_.empty();
        ConfigNode node = add(mark, tag, anchor, kind);
        if (!top) {
            open_.back().node.items.pop_back();
        }
        if (open_.size() >= kMaxDepth) {
            fail(mark, "nested more than 64 levels deep");
        }
        open_.push_back(Frame{.node = std::move(node), .has_key = false, .seen = {}});
    }

    void close() {
        ConfigNode node = std::move(open_.back().node);
        open_.pop_back();
        if (open_.empty()) {
            root_ = std::move(node);
        } else {
            open_.back().node.items.push_back(std::move(node));
        }
    }

    const Places& places_;
    ConfigNode root_;
    std::vector<Frame> open_;
    std::size_t nodes_ = 0;
    std::size_t documents_ = 0;
    bool last_is_key_ = false;
};

}  // namespace

const ConfigNode* ConfigNode::find(std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i].text == key) {
            return &items[i];
        }
    }
    return nullptr;
}

Where ConfigTree::where(const ConfigNode& node) const {
    return {.file = file, .line = node.line, .column = node.column, .attribute = ""};
}

ConfigTree parse_config(std::string_view text, const std::string& file) {
    const std::string_view body = without_bom(text);
    check_text(body, file, ErrorCode::bad_policy);
    const Places places(body, file);
    TreeBuilder builder(places);
    try {
        std::istringstream stream{std::string(body)};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& fault) {
        if (const auto tab = places.first_tab()) {
            throw Error(ErrorCode::bad_policy,
                        "a tab, where YAML takes blanks alone; indent with blanks",
                        *tab);
        }
        throw Error(
            ErrorCode::bad_policy, "not valid YAML: " + fault.msg, places.where(fault.mark));
    }
    return {.file = file, .root = builder.take_root()};
}

}  // namespace kanon
