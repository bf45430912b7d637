import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** How the provider misbehaves with the next request for a payout. */
export type Misbehaviour =
  /** The connection ends, or the answer never comes, before or after the payout is made. */
  | 'lost_before'
  | 'lost_after'
  | 'silent_before'
  | 'silent_after'
  /** It answers 500 though the payout is made, and says so again whenever the key comes again. */
  | 'error_after'
  /** It answers 503 and keeps nothing. */
  | 'overloaded'
  | 'rate_limited'
  /** It answers something that is no payout, though the payout is made. */
  | 'garbage_after';

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

/** A local provider of payouts in Stripe's style. What it really did is in `payouts`, whatever it answered. */
export interface LocalProvider {
  readonly url: string;
  readonly payouts: readonly ProviderPayout[];
  /** The key of each request for a payout that arrived, in order. */
  readonly asked: readonly string[];
  /** For the next requests for payouts, one each; null: as it should. */
  misbehave(next: readonly (Misbehaviour | null)[]): void;
  /** A webhook as it would be sent: its body and its signature. */
  webhook(
    payout: ProviderPayout,
    type: string,
    atMs: number,
  ): { readonly body: string; readonly signature: string };
  close(): Promise<void>;
}

interface LocalProviderOptions {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly port?: number;
  readonly clock?: () => number;
  /** In smallest units by currency. */
  readonly balances?: Readonly<Record<string, number>>;
}

interface Kept {
  readonly params: string;
  readonly status: number;
  readonly body: string;
}

const SILENCE_MS = 60_000;

export async function startLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const clock = options.clock ?? Date.now;
  const payouts: ProviderPayout[] = [];
  const asked: string[] = [];
  const balances = new Map(
    Object.entries(options.balances ?? { usd: 100_000_000, eur: 100_000_000, jpy: 100_000_000 }),
  );
  const kept = new Map<string, Kept>();
  let queue: (Misbehaviour | null)[] = [];

  const create = (key: string, params: string) => makePayout({ clock, kept, balances, payouts }, key, params);

  const post = (request: IncomingMessage, params: string, response: ServerResponse): unknown => {
    const key = String(request.headers['idempotency-key'] ?? randomBytes(8).toString('hex'));
    asked.push(key);
    const fault = queue.shift() ?? null;
    if (fault === 'rate_limited')
      return answer(response, 429, errorOf('rate_limit_error', 'Too many requests.'));
    if (fault === 'overloaded') return answer(response, 503, errorOf('api_error', 'Overloaded.'));
    if (fault === 'lost_before') return void request.socket.destroy();
    if (fault === 'silent_before') return later(response);
    const made = create(key, params);
    switch (fault) {
      case 'lost_after':
        return void request.socket.destroy();
      case 'silent_after':
        return later(response);
      case 'error_after': {
        const body = errorOf('api_error', 'An unknown error occurred.');
        kept.set(key, { params, status: 500, body });
        return answer(response, 500, body);
      }
      case 'garbage_after':
        return answer(response, 200, '{"object":"pay');
      default:
        return answer(response, made.status, made.body);
    }
  };

  const list = (query: URLSearchParams, response: ServerResponse): void => {
    const since = Number(query.get('created[gte]') ?? 0);
    const newest = payouts.filter(({ created }) => created >= since).toReversed();
    const from = newest.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const limit = Number(query.get('limit') ?? 10);
    const data = newest.slice(from, from + limit);
    const has_more = newest.length > from + limit;
    answer(response, 200, JSON.stringify({ object: 'list', data, has_more }));
  };

  const server = createServer(async (request, response) => {
    const chunks = await request.toArray().catch(() => null);
    if (chunks === null) return;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    const route = `${request.method} ${pathname}`;
    if (request.headers.authorization !== `Bearer ${options.apiKey}`)
      return answer(response, 401, errorOf('invalid_request_error', 'Invalid API Key provided.'));
    if (route === 'POST /v1/payouts') return post(request, Buffer.concat(chunks).toString('utf8'), response);
    if (route === 'GET /v1/payouts') return list(searchParams, response);
    if (route === 'GET /v1/balance') {
      const available = [...balances].map(([currency, amount]) => ({ amount, currency }));
      return answer(response, 200, JSON.stringify({ object: 'balance', available, pending: [] }));
    }
    answer(response, 404, errorOf('invalid_request_error', 'Unrecognized request URL.'));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    payouts,
    asked,
    misbehave(next) {
      queue = [...next];
    },
    webhook(payout, type, atMs) {
      const id = `evt_${createHash('sha256').update(`${payout.id}${type}`).digest('hex').slice(0, 24)}`;
      const body = JSON.stringify({ id, object: 'event', type, data: { object: payout } });
      const t = Math.floor(atMs / 1_000);
      const v1 = createHmac('sha256', options.webhookSecret).update(`${t}.${body}`).digest('hex');
      return { body, signature: `t=${t},v1=${v1}` };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
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
      body: errorOf(
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
      body: errorOf('invalid_request_error', 'Invalid amount.', 'parameter_invalid_integer'),
    };
  const balance = balances.get(currency) ?? 0;
  if (balance < amount) {
    const body = errorOf('invalid_request_error', 'You have insufficient funds.', 'balance_insufficient');
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

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function later(response: ServerResponse): void {
  setTimeout(() => response.destroy(), SILENCE_MS).unref();
}

function errorOf(type: string, message: string, code?: string): string {
  return JSON.stringify({ error: { type, message, ...(code === undefined ? {} : { code }) } });
}
