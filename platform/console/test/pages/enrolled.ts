import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { EventRecord } from '@platform/core/objects/event';
import type {
  Enrolment,
  KeyEntry,
  KeySet,
  SignedCompromise,
  SignedEnrolment,
} from '@platform/core/objects/key-entry';
import { enrolledEntry } from '@platform/core/signed/key-history';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import type { Authority } from '../../src/use-cases/authority.ts';
import { signEnrolment } from '../../src/use-cases/enrol.ts';
import { fakeAuthority } from './fake-authority.ts';
import { holders } from './held-grant.ts';

/** An entry as the deployment’s principal enrols it; the principal’s own is a root of trust. */
export function enrolledBy(entry: KeyEntry, patch: Partial<Enrolment> = {}): KeyEntry {
  const { compromised_at: _, enrolment: __, ...facts } = entry;
  const enrolment: Enrolment = { type: 'sanad/enrolment/1', ...facts, ...patch };
  return enrolledEntry(signEnrolment(nodeCrypto, holders.principal.signer, enrolment));
}

const { authority, principal, cfo, guest } = holders;

/** Keys of a deployment whose people were enrolled. */
export const enrolledKeys: KeySet = {
  authority: authority.entry,
  principal_local: enrolledBy(principal.entry),
  approver_cfo: enrolledBy(cfo.entry, { independent: true }),
  approver_guest: enrolledBy(guest.entry),
};

export interface KeyBook {
  readonly authority: Authority;
  readonly keys: Record<string, KeyEntry>;
  readonly enrolled: SignedEnrolment[];
  readonly marked: SignedCompromise[];
}

/** An authority that takes keys as the real one does, by the same registry. */
export function keyBook(given: Partial<Authority> = {}, start: KeySet = enrolledKeys): KeyBook {
  const keys: Record<string, KeyEntry> = { ...start };
  const enrolled: SignedEnrolment[] = [];
  const marked: SignedCompromise[] = [];
  const events: EventRecord[] = [];
  const book = fakeAuthority([], {
    keys: async () => ok({ ...keys }),
    keyEvents: async () => ok(events),
    enrolKey: async (signed) => {
      const entry = enrolledEntry(signed);
      const { refused } = readKeyRegistry(nodeCrypto, entry.deployment, { ...keys, [entry.kid]: entry });
      const why = refused[entry.kid];
      const detail = { status: 422, error: 'enrolment_invalid' };
      if (why !== undefined)
        return fail('authority_refused', `Nobody would trust this key: it ${why}.`, detail);
      enrolled.push(signed);
      keys[entry.kid] = entry;
      return ok(entry);
    },
    markCompromised: async (kid, signed) => {
      marked.push(signed);
      const entry = keys[kid] as KeyEntry;
      const at = new Date(signed.compromise.compromised_at).toISOString();
      keys[kid] = { ...entry, compromised_at: at };
      return ok(keys[kid]);
    },
    ...given,
  });
  return { authority: book, keys, enrolled, marked };
}
