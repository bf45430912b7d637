import type { Migration } from '@common/kit/sql/migrate';
import { firstTables } from './migrations/0001-first-tables.ts';
import { stoppedGrants } from './migrations/0002-stopped-grants.ts';
import { knownActions } from './migrations/0003-known-actions.ts';
import { endedRefusals } from './migrations/0004-ended-refusals.ts';
import { leaseLengths } from './migrations/0005-lease-lengths.ts';
import { rowsWrittenOnce } from './migrations/0006-rows-written-once.ts';
import { receiptFiles } from './migrations/0007-receipt-files.ts';
import { openRedemptions } from './migrations/0008-open-redemptions.ts';
import { narrowKnownActions } from './migrations/0009-narrow-known-actions.ts';
import { receiptSearch } from './migrations/0010-receipt-search.ts';
import { directories } from './migrations/0011-directories.ts';
import { entryHashes } from './migrations/0012-entry-hashes.ts';
import { listedUses } from './migrations/0013-listed-uses.ts';
import { noticeSinks } from './migrations/0014-notice-sinks.ts';
import { documents } from './migrations/0015-documents.ts';
import { rowsOfStatements } from './migrations/0016-rows-of-statements.ts';
import { rowsWithEntries } from './migrations/0017-rows-with-entries.ts';
import { endings } from './migrations/0018-endings.ts';
import { actionSalts } from './migrations/0019-action-salts.ts';
import { agentTokens } from './migrations/0020-agent-tokens.ts';
import { addenda } from './migrations/0021-addenda.ts';
import { agentWebhooks } from './migrations/0022-agent-webhooks.ts';
import { tokenEnds } from './migrations/0023-token-ends.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-stopped-grants': stoppedGrants,
  '0003-known-actions': knownActions,
  '0004-ended-refusals': endedRefusals,
  '0005-lease-lengths': leaseLengths,
  '0006-rows-written-once': rowsWrittenOnce,
  '0007-receipt-files': receiptFiles,
  '0008-open-redemptions': openRedemptions,
  '0009-narrow-known-actions': narrowKnownActions,
  '0010-receipt-search': receiptSearch,
  '0011-directories': directories,
  '0012-entry-hashes': entryHashes,
  '0013-listed-uses': listedUses,
  '0014-notice-sinks': noticeSinks,
  '0015-documents': documents,
  '0016-rows-of-statements': rowsOfStatements,
  '0017-rows-with-entries': rowsWithEntries,
  '0018-endings': endings,
  '0019-action-salts': actionSalts,
  '0020-agent-tokens': agentTokens,
  '0021-addenda': addenda,
  '0022-agent-webhooks': agentWebhooks,
  '0023-token-ends': tokenEnds,
};
