"""A proof of the log with a newer head: docs/reference/evidence/log.md, and C2SP's tlog-proof, tlog-checkpoint,
signed-note, tlog-cosignature and tlog-policy.

    python3 checkpoint.py <receipt> --proof <file> --policy <file>
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import re
import sys
from pathlib import Path
from typing import NamedTuple

from log import is_included, leaf_of
from signatures import verifies
from strict_json import parse
from subject import log_entry

_LOG_KEY, _WITNESS_KEY = 0x01, 0x04
_WHOLE = re.compile("0|[1-9][0-9]{0,15}")
_STANDING = re.compile(r"sanad-standing/1 (0|[1-9][0-9]{0,15}) ([A-Za-z0-9+/]{43}=)")


class NotLogged(ValueError):
    """The proof does not show what the policy asks for; has the code of why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{why} ({code})")
        self.code = code


class Unreadable(ValueError):
    """The proof or the policy is none (exit code 2)."""


def _base64(text: str) -> bytes:
    try:
        decoded = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise Unreadable("base64 that cannot be read") from None
    if base64.b64encode(decoded).decode() != text:
        raise Unreadable("base64 in another spelling")
    return decoded


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise Unreadable(f"{text!r} is no number")
    return int(text)


class VerifierKey(NamedTuple):
    """A key of a log or a witness."""

    name: str
    id: bytes
    key: bytes

    @staticmethod
    def read(text: str, kind: int) -> VerifierKey:
        """A key as `name+id+base64(kind, key)`."""
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        material = _base64(encoded)
        computed = hashlib.sha256(f"{name}\n".encode() + material).digest()[:4]
        if len(material) != 33 or material[0] != kind or computed.hex() != key_id:
            raise Unreadable(f"the key of {name} in the policy")
        return VerifierKey(name, computed, material[1:])


class Policy:
    """Whom the reader trusts, and how many of them must have signed."""

    def __init__(self, text: str) -> None:
        self.logs: list[VerifierKey] = []
        self.witnesses: dict[str, VerifierKey] = {}
        self.groups: dict[str, tuple[int, list[str]]] = {}
        self.quorum: str | None = None
        for line in text.split("\n"):
            words = line.split()
            if words and not words[0].startswith("#"):
                self._take(words)
        public_keys = [each.key for each in (*self.logs, *self.witnesses.values())]
        if self.quorum is None or len(set(public_keys)) < len(public_keys):
            raise Unreadable("the policy has no quorum, or a key twice")

    def _take(self, words: list[str]) -> None:
        kind, *rest = words
        known = self.witnesses.keys() | self.groups.keys()
        if kind == "log" and rest:
            self.logs.append(VerifierKey.read(rest[0], _LOG_KEY))
        elif kind == "witness" and len(rest) >= 2 and rest[0] not in known | {"none"}:
            self.witnesses[rest[0]] = VerifierKey.read(rest[1], _WITNESS_KEY)
        elif kind == "group" and len(rest) >= 3 and rest[0] not in known | {"none"}:
            name, count, *members = rest
            needed = {"any": 1, "all": len(members)}.get(count) or _whole(count)
            elsewhere = {member for _, others in self.groups.values() for member in others}
            if not set(members) <= known - elsewhere or not 1 <= needed <= len(set(members)):
                raise Unreadable(f"the group {name} of the policy")
            self.groups[name] = (needed, members)
        elif kind == "quorum" and self.quorum is None and rest and rest[0] in known | {"none"}:
            self.quorum = rest[0]
        else:
            raise Unreadable(f"the line {' '.join(words)!r} of the policy")

    def is_met(self, signed: set[str], name: str | None = None) -> bool:
        """Whether these witnesses are enough."""
        name = name or self.quorum
        assert name is not None
        if name in self.groups:
            needed, members = self.groups[name]
            return sum(self.is_met(signed, member) for member in members) >= needed
        return name == "none" or name in signed


