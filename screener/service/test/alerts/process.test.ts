import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { fakeDailyIndex, startFakeSec } from '@screener/sources/testing/fake-sec';
import { submissions } from '@screener/sources/testing/synthetic-filer';
import { alertingService, checkPages, until, watch } from './alerting-service.ts';
import { checkEvent } from './arrived.ts';
import { AFTER, BEFORE, DAY_BEFORE, NEWER_FILING, NVIDIA, nvidiaFacts } from './nvidia.ts';

/** Who filed on other days: an index is never empty. */
const OTHERS = [[1_999_001, '10-K']] as const;

describe('an alert of the running service', () => {
  test('comes when the service itself reads in the SEC’s index that the company filed', async (t) => {
    await withTempDir(async (folder) => {
      const FACTS = `/api/xbrl/companyfacts/CIK${NVIDIA.cik}.json`;
      const filer = { ...NVIDIA, cik: Number(NVIDIA.cik) };
      const sec = await startFakeSec({
        documents: [
          [FACTS, await nvidiaFacts(DAY_BEFORE)],
          [`/submissions/CIK${NVIDIA.cik}.json`, submissions(filer, [], '3674')],
          ...['2026-02-19', '2026-02-20', '2026-02-23', DAY_BEFORE].map((day) => fakeDailyIndex(day, OTHERS)),
        ],
      });
      t.after(() => sec.close());
      const service = await alertingService(folder, BEFORE);
      const receiver = await startReceiver(t);
      const running = await service.start({
        SEC_DATA_URL: sec.baseUrls.data,
        SEC_WWW_URL: sec.baseUrls.www,
        SEC_USER_AGENT: 'Sanad Tests tests@example.com',
        REFRESH_EVERY_MINUTES: '60',
      });
      const { person, secret, feed } = await watch(running, receiver.url);
      await until('the index of the day before is read', async () => {
        const { current } = JSON.parse((await running.get('/health')).body);
        return current.facts.index_through === '2026-02-23';
      });
      sec.put(FACTS, await nvidiaFacts(NEWER_FILING.filed));
      sec.put(...fakeDailyIndex(NEWER_FILING.filed, [[filer.cik, '10-K']]));
      await service.wind(AFTER);
      await until('the alert arrives', () => receiver.received.length > 0);
      checkEvent(t, secret, receiver, service.now());
      await person.signIn(running.url);
      await checkPages(person, feed);
      const asked = sec.requests.map(({ path }) => path);
      const index = asked.findIndex((path) => path.endsWith('master.20260225.idx'));
      assert.ok(index > 0 && asked.indexOf(FACTS, index) > index, asked.join('\n'));
      assert.deepEqual(await running.service.stop(), { code: 0, signal: null });
    });
  });
});
