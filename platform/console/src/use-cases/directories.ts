import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { isSameHolder } from '@platform/core/decide/approval';
import { compareReferences, readReference } from '@platform/core/decide/reference/compare';
import { entrySigners, isAuthentic, pinOf, signerFault, termsOf } from '@platform/core/directory/signers';
import {
  applyEntries,
  applyEntry,
  type DirectoryId,
  type DirectoryState,
  type EntryDraft,
  type EntryRefusal,
  emptyDirectory,
  nextEntry,
} from '@platform/core/directory/state';
import { type DirectoryEntry, ENTRY_WAITS_MS, type SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry, KeyRole, KeySet } from '@platform/core/objects/key-entry';
import type { Connector, ParamKind, PluginManifest } from '@platform/core/objects/plugin';
import { ACCOUNT_FIELD, declaredRules, entryValuesSchema } from '@platform/core/objects/plugin-schemas';
import { Name } from '@platform/core/objects/primitives';
import type { Profile } from '@platform/core/objects/profile';
import { ROLES_OF_TYPE } from '@platform/core/objects/roles';
import { shapeFault } from '@platform/core/objects/shape-fault';
import { printable } from '@platform/core/verify/report-html';
import { fieldWords, SHORT_ID } from '@platform/words/directories';
import { Check } from 'typebox/value';

/** An entry that waits, and how many more people must sign it; none if it waits for those before it. */
export interface WaitingEntry {
  readonly signed: SignedEntry;
  readonly missing: number;
}

/** A directory as this program replayed it, entry by entry. */
export interface ReadDirectory {
  readonly entries: readonly SignedEntry[];
  /** As of the newest entry. */
  readonly state: DirectoryState;
  /** What waits, each behind the one before it. */
  readonly waiting: readonly WaitingEntry[];
  /** As it would be once everything that waits is in force. */
  readonly behind: DirectoryState;
}

interface Judging {
  readonly crypto: Crypto;
  readonly keys: KeySet;
  /** The profile in force. */
  readonly profile: Pick<Profile, 'directories'>;
  /** RFC 3339. */
  readonly now: string;
}

/**
 * Replays a directory. INVARIANT: nothing of it is taken on the authority’s word: every entry follows on the one before
 * it, commits to what is in force, and was signed with keys of people who were enrolled for it.
 */
export function replayDirectory(
  { crypto, keys, profile, now }: Judging,
  id: DirectoryId,
  given: { readonly entries: readonly SignedEntry[]; readonly drafts: readonly SignedEntry[] },
): Result<ReadDirectory, 'directory_disagrees'> {
  const { entries, drafts } = given;
  const applied = applyEntries(crypto, emptyDirectory(id), entries);
  if (!applied.ok) return disagrees(id, applied.error.message);
  const stranger = entries.find((signed) => !isAuthentic(crypto, signed, keys));
  if (stranger !== undefined) {
    return disagrees(
      id,
      `entry ${stranger.entry.sequence} is not signed with the keys of people who are enrolled here`,
    );
  }
  const pin = pinOf(termsOf(profile, id.directory) ?? {}, id.tenant);
  if (pin !== undefined && entries[pin.sequence]?.entry_hash !== pin.entry_hash) {
    return disagrees(id, `entry ${pin.sequence} is not the one that the profile names`);
  }
  const waiting: WaitingEntry[] = [];
  let behind = applied.value;
  for (const signed of drafts) {
    const signers = entrySigners(crypto, signed, profile, keys);
    const next = applyEntry(crypto, behind, signed);
    const isOld = requiredMs(now) - requiredMs(signed.entry.signed_at) > ENTRY_WAITS_MS;
    // What no longer follows, or was signed by somebody who no longer may, gives way to the next entry.
    if (!signers.ok || !next.ok || isOld) break;
    waiting.push({ signed, missing: signers.value.missing });
    behind = next.value;
  }
  return ok({ entries, state: applied.value, waiting, behind });
}

function disagrees({ directory }: DirectoryId, why: string): Result<never, 'directory_disagrees'> {
  return fail('directory_disagrees', `The directory ${directory} does not hold: ${why}`);
}

/** The next entry, for somebody to sign. An end needs one person, so that it goes before everything that waits. */
export function placeEntry(
  crypto: Crypto,
  { state, behind }: ReadDirectory,
  draft: EntryDraft,
): Result<DirectoryEntry, EntryRefusal> {
  return nextEntry(crypto, draft.change === 'ended' ? state : behind, draft);
}

const ROLES: readonly KeyRole[] = ROLES_OF_TYPE['sanad/directory-entry/1'];

/** Says why this key’s signature on the entry would not count; null if it would, as far as can be known here. */
export function keyFault(
  profile: Pick<Profile, 'directories'>,
  entry: Pick<DirectoryEntry, 'tenant' | 'directory' | 'signed_at'>,
  key: KeyEntry,
  earlier: readonly KeyEntry[] = [],
): string | null {
  const terms = termsOf(profile, entry.directory);
  if (terms === undefined) return `the profile names no directory ${entry.directory}`;
  if (!ROLES.includes(key.role)) return `a key of the role ${key.role} signs no entry`;
  if (key.compromised_at !== null) return `${key.kid} is marked as compromised`;
  if (earlier.some(({ person }) => person === key.person))
    return `${key.person} signed it already: another person must sign`;
  return signerFault(terms, entry, key);
}

/** The keys of all who may sign an entry now. */
export function entryKeys(
  profile: Pick<Profile, 'directories'>,
  entry: Pick<DirectoryEntry, 'tenant' | 'directory' | 'signed_at'>,
  keys: KeySet,
  earlier: readonly KeyEntry[] = [],
): readonly KeyEntry[] {
  return Object.values(keys).filter(
    (key) =>
      keyFault(profile, entry, key, earlier) === null &&
      (key.not_after === null || requiredMs(key.not_after) > requiredMs(entry.signed_at)),
  );
}

