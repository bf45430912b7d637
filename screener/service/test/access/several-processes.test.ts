import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { withTempDir } from '@common/kit/testing';
import { size } from '@common/kit/testing/size';
import { openInProcess, tinyPlace } from '../service-in-process.ts';
import { PLACES } from '../store/open-store.ts';

const REQUESTS = size({ quick: 100, full: 500 });
const LIMIT = 30;

test('two processes on PostgreSQL together let a key through exactly as often as its limit allows', (t) =>
  withTempDir(async (folder) => {
    const env = {
      ...(await tinyPlace(folder)),
      DATABASE_URL: (await PLACES.postgres()).url,
      KEY_HASH_SECRET: 'one secret for both processes',
      RATE_LIMIT_FREE: String(LIMIT),
    };
    const processes = [await openInProcess(t, env), await openInProcess(t, env)] as const;
    const signedUp = await processes[0].post('/api/keys', '{"email":"a@example.org"}');
    const key: string = JSON.parse(signedUp.body).data.api_key;
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const { status, headers } = await processes[index % 2 === 0 ? 0 : 1].get('/v1/screen/SWIQ', {
          'x-api-key': key,
        });
        return { status, remaining: Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]) };
      }),
    );
    const through = answers.filter(({ status }) => status === 200);
    assert.equal(through.length, LIMIT);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]));
    // Each process let some through, and each remaining count appeared once.
    assert.deepEqual(
      through.map(({ remaining }) => remaining).sort((a, b) => a - b),
      Array.from({ length: LIMIT }, (_, index) => index),
    );
    await Promise.all(processes.map(({ stop }) => stop()));
  }));

test('a restart, even of a process that was given no time to close, gives nobody a new allowance', (t) =>
  withTempDir(async (folder) => {
    const env = { ...(await tinyPlace(folder)), SIGN_UPS_PER_HOUR: '2' };
    const signUp = async ({ post }: Awaited<ReturnType<typeof openInProcess>>, email: string) =>
      (await post('/api/keys', JSON.stringify({ email }))).status;
    const first = await openInProcess(t, env);
    assert.equal(await signUp(first, 'a@example.org'), 200);
    await first.stop();
    const second = await openInProcess(t, env);
    assert.equal(await signUp(second, 'b@example.org'), 200);
    // What is written while it runs is all that the next one may rely on.
    const database = new DatabaseSync(join(folder, 'store.sqlite'), { readOnly: true });
    const counts = database.prepare("select points from rate_limit where key like 'sign-up%'");
    while (!counts.all().some(({ points }) => points === 2)) await setTimeout(20);
    database.close();
    const third = await openInProcess(t, env);
    assert.equal(await signUp(third, 'c@example.org'), 429);
    await Promise.all([second.stop(), third.stop()]);
  }));

test('a process with a different secret refuses to start if there are keys', (t) =>
  withTempDir(async (folder) => {
    const env = await tinyPlace(folder);
    const open = (KEY_HASH_SECRET: string) => openInProcess(t, { ...env, KEY_HASH_SECRET });
    const first = await open('the secret of the first process');
    const early = await open('another, while there is no key');
    const back = await open('the secret of the first process');
    assert.equal((await first.post('/api/keys', '{"email":"a@example.org"}')).status, 200);
    await assert.rejects(open('another, although there are keys'), /KEY_HASH_SECRET/);
    await Promise.all([first, early, back].map(({ stop }) => stop()));
  }));
