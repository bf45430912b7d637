import { ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { postgresOptions } from '@common/kit/service/settings';
import type { Database } from '@common/kit/sql/database';
import type { Migration } from '@common/kit/sql/migrate';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { chooseEd25519 } from '@platform/keys/ed25519-library';
import { openServiceKey, readServiceEntry } from '@platform/keys/key-files/keys';
import { watchKeys } from '@platform/keys/watch-parts';
import { type CounterpartyDeps, createBankApp, createBrokerApp, createRecipientApp } from './app.ts';
import {
  BANK_CONFIG,
  type BankSettings,
  COUNTERPARTY_NAMES,
  type Counterparty,
  settingsOf,
} from './config.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { BankSchema, BrokerSchema, RecipientSchema } from './store/schema.ts';
import { createBankStore } from './store/sql-bank-store.ts';
import { createBrokerStore } from './store/sql-broker-store.ts';
import { createRecipientStore } from './store/sql-recipient-store.ts';
import { FAULT_POINTS, type FaultPoint, type Faults } from './store/store.ts';
import { seedBank, seedRecipient } from './use-cases/seed.ts';

// Object.fromEntries loses the types of the names.
const listeners = Object.fromEntries(
  COUNTERPARTY_NAMES.map((name) => [name, { host: 'BANK_HOST', port: settingsOf(name).port }]),
) as {
  readonly [Name in Counterparty]: { readonly host: 'BANK_HOST'; readonly port: `${Uppercase<Name>}_PORT` };
};

export const BANK = {
  name: 'bank',
  config: BANK_CONFIG,
  listeners,
  faultPoints: FAULT_POINTS,
  open: openBank,
} as const;

/** What the counterparties of one process share, and each one’s key. */
type Shared = Omit<CounterpartyDeps<never>, 'store' | 'writable'>;

/** A counterparty whose books are open. */
interface OpenBooks {
  /** Adds what it has on its first start, and makes its app. */
  start(shared: Shared): Promise<HttpApp>;
  close(): Promise<void>;
}

interface Parts<Schema, Store> {
  readonly store: (database: Database<Schema>, faults: Faults) => Store;
  readonly seed?: (store: Store) => Promise<void>;
  readonly app: (deps: CounterpartyDeps<Store>) => Promise<HttpApp>;
}

type OpenMigrated = <Schema>(
  migrations: Readonly<Record<string, Migration>>,
) => ReturnType<typeof openMigrated<Schema>>;

type Opener = (
  open: OpenMigrated,
  migrations: Readonly<Record<string, Migration>>,
) => Promise<Result<OpenBooks, 'unusable_settings'>>;

function mock<Schema, Store>(parts: Parts<Schema, Store>): Opener {
  return async (open, migrations) => {
    const opened = await open<Schema>(migrations);
    if (!opened.ok) return opened;
    const database = opened.value;
    return ok({
      async start(shared) {
        const store = parts.store(database, shared.faults);
        await parts.seed?.(store);
        const app = await parts.app({ ...shared, store, writable: createWriteProbe(database) });
        await watchDatabase(app.watch, database);
        return app;
      },
      close: () => database.close(),
    });
  };
}

const OPENERS: Readonly<Record<Counterparty, Opener>> = {
  bank: mock<BankSchema, ReturnType<typeof createBankStore>>({
    store: createBankStore,
    seed: seedBank,
    app: createBankApp,
  }),
  recipient: mock<RecipientSchema, ReturnType<typeof createRecipientStore>>({
    store: createRecipientStore,
    seed: seedRecipient,
    app: createRecipientApp,
  }),
  broker: mock<BrokerSchema, ReturnType<typeof createBrokerStore>>({
    store: createBrokerStore,
    app: createBrokerApp,
  }),
};

/** Opens each counterparty's database and key. */
export async function openBank(
  { config, secrets }: BankSettings,
  machine: Machine<FaultPoint>,
): Promise<Result<OpenService<Counterparty>, 'unusable_settings'>> {
  chooseEd25519(machine.log);
  const dir = config.SERVICE_KEYS_DIR;
  const brokerSecret = await readSecret({ dir, name: 'broker.secret', fromEnv: secrets.PEP_BROKER_SECRET });
  const postgres = postgresOptions(config, 'bank');
  const books: (readonly [Counterparty, OpenBooks])[] = [];
  for (const name of COUNTERPARTY_NAMES) {
    const { books: setting } = settingsOf(name);
    const open: OpenMigrated = (migrations) => openMigrated(setting, secrets[setting], migrations, postgres);
    const opened = await OPENERS[name](open, MIGRATIONS[name]);
    if (!opened.ok) return opened;
    books.push([name, opened.value]);
  }
  const apps: (readonly [Counterparty, HttpApp])[] = [];
  for (const [name, { start }] of books) {
    const app = await start({ ...machine, brokerSecret, ...(await openKey(dir, machine, name)) });
    watchKeys(app.watch, dir, [name], machine.clock);
    apps.push([name, app]);
  }
  return ok({
    apps: Object.fromEntries(apps) as Record<Counterparty, HttpApp>,
    async close() {
      for (const [, { close }] of books) await close();
    },
  });
}

async function openKey(dir: string, { clock, log }: Machine<FaultPoint>, kid: string) {
  const key = await openServiceKey({
    dir,
    kid,
    alg: 'ed25519',
    role: 'counterparty',
    clock,
  });
  if (key.created) log.info({ kid, fingerprint: key.entry.fingerprint }, 'created a new key');
  return { signer: key, key: () => readServiceEntry(dir, kid) };
}
