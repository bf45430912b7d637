import type { Migration } from '@common/kit/sql/migrate';
import { bankTables } from './migrations/0001-bank-tables.ts';
import { brokerTables } from './migrations/0001-broker-tables.ts';
import { recipientTables } from './migrations/0001-recipient-tables.ts';

export const BANK_MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-bank-tables': bankTables };

export const BROKER_MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-broker-tables': brokerTables };

export const RECIPIENT_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-recipient-tables': recipientTables,
};
