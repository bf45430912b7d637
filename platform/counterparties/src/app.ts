import { parseStrict } from '@common/evidence/canonical';
import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Log } from '@common/kit/telemetry/log';
import { KEYS } from '@platform/api/operation';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Signer } from '@platform/core/signed/signed';
import { BROKER_TOKEN_SCHEME, BROKER_TOKEN_SECURITY, brokerGuard } from '@platform/frame/broker-guard';
import { platformErrors } from '@platform/keys/error-bodies';
import { addHealthRoute, addKeysRoute, type WriteProbe } from '@platform/keys/operation-routes';
import { addAccountRoute } from './http/accounts.ts';
import { addFxRoute } from './http/fx.ts';
import { addMovementsRoute } from './http/movements.ts';
import { addOrderRoutes } from './http/orders.ts';
import { addRecordRoutes } from './http/records.ts';
import { addReleaseRoute } from './http/releases.ts';
import { addTransferRoutes } from './http/transfers.ts';
import type { BankStore, BrokerStore, Faults, RecipientStore } from './store/store.ts';

/** The dependencies of each counterparty. */
export interface CounterpartyDeps<Store> {
  readonly store: Store;
  readonly signer: Signer;
  /** The key as published now, with its earlier versions. */
  readonly key: () => Promise<KeyEntry>;
  readonly brokerSecret: string;
  /** Whether the database accepts writes. */
  readonly writable: WriteProbe;
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly faults: Faults;
  readonly log: Log;
}

const API_VERSION = '0.1.0';
const BODY_BYTES = 65_536;
const ID_BYTES = 12;

/** The bank as an HTTP application. Tests call it without a port. */
export async function createBankApp(deps: CounterpartyDeps<BankStore>): Promise<HttpApp> {
  const app = await counterpartyApp(deps, {
    name: 'Sanad bank',
    description: 'A counterparty for local use: accounts, transfers, exchange rates. No real money.',
    tags: [
      { name: 'bank', description: 'Accounts and transfers, only for the enforcement point' },
      { name: 'market', description: 'For anyone' },
    ],
  });
  const guard = brokerGuard(deps);
  const withIds = { ...deps, newId: idMaker(deps.randomBytes) };
  addAccountRoute(app, deps, guard);
  addMovementsRoute(app, deps, guard);
  addTransferRoutes(app, withIds, guard);
  addFxRoute(app, deps);
  return app;
}

/** The recipient of records as an HTTP application. */
export async function createRecipientApp(deps: CounterpartyDeps<RecipientStore>): Promise<HttpApp> {
  const app = await counterpartyApp(deps, {
    name: 'Sanad recipient',
    description: 'A counterparty for local use: receives records. No real records.',
    tags: [{ name: 'records', description: 'Only for the enforcement point' }],
  });
  const guard = brokerGuard(deps);
  addReleaseRoute(app, { ...deps, newId: idMaker(deps.randomBytes) }, guard);
  addRecordRoutes(app, deps, guard);
  return app;
}

/** The broker as an HTTP application. */
export async function createBrokerApp(deps: CounterpartyDeps<BrokerStore>): Promise<HttpApp> {
  const app = await counterpartyApp(deps, {
    name: 'Sanad broker',
    description: 'A counterparty for local use: orders and positions, at made-up prices. No real market.',
    tags: [{ name: 'orders', description: 'Only for the enforcement point' }],
  });
  addOrderRoutes(app, { ...deps, newId: idMaker(deps.randomBytes) }, brokerGuard(deps));
  return app;
}

async function counterpartyApp(
  deps: CounterpartyDeps<BankStore | BrokerStore | RecipientStore>,
  about: Pick<Parameters<typeof createHttpApp>[0], 'name' | 'description' | 'tags'>,
): Promise<HttpApp> {
  const app = await createHttpApp({
    ...about,
    version: API_VERSION,
    log: deps.log,
    randomBytes: deps.randomBytes,
    errors: platformErrors,
    jsonGate: parseStrict,
    limits: { bodyBytes: BODY_BYTES },
    securitySchemes: { [BROKER_TOKEN_SCHEME]: BROKER_TOKEN_SECURITY },
  });
  app.addHook('onSend', async (request) => {
    if (request.method === 'POST') deps.faults.at('answered', 'before');
  });
  app.addHook('onResponse', async (request) => {
    if (request.method === 'POST') deps.faults.at('answered', 'after');
  });
  addKeysRoute(app, { ...KEYS, summary: 'The public key that acknowledgments are signed with' }, async () => {
    const key = await deps.key();
    return { [key.kid]: key };
  });
  addHealthRoute(app, {
    summary: 'Whether the service works: its database answers and takes writes',
    facts: {},
    writable: deps.writable,
    async read() {
      await deps.store.ping();
      return {};
    },
  });
  return app;
}

/** Makes the counterparty's ids: `txn_`, `rel_` or `ord_` and 24 hex digits. */
function idMaker(randomBytes: (size: number) => Uint8Array): (prefix: string) => string {
  return (prefix) => `${prefix}${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`;
}
