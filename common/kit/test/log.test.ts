import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, isSecretKey, type LogLevel } from '@common/kit/log';

function capture(level: LogLevel = 'info') {
  let text = '';
  const destination = {
    write: (line: string) => {
      text += line;
    },
  };
  const log = createLog({ level, name: 'test', destination });
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { log, text: () => text, lines };
}

test('a line is one JSON object with the level as a word, an ISO time and the name', () => {
  const { log, lines } = capture();
  log.debug('not at this level');
  log.warn({ n: 1 }, 'hello');
  assert.equal(lines().length, 1);
  const { level, time, name, n, msg, ...rest } = lines()[0];
  assert.deepEqual(
    { level, name, n, msg, rest },
    { level: 'warn', name: 'test', n: 1, msg: 'hello', rest: {} },
  );
  assert.equal(new Date(time).toISOString(), time);
});

test('secrets are redacted at any depth, in lists, child bindings, errors and their causes', () => {
  const { log, text, lines } = capture();
  const secret = 'hunter2';
  log.info({ 'x-api-key': secret, Authorization: secret, Cookie: secret, 'set-cookie': [secret] });
  log.info({ a: { b: [{ c: { d: { api_key: secret, apiKey: secret, PEP_BROKER_SECRET: secret } } }] } });
  log.child({ token: secret, session: { access_token: secret } }).info({ newPassword: secret }, 'child');
  const cause = Object.assign(new Error('inner'), { config: { headers: { authorization: secret } } });
  log.error({ err: Object.assign(new Error('outer', { cause }), { password: secret, port: 1 }) });
  log.error(Object.assign(new Error('bare'), { secret }));
  log.info({ nested: { failure: Object.assign(new Error('inside'), { token: secret }) } });
  log.info({ req: { headers: { cookie: secret } }, res: { headers: { 'set-cookie': secret } } });
  assert.equal(lines().length, 7);
  assert.doesNotMatch(text(), /hunter2/);
  assert.equal(lines()[3].err.message, 'outer: inner');
  assert.equal(lines()[3].err.port, 1);
});

test('what is not secret stays, in its own JSON form', () => {
  const { log, lines } = capture();
  const at = new Date(0);
  log.info({
    tokens: 5,
    tokenised: true,
    key: 'k',
    at,
    url: new URL('http://a/'),
    none: null,
    list: [1, 'x'],
  });
  const { tokens, tokenised, key, at: time, url, none, list } = lines()[0];
  assert.deepEqual(
    [tokens, tokenised, key, time, url, none, list],
    [5, true, 'k', at.toISOString(), 'http://a/', null, [1, 'x']],
  );
  assert.ok(isSecretKey('client-secrets') && !isSecretKey('secretary'));
});

test('a line is bounded: cycles, depth and breadth are cut off', () => {
  const { log, text, lines } = capture();
  const cycle: Record<string, unknown> = { token: 'hunter2' };
  cycle.self = cycle;
  log.info({ cycle });
  log.info({ wide: Array.from({ length: 10_000 }, () => ({ token: 'hunter2' })) });
  log.info({ numbers: Array.from({ length: 100_000 }, (_, index) => index), after: { a: 1 } });
  log.info({ bytes: new Uint8Array(100_000), buffer: Buffer.from('hunter2') });
  assert.equal(lines().length, 4);
  assert.doesNotMatch(text(), /hunter2/);
  assert.ok(text().length < 100_000);
  assert.deepEqual([lines()[3].bytes, lines()[3].buffer], ['[100000 bytes]', '[7 bytes]']);
});
