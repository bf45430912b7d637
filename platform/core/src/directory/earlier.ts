import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { DirectoryTerms, EntryProof, SignedEntry } from '../objects/directory.ts';
import type { ProfileDraft } from '../objects/profile.ts';
import { pinOf } from './signers.ts';
import { type DirectoryState, isProven, proveEntry } from './state.ts';

type Earlier = NonNullable<DirectoryTerms['earlier']>;

/**
 * Whether as many people signed an entry as the profile asks for, or the entry is proven to have been in force before it
 * did. INVARIANT: what the publisher signed decides, and no date and no service: a thief of the authority’s key and a
 * clerk’s makes no entry that was in force at a head which the profile names.
 */
export function isSignedByEnough(
  crypto: Crypto,
  terms: Pick<DirectoryTerms, 'needed' | 'earlier'>,
  { entry, earlier }: Pick<EntryProof, 'entry' | 'earlier'>,
): boolean {
  if (entry.signatures.length >= terms.needed) return true;
  const pin = pinOf(terms, entry.entry.tenant);
  if (pin === undefined || earlier === undefined) return false;
  const hash = hashOf(crypto, earlier.head);
  return hash === pin.entry_hash && isProven(crypto, { ...earlier, entry, head: { entry: earlier.head } });
}

/** The proof for `isSignedByEnough`, from the directory as it was at that head. */
export function proveEarlier(crypto: Crypto, state: DirectoryState, name: string): EntryProof['earlier'] {
  const shown = proveEntry(crypto, state, name);
  return shown === null ? undefined : { index: shown.index, proof: shown.proof, head: shown.head.entry };
}

/**
 * A version of a profile with the heads in it that decide what one person’s signature is enough for: of the version
 * before, or the newest ones if that asked for one person. A directory that it did not name had nothing in force.
 */
export function withEarlier<Draft extends Pick<ProfileDraft, 'name' | 'directories'>>(
  draft: Draft,
  before: Pick<ProfileDraft, 'directories'> | null,
  heads: readonly SignedEntry[],
): Draft {
  if (draft.directories === undefined) return draft;
  const directories = Object.entries(draft.directories).map(([directory, { earlier: _, ...terms }]) => {
    const known = before?.directories?.[directory];
    const begins = known !== undefined && known.needed < terms.needed;
    const earlier = begins ? pinsAt(heads, draft.name, directory) : known?.earlier;
    return [directory, earlier === undefined || terms.needed === 1 ? terms : { ...terms, earlier }] as const;
  });
  return { ...draft, directories: Object.fromEntries(directories) };
}

function pinsAt(heads: readonly SignedEntry[], profile: string, directory: string): Earlier | undefined {
  const pins = heads
    .filter(({ entry }) => entry.profile === profile && entry.directory === directory)
    .map(({ entry: { tenant, sequence }, entry_hash }) => [tenant, { sequence, entry_hash }] as const);
  return pins.length === 0 ? undefined : Object.fromEntries(pins);
}
