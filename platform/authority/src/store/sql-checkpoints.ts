import { type Database, write } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { AuthorityStore, CheckpointName, StoredCheckpoint } from './store.ts';

type Db = Kysely<AuthoritySchema>;

/** The log in its public formats: checkpoints, what they cover, and the lines of witnesses below them. */
export function checkpointOperations(
  database: Database<AuthoritySchema>,
): Pick<AuthorityStore, 'checkpoint' | 'checkpoints' | 'keepCheckpoint' | 'keepCosignatures' | 'logRow'> {
  const { db } = database;
  return {
    async checkpoint(origin, treeSize) {
      const query = db.selectFrom('log_checkpoint').selectAll().where('origin', '=', origin);
      const row = await (treeSize === null
        ? query.orderBy('tree_size', 'desc').limit(1)
        : query.where('tree_size', '=', treeSize)
      ).executeTakeFirst();
      const [found = null] = await withCosignatures(db, origin, row === undefined ? [] : [row]);
      return found;
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
      return withCosignatures(db, origin, rows);
    },
    async keepCheckpoint(checkpoint) {
      await write(database, (trx) => insertCheckpoint(trx, checkpoint));
    },
    async keepCosignatures({ origin, treeSize }, lines) {
      if (lines.length === 0) return;
      const rows = lines.map(({ name, keyId, line }) => ({
        origin,
        tree_size: treeSize,
        name,
        key_id: keyId,
        line,
      }));
      await write(database, (trx) =>
        upsert(trx, 'log_cosignature', rows, ['origin', 'tree_size', 'name', 'key_id']),
      );
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

/** Replaces a checkpoint of the same origin and size, whose text is the same but whose key may be another. */
export async function insertCheckpoint(
  db: Db,
  { origin, treeSize, note }: CheckpointName & { readonly note: string },
): Promise<void> {
  await upsert(db, 'log_checkpoint', [{ origin, tree_size: treeSize, note }], ['origin', 'tree_size']);
}

/** Adds the witnesses' lines to checkpoints, with one query for all of them. */
async function withCosignatures(
  db: Db,
  origin: string,
  rows: readonly Pick<AuthoritySchema['log_checkpoint'], 'tree_size' | 'note'>[],
): Promise<readonly StoredCheckpoint[]> {
  if (rows.length === 0) return [];
  const sizes = rows.map(({ tree_size }) => tree_size);
  const lines = await db
    .selectFrom('log_cosignature')
    .select(['tree_size', 'name', 'key_id', 'line'])
    .where('origin', '=', origin)
    .where('tree_size', 'in', sizes)
    .orderBy('name')
    .orderBy('key_id')
    .execute();
  const bySize = Map.groupBy(lines, ({ tree_size }) => toInteger(tree_size));
  return rows.map(({ tree_size, note }) => {
    const treeSize = toInteger(tree_size);
    const cosignatures = (bySize.get(treeSize) ?? []).map(({ name, key_id, line }) => ({
      name,
      keyId: key_id,
      line,
    }));
    return { origin, treeSize, note, cosignatures };
  });
}
