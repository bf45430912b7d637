import { type CsvRow, csvTable } from '@common/base/csv';
import type { Zakat } from '@screener/service/zakat/zakat';
import { zakatInWords } from '@screener/words/zakat';
import { face, words } from '../parts/language.ts';
import { whyApart } from './why-apart.ts';

const COLUMNS = [
  ...(['symbol', 'name', 'held_for', 'state', 'shares', 'value', 'value_from', 'close_date'] as const),
  ...(['currency', 'cash_low', 'cash_high', 'receivables_low', 'receivables_high'] as const),
  ...(['inventories_low', 'inventories_high', 'total_low', 'total_high'] as const),
  ...(['shares_outstanding', 'factor_low', 'factor_high', 'per_share_low', 'per_share_high'] as const),
  ...(['counts_low', 'counts_high', 'form', 'period_end', 'stale', 'accession', 'source_url'] as const),
  'note',
] as const;
type Row = CsvRow<(typeof COLUMNS)[number]>;

/** Writes the zakat of holdings as a table for one’s records: a row for each holding, then the arithmetic. */
export function zakatCsv(zakat: Zakat): string {
  const { record, steps } = words().zakat;
  const sum = (symbol: string, low: number | null, high: number | null): Row => ({
    ...{ symbol, counts_low: low, counts_high: high },
  });
  const left =
    (note: string) =>
    (one: { readonly text: string }): Row => ({ symbol: one.text, note });
  const isBounded = zakat.due_high !== null;
  return csvTable(COLUMNS, [
    ...zakat.holdings.map(rowOf),
    ...zakat.apart.map((one) => ({ symbol: one.asked, note: record.notCounted(whyApart(one)) })),
    ...zakat.sold.map(left(record.sold)),
    ...zakat.not_yet_held.map(left(record.notYet)),
    ...zakat.unread.map(left(record.unread)),
    sum(record.cash, zakat.cash, zakat.cash),
    sum(steps.other, zakat.other, zakat.other),
    sum(steps.all, zakat.base_low, zakat.base_high),
    sum(steps.nisab, zakat.nisab, zakat.nisab),
    { symbol: record.reaches, note: steps.reached[zakat.reaches] },
    sum(record.due(zakat.rate_pct, zakat.year), isBounded ? zakat.due_low : null, zakat.due_high),
    { note: record.calculated(zakat.as_of, zakat.gold_price, zakatInWords(face())) },
  ]);
}

function rowOf(holding: Zakat['holdings'][number]): Row {
  const { symbol, name, held_for, state, shares, value, value_from, close_date, balance } = holding;
  const { counts_low, counts_high } = holding;
  return {
    ...{ symbol, name, held_for, state, shares, value, value_from, close_date, counts_low, counts_high },
    currency: value === null ? null : 'USD',
    ...(balance === null ? {} : balanceOf(balance)),
  };
}

function balanceOf(balance: NonNullable<Zakat['holdings'][number]['balance']>): Row {
  const { currency, cash_low, cash_high, receivables_low, receivables_high, stale, report } = balance;
  const { inventories_low, inventories_high, total_low, total_high, shares_outstanding } = balance;
  const { factor_low, factor_high, per_share_low, per_share_high } = balance;
  return {
    ...{ currency, cash_low, cash_high, receivables_low, receivables_high },
    ...{ inventories_low, inventories_high, total_low, total_high, shares_outstanding },
    ...{ factor_low, factor_high, per_share_low, per_share_high, stale: String(stale) },
    ...{ form: report.form, period_end: report.period_end },
    ...{ accession: report.accession, source_url: report.source_url },
  };
}
