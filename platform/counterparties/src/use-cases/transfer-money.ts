import type { Result } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import {
  Amount,
  Currency,
  closed,
  GrantId,
  Hash,
  IdempotencyKey,
  Name,
  Text,
} from '@platform/core/objects/primitives';
import type { Signer } from '@platform/core/signed/signed';
import { type Static, Type } from 'typebox';
import type { Account, BankStore, Movement } from '../store/store.ts';
import { acknowledge } from './acknowledge.ts';
import { isNegative, isZero, minus, plus } from './money.ts';
import { checkBinding, type OnceRefusal, resultOf } from './once.ts';

/** Body of `POST /transfers`. */
export const TransferRequest = closed({
  from_account: Name,
  to_account: Name,
  amount: Amount,
  currency: Currency,
  beneficiary_id: Type.Optional(Name),
  memo: Type.Optional(Text),
  reference: Type.Optional(Text),
  grant_id: GrantId,
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type TransferRequest = Static<typeof TransferRequest>;

export interface TransferDeps {
  readonly store: BankStore;
  readonly signer: Signer;
  readonly clock: () => number;
  /** `prefix` and 24 hex digits. */
  readonly newId: (prefix: string) => string;
}

/** Moves money once per idempotency key. A known key gets the first answer again, and nothing moves. */
export async function transferMoney(
  deps: TransferDeps,
  body: TransferRequest,
  idempotencyKey: string | undefined,
  token: BrokerToken,
): Promise<Result<SignedAck, OnceRefusal>> {
  const bound = checkBinding(body, idempotencyKey, token);
  if (!bound.ok) return bound;
  const at = deps.clock();
  const transferId = deps.newId('txn_');
  const { from_account: fromAccount, to_account: toAccount, amount, currency } = body;
  const outcome = await deps.store.transfer(
    {
      idempotencyKey: body.idempotency_key,
      bodyHash: hashOf(nodeCrypto, body),
      at,
      transferId,
      grantId: body.grant_id,
      fromAccount,
      toAccount,
      amount,
      currency,
    },
    (from, to) => move(body, fromAccount, from, to),
    () =>
      acknowledge(deps.signer, 'transfer', body, at, {
        transfer_id: transferId,
        from_account: fromAccount,
        to_account: toAccount,
        amount,
        currency,
        ...(body.beneficiary_id === undefined ? {} : { beneficiary_id: body.beneficiary_id }),
        ...(body.memo === undefined ? {} : { memo: body.memo }),
        ...(body.reference === undefined ? {} : { reference: body.reference }),
      }),
  );
  return resultOf(outcome);
}

/** An unknown payee's account is opened by its first credit; an unknown payer has nothing to pay with. */
function move(
  { to_account: toAccount, amount, currency }: TransferRequest,
  fromAccount: string,
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
