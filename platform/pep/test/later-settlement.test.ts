import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import type { ExecuteRequest } from '@platform/core/objects/grant';
import type { Connector } from '@platform/core/objects/plugin';
import type { Settled } from '@platform/core/objects/settled';
import { signObject } from '@platform/core/signed/signed';
import type { PepSchema } from '../src/store/schema.ts';
import { collectSettlement } from '../src/use-cases/collect-settlement.ts';
import { refusal } from './support/fake-bank.ts';
import { DEPLOYMENT } from './support/people.ts';
import { ANSWERING, eventually, makePep, makeVenue, type Venue } from './support/venue.ts';

/** The bank accepts a transfer, and says at another place what became of it. */
const SETTLING: Connector = {
  ...ANSWERING,
  operations: ANSWERING.operations.map((operation) =>
    operation.ack === null
      ? operation
      : {
          ...operation,
          settlement: {
            path: '/settled/{deployment}/{idempotency_key}',
            settled: '/settled',
            settled_hash: '/settled_hash',
            signature: '/signature',
            within_days: 30,
          },
        },
  ),
};

function say(venue: Venue, { action, grant }: ExecuteRequest, changes: Partial<Settled> = {}): void {
  const key = action.idempotency_key;
  const settled: Settled = {
    type: 'sanad/settled/1',
    deployment: DEPLOYMENT,
    grant_id: grant.grant_id,
    action_hash: grant.action_hash,
    ack_hash: venue.bank.effects.get(key)?.ack_hash ?? '',
    state: 'settled',
    at: new Date().toISOString(),
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, venue.parties.bank.signer, settled);
  venue.bank.settled.set(key, { settled, settled_hash: hash, signature });
}

/** A transfer that the bank has accepted, at an enforcement point that asks only when it is told to. */
async function acceptedTransfer(t: TestContext) {
  const venue = await makeVenue(t, { connector: SETTLING });
  const pep = await makePep(t, venue);
  const request = venue.grant();
  assert.equal((await pep.present(request)).result.status, 'executed');
  await pep.unfinished();
  const { grant_id: grantId } = request.grant;
  const due = async (aheadMs = 0) => pep.pep.deps.store.dueSettlements(Date.now() + aheadMs, 10);
  /** As at that time from now, so that no test waits for a pause. */
  const collect = (aheadMs: number) =>
    collectSettlement({ ...pep.pep.deps, clock: () => Date.now() + aheadMs }, grantId);
  return { venue, pep, request, grantId, due, collect };
}

const HOUR = 3_600_000;
const states = ({ authority }: Venue) => authority.addenda.map(({ settled }) => settled.state);

test('what became of a transfer is asked for at growing pauses, reported once, and after the last state no more', async (t) => {
  const { venue, request, grantId, due, collect } = await acceptedTransfer(t);
  assert.deepEqual([await due(), await due(HOUR)], [[], [grantId]]);
  await collect(HOUR);
  assert.deepEqual(states(venue), [], 'nothing is known yet');
  assert.deepEqual([await due(HOUR), await due(3 * HOUR)], [[], [grantId]]);
  say(venue, request);
  await Promise.all([collect(3 * HOUR), collect(3 * HOUR)]);
  const asked = venue.bank.requests.filter(({ path }) => path.startsWith('/settled/'));
  assert.equal(asked.length, 2, 'one at a time');
  await collect(5 * HOUR);
  assert.deepEqual(states(venue), ['settled'], 'reported once');
  say(venue, request, { state: 'returned' });
  await collect(7 * HOUR);
  assert.deepEqual(states(venue), ['settled', 'returned']);
  assert.deepEqual(await due(400 * 24 * HOUR), [], 'nothing follows');
});

test('a report that the authority did not answer is made again, also by another process, and a forged addendum never', async (t) => {
  const { venue, request, collect } = await acceptedTransfer(t);
  say(venue, request, { ack_hash: 'a'.repeat(64) });
  await collect(HOUR);
  say(venue, request);
  venue.bank.plans.push({ status: 503, body: {} });
  await collect(3 * HOUR);
  assert.deepEqual(states(venue), []);
  venue.authority.reportPlans.push(refusal(503, 'log_rolled_back'));
  await collect(5 * HOUR);
  assert.deepEqual(states(venue), []);
  const database = await openDatabase<PepSchema>({ url: `${venue.env.PEP_DATABASE_URL}` });
  await database.db.updateTable('intent').set({ settle_due: 0 }).execute();
  await database.close();
  await makePep(t, venue, { PEP_RECONCILE_MS: '50' });
  await eventually('the next process reports it', () => states(venue).length > 0);
  assert.deepEqual(states(venue), ['settled']);
});

test('nobody is asked after the time that the connector says', async (t) => {
  const { due, collect } = await acceptedTransfer(t);
  await collect(30 * 24 * HOUR);
  assert.deepEqual(await due(400 * 24 * HOUR), []);
});
