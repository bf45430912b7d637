import { type Database, transaction } from '@common/kit/sql';
import { addAmounts, subtractAmounts } from '@platform/policy/amount';
import type { Kysely } from 'kysely';
import type { PepSchema } from './schema.ts';
import type { Intent, IntentChange, Reservation, ReservationRequest, Reserved } from './store.ts';

type Trx = Kysely<PepSchema>;
type Advance = (trx: Trx, change: IntentChange) => Promise<boolean>;

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
    const effect = await trx
      .selectFrom('effect')
      .select('grant_id')
      .where('tenant', '=', tenant)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
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
    const moved = await advance(trx, { state: 'sent', redeemed: request.redeemed });
    if (!moved) return 'lost';
    await change(trx, mandateId, taken, addAmounts);
    await trx
      .updateTable('intent')
      .set({ reserved: JSON.stringify(taken) })
      .where('grant_id', '=', intent.grantId)
      .execute();
    if (request.isUnique) {
      const row = { tenant, idempotency_key: idempotencyKey, grant_id: intent.grantId };
      await trx
        .insertInto('effect')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
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
    await trx
      .insertInto('standing')
      .values({ contract_id: mandateId, counter, period, value })
      .onConflict((conflict) => conflict.columns(['contract_id', 'counter', 'period']).doUpdateSet({ value }))
      .execute();
  }
}

async function valuesOf(
  trx: Trx,
  mandateId: string,
  keys: readonly { readonly counter: string; readonly period: string }[],
): Promise<readonly string[]> {
  const values: string[] = [];
  for (const { counter, period } of keys) {
    const row = await trx
      .selectFrom('standing')
      .select('value')
      .where('contract_id', '=', mandateId)
      .where('counter', '=', counter)
      .where('period', '=', period)
      .executeTakeFirst();
    values.push(row?.value ?? '0');
  }
  return values;
}
