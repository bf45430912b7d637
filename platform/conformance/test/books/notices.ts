import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { GrantNotice } from '@platform/core/objects/notice';
import { send, transferInputs } from '../../client.ts';
import { folderVariables, sanad } from '../../people.ts';
import { until } from '../../wait.ts';
import { authorityCommand } from '../support/commands.ts';
import { faultAt } from './crash-points.ts';
import { RECEIVERS, used } from './deployment.ts';

test('approvers are told nowhere inside this network, unless allowed; and again under the same id after a kill', async (t) => {
  const { d, client } = used();
  const cfo = await startReceiver(t, { secure: true });
  await sanad(['approver', 'notify', 'cfo', '--url', cfo.url], {
    ...folderVariables(d.folders),
    ...RECEIVERS,
  });
  await d.restart('authority', { NOTICE_ALLOW_PRIVATE: 'off' });
  const { body: held } = await client.pay(transferInputs({ amount: '1500' }), {
    mandate: await client.register(),
  });
  const grantId = String(held.grant_id);
  const told = new RegExp(`${grantId} {2}waiting after \\d+ {2}(\\S.*)`);
  const problem = await until('it was tried', async () => {
    const { text } = await authorityCommand(d, 'notices list --all');
    return told.exec(text)?.[1] ?? null;
  });
  assert.match(problem, /^The name does not stand for an address/);
  assert.equal(cfo.received.length, 0);

  await d.stop('authority');
  await freeNotices(d.databases.authority, false);
  await d.restart('authority', faultAt('notice_sent:after'));
  assert.equal(await d.ended('authority'), 'SIGKILL');
  assert.equal(cfo.received.length, 1);
  await freeNotices(d.databases.authority, true);
  await d.restart('authority');
  await until('it is told', async () => {
    const { body } = await send<readonly GrantNotice[]>(`${d.urls.authority}/grants/${grantId}/notices`);
    return body.some(({ state }) => state === 'delivered') ? true : null;
  });
  assert.equal(cfo.received.length, 2);
  assert.equal(new Set(cfo.received.map(({ id }) => id)).size, 1);
  assert.equal(new Set(cfo.received.map(({ body }) => body)).size, 1);
  assert.equal((await client.approve(grantId)).status, 200);
});

/** As if the time had passed until the next attempt: for which a killed process held what it was sending, if one did. */
async function freeNotices(url: string, areHeld: boolean): Promise<void> {
  const database = await openDatabase<AuthoritySchema>({ url });
  try {
    const waiting = await database.db.selectFrom('notice').selectAll().execute();
    assert.deepEqual(
      waiting.map(({ state, lease_token: token }) => [state, token !== null]),
      [['waiting', areHeld]],
    );
    await database.db.updateTable('notice').set({ free_at: 0 }).execute();
  } finally {
    await database.close();
  }
}
