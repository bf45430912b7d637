import { soon } from '@common/kit/soon';
import { type Database, transaction, write } from '@common/kit/sql/database';
import { createLeases } from '@common/kit/sql/leases';
import { toInteger, upsert } from '@common/kit/sql/portable';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { PepSchema } from './schema.ts';
import { giveBack, reserve, type Step } from './sql-reservations.ts';
import type { Intent, IntentState, IntentStore, Lease, SpentFilter } from './store.ts';

/** Exactly the index's condition: with a parameter in it, SQLite would not use the index. */
const UNFINISHED = sql<boolean>`state <> 'recorded'`;

/** The intent log on SQLite or PostgreSQL. The schema must already exist (see migrations.ts). */
export function createSqlStore(database: Database<PepSchema>): IntentStore {
  return {
    ...intentOperations(database),
    ...unfinishedOperations(database),
    ...settlementOperations(database),
    ...leaseOperations(database),
    ...profileOperations(database),
  };
}

const INSERT = prepare((db: Kysely<PepSchema>, value: Slot<ReturnType<typeof rowOf>>) =>
  db
    .insertInto('intent')
    .values({
      ...slots(value, ['grant_id', 'operation', 'state', 'request', 'presentation', 'redemption']),
      ...slots(value, ['redeemed', 'ending', 'receipt_id', 'reserved', 'sending', 'asking']),
      ...slots(value, ['settle_due', 'settling']),
      ...slots(value, ['attempts', 'due_at', 'lease_owner', 'lease_until', 'presented_at']),
    })
    .onConflict((conflict) => conflict.column('grant_id').doNothing()),
);

const FIND = prepare((db: Kysely<PepSchema>, value: Slot<{ grantId: string }>) =>
  db.selectFrom('intent').selectAll().where('grant_id', '=', value('grantId')),
);

/** A step only adds fields: null leaves a column as it is. */
interface Advance {
  readonly grantId: string;
  readonly owner: string;
  readonly from: IntentState;
  readonly state: IntentState;
  readonly redeemed: string | null;
  readonly ending: string | null;
  readonly receiptId: string | null;
  readonly reserved: string | null;
  readonly sending: string | null;
  readonly asking: string | null;
  readonly settleDue: number | null;
  readonly settling: string | null;
}

const ADVANCE = prepare((db: Kysely<PepSchema>, value: Slot<Advance>) =>
  db
    .updateTable('intent')
    .set(({ fn, val }) => ({
      state: value('state'),
      redeemed: fn.coalesce(val(value('redeemed')), 'redeemed'),
      ending: fn.coalesce(val(value('ending')), 'ending'),
      receipt_id: fn.coalesce(val(value('receiptId')), 'receipt_id'),
      reserved: fn.coalesce(val(value('reserved')), 'reserved'),
      sending: fn.coalesce(val(value('sending')), 'sending'),
      asking: fn.coalesce(val(value('asking')), 'asking'),
      settle_due: fn.coalesce(val(value('settleDue')), 'settle_due'),
      settling: fn.coalesce(val(value('settling')), 'settling'),
    }))
    .where('grant_id', '=', value('grantId'))
    .where('lease_owner', '=', value('owner'))
    .where('state', '=', value('from')),
);

const RECORDED = prepare(
  (db: Kysely<PepSchema>, value: Slot<{ grantId: string; receiptId: string | null }>) =>
    db
      .updateTable('intent')
      .set({ state: 'recorded', receipt_id: value('receiptId') })
      .where('grant_id', '=', value('grantId')),
);

