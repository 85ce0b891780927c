// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/config/config_tree.hpp"

#include "kanon/base/text/utf8.hpp"
#include "kanon/io/files/text_file.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxNodes = 1'000'000;
constexpr std::size_t kMaxOpenings = 2'000'000;  ///< `[`, `{` and `,`: more than a million entries
constexpr std::size_t kEventsPerLook = 1024;
constexpr std::size_t kMaxKeyBytes = 250;  // with escapes below YAML's 1024 for a plain key

constexpr const char* kTooMany = "more than a million entries; is this the right file?";

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
        out.line = line + 1;
        out.column = characters_before(line, static_cast<std::size_t>(mark.column)) + 1;
        return out;
    }

    /// True if nothing but blanks stands before a mark on its line.
    [[nodiscard]] bool begins_line(const YAML::Mark& mark) const {
        const auto line =
            std::min(static_cast<std::size_t>(std::max(mark.line, 0)), starts_.size() - 1);
        const auto byte = static_cast<std::size_t>(std::max(mark.column, 0));
        return text_.substr(starts_[line]).find_first_not_of(' ') >= byte;
    }

    /// True if a `---` or `...` stands on the line of a mark, or right before it.
    [[nodiscard]] bool begins_document(const YAML::Mark& mark) const {
        const auto line =
            std::min(static_cast<std::size_t>(std::max(mark.line, 0)), starts_.size() - 1);
        const std::size_t from = starts_[line > 0 ? line - 1 : 0];
        const std::string_view around = text_.substr(from, starts_[line] + 4 - from);
        return around.starts_with("---") || around.starts_with("...") ||
               around.find("\n---") != std::string_view::npos ||
               around.find("\n...") != std::string_view::npos;
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
    /// Characters of a line before a byte, counted on from the place that was asked for last: marks
    /// come nearly in order, and a line may be as long as the file.
    std::size_t characters_before(std::size_t line, std::size_t byte) const {
        const std::string_view rest = text_.substr(starts_[line]);
        const std::size_t to = std::min(byte, rest.size());
        if (line != last_.line) {
            last_ = {.line = line};
        }
        const std::size_t low = std::min(to, last_.byte);
        const std::size_t between =
            code_point_count(rest.substr(low, std::max(to, last_.byte) - low));
        last_.characters =
            to < last_.byte ? last_.characters - between : last_.characters + between;
        last_.byte = to;
        return last_.characters;
    }

    struct Last {
        std::size_t line = 0;
        std::size_t byte = 0;  ///< of that line
        std::size_t characters = 0;
    };

    std::string_view text_;
    const std::string& file_;
    std::vector<std::size_t> starts_;
    mutable Last last_;
};

/// What the parser says, and what is meant by it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kFaults{{
    {"end of map not found",
     "this line's indentation fits no line above it; indent the keys of one level alike"},
    {"end of sequence not found",
     "this line's indentation fits no line above it; indent the items of one list alike"},
    {"end of map flow not found",
     "a `{` is not closed; a `}`, a comma or a quote is missing here or before"},
    {"end of sequence flow not found",
     "a `[` is not closed; a `]`, a comma or a quote is missing here or before"},
    {"illegal flow end", "this bracket closes none that is open here"},
    {"illegal map value",
     "a `key: value` pair where none can stand; indent the keys of one level alike, and quote a "
     "text that has a colon and a blank in it"},
    {"illegal map key", "a key where none can stand; indent the keys of one level alike"},
    {"illegal block entry", "a `- ` where no list can stand; indent the items of one list alike"},
    {"illegal EOF in scalar", "a quote is not closed before the end of the file"},
    {"unknown token", "no value begins with this character; quote the text"},
}};

std::string plain_fault(std::string_view message, bool begins_line) {
    const auto* const found =
        std::ranges::find(kFaults, message, &std::pair<std::string_view, std::string_view>::first);
    std::string_view meant = found == kFaults.end() ? message : found->second;
    if (meant.starts_with("this line's") && !begins_line) {
        meant = "what stands here belongs to no key; quote the whole value";
    }
    return "not valid YAML: " + std::string(meant);
}

/// Refuse what the parser would hold as a whole before it tells of the first entry: it looks for
/// the end of a `[` or `{` first, which may be a key.
void check_openings(std::string_view text, const std::string& file) {
    const auto found =
        std::ranges::count_if(text, [](char c) { return c == '[' || c == '{' || c == ','; });
    if (static_cast<std::size_t>(found) > kMaxOpenings) {
        throw Error(ErrorCode::bad_policy, kTooMany, {.file = file});
    }
}

/// Builds the tree from the parser's events, so that nothing is expanded on the way.
class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(const Places& places, const RunContext& context)
        : places_(places), context_(context) {}

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) {
            fail(mark,
                 places_.begins_document(mark)
                     ? "a second document; keep one document in the file"
                     : "this line is indented less than the first one; begin both alike");
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
            fail(mark, kTooMany);
        }
        if (nodes_ % kEventsPerLook == 0) {
            throw_if_cancelled(context_);
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
    const RunContext& context_;
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

ConfigTree parse_config(std::string_view text, const std::string& file, const RunContext& context) {
    const std::string_view body = without_bom(text);
    check_text(body, file, ErrorCode::bad_policy);
    check_openings(body, file);
    const Places places(body, file);
    TreeBuilder builder(places, context);
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
        throw Error(ErrorCode::bad_policy,
                    plain_fault(fault.msg, places.begins_line(fault.mark)),
                    places.where(fault.mark));
    }
    return {.file = file, .root = builder.take_root()};
}

}  // namespace kanon
