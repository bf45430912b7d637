import { fail, ok, type Result } from '@common/base/result';
import type { Account, AccountStore } from './accounts.store.ts';
import { normaliseEmail } from './mailbox.ts';
import type { PaymentListed, PaymentStore } from './payments.store.ts';
import { earlierKeyEndsAt } from './sign-up.ts';

export interface AssignPaymentDeps {
  readonly payments: Pick<PaymentStore, 'find' | 'assign' | 'unassign'>;
  readonly accounts: Pick<AccountStore, 'named'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type AssignRefusal = 'no_such_payment' | 'has_an_account' | 'no_such_account' | 'several_accounts';

/** The most accounts of one address that a refusal lists. */
const MOST_NAMED = 5;

/** Gives a purchase that matched no account to the one that the operator names by its id or address. */
export async function assignPayment(
  { payments, accounts, clock }: AssignPaymentDeps,
  { payment, to }: { readonly payment: string; readonly to: string },
): Promise<Result<Account, AssignRefusal>> {
  const before = await payments.find(payment);
  if (before === null) return fail('no_such_payment', 'There is no such payment. Reload the page.');
  if (before.matchedBy !== null) return fail('has_an_account', alreadyWords(before));
  const named = await accounts.named(normaliseEmail(to), MOST_NAMED + 1);
  const [account] = named;
  if (account === undefined) {
    return fail('no_such_account', 'No account has this address or id. Ask the payer how they signed up.');
  }
  if (named.length > 1) return fail('several_accounts', severalWords(named));
  const now = clock();
  if (await payments.assign(payment, account.id, { now, othersEndAt: earlierKeyEndsAt(now) })) {
    return ok(account);
  }
  // Someone else assigned it first, or the account was deleted in the meantime.
  const after = await payments.find(payment);
  return after === null || after.matchedBy === null
    ? fail('no_such_account', 'The account was deleted just now.')
    : fail('has_an_account', alreadyWords(after));
}

/** Undoes a mistaken assignment: the payment waits for an account again. */
export async function unassignPayment(
  { payments, clock }: Pick<AssignPaymentDeps, 'payments' | 'clock'>,
  payment: string,
): Promise<Result<null, 'not_assigned'>> {
  const now = clock();
  return (await payments.unassign(payment, { now, othersEndAt: earlierKeyEndsAt(now) }))
    ? ok(null)
    : fail('not_assigned', 'This payment is not assigned by you any more. Nothing was changed.');
}

function alreadyWords({ accountEmail, matchedBy, assignedAt }: PaymentListed): string {
  const owner = accountEmail ?? 'an account that was deleted';
  const how = matchedBy === 'admin' && assignedAt !== null ? `, assigned ${utcTime(assignedAt)}` : '';
  return `This payment already belongs to ${owner}${how}. Nothing was changed.`;
}

function severalWords(accounts: readonly Account[]): string {
  const shown = accounts
    .slice(0, MOST_NAMED)
    .map(({ id, createdAt }) => `${id}, since ${utcTime(createdAt)}`);
  const more = accounts.length > MOST_NAMED ? '; and more' : '';
  return `Several accounts have this address: ${shown.join('; ')}${more}. Write the id of the right one.`;
}

/** Formats an instant to the minute: `2026-02-25 12:00 UTC`. */
function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
