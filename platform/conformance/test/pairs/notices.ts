import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Receiver, startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import type { Mandate } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import { type Client, route, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { folderVariables, sanad } from '../../people.ts';
import { until } from '../../wait.ts';
import { authorityCommand, resend } from '../support/commands.ts';
import { RECEIVERS, used } from './deployment.ts';

const APPROVERS = ['cfo', 'guest'];

function approver(...words: readonly string[]): Promise<string> {
  return sanad(['approver', ...words], { ...folderVariables(used().d.folders), ...RECEIVERS });
}

/** Approvers are told there from now on; the secrets that the messages are signed with. */
async function tell(receivers: Readonly<Record<string, Receiver>>): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (const [person, { url }] of Object.entries(receivers)) {
    secrets.set(person, (await approver('notify', person, '--url', url)).trim());
  }
  return secrets;
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
    const { d, client } = used();
    const secrets = await tell({ cfo, guest });
    const GRANTS = 4;
    const WAIT_S = 6;
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

  test('whose receiver redirects or wants nothing more: the operator sees it, and sends again', async (t) => {
    const [cfo, elsewhere] = [await startReceiver(t), await startReceiver(t)];
    const { d, client } = used();
    const secrets = await tell({ cfo });
    cfo.answer(307, { location: elsewhere.url });
    const [first = ''] = await hold(client, {});
    const failed = await until('it failed', async () => {
      const { text } = await authorityCommand(d, 'notices list --all');
      return text.includes('redirects') ? text : null;
    });
    assert.match(
      failed,
      new RegExp(`${first} {2}waiting after \\d {2}.*307, and redirects are not followed`),
    );
    assert.equal(elsewhere.received.length, 0);
    assert.equal((await authorityCommand(d, 'notices list')).text, 'none that was given up\n');

    // Its next attempt must not be what the 410 answers.
    assert.equal((await client.approve(first)).status, 200);
    cfo.answer(410);
    const [second = ''] = await hold(client, {});
    await until('it was given up', async () =>
      (await noticesOf(d, second)).some(({ state }) => state === 'given_up') ? true : null,
    );
    const { text: list } = await authorityCommand(d, 'notices list');
    const dead = list.split('\n').find((line) => line.includes(second)) ?? list;
    assert.match(
      dead,
      /^ntc_\w+ {2}\S+ {2}approval\.requested {2}cfo {2}gr_\w+ {2}given_up after 1 {2}.*410/,
    );
    await until('an authority said so', async () => {
      const said = d.output('authority') + d.output('authority2');
      return /"level":"?\w+"?,.*"a notice was given up"/.test(said) ? true : null;
    });
    const [id = ''] = dead.split('  ');
    cfo.answer(204);
    assert.equal((await resend(d, id)).text, `${id} is sent again\n`);
    await until('it arrived', async () =>
      (await noticesOf(d, second)).some(({ state }) => state === 'delivered') ? true : null,
    );
    const again = await resend(d, id);
    assert.equal(again.code, 2);
    assert.match(again.text, /there is no notice ntc_\w+ that was given up/);

    const before = cfo.received.length;
    assert.match(await approver('test', 'cfo'), /cfo was sent a test/);
    const tested = cfo.received.at(-1);
    assert.ok(tested !== undefined && cfo.received.length === before + 1);
    assert.deepEqual(Object(verified(t, secrets.get('cfo') ?? '', tested, Date.now())).type, 'test');
  });
});
