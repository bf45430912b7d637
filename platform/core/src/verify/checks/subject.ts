import { instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { KeyVersion } from '../../objects/key-entry.ts';
import type { Receipt } from '../../objects/receipt.ts';
import type { SignedType } from '../../objects/roles.ts';
import type { Signature } from '../../objects/signature.ts';
import type { ReceiptHashes } from '../../receipt/hashes.ts';
import { deviceFault } from '../../signed/key-facts.ts';
import { enrolmentOf } from '../../signed/key-history.ts';
import { reachFault } from '../../signed/key-reach.ts';
import { earliestEnrolling, verifySignature, versionThatSigned } from '../../signed/signed.ts';
import type { KeyRing } from '../key-ring.ts';
import type { CheckOutcome } from '../verification.ts';

/** What each check looks at. The receipt has the form of the schema. */
export interface Subject {
  readonly crypto: Crypto;
  readonly receipt: Receipt;
  readonly keys: KeyRing;
  readonly previous: Receipt | null;
  readonly asOf: string | null;
  /** The hashes, recomputed once for all checks. */
  readonly hashes: ReceiptHashes;
  /** Problems of the enrolments examined so far, by public key: one principal stands behind several people's keys. */
  readonly enrolments: Map<string, readonly string[]>;
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

/** A problem if a signed object was made for another deployment than the receipt. */
export function deploymentProblems(
  { receipt }: Pick<Subject, 'receipt'>,
  what: string,
  object: { readonly deployment: string },
): string[] {
  return unless(
    object.deployment === receipt.deployment,
    `${what} belongs to the deployment ${object.deployment}, but the receipt to ${receipt.deployment}`,
  );
}

interface SignatureToCheck {
  readonly hash: string;
  readonly signature: Signature;
  readonly type: SignedType;
  readonly at: string;
}

/** Problems of one signature: unknown key, another deployment's, wrong role, key not valid then, other bytes. */
export function signatureProblems(subject: Subject, claim: SignatureToCheck): string[] {
  const key = subject.keys.find(claim.signature.kid);
  if (!key.ok) return [key.error.message];
  const verified = verifySignature(subject.crypto, { ...claim, key: key.value });
  if (verified.ok) subject.keys.reliesOn(verified.value);
  return [
    ...deploymentProblems(subject, `the key ${key.value.kid}`, key.value),
    ...(verified.ok ? [] : [verified.error.message]),
  ];
}

/**
 * Problems of a person's key: its facts must be signed by a principal whose own entry is signed by that same key, as
 * a deployment's root is. That principal may be the mandate's or the one who enrolled it.
 */
export function enrolmentProblems(subject: Subject, key: KeyVersion): string[] {
  if (key.enrolment === null) return [`${key.kid} is a key that no principal enrolled`];
  const { signature, enrolment_hash: hash } = key.enrolment;
  const root = keyOfSignature(subject, signature, hash);
  const isRoot = root?.enrolment?.signature.kid === signature.kid;
  return [
    ...enrolmentSignatureProblems(subject, key, key.enrolment),
    ...unless(
      root === undefined || isRoot,
      `${signature.kid}, who enrolled ${key.kid}, is not a root of trust`,
    ),
    ...unless(
      root?.kid !== key.kid || root.public_key === key.public_key,
      `${key.kid} was not enrolled by itself, as a root of trust is, but by a key that it replaced`,
    ),
    ...(root === undefined || root.kid === key.kid || root.enrolment === null
      ? []
      : [
          ...enrolmentSignatureProblems(subject, root, root.enrolment),
          ...compromiseProblems(subject, root, key),
          ...reachProblems(root, key),
        ]),
  ];
}

function reachProblems(root: KeyVersion, key: KeyVersion): string[] {
  const beyond = reachFault(root, key);
  return beyond === null ? [] : [`${root.kid} may not enrol ${key.kid}: ${beyond}`];
}

/** Only its first use proves when an enrolment was signed: a thief can backdate it. */
function compromiseProblems({ receipt }: Subject, root: KeyVersion, key: KeyVersion): string[] {
  const lost = root.compromised_at === null ? null : instantMs(root.compromised_at);
  const proposed = instantMs(receipt.when.proposed_at);
  return unless(
    lost === null || (proposed !== null && proposed < lost),
    `${root.kid}, who enrolled ${key.kid}, was compromised before the action was proposed`,
  );
}

function enrolmentSignatureProblems(
  subject: Subject,
  key: KeyVersion,
  { enrolment_hash, signature }: NonNullable<KeyVersion['enrolment']>,
): readonly string[] {
  const known = subject.enrolments.get(key.public_key);
  if (known !== undefined) return known;
  const hash = hashOf(subject.crypto, enrolmentOf(key));
  const fault = deviceFault(key);
  const problems = [
    ...(fault === null ? [] : [`${key.kid} ${fault}`]),
    ...differs(`the hash of the enrolment of ${key.kid}`, enrolment_hash, hash),
    ...signatureProblems(subject, {
      hash,
      signature,
      type: 'sanad/enrolment/1',
      at: earliestEnrolling(key, keyOfSignature(subject, signature, enrolment_hash)),
    }),
  ];
  subject.enrolments.set(key.public_key, problems);
  return problems;
}

/**
 * Finds, among the keys of the kid that the signature names, the one that made it; the newest if none did,
 * and undefined if the kid is unknown. Other checks report both problems.
 */
export function keyOfSignature(
  { keys, crypto }: Subject,
  signature: Signature,
  hash: string,
): KeyVersion | undefined {
  const key = keys.find(signature.kid);
  if (!key.ok) return undefined;
  if (key.value.retired === undefined) return key.value;
  const made = versionThatSigned(crypto, { key: key.value, hash, signature });
  return made.ok ? made.value : key.value;
}

function shown(value: string | number | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
