import { fromHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import {
  appendLeaf,
  consistencyCoordinates,
  foldProof,
  leafHash,
  type MerkleNode,
  rootOf,
} from '../log/merkle/tree.ts';
import { toBase64 } from '../log/note/base64.ts';
import { formatNoteKey, KEY_TYPES, type NoteKey } from '../log/note/note-key.ts';
import type { StandingHead } from '../objects/standing.ts';
import { noteSigner, signCheckpoint } from './note-signer.ts';

/** A log in memory, which signs whatever a test asks it to. */
export interface MemoryLog {
  readonly key: NoteKey;
  readonly vkey: string;
  readonly entries: readonly string[];
  append(...entries: readonly string[]): void;
  rootAt(size: number): string;
  node(level: number, index: number): string;
  /** The signed checkpoint of a size, or of another root, and of what had ended. */
  checkpoint(size?: number, root?: string, standing?: StandingHead): string;
  proof(from: number, to: number): string[];
}

/** Two of one origin and seed have one key, and so can show two histories. */
export function memoryLog(crypto: Crypto, origin = 'log.example/receipts', seed = origin): MemoryLog {
  const signer = noteSigner(crypto, origin, KEY_TYPES.log, seed);
  const entries: string[] = [];
  const nodes = new Map<string, string>();
  const frontiers: (readonly string[])[] = [[]];
  const read = ({ level, index }: Omit<MerkleNode, 'hash'>) => nodes.get(`${level}:${index}`) ?? '';
  const rootAt = (size: number) => rootOf(crypto, frontiers[size] ?? []);
  return {
    key: signer.key,
    vkey: formatNoteKey(signer.key),
    entries,
    append(...added) {
      for (const entry of added) {
        const size = entries.length;
        const tree = { size, frontier: frontiers[size] ?? [] };
        const appended = appendLeaf(crypto, tree, leafHash(crypto, utf8(entry)));
        for (const { level, index, hash } of appended.nodes) nodes.set(`${level}:${index}`, hash);
        frontiers.push(appended.frontier);
        entries.push(entry);
      }
    },
    rootAt,
    node: (level, index) => read({ level, index }),
    checkpoint: (size = entries.length, root = rootAt(size), standing = undefined) =>
      signCheckpoint(signer, { size, root, standing }),
    proof: (from, to) => foldProof(crypto, consistencyCoordinates(from, to), read),
  };
}

/** The body of `add-checkpoint` (C2SP tlog-witness). */
export function addBody(old: number, proof: readonly string[], checkpoint: string): string {
  const hashes = proof.map((hash) => `${toBase64(fromHex(hash) ?? new Uint8Array())}\n`).join('');
  return `old ${old}\n${hashes}\n${checkpoint}`;
}

/** The checkpoint with the lines of another note of the same text below its own: signed with two keys. */
export function signedTwice(checkpoint: string, other: string): string {
  return checkpoint + other.slice(other.lastIndexOf('\n\n') + 2);
}
