import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { Endable, Ending, StandingHead, StandingProof } from '../../objects/standing.ts';
import { addToMap, checkMapProof, EMPTY_MAP, type MapNode } from './sparse-map.ts';

/** The standing while nothing has ended. */
export const NOTHING_ENDED: StandingHead = { size: 0, root_hash: EMPTY_MAP };

/**
 * A thing's key in the map of endings.
 * @example endingKey(crypto, { kind: 'mandate', id: 'ic_1' }) === crypto.sha256('mandate:ic_1') // true
 */
export function endingKey(crypto: Crypto, { kind, id }: Endable): string {
  return crypto.sha256(`${kind}:${id}`);
}

/**
 * An ending's value in the map: the hash of all of it.
 */
function endingValue(crypto: Crypto, { kind, id, ended_at, by }: Ending): string {
  return hashOf(crypto, { kind, id, ended_at, by });
}

/** The keys of these things, each once. */
export function checkedKeys(crypto: Crypto, things: readonly Endable[]): readonly string[] {
  return [...new Set(things.map((thing) => endingKey(crypto, thing)))];
}

/** The standing after one more ending, of a thing that had not ended, with what becomes of the map’s nodes. */
export function addEnding(
  crypto: Crypto,
  nodes: ReadonlyMap<string, MapNode>,
  head: StandingHead,
  ending: Ending,
): {
  readonly head: StandingHead;
  readonly nodes: ReadonlyMap<string, MapNode>;
  readonly replaced: readonly string[];
} {
  const leaf = { key: endingKey(crypto, ending), value: endingValue(crypto, ending) };
  const { root, ...grown } = addToMap(crypto, nodes, head.root_hash, leaf);
  return { head: { size: head.size + 1, root_hash: root }, ...grown };
}

/**
 * Which of these things had ended at that head, and how. It refuses a proof that does not say so of exactly these, or
 * endings that the map does not have.
 */
export function checkStanding(
  crypto: Crypto,
  head: StandingHead,
  things: readonly Endable[],
  { proof, ended = [] }: StandingProof,
): Result<readonly Ending[], 'standing_not_proven'> {
  const keys = checkedKeys(crypto, things);
  const values = checkMapProof(crypto, { root: head.root_hash, keys, proof });
  if (!values.ok) return values;
  const told = new Map(ended.map((ending) => [endingKey(crypto, ending), endingValue(crypto, ending)]));
  const agree =
    told.size === ended.length &&
    [...told.keys()].every((key) => values.value.has(key)) &&
    [...values.value].every(([key, value]) => (told.get(key) ?? null) === value);
  if (agree) return ok(ended);
  return fail('standing_not_proven', 'The endings that the proof comes with are not those of the map.');
}
