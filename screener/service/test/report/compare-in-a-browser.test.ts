import { describe, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { signInReader } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);
const browser = useBrowser();

describe('a comparison in a browser', () => {
  const pages: readonly (readonly [name: string, query: string, status?: number])[] = [
    ['compare-AAPL-APH', '?a=AAPL&b=APH&as_of=2026-02-25'],
    ['compare-SNOW-LVS', '?a=SNOW&b=LVS&rules=classic'],
    ['compare-fund-and-company', '?a=SPUS&b=MSFT'],
    ['compare-funds', '?a=SPUS&b=VOO'],
    ['compare-one', '?a=AAPL&b='],
    ['compare-errors', '?a=AAPLE&b=not+a+ticker&as_of=soon&rules=new', 422],
  ];
  for (const [name, query, status = 200] of pages) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const { app } = await makeApp(
        t,
        snapshot.shared(),
        undefined,
        await openTestAccess(t, undefined, clock),
      );
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      const cookie = await signInReader(app);
      await checkPage(browser(), { name, url: `${origin}/portal/compare${query}`, status, cookie });
    });
  }
});
