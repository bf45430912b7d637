import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '@common/kit/metrics';
import { createReadiness } from '@common/kit/watch/readiness';
import { watchAuthority } from '@platform/authority/watch/watch-authority';
import { openDeployment } from './support/deployment.ts';

test('the check `log` fails while a witness has seen more of the log, and names nobody', async (t) => {
  const d = await openDeployment();
  t.after(d.close);
  const looked = async (refusal: string | null, alarms = 0) => {
    const readiness = createReadiness();
    const watch = { ...d.app.watch, metrics: createMetrics(), readiness };
    const nothing = { count: 0, since: null };
    const figures = {
      receipts: async () => nothing,
      notices: async () => nothing,
      noticesGivenUp: async () => 0,
      openGrants: async () => ({ pending: 0, active: 0 }),
    };
    const witnesses = { lags: async () => ({}), quorumLag: async () => 0, alarms: () => alarms };
    const logRefusal = async () => refusal;
    watchAuthority(watch, d.deps, { figures, logRefusal, witnesses, lastBackup: async () => 0 });
    return readiness.look();
  };
  const checked = async (refusal: string | null) => (await looked(refusal)).checks.log;
  assert.deepEqual(await checked(null), { state: 'ok' });
  const refused = await checked('The witness ana (https://witness.example) has seen 4 entries');
  assert.equal(refused?.state, 'fail');
  assert.match(refused.message ?? '', /^A witness has seen more .* LogRefused\.$/);
  assert.doesNotMatch(refused.message ?? '', /ana/);
  const { status, checks } = await looked(null, 1);
  assert.equal(status, 'ready', 'a witness that contradicts the log does not stop the service');
  assert.equal(checks.witnesses?.state, 'warn');
});
