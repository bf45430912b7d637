import type { KeyObject } from 'node:crypto';
import { formatInstant, instantMs } from '@common/base/instant';
import { fail, ok } from '@common/base/result';
import type { HttpCall, HttpClient } from '@common/kit/http/client';
import {
  Amount,
  Currency,
  closed,
  GrantId,
  Hash,
  IdempotencyKey,
  Instant,
  Name,
  Text,
} from '@platform/core/objects/primitives';
import type { SettledState } from '@platform/core/objects/settled';
import type { Done, Found, Provider, Sent } from '@platform/frame/provider';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { createAccessTokens } from './access-token.adapter.ts';
import { signRequest } from './sign-request.ts';
import { webhookReader } from './webhook.ts';

/** The body of `POST /payment`. */
const PaymentRequest = closed({
  account: Name,
  creditor_account: Name,
  amount: Amount,
  currency: Currency,
  reference: Type.Optional(Text),
  grant_id: GrantId,
  granted_at: Type.Optional(Instant),
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type PaymentRequest = Static<typeof PaymentRequest>;

const Account = Type.Object({ Identification: Type.String() });
const Payment = Type.Object({
  PaymentId: Type.String({ minLength: 1, maxLength: 128 }),
  Status: Type.String({ maxLength: 64 }),
  StatusUpdateDateTime: Type.String({ maxLength: 64 }),
  IdempotencyKey: Type.String(),
  Initiation: Type.Object({
    EndToEndIdentification: Type.String(),
    InstructedAmount: Type.Object({ Amount: Type.String(), Currency: Type.String() }),
    DebtorAccount: Account,
    CreditorAccount: Account,
  }),
});
const made = Compile(Type.Object({ Data: Payment }));
const listed = Compile(
  Type.Object({ Data: Type.Object({ Payment: Type.Array(Payment, { maxItems: 100 }) }) }),
);
const errorBody = Compile(
  Type.Object({
    Errors: Type.Array(Type.Object({ ErrorCode: Type.String(), Message: Type.String() }), { minItems: 1 }),
  }),
);
const balances = Compile(
  Type.Object({
    Data: Type.Object({ Balance: Type.Array(Type.Object({ Amount: Amount, Currency: Type.String() })) }),
  }),
);

/** The bank's word for each state; what is in process is submitted, and nothing is said of it. */
const STATES: Readonly<Record<string, SettledState | null>> = {
  AcceptedSettlementInProcess: null,
  AcceptedSettlementCompleted: 'settled',
  Rejected: 'failed',
  Returned: 'returned',
};

const PAYMENTS = '/open-banking/payments';
const MAX_BYTES = 262_144;
const REQUEST_MS = 2_500;
/** With an access token that has to be renewed: two requests for tokens, and two of ours. */
const MOST_REQUESTS = 4;

interface BankOptions {
  readonly http: Pick<HttpClient, 'send'>;
  readonly name: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** With which requests are signed; the bank has its public half under `clientId`. */
  readonly signingKey: KeyObject;
  readonly webhookSecret: string | undefined;
  readonly quietMs: number;
  readonly clock: () => number;
  /** Of one request. */
  readonly requestMs?: number;
}

/** Payments at a bank whose API is in the style of open banking: accepted now, and settled or returned later. */
export function createBank({ http, ...options }: BankOptions): Provider<PaymentRequest> {
  const { requestMs = REQUEST_MS } = options;
  const ask = caller({ http, ...options, requestMs });
  return {
    name: options.name,
    operation: 'payment',
    request: PaymentRequest,
    timeoutMs: requestMs * MOST_REQUESTS,
    quietMs: options.quietMs,
    settles: true,
    async send(order): Promise<Sent> {
      const body = JSON.stringify(initiationOf(order));
      const headers = { 'content-type': 'application/json', 'x-idempotency-key': order.idempotency_key };
      const answer = await ask({ method: 'POST', path: PAYMENTS, body }, headers);
      if (answer.kind === 'unanswered')
        return { kind: answer.handedOver ? 'unknown' : 'not_now', why: answer.message };
      const text = textOf(answer.bytes);
      if (answer.status !== 201) return refusalIn(answer.status, text);
      const value = jsonOf(text);
      if (!made.Check(value)) return { kind: 'unknown', why: 'the answer is no payment' };
      return doneBy(order, value.Data, text);
    },
    async lookUp(order): Promise<Found> {
      const query = new URLSearchParams({ 'idempotency-key': order.idempotency_key });
      const answer = await ask({ method: 'GET', path: `${PAYMENTS}?${query}`, body: null });
      if (answer.kind === 'unanswered') return { kind: 'unknown', why: answer.message };
      const text = textOf(answer.bytes);
      const value = jsonOf(text);
      if (answer.status !== 200 || !listed.Check(value))
        return { kind: 'unknown', why: `the list of payments was answered with HTTP ${answer.status}` };
      const [payment, ...others] = value.Data.Payment;
      if (others.length > 0) return { kind: 'unknown', why: 'the bank has several payments under one key' };
      return payment === undefined ? { kind: 'absent' } : doneBy(order, payment, text);
    },
    webhook: { path: '/webhooks/bankpay', read: webhookReader(options.webhookSecret) },
    async balance(currency) {
      const answer = await ask({ method: 'GET', path: '/open-banking/balances', body: null });
      const unavailable = (why: string) =>
        fail('provider_unavailable', `The bank shows no balance (${why}).`);
      if (answer.kind === 'unanswered') return unavailable(answer.message);
      const value = jsonOf(textOf(answer.bytes));
      if (answer.status !== 200 || !balances.Check(value)) return unavailable(`HTTP ${answer.status}`);
      const balance = value.Data.Balance.find((one) => one.Currency === currency)?.Amount ?? '0';
      return ok({ account_id: options.name, currency, balance });
    },
  };
}

type Answer = Awaited<ReturnType<HttpClient['send']>>;

/** Sends signed requests with an access token, which is renewed once if the bank no longer takes it. */
function caller({ http, clock, ...options }: BankOptions & { readonly requestMs: number }) {
  const { clientId, signingKey: key, requestMs: timeoutMs } = options;
  const { origin, pathname } = new URL(options.apiUrl);
  const tokens = createAccessTokens({ http, clock, ...options, timeoutMs });
  const attempt = async (
    token: string,
    { method, path: under, body }: Pick<HttpCall, 'method' | 'path'> & { readonly body: string | null },
    more: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const path = `${pathname.replace(/\/$/, '')}${under}`;
    const unsigned = { authorization: `Bearer ${token}`, accept: 'application/json', ...more };
    const request = { method, url: `${origin}${path}`, headers: unsigned, body };
    const headers = await signRequest({ key, keyId: clientId, nowMs: clock() }, request);
    return http.send({ method, origin, path, body, headers, timeoutMs, maxBytes: MAX_BYTES, apart: true });
  };
  return async (
    call: Parameters<typeof attempt>[1],
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    for (let isRenewed = false; ; isRenewed = true) {
      const token = await tokens.get();
      if (!token.ok) return { kind: 'unanswered', handedOver: false, message: token.error.message };
      const answer = await attempt(token.value, call, more);
      if (answer.kind === 'unanswered' || answer.status !== 401) return answer;
      // A 401 says that nothing was done, whatever the request.
      tokens.drop(token.value);
      if (isRenewed) return answer;
    }
  };
}

function initiationOf({ account, creditor_account, amount, currency, reference, ...order }: PaymentRequest) {
  return {
    Data: {
      Initiation: {
        EndToEndIdentification: order.grant_id,
        InstructedAmount: { Amount: amount, Currency: currency },
        DebtorAccount: { Identification: account },
        CreditorAccount: { Identification: creditor_account },
        ...(reference === undefined ? {} : { RemittanceInformation: { Reference: reference } }),
      },
    },
  };
}

/** INVARIANT: nothing is acknowledged but what the bank says that it accepted, and only if it is what was ordered. */
function doneBy(
  order: PaymentRequest,
  { PaymentId, Status, StatusUpdateDateTime, IdempotencyKey: key, Initiation }: Static<typeof Payment>,
  answer: string,
): Done | { readonly kind: 'unknown'; readonly why: string } {
  const { EndToEndIdentification, InstructedAmount, DebtorAccount, CreditorAccount } = Initiation;
  const isOrdered =
    plain(InstructedAmount.Amount) === plain(order.amount) &&
    InstructedAmount.Currency === order.currency &&
    DebtorAccount.Identification === order.account &&
    CreditorAccount.Identification === order.creditor_account &&
    key === order.idempotency_key &&
    // A key is made of what is ordered: another adapter at this bank may have used the same one.
    EndToEndIdentification === order.grant_id;
  if (!isOrdered) return { kind: 'unknown', why: `the payment ${PaymentId} is not what was ordered` };
  const state = Object.hasOwn(STATES, Status) ? STATES[Status] : undefined;
  const at = instantMs(StatusUpdateDateTime);
  if (state === undefined || at === null)
    return { kind: 'unknown', why: `the payment ${PaymentId} has a status or a date that is not known` };
  const { creditor_account, amount, currency } = order;
  return {
    kind: 'done',
    fields: { payment_id: PaymentId, payment_status: Status, creditor_account, amount, currency },
    answer,
    failed: state === 'failed' ? true : undefined,
    later: state === null ? undefined : { state, at: formatInstant(at) },
  };
}

/** An amount without zeros at its end: `12.50` is `12.5`. */
function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Statuses after which it is certain that this request did nothing, though another may. */
const NOT_NOW: readonly number[] = [401, 403, 429];
/** Statuses by which the bank refuses what was asked for. */
const REFUSES: readonly number[] = [400, 422];

function refusalIn(status: number, text: string): Sent {
  const value = jsonOf(text);
  const error = errorBody.Check(value) ? value.Errors[0] : undefined;
  const why = `HTTP ${status}${error === undefined ? '' : `: ${error.ErrorCode}`}`;
  if (NOT_NOW.includes(status)) return { kind: 'not_now', why };
  if (!REFUSES.includes(status) || error === undefined) return { kind: 'unknown', why };
  return { kind: 'refused', code: error.ErrorCode, message: error.Message };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
