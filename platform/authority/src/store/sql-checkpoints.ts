import { type Database, write } from '@common/kit/sql';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { AuthorityStore, CheckpointName, StoredCheckpoint } from './store.ts';

type Db = Kysely<AuthoritySchema>;

/** The log in its public formats: checkpoints, what they cover, and the lines of witnesses below them. */
export function checkpointOperations(
  database: Database<AuthoritySchema>,
): Pick<
  AuthorityStore,
  'checkpoint' | 'checkpoints' | 'keepCheckpoint' | 'keepCosignatures' | 'logEntries' | 'logRow'
> {
  const { db } = database;
  return {
    async checkpoint(origin, treeSize) {
      const query = db.selectFrom('log_checkpoint').selectAll().where('origin', '=', origin);
      const row = await (treeSize === null
        ? query.orderBy('tree_size', 'desc').limit(1)
        : query.where('tree_size', '=', treeSize)
      ).executeTakeFirst();
      return row === undefined ? null : withCosignatures(db, { ...row, tree_size: toInteger(row.tree_size) });
    },
    async checkpoints({ origin, from, limit, cosigned }) {
      let query = db
        .selectFrom('log_checkpoint')
        .selectAll()
        .where('origin', '=', origin)
        .where('tree_size', '>=', from);
      if (cosigned) {
        const sizes = db.selectFrom('log_cosignature').select('tree_size').where('origin', '=', origin);
        query = query.where('tree_size', 'in', sizes);
      }
      const rows = await query.orderBy('tree_size').limit(limit).execute();
      const found: StoredCheckpoint[] = [];
      for (const row of rows)
        found.push(await withCosignatures(db, { ...row, tree_size: toInteger(row.tree_size) }));
      return found;
    },
    async keepCheckpoint(checkpoint) {
      await write(database, (trx) => insertCheckpoint(trx, checkpoint));
    },
    async keepCosignatures({ origin, treeSize }, lines) {
      if (lines.length === 0) return;
      const rows = lines.map(({ name, keyId, line }) => ({
        ...{ origin, tree_size: treeSize, name, key_id: keyId, line },
      }));
      await write(database, (trx) =>
        upsert(trx, 'log_cosignature', rows, ['origin', 'tree_size', 'name', 'key_id']),
      );
    },
    async logEntries(from, limit) {
      const rows = await db
        .selectFrom('receipt')
        .select('log_entry')
        .where('leaf_index', '>=', from)
        .where('leaf_index', '<', from + limit)
        .orderBy('leaf_index')
        .execute();
      return rows.map(({ log_entry }) => log_entry);
    },
    async logRow({ level, index }, width) {
      const rows = await db
        .selectFrom('log_node')
        .select('hash')
        .where('level', '=', level)
        .where('node_index', '>=', index)
        .where('node_index', '<', index + width)
        .orderBy('node_index')
        .execute();
      return rows.map(({ hash }) => hash);
    },
  };
}

/** One that has the same origin and size is replaced: its text is the same, its key may be another. */
export async function insertCheckpoint(
  db: Db,
  { origin, treeSize, note }: CheckpointName & { readonly note: string },
): Promise<void> {
  await upsert(db, 'log_checkpoint', [{ origin, tree_size: treeSize, note }], ['origin', 'tree_size']);
}

async function withCosignatures(
  db: Db,
  { origin, tree_size, note }: AuthoritySchema['log_checkpoint'],
): Promise<StoredCheckpoint> {
  const rows = await db
    .selectFrom('log_cosignature')
    .select(['name', 'key_id', 'line'])
    .where('origin', '=', origin)
    .where('tree_size', '=', tree_size)
    .orderBy('name')
    .orderBy('key_id')
    .execute();
  const cosignatures = rows.map(({ name, key_id, line }) => ({ name, keyId: key_id, line }));
  return { origin, treeSize: tree_size, note, cosignatures };
}
