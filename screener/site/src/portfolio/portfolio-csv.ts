import { csvOf } from '@common/base/csv';
import type { Portfolio } from '@screener/service/portfolio/assess-portfolio';
import { words } from '../parts/language.ts';

const COLUMNS = [
  ...['symbol', 'name', 'quantity', 'value_usd', 'value_from', 'close_date', 'weight_pct', 'compliance'],
  'compliance_by_all',
  ...['as_of', 'stale_since', 'reason'],
];

/** Writes a portfolio as a table for spreadsheets, with a column for each methodology; what is kept apart comes last. */
export function portfolioCsv({ holdings, apart, by_methodology: methodologies }: Portfolio): string {
  const ids = methodologies.map(({ id }) => id);
  return csvOf([
    [...COLUMNS, ...ids],
    ...holdings.map((held) => [
      ...[held.symbol, held.name, held.quantity, held.value, held.value_from, held.close_date],
      ...[
        held.weight_pct,
        held.compliance,
        held.compliance_by_all,
        held.as_of,
        held.stale?.since ?? null,
        held.reason,
      ],
      ...ids.map((id) => held.methodologies.find((one) => one.id === id)?.status ?? 'unknown'),
    ]),
    ...apart.map(({ asked, quantity, value, currency, kind, day }) => [
      ...[null, asked, quantity, currency === 'USD' || currency === null ? value : null, null, null],
      ...[null, words().portfolio.apart.notCounted(kind, day)],
    ]),
  ]);
}
