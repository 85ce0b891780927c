// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/release/private_tables.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kanon::engine {
namespace {

/// What goes with a table, transitively: its indexes, defaults, own constraints, triggers.
constexpr std::string_view kGone =
    "WITH RECURSIVE gone(classid, objid) AS (SELECT CAST('pg_catalog.pg_class' AS "
    "pg_catalog.regclass)::oid, {oid}::oid UNION SELECT d.classid, d.objid FROM gone g JOIN "
    "pg_catalog.pg_depend d ON d.refclassid = g.classid AND d.refobjid = g.objid WHERE d.deptype "
    "IN ('a', 'i', 'P', 'S')) ";

/// What stays and needs a part of that, in words.
constexpr std::string_view kDependents =
    "SELECT DISTINCT COALESCE((SELECT CASE v.relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN "
    "'materialized view ' ELSE 'a rule of ' END || v.oid::pg_catalog.regclass::text FROM "
    "pg_catalog.pg_rewrite w JOIN pg_catalog.pg_class v ON v.oid = w.ev_class WHERE d.classid = "
    "'pg_catalog.pg_rewrite'::pg_catalog.regclass AND w.oid = d.objid), (SELECT 'the foreign key ' "
    "|| c.conname || ' of table ' || c.conrelid::pg_catalog.regclass::text FROM "
    "pg_catalog.pg_constraint c WHERE d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass "
    "AND c.oid = d.objid AND c.contype = 'f'), pg_catalog.pg_describe_object(d.classid, d.objid, "
    "d.objsubid)) FROM gone g JOIN pg_catalog.pg_depend d ON d.refclassid = g.classid AND "
    "d.refobjid = g.objid WHERE d.deptype = 'n' AND NOT EXISTS (SELECT 1 FROM gone o WHERE "
    "o.classid = d.classid AND o.objid = d.objid) UNION SELECT 'table ' || "
    "i.inhparent::pg_catalog.regclass::text || ', which has its rows' FROM pg_catalog.pg_inherits "
    "i WHERE i.inhrelid = {oid}";

/// What happens when rows come and go.
constexpr std::string_view kSetOff =
    "SELECT 'trigger ' || t.tgname FROM pg_catalog.pg_trigger t WHERE t.tgrelid = {oid} AND NOT "
    "t.tgisinternal AND t.tgenabled <> 'D' UNION SELECT 'rule ' || w.rulename FROM "
    "pg_catalog.pg_rewrite w WHERE w.ev_class = {oid} UNION SELECT 'the foreign key ' || c.conname "
    "|| ' of table ' || c.conrelid::pg_catalog.regclass::text || ' (ON DELETE ' || CASE "
    "c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END || ')' "
    "FROM pg_catalog.pg_constraint c WHERE c.contype = 'f' AND c.confrelid = {oid} AND "
    "c.confdeltype IN ('c', 'n', 'd')";

/// What a table or view reads: of views what their rules name, of tables those that inherit.
constexpr std::string_view kReached =
    "WITH RECURSIVE reached(oid) AS (SELECT {oid}::oid UNION SELECT f.oid FROM reached r CROSS "
    "JOIN "
    "LATERAL (SELECT d.refobjid FROM pg_catalog.pg_rewrite w JOIN pg_catalog.pg_depend d ON "
    "d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid AND d.refclassid "
    "= 'pg_catalog.pg_class'::pg_catalog.regclass WHERE w.ev_class = r.oid AND w.ev_type = '1' "
    "UNION ALL SELECT i.inhrelid FROM pg_catalog.pg_inherits i WHERE i.inhparent = r.oid) f(oid)) ";

/// Functions that its views call and that may read any table: those that are no part of the server,
/// unless they are compiled and depend on nothing but what they are given, and those of the server
/// that run a query which they are given as text.
constexpr std::string_view kFunctions =
    "SELECT DISTINCT p.oid::pg_catalog.regprocedure::text FROM reached r JOIN "
    "pg_catalog.pg_rewrite w ON w.ev_class = r.oid AND w.ev_type = '1' CROSS JOIN LATERAL "
    "pg_catalog.regexp_matches(w.ev_action::text, "
    "':(funcid|aggfnoid|winfnoid|opfuncid|opno) ([0-9]+)', 'g') m(found) LEFT JOIN "
    "pg_catalog.pg_operator o ON m.found[1] = 'opno' AND o.oid = m.found[2]::oid JOIN "
    "pg_catalog.pg_proc p ON p.oid = CASE m.found[1] WHEN 'opno' THEN o.oprcode::oid ELSE "
    "m.found[2]::oid END WHERE (p.oid >= 16384 AND NOT (p.provolatile = 'i' AND p.prolang IN (12, "
    "13))) OR p.proname ~ '_to_xml' OR p.proname IN ('ts_stat', 'ts_rewrite') ORDER BY 1 LIMIT 1";

constexpr std::string_view kForeign =
    "SELECT r.oid::pg_catalog.regclass::text FROM reached r JOIN pg_catalog.pg_class c ON c.oid = "
    "r.oid AND c.relkind = 'f' ORDER BY 1 LIMIT 1";

std::string of_oid(std::string_view sql, const std::string& oid) {
    return fmt::format(fmt::runtime(sql), fmt::arg("oid", oid));
}

std::string kind_of(std::string_view relkind) {
    constexpr std::string_view kKinds = "rpvmSfciIt";
    constexpr std::array<std::string_view, kKinds.size()> kNamesOfKinds{
        "table",
        "partitioned table",
        "view",
        "materialized view",
        "sequence",
        "foreign table",
        "type",
        "index",
        "index",
        "private table of the server"};
    const std::size_t place = kKinds.find(relkind);
    return std::string(place == std::string_view::npos ? "relation" : kNamesOfKinds[place]);
}

/// PostgreSQL knows of each view and key what it needs, by numbers.
class PostgresqlCatalogue final : public Catalogue {
public:
    explicit PostgresqlCatalogue(Connection& connection) : connection_(connection) {}

