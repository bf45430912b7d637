import { instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { inQuotes } from '../../objects/in-quotes.ts';
import type { KeyVersion } from '../../objects/key-entry.ts';
import type { OpenReceipt, Receipt } from '../../objects/receipt.ts';
import type { SignedType } from '../../objects/roles.ts';
import type { Signature } from '../../objects/signature.ts';
import type { ReceiptHashes } from '../../receipt/hashes.ts';
import { nameOfPlace } from '../../receipt/open-receipt.ts';
import { deviceFault } from '../../signed/key-facts.ts';
import { enrolmentOf } from '../../signed/key-history.ts';
import { reachFault } from '../../signed/key-reach.ts';
import { earliestEnrolling, verifySignature, versionThatSigned } from '../../signed/signed.ts';
import type { KeyRing } from '../key-ring.ts';
import { type Problem, type ProblemCode, problem, unless } from '../problems.ts';
import type { CheckOutcome } from '../verification.ts';
import { codeOfSignature } from './signature-codes.ts';

/** What each check looks at. The receipt has the form of the schema. */
export interface Subject {
  readonly crypto: Crypto;
  readonly receipt: OpenReceipt;
  readonly keys: KeyRing;
  readonly previous: Receipt | null;
  readonly asOf: string | null;
  /** The hashes, recomputed once for all checks. */
  readonly hashes: ReceiptHashes;
  /** Problems of the enrolments examined so far, by public key: one principal stands behind several people's keys. */
  readonly enrolments: Map<string, readonly Problem[]>;
}

export interface Finding {
  readonly outcome: CheckOutcome;
  readonly detail: string;
  /** Of its problems, each once. */
  readonly codes: readonly ProblemCode[];
  /** It failed for breaches alone: all that it looked at is what its signers signed, and goes beyond what they allow. */
  readonly isBreach: boolean;
}

/** Fails with all problems, or passes with what was found; hidden if something could not be looked at. */
export function conclude(
  problems: readonly Problem[],
  found: string,
  unseen: readonly string[] = [],
): Finding {
  if (problems.length > 0) {
    const codes = [...new Set(problems.map(({ code }) => code))];
    const detail = `${problems.map(({ words }) => words).join('; ')}.`;
    return { outcome: 'fail', detail, codes, isBreach: problems.every(({ isBreach }) => isBreach === true) };
  }
  if (unseen.length === 0) return { outcome: 'pass', detail: found, codes: [], isBreach: false };
  return {
    outcome: 'hidden',
    codes: [],
    isBreach: false,
    detail: `${unseen.join(' ')} What can be seen of this check holds.`,
  };
}

/** A part of a check, which needs members that a view may withhold. */
interface Look {
  /** What it looks at, after "Not seen:". */
  readonly what: string;
  /** Each the place of a member, or of an object of which it needs every member. */
  readonly needs: readonly string[];
  readonly problems: (subject: Subject) => readonly Problem[];
}

/** The problems of the parts that can be seen, and a sentence for each that cannot. INVARIANT: no part guesses. */
export function look(
  subject: Subject,
  looks: readonly Look[],
): { readonly problems: readonly Problem[]; readonly unseen: readonly string[] } {
  const problems: Problem[] = [];
  const unseen: string[] = [];
  for (const { what, needs, problems: found } of looks) {
    const hidden = hiddenOf(subject.receipt, needs);
    if (hidden.length === 0) problems.push(...found(subject));
    else unseen.push(`Not seen: ${what} (withheld: ${hidden.map(nameOfPlace).join(', ')}).`);
  }
  return { problems, unseen };
}

/** Which of these places, or of the members under them, the receipt withholds. */
export function hiddenOf(
  { hidden }: Pick<OpenReceipt, 'hidden'>,
  places: readonly string[],
): readonly string[] {
  return hidden.filter((one) => places.some((place) => one === place || one.startsWith(`${place}.`)));
}

export function notApplicable(why: string): Finding {
  return { outcome: 'n/a', detail: why, codes: [], isBreach: false };
}

/**
 * The clocks of two parties may differ by this much before an order of instants counts as wrong: an authority, an
 * enforcement point and a counterparty each record their own time.
 */
export const CLOCK_SKEW_MS = 60_000;

/** A problem for each instant that is before the one given ahead of it, or that does not exist; nulls are skipped. */
export function orderProblems(
  ...instants: readonly (readonly [name: string, instant: string | null])[]
): Problem[] {
  const given = instants.flatMap(([name, instant]) =>
    instant === null ? [] : [{ name, ms: instantMs(instant) }],
  );
  const known = given.flatMap(({ name, ms }) => (ms === null ? [] : [{ name, ms }]));
  return [
    ...given.flatMap(({ name, ms }) => unless(ms !== null, 'instant_malformed', `${name} does not exist`)),
    ...known.slice(1).flatMap(({ name, ms }, index) => {
      const before = known[index];
      const isInOrder = before === undefined || ms >= before.ms - CLOCK_SKEW_MS;
      return unless(isInOrder, 'out_of_order', `${name} is before ${before?.name}`);
    }),
  ];
}

/** A problem if the two texts, numbers or nulls differ. */
export function differs(
  name: string,
  actual: string | number | null,
  expected: string | number | null,
): Problem[] {
  return unless(
    actual === expected,
    'contradiction',
    `${name} is ${shown(actual)}, but should be ${shown(expected)}`,
  );
}

/**
 * A problem if a part of the receipt no longer has the hash that was signed for it. It names the part, not a hash to
 * put in its place: with that one, the signature would fail.
 */
export function altered(
  part: string,
  field: string,
  stated: string | null,
  actual: string | null,
): Problem[] {
  return unless(
    stated === actual,
    'hash_mismatch',
    `${part} or ${field} was changed after signing: they do not agree`,
  );
}

/** A problem if a signed object names, by its hash, another object than the one in the receipt. */
export function isAbout(
  object: string,
  other: string,
  named: string | null,
  actual: string | null,
): Problem[] {
  return unless(
    named === actual,
    'other_object',
    `${object} was made for a different ${other} from the one in this receipt`,
  );
}

/** A problem if a signed object was made for another deployment than the receipt. */
export function deploymentProblems(
  { receipt }: Pick<Subject, 'receipt'>,
  what: string,
  object: { readonly deployment: string },
): Problem[] {
  return unless(
    object.deployment === receipt.deployment,
    'deployment_mismatch',
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
export function signatureProblems(subject: Subject, claim: SignatureToCheck): Problem[] {
  const key = subject.keys.find(claim.signature.kid);
  if (!key.ok) return problem(key.error.code, key.error.message);
  const verified = verifySignature(subject.crypto, { ...claim, key: key.value });
  if (verified.ok) subject.keys.reliesOn(verified.value);
  return [
    ...deploymentProblems(subject, `the key ${key.value.kid}`, key.value),
    ...(verified.ok ? [] : problem(codeOfSignature(verified.error.code), verified.error.message)),
  ];
}

/**
 * Problems of a person's key: its facts must be signed by a principal whose own entry is signed by that same key, as
 * a deployment's root is. That principal may be the mandate's or the one who enrolled it.
 */
export function enrolmentProblems(subject: Subject, key: KeyVersion): Problem[] {
  if (key.enrolment === null)
    return problem('not_enrolled', `${key.kid} is a key that no principal enrolled`);
  const { signature, enrolment_hash: hash } = key.enrolment;
  const root = keyOfSignature(subject, signature, hash);
  const isRoot = root?.enrolment?.signature.kid === signature.kid;
  return [
    ...enrolmentSignatureProblems(subject, key, key.enrolment),
    ...unless(
      root === undefined || isRoot,
      'root_invalid',
      `${signature.kid}, who enrolled ${key.kid}, is not a root of trust`,
    ),
    ...unless(
      root?.kid !== key.kid || root.public_key === key.public_key,
      'root_invalid',
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

function reachProblems(root: KeyVersion, key: KeyVersion): Problem[] {
  const beyond = reachFault(root, key);
  return beyond === null ? [] : problem('out_of_reach', `${root.kid} may not enrol ${key.kid}: ${beyond}`);
}

/** Only its first use proves when an enrolment was signed: a thief can backdate it. */
function compromiseProblems({ receipt }: Subject, root: KeyVersion, key: KeyVersion): Problem[] {
  const lost = root.compromised_at === null ? null : instantMs(root.compromised_at);
  const proposed = instantMs(receipt.when.proposed_at);
  return unless(
    lost === null || (proposed !== null && proposed < lost),
    'key_compromised',
    `${root.kid}, who enrolled ${key.kid}, was compromised before the action was proposed`,
  );
}

function enrolmentSignatureProblems(
  subject: Subject,
  key: KeyVersion,
  { enrolment_hash, signature }: NonNullable<KeyVersion['enrolment']>,
): readonly Problem[] {
  const known = subject.enrolments.get(key.public_key);
  if (known !== undefined) return known;
  const hash = hashOf(subject.crypto, enrolmentOf(key));
  const fault = deviceFault(key);
  const problems = [
    ...(fault === null ? [] : problem('enrolment_malformed', `${key.kid} ${fault}`)),
    ...altered(`the enrolment of ${key.kid}`, 'its enrolment_hash', enrolment_hash, hash),
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
  return typeof value === 'string' ? inQuotes(value) : String(value);
}
