import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { SentNotices } from '@platform/core/objects/notice';
import { forReader } from '../../src/access/reader.ts';
import { scopedAuthority } from '../../src/access/tenant-scope.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { fakeAuthority } from './fake-authority.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };

const sink = (name: string, tenant: string | null): SentNotices['sinks'][number] => ({
  name,
  tenant,
  way: 'mail',
  kinds: ['limit.near'],
  details: false,
});

const notice = (
  name: string,
  state: SentNotices['notices'][number]['state'],
): SentNotices['notices'][number] => ({
  id: `ntc_${'0'.repeat(24)}`,
  type: 'limit.near',
  sink: name,
  state,
  attempts: state === 'given_up' ? 11 : 1,
  entered_at: '2026-06-01T11:40:00.000Z',
  ended_at: state === 'waiting' ? null : NOW,
});

const SENT: SentNotices = {
  sinks: [sink('treasury', 'tn_1'), sink('other', 'tn_2'), sink('ops', null)],
  notices: [notice('treasury', 'given_up'), notice('other', 'delivered'), notice('gone', 'waiting')],
};

const told = (given: Partial<Authority> = {}) =>
  fakeAuthority([], { sentNotices: async () => ok(SENT), ...given });

describe('the page of notices', () => {
  test('names each place, what it is told, and what was not delivered', async (t) => {
    const app = await makeConsole(t, { authority: told() });
    const { statusCode, body } = await app.inject({ url: '/notices', headers: HTML });
    assert.equal(statusCode, 200);
    assert.match(body, /<h1>One notice was not delivered<\/h1>/);
    assert.match(body, /By mail, of <bdi class="id">tn_1<\/bdi>, without amounts, payees and names/);
    assert.match(body, /limit at 80 %, to <bdi class="id">treasury<\/bdi>: given up, after 11 attempts/);
    const url = await serveConsole(t, { authority: told() });
    await checkPage(browser(), { name: 'notices', url: `${url}/notices` });
  });

  test('sends a test, and says so if one was sent just now', async (t) => {
    const tested: string[] = [];
    const testSink: Authority['testSink'] = async (name) => {
      tested.push(name);
      if (tested.length === 1) return ok({ id: 'ntc_1' });
      return fail('authority_refused', 'too soon', { status: 429, error: 'test_too_soon', said: 'too soon' });
    };
    const app = await makeConsole(t, { authority: told({ testSink }) });
    const press = () =>
      app.inject({
        method: 'POST',
        url: '/notices/treasury/test',
        headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      });
    const first = await press();
    assert.deepEqual([first.statusCode, first.headers.location], [303, '/notices?tested=treasury']);
    const again = await press();
    assert.equal(again.statusCode, 429);
    assert.match(again.body, /treasury was sent a test less than a minute ago/);
    assert.deepEqual(tested, ['treasury', 'treasury']);
  });

  test('shows a reader of one tenant its places alone, and lets them test no other', async () => {
    const asked: string[] = [];
    const authority = scopedAuthority(
      told({
        testSink: async (name) => {
          asked.push(name);
          return ok({ id: 'ntc_1' });
        },
      }),
    );
    const reader = {
      kid: 'auditor_a',
      person: 'a',
      role: 'auditor',
      tenants: ['tn_1'],
      session: '',
    } as const;
    await forReader({ ...reader, tenants: ['tn_1'] }, async () => {
      const found = await authority.sentNotices();
      assert.ok(found.ok);
      assert.deepEqual(
        [...found.value.sinks.map(({ name }) => name), ...found.value.notices.map(({ sink: to }) => to)],
        ['treasury', 'treasury'],
      );
      assert.equal((await authority.testSink('ops')).ok, false);
      assert.equal((await authority.testSink('treasury')).ok, true);
    });
    await forReader({ ...reader, tenants: ['*'] }, async () => {
      const found = await authority.sentNotices();
      assert.deepEqual(found, ok(SENT));
    });
    assert.deepEqual(asked, ['treasury']);
  });
});
