import type { Migration } from '@common/kit/sql/migrate';
import { bankTables } from './migrations/0001-bank-tables.ts';
import { brokerTables } from './migrations/0001-broker-tables.ts';
import { recipientTables } from './migrations/0001-recipient-tables.ts';
import { movements } from './migrations/0002-movements.ts';

/** The migrations of each counterparty’s database. */
export const MIGRATIONS = {
  bank: { '0001-bank-tables': bankTables, '0002-movements': movements },
  recipient: { '0001-recipient-tables': recipientTables },
  broker: { '0001-broker-tables': brokerTables },
} satisfies Readonly<Record<string, Readonly<Record<string, Migration>>>>;
