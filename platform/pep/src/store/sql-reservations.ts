import { formatInstant, requiredMs } from '@common/base/instant';
import { together } from '@common/base/together';
import { nodeCrypto } from '@common/evidence/node';
import { type Database, transaction } from '@common/kit/sql/database';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Reservation } from '@platform/core/decide/decide';
import {
  type EarlierAction,
  type Likeness,
  likenessSubjects,
} from '@platform/core/decide/possible-duplicate';
import type { Action } from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import {
  compareWithKnown,
  type KnownActions,
  knownActionsIn,
  type LiveAction,
} from '@platform/keys/known-actions';
import { approvedCounter, standingIn, takenBy, USES } from '@platform/keys/standing';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { PepSchema } from './schema.ts';
import type { Intent, IntentChange, ReservationOutcome, ReservationRequest } from './store.ts';

type Trx = Kysely<PepSchema>;
/** Writes a step of the intent. Returns false if another worker has it. */
type Write = (trx: Trx, change: Step) => Promise<boolean>;

/** A change of state, with what the action took from the mandate's limits, if anything. */
export interface Step extends IntentChange {
  readonly reserved?: readonly Reservation[];
}

type New<Table extends keyof PepSchema> = Insertable<PepSchema[Table]>;

const EFFECT = prepare((db: Trx, value: Slot<Omit<New<'effect'>, 'grant_id'>>) =>
  db
    .selectFrom('effect')
    .select('grant_id')
    .where('tenant', '=', value('tenant'))
    .where('idempotency_key', '=', value('idempotency_key')),
);

const INSERT_EFFECT = prepare((db: Trx, value: Slot<New<'effect'>>) =>
  db
    .insertInto('effect')
    .values(slots(value, ['tenant', 'idempotency_key', 'grant_id']))
    .onConflict((conflict) => conflict.doNothing()),
);

/** Classes of PostgreSQL's advisory locks, in the order in which a transaction takes them. */
const LOCKS = { mandate: 1, effect: 2, alike: 3 } as const;
type Lock = readonly [kind: keyof typeof LOCKS, name: string];

/**
 * Locks a mandate, an effect and all effects that may be like it: on PostgreSQL the second of two transactions
 * about one of them waits, and then reads what the first committed. Serializable transactions are no alternative: among many at once, one
 * would give up after all its attempts, with its grant redeemed. SQLite has one writer at a time. INVARIANT:
 * one mandate first, then one effect, then those like it, then rows, so there is no deadlock. PostgreSQL evaluates the rows of a
 * list of values in order, and so takes the locks in order.
 */
async function lock({ engine }: Database<PepSchema>, trx: Trx, locks: readonly Lock[]): Promise<void> {
  if (engine === 'sqlite') return;
  const kinds = locks.map(([kind]) => LOCKS[kind]);
  await TAKE_LOCKS.run(trx, { kinds, names: locks.map(([, name]) => name) });
}

const TAKE_LOCKS = prepare(
  (db: Trx, value: Slot<{ readonly kinds: readonly number[]; readonly names: readonly string[] }>) => ({
    compile: () =>
      sql`select pg_advisory_xact_lock("kind", hashtext("name"))
        from unnest(${value('kinds')}::int[], ${value('names')}::text[]) as "asked" ("kind", "name")`.compile(
        db,
      ),
  }),
);

/** Each statement sees what was committed before it, including by the transaction that held the lock. */
const LOCKED = { isolation: 'read committed' } as const;

/**
 * Reads what was executed, asks `decide`, and stores what the action takes together with the intent's step.
 */
