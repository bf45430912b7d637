import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql';
import { AUTHORITY_FILE } from '@common/kit/testing/certificates';
import { type Receiver, startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { Mandate } from '@platform/protocol/mandate';
import type { GrantNotice } from '@platform/protocol/notice';
import { sanadAuthority } from '../audit.ts';
import { type Client, createClient, route, send, transferInputs } from '../client.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from '../deployment.ts';
import type { ServiceName } from '../layout.ts';
import { folderVariables, sanad } from '../people.ts';
import { until } from '../wait.ts';

const ALLOWED = { NOTICE_HOSTS: 'localhost,127.0.0.1', NOTICE_ALLOW_PRIVATE: 'on' };
const OF_AUTHORITY = { ...ALLOWED, NODE_EXTRA_CA_CERTS: AUTHORITY_FILE, LOG_LEVEL: 'debug' };
const APPROVERS = ['cfo', 'guest'];

/** A deployment whose approvers are told, and the secrets that the messages are signed with. */
async function open(
  t: TestContext,
  options: DeploymentOptions,
  receivers: Readonly<Record<string, Receiver>>,
) {
  const env = { authority: OF_AUTHORITY, authority2: OF_AUTHORITY };
  const d = await openDeployment({ ...options, env });
  t.after(() => d.close());
  const command = (...words: readonly string[]) =>
    sanad(['approver', ...words], { ...folderVariables(d.folders), ...ALLOWED });
  const secrets = new Map<string, string>();
  for (const [person, { url }] of Object.entries(receivers)) {
    secrets.set(person, (await command('notify', person, '--url', url)).trim());
  }
  return { d, client: createClient(d), secrets, command };
}

async function hold(client: Client, patch: Partial<Mandate>, many = 1): Promise<readonly string[]> {
  const mandate = await client.register(patch);
  const answers = await Promise.all(
    Array.from({ length: many }, () => client.pay(transferInputs({ amount: '1500' }), { mandate })),
  );
  return answers.map(({ body }) => {
    assert.equal(body.status, 'pending');
    return String(body.grant_id);
  });
}

const typesOf = ({ received }: Receiver) => received.map(({ body }) => String(JSON.parse(body).type)).sort();

async function noticesOf(d: Deployment, grantId: string): Promise<readonly GrantNotice[]> {
  return (await send<readonly GrantNotice[]>(`${d.urls.authority}/grants/${grantId}/notices`)).body;
}

describe('approvers of held grants', () => {
  test('are told once each by two authorities, over https, and when all stay silent the grants expire', async (t) => {
    const cfo = await startReceiver(t, { secure: true });
    const guest = await startReceiver(t, { secure: true });
    const options = { engine: 'postgres', authorities: 2 } as const;
    const { d, client, secrets } = await open(t, options, { cfo, guest });
    const GRANTS = 5;
    const WAIT_S = 12;
    const routes = [{ ...route('cfo'), approvers: APPROVERS, wait_s: WAIT_S }];
    const held = await hold(client, { approval: { routes } }, GRANTS);
    await until('the first are asked', async () => (cfo.received.length >= GRANTS ? true : null));
    await until('the next are asked', async () => (guest.received.length >= GRANTS ? true : null));
    await until('all are over', async () => {
      const grants = await Promise.all(held.map((id) => client.grant(id)));
      return grants.every(({ status, receipt_id }) => status === 'expired' && receipt_id !== null)
        ? true
        : null;
    });
    for (const type of ['approval.requested', 'approval.reminder']) {
      assert.equal(typesOf(cfo).filter((one) => one === type).length, GRANTS, type);
    }
    assert.deepEqual(typesOf(guest), Array(GRANTS).fill('approval.requested'));
    const messages = [...cfo.received, ...guest.received];
    assert.equal(new Set(messages.map(({ id }) => id)).size, 3 * GRANTS, 'nothing came twice');
    for (const [person, receiver] of [['cfo', cfo] as const, ['guest', guest] as const]) {
      for (const message of receiver.received) {
        const event = verified(t, secrets.get(person) ?? '', message, Date.now());
        const { grant_id: id, action_hash: hash, ...rest } = Object(event).data;
        assert.equal((await client.grant(id)).action_hash, hash);
        assert.deepEqual(Object.keys(rest), ['expires_at']);
      }
    }
    const [grantId = ''] = held;
    assert.deepEqual(
      (await noticesOf(d, grantId)).map(({ person, type, state }) => [person, type, state]).sort(),
      [
        ['cfo', 'approval.reminder', 'delivered'],
        ['cfo', 'approval.requested', 'delivered'],
        ['guest', 'approval.requested', 'delivered'],
      ],
    );
    for (const name of ['authority', 'authority2'] as const) {
      assert.match(d.output(name), /"level"/);
      for (const secret of [...secrets.values(), '/hooks']) {
        assert.ok(!d.output(name).includes(secret.replace('whsec_', '')), name);
      }
    }
  });

  for (const moment of ['before', 'after'] as const) {
    test(`are told although the authority dies ${moment} a message is sent: again under the same id`, async (t) => {
      const cfo = await startReceiver(t);
      const { d, client } = await open(t, {}, { cfo });
      const [service, fault]: [ServiceName, string] = ['authority', `notice_sent:${moment}`];
      await d.restart(service, { SANAD_FAULT: fault, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' });
      const [grantId = ''] = await hold(client, {});
      assert.equal(await d.ended(service), 'SIGKILL');
      const sent = moment === 'before' ? 0 : 1;
      assert.equal(cfo.received.length, sent);
      await endLeases(d);
      await d.restart(service);
      await until('it is told', async () =>
        (await noticesOf(d, grantId)).some(({ state }) => state === 'delivered') ? true : null,
      );
      assert.equal(cfo.received.length, sent + 1);
      assert.equal(new Set(cfo.received.map(({ id }) => id)).size, 1);
      assert.equal(new Set(cfo.received.map(({ body }) => body)).size, 1);
      assert.equal((await client.approve(grantId)).status, 200);
    });
  }

  test('are told nowhere inside this network, unless the operator allows it for trials', async (t) => {
    const cfo = await startReceiver(t, { secure: true });
    const { d, client } = await open(t, {}, { cfo });
    const [service, strict]: [ServiceName, object] = ['authority', { NOTICE_ALLOW_PRIVATE: 'off' }];
    await d.restart(service, { ...strict });
    const [grantId = ''] = await hold(client, {});
    const failed = await until('it was tried', async () => {
      const all = await sanadAuthority(d, 'notices', 'list', '--all');
      return /waiting after [1-9]/.test(all) ? all : null;
    });
    assert.match(
      failed,
      new RegExp(`${grantId} {2}waiting after \\d {2}The name does not stand for an address`),
    );
    assert.equal(cfo.received.length, 0);
    // The same receiver, where it is allowed.
    await d.restart(service);
    await until('it is told', async () => (cfo.received.length > 0 ? true : null), 60_000);
  });

  test('whose receiver redirects or wants nothing more: the operator sees it, and sends again', async (t) => {
    const [cfo, elsewhere] = [await startReceiver(t), await startReceiver(t)];
    const { d, client, command, secrets } = await open(t, {}, { cfo });
    cfo.answer(307, { location: elsewhere.url });
    const [first = ''] = await hold(client, {});
    const failed = await until('it failed', async () => {
      const all = await sanadAuthority(d, 'notices', 'list', '--all');
      return all.includes('redirects') ? all : null;
    });
    assert.match(
      failed,
      new RegExp(`${first} {2}waiting after \\d {2}.*307, and redirects are not followed`),
    );
    assert.equal(elsewhere.received.length, 0);
    assert.equal(await sanadAuthority(d, 'notices', 'list'), 'none that was given up');

    // Its next attempt must not be what the 410 answers.
    assert.equal((await client.approve(first)).status, 200);
    cfo.answer(410);
    const [second = ''] = await hold(client, {});
    await until('it was given up', async () =>
      (await noticesOf(d, second)).some(({ state }) => state === 'given_up') ? true : null,
    );
    const list = await sanadAuthority(d, 'notices', 'list');
    const dead = list.split('\n').find((line) => line.includes(second)) ?? list;
    assert.match(
      dead,
      /^ntc_\w+ {2}\S+ {2}approval\.requested {2}cfo {2}gr_\w+ {2}given_up after 1 {2}.*410/,
    );
    assert.match(d.output('authority'), /"level":"?\w+"?,.*"an approver was not told"/);
    const [id = ''] = dead.split('  ');
    cfo.answer(204);
    assert.equal(await sanadAuthority(d, 'notices', 'resend', id), `${id} is sent again`);
    await until('it arrived', async () =>
      (await noticesOf(d, second)).some(({ state }) => state === 'delivered') ? true : null,
    );
    await assert.rejects(
      sanadAuthority(d, 'notices', 'resend', id),
      /there is no notice ntc_\w+ that was given up/,
    );

    const before = cfo.received.length;
    assert.match(await command('test', 'cfo'), /cfo was sent a test/);
    const tested = cfo.received.at(-1);
    assert.ok(tested !== undefined && cfo.received.length === before + 1);
    assert.deepEqual(Object(verified(t, secrets.get('cfo') ?? '', tested, Date.now())).type, 'test');
  });
});

/** As if the time had passed for which the killed process held what it was sending. */
async function endLeases(d: Deployment): Promise<void> {
  const database = await openDatabase<AuthoritySchema>({ url: d.databases.authority });
  try {
    const held = await database.db.selectFrom('notice').selectAll().execute();
    assert.deepEqual(
      held.map(({ state, lease_token: token, free_at: at }) => [
        state,
        token !== null,
        Number(at) > Date.now(),
      ]),
      [['waiting', true, true]],
    );
    await database.db.updateTable('notice').set({ free_at: 0 }).execute();
  } finally {
    await database.close();
  }
}
