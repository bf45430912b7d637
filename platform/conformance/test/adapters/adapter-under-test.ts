import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requiredMs } from '@common/base/instant';
import { createHttpClient, type HttpClient } from '@common/kit/http/client';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createLog } from '@common/kit/telemetry/log';
import { removeDirectory } from '@common/kit/testing';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { SignedSettled } from '@platform/core/objects/settled';
import { createAdapterApp } from '@platform/frame/adapter-app';
import type { FaultPoint } from '@platform/frame/effects';
import { createJournal, JOURNAL_MIGRATIONS, type JournalSchema } from '@platform/frame/journal';
import type { Order } from '@platform/frame/provider';
import { counterpartyKey } from '../../../counterparties/test/bank-under-test.ts';
import type { LocalPeer, LocalWebhook } from '../../provider/faulty.ts';
import { type AdapterKind, GRANTED_AT } from './kinds.ts';

const SECRET = 'secret of the tests, long enough';

export type CrashAt = readonly [point: FaultPoint, when: 'before' | 'after'];

export interface AdapterUnderTest<Body extends Order, Peer extends LocalPeer> {
  readonly provider: Peer;
  readonly key: KeyEntry;
  /** Moved by tests. */
  readonly clock: { ahead: number };
  /** The next pass of that point ends the process; null: none does. */
  crash(at: CrashAt | null): void;
  post(body: Body, token?: { readonly exp: number }): Promise<Answered>;
  ask(key: string): Promise<Answered>;
  /** What became of it, as the enforcement point asks for it; null: nothing is known yet. */
  became(key: string, deployment: string): Promise<SignedSettled | null>;
  webhook(sent: LocalWebhook): Promise<number>;
  /** As the enforcement point does it: asks until it is known what became of it, and sends again only then. */
  pay(body: Body): Promise<SignedAck | string>;
  steps(key: string): Promise<readonly string[]>;
  answer(key: string): Promise<string | null>;
  /** Another adapter at the same provider: its journal has nothing of this one's. */
  forget(): Promise<void>;
  /** The journal is lost, and a new one begins. */
  lose(): Promise<void>;
  /** Whether the provider answered these bytes. */
  hasAnswered(text: string): boolean;
  close(): Promise<void>;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

class Crash extends Error {}

export async function makeAdapter<Body extends Order, Peer extends LocalPeer>(
  kind: AdapterKind<Body, Peer>,
): Promise<AdapterUnderTest<Body, Peer>> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-adapter-'));
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const provider = await kind.startPeer(now);
  const keys = counterpartyKey(kind.kid);
  const http = createHttpClient();
  const told = new Set<string>();
  let crashAt: CrashAt | null = null;
  const database = await openDatabase<JournalSchema>({ url: `sqlite:${join(folder, 'journal.sqlite')}` });
  await migrate(database, JOURNAL_MIGRATIONS);
  // A journal that was there long before the grants of the tests.
  await database.db.insertInto('birth').values({ at: 1 }).execute();
  let journal = createJournal(database);
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
      kind.provider(provider, listening(http, told), now),
    );
  let { app } = await open();
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    body: Body | null,
    exp = Math.floor(now() / 1_000) + 10,
  ): Promise<Answered> => {
    const answered = await sendTo(app, method, url, body, exp);
    if (answered.statusCode === 500) {
      // The process ended: what it had in memory is gone.
      await app.close();
      ({ app } = await open());
    }
    return { status: answered.statusCode, body: answered.json() };
  };
  const ask = (key: string) =>
    call('GET', `${kind.path}/${key}?granted_at=${encodeURIComponent(GRANTED_AT)}`, null);
  const forget = async () => {
    await database.db.deleteFrom('effect').execute();
  };
  return {
    provider,
    key: keys.key,
    clock,
    crash(at) {
      crashAt = at;
    },
    post: (body, token) => call('POST', kind.path, body, token?.exp),
    ask,
    became: (key, deployment) => askUntilKnown(() => call('GET', `/settlements/${deployment}/${key}`, null)),
    async webhook({ body, headers }) {
      const sent = { ...headers, 'content-type': 'application/json' };
      return (await app.inject({ method: 'POST', url: kind.webhookPath, payload: body, headers: sent }))
        .statusCode;
    },
    pay: (body) =>
      payAsPep(
        now,
        clock,
        (exp) => call('POST', kind.path, body, exp),
        () => ask(body.idempotency_key),
      ),
    steps: async (key) => (await journal.steps(key)).map(({ what, detail }) => `${what} ${detail}`.trim()),
    answer: (key) => keptAnswer(database, key),
    forget,
    async lose() {
      await forget();
      await database.db.deleteFrom('birth').execute();
      journal = createJournal(database);
      await app.close();
      ({ app } = await open());
    },
    hasAnswered: (text) => told.has(text),
    async close() {
      await app.close();
      http.close();
      await provider.close();
      await database.close();
      await removeDirectory(folder);
    },
  };
}

