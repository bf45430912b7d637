"""Which key counts, what a signature lacks, and who enrolled a key: docs/reference/evidence/keys.md."""

from __future__ import annotations

import re
from typing import Any, Callable, Iterable, NamedTuple
from urllib.parse import urlsplit

from instants import milliseconds
from signatures import is_public_key, signature_problem
from strict_json import canonical, hash_of, sha256_hex
from tables import MAY_SIGN

Json = dict[str, Any]

_PEOPLE = {"principal", "approver", "clerk", "auditor", "viewer"}
_IDENTITY = ("deployment", "kid", "alg", "role", "public_key")


class Problem(NamedTuple):
    """Why a check fails: a code, and where."""

    code: str
    where: str
    breach: bool = False


def breaches(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of objects that are whole, and that go beyond what people signed."""
    return [problem._replace(breach=True) for problem in problems]


def versions_of(entry: Json) -> list[Json]:
    """All keys of a kid, newest first, each without its history."""
    current = {name: value for name, value in entry.items() if name != "retired"}
    return [current, *entry.get("retired", [])]


def is_for(key: Json, tenant: str, unbounded: bool = False) -> bool:
    """Whether a key is for a tenant; `unbounded` says what null means."""
    tenants = key["tenants"]
    return unbounded if tenants is None else "*" in tenants or tenant in tenants


def fingerprint_of(key: Json) -> str:
    """The fingerprint of a public key."""
    return "sha256:" + sha256_hex(bytes.fromhex(key["public_key"]))


def _has_form(key: Json) -> bool:
    """Whether public key, algorithm and device members go together."""
    return (
        is_public_key(key["alg"], bytes.fromhex(key["public_key"]))
        and ("webauthn" in key) == (key["alg"] == "webauthn")
        and ("app_attest" in key) == (key["alg"] == "app-attest")
    )


def key_is_well_formed(key: Json) -> bool:
    """Whether a key has the form of its kind, and its own fingerprint."""
    return _has_form(key) and key["fingerprint"] == fingerprint_of(key)


def has_hardware_ground(key: Json) -> bool:
    """Whether a key is bound to a device, and somebody vouches for it."""
    if not key["hardware"]:
        return False
    ground = key.get("hardware_ground")
    if key["alg"] == "es256":
        return ground != "attestation"
    if key["alg"] == "webauthn":
        passkey = key["webauthn"]
        attested = ground == "attestation" and passkey["attestation"]["root"] is not None
        return not passkey["backup_eligible"] and (ground == "seen" or attested)
    if key["alg"] == "app-attest":
        app = key["app_attest"]
        rooted = app["attestation"]["root"] is not None
        return ground == "attestation" and app["environment"] == "production" and rooted
    return False


def _device_is_possible(key: Json) -> bool:
    """Whether what a key says of its device can be true (`enrolment_malformed`)."""
    role, alg = key["role"], key["alg"]
    device_members = [n for n in ("webauthn", "app_attest", "hardware_ground") if n in key]
    if not _has_form(key):
        return False
    if role not in _PEOPLE and alg not in ("ed25519", "es256"):
        return False
    if (role == "attester" and alg != "ed25519") or (alg == "app-attest" and role != "approver"):
        return False
    if alg == "webauthn":
        passkey = key["webauthn"]
        if not all(_origin_is_of(origin, passkey["rp_id"]) for origin in passkey["origins"]):
            return False
    if "hardware_ground" in key and not key["hardware"]:
        return False
    return not (device_members and key["hardware"] and not has_hardware_ground(key))


_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+)(:[0-9]{1,5})?")


def _origin_is_of(origin: str, rp_id: str) -> bool:
    match = _ORIGIN.fullmatch(origin)
    if match is None:
        return False
    host = urlsplit(origin).hostname or ""
    secure = match[1] == "https" or host == "localhost"
    return secure and (host == rp_id or host.endswith("." + rp_id))


def enrolment_hash(key: Json) -> str:
    """The hash that was signed when a key was enrolled."""
    said = {n: v for n, v in key.items() if n not in ("retired", "compromised_at", "enrolment")}
    return hash_of({**said, "type": "sanad/enrolment/1"})


class Examined(NamedTuple):
    """What came of one signature: the key that counts (None if unknown), and what is wrong."""

    key: Json | None
    problems: list[Problem]


class Keys:
    """The keys of one receipt and of its reader; remembers which were relied on."""

    def __init__(self, own: Json, pinned: Json | None, deployment: str) -> None:
        self.own = own
        self.pinned = pinned or {}
        self.deployment = deployment
        self.relied_on: dict[str, None] = {}
        self.makers: list[Json] = []

    def versions(self, kid: str) -> list[Json] | str:
        """The versions of a kid that count, newest first, or the code of why none does."""
        own, pinned = self.own.get(kid), self.pinned.get(kid)
        if own is None and pinned is None:
            return "kid_unknown"
        self.relied_on[kid] = None
        if pinned is None:
            return versions_of(own)
        if own is None:
            return versions_of(pinned)
        if self.differs(kid):
            return "pinned_key_differs"
        brought = {version["public_key"]: version for version in versions_of(own)}
        return [_completed(version, brought) for version in versions_of(pinned)]

    def differs(self, kid: str) -> bool:
        """Whether the receipt has a version of a pinned kid that the pinned entry lacks."""
        own, pinned = self.own.get(kid), self.pinned.get(kid)
        if own is None or pinned is None:
            return False
        known = {canonical([v[name] for name in _IDENTITY]) for v in versions_of(pinned)}
        return any(canonical([v[n] for n in _IDENTITY]) not in known for v in versions_of(own))

    def maker(self, signature: Json, message_hash: str) -> tuple[Json | None, str | None]:
        """The version that made a signature or the newest, and why none did."""
        versions = self.versions(signature["kid"])
        if isinstance(versions, str):
            return None, versions
        codes = [_version_problem(version, signature, message_hash) for version in versions]
        for version, code in zip(versions, codes):
            if code is None:
                self.makers.append(version)
                return version, None
        return versions[0], codes[0]

    def examine(
        self,
        signature: Json,
        message_hash: str,
        type_name: str,
        at: str | Callable[[Json], object] | None,
        where: str,
    ) -> Examined:
        """The signature's problems over an object of a type, at an instant."""
        key, code = self.maker(signature, message_hash)
        if code is not None:
            return Examined(key, [Problem(code, where)])
        assert key is not None
        problems: list[Problem] = []
        if key["role"] not in MAY_SIGN[type_name]:
            problems.append(Problem("role_not_allowed", where))
        instant = at(key) if callable(at) else at
        problems += [Problem(code, where) for code in _validity(key, instant)]
        if key["deployment"] != self.deployment:
            problems.append(Problem("deployment_mismatch", where))
        return Examined(key, problems)

    def enrolment(self, key: Json | None, proposed_at: str, where: str) -> list[Problem]:
        """The enrolment's problems of a key; none if the key is unknown."""
        if key is None:
            return []
        if key["enrolment"] is None:
            return [Problem("not_enrolled", where)]
        codes, root = self._said_of(key)
        if root is None:
            return [Problem(code, where) for code in codes]
        if root["enrolment"] is None or root["enrolment"]["signature"]["kid"] != root["kid"]:
            codes.append("root_invalid")
        elif root["kid"] == key["kid"]:
            if root["public_key"] != key["public_key"]:
                codes.append("root_invalid")
        else:
            codes += self._said_of(root)[0]
            if root["compromised_at"] is not None:
                stolen, proposed = milliseconds(root["compromised_at"]), milliseconds(proposed_at)
                if stolen is None or proposed is None:
                    codes.append("instant_malformed")
                elif stolen <= proposed:
                    codes.append("key_compromised")
            everywhere = "*" in (root["tenants"] or [])
            tenants = key["tenants"]
            if not everywhere and (tenants is None or not set(tenants) <= set(root["tenants"] or [])):
                codes.append("out_of_reach")
        return [Problem(code, where) for code in codes]

    def _said_of(self, key: Json) -> tuple[list[str], Json | None]:
        """Problems 2 to 4 of a key that has an enrolment, and the version that signed it."""
        codes = [] if _device_is_possible(key) else ["enrolment_malformed"]
        stated, signature = key["enrolment"]["enrolment_hash"], key["enrolment"]["signature"]
        computed = enrolment_hash(key)
        if stated != computed:
            codes.append("hash_mismatch")
        signed = self.examine(signature, computed, "sanad/enrolment/1", key["not_before"], "")
        return codes + [problem.code for problem in signed.problems], signed.key


def _completed(pinned: Json, brought: dict[str, Json]) -> Json:
    """A pinned version, to which the receipt's may bring a mark or an enrolment."""
    own = brought.get(pinned["public_key"])
    result = dict(pinned)
    for name in ("compromised_at", "enrolment"):
        if own is not None and result[name] is None:
            result[name] = own[name]
    return result


def _version_problem(version: Json, signature: Json, message_hash: str) -> str | None:
    if not key_is_well_formed(version):
        return "key_malformed"
    return signature_problem(version, signature, message_hash)


def _validity(key: Json, instant: object) -> Iterable[str]:
    at = milliseconds(instant)
    begin = milliseconds(key["not_before"])
    end, stolen = key["not_after"], key["compromised_at"]
    ends, steals = milliseconds(end), milliseconds(stolen)
    if at is None or begin is None or (end and ends is None) or (stolen and steals is None):
        yield "instant_malformed"
        return
    if at < begin:
        yield "key_not_yet_valid"
    if ends is not None and at > ends:
        yield "key_expired"
    if steals is not None and at >= steals:
        yield "key_compromised"
