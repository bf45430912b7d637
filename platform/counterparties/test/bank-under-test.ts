import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { HttpApp } from '@common/kit/http/app';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createLog } from '@common/kit/telemetry/log';
import type { BrokerToken } from '@platform/core/objects/counterparty';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { createBankApp, createBrokerApp, createRecipientApp } from '../src/app.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { BankSchema, BrokerSchema, RecipientSchema } from '../src/store/schema.ts';
import { createBankStore } from '../src/store/sql-bank-store.ts';
import { createBrokerStore } from '../src/store/sql-broker-store.ts';
import { createRecipientStore } from '../src/store/sql-recipient-store.ts';
import type { BankStore, Faults } from '../src/store/store.ts';
import { seedBank, seedRecipient } from '../src/use-cases/seed.ts';

export const SECRET = 'secret of the tests, long enough';
export const NOW = Date.parse('2026-03-01T12:00:00.000Z');
export const GRANT = 'gr_000000000000000000000001';
export const HASH = 'a'.repeat(64);

export const NO_FAULTS: Faults = { at: () => {} };

interface TestKey {
  readonly signer: ReturnType<typeof readPrivateKey> & { readonly kid: string };
  readonly key: KeyEntry;
}

export function counterpartyKey(kid: string): TestKey {
  const pair = readPrivateKey(generatePrivateKey('ed25519'), kid);
  const { alg, public_key, fingerprint } = pair;
  const key: KeyEntry = {
    deployment: 'dp_0123456789abcdef01234567',
    ...{
      kid,
      alg,
      public_key,
      fingerprint,
      role: 'counterparty',
      person: null,
      tenants: null,
      independent: true,
    },
    hardware: false,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: null,
    compromised_at: null,
    enrolment: null,
  };
  return { signer: { kid, ...pair }, key };
}

interface BankUnderTest {
  readonly app: HttpApp;
  readonly store: BankStore;
  readonly key: KeyEntry;
  /** Moved by tests. */
  readonly clock: { now: number };
  balance(accountId: string): Promise<string | undefined>;
}

export async function makeBank(t: TestContext): Promise<BankUnderTest> {
  const database = await openDatabase<BankSchema>({ url: 'sqlite::memory:' });
  await migrate(database, MIGRATIONS.bank);
  const store = createBankStore(database, NO_FAULTS);
  await seedBank(store);
  const clock = { now: NOW };
  const keys = counterpartyKey('bank');
  const app = await createBankApp({
    ...common(clock),
    ...keys,
    key: async () => keys.key,
    store,
    writable: createWriteProbe(database),
  });
  t.after(async () => {
    await app.close();
    await database.close();
  });
  const balance = async (accountId: string) => (await store.account(accountId))?.balance;
  return { app, store, key: keys.key, clock, balance };
}

export async function makeRecipient(t: TestContext): Promise<{ app: HttpApp; key: KeyEntry }> {
  const database = await openDatabase<RecipientSchema>({ url: 'sqlite::memory:' });
  await migrate(database, MIGRATIONS.recipient);
  const store = createRecipientStore(database, NO_FAULTS);
  await seedRecipient(store);
  const keys = counterpartyKey('recipient');
  const app = await createRecipientApp({
    ...common({ now: NOW }),
    ...keys,
    key: async () => keys.key,
    store,
    writable: createWriteProbe(database),
  });
  t.after(async () => {
    await app.close();
    await database.close();
  });
  return { app, key: keys.key };
}

export async function makeBroker(t: TestContext): Promise<{ app: HttpApp; key: KeyEntry }> {
  const database = await openDatabase<BrokerSchema>({ url: 'sqlite::memory:' });
  await migrate(database, MIGRATIONS.broker);
  const keys = counterpartyKey('broker');
  const store = createBrokerStore(database, NO_FAULTS);
  const writable = createWriteProbe(database);
  const key = async () => keys.key;
  const app = await createBrokerApp({ ...common({ now: NOW }), ...keys, key, store, writable });
  t.after(async () => {
    await app.close();
    await database.close();
  });
  return { app, key: keys.key };
}

function common(clock: { now: number }) {
  return {
    brokerSecret: SECRET,
    clock: () => clock.now,
    randomBytes,
    faults: NO_FAULTS,
    log: createLog({ level: 'silent' }),
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A token as the enforcement point makes them, with the test's changes. */
export function brokerToken(
  call: Pick<BrokerToken, 'method' | 'path'> & { readonly body?: string },
  changes: Partial<BrokerToken> & { readonly secret?: string } = {},
): string {
  const { secret = SECRET, ...fields } = changes;
  const claims = {
    jti: randomBytes(16).toString('hex'),
    grant_id: GRANT,
    method: call.method,
    path: call.path,
    body_sha256: sha256(call.body ?? ''),
    iat: NOW / 1_000,
    exp: NOW / 1_000 + 10,
    ...fields,
  };
  const payload = `v1.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`;
}

interface Called {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Calls with a valid token, unless the test brings its own; `body` is sent unchanged. */
export async function call(
  app: HttpApp,
  method: 'GET' | 'POST',
  path: string,
  options: {
    readonly body?: object | string;
    readonly token?: string | null;
    readonly key?: string | null;
  } = {},
): Promise<Called> {
  const body = typeof options.body === 'object' ? JSON.stringify(options.body) : options.body;
  const token =
    options.token === undefined
      ? brokerToken({ method, path, ...(body === undefined ? {} : { body }) })
      : options.token;
  const key =
    options.key === undefined && typeof options.body === 'object'
      ? Reflect.get(options.body, 'idempotency_key')
      : options.key;
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      ...(token === null ? {} : { 'x-broker-token': token }),
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}

export function transfer(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    from_account: 'acct_operating',
    to_account: 'acct_new_payee',
    amount: '40.5',
    currency: 'USD',
    beneficiary_id: 'ben_1',
    memo: 'INV-7',
    grant_id: GRANT,
    action_hash: HASH,
    idempotency_key: 'idem_pay_1',
    ...changes,
  };
}
