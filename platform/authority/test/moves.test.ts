import assert from 'node:assert/strict';
import type { StoredGrant } from '@platform/authority/store/store';
import { type GrantEvent, mayMove, TRANSITIONS } from '@platform/policy/grant-states';
import { GRANT_STATUSES, type GrantRecord } from '@platform/protocol/grant';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const EVENTS = Object.keys(TRANSITIONS) as GrantEvent[];

async function stored(d: Deployment, { grant }: GrantRecord): Promise<StoredGrant> {
  const found = await d.deps.store.grant(grant.grant_id);
  assert.ok(found !== null);
  return found;
}

/** In the order of GRANT_STATUSES. */
async function oneOfEachStatus(d: Deployment): Promise<readonly StoredGrant[]> {
  const mandate = await d.register({ limits: { runtime_max_s: 60, use_count_max: 9 } });
  const expired = await d.propose(mandate);
  d.advance(61);
  const redeemed = await d.propose(mandate);
  assert.equal((await d.redeem(redeemed)).status, 200);
  const pending = await d.propose(mandate, transfer({ amount: '2000' }));
  const active = await d.propose(mandate);
  const denied = await d.propose(mandate, transfer({ amount: '6000' }));
  return Promise.all([pending, active, redeemed, denied, expired].map((record) => stored(d, record)));
}

/** The status after the move, which is rolled back. */
async function tryMove(d: Deployment, event: GrantEvent, grant: StoredGrant): Promise<string | null> {
  const takenBack = new Error('rolled back');
  let status: string | null = null;
  const move = d.deps.store.atomically(async (unit) => {
    status = (await unit.moveGrant(event, grant))?.status ?? null;
    throw takenBack;
  });
  await assert.rejects(move, takenBack);
  return status;
}

onBothEngines('the store moves a grant', {
  'only by the table of transitions': async (d) => {
    const grants = await oneOfEachStatus(d);
    assert.deepEqual(
      grants.map(({ status }) => status),
      [...GRANT_STATUSES],
    );
    for (const grant of grants) {
      for (const event of EVENTS) {
        const expected = mayMove(grant.status, event) ? TRANSITIONS[event].to : null;
        assert.equal(await tryMove(d, event, grant), expected, `${grant.status} ${event}`);
      }
    }
  },

  'only from the status that it was read with': async (d) => {
    const record = await d.propose(await d.register(), transfer({ amount: '2000' }));
    const pending = await stored(d, record);
    assert.equal((await d.approve(record)).status, 200);
    assert.equal(await tryMove(d, 'expire', pending), null);
    assert.equal(await tryMove(d, 'expire', await stored(d, record)), 'expired');
  },
});
