import { createHash } from 'node:crypto';
import { chosenAmong } from '@screener/engine/chosen';
import { isEvent, type ScreeningChanges } from '@screener/engine/history/changes';
import { changesByChoice, verdictByChoice } from '@screener/engine/history/chosen-changes';
import type { AlertFaults } from './faults.store.ts';
import type { Executor } from './sql-companies.ts';
import type { StoredScreening } from './store.ts';
import type { ByChoice, Told } from './told.store.ts';

const ROWS_PER_INSERT = 500;

/**
 * Enters an alert, and its deliveries, for every account that watches a ticker that flipped or went stale by what the
 * account follows: its edition of the rules, and its methodologies where it chose some. Only what was screened on its
 * day counts: a backfill finds what is long past.
 */
export async function enterAlerts(
  trx: Executor,
  screenings: readonly StoredScreening[],
  faults: AlertFaults,
): Promise<void> {
  for (const screening of screenings) {
    const { origin, changes } = screening;
    if (origin === 'live' && changes !== null) {
      faults.at('enter', 'before');
      await enterFlip(trx, screening, changes);
      faults.at('enter', 'after');
    }
  }
}

async function enterFlip(trx: Executor, flip: StoredScreening, changes: ScreeningChanges): Promise<void> {
  const { symbol, rules, screening: later } = flip;
  const found = await watchersOf(trx, symbol);
  const ofRules = found.filter((watcher) => (watcher.rules ?? 'current') === rules);
  if (ofRules.length === 0) return;
  const asksEarlier = ofRules.some(({ methodologies }) => (methodologies ?? '') !== '');
  const earlier = asksEarlier ? await earlierOf(trx, flip, changes) : null;
  const told = (methodologies: string | null): ByChoice | 'as_screened' | null => {
    const chosen = chosenAmong((methodologies ?? '').split(','));
    if (chosen === null) return isEvent(changes) ? 'as_screened' : null;
    const own = changesByChoice(changes, { earlier, later }, chosen);
    if (!isEvent(own)) return null;
    const after = own.stale?.verdict ?? verdictByChoice(later, chosen);
    return { methodologies: chosen, before: own.verdict?.from ?? after, after };
  };
  const watchers = ofRules.flatMap(({ account, url, confirmed_at, methodologies }) => {
    const by = told(methodologies);
    return by === null
      ? []
      : [
          {
            account,
            url,
            confirmed_at,
            told: by === 'as_screened' ? null : toldAs({ kind: 'choice', choice: by }),
          },
        ];
  });
  await enterFor(trx, flip, watchers);
}

/** The stored form of what an alert tells. */
export function toldAs(told: Told): string {
  return JSON.stringify(told);
}

/** The accounts that watch a ticker, where each is told, and what it follows; null where it chose nothing. */
export async function watchersOf(trx: Executor, symbol: string) {
  return trx
    .selectFrom('watched_ticker')
    .leftJoin('alert_webhook', 'alert_webhook.account', 'watched_ticker.account')
    .leftJoin('alert_email', 'alert_email.account', 'watched_ticker.account')
    .leftJoin('followed', 'followed.account', 'watched_ticker.account')
    .select(['watched_ticker.account', 'alert_webhook.url', 'alert_email.confirmed_at'])
    .select(['followed.methodologies', 'followed.rules'])
    .where('symbol', '=', symbol)
    .execute();
}

/** The screening with which the changes compare: the newest of its day or before that shows something of the company. */
async function earlierOf(
  trx: Executor,
  { symbol, rules, fingerprint }: StoredScreening,
  { since }: ScreeningChanges,
): Promise<StoredScreening['screening'] | null> {
  const rows = await trx
    .selectFrom('screening')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('rules', '=', rules)
    .where('as_of', '<=', since)
    .where('fingerprint', '!=', fingerprint)
    .orderBy('as_of', 'desc')
    .orderBy('recorded_at', 'desc')
    .limit(MOST_EVENTS)
    .execute();
  const kept: readonly Pick<StoredScreening, 'screening' | 'changes'>[] = rows.map(
    ({ screening, changes }) => ({
      screening: JSON.parse(screening),
      changes: changes === null ? null : JSON.parse(changes),
    }),
  );
  return kept.find(({ changes }) => changes?.stale === undefined)?.screening ?? null;
}

/** More events of going stale than lie between two screenings of a company. */
const MOST_EVENTS = 8;

interface Watcher {
  readonly account: string;
  /** Of its webhook; null without one. */
  readonly url: string | null;
  readonly confirmed_at: number | string | bigint | null;
  readonly told: string | null;
}

/** What changed: a stored screening, or a fund of which none is stored. */
type Flip = Pick<StoredScreening, 'symbol' | 'rules' | 'asOf' | 'fingerprint' | 'recordedAt'>;

/** Enters an alert and its deliveries for each of some accounts; one that is entered already stays as it is. */
export async function enterFor(trx: Executor, flip: Flip, watchers: readonly Watcher[]): Promise<void> {
  const { symbol, rules, asOf, fingerprint, recordedAt } = flip;
  for (let start = 0; start < watchers.length; start += ROWS_PER_INSERT) {
    const alerts = watchers
      .slice(start, start + ROWS_PER_INSERT)
      .map((watcher) => ({ ...watcher, id: alertId(watcher.account, flip) }));
    await trx
      .insertInto('alert')
      .values(
        alerts.map(({ id, account, told }) => ({
          id,
          account,
          told,
          symbol,
          rules,
          fingerprint,
          as_of: asOf,
          created_at: recordedAt,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const deliveries = alerts.flatMap(({ id, account, url, confirmed_at: confirmedAt }) => [
      ...(url === null ? [] : [delivery(id, account, 'webhook', recordedAt)]),
      ...(confirmedAt === null ? [] : [delivery(id, account, 'email', recordedAt)]),
    ]);
    if (deliveries.length === 0) continue;
    await trx
      .insertInto('alert_delivery')
      .values(deliveries)
      .onConflict((conflict) => conflict.columns(['alert', 'channel']).doNothing())
      .execute();
  }
}

function delivery(alert: string, account: string, channel: string, at: number) {
  return { alert, account, channel, attempts: 0, free_at: at, lease_token: null };
}

/**
 * INVARIANT: the same account and flip have the same id, even after a crash: receivers recognise a repeat by
 * it.
 */
function alertId(account: string, { symbol, rules, asOf, fingerprint }: Flip): string {
  const hash = createHash('sha256').update(JSON.stringify([account, symbol, rules, asOf, fingerprint]));
  return `alr_${hash.digest('hex').slice(0, 32)}`;
}
