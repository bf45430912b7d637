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
import type { Done, Found, Provider, Sent } from '@platform/frame/provider';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { amountOf, smallestUnit } from './smallest-unit.ts';
import { readWebhook } from './webhook.ts';

/** The body of `POST /payout`. */
const PayoutRequest = closed({
  account: Name,
  destination_id: Name,
  amount: Amount,
  currency: Currency,
  memo: Type.Optional(Text),
  reference: Type.Optional(Text),
  grant_id: GrantId,
  granted_at: Type.Optional(Instant),
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type PayoutRequest = Static<typeof PayoutRequest>;

const Payout = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  object: Type.Literal('payout'),
  amount: Type.Integer({ minimum: 1 }),
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
  destination: Type.String(),
  status: Type.String({ maxLength: 64 }),
  metadata: Type.Record(Type.String(), Type.String()),
});
const payout = Compile(Payout);
const page = Compile(Type.Object({ data: Type.Array(Payout), has_more: Type.Boolean() }));
const errorBody = Compile(
  Type.Object({
    error: Type.Object({
      type: Type.String(),
      code: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
    }),
  }),
);
const balances = Compile(
  Type.Object({ available: Type.Array(Type.Object({ amount: Type.Integer(), currency: Type.String() })) }),
);

/** The provider's word for each state, and whether it gave the payout up: nothing comes of it. */
const STATUSES: ReadonlyMap<string, boolean> = new Map([
  ['pending', false],
  ['in_transit', false],
  ['paid', false],
  ['failed', true],
  ['canceled', true],
]);

const MAX_BYTES = 1_048_576;
const PAGE = 100;
/** A look-up reads no more than this many pages; what it has not read to the end tells nothing. */
const MOST_PAGES = 50;
/** By how much the provider's clock may be behind. */
const CLOCK_SKEW_S = 300;
const TIMEOUT_MS = 4_000;
const MS_PER_S = 1_000;

interface PayoutsOptions {
  readonly http: Pick<HttpClient, 'send'>;
  readonly name: string;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string | undefined;
  readonly quietMs: number;
  readonly timeoutMs?: number;
}

/** Payouts at a provider whose API has forms, `Idempotency-Key`, smallest units and signed webhooks. */
export function createPayouts({ http, ...options }: PayoutsOptions): Provider<PayoutRequest> {
  const { origin, pathname } = new URL(options.apiUrl);
  const { timeoutMs = TIMEOUT_MS } = options;
  const ask = (
    { method, path, body = null }: Pick<HttpCall, 'method' | 'path'> & { readonly body?: string | null },
    headers: Readonly<Record<string, string>> = {},
  ) =>
    http.send({
      method,
      origin,
      path: `${pathname.replace(/\/$/, '')}${path}`,
      body,
      headers: { authorization: `Bearer ${options.apiKey}`, accept: 'application/json', ...headers },
      timeoutMs,
      maxBytes: MAX_BYTES,
      apart: true,
    });
  return {
    name: options.name,
    operation: 'payout',
    request: PayoutRequest,
    timeoutMs,
    quietMs: options.quietMs,
    async send(order): Promise<Sent> {
      const units = smallestUnit(order.amount, order.currency);
      if (units === null || units === 0) {
        const message = `${order.amount} ${order.currency} is no amount that the provider pays out.`;
        return { kind: 'refused', code: 'amount_invalid', message };
      }
      const body = formOf(order, units);
      const answer = await ask(
        { method: 'POST', path: '/v1/payouts', body },
        {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': order.idempotency_key,
          'stripe-account': order.account,
        },
      );
      if (answer.kind === 'unanswered')
        return { kind: answer.handedOver ? 'unknown' : 'not_now', why: answer.message };
      const text = Buffer.from(answer.bytes).toString('utf8');
      return answer.status === 200 ? doneBy(order, jsonOf(text), text) : refusalIn(answer.status, text);
    },
    async lookUp(order, sinceMs): Promise<Found> {
      const since = Math.max(0, Math.floor(sinceMs / MS_PER_S) - CLOCK_SKEW_S);
      let after = '';
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const query = new URLSearchParams({ limit: String(PAGE), 'created[gte]': String(since) });
        if (after !== '') query.set('starting_after', after);
        const answer = await ask(
          { method: 'GET', path: `/v1/payouts?${query}` },
          { 'stripe-account': order.account },
        );
        if (answer.kind === 'unanswered') return { kind: 'unknown', why: answer.message };
        const text = Buffer.from(answer.bytes).toString('utf8');
        const value = jsonOf(text);
        if (answer.status !== 200 || !page.Check(value))
          return { kind: 'unknown', why: `the list of payouts was answered with HTTP ${answer.status}` };
        const found = value.data.find(({ metadata }) => metadata.idempotency_key === order.idempotency_key);
        if (found !== undefined) return doneBy(order, found, text);
        if (!value.has_more) return { kind: 'absent' };
        after = value.data.at(-1)?.id ?? '';
      }
      return { kind: 'unknown', why: 'there are too many payouts to look through' };
    },
    webhook: {
      path: '/webhooks/payouts',
      read: (headers, body, nowMs) => readWebhook(headers, body, { secret: options.webhookSecret, nowMs }),
    },
    async balance(currency) {
      const answer = await ask({ method: 'GET', path: '/v1/balance' });
      const unavailable = (why: string) =>
        fail('provider_unavailable', `The provider shows no balance (${why}).`);
      if (answer.kind === 'unanswered') return unavailable(answer.message);
      const value = jsonOf(Buffer.from(answer.bytes).toString('utf8'));
      if (answer.status !== 200 || !balances.Check(value)) return unavailable(`HTTP ${answer.status}`);
      const units = value.available.find((one) => one.currency === currency.toLowerCase())?.amount ?? 0;
      return ok({ account_id: options.name, currency, balance: amountOf(units, currency) });
    },
  };
}

