"""One signature under one key: docs/reference/evidence/keys.md, `A signature`."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cbor import is_one_map
from strict_json import JsonRefused, parse

Json = dict[str, Any]

_FIELD = 2**255 - 19
_GROUP = 2**252 + 27742317777372353535851937790883648493
_SMALL_ORDER = {
    int.from_bytes(bytes.fromhex(y), "little")
    for y in (
        "01" + "00" * 31,
        "ec" + "ff" * 30 + "7f",
        "00" * 32,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
}
_SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")
_DEVICE_MEMBERS = {
    "webauthn": {"authenticator_data", "client_data_json"},
    "app-attest": {"authenticator_data"},
}


def key_lengths(alg: str) -> list[range]:
    """The lengths in bytes that a public key of this algorithm may have."""
    ed25519, p256, rsa = range(32, 33), range(65, 66), range(256, 513)
    return {"ed25519": [ed25519], "webauthn": [ed25519, p256, rsa]}.get(alg, [p256])


def is_public_key(alg: str, key: bytes) -> bool:
    """Whether the bytes have the form of a public key of this algorithm."""
    if not any(len(key) in lengths for lengths in key_lengths(alg)):
        return False
    if len(key) == 65:
        return key[0] == 4
    if len(key) > 65:
        modulus = int.from_bytes(key, "big")
        return key[0] != 0 and modulus % 2 == 1 and 2048 <= modulus.bit_length() <= 4096
    return True


def signature_problem(version: Json, signature: Json, message_hash: str) -> str | None:
    """The code of what is wrong with a signature over a hash under a well-formed key, or None."""
    alg = version["alg"]
    key = bytes.fromhex(version["public_key"])
    device_members = _DEVICE_MEMBERS.get(alg, set())
    if signature["alg"] != alg or signature.keys() != {"kid", "alg", "sig"} | device_members:
        return "signature_malformed"
    sig = _from_hex(signature["sig"])
    device = {name: _from_base64url(signature[name]) for name in device_members}
    if sig is None or None in device.values() or len(sig) != (len(key) if len(key) > 65 else 64):
        return "signature_malformed"
    message = message_hash.encode("ascii")
    if alg == "webauthn":
        return _passkey_problem(version["webauthn"], key, sig, message, device)
    if alg == "app-attest":
        return _app_problem(version["app_attest"], key, sig, message, device)
    return None if verifies(key, sig, message) else "signature_invalid"


def verifies(key: bytes, sig: bytes, message: bytes) -> bool:
    """Whether a signature verifies, by the algorithm that the key's length tells."""
    if len(key) == 32:
        return _verifies_ed25519(key, sig, message)
    if len(key) == 65:
        return _verifies_p256(key, sig, message)
    return _verifies_rsa(key, sig, message)


def _verifies_ed25519(key: bytes, sig: bytes, message: bytes) -> bool:
    for point in (key, sig[:32]):
        y = int.from_bytes(point, "little") & (2**255 - 1)
        if y >= _FIELD or y in _SMALL_ORDER:
            return False
    if int.from_bytes(sig[32:], "little") >= _GROUP:
        return False
    try:  # OpenSSL compares s·B - h·A with the bytes of R: the equation without cofactor.
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
        return True
    except (InvalidSignature, ValueError):
        return False


def _verifies_p256(key: bytes, sig: bytes, message: bytes) -> bool:
    r, s = int.from_bytes(sig[:32], "big"), int.from_bytes(sig[32:], "big")
    try:
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        point.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        return True
    except (InvalidSignature, ValueError):
        return False


def _verifies_rsa(key: bytes, sig: bytes, message: bytes) -> bool:
    """RSASSA-PKCS1-v1_5: the whole block is built and compared, never parsed."""
    modulus, s = int.from_bytes(key, "big"), int.from_bytes(sig, "big")
    ending = b"\x00" + _SHA256_INFO + hashlib.sha256(message).digest()
    block = b"\x00\x01" + b"\xff" * (len(key) - 2 - len(ending)) + ending
    return s < modulus and pow(s, 65537, modulus) == int.from_bytes(block, "big")


def _passkey_problem(
    passkey: Json, key: bytes, sig: bytes, message: bytes, device: dict[str, bytes]
) -> str | None:
    data, client = device["authenticator_data"], device["client_data_json"]
    try:
        said = parse(client.decode("utf-8"))
    except (UnicodeDecodeError, JsonRefused):
        return "assertion_malformed"
    if not isinstance(said, dict):
        return "assertion_malformed"
    challenge = base64.urlsafe_b64encode(message).decode().rstrip("=")
    if (
        said.get("type") != "webauthn.get"
        or said.get("challenge") != challenge
        or said.get("origin") not in passkey["origins"]
        or "topOrigin" in said
        or said.get("crossOrigin", False) is not False
    ):
        return "assertion_elsewhere"
    if len(data) < 37:
        return "assertion_malformed"
    if data[:32] != hashlib.sha256(passkey["rp_id"].encode()).digest():
        return "assertion_elsewhere"
    flags, rest = data[32], data[37:]
    if flags & 0x40 or (not is_one_map(rest) if flags & 0x80 else rest != b""):
        return "assertion_malformed"
    if flags & 0x05 != 0x05:
        return "holder_not_verified"
    may_be_backed_up = flags & 0x08 != 0
    if (flags & 0x10 and not may_be_backed_up) or may_be_backed_up != passkey["backup_eligible"]:
        return "backup_changed"
    signed = data + hashlib.sha256(client).digest()
    return None if verifies(key, sig, signed) else "signature_invalid"


def _app_problem(
    app: Json, key: bytes, sig: bytes, message: bytes, device: dict[str, bytes]
) -> str | None:
    data = device["authenticator_data"]
    if len(data) < 37:
        return "assertion_malformed"
    if data[:32] != hashlib.sha256(app["app_id"].encode()).digest():
        return "assertion_elsewhere"
    flags, rest = data[32], data[37:]
    fits = len(rest) <= 512 and is_one_map(rest) if rest else not flags & 0x80
    if flags & ~0xC0 or not fits:
        return "assertion_malformed"
    signed = hashlib.sha256(data + hashlib.sha256(message).digest()).digest()
    return None if verifies(key, sig, signed) else "signature_invalid"


def _from_hex(text: str) -> bytes | None:
    try:
        decoded = bytes.fromhex(text)
    except ValueError:
        return None
    return decoded if decoded.hex() == text else None


def _from_base64url(text: object) -> bytes | None:
    """The bytes of base64url in its one spelling."""
    if not isinstance(text, str):
        return None
    try:
        decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
    spelled = base64.urlsafe_b64encode(decoded).decode().rstrip("=")
    return decoded if spelled == text else None
