import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Engine } from '@common/kit/sql/url';
import { addAmounts, subtractAmounts } from '@platform/core/decide/amount';
import type { GrantDecision, Reservation } from '@platform/core/decide/decide';
import { type Insertable, type Kysely, sql } from 'kysely';

/** The used part of mandates' limits, in the databases of authority and enforcement point. */
export interface StandingSchema {
  standing: { contract_id: string; counter: string; period: string; value: string };
}

interface Counter {
  readonly counter: string;
  /** A day, or an empty text for all time. */
  readonly period: string;
}

interface CounterValue extends Counter {
  readonly value: string;
}

type Db = Kysely<StandingSchema>;
type Row = Insertable<StandingSchema['standing']>;

/** One array for each column. */
interface Counters {
  readonly mandateId: string;
  readonly counters: readonly string[];
  readonly periods: readonly string[];
}

const READ = prepare((db: Db, value: Slot<Omit<Row, 'value'>>) =>
  db
    .selectFrom('standing')
    .select('value')
    .where('contract_id', '=', value('contract_id'))
    .where('counter', '=', value('counter'))
    .where('period', '=', value('period')),
);

const READ_AT_ONCE = prepare((db: Db, value: Slot<Counters>) => {
  const asked = sql`unnest(${value('counters')}::text[], ${value('periods')}::text[])`;
  return db
    .selectFrom('standing')
    .select(['counter', 'period', 'value'])
    .where('contract_id', '=', value('mandateId'))
    .where(sql<boolean>`("counter", "period") in (select * from ${asked})`);
});

const WRITE = prepare((db: Db, value: Slot<Row>) =>
  db
    .insertInto('standing')
    .values(slots(value, ['contract_id', 'counter', 'period', 'value']))
    .onConflict((conflict) =>
      conflict.columns(['contract_id', 'counter', 'period']).doUpdateSet(slots(value, ['value'])),
    ),
);

const WRITE_AT_ONCE = prepare((db: Db, value: Slot<Counters & { readonly values: readonly string[] }>) => {
  const rows = sql`unnest(${value('counters')}::text[], ${value('periods')}::text[], ${value('values')}::text[])`;
  return db
    .insertInto('standing')
    .columns(['contract_id', 'counter', 'period', 'value'])
    .expression(sql`select ${value('mandateId')}::text, * from ${rows}`)
    .onConflict((conflict) =>
      conflict
        .columns(['contract_id', 'counter', 'period'])
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    );
});

/** A mandate's uses count for all time. */
export const USES = { counter: 'uses', period: '' };

/** What an action that was decided so takes of its mandate's limits. */
export function takenBy({
  uses,
  reservations,
}: Pick<GrantDecision, 'uses' | 'reservations'>): readonly Reservation[] {
  return uses === 0 ? reservations : [{ ...USES, amount: '1' }, ...reservations];
}

/**
 * Counts the actions that were executed by an entry of a directory with a person's approval. It stands under the tenant,
 * as if that were a mandate, because an approval counts for all of a tenant's mandates.
 */
export function approvedCounter(entryHash: string): Counter {
  return { counter: `approved/${entryHash}`, period: '' };
}

interface Values {
  /** Returns the values of a mandate's counters, in their order; `0` for one that does not exist. */
  read(mandateId: string, asked: readonly Counter[]): Promise<readonly string[]>;
  /** Sets a mandate's counters, each of which is named once. */
  write(mandateId: string, given: readonly CounterValue[]): Promise<void>;
}

export interface Standing extends Values {
  /** `before`: counters that were read under the lock, and not changed since; others are read. */
  take(mandateId: string, taken: readonly Reservation[], before?: readonly CounterValue[]): Promise<void>;
  giveBack(mandateId: string, taken: readonly Reservation[]): Promise<void>;
}

/** `db` is a database with that table, or a transaction on it. */
export function standingIn<Schema extends StandingSchema>(db: Kysely<Schema>, engine: Engine): Standing {
  const own = db as unknown as Db;
  const values = engine === 'sqlite' ? oneByOne(own) : atOnce(own);
  const change = async (
    mandateId: string,
    taken: readonly Reservation[],
    combine: typeof addAmounts,
    known: readonly CounterValue[] = [],
  ) => {
    const before = taken.map(({ counter, period }) =>
      known.find((one) => one.counter === counter && one.period === period),
    );
    const isKnown = before.every((one) => one !== undefined);
    const found = isKnown ? before.map(({ value }) => value) : await values.read(mandateId, taken);
    const after = taken.map(({ counter, period, amount }, index) => ({
      counter,
      period,
      value: combine(found[index] ?? '0', amount),
    }));
    await values.write(mandateId, after);
  };
  return {
    ...values,
    take: (mandateId, taken, before) => change(mandateId, taken, addAmounts, before),
    giveBack: (mandateId, taken) => change(mandateId, taken, subtractAmounts),
  };
}

function oneByOne(db: Db): Values {
  return {
    async read(mandateId, asked) {
      const values: string[] = [];
      for (const { counter, period } of asked) {
        const row = await READ.first(db, { contract_id: mandateId, counter, period });
        values.push(row?.value ?? '0');
      }
      return values;
    },
    async write(mandateId, given) {
      for (const { counter, period, value } of given) {
        await WRITE.run(db, { contract_id: mandateId, counter, period, value });
      }
    },
  };
}

/** On PostgreSQL each statement is an exchange, while the mandate or its tenant is locked. */
function atOnce(db: Db): Values {
  return {
    async read(mandateId, asked) {
      if (asked.length === 0) return [];
      const rows = await READ_AT_ONCE.all(db, columnsOf(mandateId, asked));
      return asked.map(
        ({ counter, period }) =>
          rows.find((row) => row.counter === counter && row.period === period)?.value ?? '0',
      );
    },
    async write(mandateId, given) {
      if (given.length === 0) return;
      const values = given.map(({ value }) => value);
      await WRITE_AT_ONCE.run(db, { ...columnsOf(mandateId, given), values });
    },
  };
}

function columnsOf(mandateId: string, named: readonly Counter[]): Counters {
  return {
    mandateId,
    counters: named.map(({ counter }) => counter),
    periods: named.map(({ period }) => period),
  };
}
