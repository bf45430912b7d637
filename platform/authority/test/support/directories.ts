import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { applyEntries, type EntryDraft, emptyDirectory, nextEntry } from '@platform/core/directory/state';
import type { DirectoryTerms, RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import type { SignedProfile } from '@platform/core/objects/profile';
import { signHash } from '@platform/core/signed/signed';
import { DEPLOYMENT } from './keys.ts';
import type { Deployment } from './types.ts';

export const PROFILE = 'treasury.v1';
export const DIRECTORY = 'beneficiaries';
export const PATH = `/directories/${PROFILE}/${DIRECTORY}/entries`;
export const ALONE: DirectoryTerms = { signers: [{ person: 'lina' }, { person: 'cfo' }], needed: 1 };
export const TWO: DirectoryTerms = { ...ALONE, needed: 2 };

/** Payees in a directory of the tenant, on these terms. */
export function withDirectory(d: Deployment, terms: DirectoryTerms): void {
  const { profile }: SignedProfile = JSON.parse(d.profileFiles.get(PROFILE) ?? '');
  const { beneficiaries: _, ...rules } = profile.rules;
  d.publish(PROFILE, { rules, directories: { [DIRECTORY]: terms } });
}

export const entriesOf = async (d: Deployment, tenant = 'tn_test', path = 'entries') => {
  const { body } = await d.get<SignedEntry[]>(
    `/directories/${PROFILE}/${DIRECTORY}/${path}?tenant=${tenant}`,
  );
  return body;
};

export function draft(
  d: Deployment,
  change: EntryDraft['change'],
  name: string,
  account = `acct_${name}`,
): EntryDraft {
  const values = { beneficiary_id: name, to_account: account, currency: 'USD' };
  return { change, name, ...(change === 'ended' ? {} : { values }), signed_at: d.now() };
}

/** The next entry of a tenant's directory behind its drafts, signed by these keys. */
export async function sign(d: Deployment, of: EntryDraft, kids: readonly string[], tenant = 'tn_test') {
  const id = { deployment: DEPLOYMENT, tenant, profile: PROFILE, directory: DIRECTORY };
  const all = [...(await entriesOf(d, tenant)), ...(await entriesOf(d, tenant, 'drafts'))];
  const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(id), all));
  const entry = unwrap(nextEntry(nodeCrypto, state, of));
  const hash = hashOf(nodeCrypto, entry);
  return { entry, entry_hash: hash, signatures: kids.map((kid) => signHash(d.signer(kid), hash)) };
}

export const add = async (
  d: Deployment,
  of: EntryDraft,
  kids: readonly string[] = ['clerk_lina'],
  tenant = 'tn_test',
) => d.post<RecordedEntry>(PATH, await sign(d, of, kids, tenant));
