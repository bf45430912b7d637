import { csvOf } from '@common/base/csv';
import type { Zakat } from '@screener/service/zakat/zakat';
import { zakatInWords } from '@screener/words/zakat';
import { face, words } from '../parts/language.ts';
import { whyApart } from './why-apart.ts';

const COLUMNS = [
  ...['symbol', 'name', 'held_for', 'state', 'shares', 'value', 'value_from', 'close_date', 'currency'],
  ...['cash_low', 'cash_high', 'receivables_low', 'receivables_high', 'inventories_low', 'inventories_high'],
  ...['total_low', 'total_high', 'shares_outstanding', 'factor_low', 'factor_high'],
  ...['per_share_low', 'per_share_high', 'counts_low', 'counts_high'],
  ...['form', 'period_end', 'stale', 'accession', 'source_url'],
];
/** The columns between a name and what counts. */
const BETWEEN = COLUMNS.indexOf('counts_low') - 1;

/** Writes the zakat of holdings as a table for one’s records: a row for each holding, then the arithmetic. */
export function zakatCsv(zakat: Zakat): string {
  const { record, steps } = words().zakat;
  const sum = (name: string, low: number | null, high: number | null) => [name, ...blank(BETWEEN), low, high];
  const isBounded = zakat.due_high !== null;
  return csvOf([
    COLUMNS,
    ...zakat.holdings.map((one) => {
      const { balance } = one;
      return [
        ...[one.symbol, one.name, one.held_for, one.state, one.shares, one.value, one.value_from],
        ...[one.close_date, balance?.currency ?? (one.value === null ? null : 'USD')],
        ...(balance === null
          ? blank(13)
          : [
              ...[balance.cash_low, balance.cash_high, balance.receivables_low, balance.receivables_high],
              ...[balance.inventories_low, balance.inventories_high, balance.total_low, balance.total_high],
              ...[balance.shares_outstanding, balance.factor_low, balance.factor_high],
              ...[balance.per_share_low, balance.per_share_high],
            ]),
        ...[one.counts_low, one.counts_high, balance?.report.form ?? null],
        ...[balance?.report.period_end ?? null, balance === null ? null : String(balance.stale)],
        ...[balance?.report.accession ?? null, balance?.report.source_url ?? null],
      ];
    }),
    ...zakat.apart.map((one) => [one.asked, null, null, record.notCounted(whyApart(one))]),
    ...zakat.sold.map(({ text }) => [text, null, null, record.sold]),
    ...zakat.not_yet_held.map(({ text }) => [text, null, null, record.notYet]),
    ...zakat.unread.map(({ text }) => [text, null, null, record.unread]),
    sum(record.cash, zakat.cash, zakat.cash),
    sum(steps.other, zakat.other, zakat.other),
    sum(steps.all, zakat.base_low, zakat.base_high),
    sum(steps.nisab, zakat.nisab, zakat.nisab),
    [record.reaches, null, null, steps.reached[zakat.reaches]],
    sum(record.due(zakat.rate_pct, zakat.year), isBounded ? zakat.due_low : null, zakat.due_high),
    [record.calculated(zakat.as_of, zakat.gold_price, zakatInWords(face()))],
  ]);
}

function blank(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
