import { dateOfInstant } from '@common/base/calendar';
import type { Database } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { sql } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Span, StatisticsStore } from './statistics.store.ts';

const DAY_MS = 86_400_000;

export function createStatisticsStore({ db }: Database<ScreenerSchema>): StatisticsStore {
  const accountsIn = ({ since, until }: Span) =>
    db.selectFrom('account').where('created_at', '>=', since).where('created_at', '<', until);
  return {
    async signUpsByDay(span) {
      const rows = await accountsIn(span)
        .select(({ fn }) => [
          sql<string>`created_at / ${sql.lit(DAY_MS)}`.as('day'),
          fn.countAll<string>().as('accounts'),
          fn.count<string>('activated_at').as('activated'),
        ])
        .groupBy('day')
        .orderBy('day')
        .execute();
      return rows.map(({ day, accounts, activated }) => ({
        day: dateOfInstant(toInteger(day) * DAY_MS),
        accounts: toInteger(accounts),
        activated: toInteger(activated),
      }));
    },
    async signUps(span) {
      const { accounts } = await accountsIn(span)
        .select(({ fn }) => fn.countAll<string>().as('accounts'))
        .executeTakeFirstOrThrow();
      return toInteger(accounts);
    },
    activation: (now, withinMs) => activation({ db }, now, withinMs),
    keys: (now) => countKeys({ db }, now),
    waitlist: (span) => countWaiting({ db }, span),
    async attributions({ since, until }, most) {
      const rows = await db
        .selectFrom('sign_up')
        .select(({ fn }) => ['attribution', fn.countAll<string>().as('signUps')])
        .where('created_at', '>=', since)
        .where('created_at', '<', until)
        .groupBy('attribution')
        .orderBy('signUps', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ attribution, signUps }) => ({ attribution, signUps: toInteger(signUps) }));
    },
  };
}

async function activation(
  { db }: Pick<Database<ScreenerSchema>, 'db'>,
  now: number,
  withinMs: number,
): ReturnType<StatisticsStore['activation']> {
  const isOld = sql<boolean>`created_at <= ${now - withinMs}`;
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<string | null>`sum(case when ${condition} then 1 else 0 end)`;
  const row = await db
    .selectFrom('account')
    .select([
      count(isOld).as('old'),
      count(sql<boolean>`${isOld} and activated_at - created_at <= ${withinMs}`).as('oldActivated'),
      count(sql<boolean>`not ${isOld}`).as('young'),
      count(sql<boolean>`not ${isOld} and activated_at is not null`).as('youngActivated'),
    ])
    .executeTakeFirstOrThrow();
  return {
    old: { accounts: toInteger(row.old ?? 0), activated: toInteger(row.oldActivated ?? 0) },
    young: { accounts: toInteger(row.young ?? 0), activated: toInteger(row.youngActivated ?? 0) },
  };
}

async function countKeys(
  { db }: Pick<Database<ScreenerSchema>, 'db'>,
  now: number,
): ReturnType<StatisticsStore['keys']> {
  const { active } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<string>().as('active'))
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirstOrThrow();
  const tiers = await db
    .selectFrom('account')
    .select(({ fn }) => ['tier', fn.countAll<string>().as('accounts')])
    .groupBy('tier')
    .execute();
  const counts = tiers.map(({ tier, accounts }) => ({ tier, accounts: toInteger(accounts) }));
  return {
    active: toInteger(active),
    accounts: counts.reduce((sum, { accounts }) => sum + accounts, 0),
    partners: counts.find(({ tier }) => tier === 'partner')?.accounts ?? 0,
  };
}

async function countWaiting(
  { db }: Pick<Database<ScreenerSchema>, 'db'>,
  { since, until }: Span,
): ReturnType<StatisticsStore['waitlist']> {
  const rows = await db
    .selectFrom('waitlist')
    .select(({ fn }) => [
      'interest',
      fn.countAll<string>().as('people'),
      sql<string>`sum(case when created_at >= ${since} and created_at < ${until} then 1 else 0 end)`.as(
        'recent',
      ),
    ])
    .groupBy('interest')
    .orderBy('people', 'desc')
    .orderBy('interest')
    .execute();
  return rows.map(({ interest, people, recent }) => ({
    interest,
    people: toInteger(people),
    recent: toInteger(recent),
  }));
}
