import { csvOf } from '@common/base/csv';
import { readHoldings } from '@screener/sources/holdings/read-holdings';

const COLUMNS = [
  ...['symbol', 'quantity', 'value', 'cost', 'currency', 'dividends', 'bought', 'sold on', 'held for'],
];

/** Writes the lines of a saved list as a table that this service, or a spreadsheet, reads again. */
export function savedCsv(holdings: string): string {
  const read = readHoldings(holdings);
  const lines = read.ok ? read.value.lines : [];
  return csvOf([
    COLUMNS,
    ...lines.map((line) => [
      ...[line.asked, line.quantity, line.value, line.cost, line.currency],
      ...[line.dividends, line.bought, line.sold, line.heldFor],
    ]),
  ]);
}
