import { fileURLToPath } from 'node:url';
import type { Log } from '@common/kit/log';
import { readSecret } from '@common/kit/secret-file';
import { type Database, openDatabase } from '@common/kit/sql';
import { type Migration, migrate } from '@common/kit/sql/migrate';
import { absoluteDatabaseUrl } from '@common/kit/sql/url';
import { openServiceKey } from '@platform/trust/keys';
import type { CounterpartyDeps } from './app.ts';
import type { readBankConfig } from './config.ts';
import { BANK_MIGRATIONS, RECIPIENT_MIGRATIONS } from './store/migrations.ts';
import type { BankSchema, RecipientSchema } from './store/schema.ts';
import { createBankStore } from './store/sql-bank-store.ts';
import { createRecipientStore } from './store/sql-recipient-store.ts';
import type { BankStore, Faults, RecipientStore } from './store/store.ts';
import { seedBank, seedRecipient } from './use-cases/seed.ts';

/** The folder that relative paths of the configuration are taken from. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

type Settings = Extract<ReturnType<typeof readBankConfig>, { ok: true }>['value'];

export interface Environment {
  readonly log: Log;
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly faults: Faults;
}

export interface Counterparties {
  readonly bank: CounterpartyDeps<BankStore>;
  readonly recipient: CounterpartyDeps<RecipientStore>;
  close(): Promise<void>;
}

/** Opens both books and both keys. Throws when a database, a key or a secret cannot be used. */
export async function openBank(settings: Settings, environment: Environment): Promise<Counterparties> {
  const { config, secrets } = settings;
  const { faults } = environment;
  const brokerSecret = await readSecret({
    dir: config.SERVICE_KEYS_DIR,
    name: 'broker.secret',
    fromEnv: secrets.PEP_BROKER_SECRET,
  });
  const bankBooks = await openBooks<BankSchema>(secrets.BANK_DATABASE_URL, BANK_MIGRATIONS);
  const recipientBooks = await openBooks<RecipientSchema>(
    secrets.RECIPIENT_DATABASE_URL,
    RECIPIENT_MIGRATIONS,
  );
  const bank = createBankStore(bankBooks, faults);
  const recipient = createRecipientStore(recipientBooks, faults);
  await seedBank(bank);
  await seedRecipient(recipient);
  const shared = { ...environment, brokerSecret };
  return {
    bank: { ...shared, store: bank, ...(await openKey(settings, environment, 'bank')) },
    recipient: { ...shared, store: recipient, ...(await openKey(settings, environment, 'recipient')) },
    async close() {
      await bankBooks.close();
      await recipientBooks.close();
    },
  };
}

async function openBooks<Schema>(
  url: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Database<Schema>> {
  const database = await openDatabase<Schema>({ url: absoluteDatabaseUrl(url, REPOSITORY) });
  await migrate(database, migrations);
  return database;
}

async function openKey({ config }: Settings, { clock, log }: Environment, kid: string) {
  const key = await openServiceKey({
    dir: config.SERVICE_KEYS_DIR,
    kid,
    alg: 'ed25519',
    role: 'counterparty',
    independent: true,
    clock,
  });
  if (key.created) log.info({ kid, fingerprint: key.entry.fingerprint }, 'made a new key');
  return { signer: key, key: { ...key.entry, role: 'counterparty' as const } };
}
