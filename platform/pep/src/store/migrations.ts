import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { witnessTables } from '@platform/keys/witness/memory';
import { intents } from './migrations/0001-intents.ts';
import { standing } from './migrations/0003-standing.ts';
import { intentsByTime } from './migrations/0005-intents-by-time.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-intents': intents,
  '0002-owner': ownerTable,
  '0003-standing': standing,
  '0004-witness': witnessTables,
  '0005-intents-by-time': intentsByTime,
};