async function sendTo(
  app: Awaited<ReturnType<typeof createAdapterApp>>['app'],
  method: 'GET' | 'POST',
  url: string,
  body: Order | null,
  exp: number,
) {
  const payload = body === null ? '' : JSON.stringify(body);
  const headers = { 'x-broker-token': tokenFor(method, url, payload, exp) };
  if (body === null) return app.inject({ method, url, headers });
  const sent = {
    ...headers,
    'content-type': 'application/json',
    'idempotency-key': body.idempotency_key,
  };
  return app.inject({ method, url, payload, headers: sent });
}

/** The client, with each answer noted. */
function listening(http: HttpClient, told: Set<string>): Pick<HttpClient, 'send'> {
  return {
    async send(call) {
      const answer = await http.send(call);
      if (answer.kind === 'answered') told.add(Buffer.from(answer.bytes).toString('utf8'));
      return answer;
    },
  };
}

function tokenFor(method: 'GET' | 'POST', path: string, payload: string, exp: number): string {
  const token: BrokerToken = {
    jti: randomBytes(16).toString('hex'),
    grant_id: payload === '' ? 'gr_000000000000000000000001' : JSON.parse(payload).grant_id,
    method,
    path,
    body_sha256: createHash('sha256').update(payload).digest('hex'),
    iat: exp - 10,
    exp,
  };
  const claims = `v1.${Buffer.from(JSON.stringify(token)).toString('base64url')}`;
  return `${claims}.${createHmac('sha256', SECRET).update(claims).digest('hex')}`;
}

async function askUntilKnown(ask: () => Promise<Answered>): Promise<SignedSettled | null> {
  let answered = await ask();
  // Where the provider is too slow, nobody can say.
  for (let times = 0; answered.status === 503 && times < 20; times += 1) answered = await ask();
  const { status, body } = answered;
  assert.equal(status, 200, JSON.stringify(body));
  return Reflect.get(Object(body), 'settled') === null ? null : (body as SignedSettled);
}

async function payAsPep(
  now: () => number,
  clock: { ahead: number },
  send: (exp: number) => Promise<Answered>,
  ask: () => Promise<Answered>,
): Promise<SignedAck | string> {
  for (let sending = 0; sending < 6; sending += 1) {
    const exp = Math.floor(now() / 1_000) + 10;
    const sent = await send(exp);
    if (sent.status === 200) return sent.body as SignedAck;
    if (sent.status === 409) return JSON.stringify(sent.body);
    for (let asking = 0; asking < 12; asking += 1) {
      const { status, body: found } = await ask();
      clock.ahead += 5_000;
      if (status !== 200) continue;
      const { answer, as_of } = found as { answer: SignedAck | null; as_of: string };
      if (answer !== null) return answer;
      if ((requiredMs(as_of) ?? 0) >= exp * 1_000) break;
    }
  }
  return assert.fail('nobody knows what became of it');
}

async function keptAnswer({ db }: Database<JournalSchema>, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('effect')
    .select('answer')
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row?.answer ?? null;
}