/** The people who may sign an entry now; a key’s name where nobody is known to hold it. */
export function entryPeople(...judged: Parameters<typeof entryKeys>): readonly string[] {
  return [...new Set(entryKeys(...judged).map(({ person, kid }) => person ?? kid))];
}

/** A field of a directory’s entries. */
export interface EntryField {
  readonly name: string;
  /** As people call it. */
  readonly label: string;
  readonly kind: ParamKind;
  /** What the plugin says of it; empty for an account at the counterparty. */
  readonly description: string;
  /** Whether agents name an entry by it. */
  readonly isId: boolean;
}

/** What of a plugin says how its directories’ entries look. */
export interface ListFiles {
  readonly manifest: PluginManifest;
  readonly connector: Pick<Connector, 'accounts_directory'>;
}

/** The fields of a directory’s entries, in the order of the plugin’s rule; none if it has no such list. */
export function entryFields({ manifest, connector }: ListFiles, directory: string): readonly EntryField[] {
  const declared = declaredRules(manifest).get(directory);
  if (declared?.rule.kind !== 'allow_list') return [];
  const { params } = declared.facade;
  const compared = declared.rule.fields.map((name, index): EntryField => {
    const kind = params[name]?.kind ?? 'name';
    const isId = index === 0 && kind === 'name';
    // The plugin describes it for agents, who choose one; a person who adds an entry makes one up.
    const description = isId ? SHORT_ID : (params[name]?.description ?? '');
    return { name, label: fieldWords(name), kind, description, isId };
  });
  if (connector.accounts_directory !== directory) return compared;
  const account = {
    name: ACCOUNT_FIELD,
    label: ACCOUNT_FIELD,
    kind: 'name',
    description: '',
    isId: false,
  } as const;
  return [...compared, account];
}

/** The first of the values that cannot be in this directory, and why; null if all can. */
export function valuesFault(
  { manifest, connector }: ListFiles,
  directory: string,
  values: Readonly<Record<string, string>>,
): { readonly field: string; readonly message: string } | null {
  const schema = entryValuesSchema(manifest, connector, directory);
  if (schema === undefined) return { field: '', message: `${manifest.name} has no list ${directory}` };
  const fault = shapeFault(schema, values);
  if (fault !== null) return { field: fault.path.replace(/^\//, ''), message: fault.message };
  const hidden = Object.entries(values).find(([, value]) => printable(value) !== value);
  return hidden === undefined
    ? null
    : { field: hidden[0], message: 'has a character that cannot be seen: remove it' };
}

/** No name for people, and no source, is longer. */
export const MOST_NOTE = 140;

/** Says what is wrong with a text about an entry, which is signed and shown to everyone; null if nothing is. */
export function noteFault(text: string): string | null {
  if (text.length > MOST_NOTE) return `has ${text.length} characters: write at most ${MOST_NOTE}`;
  return printable(text) === text ? null : 'has a character that cannot be seen: remove it';
}

const TYPED_CHARACTERS = 4;

/**
 * The field of which a person types the end from paper: the account, if there is one, else what the entry is known by.
 * A currency is no such field, because everybody knows how it ends.
 */
export function typedField(fields: readonly EntryField[]): EntryField | null {
  return fields.findLast(({ kind }) => kind !== 'currency') ?? fields[0] ?? null;
}

/**
 * The last characters of a value, which a person types from paper.
 * @example typedEnd('acct_initrode') // 'rode'
 */
export function typedEnd(value: string): string {
  return [...value].slice(-TYPED_CHARACTERS).join('');
}

/**
 * What a new entry is called in its directory: its first value, followed by the others if another entry has that name.
 */
export function entryName(
  fields: readonly EntryField[],
  values: Readonly<Record<string, string>>,
  taken: DirectoryState['inForce'],
): string {
  const parts = fields.map(({ name }) => (values[name] ?? '').replaceAll(/[^A-Za-z0-9_.@-]+/g, '_'));
  const names = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  return names.find((name) => Check(Name, name) && !taken.has(name)) ?? parts[0] ?? '';
}

/** An entry in force that a reader may take for another, by the field in which both look alike. */
interface LookAlike {
  readonly name: string;
  readonly field: string;
  /** Whether the values are the same, and not only alike. */
  readonly isSame: boolean;
  /** Whether what is done by an entry is listed under this field. */
  readonly isListed: boolean;
  /** The fields in which the two differ. */
  readonly differs: readonly string[];
}

const ALIKE: readonly unknown[] = ['same', 'leading_zeros', 'look_alike'];

/** What in the directory looks like one of these values; values that everybody shares, such as a currency, do not count. */
export function lookAlikes(
  fields: readonly EntryField[],
  { name, values }: { readonly name: string; readonly values: Readonly<Record<string, string>> },
  { inForce }: DirectoryState,
): readonly LookAlike[] {
  return [...inForce].flatMap(([other, { signed }]) => {
    if (other === name) return [];
    const differs = fields
      .map(({ name: field }) => field)
      .filter((field) => (values[field] ?? '') !== '' && values[field] !== signed.entry.values?.[field]);
    return fields.flatMap(({ name: field, kind }): readonly LookAlike[] => {
      const [mine = '', theirs = ''] = [values[field], signed.entry.values?.[field]];
      if (kind === 'currency' || mine === '' || theirs === '') return [];
      const isAlike =
        isSameHolder(mine, theirs) ||
        ALIKE.includes(compareReferences(readReference(mine), readReference(theirs)));
      return isAlike
        ? [{ name: other, field, isSame: mine === theirs, isListed: field === fields[0]?.name, differs }]
        : [];
    });
  });
}
