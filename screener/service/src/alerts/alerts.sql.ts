import { createHash } from 'node:crypto';
import { type Database, transaction, write } from '@common/kit/sql/database';
import { createLeases } from '@common/kit/sql/leases';
import { toInteger } from '@common/kit/sql/portable';
import { sql } from 'kysely';
import { enterFor, toldAs, watchersOf } from '../store/outbox.sql.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import { decodeScreening } from '../store/sql-screenings.ts';
import type { FundTurn, Told } from '../store/told.store.ts';
import type {
  AlertStore,
  AlertSubject,
  Channel,
  Delivery,
  DeliveryLease,
  FundByChoice,
  StoredAlert,
} from './alerts.store.ts';

export function createAlertStore(database: Database<ScreenerSchema>): AlertStore {
  return {
    ...entryOperations(database),
    ...fundOperations(database),
    ...webhookOperations(database),
    ...emailOperations(database),
    ...deliveryOperations(database),
  };
}

function entryOperations(
  database: Database<ScreenerSchema>,
): Pick<AlertStore, 'alertsOf' | 'hasFeed' | 'saveFeed' | 'accountOfFeed'> {
  const { db } = database;
  return {
    async alertsOf(account, limit) {
      const rows = await alertQuery(db)
        .where('alert.account', '=', account)
        .orderBy('alert.created_at', 'desc')
        .orderBy('alert.id')
        .limit(limit)
        .execute();
      return rows.map(decodeAlert);
    },
    async hasFeed(account) {
      const row = await db
        .selectFrom('alert_feed')
        .select('account')
        .where('account', '=', account)
        .executeTakeFirst();
      return row !== undefined;
    },
    async saveFeed(account, tokenHash) {
      await transaction(database, async (trx) => {
        await trx.deleteFrom('alert_feed').where('account', '=', account).execute();
        if (tokenHash === null) return;
        await trx.insertInto('alert_feed').values({ account, token_hash: tokenHash }).execute();
      });
    },
    async accountOfFeed(tokenHash) {
      const row = await db
        .selectFrom('alert_feed')
        .select('account')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row?.account ?? null;
    },
  };
}

function fundOperations(database: Database<ScreenerSchema>): Pick<AlertStore, 'fundState' | 'saveFundState'> {
  const keyOf = ({ symbol, rules, methodologies }: FundByChoice) => ({
    symbol,
    rules,
    methodologies: methodologies?.join() ?? '',
  });
  return {
    async fundState(fund) {
      const { symbol, rules, methodologies } = keyOf(fund);
      const row = await database.db
        .selectFrom('watched_fund')
        .select('state')
        .where('symbol', '=', symbol)
        .where('rules', '=', rules)
        .where('methodologies', '=', methodologies)
        .executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.state);
    },
    saveFundState: (fund, state, turn, now) =>
      transaction(database, async (trx) => {
        const key = keyOf(fund);
        const kept = { state: JSON.stringify(state) };
        await trx
          .insertInto('watched_fund')
          .values({ ...key, ...kept })
          .onConflict((conflict) => conflict.columns(['symbol', 'rules', 'methodologies']).doUpdateSet(kept))
          .execute();
        if (turn === null) return;
        const watchers = await watchersOf(trx, key.symbol);
        const told = toldAs({ kind: 'fund', turn });
        await enterFor(
          trx,
          { ...key, rules: fund.rules, asOf: state.as_of, fingerprint: fingerprintOf(turn), recordedAt: now },
          watchers
            .filter(
              (watcher) =>
                (watcher.rules ?? 'current') === key.rules &&
                (watcher.methodologies ?? '') === key.methodologies,
            )
            .map(({ account, url, confirmed_at }) => ({ account, url, confirmed_at, told })),
        );
      }),
  };
}

/** The same turn, found by two processes, is one alert. */
function fingerprintOf({ before, after }: FundTurn): string {
  return createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('hex');
}

function webhookOperations(
  database: Database<ScreenerSchema>,
): Pick<AlertStore, 'webhookOf' | 'saveWebhook'> {
  const { db } = database;
  return {
    async webhookOf(account) {
      const row = await db
        .selectFrom('alert_webhook')
        .select(['url', 'salt'])
        .where('account', '=', account)
        .executeTakeFirst();
      return row ?? null;
    },
    async saveWebhook(account, webhook, now) {
      await transaction(database, async (trx) => {
        await trx.deleteFrom('alert_webhook').where('account', '=', account).execute();
        if (webhook === null) await endWaiting(trx, account, 'webhook', now);
        else
          await trx
            .insertInto('alert_webhook')
            .values({ account, ...webhook })
            .execute();
      });
    },
  };
}

function emailOperations(
  database: Database<ScreenerSchema>,
): Pick<AlertStore, 'emailOf' | 'askEmail' | 'confirmEmail' | 'removeEmail'> {
  const { db } = database;
  return {
    async emailOf(account) {
      const row = await db
        .selectFrom('alert_email')
        .selectAll()
        .where('account', '=', account)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { email: row.email, askedAt: toInteger(row.asked_at), isConfirmed: row.confirmed_at !== null };
    },
    async askEmail(account, email, tokenHash, now) {
      const asked = { email, token_hash: tokenHash, asked_at: now, confirmed_at: null };
      await write(database, (executor) =>
        executor
          .insertInto('alert_email')
          .values({ account, ...asked })
          .onConflict((conflict) => conflict.column('account').doUpdateSet(asked))
          .execute(),
      );
    },
    async confirmEmail(tokenHash, since, now) {
      const confirmed = await write(database, (executor) =>
        executor
          .updateTable('alert_email')
          .set({ confirmed_at: now })
          .where('token_hash', '=', tokenHash)
          .where('asked_at', '>=', since)
          .executeTakeFirst(),
      );
      return confirmed.numUpdatedRows > 0n;
    },
    async removeEmail(account, now) {
      await transaction(database, async (trx) => {
        await trx.deleteFrom('alert_email').where('account', '=', account).execute();
        await endWaiting(trx, account, 'email', now);
      });
    },
  };
}

