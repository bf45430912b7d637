import type { EntryProofs } from '../objects/directory.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { Endable } from '../objects/standing.ts';
import { versionsOf } from '../signed/key-history.ts';

/**
 * What an executed action stood on and that can end: its mandate, the version of its rules, the entries of directories
 * that decided, and the keys of people that the receipt brings. INVARIANT: all of it is under the receipt’s hash, so that
 * its own place in the log proves what was asked.
 */
export function reliedOn({
  who,
  why,
  bundle,
}: Pick<OpenReceipt, 'who' | 'bundle'> & {
  readonly why: Pick<OpenReceipt['why'], 'profile_hash'> & { readonly directories?: EntryProofs | undefined };
}): readonly Endable[] {
  const people = Object.values(bundle.keys)
    .flatMap(versionsOf)
    .filter(({ person }) => person !== null);
  return [
    { kind: 'mandate', id: who.contract.contract_id },
    { kind: 'profile', id: why.profile_hash },
    ...Object.values(why.directories ?? {}).map(
      ({ entry }): Endable => ({ kind: 'payee', id: entry.entry_hash }),
    ),
    ...people.map(({ fingerprint: id }): Endable => ({ kind: 'key', id })),
    ...people
      .filter(({ enrolment }) => enrolment !== null)
      .map(({ fingerprint: id }): Endable => ({ kind: 'enrolment', id })),
  ];
}
