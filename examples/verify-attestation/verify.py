#!/usr/bin/env python3
"""Checks a claim about an agent without svc-server: python3 verify.py CLAIM.json KEYS.json [TIME]

CLAIM.json is a claim as it was issued: the claim itself, or an answer with it in "claim". KEYS.json
is what GET /api/v1/governance/attestation/keys answered, or a JWK, or a set of them. Get the keys
over a way that you trust, and keep them: who can change both files can make every claim good.
TIME, such as 2026-11-20T09:28:30.123Z, takes the place of the present.

It shares no code with the server and needs nothing but the Python standard library, so that whoever
relies on a claim can read in a few minutes what the check consists of:

1. The members in SIGNED, and no others but those in UNSIGNED, are put into the canonical form of
   RFC 8785: no blanks, members sorted by the UTF-16 code units of their names, numbers as
   JavaScript writes them, strings with as few escapes as possible, all of it in UTF-8.
2. The signature over it is checked by Ed25519 (RFC 8032) with the public key that the claim names.
3. The time is between "notBefore" and "expiresAt".

What that proves: the service issued this claim, about this agent, with these words. What it cannot
tell: whether the claim was revoked since, and whether the agent is still what was attested. For
that, ask the service: POST /api/v1/governance/attestation/verify. Claims that are signed by
hmac-sha256 can only be checked there.

Exit codes: 0 the claim is good, 1 it is not, 2 a file cannot be read.
"""

import base64
import datetime
import hashlib
import json
import math
import sys

FORMAT = "svc-claim/1"
SIGNED = [
    "format",
    "orgId",
    "claimId",
    "agentId",
    "subject",
    "predicateType",
    "predicate",
    "signingAlgorithm",
    "verifiability",
    "keyId",
    "issuedBy",
    "issuedAt",
    "notBefore",
    "expiresAt",
]
UNSIGNED = [
    "status",
    "signature",
    "revokedAt",
    "revokedBy",
    "revocationReason",
    "lastVerifiedAt",
    "verificationCount",
]


# The canonical form, RFC 8785.


def number(value):
    """A number as ECMAScript writes it (RFC 8785, 3.2.2.3)."""
    if value == 0:
        return "0"
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


# Ed25519, RFC 8032, section 5.1. A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, x * y = T/Z.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    x, y, z, t = f - e, h + g, h - g, f + e
    return x * z % P, y * t % P, z * y % P, x * t % P


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def decompressed(data):
    """The point that 32 bytes stand for; None when they stand for none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decompressed((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = decompressed(public), decompressed(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= L:
        return False
    hashed = hashlib.sha512(signature[:32] + public + message).digest()
    left = times(scalar, BASE)
    right = add(commitment, times(int.from_bytes(hashed, "little") % L, key))
    return not (left[0] * right[2] - right[0] * left[2]) % P and not (
        left[1] * right[2] - right[1] * left[2]
    ) % P


# Claims.


def unpadded(text):
    """Base64url without padding, written in the one way in which it is written."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(data).decode().rstrip("=") != text:
        raise ValueError(f"{text!r} is not base64url")
    return data


def public_keys(document):
    """Public keys by their identifiers."""
    jwks = document.get("keys", [document])
    jwks = [key["jwk"] if "jwk" in key else key for key in jwks]
    return {
        jwk["kid"]: unpadded(jwk["x"])
        for jwk in jwks
        if jwk and jwk.get("kty") == "OKP" and jwk.get("crv") == "Ed25519"
    }


def problem_of(claim, keys, now):
    """What is wrong with a claim; None when it is good."""
    missing = [name for name in SIGNED if name not in claim]
    unknown = [name for name in claim if name not in SIGNED + UNSIGNED]
    if missing or unknown:
        return f"it is no claim: missing {missing}, unknown {unknown}"
    if claim["format"] != FORMAT:
        return f"its format is {claim['format']!r}, and {FORMAT!r} was expected"
    if claim["signingAlgorithm"] != "ed25519":
        return f"it is signed by {claim['signingAlgorithm']!r}, which only the service can check"
    if claim["keyId"] not in keys:
        return f"there is no key {claim['keyId']!r}"
    message = canonical({name: claim[name] for name in SIGNED}).encode("utf-8")
    try:
        signature = unpadded(claim["signature"])
    except ValueError:
        return "the signature is not base64url"
    if not is_signed(keys[claim["keyId"]], message, signature):
        return "the signature does not belong to what it says"
    if now < time_of(claim["notBefore"]):
        return f"it begins at {claim['notBefore']}"
    if now >= time_of(claim["expiresAt"]):
        return f"it ended at {claim['expiresAt']}"
    return None


def time_of(text):
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%f%z")


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return members


def exact(text):
    """A number; one that others may take for another is refused."""
    value = float(text)
    if math.isinf(value) or (text.lstrip("-").isdigit() and abs(int(text)) >= 2**53):
        raise ValueError(f"the number {text} has more than one reading")
    return value


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=unique, parse_int=exact, parse_float=exact)


def main(arguments):
    if len(arguments) not in (3, 4):
        print("usage: python3 verify.py CLAIM.json KEYS.json [TIME]", file=sys.stderr)
        return 2
    try:
        claim = read(arguments[1])
        claim = claim.get("claim", claim)
        keys = public_keys(read(arguments[2]))
        now = datetime.datetime.now(datetime.timezone.utc)
        if len(arguments) == 4:
            now = time_of(arguments[3])
        problem = problem_of(claim, keys, now)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    if problem:
        print(f"NOT GOOD: {problem}")
        return 1
    print(f"{claim['claimId']}: {claim['agentId']}, {claim['predicateType']}, until {claim['expiresAt']}")
    print("Not checked here: whether it was revoked, and whether the agent has changed.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
