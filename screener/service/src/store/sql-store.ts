import type { Database } from '@common/kit/sql/database';
import { type AlertFaults, NO_FAULTS } from './faults.store.ts';
import type { ScreenerSchema } from './schema.ts';
import { searchOperations } from './search.sql.ts';
import { readCompanies, writeCompanies } from './sql-companies.ts';
import { fundOperations } from './sql-funds.ts';
import { importOperations } from './sql-imports.ts';
import { rateOperations } from './sql-rates.ts';
import { screeningOperations } from './sql-screenings.ts';
import { settingOperations } from './sql-settings.ts';
import { unfinishedOperations } from './sql-unfinished.ts';
import type { ScreenerStore } from './store.ts';

/**
 * Creates the store on SQLite or PostgreSQL, with one set of queries. The schema must exist already (see
 * migrations.ts).
 */
export function createSqlStore(
  database: Database<ScreenerSchema>,
  faults: AlertFaults = NO_FAULTS,
): ScreenerStore {
  return {
    ...readCompanies(database.db),
    ...writeCompanies(database),
    ...searchOperations(database.db),
    funds: fundOperations(database),
    ...importOperations(database),
    ...screeningOperations(database, faults),
    ...settingOperations(database),
    ...rateOperations(database),
    ...unfinishedOperations(database),
  };
}
