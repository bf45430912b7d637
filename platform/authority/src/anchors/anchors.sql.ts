import { type Database, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { AuthoritySchema } from '../store/schema.ts';
import type { AnchorStore, KeptAnchor } from './anchors.store.ts';

type Row = AuthoritySchema['log_anchor'];

export function createAnchorStore(database: Database<AuthoritySchema>): AnchorStore {
  const of = (origin: string) =>
    database.db.selectFrom('log_anchor').selectAll().where('origin', '=', origin);
  const one = async (query: ReturnType<typeof of>): Promise<KeptAnchor | null> => {
    const row = await query.limit(1).executeTakeFirst();
    return row === undefined ? null : anchorOf(row);
  };
  const posted = (origin: string) => of(origin).where('state', '=', 'posted');
  return {
    newest: (origin) => one(of(origin).orderBy('tree_size', 'desc')),
    newestPosted: (origin) => one(posted(origin).orderBy('tree_size', 'desc')),
    firstCovering: (origin, leafIndex) =>
      one(posted(origin).where('tree_size', '>', leafIndex).orderBy('tree_size')),
    waiting: (origin) => one(of(origin).where('state', '=', 'waiting').orderBy('tree_size')),
    async prepare({ origin, treeSize, note, logKey, signature, preparedMs }) {
      const row: Row = {
        origin,
        tree_size: treeSize,
        note,
        log_key: logKey,
        signature: JSON.stringify(signature),
        state: 'waiting',
        entry: null,
        trusted_log: null,
        prepared_at: preparedMs,
      };
      await write(database, (db) =>
        db
          .insertInto('log_anchor')
          .values(row)
          .onConflict((conflict) => conflict.columns(['origin', 'tree_size']).doNothing())
          .execute(),
      );
    },
    async settle({ origin, treeSize }, found) {
      const change: Partial<Row> =
        found === null
          ? { state: 'refused' }
          : {
              state: 'posted',
              entry: JSON.stringify(found.entry),
              trusted_log: JSON.stringify(found.trustedLog),
            };
      await write(database, (db) =>
        db
          .updateTable('log_anchor')
          .set(change)
          .where('origin', '=', origin)
          .where('tree_size', '=', treeSize)
          .where('state', '=', 'waiting')
          .execute(),
      );
    },
  };
}

function anchorOf(row: Row): KeptAnchor {
  const { origin, note, log_key: logKey, entry, trusted_log: log } = row;
  return {
    origin,
    note,
    logKey,
    treeSize: toInteger(row.tree_size),
    preparedMs: toInteger(row.prepared_at),
    signature: JSON.parse(row.signature),
    posted: entry === null || log === null ? null : { entry: JSON.parse(entry), trustedLog: JSON.parse(log) },
  };
}