class Checkpoint(NamedTuple):
    """What a log signed."""

    origin: str
    size: int
    root: str
    text: str
    lines: list[tuple[str, bytes]]

    @staticmethod
    def read(note: str) -> Checkpoint:
        """A checkpoint as a signed note; raises NotLogged."""
        try:
            return Checkpoint._read(note)
        except Unreadable as error:
            raise NotLogged("checkpoint_refused", str(error)) from None

    @staticmethod
    def _read(note: str) -> Checkpoint:
        text, found, signatures = note.rpartition("\n\n")
        text += "\n"
        lines = text.split("\n")[:-1]
        if not found or len(lines) < 3 or "" in lines or not signatures.endswith("\n"):
            raise NotLogged("checkpoint_refused", "no signed note")
        standing = [line for line in lines[3:] if line.startswith("sanad-standing/1")]
        if len(standing) > 1 or not all(map(_STANDING.fullmatch, standing)):
            raise NotLogged("checkpoint_refused", "no readable line of what has ended")
        signed = []
        for line in signatures.split("\n")[:-1]:
            dash, name, encoded = [*line.split(" "), "", ""][:3]
            if dash != "\u2014" or line.count(" ") != 2:
                raise NotLogged("checkpoint_refused", "a line of a signature")
            signed.append((name, _base64(encoded)))
        root = _base64(lines[2])
        return Checkpoint(lines[0], _whole(lines[1]), root.hex(), text, signed)

    def lines_of(self, key: VerifierKey) -> list[bytes]:
        """The signatures that say that they are by a key."""
        return [line[4:] for name, line in self.lines if (name, line[:4]) == (key.name, key.id)]

    def is_signed_by(self, key: VerifierKey) -> bool:
        """Whether a log signed it; a false line is refused."""
        found = self.lines_of(key)
        if not all(len(sig) == 64 and verifies(key.key, sig, self.text.encode()) for sig in found):
            raise NotLogged("checkpoint_refused", f"a false line of {key.name}")
        return found != []

    def is_cosigned_by(self, key: VerifierKey) -> bool:
        """Whether a witness cosigned it; a false line is refused."""
        found = self.lines_of(key)
        for line in found:
            time = int.from_bytes(line[:8], "big")
            message = f"cosignature/v1\ntime {time}\n{self.text}".encode()
            if len(line) != 72 or not verifies(key.key, line[8:], message):
                raise NotLogged("cosignature_invalid", f"a false line of {key.name}")
        return found != []


def logged_for_everyone(receipt_text: str, proof_text: str, policy_text: str) -> Checkpoint:
    """The checkpoint that covers a receipt and that enough witnesses signed.

    Raises NotLogged or Unreadable.
    """
    policy = Policy(policy_text)
    receipt = parse(receipt_text)
    lines_before, _, note = proof_text.partition("\n\n")
    first, *lines = lines_before.split("\n")
    if lines and lines[0].startswith("extra "):
        lines = lines[1:]
    if first != "c2sp.org/tlog-proof@v1" or not lines or not lines[0].startswith("index "):
        raise Unreadable("this is no proof of a log")
    index = _whole(lines[0].removeprefix("index "))
    checkpoint = Checkpoint.read(note)
    logs = [key for key in policy.logs if key.name == checkpoint.origin]
    if not any([checkpoint.is_signed_by(key) for key in logs]):
        raise NotLogged("checkpoint_refused", "of another log")
    proof = [_base64(line).hex() for line in lines[1:]]
    place = receipt["status"]["log"]
    leaf = leaf_of(log_entry(receipt))
    if place is None or place["leaf_index"] != index:
        raise NotLogged("other_place", "the proof is of another receipt")
    if not is_included(leaf, index, checkpoint.size, proof, checkpoint.root):
        raise NotLogged("inclusion_not_proven", "the receipt is not in this tree")
    head = place["tree_head"]
    leaves_out = "standing" in head and "\nsanad-standing/1 " not in checkpoint.text
    if leaves_out and checkpoint.size >= head["tree_size"]:
        raise NotLogged("standing_left_out", "the checkpoint leaves out what has ended")
    signed = {n for n, key in policy.witnesses.items() if checkpoint.is_cosigned_by(key)}
    if not policy.is_met(signed):
        raise NotLogged("witnesses_too_few", "too few witnesses signed")
    return checkpoint


def answer_texts(receipt: str, proof: str, policy: str) -> dict[str, str | None]:
    """The answer about a case of the kit."""
    try:
        logged_for_everyone(receipt, proof, policy)
    except NotLogged as reason:
        return {"logged": "no", "code": reason.code}
    return {"logged": "log_alone" if Policy(policy).quorum == "none" else "everyone", "code": None}


def main(arguments: list[str]) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="checkpoint.py")
    parser.add_argument("receipt")
    parser.add_argument("--proof", required=True)
    parser.add_argument("--policy", required=True)
    options = parser.parse_args(arguments)
    paths = (options.receipt, options.proof, options.policy)
    try:
        texts = [Path(path).read_bytes().decode() for path in paths]
        checkpoint = logged_for_everyone(*texts)
    except NotLogged as reason:
        print(f"NOT LOGGED FOR EVERYONE: {reason}")
        return 1
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    print(f"LOGGED FOR EVERYONE: {checkpoint.origin} at {checkpoint.size}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
