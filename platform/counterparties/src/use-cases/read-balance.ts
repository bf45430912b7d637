import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { BankStore } from '../store/store.ts';

export interface BalanceDeps {
  readonly store: BankStore;
  readonly clock: () => number;
}

interface Balance {
  readonly account_id: string;
  readonly currency: string;
  /** Decimal string. */
  readonly balance: string;
  readonly as_of: string;
}

export async function readBalance(
  { store, clock }: BalanceDeps,
  accountId: string,
): Promise<Result<Balance, 'account_unknown'>> {
  const account = await store.account(accountId);
  if (account === null) return fail('account_unknown', `There is no account ${accountId}.`);
  return ok({
    account_id: account.accountId,
    currency: account.currency,
    balance: account.balance,
    as_of: formatInstant(clock()),
  });
}
