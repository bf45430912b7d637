import type { Result } from '@common/base/result';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { Signer } from '@platform/core/signed/signed';
import { acknowledge } from '@platform/frame/acknowledge';
import type { TransferRequest } from '../requests/effects.ts';
import type { Account, BankStore, Movement } from '../store/store.ts';
import { isNegative, isZero, minus, plus } from './money.ts';
import { type OnceRefusal, orderOf, resultOf } from './once.ts';

export interface TransferDeps {
  readonly store: BankStore;
  readonly signer: Signer;
  readonly clock: () => number;
  readonly newId: (prefix: string) => string;
}

/** Moves money once per idempotency key. A known key gets the first answer again, and nothing moves. */
export async function transferMoney(
  deps: TransferDeps,
  body: TransferRequest,
  headerKey: string | undefined,
  token: BrokerToken,
): Promise<Result<SignedAck, OnceRefusal>> {
  const order = await orderOf(deps, 'txn_', body, { headerKey, token });
  if (!order.ok) return order;
  const { id: transfer_id, at } = order.value;
  const { from_account, to_account, amount, currency } = body;
  const outcome = await deps.store.transfer(
    order.value,
    (from, to) => move(body, from, to),
    () =>
      acknowledge(deps.signer, 'transfer', body, at, {
        transfer_id,
        from_account,
        to_account,
        amount,
        currency,
        ...(body.beneficiary_id === undefined ? {} : { beneficiary_id: body.beneficiary_id }),
        ...(body.memo === undefined ? {} : { memo: body.memo }),
        ...(body.reference === undefined ? {} : { reference: body.reference }),
      }),
  );
  return resultOf(outcome);
}

/** Decides on a transfer. The first credit opens an unknown payee's account; an unknown payer is refused. */
function move(
  { from_account: fromAccount, to_account: toAccount, amount, currency }: TransferRequest,
  from: Account | null,
  to: Account | null,
): Movement {
  const refuse = (code: string, message: string): Movement => ({ ok: false, refusal: { code, message } });
  if (isZero(amount)) return refuse('amount_not_positive', 'The amount must be more than 0.');
  if (from === null) return refuse('account_unknown', `There is no account ${fromAccount} to pay from.`);
  if (fromAccount === toAccount) return refuse('same_account', 'Payer and payee are the same account.');
  if (from.currency !== currency)
    return refuse('currency_mismatch', `${fromAccount} is in ${from.currency}, not in ${currency}.`);
  if (to !== null && to.currency !== currency)
    return refuse('currency_mismatch', `${toAccount} is in ${to.currency}, not in ${currency}.`);
  const fromBalance = minus(from.balance, amount);
  if (isNegative(fromBalance)) return refuse('insufficient_funds', `${fromAccount} has less than ${amount}.`);
  return { ok: true, fromBalance, toBalance: plus(to?.balance ?? '0', amount) };
}
