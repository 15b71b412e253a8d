#!/usr/bin/env python3
"""Checks an export of an audit log without svc-server: python3 verify.py EXPORT.json

It shares no code with the server and needs nothing but the Python standard library, so that
whoever is handed an export can read in a few minutes what the check consists of:

1. Every entry is put into the canonical form of RFC 8785 without its member "hash": no blanks,
   members sorted by the UTF-16 code units of their names, numbers as JavaScript writes them,
   strings with as few escapes as possible, all of it in UTF-8.
2. The hash of an entry is "sha256:" and the hexadecimal SHA-256 of two texts, one behind the
   other: the hash of the entry before it, and the canonical form of the entry itself.
3. Entries are numbered without a gap, and each names the hash of the one before it. The first
   entry of all follows "sha256:" and 64 zeros; where the server erased the beginning on purpose,
   "begins_after" tells what the first entry follows.
4. The last hash is the "head" of the export, and the checkpoints lie on the chain. Their
   signatures are made with a key that stays with the server; "svc-server audit verify" checks them.

What that proves: nobody changed, removed or put in an entry without writing all later hashes anew.
Keep the head of each export in another place; the next export must go through it.

Exit codes: 0 the chain is intact, 1 it is broken, 2 the file cannot be read.
"""

import hashlib
import json
import math
import sys

FORMAT = "svc-audit-export/1"
GENESIS = "sha256:" + "0" * 64


def number(value):
    """A number as ECMAScript writes it (RFC 8785, 3.2.2.3)."""
    if value == 0:
        return "0"
    if math.isinf(value):
        raise ValueError("a number is too large")
    sign = "-" if value < 0 else ""
    # Python's repr has the same digits, the shortest that tell the number from all others.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    shown = digits[0] + ("." + digits[1:] if count > 1 else "")
    return sign + shown + "e" + ("+" if point > 0 else "-") + str(abs(point - 1))


def canonical(value):
    """A value in the canonical form of RFC 8785."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(n) + ":" + canonical(value[n]) for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, float):
        return number(value)
    # Texts, true, false and null: as Python writes them, with characters in place of \u escapes.
    return json.dumps(value, ensure_ascii=False)


def entry_hash(previous, entry):
    bare = {name: value for name, value in entry.items() if name != "hash"}
    return "sha256:" + hashlib.sha256((previous + canonical(bare)).encode("utf-8")).hexdigest()


def problem_of(export):
    """What is wrong with an export; None when it is intact."""
    begins_after = export["begins_after"]
    seq, head = int(begins_after["seq"]), begins_after["hash"]
    if seq == 0 and head != GENESIS:
        return "the chain does not start with the initial hash"
    hashes = {}
    for entry in export["entries"]:
        seq += 1
        if entry["seq"] != seq:
            return f"entry {seq} is missing"
        if entry["prevHash"] != head:
            return f"entry {seq} does not refer to the previous entry"
        if entry_hash(head, entry) != entry["hash"]:
            return f"entry {seq} was changed"
        head = hashes[seq] = entry["hash"]
    if export["head"] != head:
        return "entries are missing at the end"
    first = int(begins_after["seq"])
    for checkpoint in export["checkpoints"]:
        at = int(checkpoint["seq"])
        if at > first and hashes.get(at) != checkpoint["hash"]:
            return f"the checkpoint at entry {at} does not match the chain"
    return None


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return members


def main(arguments):
    if len(arguments) != 2:
        print("usage: python3 verify.py EXPORT.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[1], encoding="utf-8") as file:
            # JSON knows one kind of number; so does the canonical form.
            export = json.load(file, object_pairs_hook=unique, parse_int=float)
        if export.get("format") != FORMAT:
            raise ValueError(f"its format is not {FORMAT}")
        problem = problem_of(export)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    if problem:
        print(f"BROKEN: {problem}")
        return 1
    count = len(export["entries"])
    print(f"{export['org_id']}: {count} {'entry' if count == 1 else 'entries'}, intact, head {export['head']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
