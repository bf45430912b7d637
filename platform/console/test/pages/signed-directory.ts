import { fail, ok, unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { entrySigners } from '@platform/core/directory/signers';
import { applyEntries, type EntryDraft, emptyDirectory, nextEntry } from '@platform/core/directory/state';
import type { DirectoryTerms, RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { SignedProfile } from '@platform/core/objects/profile';
import { type Signer, signHash } from '@platform/core/signed/signed';
import type { Authority } from '../../src/use-cases/authority.ts';
import { ed, holder, holders, keys as others } from './held-grant.ts';
import { pluginFile } from './plugins.ts';
import { profileOf, signedBooks } from './signed-books.ts';

const made = holder('clerk_lina', 'clerk', 'lina', ed());

/** A clerk of tn_local. */
export const lina = { ...made, entry: { ...made.entry, tenants: ['tn_local'] } satisfies KeyEntry };

const PLACE = { tenant: 'tn_local', profile: 'treasury.v1', directory: 'beneficiaries' } as const;
export const PATH = `/payees/${PLACE.tenant}/${PLACE.profile}/${PLACE.directory}`;

/** lina and cfo sign, both for what gives power; what is new needs an approval for a week. */
const TERMS: DirectoryTerms = {
  signers: [{ person: 'lina' }, { person: 'cfo' }],
  needed: 2,
  first: { hold_days: 7, until_approved: true },
};

/** The treasury’s profile with its payees in a directory, on these terms. */
export function profileWithDirectory(terms: Partial<DirectoryTerms> = {}): SignedProfile {
  const { beneficiaries: _, ...rules } = pluginFile('treasury', 'profile').rules;
  return profileOf('treasury', { rules, directories: { [PLACE.directory]: { ...TERMS, ...terms } } });
}

export interface DirectoryBook {
  readonly authority: Authority;
  readonly keys: KeySet;
  readonly entries: SignedEntry[];
  readonly drafts: SignedEntry[];
}

/** An authority that keeps a directory as the real one does, as far as pages can tell. */
export function directoryBook(
  given: Partial<Authority> = {},
  more: { readonly profile?: SignedProfile; readonly keys?: KeySet } = {},
): DirectoryBook {
  const { profile = profileWithDirectory() } = more;
  const keys: KeySet = { ...others, [lina.entry.kid]: lina.entry, ...more.keys };
  const book = { entries: [] as SignedEntry[], drafts: [] as SignedEntry[] };
  const authority = signedBooks({
    keys: async () => ok(keys),
    profile: async (name) => ok(name === PLACE.profile ? profile : profileOf(name.replace(/\.v\d+$/, ''))),
    directoryHeads: async () => ok(book.entries.slice(-1)),
    directory: async () => ok({ entries: [...book.entries], drafts: [...book.drafts] }),
    drafts: async () => ok([...book.drafts]),
    recordEntry: async (signed) => {
      const draft = book.drafts.find(({ entry_hash: hash }) => hash === signed.entry_hash);
      const whole = { ...signed, signatures: [...(draft?.signatures ?? []), ...signed.signatures] };
      const signers = entrySigners(nodeCrypto, whole, profile.profile, keys);
      if (!signers.ok) {
        const { code, message } = signers.error;
        return fail('authority_refused', message, { status: 403, error: code, said: message });
      }
      const { missing } = signers.value;
      const answer: RecordedEntry = { ...whole, recorded: missing === 0, missing };
      book.drafts.length = 0;
      (missing === 0 ? book.entries : book.drafts).push(whole);
      return ok(answer);
    },
    ...given,
  });
  return { authority, keys, ...book };
}

type Draft = Omit<EntryDraft, 'signed_at' | 'values'> & {
  readonly account?: string;
  readonly signed_at?: string;
};

/** The next entry behind those of the book, with these signatures. */
export function signedEntry(
  { entries, drafts }: Pick<DirectoryBook, 'entries' | 'drafts'>,
  { account, signed_at = '2026-05-10T09:00:00.000Z', ...draft }: Draft,
  signers: readonly Signer[] = [lina.signer, holders.cfo.signer],
): SignedEntry {
  const id = { deployment: lina.entry.deployment, ...PLACE };
  const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(id), [...entries, ...drafts]));
  const values = { beneficiary_id: draft.name, to_account: account ?? `acct_${draft.name}`, currency: 'USD' };
  const of = { ...draft, ...(draft.change === 'ended' ? {} : { values }), signed_at };
  const entry = unwrap(nextEntry(nodeCrypto, state, of));
  const hash = hashOf(nodeCrypto, entry);
  return { entry, entry_hash: hash, signatures: signers.map((signer) => signHash(signer, hash)) };
}

/** A directory in which something is in force, new, ended and waiting. */
export function fullBook(...given: Parameters<typeof directoryBook>): DirectoryBook {
  const book = directoryBook(...given);
  const add = (draft: Draft, signers?: readonly Signer[]) =>
    book.entries.push(signedEntry(book, draft, signers));
  add({ change: 'added', name: 'umbra' });
  add({ change: 'added', name: 'acme' });
  add({ change: 'added', name: 'globex', label: 'Globex Corporation' });
  add({ change: 'ended', name: 'umbra', source: 'No longer a supplier' }, [lina.signer]);
  const signed_at = '2026-05-31T09:00:00.000Z';
  add({
    change: 'changed',
    name: 'globex',
    account: 'acct_globex_2',
    label: 'Globex Corporation',
    signed_at,
  });
  const waits = { change: 'added', name: 'initrode', label: 'Initrode Logistics GmbH' } as const;
  const source = 'Contract of 20 May, page 2';
  book.drafts.push(signedEntry(book, { ...waits, source, signed_at }, [lina.signer]));
  return book;
}

/** A directory in which many are in force: `payee_1` with its label, and so on. */
export function longBook(labels: readonly string[]): DirectoryBook {
  const book = directoryBook();
  let state = emptyDirectory({ deployment: lina.entry.deployment, ...PLACE });
  for (const [index, label] of labels.entries()) {
    const name = `payee_${index + 1}`;
    const values = { beneficiary_id: name, to_account: `acct_${name}`, currency: 'USD' };
    const draft = { change: 'added', name, label, values, signed_at: '2026-05-10T09:00:00.000Z' } as const;
    const entry = unwrap(nextEntry(nodeCrypto, state, draft));
    const hash = hashOf(nodeCrypto, entry);
    const signatures = [lina.signer, holders.cfo.signer].map((signer) => signHash(signer, hash));
    const signed = { entry, entry_hash: hash, signatures };
    state = unwrap(applyEntries(nodeCrypto, state, [signed]));
    book.entries.push(signed);
  }
  return book;
}
