import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { makePlace } from './place.ts';

const LAUNCHER = fileURLToPath(new URL('../../../bin/sanad.cjs', import.meta.url));

async function launch(...line: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH };
  return promisify(execFile)(process.execPath, [...programArgs(LAUNCHER), ...line], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  );
}

describe('one command, two programs', () => {
  test('help shows the commands of both', async () => {
    for (const line of [['--help'], ['help']]) {
      const { code, out, err } = await launch(...line);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^Usage: sanad \[options\] \[command\]\n\nSCREENING\n/);
      assert.equal(out.split('Usage:').length, 2, 'said once');
      for (const word of ['screen', 'history', 'mandate', 'grant', 'profile', 'receipt', 'keys']) {
        assert.match(out, new RegExp(`^ {2}${word} `, 'm'), word);
      }
    }
    const bare = await launch();
    assert.equal(bare.code, 2);
    assert.match(bare.err, / screen [\s\S]* mandate /);
  });

  test('each command reaches its program', async () => {
    assert.match((await launch('keys', '--help')).out, /agent-token/);
    assert.match((await launch('help', 'grant')).out, /approve/);
    assert.match((await launch('log', '--help')).out, /proof[\s\S]*monitor <url>/);
    assert.match((await launch('log', 'monitor', '--help')).out, /Usage: sanad log monitor/);
    assert.match((await launch('log', 'fsck', '--help')).out, /what witnesses have seen/);
    assert.match((await launch('screen', '--help')).out, /ticker/);
    const unknown = await launch('nothing');
    assert.deepEqual([unknown.code, unknown.out], [2, '']);
  });
});

describe('the program', () => {
  test('refuses what it does not know, with exit code 2', async (t) => {
    const { sanad } = await makePlace(t);
    for (const line of [
      ['grant', 'burn'],
      ['grant', 'approve'],
      ['mandate', 'list', '--what'],
      ['nothing'],
    ]) {
      const { code, out, err } = await sanad(line);
      assert.deepEqual([code, out], [2, ''], line.join(' '));
      assert.match(err, /error: /);
    }
    assert.match((await sanad(['grant', 'burn'])).err, /'burn'\n\(see sanad grant --help for usage\)/);
    const verify = await sanad(['receipt', 'verify', 'receipt.json', '--keys', 'keys.json']);
    assert.deepEqual([verify.code, verify.out], [2, '']);
    assert.match(verify.err, /another program does, which needs no deployment: sanad-verify receipt\.json/);
    assert.doesNotMatch((await sanad(['receipt', '--help'])).out, /^ {2}verify/m);
  });

  test('an authority that is unreachable, refuses or talks nonsense gives a one-line failure', async (t) => {
    const { sanad, authority } = await makePlace(t);
    const env = { AUTHORITY_URL: `http://127.0.0.1:${await freePort()}` };
    const away = await sanad(['receipt', 'list'], { env });
    assert.deepEqual([away.code, away.out], [1, '']);
    assert.match(away.err, /does not answer/);
    const refused = await sanad(['receipt', 'get', 'rcpt_1']);
    assert.match(refused.err, /not_found/);
    authority.answers.set('GET /receipts?limit=20', { status: 200, body: [{ receipt_id: 'x' }] });
    assert.match((await sanad(['receipt', 'list'])).err, /not of the documented form/);
    authority.answers.set('GET /receipts?limit=20', { status: 200, body: [] });
    const none = await sanad(['receipt', 'list']);
    assert.deepEqual([none.out, none.err], ['no receipts\n', '']);
  });

  test('an invalid setting is named', async (t) => {
    const { sanad } = await makePlace(t);
    const { code, err } = await sanad(['grant', 'list'], { env: { AUTHORITY_URL: 'nowhere' } });
    assert.equal(code, 2);
    assert.match(err, /AUTHORITY_URL must be a URL/);
  });
});
