import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Funds: their tickers, their reports as filed, and the identifiers of securities that reports give. */
export const fundTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('fund_class')
    .addColumn('symbol', type.text, (column) => column.primaryKey())
    .addColumn('fund', type.text, (column) => column.notNull())
    .addColumn('class_id', type.text, (column) => column.notNull())
    .addColumn('cik', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('fund_report')
    .addColumn('fund', type.text, (column) => column.notNull())
    .addColumn('period_end', type.text, (column) => column.notNull())
    .addColumn('content_hash', type.text, (column) => column.notNull())
    .addColumn('filed', type.text)
    .addColumn('accession', type.text)
    .addColumn('source_url', type.text)
    .addColumn('content', type.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('fund_report_key', ['fund', 'period_end', 'content_hash'])
    .execute();
  // ISIN or CUSIP -> ticker, as given side by side in some fund's report.
  await db.schema
    .createTable('security_number')
    .addColumn('number', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('security_number_key', ['number', 'symbol'])
    .execute();
};
