import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { signInReader } from './reader-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

/** The service on a free port until the end of the test, and a reader’s cookie. */
async function serve(t: TestContext) {
  const access = await openTestAccess(t, undefined, clockAt('2030-06-15T12:00:00Z'));
  const { app } = await makeApp(t, snapshot.shared(), undefined, access);
  return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), cookie: await signInReader(app) };
}

describe('the report in a browser', () => {
  const pages: readonly (readonly [name: string, path: string, status?: number])[] = [
    ['report-AAPL', '/portal/report/AAPL?shares=100&dividends=103'],
    ['report-SNOW', '/portal/report/SNOW?as_of=2023-01-15&overlays=all'],
    ['report-TSM', '/portal/report/TSM'],
    ['report-META', '/portal/report/META'],
    ['report-JPM', '/portal/report/JPM'],
    ['report-SPUS', '/portal/report/SPUS?verdict=not_screenable&page=2'],
    ['report-VOO', '/portal/report/VOO'],
    ['report-no-page', '/portal/report/SPUS?page=9', 422],
    ['report-wrong-fields', '/portal/report/AAPL?shares=many&until=soon', 422],
    ['report-wrong-date', '/portal/report/AAPL?as_of=yesterday', 422],
    ['report-unknown', '/portal/report/AAPLE', 404],
    ['report-malformed', '/portal/report/no-such-ticker-at-all', 400],
  ];
  for (const [name, path, status = 200] of pages) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const { origin, cookie } = await serve(t);
      await checkPage(browser(), { name, url: `${origin}${path}`, status, cookie });
    });
  }
});
