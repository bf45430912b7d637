import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import { size } from '@common/kit/testing/size';
import type { ExecuteRequest } from '@platform/core/objects/grant';
import { FAULT_POINTS } from '../src/use-cases/ports.ts';
import { presentationOf } from './support/presentation.ts';
import { eventually, makePep, makeVenue, type Venue } from './support/venue.ts';

const MAIN = join(REPOSITORY, 'platform/pep/src/main.ts');

function start(venue: Venue, fault: string | null): Promise<Service> {
  return spawnService({
    entry: MAIN,
    env: {
      ...venue.env,
      LOG_LEVEL: 'warn',
      PEP_RECONCILE_MS: '50',
      ...(fault === null ? {} : { SANAD_FAULT: fault, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' }),
    },
    ready: /^pep ready at (\S+)/m,
  });
}

async function present(service: Service, request: ExecuteRequest): Promise<{ status: string }> {
  const token = presentationOf(request.grant.grant_id);
  const response = await fetch(`${service.readyMatch?.[1]}/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  return { status: String(Reflect.get(Object(await response.json()), 'status')) };
}

/** First the point at which the counterparty has acted, and nothing here says so. */
const KILLS = FAULT_POINTS.flatMap((point) => [`${point}:before`, `${point}:after`] as const).sort(
  (one, other) => Number(other === 'request_sent:after') - Number(one === 'request_sent:after'),
);

for (const kill of KILLS.slice(0, size({ quick: 1, full: KILLS.length }))) {
  test(`killed at ${kill}: after a restart, one effect, one decision, nothing left over`, async (t) => {
    const venue = await makeVenue(t);
    const request = venue.grant();
    const { grant_id: grantId } = request.grant;
    const first = await start(venue, kill);
    await assert.rejects(present(first, request));
    assert.equal((await first.exit()).signal, 'SIGKILL');

    // The restart, in this process: as `main.ts` opens it, without another second of starting up.
    const second = await makePep(t, venue, { PEP_RECONCILE_MS: '50' });
    // Nothing happened yet: the caller who presented the grant gets no answer and presents it again.
    if (kill === 'redeemed:before') await second.present(request);
    await eventually('the decision is recorded', () => venue.authority.enforcements.has(grantId));
    await eventually('nothing is left over', async () => (await second.unfinished()) === 0);
    assert.equal(venue.bank.effects.size, 1);
    assert.equal(venue.authority.enforcements.get(grantId)?.decision.outcome, 'executed');
    const redemptions = new Set(
      venue.authority.redeemRequests.map(({ redemption }) => redemption.redemption_id),
    );
    assert.equal(redemptions.size, 1);
    assert.equal((await second.present(request)).result.status, 'duplicate');
  });
}

test('after a crash while the counterparty is unreachable, another process takes over', async (t) => {
  const venue = await makeVenue(t);
  venue.bank.plans.push('lose', 'drop', 'drop');
  const request = venue.grant();
  const first = await start(venue, 'request_sent:after:2');
  await using second = await start(venue, null);
  const { status } = await present(first, request).catch(() => ({ status: 'gone' }));
  assert.ok(['unknown', 'gone'].includes(status));
  await eventually('the decision is recorded', () => venue.authority.enforcements.size === 1);
  assert.equal(venue.bank.effects.size, 1);
  await first.kill();
  assert.equal((await present(second, request)).status, 'duplicate');
});

test('faults that were not asked for as a test stop the start', async (t) => {
  const venue = await makeVenue(t);
  const attempt = (env: Readonly<Record<string, string>>) =>
    spawnService({ entry: MAIN, env: { ...venue.env, ...env }, ready: /^pep ready/m });
  await assert.rejects(attempt({ SANAD_FAULT: 'redeemed:before' }), /SANAD_FAULT is for tests/);
});
