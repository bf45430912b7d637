import type { Action } from '../objects/grant.ts';
import type { Connector } from '../objects/plugin.ts';

/**
 * The account at the counterparty with which the action's tenant acts; null if the connector names none.
 * INVARIANT: never guessed: people sign the connector with the profile.
 * @example accountOf({ tenant_accounts: [{ tenant: 'tn_a', account: 'eur', when: { currency: 'EUR' } }] }, {
 *     tenant: 'tn_a', params: { currency: 'USD' },
 *   }) // null
 */
export function accountOf(
  { tenant_accounts: accounts = [] }: Pick<Connector, 'tenant_accounts'>,
  { tenant, params }: Pick<Action, 'tenant' | 'params'>,
): string | null {
  const found = accounts.find(
    (entry) =>
      entry.tenant === tenant &&
      Object.entries(entry.when ?? {}).every(
        ([name, value]) => Object.hasOwn(params, name) && String(params[name]) === value,
      ),
  );
  return found?.account ?? null;
}
