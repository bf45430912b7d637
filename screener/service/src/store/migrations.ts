import type { Migration } from '@common/kit/sql/migrate';
import { firstTables } from './migrations/0001-first-tables.ts';
import { fundTables } from './migrations/0002-funds.ts';
import { accessTables } from './migrations/0003-access.ts';
import { bulkTables } from './migrations/0004-bulk.ts';
import { rankingTables } from './migrations/0005-rankings.ts';
import { directoryColumns } from './migrations/0006-directory.ts';
import { currentDataTables } from './migrations/0007-current-data.ts';
import { keySuccession } from './migrations/0008-key-succession.ts';
import { accountTables } from './migrations/0009-accounts.ts';
import { watchlistTables } from './migrations/0010-watchlist.ts';
import { alertTables } from './migrations/0011-alerts.ts';
import { usageTables } from './migrations/0012-usage.ts';
import { postTables } from './migrations/0013-posts.ts';
import { paymentTables } from './migrations/0014-payments.ts';
import { grantedTiers } from './migrations/0015-granted-tiers.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-funds': fundTables,
  '0003-access': accessTables,
  '0004-bulk': bulkTables,
  '0005-rankings': rankingTables,
  '0006-directory': directoryColumns,
  '0007-current-data': currentDataTables,
  '0008-key-succession': keySuccession,
  '0009-accounts': accountTables,
  '0010-watchlist': watchlistTables,
  '0011-alerts': alertTables,
  '0012-usage': usageTables,
  '0013-posts': postTables,
  '0014-payments': paymentTables,
  '0015-granted-tiers': grantedTiers,
};
