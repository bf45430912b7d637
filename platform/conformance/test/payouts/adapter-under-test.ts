import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requiredMs } from '@common/base/instant';
import { createHttpClient } from '@common/kit/http/client';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createLog } from '@common/kit/telemetry/log';
import { removeDirectory } from '@common/kit/testing';
import { createPayouts, type PayoutRequest } from '@platform/adapters/payouts/payouts.adapter';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import { createAdapterApp } from '@platform/frame/adapter-app';
import type { FaultPoint } from '@platform/frame/effects';
import { createJournal, JOURNAL_MIGRATIONS, type JournalSchema } from '@platform/frame/journal';
import { counterpartyKey } from '../../../counterparties/test/bank-under-test.ts';
import { type LocalProvider, startLocalProvider } from '../../provider/provider.ts';

const SECRET = 'secret of the tests, long enough';
const API = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' };
/** A silent provider is given up after this long. */
const TIMEOUT_MS = 80;
const QUIET_MS = 30_000;
const PATH = '/payout';

export type CrashAt = readonly [point: FaultPoint, when: 'before' | 'after'];

export interface AdapterUnderTest {
  readonly provider: LocalProvider;
  /** Moved by tests. */
  readonly clock: { ahead: number };
  /** The next pass of that point ends the process; null: none does. */
  crash(at: CrashAt | null): void;
  post(body: PayoutRequest, token?: { readonly exp: number }): Promise<Answered>;
  ask(key: string): Promise<Answered>;
  webhook(body: string, signature: string): Promise<number>;
  /** As the enforcement point does it: asks until it is known what became of it, and sends again only then. */
  pay(body: PayoutRequest): Promise<SignedAck | string>;
  steps(key: string): Promise<readonly string[]>;
  answer(key: string): Promise<string | null>;
  close(): Promise<void>;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export function orderOf(key: string, changes: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    account: 'acct_1',
    destination_id: 'ba_acme',
    amount: '12.5',
    currency: 'USD',
    grant_id: 'gr_000000000000000000000001',
    action_hash: 'a'.repeat(64),
    idempotency_key: key,
    ...changes,
  };
}

class Crash extends Error {}

export async function makeAdapter(): Promise<AdapterUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-adapter-'));
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const provider = await startLocalProvider({ ...API, clock: now });
  const keys = counterpartyKey('payouts');
  const http = createHttpClient();
  let crashAt: CrashAt | null = null;
  const database = await openDatabase<JournalSchema>({ url: `sqlite:${join(folder, 'journal.sqlite')}` });
  await migrate(database, JOURNAL_MIGRATIONS);
  const journal = createJournal(database);
  const open = () =>
    createAdapterApp(
      {
        ...keys,
        journal,
        key: async () => keys.key,
        brokerSecret: SECRET,
        writable: createWriteProbe(database),
        clock: now,
        randomBytes,
        log: createLog({ level: 'silent', name: 'adapter' }),
        faults: {
          at(point, when) {
            if (crashAt?.[0] !== point || crashAt[1] !== when) return;
            crashAt = null;
            throw new Crash();
          },
        },
      },
      createPayouts({
        ...API,
        http,
        name: 'payments.example',
        apiUrl: provider.url,
        quietMs: QUIET_MS,
        timeoutMs: TIMEOUT_MS,
      }),
    );
  let { app } = await open();
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    body: PayoutRequest | null,
    exp = Math.floor(now() / 1_000) + 10,
  ): Promise<Answered> => {
    const payload = body === null ? '' : JSON.stringify(body);
    const headers = { 'x-broker-token': tokenFor(method, url, payload, exp) };
    const answered =
      body === null
        ? await app.inject({ method, url, headers })
        : await app.inject({
            method,
            url,
            payload,
            headers: {
              ...headers,
              'content-type': 'application/json',
              'idempotency-key': body.idempotency_key,
            },
          });
    if (answered.statusCode === 500) {
      // The process ended: what it had in memory is gone.
      await app.close();
      ({ app } = await open());
    }
    return { status: answered.statusCode, body: answered.json() };
  };
  const ask = (key: string) => call('GET', `${PATH}/${key}`, null);
  return {
    provider,
    clock,
    crash(at) {
      crashAt = at;
    },
    post: (body, token) => call('POST', PATH, body, token?.exp),
    ask,
    async webhook(body, signature) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await app.inject({ method: 'POST', url: '/webhooks/payouts', payload: body, headers }))
        .statusCode;
    },
    pay: (body) => payAsPep({ now, clock, call, ask }, body),
    steps: async (key) => (await journal.steps(key)).map(({ what, detail }) => `${what} ${detail}`.trim()),
    answer: (key) => keptAnswer(database, key),
    async close() {
      await app.close();
      http.close();
      await provider.close();
      await database.close();
      await removeDirectory(folder);
    },
  };
}

function tokenFor(method: 'GET' | 'POST', path: string, payload: string, exp: number): string {
  const token: BrokerToken = {
    jti: randomBytes(16).toString('hex'),
    grant_id: 'gr_000000000000000000000001',
    method,
    path,
    body_sha256: createHash('sha256').update(payload).digest('hex'),
    iat: exp - 10,
    exp,
  };
  const claims = `v1.${Buffer.from(JSON.stringify(token)).toString('base64url')}`;
  return `${claims}.${createHmac('sha256', SECRET).update(claims).digest('hex')}`;
}

interface Pep extends Pick<AdapterUnderTest, 'ask' | 'clock'> {
  readonly now: () => number;
  readonly call: (method: 'POST', url: string, body: PayoutRequest, exp: number) => Promise<Answered>;
}

async function payAsPep({ now, clock, call, ask }: Pep, body: PayoutRequest): Promise<SignedAck | string> {
  for (let sending = 0; sending < 6; sending += 1) {
    const exp = Math.floor(now() / 1_000) + 10;
    const sent = await call('POST', PATH, body, exp);
    if (sent.status === 200) return sent.body as SignedAck;
    if (sent.status === 409) return JSON.stringify(sent.body);
    for (let asking = 0; asking < 12; asking += 1) {
      const { status, body: found } = await ask(body.idempotency_key);
      clock.ahead += 5_000;
      if (status !== 200) continue;
      const { answer, as_of } = found as { answer: SignedAck | null; as_of: string };
      if (answer !== null) return answer;
      if ((requiredMs(as_of) ?? 0) >= exp * 1_000) break;
    }
  }
  return assert.fail(`nobody knows what became of ${body.idempotency_key}`);
}

async function keptAnswer({ db }: Database<JournalSchema>, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('effect')
    .select('answer')
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row?.answer ?? null;
}
