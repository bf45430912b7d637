import { soon } from '@common/kit/soon';
import { type Database, write } from '@common/kit/sql/database';
import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes, toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { EventRecord } from '@platform/core/objects/event';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Kysely } from 'kysely';

/** One row: the largest head, and the last event that was read. */
export interface WitnessSchema {
  witnessed_head: { id: number; tree_size: number; head_json: string };
  witnessed_event: { id: number; sequence: number; event_hash: string };
  witnessed_revocation: { contract_id: string; record_json: string };
}

/** The memory of what the authority has shown, which the authority cannot take back. */
export const witnessTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('witnessed_head')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('head_json', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('witnessed_event')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('sequence', type.integer, (column) => column.notNull())
    .addColumn('event_hash', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('witnessed_revocation')
    .addColumn('contract_id', type.text, (column) => column.primaryKey())
    .addColumn('record_json', type.text, (column) => column.notNull())
    .execute();
};

/** The event up to which the evidence chain was read. */
export interface EventCursor {
  readonly sequence: number;
  readonly hash: string;
}

/** Stores durably. INVARIANT: the head only grows, and a revocation is never forgotten. */
export interface WitnessMemory {
  /** The largest head that was noted or kept. */
  head(): Promise<SignedTreeHead | null>;
  /** Notes a head, to be written by `settle`, or within a second. */
  noteHead(head: SignedTreeHead): void;
  settle(): Promise<void>;
  cursor(): Promise<EventCursor | null>;
  /** Revocations by mandate, and the event up to which they were read. */
  keepRevocations(records: ReadonlyMap<string, EventRecord>, cursor: EventCursor): Promise<void>;
  revocation(mandateId: string): Promise<EventRecord | null>;
  revocations(): Promise<readonly EventRecord[]>;
}

/** For how long a head waits for a step that writes anyway. */
const WRITE_AFTER_MS = 1_000;

type Db = Kysely<WitnessSchema>;

const HEAD = prepare((db: Db, _value: Slot<unknown>) => db.selectFrom('witnessed_head').select('head_json'));

const KEEP_HEAD = prepare((db: Db, value: Slot<WitnessSchema['witnessed_head']>) =>
  db
    .insertInto('witnessed_head')
    .values(slots(value, ['id', 'tree_size', 'head_json']))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(slots(value, ['tree_size', 'head_json']))
        // Another process may have seen a larger head meanwhile.
        .where('witnessed_head.tree_size', '<', value('tree_size')),
    ),
);

const CURSOR = prepare((db: Db, _value: Slot<unknown>) =>
  db.selectFrom('witnessed_event').select(['sequence', 'event_hash']),
);

const REVOCATION = prepare((db: Db, value: Slot<{ mandateId: string }>) =>
  db.selectFrom('witnessed_revocation').select('record_json').where('contract_id', '=', value('mandateId')),
);

/** The memory in a database with the tables of `witnessTables`, which several processes may share. */
export function createWitnessMemory<Schema extends WitnessSchema>(of: Database<Schema>): WitnessMemory {
  const database = of as unknown as Database<WitnessSchema>;
  const { db } = database;
  let noted: SignedTreeHead | null = null;
  const writing = soon(WRITE_AFTER_MS, async () => {
    const head = noted;
    if (head === null) return;
    const { tree_size } = head.tree_head;
    const row = { id: 1, tree_size, head_json: JSON.stringify(head) };
    await write(database, (trx) => KEEP_HEAD.run(trx, row));
    if (noted === head) noted = null;
  });
  return {
    async head() {
      const row = await HEAD.first(db, {});
      const kept: SignedTreeHead | null = row === undefined ? null : JSON.parse(row.head_json);
      return noted !== null && noted.tree_head.tree_size > (kept?.tree_head.tree_size ?? 0) ? noted : kept;
    },
    noteHead(head) {
      if (head.tree_head.tree_size > (noted?.tree_head.tree_size ?? 0)) noted = head;
      writing.ask();
    },
    settle: writing.now,
    async cursor() {
      const row = await CURSOR.first(db, {});
      return row === undefined ? null : { sequence: toInteger(row.sequence), hash: row.event_hash };
    },
    async keepRevocations(records, cursor) {
      for (const [contract_id, record] of records) {
        await write(database, (trx) => keepRevocation(trx, contract_id, record));
      }
      // This comes last: after a crash, reading the same events again changes nothing.
      const row = { id: 1, sequence: cursor.sequence, event_hash: cursor.hash };
      await write(database, (trx) =>
        trx
          .insertInto('witnessed_event')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute(),
      );
    },
    async revocation(mandateId) {
      const row = await REVOCATION.first(db, { mandateId });
      return row === undefined ? null : JSON.parse(row.record_json);
    },
    async revocations() {
      const rows = await db
        .selectFrom('witnessed_revocation')
        .select('record_json')
        .orderBy('contract_id')
        .execute();
      return rows.map(({ record_json }) => JSON.parse(record_json));
    },
  };
}

/** Keep the first evidence. */
async function keepRevocation(db: Db, contract_id: string, record: EventRecord) {
  await db
    .insertInto('witnessed_revocation')
    .values({ contract_id, record_json: JSON.stringify(record) })
    .onConflict((conflict) => conflict.column('contract_id').doNothing())
    .execute();
}
