import type { Migration } from '@common/kit/sql/migrate';
import { firstTables } from './migrations/0001-first-tables.ts';
import { calls } from './migrations/0002-calls.ts';
import { knownActions } from './migrations/0003-known-actions.ts';
import { callsOfOld } from './migrations/0004-calls-of-old.ts';
import { redemptionPrefix } from './migrations/0005-redemption-prefix.ts';
import { narrowKnownActions } from './migrations/0006-narrow-known-actions.ts';
import { directories } from './migrations/0007-directories.ts';
import { settlements } from './migrations/0008-settlements.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-calls': calls,
  '0003-known-actions': knownActions,
  '0004-calls-of-old': callsOfOld,
  '0005-redemption-prefix': redemptionPrefix,
  '0006-narrow-known-actions': narrowKnownActions,
  '0007-directories': directories,
  '0008-settlements': settlements,
};
