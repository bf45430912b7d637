import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { answer, answerEffect, faultQueue, type Kept, type LocalPeer, serveLocally } from './faulty.ts';

interface ProviderPayout {
  readonly id: string;
  readonly object: 'payout';
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly created: number;
  readonly status: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A local provider of payouts in Stripe's style. */
export interface LocalProvider extends LocalPeer {
  readonly payouts: readonly ProviderPayout[];
  become(id: string, status: string): void;
}

interface LocalProviderOptions {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly port?: number;
  readonly clock?: () => number;
  /** In smallest units by currency. */
  readonly balances?: Readonly<Record<string, number>>;
}

export async function startLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const clock = options.clock ?? Date.now;
  const payouts: ProviderPayout[] = [];
  const asked: string[] = [];
  const balances = new Map(
    Object.entries(options.balances ?? { usd: 100_000_000, eur: 100_000_000, jpy: 100_000_000 }),
  );
  const kept = new Map<string, Kept>();
  const faults = faultQueue();

  const list = (query: URLSearchParams, response: ServerResponse): void => {
    const since = Number(query.get('created[gte]') ?? 0);
    const newest = payouts.filter(({ created }) => created >= since).toReversed();
    const from = newest.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const limit = Number(query.get('limit') ?? 10);
    const data = newest.slice(from, from + limit);
    const has_more = newest.length > from + limit;
    answer(response, 200, JSON.stringify({ object: 'list', data, has_more }));
  };

  const { url, close } = await serveLocally(options.port ?? 0, (request, body, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    const route = `${request.method} ${pathname}`;
    if (request.headers.authorization !== `Bearer ${options.apiKey}`)
      return answer(response, 401, errorOf(401));
    if (route === 'POST /v1/payouts') {
      const key = String(request.headers['idempotency-key'] ?? randomBytes(8).toString('hex'));
      asked.push(key);
      const make = () => makePayout({ clock, kept, balances, payouts }, key, body);
      return answerEffect(faults.next(), request, response, { key, params: body, make, kept, errorOf });
    }
    if (route === 'GET /v1/payouts') return list(searchParams, response);
    if (route === 'GET /v1/balance') {
      const available = [...balances].map(([currency, amount]) => ({ amount, currency }));
      return answer(response, 200, JSON.stringify({ object: 'balance', available, pending: [] }));
    }
    answer(response, 404, errorOf(404));
  });
  return {
    url,
    close,
    payouts,
    asked,
    get done() {
      return payouts.map(({ id, metadata }) => ({ id, key: metadata.idempotency_key ?? '' }));
    },
    misbehave: faults.misbehave,
    become(id, status) {
      const index = payouts.findIndex((payout) => payout.id === id);
      const payout = payouts[index];
      if (payout === undefined) throw new Error(`there is no payout ${id}`);
      payouts[index] = { ...payout, status };
    },
    webhook(id, type, atMs) {
      const object = payouts.find((payout) => payout.id === id);
      const event = `evt_${createHash('sha256').update(`${id}${type}`).digest('hex').slice(0, 24)}`;
      const body = JSON.stringify({ id: event, object: 'event', type, data: { object } });
      const t = Math.floor(atMs / 1_000);
      const v1 = createHmac('sha256', options.webhookSecret).update(`${t}.${body}`).digest('hex');
      return { body, headers: { 'stripe-signature': `t=${t},v1=${v1}` } };
    },
  };
}

interface Books {
  readonly clock: () => number;
  readonly kept: Map<string, Kept>;
  readonly balances: Map<string, number>;
  readonly payouts: ProviderPayout[];
}

/** As the provider documents it: what was answered under a key is answered again, and its params must be the same. */
function makePayout({ clock, kept, balances, payouts }: Books, key: string, params: string): Kept {
  const earlier = kept.get(key);
  if (earlier !== undefined && earlier.params === params) return earlier;
  if (earlier !== undefined)
    return {
      params,
      status: 400,
      body: errorText(
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      ),
    };
  const form = new URLSearchParams(params);
  const currency = form.get('currency') ?? '';
  const amount = Number(form.get('amount'));
  if (!/^\d+$/.test(form.get('amount') ?? '') || amount < 1 || !/^[a-z]{3}$/.test(currency))
    return {
      params,
      status: 400,
      body: errorText('invalid_request_error', 'Invalid amount.', 'parameter_invalid_integer'),
    };
  const balance = balances.get(currency) ?? 0;
  if (balance < amount) {
    const body = errorText('invalid_request_error', 'You have insufficient funds.', 'balance_insufficient');
    kept.set(key, { params, status: 400, body });
    return { params, status: 400, body };
  }
  balances.set(currency, balance - amount);
  const payout: ProviderPayout = {
    id: `po_${randomBytes(12).toString('hex')}`,
    object: 'payout',
    amount,
    currency,
    destination: form.get('destination') ?? '',
    created: Math.floor(clock() / 1_000),
    status: 'pending',
    metadata: Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return inner === undefined ? [] : [[inner, value]];
      }),
    ),
  };
  payouts.push(payout);
  const answer = { params, status: 200, body: JSON.stringify(payout) };
  kept.set(key, answer);
  return answer;
}

const ERRORS: Readonly<Record<number, readonly [type: string, message: string]>> = {
  401: ['invalid_request_error', 'Invalid API Key provided.'],
  404: ['invalid_request_error', 'Unrecognized request URL.'],
  429: ['rate_limit_error', 'Too many requests.'],
};

function errorOf(status: number): string {
  const [type, message] = ERRORS[status] ?? ['api_error', 'An unknown error occurred.'];
  return errorText(type, message);
}

function errorText(type: string, message: string, code?: string): string {
  return JSON.stringify({ error: { type, message, ...(code === undefined ? {} : { code }) } });
}
