import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { readConfig } from '@common/kit/config';
import { createLog } from '@common/kit/log';
import { PAGES_CONFIG } from '../../src/config.ts';
import { openConsole } from '../../src/open-console.ts';
import { serveConsole } from './console-app.ts';

const HEADER = 'X-Forwarded-User';

describe('a console behind a proxy that asks who comes', () => {
  test('is closed to whom the proxy does not name, and to who did not come through it', async (t) => {
    const given = { userHeader: HEADER };
    const url = await serveConsole(t, { ...given, trustProxy: ['127.0.0.1'] });
    const ask = async (address: string, headers: Readonly<Record<string, string>>) => {
      const answer = await fetch(address, { headers: { accept: 'text/html', ...headers } });
      return { status: answer.status, body: await answer.text() };
    };
    const through = { 'x-forwarded-for': '192.0.2.1' };
    assert.equal((await ask(`${url}/receipts`, { ...through, [HEADER]: 'amina' })).status, 200);
    for (const headers of [{}, through, { [HEADER]: 'amina' }, { ...through, [HEADER]: ' ' }]) {
      const { status, body } = await ask(`${url}/receipts`, headers);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.match(body, /<h1>This console is closed<\/h1>/);
    }
    assert.equal((await ask(`${url}/healthz`, {})).status, 200);
    const elsewhere = await serveConsole(t, { ...given, trustProxy: ['192.0.2.0/24'] });
    assert.equal((await ask(elsewhere, { ...through, [HEADER]: 'amina' })).status, 403, 'another proxy');
  });

  test('does not start without the name of that proxy', async () => {
    const settings = unwrap(readConfig(PAGES_CONFIG, { CONSOLE_USER_HEADER: HEADER }));
    const log = createLog({ level: 'silent' });
    const machine = { clock: Date.now, log, randomBytes, faults: { at: () => {} }, env: {} };
    const opened = await openConsole(settings, machine);
    assert.ok(!opened.ok);
    assert.equal(opened.error.code, 'unusable_settings');
    assert.match(opened.error.message, /CONSOLE_USER_HEADER: name the proxy .* in TRUST_PROXY/);
  });
});