function formOf(order: PayoutRequest, units: number): string {
  return new URLSearchParams({
    amount: String(units),
    currency: order.currency.toLowerCase(),
    destination: order.destination_id,
    ...(order.memo === undefined ? {} : { description: order.memo }),
    ...(order.reference === undefined ? {} : { 'metadata[reference]': order.reference }),
    'metadata[grant_id]': order.grant_id,
    'metadata[idempotency_key]': order.idempotency_key,
  }).toString();
}

/** INVARIANT: nothing is acknowledged but what the provider says that it did, and only if it is what was ordered. */
function doneBy(
  order: PayoutRequest,
  value: unknown,
  answer: string,
): Done | { readonly kind: 'unknown'; readonly why: string } {
  if (!payout.Check(value)) return { kind: 'unknown', why: 'the answer is no payout' };
  const isOrdered =
    value.amount === smallestUnit(order.amount, order.currency) &&
    value.currency === order.currency.toLowerCase() &&
    value.destination === order.destination_id &&
    value.metadata.idempotency_key === order.idempotency_key &&
    // A key is made of what is ordered: another adapter at this provider may have used the same one.
    value.metadata.grant_id === order.grant_id;
  if (!isOrdered) return { kind: 'unknown', why: `the payout ${value.id} is not what was ordered` };
  const isGivenUp = STATUSES.get(value.status);
  if (isGivenUp === undefined)
    return { kind: 'unknown', why: `the payout ${value.id} has a status that is not known` };
  const { destination_id, amount, currency } = order;
  const fields = { payout_id: value.id, payout_status: value.status, destination_id, amount, currency };
  return { kind: 'done', fields, answer, failed: isGivenUp ? true : undefined };
}

/** Statuses after which it is certain that this request did nothing, though another may. */
const NOT_NOW: readonly number[] = [401, 403, 429];
/** Statuses by which the provider refuses what was asked for. */
const REFUSES: readonly number[] = [400, 402, 404];

function refusalIn(status: number, text: string): Sent {
  const value = jsonOf(text);
  const error = errorBody.Check(value) ? value.error : null;
  const why = `HTTP ${status}${error === null ? '' : `: ${error.code ?? error.type}`}`;
  if (NOT_NOW.includes(status)) return { kind: 'not_now', why };
  // The key was used with other parameters: something was done under it, or refused.
  if (!REFUSES.includes(status) || error === null || error.type === 'idempotency_error')
    return { kind: 'unknown', why };
  return { kind: 'refused', code: error.code ?? error.type, message: error.message ?? why };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
