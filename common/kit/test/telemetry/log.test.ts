import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createLog, isSecretKey, type LogLevel } from '../../src/telemetry/log.ts';

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

test('a value that is not secret remains, in its own JSON form', () => {
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

test('each line has its own time, to the millisecond, also when the clock is set back', (t) => {
  const { log, lines } = capture();
  const times = [
    '2026-01-02T03:04:05.006Z',
    '2026-01-02T03:04:05.999Z',
    '2026-01-02T03:04:06.000Z',
    '2025-12-31T23:59:59.050Z',
  ];
  for (const time of times) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse(time) });
    log.info('line');
    t.mock.timers.reset();
  }
  assert.deepEqual(
    lines().map(({ time }) => time),
    times,
  );
});

test('standard output gets every line, whole and in order, when the process ends at once', () => {
  const log = JSON.stringify(import.meta.resolve('@common/kit/telemetry/log'));
  const program = `
    import { createLog } from ${log};
    const log = createLog({ level: 'info' });
    for (let n = 0; n < 500; n += 1) log.info({ n, text: 'مال '.repeat(n) }, 'line');
    process.exit(0);`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    maxBuffer: 16 * 1_048_576,
  });
  assert.equal(status, 0);
  const found = stdout.trimEnd().split('\n');
  assert.deepEqual(
    found.map((line) => JSON.parse(line)).map(({ n, text }) => [n, text]),
    Array.from({ length: 500 }, (_, n) => [n, 'مال '.repeat(n)]),
  );
});

test('a log on a full disk goes on when there is room, and says how many lines it lost', async (t) => {
  let full = true;
  let written = '';
  t.mock.method(
    fs,
    'write',
    (_file: number, bytes: Buffer, done: (error: Error | null, n: number) => void) => {
      if (!full) written += bytes.toString();
      const error = full ? Object.assign(new Error('no space left'), { code: 'ENOSPC' }) : null;
      setImmediate(done, error, bytes.length);
    },
  );
  const log = createLog({ level: 'info' });
  for (let line = 0; line < 600; line += 1) log.info({ line, text: 'x'.repeat(10_000) });
  await setTimeout(10);
  full = false;
  while (!written.includes('lost_lines')) await setTimeout(10);
  const lines = written.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  assert.deepEqual([lines[0].line, lines[1].line], [0, 1]);
  const { level, lost_lines: lost, msg } = lines.at(-1);
  assert.deepEqual([level, msg], ['warn', 'lines of this log were lost']);
  assert.equal(lost, 600 - (lines.length - 1));
});
