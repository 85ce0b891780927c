#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the SQL that makes a table of a CSV file, in another order of its rows.

usage: load_csv.py FILE TABLE [COLUMN=TYPE...]    other columns are texts; '' and NULL take turns
"""
import csv
import random
import sys


def name(text):
    return '"' + text.replace('"', '""') + '"'


def literal(text, turn):
    return "NULL" if text == "" and turn % 2 else "'" + text.replace("'", "''") + "'"


def main(path, table, *types):
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    type_of = dict(word.rsplit("=", 1) for word in types)
    columns = ", ".join(f"{name(column)} {type_of.get(column, 'VARCHAR(200)')}" for column in header)
    print(f"DROP TABLE IF EXISTS {name(table)};")
    print(f"CREATE TABLE {name(table)} ({columns});")
    random.Random(1).shuffle(rows)
    for turn, row in enumerate(rows):
        cells = ["NULL" if cell == "" and column in type_of else literal(cell, turn)
                 for column, cell in zip(header, row)]
        print(f"INSERT INTO {name(table)} VALUES ({', '.join(cells)});")


main(*sys.argv[1:])
