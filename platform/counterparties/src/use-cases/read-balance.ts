import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Account, BankStore } from '../store/store.ts';

export interface BalanceDeps {
  readonly store: BankStore;
  readonly clock: () => number;
}

interface Balance extends Account {
  readonly as_of: string;
}

export async function readBalance(
  { store, clock }: BalanceDeps,
  accountId: string,
): Promise<Result<Balance, 'account_unknown'>> {
  const account = await store.account(accountId);
  if (account === null) return fail('account_unknown', `There is no account ${accountId}.`);
  return ok({ ...account, as_of: formatInstant(clock()) });
}
