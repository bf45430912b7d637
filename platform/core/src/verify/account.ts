import type { EntryProofs } from '../objects/directory.ts';
import type { Action } from '../objects/grant.ts';
import type { Connector } from '../objects/plugin.ts';
import { ACCOUNT_FIELD } from '../objects/plugin-schemas.ts';

/**
 * The account at the counterparty with which the action's tenant acts; null if none is named. It stands in the entry of
 * the directory of accounts that the action was decided by, or else in the connector. INVARIANT: never guessed: people
 * sign both.
 * @example accountOf({ tenant_accounts: [{ tenant: 'tn_a', account: 'eur', when: { currency: 'EUR' } }] }, {
 *     tenant: 'tn_a', params: { currency: 'USD' },
 *   }) // null
 */
export function accountOf(
  {
    tenant_accounts: accounts = [],
    accounts_directory: directory = '',
  }: Pick<Connector, 'tenant_accounts' | 'accounts_directory'>,
  { tenant, params }: Pick<Action, 'tenant' | 'params'>,
  entries: EntryProofs = {},
): string | null {
  const signed = Object.hasOwn(entries, directory) ? entries[directory]?.entry : undefined;
  if (signed !== undefined) return signed.entry.values?.[ACCOUNT_FIELD] ?? null;
  const found = accounts.find(
    (entry) =>
      entry.tenant === tenant &&
      Object.entries(entry.when ?? {}).every(
        ([name, value]) => Object.hasOwn(params, name) && String(params[name]) === value,
      ),
  );
  return found?.account ?? null;
}
