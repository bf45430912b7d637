import type { Crypto } from '@common/evidence/crypto';
import { sealMembers } from '@common/evidence/disclosure';
import { hashOf } from '@common/evidence/hash';
import type { Action, ActionSalts, SealedAction } from '../objects/grant.ts';

/** The members of an action that can be withheld, besides every one of its params. */
const MEMBERS = ['idempotency_key', 'reason', 'documents', 'statements'] as const;

/** A new salt for each member of the action that can be withheld. `drawSalt` returns 128 random bits in lowercase hex. */
export function drawSalts(action: Action, drawSalt: () => string): ActionSalts {
  const drawn = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, drawSalt()]));
  const members = drawn(MEMBERS.filter((name) => action[name] !== undefined));
  return { ...(members as Omit<ActionSalts, 'params'>), params: drawn(Object.keys(action.params)) };
}

/**
 * The action as it is hashed, and what opens its members. Null unless the salts are exactly those of its members, each
 * another one: a salt that is used twice would show which values are equal.
 */
function sealAction(
  crypto: Pick<Crypto, 'sha256'>,
  action: Action,
  { params: paramSalts, ...salts }: ActionSalts,
): SealedAction | null {
  const all = [...Object.values(paramSalts), ...Object.values(salts)];
  const isWhole =
    new Set(all).size === all.length &&
    MEMBERS.every((name) => (action[name] === undefined) === (salts[name] === undefined)) &&
    sameNames(action.params, paramSalts);
  if (!isWhole) return null;
  const { sealed: params } = sealMembers(crypto, action.params, paramSalts);
  return { ...sealMembers(crypto, action, salts).sealed, params } as SealedAction;
}

/**
 * The hash of an action: what a grant names, an approver signs and a counterparty repeats. It covers the salted digests
 * of the members that can be withheld, not their values. Null if the salts do not belong to the action.
 * INVARIANT: only this function and `receiptHashes` make it, so that all agree.
 */
export function actionHash(
  crypto: Pick<Crypto, 'sha256'>,
  action: Action,
  salts: ActionSalts,
): string | null {
  const sealed = sealAction(crypto, action, salts);
  return sealed === null ? null : hashOf(crypto, sealed);
}

/** The salts of a receipt's action, from what opens its members; null if some of it is withheld. */
function sameNames(one: object, other: object): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
}
