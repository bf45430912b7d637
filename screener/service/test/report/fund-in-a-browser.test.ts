import { describe, test } from 'node:test';
import { html } from '@common/web/html';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { fundOf, serveParts } from './section-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

describe('a fund’s report in a browser', () => {
  for (const symbol of ['SPUS', 'VOO']) {
    test(`${symbol}: at both widths, light and dark`, async (t) => {
      const main = await fundOf(snapshot.shared(), symbol);
      const url = await serveParts(t, { [`fund-${symbol}`]: html`${main}` });
      await checkPage(browser(), { name: `fund-${symbol}`, url: `${url}/fund-${symbol}` });
    });
  }
});
