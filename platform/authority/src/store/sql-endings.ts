import { toInteger, upsert } from '@common/kit/sql/portable';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Engine } from '@common/kit/sql/url';
import type { MapNode } from '@platform/core/log/standing/sparse-map';
import type { Ending, StandingHead } from '@platform/core/objects/standing';
import { type Kysely, sql } from 'kysely';
import type { EndingReads, EndingWrites, NumberedEnding } from './endings.store.ts';
import type { AuthoritySchema } from './schema.ts';

type Db = Kysely<AuthoritySchema>;

/** Read for every head, with the log locked. */
const STANDING = prepare((db: Db, _value: Slot<unknown>) =>
  db.selectFrom('ending_state').select(['size', 'root_hash']).where('id', '=', sql.lit(1)),
);

const REPLACED = prepare((db: Db, value: Slot<{ hash: string; replaced_by: number }>) =>
  db
    .updateTable('ending_node')
    .set(slots(value, ['replaced_by']))
    .where('hash', '=', value('hash')),
);

/** By database, which a transaction shares, then by hash. INVARIANT: a node under a hash never changes. */
const nodesRead = new WeakMap<object, Map<string, MapNode>>();
/** The ways to everything that a busy deployment’s receipts ask about, in some 10 MB. */
const MOST_NODES = 20_000;

export function readEndings(db: Db): EndingReads {
  return {
    async endings(from, limit) {
      const query = db.selectFrom('ending').selectAll().where('number', '>=', from);
      return (await query.orderBy('number').limit(limit).execute()).map((row) => toEnding(row).ending);
    },
    async endingsByKey(keys) {
      if (keys.length === 0) return [];
      const rows = await db.selectFrom('ending').selectAll().where('map_key', 'in', keys).execute();
      return rows.map(toEnding);
    },
    async endingNodes(hashes) {
      const { adapter } = db.getExecutor();
      let known = nodesRead.get(adapter);
      if (known === undefined || known.size > MOST_NODES) known = new Map();
      nodesRead.set(adapter, known);
      const missing = hashes.filter((hash) => !known.has(hash));
      if (missing.length > 0) {
        const rows = await db.selectFrom('ending_node').selectAll().where('hash', 'in', missing).execute();
        for (const { hash, node } of rows) known.set(hash, toNode(node));
      }
      return new Map(hashes.flatMap((hash) => nodeEntry(hash, known.get(hash))));
    },
    async standingHead() {
      return toHead(await STANDING.first(db, {}));
    },
  };
}

export function writeEndings(trx: Db, engine: Engine): EndingWrites {
  return {
    ...readEndings(trx),
    async lockStanding() {
      const query = trx.selectFrom('ending_state').select(['size', 'root_hash']).where('id', '=', 1);
      return toHead(await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst());
    },
    async insertEndings({ endings, head, nodes, replaced, forgetBefore }) {
      await upsert(trx, 'ending', endings.map(fromEnding), ['number']);
      const rows = [...nodes].map(([hash, node]) => ({
        hash,
        node: fromNode(node),
        replaced_by: replaced.get(hash) ?? null,
      }));
      await upsert(trx, 'ending_node', rows, ['hash']);
      for (const [hash, replaced_by] of replaced) {
        if (!nodes.has(hash)) await REPLACED.run(trx, { hash, replaced_by });
      }
      await trx.deleteFrom('ending_node').where('replaced_by', '<', forgetBefore).execute();
      await trx.updateTable('ending_state').set(head).where('id', '=', 1).execute();
    },
  };
}

function nodeEntry(hash: string, node: MapNode | undefined): readonly (readonly [string, MapNode])[] {
  return node === undefined ? [] : [[hash, node]];
}

function toHead(row: { readonly size: number; readonly root_hash: string } | undefined): StandingHead {
  if (row === undefined) throw new Error('the endings have no state');
  return { size: toInteger(row.size), root_hash: row.root_hash };
}

function toEnding(row: AuthoritySchema['ending']): NumberedEnding {
  const { number, map_key: key, kind, id, ended_at, ended_by: by } = row;
  // The store wrote it, from a checked value.
  return { number: toInteger(number), key, ending: { kind: kind as Ending['kind'], id, ended_at, by } };
}

function fromEnding({ number, key, ending }: NumberedEnding): AuthoritySchema['ending'] {
  const { kind, id, ended_at, by } = ending;
  return { number, map_key: key, kind, id, ended_at, ended_by: by };
}

/** A digit for the kind of node, and its two halves. */
function fromNode(node: MapNode): string {
  return 'key' in node ? `0${node.key}${node.value}` : `1${node.left}${node.right}`;
}

function toNode(text: string): MapNode {
  const [one, other] = [text.slice(1, 65), text.slice(65)];
  return text.startsWith('0') ? { key: one, value: other } : { left: one, right: other };
}
