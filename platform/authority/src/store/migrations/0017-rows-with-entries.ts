import type { Migration } from '@common/kit/sql/migrate';
import { rowsOfStatements } from './0016-rows-of-statements.ts';

/** Lines of receipts name the entry of the directory that was paid. All receipts are entered anew after the start. */
export const rowsWithEntries: Migration = rowsOfStatements;
