import { type CsvCell, csvOf } from '@common/base/csv';
import type { Receipt } from '@platform/core/objects/receipt';

/** Whole receipts, one per line, as `sanad-verify` reads them. */
export function jsonLines(receipts: readonly Receipt[]): string {
  return receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join('');
}

const COLUMNS: readonly (readonly [name: string, cell: (receipt: Receipt) => CsvCell])[] = [
  ['receipt_id', ({ receipt_id: id }) => id],
  ['decided_at', ({ when }) => when.decided_at],
  ['outcome', ({ what }) => what.outcome],
  ['reason', ({ what }) => what.reason],
  ['plugin', ({ why }) => why.plugin.manifest.name],
  ['facade', ({ what }) => what.facade],
  ['params', ({ what }) => JSON.stringify(what.action.params)],
  ['agent', ({ who }) => who.agent],
  ['principal', ({ who }) => who.principal],
  ['approver', ({ who }) => who.approver],
  ['tenant', ({ who }) => who.tenant],
  ['mandate', ({ who }) => who.contract.contract_id],
  ['counterparty', ({ where }) => where.counterparty],
  ['level', ({ what }) => what.level_achieved],
  ['grant_id', ({ what }) => what.action.grant_id],
  ['sequence', ({ bundle }) => bundle.sequence],
  ['place_in_log', ({ status }) => status.log?.leaf_index ?? null],
  ['receipt_body_hash', ({ receipt_body_hash: hash }) => hash],
];

/** The content of receipts for a spreadsheet. It proves nothing, and no text in it runs as a formula. */
export function receiptsCsv(receipts: readonly Receipt[]): string {
  const rows = receipts.map((receipt) => COLUMNS.map(([, cell]) => cell(receipt)));
  return csvOf([COLUMNS.map(([name]) => name), ...rows]);
}
