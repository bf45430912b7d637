import { instantMs } from '@common/base/instant';
import type { KeyEntry } from '@platform/protocol/key-entry';
import type { Receipt } from '@platform/protocol/receipt';
import type { SignedType } from '@platform/protocol/roles';
import type { Signature } from '@platform/protocol/signature';
import type { Crypto } from '../crypto.ts';
import { hashOf } from '../hash.ts';
import type { KeyRing } from '../key-ring.ts';
import type { ReceiptHashes } from '../receipt/hashes.ts';
import { verifySignature } from '../signed.ts';
import type { CheckOutcome } from '../verification.ts';

/** What each check looks at. The receipt has the form of the schema. */
export interface Subject {
  readonly crypto: Crypto;
  readonly receipt: Receipt;
  readonly keys: KeyRing;
  readonly previous: Receipt | null;
  readonly asOf: string | null;
  /** Hashes recomputed, once for all checks. */
  readonly hashes: ReceiptHashes;
  /** Problems of the enrolments examined so far: one principal stands behind several people's keys. */
  readonly enrolments: Map<KeyEntry, readonly string[]>;
}

export interface Finding {
  readonly outcome: CheckOutcome;
  readonly detail: string;
}

/** Fails with all problems, or passes with what was found. */
export function conclude(problems: readonly string[], found: string): Finding {
  return problems.length === 0
    ? { outcome: 'pass', detail: found }
    : { outcome: 'fail', detail: `${problems.join('; ')}.` };
}

export function notApplicable(why: string): Finding {
  return { outcome: 'n/a', detail: why };
}

/**
 * The clocks of two parties may differ by this much before an order of instants counts as wrong: an authority, an
 * enforcement point and a counterparty each record their own time.
 */
export const CLOCK_SKEW_MS = 60_000;

/** A problem for each instant that is before the one given ahead of it; nulls are skipped. */
export function orderProblems(
  ...instants: readonly (readonly [name: string, instant: string | null])[]
): string[] {
  const known = instants.flatMap(([name, instant]) => {
    const ms = instant === null ? null : instantMs(instant);
    return ms === null ? [] : [{ name, ms }];
  });
  return known.slice(1).flatMap(({ name, ms }, index) => {
    const before = known[index];
    return before !== undefined && ms < before.ms - CLOCK_SKEW_MS ? [`${name} is before ${before.name}`] : [];
  });
}

/** A problem if the two texts, numbers or nulls differ. */
export function differs(
  name: string,
  actual: string | number | null,
  expected: string | number | null,
): string[] {
  return actual === expected ? [] : [`${name} is ${shown(actual)}, but should be ${shown(expected)}`];
}

/**
 * A problem if a part of the receipt no longer has the hash that was signed for it. It names the part, not a hash to
 * put in its place: with that one, the signature would fail.
 */
export function altered(part: string, field: string, stated: string | null, actual: string | null): string[] {
  return stated === actual ? [] : [`${part} or ${field} was changed after signing: they do not agree`];
}

/** A problem if a signed object names, by its hash, another object than the one in the receipt. */
export function isAbout(
  object: string,
  other: string,
  named: string | null,
  actual: string | null,
): string[] {
  return named === actual ? [] : [`${object} was made for a different ${other} from the one in this receipt`];
}

/** A problem if the statement is false. */
export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

interface SignatureToCheck {
  readonly hash: string;
  readonly signature: Signature;
  readonly type: SignedType;
  readonly at: string;
}

/** Problems of one signature: unknown key, wrong role, key not valid then, other bytes. */
export function signatureProblems({ crypto, keys }: Subject, claim: SignatureToCheck): string[] {
  const key = keys.find(claim.signature.kid);
  if (!key.ok) return [key.error.message];
  const verified = verifySignature(crypto, { ...claim, key: key.value });
  return verified.ok ? [] : [verified.error.message];
}

/**
 * Problems of a person's key: its facts must be signed by a principal whose own entry is signed by that same key, as
 * a deployment's root is. That principal may be the mandate's or the one who enrolled it.
 */
export function enrolmentProblems(subject: Subject, key: KeyEntry): string[] {
  if (key.enrolment === null) return [`${key.kid} is a person's key that no principal enrolled`];
  const { signature } = key.enrolment;
  const root = keyOfSignature(subject, signature);
  const isRoot = root?.enrolment?.signature.kid === signature.kid;
  return [
    ...enrolmentSignatureProblems(subject, key, key.enrolment),
    ...unless(
      root === undefined || isRoot,
      `${signature.kid}, who enrolled ${key.kid}, is not a root of trust`,
    ),
    ...(root === undefined || root.kid === key.kid || root.enrolment === null
      ? []
      : enrolmentSignatureProblems(subject, root, root.enrolment)),
  ];
}

function enrolmentSignatureProblems(
  subject: Subject,
  key: KeyEntry,
  { enrolment_hash, signature }: NonNullable<KeyEntry['enrolment']>,
): readonly string[] {
  const known = subject.enrolments.get(key);
  if (known !== undefined) return known;
  const { compromised_at: _, enrolment: __, ...facts } = key;
  const hash = hashOf(subject.crypto, { type: 'sanad/enrolment/1', ...facts });
  const problems = [
    ...differs(`the hash of the enrolment of ${key.kid}`, enrolment_hash, hash),
    ...signatureProblems(subject, { hash, signature, type: 'sanad/enrolment/1', at: key.not_before }),
  ];
  subject.enrolments.set(key, problems);
  return problems;
}

/** The entry that the receipt's signature names, or undefined; that it is missing is a problem found elsewhere. */
export function keyOfSignature({ keys }: Subject, signature: Signature): KeyEntry | undefined {
  const key = keys.find(signature.kid);
  return key.ok ? key.value : undefined;
}

function shown(value: string | number | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