function deliveryOperations(
  database: Database<ScreenerSchema>,
): Pick<
  AlertStore,
  'take' | 'delivered' | 'postpone' | 'giveUp' | 'deliveriesOf' | 'countDeliveries' | 'sendAgain'
> {
  const { db } = database;
  const leases = createLeases(database, {
    table: 'alert_delivery',
    key: ['alert', 'channel'],
    token: 'lease_token',
    freeAt: 'free_at',
    count: 'attempts',
    isOpen: sql`ended_at is null`,
    order: ['free_at', 'alert', 'channel'],
  });
  const putBack = async (lease: DeliveryLease, changes: Parameters<typeof leases.putBack>[2]) => {
    await leases.putBack({ alert: lease.alert.id, channel: lease.channel }, lease.token, changes);
  };
  return {
    async take(token, now, leaseMs) {
      if (!(await leases.hasDue(now))) return null;
      const row = await leases.takeNext({ token, now, until: now + leaseMs });
      if (row === null) return null;
      const alert = await alertQuery(db).where('alert.id', '=', row.alert).executeTakeFirstOrThrow();
      return {
        token,
        channel: row.channel as Channel,
        attempts: toInteger(row.attempts),
        alert: decodeAlert(alert),
      };
    },
    delivered: (lease, now) => putBack(lease, { ended_at: now, outcome: 'delivered', problem: null }),
    postpone: (lease, until, problem) => putBack(lease, { free_at: until, problem }),
    giveUp: (lease, now, problem) => putBack(lease, { ended_at: now, outcome: 'given_up', problem }),
    async deliveriesOf(account, limit) {
      const rows = await db
        .selectFrom('alert_delivery')
        .innerJoin('alert', 'alert.id', 'alert_delivery.alert')
        .selectAll('alert_delivery')
        .select(['alert.symbol', 'alert.created_at'])
        .where('alert_delivery.account', '=', account)
        .orderBy('alert.created_at', 'desc')
        .orderBy('alert_delivery.alert')
        .orderBy('alert_delivery.channel')
        .limit(limit)
        .execute();
      return rows.map(
        (row): Delivery => ({
          alert: row.alert,
          channel: row.channel as Channel,
          symbol: row.symbol,
          at: toInteger(row.created_at),
          attempts: toInteger(row.attempts),
          state: row.ended_at === null ? 'waiting' : row.outcome === 'delivered' ? 'delivered' : 'given_up',
          problem: row.problem,
          nextAt: row.ended_at === null ? toInteger(row.free_at) : null,
        }),
      );
    },
    async countDeliveries({ since, until }) {
      const rows = await db
        .selectFrom('alert_delivery')
        .select(['outcome', (select) => select.fn.countAll().as('count')])
        .where('ended_at', '>=', since)
        .where('ended_at', '<', until)
        .groupBy('outcome')
        .execute();
      const countOf = (outcome: string) => toInteger(rows.find((row) => row.outcome === outcome)?.count ?? 0);
      return { sent: countOf('delivered'), given_up: countOf('given_up') };
    },
    async sendAgain(account, alert, channel, now) {
      await write(database, (executor) =>
        executor
          .updateTable('alert_delivery')
          .set({ attempts: 0, free_at: now, ended_at: null, outcome: null })
          .where('account', '=', account)
          .where('alert', '=', alert)
          .where('channel', '=', channel)
          .where('outcome', '=', 'given_up')
          .execute(),
      );
    },
  };
}

async function endWaiting(trx: Executor, account: string, channel: Channel, now: number): Promise<void> {
  await trx
    .updateTable('alert_delivery')
    .set({ ended_at: now, outcome: 'given_up', problem: 'It was turned off.', lease_token: null })
    .where('account', '=', account)
    .where('channel', '=', channel)
    .where('ended_at', 'is', null)
    .execute();
}

function alertQuery(executor: Executor) {
  return executor
    .selectFrom('alert')
    .leftJoin('screening', (join) =>
      join
        .onRef('screening.symbol', '=', 'alert.symbol')
        .onRef('screening.rules', '=', 'alert.rules')
        .onRef('screening.as_of', '=', 'alert.as_of')
        .onRef('screening.fingerprint', '=', 'alert.fingerprint'),
    )
    .selectAll('screening')
    .select(['alert.id', 'alert.account', 'alert.created_at', 'alert.told']);
}

type AlertRow = {
  readonly [Column in keyof Screened]: Screened[Column] | null;
} & {
  readonly id: string;
  readonly account: string;
  readonly created_at: number | string | bigint;
  readonly told: string | null;
};
type Screened = Parameters<typeof decodeScreening>[0];

function decodeAlert(row: AlertRow): StoredAlert {
  const { id, account, created_at: at, told: text, ...screened } = row;
  const told: Told | null = text === null ? null : JSON.parse(text);
  return { id, account, at: toInteger(at), of: subjectOf(id, screened, told) };
}

function subjectOf(id: string, screened: object, told: Told | null): AlertSubject {
  if (told?.kind === 'fund') return { kind: 'fund', turn: told.turn };
  if (!isScreened(screened)) throw new Error(`the screening of alert ${id} is gone`);
  return { kind: 'company', screening: decodeScreening(screened), choice: told?.choice ?? null };
}

function isScreened(row: object): row is Screened {
  return 'screening' in row && row.screening !== null;
}
