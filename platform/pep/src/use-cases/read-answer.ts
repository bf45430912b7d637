import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { nodeCrypto } from '@common/evidence/node';
import { SignedAck } from '@platform/core/objects/counterparty';
import type { KeySet } from '@platform/core/objects/key-entry';
import { SignedSettled } from '@platform/core/objects/settled';
import type { Operation } from '@platform/core/request/sent';
import { verifySettled, verifySigned } from '@platform/core/signed/signed';
import { ackFaults, settledFaults } from '@platform/core/verify/acknowledgment';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { HttpAnswer } from './ports.ts';

const signedAck = Compile(SignedAck);
const signedSettled = Compile(SignedSettled);
const errorBody = Compile(
  Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) }),
);

/** Bodies have their own limits. A reason in a decision has at most 500 characters. */
const MAX_REASON_LENGTH = 300;

/** Parses the bytes as JSON. Returns the text itself if it is not JSON, and null if it is not even text. */
export function dataOf(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const read = parseStrict(text);
    return read.ok ? read.value : text;
  } catch {
    return null;
  }
}

/**
 * Reads the acknowledgment from an answer: at the connector's pointers, signed by the connector's key, for
 * exactly this action. An invalid one proves neither that something was done nor that nothing was.
 */
export function readAck(
  bytes: Uint8Array,
  places: NonNullable<Operation['ack']>,
  bound: Parameters<typeof ackFaults>[2],
  keys: KeySet,
): Result<SignedAck, 'ack_invalid'> {
  const answer = dataOf(bytes);
  const found = {
    ack: at(answer, places.ack),
    ack_hash: at(answer, places.ack_hash),
    signature: at(answer, places.signature),
  };
  if (!signedAck.Check(found)) return fail('ack_invalid', 'the answer holds no acknowledgment');
  const { ack, ack_hash: hash, signature } = found;
  const verified = verifySigned(nodeCrypto, {
    object: ack,
    hash,
    signature,
    keys,
    at: ack.acknowledged_at,
  });
  if (!verified.ok) return fail('ack_invalid', verified.error.message);
  const faults = ackFaults(ack, signature.kid, bound);
  return faults.length === 0 ? ok(found) : fail('ack_invalid', faults.join('; '));
}

/** Reads an addendum from an answer, as `readAck` does an acknowledgment; null if there is none yet. */
export function readSettled(
  bytes: Uint8Array,
  places: Pick<NonNullable<Operation['settlement']>, 'settled' | 'settled_hash' | 'signature'>,
  { deployment, ...accepted }: Parameters<typeof settledFaults>[2] & { readonly deployment: string },
  keys: KeySet,
): Result<SignedSettled | null, 'addendum_invalid'> {
  const answer = dataOf(bytes);
  const invalid = (why: string) => fail('addendum_invalid', why);
  if (typeof answer !== 'object' || answer === null) return invalid('the answer is no JSON object');
  const settled = at(answer, places.settled) ?? null;
  if (settled === null) return ok(null);
  const found = {
    settled,
    settled_hash: at(answer, places.settled_hash),
    signature: at(answer, places.signature),
  };
  if (!signedSettled.Check(found)) return invalid('the answer holds no addendum');
  const { settled: object, signature } = found;
  const verified = verifySettled(nodeCrypto, found, keys);
  if (!verified.ok) return invalid(verified.error.message);
  if (object.deployment !== deployment) return invalid(`it was made for ${object.deployment}`);
  const faults = settledFaults(object, signature.kid, accepted);
  return faults.length === 0 ? ok(found) : invalid(faults.join('; '));
}

/** Statuses after which the same request, with a new token, may still have its effect. */
const NOT_DEFINITE: readonly number[] = [401, 408, 425, 429];
/** Statuses by which a counterparty that knows the idempotency key refuses. */
const DEFINITE_AGAIN: readonly number[] = [409, 422];

/**
 * Describes a refusal that settles the matter; null if the outcome stays unknown. `again`: an earlier request
 * may have had its effect, so only an answer that knows the idempotency key counts.
 */
export function definiteRefusal(
  answer: HttpAnswer & { readonly kind: 'answered' },
  again: boolean,
): string | null {
  const { status, bytes } = answer;
  if (status < 400 || status >= 500 || NOT_DEFINITE.includes(status)) return null;
  if (again && !DEFINITE_AGAIN.includes(status)) return null;
  const body = dataOf(bytes);
  if (!errorBody.Check(body)) return null;
  return `${body.detail.error}: ${body.detail.message}`.slice(0, MAX_REASON_LENGTH).toWellFormed();
}

/** Resolves a JSON pointer (RFC 6901); undefined if it leads nowhere. */
export function at(value: unknown, pointer: string): unknown {
  let current = value;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}
