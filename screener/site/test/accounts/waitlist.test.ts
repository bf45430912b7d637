import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openMemory, openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';
import { signIn } from './signed-in.ts';

const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));
const LINK = 'https://pay.example/partner';

async function serve(t: TestContext, paymentLink: string | null = null) {
  const database = await openMemory();
  const access = await openTestAccess(t, undefined, undefined, database);
  const { app } = await makeApp(t, { ...snapshot.shared(), paymentLink }, undefined, access);
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/waitlist',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const listed = () => database.db.selectFrom('waitlist').selectAll().execute();
  return { app, post, listed };
}

describe('the waiting list for the partner tier', () => {
  test('is offered where nothing can be paid for, and nowhere else', async (t) => {
    const open = await serve(t);
    assert.match((await open.app.inject('/developers')).body, /action="\/waitlist"/);
    assert.equal((await open.app.inject('/waitlist')).statusCode, 200);
    const account = await (await signIn(open.app)).get('/portal/account');
    assert.match(account.body, /href="\/waitlist"/);

    const paid = await serve(t, LINK);
    const developers = await paid.app.inject('/developers');
    assert.doesNotMatch(developers.body, /waitlist/);
    assert.match(developers.body, /id="partner"[^>]*>[^<]*<a href="\/portal\/account"/);
    assert.match(
      (await (await signIn(paid.app)).get('/portal/account')).body,
      /client_reference_id=acc_[0-9a-f]{24}/,
    );
    for (const answer of [await paid.app.inject('/waitlist'), await paid.post({ email: 'a@example.org' })]) {
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/portal/account']);
    }
    assert.deepEqual(await paid.listed(), []);
  });

  test('takes an address once', async (t) => {
    const { post, listed } = await serve(t);
    const joined = await post({ email: ' Lena@Example.org', use_case: 'A <b>fund</b>\r\nof funds' });
    assert.equal(joined.statusCode, 200, joined.body);
    assert.match(joined.body, /<h1>You are on the list<\/h1>/);
    assert.match(joined.body, /<bdi>Lena@Example\.org<\/bdi>/);
    assert.equal(joined.headers['cache-control'], 'no-store');
    await post({ email: 'lena@example.org' });
    assert.deepEqual(
      (await listed()).map(({ email, interest, use_case }) => [email, interest, use_case]),
      [['lena@example.org', 'partner tier', 'A <b>fund</b>\nof funds']],
    );
  });

  test('tells a mistake beside its field and keeps what was typed', async (t) => {
    const { post, listed } = await serve(t);
    const wrong = await post({ email: '"><img src=x>', use_case: 'x'.repeat(301) });
    assert.equal(wrong.statusCode, 422);
    for (const id of ['waitlist-email', 'waitlist-use']) {
      assert.match(
        wrong.body,
        new RegExp(`id="${id}"[^>]* aria-invalid="true" aria-describedby="${id}-error"`),
      );
      assert.match(wrong.body, new RegExp(`id="${id}-error"`));
    }
    assert.ok(wrong.body.includes('value="&quot;&gt;&lt;img src=x&gt;"'));
    assert.ok(wrong.body.includes('x'.repeat(301)));
    assert.equal((await post({})).statusCode, 422);
    assert.deepEqual(await listed(), []);
  });

  test('is refused from another site, and above the limit of sign-ups', async (t) => {
    const { post, listed } = await serve(t);
    for (const site of ['cross-site', 'same-site']) {
      assert.equal((await post({ email: 'a@example.org' }, { 'sec-fetch-site': site })).statusCode, 403);
    }
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await post({ email: `a${count}@example.org` })).statusCode, 200);
    }
    const refused = await post({ email: 'late@example.org' });
    assert.equal(refused.statusCode, 429);
    assert.match(refused.body, /One network may sign up 5 times an hour\. Try again in \d+ min/);
    assert.match(refused.body, /value="late@example\.org"/);
    assert.equal((await listed()).length, 5);
  });
});