const RECORDED_AT_ONCE = prepare(
  (
    db: Kysely<PepSchema>,
    value: Slot<{ readonly grantIds: readonly string[]; readonly receiptIds: readonly (string | null)[] }>,
  ) => ({
    compile: () =>
      sql`with locked as materialized (
          select grant_id from intent where grant_id = any(${value('grantIds')}::text[]) order by grant_id for update
        )
        update intent set state = 'recorded', receipt_id = given.receipt_id
        from unnest(${value('grantIds')}::text[], ${value('receiptIds')}::text[]) as given (grant_id, receipt_id)
        where intent.grant_id = any(array(select grant_id from locked)) and given.grant_id = intent.grant_id`.compile(
        db,
      ),
  }),
);

/** For how long what is recorded may wait for a reservation that writes anyway. */
const WRITE_AFTER_MS = 500;

/** The reports that the authority has recorded, until this is on disk. */
function recordedReports(database: Database<PepSchema>) {
  const waiting = new Map<string, string | null>();
  const writing = soon(WRITE_AFTER_MS, async () => {
    const reports = [...waiting];
    if (reports.length === 0) return;
    // In one order, so that two processes that write the same ones cannot deadlock.
    const sorted = reports.toSorted(([one], [other]) => (one < other ? -1 : 1));
    await write(database, async (db) => {
      if (database.engine === 'postgres') {
        const grantIds = sorted.map(([grantId]) => grantId);
        await RECORDED_AT_ONCE.run(db, { grantIds, receiptIds: sorted.map(([, receiptId]) => receiptId) });
      } else for (const [grantId, receiptId] of sorted) await RECORDED.run(db, { grantId, receiptId });
    });
    for (const [grantId] of reports) waiting.delete(grantId);
  });
  return {
    waiting,
    settle: writing.now,
    /** A failure loses nothing: it is tried again, and after a restart they are reported once more. */
    settleBeside: () => void writing.now().catch(writing.ask),
    note(grantId: string, receiptId: string | null) {
      waiting.set(grantId, receiptId);
      writing.ask();
    },
  };
}

type IntentOperations = Pick<
  IntentStore,
  'redemptionPrefix' | 'create' | 'find' | 'advance' | 'reserve' | 'recorded' | 'settle' | 'drop'
>;

function intentOperations(database: Database<PepSchema>): IntentOperations {
  const reports = recordedReports(database);
  return {
    redemptionPrefix: (fresh) =>
      transaction(database, async (trx) => {
        await trx
          .insertInto('redemption_prefix')
          .values({ id: 1, prefix: fresh })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        const { prefix } = await trx
          .selectFrom('redemption_prefix')
          .select('prefix')
          .executeTakeFirstOrThrow();
        return prefix;
      }),
    async create(intent, lease, nowMs) {
      return (await write(database, (db) => INSERT.run(db, rowOf(intent, lease, nowMs)))) === 1;
    },
    async find(grantId) {
      const row = await FIND.first(database.db, { grantId });
      if (row === undefined) return null;
      const receiptId = reports.waiting.get(grantId);
      return receiptId === undefined ? intentOf(row) : { ...intentOf(row), state: 'recorded', receiptId };
    },
    recorded: reports.note,
    settle: reports.settle,
    async advance(grantId, owner, from, change) {
      const advance = (db: Kysely<PepSchema>, step: Step) => advanceOn(db, { grantId, owner, from }, step);
      const isWithoutEffect = change.state === 'refused' || change.state === 'redeemed';
      if (isWithoutEffect) return giveBack(database, grantId, change, advance);
      return write(database, (db) => advance(db, change));
    },
    reserve(intent, hold, request) {
      const { grantId, state: from } = intent;
      // Asked for together, so on SQLite they share one commit.
      reports.settleBeside();
      return reserve(database, { grantId }, request, async (db, step) => {
        if (hold.kind === 'held') return advanceOn(db, { grantId, owner: hold.owner, from }, step);
        const { reserved, settlement: _, ...change } = step;
        const row = rowOf({ ...intent, ...change }, hold.lease, hold.nowMs);
        return (await INSERT.run(db, { ...row, reserved: jsonOrNull(reserved) })) === 1;
      });
    },
    async drop(grantId, owner) {
      await write(database, (db) =>
        db
          .deleteFrom('intent')
          .where('grant_id', '=', grantId)
          .where('lease_owner', '=', owner)
          .where('state', '=', 'presented')
          .execute(),
      );
    },
  };
}

