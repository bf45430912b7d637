"""Merkle trees and the map of what has ended: docs/reference/evidence/log.md."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple

from strict_json import hash_of

Json = dict[str, Any]

_EMPTY = bytes(32)
_HASH = re.compile("[0-9a-f]{64}")
_LEAF = re.compile("[0-9a-f]{128}")


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def leaf_of(entry_hash: str) -> bytes:
    """The leaf of an entry, which is a hash in hex."""
    return _sha256(b"\x00" + entry_hash.encode("ascii"))


def is_included(leaf: bytes, index: int, size: int, proof: list[str], root: str) -> bool:
    """Inclusion as RFC 9162, 2.1.3.2, verifies it."""
    first, last, node = index, size - 1, leaf
    if first > last:
        return False
    for text in proof:
        if last == 0:
            return False
        sibling = bytes.fromhex(text)
        if first % 2 == 1 or first == last:
            node = _sha256(b"\x01" + sibling + node)
            while first % 2 == 0 and first != 0:
                first, last = first >> 1, last >> 1
        else:
            node = _sha256(b"\x01" + node + sibling)
        first, last = first >> 1, last >> 1
    return last == 0 and node.hex() == root


def is_consistent(size: int, root: str, new_size: int, new_root: str, proof: list[str]) -> bool:
    """Whether a tree goes on from an earlier one, as RFC 9162, 2.1.4.2, verifies it."""
    if not 0 < size <= new_size:
        return False
    if size == new_size:
        return proof == [] and root == new_root
    path = [bytes.fromhex(text) for text in proof]
    if size & (size - 1) == 0:
        path.insert(0, bytes.fromhex(root))
    if len(path) < 2:
        return False
    first, last = size - 1, new_size - 1
    while first % 2 == 1:
        first, last = first >> 1, last >> 1
    old = new = path[0]
    for each in path[1:]:
        if last == 0:
            return False
        if first % 2 == 1 or first == last:
            old, new = _sha256(b"\x01" + each + old), _sha256(b"\x01" + each + new)
            while first % 2 == 0 and first != 0:
                first, last = first >> 1, last >> 1
        else:
            new = _sha256(b"\x01" + new + each)
        first, last = first >> 1, last >> 1
    return last == 0 and (old.hex(), new.hex()) == (root, new_root)


class Thing(NamedTuple):
    """Something that can end."""

    kind: str
    id: str

    @property
    def key(self) -> bytes:
        """Its way from the root of the map."""
        return _sha256(f"{self.kind}:{self.id}".encode())


def standing_is_proven(things: list[Thing], standing: Json, root: str) -> bool:
    """Whether a proof shows at a root exactly which of these things have ended."""
    asked = {thing.key: thing for thing in things}
    walk = _Walk(standing["proof"])
    try:
        computed = walk.subtree(list(asked), 0)
    except ValueError:
        return False
    if walk.at != len(standing["proof"]) or computed.hash.hex() != root:
        return False
    stated: dict[bytes, bytes] = {}
    for ending in standing.get("ended", []):
        key = Thing(ending["kind"], ending["id"]).key
        if key in stated:
            return False
        stated[key] = bytes.fromhex(hash_of({n: ending[n] for n in ("kind", "id", "ended_at", "by")}))
    return stated == walk.found


class _Subtree(NamedTuple):
    hash: bytes
    is_node: bool


class _Walk:
    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.at = 0
        self.found: dict[bytes, bytes] = {}

    def subtree(self, keys: list[bytes], depth: int) -> _Subtree:
        if self.at == len(self.texts):
            raise ValueError("no text left")
        text = self.texts[self.at]
        self.at += 1
        if text == "-":
            return _Subtree(_EMPTY, False)
        if not keys:
            if not _HASH.fullmatch(text) or text == _EMPTY.hex():
                raise ValueError("no hash of a subtree")
            return _Subtree(bytes.fromhex(text), True)  # It may be a leaf, which nobody asks about.
        if text == "/" and depth < 256:
            left = self.subtree([key for key in keys if not _bit(key, depth)], depth + 1)
            right = self.subtree([key for key in keys if _bit(key, depth)], depth + 1)
            if (left.hash == _EMPTY and not right.is_node) or (right.hash == _EMPTY and not left.is_node):
                raise ValueError("a node with one leaf or none")
            return _Subtree(_sha256(b"\x01" + left.hash + right.hash), True)
        if not _LEAF.fullmatch(text):
            raise ValueError("an unknown text")
        key, value = bytes.fromhex(text[:64]), bytes.fromhex(text[64:])
        if any(_bit(key, bit) != _bit(keys[0], bit) for bit in range(depth)):
            raise ValueError("a leaf elsewhere")
        if key in keys:
            self.found[key] = value
        return _Subtree(_sha256(b"\x00" + key + value), False)


def _bit(key: bytes, index: int) -> int:
    return key[index // 8] >> (7 - index % 8) & 1
