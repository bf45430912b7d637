import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '@common/kit/metrics';
import { createReadiness } from '@common/kit/watch/readiness';
import { watchAuthority } from '@platform/authority/watch/watch-authority';
import { openDeployment } from './support/deployment.ts';

test('the check `log` fails while a witness has seen more of the log, and names nobody', async (t) => {
  const d = await openDeployment();
  t.after(d.close);
  const checked = async (refusal: string | null) => {
    const readiness = createReadiness();
    const watch = { ...d.app.watch, metrics: createMetrics(), readiness };
    const nothing = { count: 0, since: null };
    const figures = {
      receipts: async () => nothing,
      notices: async () => nothing,
      noticesGivenUp: async () => 0,
      openGrants: async () => ({ pending: 0, active: 0 }),
    };
    watchAuthority(watch, d.deps, { figures, logRefusal: async () => refusal });
    const { log } = (await readiness.look()).checks;
    return log;
  };
  assert.deepEqual(await checked(null), { state: 'ok' });
  const refused = await checked('The witness ana (https://witness.example) has seen 4 entries');
  assert.equal(refused?.state, 'fail');
  assert.match(refused.message ?? '', /^A witness has seen more .* LogRefused\.$/);
  assert.doesNotMatch(refused.message ?? '', /ana/);
});