async function advanceOn(
  db: Kysely<PepSchema>,
  at: Pick<Advance, 'grantId' | 'owner' | 'from'>,
  { state, redeemed, ending, receiptId, reserved, sending, asking, settlement }: Step,
): Promise<boolean> {
  const change: Advance = {
    ...at,
    state,
    redeemed: jsonOrNull(redeemed),
    ending: jsonOrNull(ending),
    receiptId: receiptId ?? null,
    reserved: jsonOrNull(reserved),
    sending: jsonOrNull(sending),
    asking: jsonOrNull(asking),
    settleDue: settlement?.due ?? null,
    settling: jsonOrNull(settlement?.settling),
  };
  return (await ADVANCE.run(db, change)) === 1;
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/**
 * Each part has an index of its own: with "or", or "union" on SQLite, all intents ever made would be read.
 */
export function spentIntents(db: Kysely<PepSchema>, { sinceMs, after, limit }: SpentFilter) {
  const recent = db.selectFrom('intent').select('grant_id').where('presented_at', '>=', sinceMs);
  const unfinished = db.selectFrom('intent').select('grant_id').where(UNFINISHED);
  return db
    .selectFrom('intent')
    .selectAll()
    .where('grant_id', 'in', recent.unionAll(unfinished))
    .where('grant_id', '>', after)
    .where('redeemed', 'is not', null)
    .orderBy('grant_id')
    .limit(limit);
}

function unfinishedOperations({
  db,
}: Database<PepSchema>): Pick<IntentStore, 'due' | 'countUnfinished' | 'oldestUnfinished' | 'spent'> {
  return {
    async spent({ sinceMs, after, limit }) {
      const rows = await spentIntents(db, { sinceMs, after, limit }).execute();
      return rows.map(intentOf);
    },
    async due(nowMs, limit) {
      const rows = await db
        .selectFrom('intent')
        .select('grant_id')
        .where(UNFINISHED)
        .where('due_at', '<=', nowMs)
        .where('lease_until', '<=', nowMs)
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map((row) => row.grant_id);
    },
    async oldestUnfinished() {
      const { since } = await db
        .selectFrom('intent')
        .select(({ fn }) => fn.min('presented_at').as('since'))
        .where(UNFINISHED)
        .where(({ eb, or }) => or([eb('asking', 'is', null), eb('asking', 'not like', '%"inDoubt":true%')]))
        .executeTakeFirstOrThrow();
      return since === null ? null : toInteger(since);
    },
    async countUnfinished() {
      const row = await db
        .selectFrom('intent')
        .select((select) => select.fn.countAll().as('count'))
        .where(UNFINISHED)
        .executeTakeFirstOrThrow();
      return toInteger(row.count);
    },
  };
}

function settlementOperations(
  database: Database<PepSchema>,
): Pick<IntentStore, 'dueSettlements' | 'claimSettlement' | 'keepSettlement'> {
  const change = (
    grantId: string,
    held: readonly [operator: '<=' | '=', due: number],
    values: Updateable<PepSchema['intent']>,
  ) =>
    write(database, (db) =>
      db
        .updateTable('intent')
        .set(values)
        .where('grant_id', '=', grantId)
        .where('settle_due', ...held)
        .returning('settling')
        .executeTakeFirst(),
    );
  return {
    async dueSettlements(nowMs, limit) {
      const rows = await database.db
        .selectFrom('intent')
        .select('grant_id')
        .where('settle_due', '<=', nowMs)
        .where('state', '=', 'recorded')
        .orderBy('settle_due')
        .limit(limit)
        .execute();
      return rows.map((row) => row.grant_id);
    },
    async claimSettlement(grantId, nowMs, untilMs) {
      const { settling = null } = (await change(grantId, ['<=', nowMs], { settle_due: untilMs })) ?? {};
      return settling === null ? null : JSON.parse(settling);
    },
    async keepSettlement(grantId, claimedUntilMs, { due, settling }) {
      const values = { settle_due: due, settling: JSON.stringify(settling) };
      await change(grantId, ['=', claimedUntilMs], values);
    },
  };
}

function leaseOperations(
  database: Database<PepSchema>,
): Pick<IntentStore, 'acquire' | 'renew' | 'release' | 'representWith'> {
  const leases = createLeases(database, {
    table: 'intent',
    key: ['grant_id'],
    token: 'lease_owner',
    freeAt: 'lease_until',
    isOpen: UNFINISHED,
    order: ['due_at'],
  });
  return {
    async acquire(grantId, { owner, untilMs }, nowMs) {
      const row = await leases.take({ grant_id: grantId }, { token: owner, now: nowMs, until: untilMs });
      return row === null ? null : intentOf(row);
    },
    renew: (grantId, { owner, untilMs }) =>
      leases.change({ grant_id: grantId }, owner, { lease_until: untilMs }),
    async release(grantId, owner, dueMs, attempts) {
      await leases.putBack({ grant_id: grantId }, owner, { lease_until: 0, due_at: dueMs, attempts });
    },
    async representWith(grantId, owner, presentation) {
      await leases.change({ grant_id: grantId }, owner, { presentation });
    },
  };
}

function profileOperations(database: Database<PepSchema>): Pick<IntentStore, 'onProfiles'> {
  return {
    onProfiles: (work) =>
      transaction(database, (trx) =>
        work({
          async profileSeen(name) {
            const row = await trx
              .selectFrom('seen_profile')
              .selectAll()
              .where('name', '=', name)
              .executeTakeFirst();
            return row === undefined ? null : { version: row.version, profileHash: row.profile_hash };
          },
          setProfileSeen: (name, { version, profileHash }) =>
            upsert(trx, 'seen_profile', [{ name, version, profile_hash: profileHash }], ['name']),
        }),
      ),
  };
}

function rowOf(intent: Intent, lease: Lease, nowMs: number) {
  return {
    grant_id: intent.grantId,
    operation: intent.operation,
    state: intent.state,
    request: JSON.stringify(intent.request),
    // Only a redemption needs it.
    presentation: intent.state === 'presented' ? intent.presentation : null,
    redemption: JSON.stringify(intent.redemption),
    redeemed: jsonOrNull(intent.redeemed),
    ending: jsonOrNull(intent.ending),
    receipt_id: intent.receiptId,
    reserved: null as string | null,
    sending: jsonOrNull(intent.sending),
    asking: jsonOrNull(intent.asking),
    // Only what was acknowledged is asked about.
    settle_due: null as number | null,
    settling: null as string | null,
    attempts: 0,
    due_at: nowMs,
    lease_owner: lease.owner,
    lease_until: lease.untilMs,
    presented_at: nowMs,
  };
}

function intentOf(row: Selectable<PepSchema['intent']>): Intent {
  return {
    grantId: row.grant_id,
    operation: row.operation === 'fetch' ? 'fetch' : 'execute',
    // Only `advance` and `create` write states.
    state: row.state as IntentState,
    request: JSON.parse(row.request),
    presentation: row.presentation,
    redemption: JSON.parse(row.redemption),
    redeemed: row.redeemed === null ? null : JSON.parse(row.redeemed),
    ending: row.ending === null ? null : JSON.parse(row.ending),
    receiptId: row.receipt_id,
    attempts: toInteger(row.attempts),
    sending: row.sending === null ? null : JSON.parse(row.sending),
    asking: row.asking === null ? null : JSON.parse(row.asking),
    isReserved: row.reserved !== null,
  };
}
