import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { addDays, dateOfInstant } from '@common/base/calendar';
import { withTempDir } from '@common/kit/testing';
import {
  assertRaised,
  promtool,
  readAlertRules,
  readQueries,
  scrape,
  untold,
} from '@common/kit/testing/alert-drill';
import { startFakeSec } from '@screener/sources/testing/fake-sec';
import { openInProcess, tinyPlace } from '../service-in-process.ts';

const AGO_MS = 86_400_000;

/** A screener in live mode that fetches nothing and works on no job, and its store as somebody else opens it. */
async function live(t: TestContext, directory: string) {
  const sec = await startFakeSec({ documents: [] });
  t.after(() => sec.close());
  const file = join(directory, 'store.sqlite');
  const screener = await openInProcess(t, {
    ...(await tinyPlace(directory)),
    SEC_DATA_URL: sec.baseUrls.data,
    SEC_WWW_URL: sec.baseUrls.www,
    RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
    SEC_USER_AGENT: 'Sanad Tests tests@example.com',
    MARKET_PROVIDER: 'listing',
    LISTING_FILES_URL: sec.baseUrls.www,
    LISTING_COMMITS_URL: sec.baseUrls.www,
    BULK_WORKERS: '0',
    ALERTS_EVERY_MINUTES: '0',
  });
  const store = new DatabaseSync(file, { timeout: 5_000 });
  store.exec('pragma foreign_keys = off');
  return { screener, store };
}

test('each alert on the screener is raised by its fault, and silent before', async (t) => {
  await withTempDir(async (directory) => {
    const { screener, store } = await live(t, directory);
    if (promtool() === null) t.diagnostic('promtool is missing: only plain comparisons were drilled');
    const rules = (await readAlertRules()).filter(({ expr }) => /screener_|sources/.test(expr));
    const [now, old] = [Date.now(), Date.now() - AGO_MS];
    const day = (ago: number) => addDays(dateOfInstant(now), -ago);
    const setIndex = store.prepare(
      'insert or replace into index_state (id, first_day, last_day, run_at, message, free_at, token) values (1, ?, ?, ?, ?, 0, null)',
    );
    const setPrices = (latest: string) =>
      store.prepare('insert or replace into listing_state (id, content) values (1, ?)').run(
        JSON.stringify({
          earliest: latest,
          latest,
          commit: null,
          before: null,
          readThrough: now,
          checkedAt: now,
          stored: null,
        }),
      );
    setIndex.run(day(30), day(1), now, null);
    setPrices(day(1));
    const before = await scrape([screener.url]);
    const isOwn = (metric: string) => metric.startsWith('screener_');
    assert.deepEqual(untold(await readQueries(), before, isOwn), []);

    setIndex.run(day(30), day(9), old, 'The SEC refused.');
    setPrices(day(9));
    store
      .prepare('insert into bulk_job (id, owner, total, created_at) values (?, ?, 1, ?)')
      .run('job_0', 'nobody', old);
    store
      .prepare(
        'insert into bulk_symbol (job_id, position, owner, symbol, turn, free_at, leases, retries) values (?, 0, ?, ?, 0, ?, 0, 0)',
      )
      .run('job_0', 'nobody', 'AAPL', old);
    const after = await shown(screener.url, store, old);
    for (const rule of rules) await assertRaised(rule, { before, after });
    store.close();
    await screener.stop();
  });
});

/** The figures once the checks have been asked again, with an alert that has been due since `old`. */
async function shown(url: string, store: DatabaseSync, old: number) {
  const enter = store.prepare(
    `insert or replace into alert_delivery (alert, channel, account, attempts, free_at) values ('a_0', 'webhook', 'nobody', 0, ?)`,
  );
  for (;;) {
    // A worker that finds it without its alert gives it back for later: it is entered until a scrape has seen it.
    enter.run(old);
    const seen = await scrape([url]);
    const age = seen.series.get('screener_alert_age_seconds{service="screener"}') ?? 0;
    const sources = seen.series.get('service_check_state{check="sources",service="screener"}');
    if (age > 900 && sources === 1) return seen;
  }
}
