import { type Database, transaction } from '@common/kit/sql';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { addAmounts, subtractAmounts } from '@platform/policy/amount';
import type { Insertable, Kysely } from 'kysely';
import type { PepSchema } from './schema.ts';
import type { Intent, IntentChange, Reservation, ReservationRequest, Reserved } from './store.ts';

type Trx = Kysely<PepSchema>;
type Advance = (trx: Trx, change: Step) => Promise<boolean>;

/** A change of state, with what the action took of the mandate's limits if it took something. */
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

const STANDING = prepare((db: Trx, value: Slot<Omit<New<'standing'>, 'value'>>) =>
  db
    .selectFrom('standing')
    .select('value')
    .where('contract_id', '=', value('contract_id'))
    .where('counter', '=', value('counter'))
    .where('period', '=', value('period')),
);

const SET_STANDING = prepare((db: Trx, value: Slot<New<'standing'>>) =>
  db
    .insertInto('standing')
    .values(slots(value, ['contract_id', 'counter', 'period', 'value']))
    .onConflict((conflict) =>
      conflict.columns(['contract_id', 'counter', 'period']).doUpdateSet(slots(value, ['value'])),
    ),
);

/** A mandate's uses count for all time. */
const USES = { counter: 'uses', period: '' };

/**
 * Reads what was executed, asks `decide`, and keeps what the action takes together with the intent's step. Transactions
 * are serializable: of two that read the same sums, one is run again.
 */
export function reserve(
  database: Database<PepSchema>,
  intent: Pick<Intent, 'grantId'>,
  request: ReservationRequest,
  advance: Advance,
): Promise<Reserved> {
  return transaction(database, async (trx): Promise<Reserved> => {
    const { mandateId, tenant, idempotencyKey, period, counters } = request;
    const counted = counters.map((counter) => ({ counter, period }));
    const [uses = '0', ...values] = await valuesOf(trx, mandateId, [USES, ...counted]);
    const effect = await EFFECT.first(trx, { tenant, idempotency_key: idempotencyKey });
    const decided = request.decide({
      uses: Number(uses),
      duplicate: effect !== undefined && effect.grant_id !== intent.grantId,
      counters: Object.fromEntries(counters.map((counter, index) => [counter, values[index] ?? '0'])),
    });
    if (decided === null) return 'refused';
    const taken: readonly Reservation[] = [
      ...(decided.uses === 0 ? [] : [{ ...USES, amount: '1' }]),
      ...decided.reservations,
    ];
    const moved = await advance(trx, { state: 'sent', redeemed: request.redeemed, reserved: taken });
    if (!moved) return 'lost';
    await change(trx, mandateId, taken, addAmounts);
    if (request.isUnique) {
      await INSERT_EFFECT.run(trx, { tenant, idempotency_key: idempotencyKey, grant_id: intent.grantId });
    }
    return 'reserved';
  });
}

/** What a refused action had taken is free again, in the transaction that records the refusal. */
export function giveBack(
  database: Database<PepSchema>,
  grantId: string,
  refusal: IntentChange,
  advance: Advance,
): Promise<boolean> {
  return transaction(database, async (trx) => {
    if (!(await advance(trx, refusal))) return false;
    const row = await trx
      .selectFrom('intent')
      .select(['reserved', 'request'])
      .where('grant_id', '=', grantId)
      .executeTakeFirstOrThrow();
    if (row.reserved === null) return true;
    const { grant }: Intent['request'] = JSON.parse(row.request);
    await change(trx, grant.contract_id, JSON.parse(row.reserved), subtractAmounts);
    await trx.deleteFrom('effect').where('grant_id', '=', grantId).execute();
    await trx.updateTable('intent').set({ reserved: null }).where('grant_id', '=', grantId).execute();
    return true;
  });
}

async function change(
  trx: Trx,
  mandateId: string,
  taken: readonly Reservation[],
  combine: (value: string, amount: string) => string,
): Promise<void> {
  const values = await valuesOf(trx, mandateId, taken);
  for (const [index, { counter, period, amount }] of taken.entries()) {
    const value = combine(values[index] ?? '0', amount);
    await SET_STANDING.run(trx, { contract_id: mandateId, counter, period, value });
  }
}

async function valuesOf(
  trx: Trx,
  mandateId: string,
  keys: readonly { readonly counter: string; readonly period: string }[],
): Promise<readonly string[]> {
  const values: string[] = [];
  for (const { counter, period } of keys) {
    const row = await STANDING.first(trx, { contract_id: mandateId, counter, period });
    values.push(row?.value ?? '0');
  }
  return values;
}
