import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeDirectory } from '@common/kit/testing';
import { addSink, forgetSink, listSinks, type TypedSink } from '../src/cli/notices.ts';

const CHANNEL = 'https://hooks.example/services/T000/B000/a-token';

const writer = (write: (text: string) => void) =>
  ({ write }) as unknown as NodeJS.WriteStream & { fd: 1 & 2 };

/** The commands as an operator runs them, on a keys folder of their own. */
async function operator(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-sinks-'));
  t.after(() => removeDirectory(folder));
  const env: Record<string, string> = {
    SERVICE_KEYS_DIR: folder,
    NOTICE_HOSTS: 'hooks.example',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'sanad@example.com',
  };
  const run = async (work: (process: Parameters<typeof listSinks>[0]) => Promise<void>) => {
    let [out, err] = ['', ''];
    const process: Parameters<typeof listSinks>[0] = {
      env,
      stdout: writer((text) => {
        out += text;
      }),
      stderr: writer((text) => {
        err += text;
      }),
      exitCode: undefined,
    };
    await work(process);
    return { code: process.exitCode ?? 0, out, err };
  };
  return {
    folder,
    env,
    add: (name: string, typed: TypedSink) => run((process) => addSink(process, name, typed, randomBytes)),
    list: () => run(listSinks),
    forget: (name: string) => run((process) => forgetSink(process, name)),
  };
}

test('a sink is added with a secret that is printed once, listed without its path, and forgotten', async (t) => {
  const { folder, add, list, forget } = await operator(t);
  assert.equal((await list()).out, 'none: see sanad authority notices add\n');
  const program = await add('siem', { url: 'https://hooks.example/in/secret-path', kinds: 'key.marked' });
  assert.match(program.out, /^whsec_[A-Za-z0-9+/=]+\n$/);
  const channel = await add('room', { url: CHANNEL, slack: true, tenant: 'tn_acme', details: true });
  assert.deepEqual([channel.code, channel.out], [0, ''], 'a channel checks no signature');
  assert.equal((await add('box', { mail: 'treasury@example.com' })).code, 0);
  const listed = (await list()).out.split('\n');
  assert.match(
    listed[0] ?? '',
    /^box {2}mail {2}treasury@example\.com {2}all tenants {2}approval\.requested,/,
  );
  assert.match(listed[1] ?? '', /^room {2}slack {2}hooks\.example {2}tn_acme {2}.* {2}details$/);
  assert.equal(listed[2], 'siem  webhook  hooks.example  all tenants  key.marked');
  const kept = JSON.parse(await readFile(join(folder, 'notices/sinks/siem.json'), 'utf8'));
  assert.equal(kept.secret, program.out.trim());
  assert.match((await forget('siem')).out, /siem no longer gets notices/);
  assert.equal((await forget('siem')).code, 2);
});

test('a mailbox is refused while no mail server is set, because it would be told nothing', async (t) => {
  const { env, add, list } = await operator(t);
  delete env.SMTP_URL;
  const refused = await add('box', { mail: 'treasury@example.com' });
  assert.deepEqual([refused.code, refused.out], [2, '']);
  assert.match(refused.err, /set SMTP_URL first/);
  assert.match((await list()).out, /^none/);
});

test('what is no place, or not one that the operator allows, is refused in words', async (t) => {
  const { add, list } = await operator(t);
  const refused: readonly (readonly [TypedSink, RegExp])[] = [
    [{}, /Give one of the two/],
    [{ url: CHANNEL, mail: 'a@example.com' }, /Give one of the two/],
    [
      { url: 'https://elsewhere.example/' },
      /elsewhere\.example is not one of the hosts that NOTICE_HOSTS lists/,
    ],
    [{ url: 'http://hooks.example/' }, /must begin with https/],
    [{ url: 'https://10.0.0.1/' }, /not on the public internet/],
    [{ mail: 'a@example.com', slack: true }, /--slack goes with --url/],
    [{ mail: 'a@example.com\r\nBcc: b@example.com' }, /no mail address/],
    [{ mail: 'Treasury <a@example.com>' }, /no mail address/],
    [{ mail: 'a@example.com,b@example.com' }, /no mail address/],
    [{ mail: 'a@example.com', kinds: 'payments' }, /kinds are approval\.requested, /],
    [{ mail: 'a@example.com', tenant: 'acme' }, /is no tenant such as tn_acmecorp/],
  ];
  for (const [typed, words] of refused) {
    const { code, err } = await add('ops', typed);
    assert.equal(code, 2, JSON.stringify(typed));
    assert.match(err, words);
  }
  assert.equal((await add('../ops', { mail: 'a@example.com' })).code, 2);
  assert.equal((await list()).out, 'none: see sanad authority notices add\n');
});
