import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQueries, scrape, untold } from '@common/kit/testing/alert-drill';
import { used, witnessed } from './deployment.ts';

test('every metric and label of alerts and dashboard that is not the screener’s is told by some service', async () => {
  const { gateway, authority, pep, bank, recipient } = used().d.urls;
  const [ana] = witnessed().witnesses;
  const told = await scrape([gateway, authority, pep, bank, recipient, ana?.url ?? '']);
  assert.deepEqual(
    untold(await readQueries(), told, (metric) => !metric.startsWith('screener_')),
    [],
  );
});
