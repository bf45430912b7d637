import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { MockTimers } from 'node:test';
import { ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpCall, HttpClient } from '@common/kit/http/client';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createLog } from '@common/kit/telemetry/log';
import { BROKER_TOKEN_LIFETIME_S } from '@platform/core/objects/counterparty';
import { type GrantRecord, MAX_SEND_WITHIN_MS } from '@platform/core/objects/grant';
import type { RevokedMandate } from '@platform/core/objects/mandate';
import { signObject } from '@platform/core/signed/signed';
import { createBankApp } from '@platform/counterparties/app';
import { MIGRATIONS as BANK_MIGRATIONS } from '@platform/counterparties/store/migrations';
import type { BankSchema } from '@platform/counterparties/store/schema';
import { createBankStore } from '@platform/counterparties/store/sql-bank-store';
import { OPERATING_ACCOUNTS, seedBank } from '@platform/counterparties/use-cases/seed';
import { longestLeaseMs } from '@platform/keys/longest-lease';
import { createAuthorityClient } from '@platform/pep/adapters/authority-client';
import { MIGRATIONS as PEP_MIGRATIONS } from '@platform/pep/store/migrations';
import type { PepSchema } from '@platform/pep/store/schema';
import { createSqlStore } from '@platform/pep/store/sql-store';
import type { IntentStore } from '@platform/pep/store/store';
import { adoptRedemptions } from '@platform/pep/use-cases/adopt-redemptions';
import { token, transfer } from '../../../authority/test/support/actions.ts';
import { openDeployment } from '../../../authority/test/support/deployment.ts';
import type { Deployment } from '../../../authority/test/support/types.ts';
import type { HttpReply, WorkerDeps, WorkPlace } from './worker.ts';

const BROKER_SECRET = 'secret of the tests, long enough';
const NO_FAULTS = { at: () => {} };
/** How long a worker holds an intent: longer than it may begin a call. */
const LEASE_S = 4;
/** After this, no token is good any longer. */
const TOKEN_S = longestLeaseMs() / 1_000 + LEASE_S + BROKER_TOKEN_LIFETIME_S + 1;
const NEVER_MS = 1_000_000_000;

/** What is on disk about one grant. */
interface Durable {
  readonly grantId: string;
  readonly intent: string | null;
  readonly authority: string;
  readonly key: string;
}

/** One run's two grants under one mandate, on an authority, an enforcement point and a bank that runs share. */
export interface Place extends WorkPlace {
  durable(g: number): Promise<Durable>;
  /** Enters what the authority has of a spent grant in the intent log. */
  adopt(g: number): Promise<void>;
  toAuthority(call: HttpCall): Promise<HttpReply>;
  toBank(g: number, call: HttpCall): Promise<HttpReply>;
  /** Runs `work` while the bank's customer has nothing to pay with. */
  withoutMoney(work: () => Promise<unknown>): Promise<void>;
  /** Returns once the revocation is recorded. */
  revoke(): Promise<void>;
  /** Lets the authority's wait end, and returns the answer. */
  revocationAnswered(): Promise<RevokedMandate['grants']>;
  leaseOver(g: number): void;
  /** Time passes, and a worker that is there keeps its hold on the intent. */
  tokenOver(g: number): Promise<void>;
  /** Time passes until no worker holds the intent any longer. */
  intentFree(g: number): void;
  close(): Promise<void>;
}

interface Venue {
  /** A place for a run that presents one grant or both. */
  readonly place: (grants: 1 | 2) => Promise<Place>;
  readonly close: () => Promise<void>;
}

/** The instant that the bank's clock shows: each run sets it for the grant that is called. */
interface BankClock {
  nowMs: number;
}

/** Opens one authority, enforcement point and bank, for runs one after another. `timers` rules over intervals. */
export async function openVenue(timers: MockTimers): Promise<Venue> {
  const d = await openDeployment();
  const pep = await openDatabase<PepSchema>({ url: 'sqlite::memory:' });
  await migrate(pep, PEP_MIGRATIONS);
  const bank = await openBank(d);
  const held: { pauses: (() => void)[]; isOver: boolean } = { pauses: [], isOver: false };
  const waits = {
    begin: () => {
      held.isOver = false;
    },
    isWaiting: () => held.pauses.length > 0,
    end: () => {
      held.isOver = true;
      for (const go of held.pauses.splice(0)) go();
    },
  };
  // The wait of an end for its leases, which a run lets go.
  (d.deps as { pause: (ms: number) => Promise<void> }).pause = () =>
    held.isOver ? Promise.resolve() : new Promise((resolve) => held.pauses.push(resolve));
  return {
    place: (grants) => openPlace({ d, pep, bank, waits, timers }, grants),
    async close() {
      await bank.close();
      await pep.close();
      await d.close();
    },
  };
}

