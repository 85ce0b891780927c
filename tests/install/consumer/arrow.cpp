// SPDX-License-Identifier: Apache-2.0
// A data frame of another library, here one by hand, made a release, and handed back: all by the
// Arrow C stream interface.
#include <kanon/kanon.hpp>
#include <kanon/tables.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace {

/// Six rows of a number; all memory is static, so nothing is to be freed.
struct Frame {
    std::array<std::int32_t, 6> ages{31, 32, 33, 61, 62, 63};
    std::array<const void*, 2> buffers{nullptr, ages.data()};
    std::array<const void*, 1> no_buffers{nullptr};
    ArrowArray age{};
    std::array<ArrowArray*, 1> columns{&age};
    ArrowSchema age_schema{};
    std::array<ArrowSchema*, 1> schemas{&age_schema};
    bool given = false;
};

template <class Struct>
void give_back(Struct* one) {
    one->release = nullptr;
}

int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    auto& frame = *static_cast<Frame*>(stream->private_data);
    frame.age_schema = {};
    frame.age_schema.format = "i";
    frame.age_schema.name = "age";
    frame.age_schema.release = give_back<ArrowSchema>;
    *out = {};
    out->format = "+s";
    out->n_children = 1;
    out->children = frame.schemas.data();
    out->release = give_back<ArrowSchema>;
    return 0;
}

int give_batch(ArrowArrayStream* stream, ArrowArray* out) {
    auto& frame = *static_cast<Frame*>(stream->private_data);
    *out = {};
    if (frame.given) {
        return 0;
    }
    frame.given = true;
    frame.age.length = 6;
    frame.age.n_buffers = 2;
    frame.age.buffers = frame.buffers.data();
    frame.age.release = give_back<ArrowArray>;
    out->length = 6;
    out->n_buffers = 1;
    out->buffers = frame.no_buffers.data();
    out->n_children = 1;
    out->children = frame.columns.data();
    out->release = give_back<ArrowArray>;
    return 0;
}

}  // namespace

int main() {
    try {
        Frame frame;
        ArrowArrayStream in{};
        in.get_schema = give_schema;
        in.get_next = give_batch;
        in.release = give_back<ArrowArrayStream>;
        in.private_data = &frame;
        kanon::Policy policy;
        policy.attribute("age").role = kanon::Role::quasi_identifying;
        policy.require({.model = "k-anonymity", .parameters = {{"k", 3}}});
        policy.method = "mondrian";
        const kanon::ProvenRelease release = kanon::make_release(kanon::from_arrow(&in), policy);

        ArrowArrayStream out{};
        kanon::to_arrow(release.table(), &out);
        ArrowArray batch{};
        const bool given = out.get_next(&out, &batch) == 0;
        const bool whole = given && batch.length == 6 && batch.children[0]->dictionary->length == 2;
        batch.release(&batch);
        out.release(&out);
        std::cout << (whole ? "two classes by Arrow\n" : "not what was expected\n");
        return whole && release.audit().passed ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const kanon::Error& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
