import type { Migration } from '@common/kit/sql/migrate';
import { firstTables } from './migrations/0001-first-tables.ts';
import { unfinishedWork } from './migrations/0002-unfinished-work.ts';
import { provenAddresses } from './migrations/0003-proven-addresses.ts';
import { keptForReaders } from './migrations/0004-kept-for-readers.ts';
import { attestations } from './migrations/0005-attestations.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-unfinished-work': unfinishedWork,
  '0003-proven-addresses': provenAddresses,
  '0004-kept-for-readers': keptForReaders,
  '0005-attestations': attestations,
};
