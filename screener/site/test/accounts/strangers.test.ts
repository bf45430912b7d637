import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openMemory, openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt, SECOND } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';
import { signIn } from './signed-in.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('strangers', () => {
  const EMAIL = 'victim@example.org';

  async function open(t: TestContext) {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const database = await openMemory();
    const access = await openTestAccess(t, undefined, clock, database);
    const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
    return { app, clock, post, database };
  }

  describe('a person who signs up with an address that another has', () => {
    test('reads nothing of what the other wrote, neither at a sign-up nor on the waiting list', async (t) => {
      const { app, clock, post } = await open(t);
      await post('/api/keys', {
        email: EMAIL,
        use_case: 'secret fund',
        attribution: { referrer: 'https://intranet.example/plan' },
      });
      await post('/api/waitlist', { email: EMAIL, use_case: 'a plan that nobody may know' });
      clock.advance(SECOND);
      const stranger = await signIn(app, EMAIL);
      const { body, headers } = await stranger.get('/portal/account/export.json');
      assert.doesNotMatch(body, /secret fund|intranet|a plan|waiting_list/);
      assert.equal(headers['cache-control'], 'no-store');
      const page = await stranger.get('/portal/account');
      assert.doesNotMatch(page.body, /secret fund|a plan/);
    });

    test('gets what came with their own account', async (t) => {
      const { app } = await open(t);
      const own = await signIn(app, 'own@example.org');
      const { sign_up: signUps } = JSON.parse((await own.get('/portal/account/export.json')).body);
      assert.equal(signUps.length, 1);
    });
  });

  describe('the account page', () => {
    test('makes no more than twenty keys that work', async (t) => {
      const { app, database } = await open(t);
      const reader = await signIn(app, 'keys@example.org');
      let cookie = `${reader.cookie.name}=${reader.cookie.value}`;
      const make = async () => {
        const answer = await reader.post('/portal/keys/new', {}, { cookie });
        const [line] = [answer.headers['set-cookie']].flat().map(String);
        if (answer.status === 200) cookie = line?.split(';')[0] ?? '';
        return answer;
      };
      for (let key = 2; key <= 20; key += 1) assert.equal((await make()).status, 200, String(key));
      const refused = await make();
      assert.equal(refused.status, 422);
      assert.match(refused.body, /20 keys of this account work\. End one that you do not need first\./);
      const { length } = await database.db.selectFrom('api_key').select('hash').execute();
      assert.equal(length, 20);
    });

    test('has no notice but its own, whatever the address says', async (t) => {
      const { app } = await open(t);
      const reader = await signIn(app, 'notice@example.org');
      for (const done of ['constructor', '__proto__', 'toString', '<script>', 'x'.repeat(2_000)]) {
        const { status, body } = await reader.get(`/portal/account?done=${encodeURIComponent(done)}`);
        assert.equal(status, 200, done);
        assert.doesNotMatch(body, /class="notice"/, done);
      }
    });
  });
});
