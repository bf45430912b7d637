import { ok, type Result } from '@common/base/result';
import type { DirectoryTerms, SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { Connector } from '@platform/core/objects/plugin';
import { isTenantOf } from '@platform/core/objects/tenants';
import { currentReader } from '../access/reader.ts';
import type { Authority, ConnectorOf, DirectoryPlace } from '../use-cases/authority.ts';
import { entryPeople } from '../use-cases/directories.ts';

export interface CompanyDeps {
  readonly authority: Pick<
    Authority,
    'plugins' | 'profile' | 'keys' | 'mandates' | 'directoryHeads' | 'receiptRows'
  >;
  readonly connectorOf: ConnectorOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/** From where an account of a company is paid, under one policy. */
type AccountState =
  /** The policy's plugin pays from no account. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'directory' } & ListState)
  /** The connector's own file names it, which no page can change. */
  | { readonly kind: 'file'; readonly isThere: boolean; readonly plugin: string };

/** A list of a company in a directory. */
export interface ListState {
  readonly place: DirectoryPlace;
  readonly count: number;
  readonly terms: DirectoryTerms;
  /** Everyone whose signature on an entry would count now. */
  readonly people: readonly string[];
}

/** What a company has under one policy. */
export interface CompanyPolicy {
  readonly profile: string;
  readonly account: AccountState;
  /** Its lists in directories, such as payees; those in the policy itself are every company's. */
  readonly lists: readonly ListState[];
  readonly mandate: MandateRecord | null;
  /** Whether something was done under it. */
  readonly isUsed: boolean;
}

export interface Company {
  readonly tenant: string;
  /** Keys of principals that name this tenant, and none of those who speak for all. */
  readonly principals: readonly KeyEntry[];
  readonly policies: readonly CompanyPolicy[];
}

/** The tenants that are known here by a key, a mandate or a directory, of those that are the reader's. */
export async function listCompanies({ authority }: CompanyDeps): Promise<Result<readonly string[]>> {
  const [keys, mandates, heads] = await Promise.all([
    authority.keys(),
    authority.mandates(),
    authority.directoryHeads(),
  ]);
  if (!keys.ok) return keys;
  if (!mandates.ok) return mandates;
  if (!heads.ok) return heads;
  const named = [
    ...Object.values(keys.value).flatMap(({ tenants }) => tenants ?? []),
    ...mandates.value.map(({ contract }) => contract.tenant),
    ...heads.value.map(({ entry }) => entry.tenant),
  ];
  return ok([...new Set(named)].filter((tenant) => tenant !== '*' && isTheirs(tenant)).sort());
}

/** Whether a reader may see a company. One that nobody has begun is theirs who may begin it. */
export function isTheirs(tenant: string): boolean {
  const reader = currentReader();
  return reader === null || reader.tenants === null || isTenantOf(reader, tenant);
}

export async function readCompany(deps: CompanyDeps, tenant: string): Promise<Result<Company>> {
  const { authority } = deps;
  const [plugins, keys, mandates, heads] = await Promise.all([
    authority.plugins(),
    authority.keys(),
    authority.mandates(),
    authority.directoryHeads(),
  ]);
  if (!plugins.ok) return plugins;
  if (!keys.ok) return keys;
  if (!mandates.ok) return mandates;
  if (!heads.ok) return heads;
  const own = mandates.value.filter(
    ({ contract, status }) => contract.tenant === tenant && status === 'active',
  );
  const policies: CompanyPolicy[] = [];
  for (const { profile: name, name: plugin } of plugins.value) {
    const signed = await authority.profile(name);
    const connector = deps.connectorOf(name);
    // Nothing is done under a policy that is not in force, or whose plugin is not here.
    if (!signed.ok || connector === null) continue;
    const { profile } = signed.value;
    const lists = Object.entries(profile.directories ?? {}).map(([directory, terms]): ListState => {
      const place = { tenant, profile: name, directory };
      const people = entryPeople(profile, { ...place, signed_at: deps.now() }, keys.value);
      return { place, count: sizeOf(heads.value, place), terms, people };
    });
    const search = { tenant, plugin, outcome: 'executed' };
    const done = await authority.receiptRows({ search, before: null, grantId: null, limit: 1 });
    if (!done.ok) return done;
    const isAccounts = ({ place }: ListState) => place.directory === connector.accounts_directory;
    policies.push({
      profile: name,
      account: accountOf(connector, { plugin, tenant, list: lists.find(isAccounts) }),
      lists: lists.filter((list) => !isAccounts(list)),
      mandate: own.find(({ contract }) => contract.profile === name) ?? null,
      isUsed: done.value.rows.length > 0,
    });
  }
  const principals = Object.values(keys.value).filter(
    ({ role, tenants, compromised_at: lost }) =>
      role === 'principal' && lost === null && tenants?.includes(tenant) === true,
  );
  // What pays goes first: it is what people come for.
  policies.sort((one, other) => Number(one.account.kind === 'none') - Number(other.account.kind === 'none'));
  return ok({ tenant, principals, policies });
}

function sizeOf(heads: readonly SignedEntry[], { tenant, profile, directory }: DirectoryPlace): number {
  const head = heads.find(
    ({ entry }) => entry.tenant === tenant && entry.profile === profile && entry.directory === directory,
  );
  return head?.entry.size ?? 0;
}

function accountOf(
  { tenant_accounts: accounts }: Connector,
  {
    plugin,
    tenant,
    list,
  }: { readonly plugin: string; readonly tenant: string; readonly list: ListState | undefined },
): AccountState {
  if (list !== undefined) return { kind: 'directory', ...list };
  if (accounts === undefined) return { kind: 'none' };
  return { kind: 'file', plugin, isThere: accounts.some((account) => account.tenant === tenant) };
}
