import { DatabaseSync } from 'node:sqlite';
import { failureCodeOf } from '@common/kit/failures';

const MOST_FAULTS = 3;

/** The faults that SQLite finds in the pages of a file, at most three; empty if it finds none. Changes nothing. */
export function quickCheck(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare(`pragma quick_check(${MOST_FAULTS})`).all();
    return rows.map(({ quick_check: fault }) => String(fault)).filter((fault) => fault !== 'ok');
  } catch (error) {
    // Where the damage is bad, the check itself fails.
    if (failureCodeOf(error) !== 'database_damaged') throw error;
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}
