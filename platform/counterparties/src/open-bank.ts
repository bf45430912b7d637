import { ok, type Result } from '@common/base/result';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { postgresOptions } from '@common/kit/service/settings';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { openServiceKey, readServiceEntry } from '@platform/keys/key-files/keys';
import { watchKeys } from '@platform/keys/watch-parts';
import { createBankApp, createBrokerApp, createRecipientApp } from './app.ts';
import { BANK_CONFIG, type BankSettings } from './config.ts';
import { BANK_MIGRATIONS, BROKER_MIGRATIONS, RECIPIENT_MIGRATIONS } from './store/migrations.ts';
import type { BankSchema, BrokerSchema, RecipientSchema } from './store/schema.ts';
import { createBankStore } from './store/sql-bank-store.ts';
import { createBrokerStore } from './store/sql-broker-store.ts';
import { createRecipientStore } from './store/sql-recipient-store.ts';
import { FAULT_POINTS, type FaultPoint } from './store/store.ts';
import { seedBank, seedRecipient } from './use-cases/seed.ts';

export const BANK = {
  name: 'bank',
  config: BANK_CONFIG,
  listeners: {
    bank: { host: 'BANK_HOST', port: 'BANK_PORT' },
    recipient: { host: 'BANK_HOST', port: 'RECIPIENT_PORT' },
    broker: { host: 'BANK_HOST', port: 'BROKER_PORT' },
  },
  faultPoints: FAULT_POINTS,
  open: openBank,
} as const;

/** Opens each counterparty's database and key. */
export async function openBank(
  { config, secrets }: BankSettings,
  machine: Machine<FaultPoint>,
): Promise<Result<OpenService<'bank' | 'recipient' | 'broker'>, 'unusable_settings'>> {
  const dir = config.SERVICE_KEYS_DIR;
  const brokerSecret = await readSecret({ dir, name: 'broker.secret', fromEnv: secrets.PEP_BROKER_SECRET });
  const postgres = postgresOptions(config, 'bank');
  const bankBooks = await openMigrated<BankSchema>(
    'BANK_DATABASE_URL',
    secrets.BANK_DATABASE_URL,
    BANK_MIGRATIONS,
    postgres,
  );
  if (!bankBooks.ok) return bankBooks;
  const recipientBooks = await openMigrated<RecipientSchema>(
    'RECIPIENT_DATABASE_URL',
    secrets.RECIPIENT_DATABASE_URL,
    RECIPIENT_MIGRATIONS,
    postgres,
  );
  if (!recipientBooks.ok) return recipientBooks;
  const brokerBooks = await openMigrated<BrokerSchema>(
    'BROKER_DATABASE_URL',
    secrets.BROKER_DATABASE_URL,
    BROKER_MIGRATIONS,
    postgres,
  );
  if (!brokerBooks.ok) return brokerBooks;
  const bank = createBankStore(bankBooks.value, machine.faults);
  const recipient = createRecipientStore(recipientBooks.value, machine.faults);
  const broker = createBrokerStore(brokerBooks.value, machine.faults);
  await seedBank(bank);
  await seedRecipient(recipient);
  const shared = { ...machine, brokerSecret };
  const apps = {
    bank: await createBankApp({
      ...shared,
      store: bank,
      writable: createWriteProbe(bankBooks.value),
      ...(await openKey(dir, machine, 'bank')),
    }),
    recipient: await createRecipientApp({
      ...shared,
      store: recipient,
      writable: createWriteProbe(recipientBooks.value),
      ...(await openKey(dir, machine, 'recipient')),
    }),
    broker: await createBrokerApp({
      ...shared,
      store: broker,
      writable: createWriteProbe(brokerBooks.value),
      ...(await openKey(dir, machine, 'broker')),
    }),
  };
  for (const [kid, { watch }] of Object.entries(apps)) watchKeys(watch, dir, [kid], machine.clock);
  await watchDatabase(apps.bank.watch, bankBooks.value);
  await watchDatabase(apps.recipient.watch, recipientBooks.value);
  await watchDatabase(apps.broker.watch, brokerBooks.value);
  return ok({
    apps,
    async close() {
      await bankBooks.value.close();
      await recipientBooks.value.close();
      await brokerBooks.value.close();
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