export function reserve(
  database: Database<PepSchema>,
  intent: Pick<Intent, 'grantId'>,
  request: ReservationRequest,
  writeStep: Write,
): Promise<ReservationOutcome> {
  const work = async (trx: Trx): Promise<ReservationOutcome> => {
    const { action, facade, period, counters, entryHashes } = request;
    const { contract_id: mandateId, tenant, idempotency_key } = action;
    const isUnique = facade?.idempotency.unique ?? false;
    const counted = [USES, ...counters.map((counter) => ({ counter, period }))];
    const standing = standingIn(trx, database.engine);
    const known = knownActionsIn(trx, database.engine);
    // One exchange: PostgreSQL runs them one after the other, and each read sees what was committed before the locks.
    const approvals = entryHashes.map(approvedCounter);
    const [, found, effect, alike, approved] = await together([
      lock(database, trx, [
        ['mandate', mandateId],
        ['effect', `${tenant} ${idempotency_key}`],
        ...(facade === null ? [] : likenessSubjects(facade, action.params))
          .toSorted()
          .map((subject) => ['alike', `${tenant} ${subject}`] as const),
      ]),
      standing.read(mandateId, counted),
      EFFECT.first(trx, { tenant, idempotency_key }),
      isUnique && facade !== null ? alikeAmongDone(trx, known, facade, action) : Promise.resolve(null),
      approvals.length === 0 ? Promise.resolve([]) : standing.read(tenant, approvals),
    ]);
    const [uses = '0', ...values] = found;
    const decided = request.decide({
      uses: Number(uses),
      duplicate:
        (effect !== undefined && effect.grant_id !== intent.grantId) || (alike?.duplicateOf ?? null) !== null,
      possibleDuplicate: alike?.possible ?? null,
      approvedEntries: entryHashes.filter((_, index) => (approved[index] ?? '0') !== '0'),
      counters: Object.fromEntries(counters.map((counter, index) => [counter, values[index] ?? '0'])),
    });
    if (decided === null) return 'refused';
    const taken = takenBy(decided);
    const moved = await writeStep(trx, {
      state: 'sent',
      redeemed: request.redeemed,
      sending: request.sending,
      reserved: taken,
    });
    if (!moved) return 'lost';
    const before = counted.map((counter, index) => ({ ...counter, value: found[index] ?? '0' }));
    await together([
      standing.take(mandateId, taken, before),
      ...(request.isApproved && approvals.length > 0
        ? [
            standing.take(
              tenant,
              approvals.map((counter) => ({ ...counter, amount: '1' })),
            ),
          ]
        : []),
      ...(isUnique && facade !== null
        ? [
            INSERT_EFFECT.run(trx, { tenant, idempotency_key, grant_id: intent.grantId }),
            known.add(facade, action),
          ]
        : []),
    ]);
    return 'reserved';
  };
  return transaction(database, work, LOCKED);
}

/**
 * What was executed here, without what the authority held as a possible duplicate after this was proposed: a person
 * approved that one with this in sight. The instant alone leaves out nothing, since a clock can be set back.
 */
function alikeAmongDone(
  trx: Trx,
  known: KnownActions,
  facade: FacadeSpec,
  action: Action,
): Promise<Likeness> {
  const live = async (after: string, limit: number): Promise<readonly LiveAction[]> => {
    const rows = await trx
      .selectFrom('effect')
      .innerJoin('intent', 'intent.grant_id', 'effect.grant_id')
      .select(['effect.idempotency_key', 'intent.request'])
      .where('effect.tenant', '=', action.tenant)
      .where('effect.idempotency_key', '>', after)
      .orderBy('effect.idempotency_key')
      .limit(limit)
      .execute();
    return rows.map(({ idempotency_key: place, request }) => {
      const { action: done }: Intent['request'] = JSON.parse(request);
      return { place, action: done };
    });
  };
  const uncompared = async (actions: readonly EarlierAction[]): Promise<readonly EarlierAction[]> => {
    const later = actions.filter(
      ({ proposedAt }) => proposedAt > formatInstant(requiredMs(action.proposed_at)),
    );
    if (later.length === 0) return actions;
    const ids = later.map(({ grantId }) => grantId);
    const rows = await trx
      .selectFrom('intent')
      .select(['grant_id', 'request'])
      .where('grant_id', 'in', ids)
      .execute();
    const held = new Set(
      rows.filter(({ request }) => isHeldAsDuplicate(request)).map(({ grant_id }) => grant_id),
    );
    return actions.filter(({ grantId }) => !held.has(grantId));
  };
  return compareWithKnown(known, { crypto: nodeCrypto, facade, action, live, uncompared });
}

function isHeldAsDuplicate(request: string): boolean {
  const { grant }: Intent['request'] = JSON.parse(request);
  return grant.possible_duplicate_of !== undefined;
}

/** Gives back what an action without effect had taken, in the transaction that records its step. */
export function giveBack(
  database: Database<PepSchema>,
  grantId: string,
  change: IntentChange,
  writeStep: Write,
): Promise<boolean> {
  const work = async (trx: Trx): Promise<boolean> => {
    const found = await trx
      .selectFrom('intent')
      .select(['reserved', 'request'])
      .where('grant_id', '=', grantId)
      .executeTakeFirst();
    // Written by the step that took it, and given back by one that says that nothing left: no other step changes it.
    const reserved = found?.reserved ?? null;
    if (found === undefined || reserved === null) return writeStep(trx, change);
    const { grant }: Intent['request'] = JSON.parse(found.request);
    await lock(database, trx, [['mandate', grant.contract_id]]);
    if (!(await writeStep(trx, change))) return false;
    await standingIn(trx, database.engine).giveBack(grant.contract_id, JSON.parse(reserved));
    await trx.deleteFrom('effect').where('grant_id', '=', grantId).execute();
    await knownActionsIn(trx, database.engine).remove(grantId);
    await trx.updateTable('intent').set({ reserved: null }).where('grant_id', '=', grantId).execute();
    return true;
  };
  return transaction(database, work, LOCKED);
}
