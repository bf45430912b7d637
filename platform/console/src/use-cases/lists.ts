import type { Crypto } from '@common/evidence/crypto';
import {
  applyEntry,
  type DirectoryId,
  type DirectoryState,
  emptyDirectory,
  nextEntry,
} from '@platform/core/directory/state';
import type { DirectoryTerms, SignedEntry } from '@platform/core/objects/directory';
import type { Connector, PluginManifest } from '@platform/core/objects/plugin';
import { ACCOUNT_FIELD, declaredRules } from '@platform/core/objects/plugin-schemas';
import type { ProfileDraft } from '@platform/core/objects/profile';
import { ListEntry } from '@platform/core/objects/rules';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { accountOf } from '@platform/core/verify/account';
import { Value } from 'typebox/value';
import type { Deployment } from './deployment.ts';
import { entryFields, entryName, valuesFault } from './directories.ts';

/** What of a plugin says how its lists look, and whose accounts its connector names. */
interface ListPlugin {
  readonly manifest: PluginManifest;
  readonly connector: Pick<Connector, 'accounts_directory' | 'tenant_accounts'>;
}

type Values = Readonly<Record<string, string>>;

/** The terms of a directory that takes the place of a list: one principal of the tenant signs each entry. */
const TERMS: DirectoryTerms = { needed: 1 };

/**
 * The names of the lists that a profile carries in itself. A set that mandates choose from is no such list: it is part of
 * what each mandate says.
 */
export function listsIn(manifest: PluginManifest, { rules }: Pick<ProfileDraft, 'rules'>): readonly string[] {
  return [...declaredRules(manifest)].flatMap(([name, { rule }]) =>
    rule.kind === 'allow_list' && Array.isArray(rules[name]) ? [name] : [],
  );
}

/** The profiles in force that carry lists, each with their names. */
export async function profilesWithLists({
  plugins,
  profile,
}: Pick<Deployment, 'plugins' | 'profile'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const { manifest } of await plugins()) {
    const inForce = await profile(manifest.profile);
    const lists = inForce === null ? [] : listsIn(manifest, inForce.profile);
    if (lists.length > 0) found[manifest.profile] = lists;
  }
  return found;
}

/** The draft with a directory in the place of each list. */
export function withDirectories(manifest: PluginManifest, draft: ProfileDraft): ProfileDraft {
  const lists = listsIn(manifest, draft);
  if (lists.length === 0) return draft;
  return {
    ...draft,
    rules: Object.fromEntries(Object.entries(draft.rules).filter(([name]) => !lists.includes(name))),
    directories: { ...Object.fromEntries(lists.map((name) => [name, TERMS])), ...draft.directories },
  };
}

interface ListedValues {
  /** What entries of the tenant’s directory would say. */
  readonly values: readonly Values[];
  /** What cannot be an entry, and why. */
  readonly left: readonly { readonly values: Values; readonly why: string }[];
}

/** What a profile’s list says, for entries of a tenant’s directory. */
export function listedValues(
  plugin: ListPlugin,
  { rules }: Pick<ProfileDraft, 'rules'>,
  { tenant, directory }: Pick<DirectoryId, 'tenant' | 'directory'>,
): ListedValues {
  const listed: unknown = rules[directory];
  const values: Values[] = [];
  const left: { values: Values; why: string }[] = [];
  for (const one of Array.isArray(listed) ? listed : []) {
    if (!Value.Check(ListEntry, one)) continue;
    const own = withAccount(plugin, one, { tenant, directory });
    const fault = valuesFault(plugin, directory, own);
    if (fault === null) values.push(own);
    else left.push({ values: one, why: `${fault.field} ${fault.message}` });
  }
  return { values, left };
}

/** A list of accounts says for what there is one; which one it is stands in the connector. */
function withAccount(
  { connector: { accounts_directory: accounts, tenant_accounts: named = [] } }: ListPlugin,
  values: Values,
  { tenant, directory }: Pick<DirectoryId, 'tenant' | 'directory'>,
): Values {
  if (accounts !== directory || values[ACCOUNT_FIELD] !== undefined) return values;
  const account = accountOf({ tenant_accounts: named }, { tenant, params: values });
  return account === null ? values : { ...values, [ACCOUNT_FIELD]: account };
}

/** The first entries of a directory, signed by one person. What is listed twice is one entry. */
export function signFirstEntries(
  crypto: Crypto,
  signer: Signer,
  id: DirectoryId,
  { plugin, values: all, now }: { plugin: ListPlugin; values: readonly Values[]; now: string },
): readonly SignedEntry[] {
  const fields = entryFields(plugin, id.directory);
  const entries: SignedEntry[] = [];
  let state: DirectoryState = emptyDirectory(id);
  for (const values of all) {
    const name = entryName(fields, values, state.inForce);
    const placed = nextEntry(crypto, state, { change: 'added', name, values, signed_at: now });
    if (!placed.ok) continue;
    const { hash, signature } = signObject(crypto, signer, placed.value);
    const signed = { entry: placed.value, entry_hash: hash, signatures: [signature] };
    const applied = applyEntry(crypto, state, signed);
    if (!applied.ok) continue;
    entries.push(signed);
    state = applied.value;
  }
  return entries;
}