async function openBank({ signer, rawKeys }: Deployment) {
  const database = await openDatabase<BankSchema>({ url: 'sqlite::memory:' });
  await migrate(database, BANK_MIGRATIONS.bank);
  const store = createBankStore(database, NO_FAULTS);
  await seedBank(store);
  const clock: BankClock = { nowMs: 0 };
  const app = await createBankApp({
    signer: signer('bank'),
    key: async () => {
      const key = rawKeys.get('bank');
      assert.ok(key);
      return key;
    },
    store,
    brokerSecret: BROKER_SECRET,
    writable: createWriteProbe(database),
    clock: () => clock.nowMs,
    randomBytes,
    faults: NO_FAULTS,
    log: createLog({ level: 'silent' }),
  });
  return {
    app,
    database,
    clock,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

interface Parts {
  readonly timers: MockTimers;
  readonly d: Deployment;
  readonly pep: Database<PepSchema>;
  readonly bank: Awaited<ReturnType<typeof openBank>>;
  readonly waits: { readonly begin: () => void; readonly isWaiting: () => boolean; readonly end: () => void };
}

async function openPlace(parts: Parts, count: 1 | 2): Promise<Place> {
  const { d, bank, waits } = parts;
  waits.begin();
  const mandateId = await d.register({
    tenant: 'tn_local',
    limits: { runtime_max_s: 3_600, use_count_max: 100 },
    rules: { amount_max: '5000', daily_max: '10000', threshold: '1000' },
  });
  const grants: GrantRecord[] = [];
  while (grants.length < count) grants.push(await d.propose(mandateId, transfer()));
  const tokens = await Promise.all(
    grants.map(({ grant }) => token({ scope: 'execute', ref: grant.grant_id }, d.deps.clock())),
  );
  const grantOf = (g: number): GrantRecord => {
    const grant = grants[g];
    assert.ok(grant);
    return grant;
  };
  const store = createSqlStore(parts.pep);
  const monotonic = [0, 0];
  // Time passes for each grant by itself: of two tokens, one may expire. The authority's clock stands still.
  const wall = [d.deps.clock(), d.deps.clock()];
  const pass = (g: number, seconds: number) => {
    wall[g] = (wall[g] ?? 0) + seconds * 1_000;
  };
  let revocation: Promise<RevokedMandate['grants']> | null = null;
  const toBank = async (g: number, call: HttpCall): Promise<HttpReply> => {
    bank.clock.nowMs = wall[g] ?? 0;
    return inject(bank.app, call);
  };
  return {
    grantId: (g) => grantOf(g).grant.grant_id,
    presented: (g) => {
      const { grant, grant_hash, signature, action, salts } = grantOf(g);
      const request = { grant, grant_hash, signature, action, salts };
      return { operation: 'execute', request, presentation: tokens[g] ?? '' };
    },
    pepDeps: (g, { http, check }) => ({
      ...pepDeps(parts, checked(store, check), http),
      monotonic: () => monotonic[g] ?? 0,
      clock: () => wall[g] ?? 0,
    }),
    durable: (g) => durableOf(parts, store, grantOf(g)),
    async adopt(g) {
      const send = (call: HttpCall) => inject(d.app, call);
      await adoptRedemptions({
        ...pepDeps(parts, store, { send, sendRepeatable: send }),
        monotonic: () => 0,
        // No worker holds it any longer.
        clock: () => (wall[g] ?? 0) + LEASE_S * 1_000,
      });
    },
    toAuthority: (call) => inject(d.app, call),
    toBank,
    async withoutMoney(work) {
      const set = (balance: string) =>
        bank.database.db
          .updateTable('account')
          .set({ balance })
          .where('account_id', '=', OPERATING_ACCOUNTS.USD ?? '')
          .execute();
      const { balance } = await bank.database.db
        .selectFrom('account')
        .select('balance')
        .where('account_id', '=', OPERATING_ACCOUNTS.USD ?? '')
        .executeTakeFirstOrThrow();
      await set('0');
      await work();
      await set(balance);
    },
    async revoke() {
      revocation = revoke(d, mandateId);
      let isOver = false;
      const over = revocation.finally(() => {
        isOver = true;
      });
      over.catch(() => {});
      while (!isOver && !waits.isWaiting()) await new Promise(setImmediate);
    },
    async revocationAnswered() {
      waits.end();
      assert.ok(revocation);
      return revocation;
    },
    leaseOver: (g) => {
      monotonic[g] = (monotonic[g] ?? 0) + NEVER_MS;
    },
    async tokenOver(g) {
      pass(g, TOKEN_S);
      parts.timers.tick(LEASE_S * 1_000);
      await new Promise(setImmediate);
    },
    intentFree: (g) => pass(g, LEASE_S),
    async close() {
      waits.end();
      await revocation;
    },
  };
}

async function revoke(d: Deployment, mandateId: string): Promise<RevokedMandate['grants']> {
  const { body: mandate } = await d.get<{ readonly contract_hash: string }>(`/contracts/${mandateId}`);
  const revocation = {
    type: 'sanad/revocation/1',
    deployment: d.deps.deployment,
    contract_id: mandateId,
    contract_hash: mandate.contract_hash,
    revoked_at: d.now(),
    reason: 'no longer needed',
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
  const { status, body } = await d.post<RevokedMandate>(`/contracts/${mandateId}/revoke`, {
    revocation,
    revocation_hash: hash,
    signature,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.grants;
}

/** The store of a worker that does nothing any more once it has crashed. */
function checked(store: IntentStore, check: () => void): IntentStore {
  return new Proxy(store, {
    get: (target, name) => {
      const operation: unknown = Reflect.get(target, name);
      // Noted in memory alone.
      if (typeof operation !== 'function' || name === 'recorded') return operation;
      return async (...args: unknown[]) => {
        check();
        return operation.apply(target, args);
      };
    },
  });
}

function pepDeps(
  { d }: Parts,
  store: IntentStore,
  http: Pick<HttpClient, 'send' | 'sendRepeatable'>,
): Omit<WorkerDeps, 'clock' | 'monotonic'> {
  const { deps } = d;
  return {
    store,
    // No profile of the model names a directory.
    directories: { entries: async () => [], add: async () => undefined },
    authority: withLongLeases(
      createAuthorityClient({ http: { ...http, close: () => {} }, baseUrl: 'http://authority.test' }),
      d.signer('pep'),
    ),
    // It has not seen the revocation: what holds must hold without that.
    witness: {
      look: async () => ok(undefined),
      settle: async () => undefined,
      last: () => null,
      revocationOf: async () => null,
      witnessed: async () => {
        throw new Error('nobody asks');
      },
    } as unknown as WorkerDeps['witness'],
    send: http.send,
    fetchAddress: async () => {
      throw new Error('nothing is fetched');
    },
    keys: deps.keys,
    keysState: () => '',
    readProfile: deps.readProfile,
    signer: d.signer('pep'),
    venue: deps.venue,
    redemptionPrefix: 'red_',
    cloudToken: () => null,
    brokerSecret: BROKER_SECRET,
    brokerSecrets: new Map(),
    addresses: { BANK_URL: 'http://bank.test' },
    randomBytes,
    faults: NO_FAULTS,
    notices: { warn: () => {} },
    leaseMs: LEASE_S * 1_000,
    retryMs: 1,
    askForMs: NEVER_MS,
  };
}

async function durableOf({ d, bank }: Parts, store: IntentStore, { action }: GrantRecord): Promise<Durable> {
  const { grant_id: grantId, idempotency_key } = action;
  const intent = await store.find(grantId);
  const record = await d.deps.store.grant(grantId);
  const event = await d.deps.store.atomically((unit) => unit.enforcementEvent(grantId));
  const answer = await bank.database.db
    .selectFrom('answer')
    .select('kind')
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirst();
  const transfers = await bank.database.db
    .selectFrom('transfer')
    .select('grant_id')
    .where('grant_id', '=', grantId)
    .execute();
  assert.equal(transfers.length, answer?.kind === 'acknowledged' ? 1 : 0, 'one effect');
  const body = event?.body as { readonly decision: { readonly outcome: string } } | undefined;
  const open = record?.status === 'active' ? 'active' : 'denied';
  return {
    grantId,
    intent: intent?.state ?? null,
    authority: body?.decision.outcome ?? (record?.redemption_id === null ? open : 'spent'),
    key: answer?.kind ?? 'unknown',
  };
}

/** Hands the call to an app without a port. */
async function inject(
  app: { inject: Deployment['app']['inject'] },
  { method, path, headers, body }: HttpCall,
): Promise<HttpReply> {
  const answer = await app.inject({
    method,
    url: path,
    headers: { ...headers },
    ...(body === null ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
  });
  return {
    kind: 'answered',
    status: answer.statusCode,
    retryAfterS: null,
    headers: {},
    bytes: answer.rawPayload,
  };
}

/**
 * In the model, a lease is over when the run says so, and not because a token's time has passed. What is reported has
 * one as the authority gives it.
 */
function withLongLeases(
  authority: WorkerDeps['authority'],
  signer: WorkerDeps['signer'],
): WorkerDeps['authority'] {
  return {
    ...authority,
    async report(report) {
      if (report.kind !== 'enforcement' || report.body.decision.lease === undefined)
        return authority.report(report);
      const { decision: long } = report.body;
      const lease = { asked_at: long.sent_at ?? long.decided_at, send_within_ms: MAX_SEND_WITHIN_MS };
      const decision = { ...long, lease };
      const { hash, signature } = signObject(nodeCrypto, signer, decision);
      return authority.report({
        ...report,
        body: { ...report.body, decision, decision_hash: hash, signature },
      });
    },
    async redeem(grantId, request) {
      const answer = await authority.redeem(grantId, request);
      if (answer.kind !== 'redeemed' || answer.response.send_within_ms === 0) return answer;
      return { ...answer, response: { ...answer.response, send_within_ms: NEVER_MS } };
    },
  };
}
