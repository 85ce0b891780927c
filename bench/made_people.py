# SPDX-License-Identifier: Apache-2.0
"""People for benchmarks of engines, made in SQL: of some ten thousand kinds, a tenth of them with an
age of their own, so that there are many distinct rows and few that stand alone."""

QUASI = ["age", "sex", "zip", "marital", "education", "race", "country", "work"]
DOMAINS = [72, 2, 60, 5, 12, 4, 8, 7]


def query(rows_from, hash_of, kinds=20000, own=0.1):
    """The SELECT of them. `rows_from`: a table of as many rows; `hash_of`: a function of a text of SQL, that
    of a number, to the text of a hash of it, 0 or more. Of so many kinds, and the share with an age of their own."""
    columns = ", ".join(
        f"CAST({hash_of(f'kind * 16 + {place}')} % {domain} AS INTEGER) AS {name}" if place else
        f"CASE WHEN own < {own} THEN CAST(own * {domain * 10} AS INTEGER) "
        f"ELSE CAST({hash_of('kind * 16')} % {domain} AS INTEGER) END AS {name}"
        for place, (name, domain) in enumerate(zip(QUASI, DOMAINS)))
    return (f"SELECT {columns}, CAST(disease * disease * 30 AS INTEGER) AS disease "
            f"FROM (SELECT CAST(random() * random() * {kinds} AS INTEGER) AS kind, random() AS own, random() AS disease "
            f"FROM {rows_from}) people")


def write_policy(folder):
    """A policy for them: 5-anonymity of all but the disease. Its path."""
    roles = "".join(f"  {name}: {{role: quasi-identifying}}\n" for name in QUASI)
    path = folder / "policy.yaml"
    path.write_text(f"attributes:\n{roles}  disease: {{role: sensitive}}\nprivacy: {{k-anonymity: {{k: 5}}}}\n",
                    encoding="utf-8")
    return path
