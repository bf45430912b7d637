import { type CsvRow, csvTable } from '@common/base/csv';
import { type Portfolio, statusToday } from '@screener/service/portfolio/assess-portfolio';
import { words } from '../parts/language.ts';

const COLUMNS = [
  ...['symbol', 'name', 'quantity', 'value_usd', 'value_from', 'close_date', 'weight_pct'],
  ...['compliance_today', 'reason', 'dated_compliance', 'dated_compliance_by_all', 'dated_as_of'],
  ...['stale_since', 'not_counted'],
];

/**
 * Writes a portfolio as a table for spreadsheets, with a column for each methodology; what is kept apart comes last.
 * INVARIANT: what counts today, as on the page, is in columns of its own: a filter by them gives what the page says.
 */
export function portfolioCsv({ holdings, apart, by_methodology: methodologies }: Portfolio): string {
  const ids = methodologies.map(({ id }) => id);
  return csvTable(
    [...COLUMNS, ...ids.map((id) => `${id}_today`)],
    [...holdings.map((held) => heldRow(held, ids)), ...apart.map(apartRow)],
  );
}

function heldRow(held: Portfolio['holdings'][number], ids: readonly string[]): CsvRow<string> {
  const { symbol, name, quantity, value_from, close_date, weight_pct, compliance_today, reason } = held;
  return {
    ...{ symbol, name, quantity, value_usd: held.value, value_from, close_date, weight_pct },
    ...{ compliance_today, reason, dated_compliance: held.compliance },
    ...{ dated_compliance_by_all: held.compliance_by_all, dated_as_of: held.as_of },
    stale_since: held.stale?.since ?? null,
    ...Object.fromEntries(ids.map((id) => [`${id}_today`, statusToday(held, id)])),
  };
}

function apartRow({ asked, quantity, value, currency, kind, day }: Portfolio['apart'][number]) {
  const isInDollars = currency === 'USD' || currency === null;
  const not_counted = words().portfolio.apart.notCounted(kind, day);
  return { name: asked, quantity, value_usd: isInDollars ? value : null, not_counted };
}
