import { together } from '@common/base/together';
import { toInteger } from '@common/kit/sql/portable';
import type { ReceiptPlace } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Kysely } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import { readAddenda } from './sql-addenda.ts';
import { readDirectories } from './sql-directories.ts';
import { readReceipts } from './sql-reads.ts';
import type { AuthorityStore } from './store.ts';

/** Reads the log's leaves, which are in three tables: receipts, entries of directories, and addenda. */
export function readLeaves(
  db: Kysely<AuthoritySchema>,
): Pick<AuthorityStore, 'leaves' | 'leafPlaces' | 'logEntries'> {
  const { receiptsByLeaf } = readReceipts(db);
  const { entriesByLeaf } = readDirectories(db);
  const { addendaByLeaf } = readAddenda(db);
  return {
    async leaves(from, limit) {
      const [receipts, entries, addenda] = await together([
        receiptsByLeaf(from, limit),
        entriesByLeaf(from, limit),
        addendaByLeaf(from, limit),
      ]);
      const others = entries.map(({ leaf_index: leafIndex, signed }) => ({
        leafIndex,
        entry: signed.entry_hash,
        signed,
      }));
      const later = addenda.map(({ leaf_index: leafIndex, addendum }) => ({
        leafIndex,
        entry: addendum.settled_hash,
        addendum,
      }));
      return inOrder([...receipts, ...others, ...later], limit, ({ leafIndex }) => leafIndex);
    },
    async leafPlaces(from, limit) {
      const [receipts, entries, addenda] = await together([
        receiptPlaces(db, from, limit),
        entriesByLeaf(from, limit),
        addendaByLeaf(from, limit),
      ]);
      return inOrder<(typeof receipts | typeof entries | typeof addenda)[number]>(
        [...receipts, ...entries, ...addenda],
        limit,
        ({ leaf_index }) => leaf_index,
      );
    },
    async logEntries(from, limit) {
      const [receipts, entries, addenda] = await together([
        db
          .selectFrom('receipt')
          .select(['leaf_index', 'log_entry'])
          .where('leaf_index', '>=', from)
          .where('leaf_index', '<', from + limit)
          .execute(),
        entriesByLeaf(from, limit),
        addendaByLeaf(from, limit),
      ]);
      const data = [
        ...receipts.map(({ leaf_index, log_entry }) => ({ at: toInteger(leaf_index), entry: log_entry })),
        ...entries
          .filter(({ leaf_index }) => leaf_index < from + limit)
          .map(({ leaf_index, signed }) => ({ at: leaf_index, entry: signed.entry_hash })),
        ...addenda
          .filter(({ leaf_index }) => leaf_index < from + limit)
          .map(({ leaf_index, addendum }) => ({ at: leaf_index, entry: addendum.settled_hash })),
      ];
      return inOrder(data, limit, ({ at }) => at).map(({ entry }) => entry);
    },
  };
}

/** Of lists that each go on to the limit. */
function inOrder<Leaf>(
  leaves: readonly Leaf[],
  limit: number,
  indexOf: (leaf: Leaf) => number,
): readonly Leaf[] {
  return leaves.toSorted((one, other) => indexOf(one) - indexOf(other)).slice(0, limit);
}

async function receiptPlaces(
  db: Kysely<AuthoritySchema>,
  from: number,
  limit: number,
): Promise<readonly Omit<ReceiptPlace, 'log_id'>[]> {
  const rows = await db
    .selectFrom('receipt')
    .leftJoin('receipt_body', 'receipt_body.leaf_index', 'receipt.leaf_index')
    .selectAll('receipt')
    .select('receipt_json')
    .where('receipt.leaf_index', '>=', from)
    .orderBy('receipt.leaf_index')
    .limit(limit)
    .execute();
  return rows.map(({ receipt_json, pruned_by: _, ...place }) => ({
    ...place,
    leaf_index: toInteger(place.leaf_index),
    sequence: toInteger(place.sequence),
    // No part: it stands in the body itself.
    receipt_body_hash: receipt_json === null ? null : hashIn(receipt_json),
  }));
}

function hashIn(receiptJson: string): Receipt['receipt_body_hash'] {
  return (JSON.parse(receiptJson) as Receipt).receipt_body_hash;
}
