import { type CsvCell, csvOf } from '@common/base/csv';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';

/** Whole receipts, one per line, as `sanad-verify` reads them. */
export async function* jsonLines(pages: AsyncIterable<readonly Receipt[]>): AsyncGenerator<string> {
  for await (const receipts of pages)
    yield receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join('');
}

const COLUMNS: readonly (readonly [name: string, cell: (row: ReceiptRow) => CsvCell])[] = [
  ['receipt_id', ({ receipt_id: id }) => id],
  ['decided_at', ({ decided_at: at }) => at],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason],
  ['payee', ({ payee }) => payee],
  ['payee_account', ({ payee_account: account }) => account],
  ['payee_entry', ({ payee_entry: name }) => name],
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => currency],
  ['reference', ({ reference }) => reference],
  ['text', ({ text }) => text],
  ['account', ({ account }) => account],
  ['agent', ({ agent }) => agent],
  ['principal', ({ principal }) => principal],
  ['approved_by', ({ approved_by: people }) => people.join('; ')],
  ['rejected_by', ({ rejected_by: person }) => person],
  ['cancelled_by', ({ cancelled_by: person }) => person],
  ['settled_by', ({ settled_by: person }) => person],
  ['proposed_at', ({ proposed_at: at }) => at],
  ['approved_at', ({ approved_at: at }) => at],
  ['executed_at', ({ executed_at: at }) => at],
  ['plugin', ({ plugin }) => plugin],
  ['facade', ({ facade }) => facade],
  ['tenant', ({ tenant }) => tenant],
  ['mandate', ({ contract_id: id }) => id],
  ['counterparty', ({ counterparty }) => counterparty],
  ['level', ({ level }) => level],
  ['grant_id', ({ grant_id: id }) => id],
  ['sequence', ({ sequence }) => sequence],
  ['place_in_log', ({ leaf_index: leaf }) => leaf],
  ['receipt_body_hash', ({ receipt_body_hash: hash }) => hash],
];

/** What receipts say, for a spreadsheet. It proves nothing, and no text in it runs as a formula. */
export async function* receiptsCsv(pages: AsyncIterable<readonly ReceiptRow[]>): AsyncGenerator<string> {
  yield csvOf([COLUMNS.map(([name]) => name)]);
  for await (const rows of pages) yield csvOf(rows.map((row) => COLUMNS.map(([, cell]) => cell(row))));
}
