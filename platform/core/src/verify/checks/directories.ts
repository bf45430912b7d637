import { instantMs } from '@common/base/instant';
import { hashOf } from '@common/evidence/hash';
import { isSignedByEnough } from '../../directory/earlier.ts';
import { neededFor, signerFault, termsOf } from '../../directory/signers.ts';
import { isProven } from '../../directory/state.ts';
import type { EntryProof, SignedEntry } from '../../objects/directory.ts';
import { ROLES_OF_TYPE } from '../../objects/roles.ts';
import type { Signature } from '../../objects/signature.ts';
import { versionThatSigned } from '../../signed/signed.ts';
import { breaches, type Problem, problem, unless } from '../problems.ts';
import { msBetween } from './sending.ts';
import { codeOfSignature } from './signature-codes.ts';
import {
  altered,
  CLOCK_SKEW_MS,
  deploymentProblems,
  differs,
  enrolmentProblems,
  keyOfSignature,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * Problems of the directories' entries that the action was decided by: each belongs to the tenant and to a directory that
 * the profile names, was signed by the people whom the profile names, and was in force at the directory's head. That the
 * head was the newest one is the word of the authority and of the enforcement point, which follow the whole directory.
 */
export function directoryProblems(subject: Subject): Problem[] {
  const { directories = {} } = subject.receipt.why;
  return Object.entries(directories).flatMap(([name, shown]) => [
    ...placeProblems(subject, name, shown),
    ...breaches(laterThanProposed(subject, name, shown)),
    ...entryProblems(subject, name, shown),
    ...headProblems(subject, name, shown.head),
    ...unless(
      isProven(subject.crypto, shown),
      'entry_not_proven',
      `the entry ${shown.entry.entry.name} was not in force at the head of the directory ${name}`,
    ),
  ]);
}

function placeProblems({ receipt }: Subject, name: string, { entry, head }: EntryProof): Problem[] {
  const named = `the directory ${name}`;
  return [
    ...unless(
      termsOf(receipt.why.profile, name) !== undefined,
      'directory_not_named',
      `the profile names no directory ${name}`,
    ),
    ...[entry, head].flatMap(({ entry: each }) => [
      ...deploymentProblems({ receipt }, `an entry of ${named}`, each),
      ...differs(`the tenant of an entry of ${named}`, each.tenant, receipt.who.tenant),
      ...differs(`the profile of an entry of ${named}`, each.profile, receipt.why.profile.name),
      ...differs(`the directory of an entry of ${named}`, each.directory, name),
    ]),
    ...unless(
      entry.entry.sequence <= head.entry.sequence,
      'contradiction',
      `an entry of ${named} comes after its head`,
    ),
  ];
}

function laterThanProposed(
  { receipt }: Subject,
  name: string,
  { entry, head, recorded_at: recorded }: EntryProof,
): Problem[] {
  const named = `the directory ${name}`;
  const { proposed_at: proposed } = receipt.when;
  return [
    ...[entry, head].flatMap(({ entry: each }) =>
      unless(
        isBefore(each.signed_at, proposed),
        'entry_too_new',
        `entry ${each.sequence} of ${named} was signed after the action was proposed`,
      ),
    ),
    ...unless(
      recorded === undefined || isBefore(recorded, proposed),
      'entry_too_new',
      `the entry ${entry.entry.name} of ${named} was recorded after the action was proposed`,
    ),
  ];
}

/** The people who signed the entry, by the terms of the profile that decided. */
function entryProblems(subject: Subject, name: string, shown: EntryProof): Problem[] {
  const { receipt } = subject;
  const { entry: signed } = shown;
  const { entry, signatures } = signed;
  const terms = termsOf(receipt.why.profile, name);
  const hash = hashOf(subject.crypto, entry);
  const people = new Set<string | null>();
  const problems = signatures.flatMap((signature) => {
    const key = keyOfSignature(subject, signature, hash);
    people.add(key?.person ?? signature.kid);
    const fault = key === undefined || terms === undefined ? null : signerFault(terms, entry, key);
    const lost = key?.compromised_at ?? null;
    return [
      ...signatureProblems(subject, { hash, signature, type: entry.type, at: entry.signed_at }),
      ...(key === undefined ? [] : enrolmentProblems(subject, key)),
      ...breaches([
        ...(fault === null ? [] : problem('signer_not_allowed', fault)),
        // Nothing proves when the entry was signed: a thief can backdate it.
        ...unless(
          lost === null || msBetween(receipt.when.proposed_at, lost) > 0,
          'key_compromised',
          `${signature.kid}, who signed an entry of the directory ${name}, was compromised before it was used`,
        ),
      ]),
    ];
  });
  const needed = terms === undefined ? 1 : neededFor(terms, entry);
  return [
    ...altered(`the entry ${entry.name} of the directory ${name}`, 'its entry_hash', signed.entry_hash, hash),
    ...problems,
    ...breaches([
      ...unless(
        people.size === signatures.length && people.size >= needed,
        'signers_too_few',
        `the entry ${entry.name} of the directory ${name} needs ${needed} people, and ${people.size} signed it`,
      ),
      ...unless(
        terms === undefined || isSignedByEnough(subject.crypto, terms, shown),
        'signers_too_few',
        `one person signed the entry ${entry.name} of the directory ${name}, and it is not shown to be from before the profile asked for two`,
      ),
    ]),
  ];
}

/** A head is another entry: its own signers count by their keys alone, since it decides nothing but the root. */
function headProblems(subject: Subject, name: string, head: SignedEntry): Problem[] {
  const hash = hashOf(subject.crypto, head.entry);
  return [
    ...altered(`the head of the directory ${name}`, 'its entry_hash', head.entry_hash, hash),
    ...head.signatures.flatMap((signature) => headSignerProblems(subject, name, hash, signature)),
  ];
}

function headSignerProblems(subject: Subject, name: string, hash: string, signature: Signature): Problem[] {
  const key = subject.keys.find(signature.kid);
  if (!key.ok) return problem(key.error.code, key.error.message);
  const made = versionThatSigned(subject.crypto, { key: key.value, hash, signature });
  if (!made.ok) return problem(codeOfSignature(made.error.code), made.error.message);
  subject.keys.reliesOn(made.value);
  const roles: readonly string[] = ROLES_OF_TYPE['sanad/directory-entry/1'];
  return [
    ...deploymentProblems(subject, `the key ${made.value.kid}`, made.value),
    ...unless(
      roles.includes(made.value.role),
      'role_not_allowed',
      `${signature.kid} may not sign an entry of the directory ${name}`,
    ),
    ...enrolmentProblems(subject, made.value),
  ];
}

function isBefore(instant: string, limit: string): boolean {
  const [ms, limitMs] = [instantMs(instant), instantMs(limit)];
  return ms !== null && limitMs !== null && ms <= limitMs + CLOCK_SKEW_MS;
}