    [[nodiscard]] Standing standing(const SourceAddress& target) override {
        const std::string oid = oid_of(target);
        if (oid.empty()) {
            return {};
        }
        const std::vector<std::string> row =
            few_rows(connection_,
                     of_oid("SELECT c.relkind::text, CASE WHEN pg_catalog.pg_has_role(c.relowner, "
                            "'USAGE') OR pg_catalog.pg_has_role(n.nspowner, 'USAGE') THEN '' ELSE "
                            "pg_catalog.pg_get_userbyid(c.relowner)::text END, "
                            "pg_catalog.row_security_active(c.oid)::text, (SELECT count(*) FROM "
                            "pg_catalog.pg_inherits i WHERE i.inhparent = c.oid)::text FROM "
                            "pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
                            "c.relnamespace WHERE c.oid = {oid}",
                            oid))
                .at(0);
        Standing out{
            .kind = kind_of(row[0]), .is_table = row[0] == "r" && row[3] == "0", .owner = row[1]};
        if (row[0] == "r" && row[3] != "0") {
            out.kind = "table that others inherit from";
        }
        if (row[2] == "true") {
            out.cannot_fill = "row security hides some of its rows";
        }
        out.dependents = few_texts(connection_, of_oid(kGone, oid) + of_oid(kDependents, oid));
        out.set_off = few_texts(connection_, of_oid(kSetOff, oid));
        std::ranges::sort(out.dependents);
        std::ranges::sort(out.set_off);
        return out;
    }

    [[nodiscard]] Dependence dependence(const SourceAddress& source,
                                        const SourceAddress& target) override {
        if (source.query.empty()) {
            return dependence_of(oid_of(source), target);
        }
        // The server says what a query reads once it is a view.
        connection_.begin();
        try {
            const SourceAddress view{.schema = target.schema, .table = private_name()};
            connection_.execute("CREATE VIEW " + from_clause(connection_.dialect(), view) + " AS " +
                                source.query);
            const Dependence out = dependence_of(oid_of(view), target);
            connection_.roll_back();
            return out;
        } catch (...) {
            connection_.roll_back();
            throw;
        }
    }

    [[nodiscard]] std::vector<CatalogueColumn> columns(const SourceAddress& table) override {
        std::vector<CatalogueColumn> out;
        const std::string oid = oid_of(table);
        for (const auto& row :
             few_rows(connection_,
                      of_oid("SELECT a.attname, pg_catalog.format_type(a.atttypid, NULL), "
                             "(a.atttypid IN ('text'::pg_catalog.regtype, "
                             "'varchar'::pg_catalog.regtype, "
                             "'bpchar'::pg_catalog.regtype))::text, (a.attidentity = 'a' OR "
                             "a.attgenerated <> '')::text FROM pg_catalog.pg_attribute a WHERE "
                             "a.attrelid = {oid} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY "
                             "a.attnum",
                             oid.empty() ? "0" : oid))) {
            out.push_back({.name = row[0],
                           .type = row[1],
                           .is_text = row[2] == "true",
                           .is_made = row[3] == "true"});
        }
        return out;
    }

    [[nodiscard]] std::string place() override {
        return "postgresql " +
               few_texts(connection_,
                         "SELECT pg_catalog.pg_postmaster_start_time()::text || ' ' || (SELECT "
                         "d.oid::text FROM pg_catalog.pg_database d WHERE d.datname = "
                         "pg_catalog.current_database())")
                   .front();
    }

private:
    /// "": there is none.
    [[nodiscard]] std::string oid_of(const SourceAddress& address) {
        const Dialect& dialect = connection_.dialect();
        const std::string name = literal(dialect, from_clause(dialect, address));
        return few_texts(connection_,
                         "SELECT pg_catalog.to_regclass(" + name + ")::oid::text AS oid")
            .at(0);
    }

    [[nodiscard]] Dependence dependence_of(const std::string& source, const SourceAddress& target) {
        const std::string goal = oid_of(target);
        if (source.empty() || goal.empty()) {
            return {};
        }
        const std::string reached = of_oid(kReached, source);
        Dependence out{.is_there = !few_texts(connection_,
                                              reached +
                                                  "SELECT oid::text FROM reached WHERE oid "
                                                  "= " +
                                                  goal)
                                        .empty()};
        for (const std::string& function :
             few_texts(connection_, reached + std::string(kFunctions))) {
            out.hidden = "it calls " + function + ", which may read any table";
        }
        for (const std::string& table : few_texts(connection_, reached + std::string(kForeign))) {
            out.hidden = "it reads " + table + ", a table of another place";
        }
        return out;
    }

    Connection& connection_;
};

}  // namespace

std::unique_ptr<Catalogue> postgresql_catalogue(Connection& connection) {
    return std::make_unique<PostgresqlCatalogue>(connection);
}

}  // namespace kanon::engine
