import { type Database, transaction } from '@common/kit/sql/database';
import type { AuthoritySchema } from './schema.ts';
import { readAgentTokens } from './sql-agent-tokens.ts';
import { checkpointOperations } from './sql-checkpoints.ts';
import { readDirectories } from './sql-directories.ts';
import { readDocuments } from './sql-documents.ts';
import { readEndings } from './sql-endings.ts';
import { readLeaves } from './sql-leaves.ts';
import {
  followReceipts,
  leaseLengths,
  readEvents,
  readGrants,
  readLog,
  readMandates,
  readReceipts,
  readVersions,
} from './sql-reads.ts';
import { readStandings } from './sql-standing.ts';
import { createUnit } from './sql-unit.ts';
import type { AuthorityStore } from './store.ts';

/**
 * The store on SQLite or PostgreSQL: one set of queries. The schema must exist already (see migrations.ts).
 */
export function createSqlStore(database: Database<AuthoritySchema>): AuthorityStore {
  const { db, engine } = database;
  return {
    // The rows that matter are locked one by one, so that concurrent proposals wait instead of failing.
    atomically: (work, tenant) =>
      transaction(database, (trx) => work(createUnit(trx, engine)), {
        isolation: 'read committed',
        ...(tenant === undefined ? {} : { group: tenant }),
      }),
    ...readMandates(db),
    ...readGrants(db),
    ...readStandings(db, engine),
    ...leaseLengths(database),
    ...readReceipts(db),
    ...readLeaves(db),
    ...followReceipts(database),
    ...readEvents(db),
    ...readLog(database),
    ...readVersions(db),
    ...checkpointOperations(database),
    ...readDirectories(db),
    ...readDocuments(db),
    ...readEndings(db),
    ...readAgentTokens(database),
  };
}
