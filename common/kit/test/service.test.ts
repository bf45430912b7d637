import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { type ConfigSchema, text } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { type Machine, runService, type ServiceDefinition, type ServiceProcess } from '@common/kit/service';
import { hostSetting, logLevelSetting, portSetting } from '@common/kit/service/settings';
import { createHttpApp, type HttpApp } from '../src/http/app.ts';
import { createLog } from '../src/telemetry/log.ts';

const CONFIG = {
  A_HOST: hostSetting('of both'),
  A_PORT: portSetting(0, 'Port of a'),
  B_PORT: portSetting(0, 'Port of b'),
  WORD: text({ description: 'A word.', default: 'none' }),
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

type Definition = ServiceDefinition<typeof CONFIG, 'a' | 'b', 'written'>;
type Env = Readonly<Record<string, string>>;

/** Stands in for `process`: remembers what is written, and does not end. */
function fakeProcess(env: Env = {}, argv: readonly string[] = []) {
  const signals = new EventEmitter();
  const seen = { out: '', err: '', exits: [] as number[] };
  const writer = (stream: 'out' | 'err') => ({
    write: (part: string) => {
      seen[stream] += part;
    },
  });
  const program: ServiceProcess = {
    env: { LOG_LEVEL: 'silent', ...env },
    pid: 1,
    argv,
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
    stdout: writer('out'),
    stderr: writer('err'),
    kill: () => assert.fail('killed'),
    exit: (code) => seen.exits.push(code),
  };
  return { program, signals, seen };
}

function makeApp(t: TestContext): Promise<HttpApp> {
  const about = { name: 'Test', version: '1', description: 'A test.' };
  return createHttpApp({ ...about, log: createLog({ level: 'silent' }), randomBytes }).then((app) => {
    t.after(() => app.close());
    return app;
  });
}

/** A service of two apps that notes what happens to it. */
function service(t: TestContext, patch: Partial<Definition> = {}) {
  const steps: string[] = [];
  const definition: Definition = {
    name: 'twins',
    config: CONFIG,
    listeners: { a: { host: 'A_HOST', port: 'A_PORT' }, b: { host: 'A_HOST', port: 'B_PORT' } },
    faultPoints: ['written'],
    async open({ config }) {
      steps.push(`open ${config.WORD}`);
      const [a, b] = [await makeApp(t), await makeApp(t)];
      return ok({
        apps: { a, b },
        start: () => steps.push('start'),
        close: async () => void steps.push('close'),
      });
    },
    ...patch,
  };
  return { definition, steps };
}

/** Runs a service until it has announced each of its apps as ready. */
async function untilReady(run: Promise<void>, seen: { readonly out: string }): Promise<string[]> {
  while (!seen.out.includes('b ready at')) {
    await Promise.race([run, new Promise((resolve) => setTimeout(resolve, 5))]);
  }
  return [...seen.out.matchAll(/ready at (\S+)/g)].map(([, url = '']) => url);
}

test('opens, listens with each app, announces it, starts the jobs, and closes in order on a signal', async (t) => {
  const { program, signals, seen } = fakeProcess({ WORD: 'salt' });
  const { definition, steps } = service(t);
  const run = runService(program, definition);
  const [a = '', b = ''] = await untilReady(run, seen);
  assert.equal(seen.out, `a ready at ${a} (docs at ${a}/docs)\nb ready at ${b} (docs at ${b}/docs)\n`);
  for (const url of [a, b]) assert.equal((await fetch(`${url}/openapi.json`)).status, 200);
  assert.deepEqual(steps, ['open salt', 'start']);
  signals.emit('SIGTERM');
  await run;
  assert.deepEqual(steps, ['open salt', 'start', 'close']);
  for (const url of [a, b]) await assert.rejects(fetch(url));
  assert.deepEqual(seen.exits, [], 'the process ends by itself');
});

test('files are the owner’s alone, unless the setting opens them', async (t) => {
  for (const [readers, mask] of [
    ['', 0o077],
    ['everyone', 0o022],
  ] as const) {
    const { program, signals, seen } = fakeProcess({ FILES_READABLE_BY: readers });
    const masks: number[] = [];
    const run = runService({ ...program, umask: (mask) => masks.push(mask) }, service(t).definition);
    await untilReady(run, seen);
    assert.deepEqual(masks, [mask]);
    signals.emit('SIGTERM');
    await run;
  }
});

test('a signal that reached one app closes the others too', async (t) => {
  const { program, signals, seen } = fakeProcess();
  const { definition, steps } = service(t);
  const run = runService(program, definition);
  await untilReady(run, seen);
  // As if the signal had come before the second app listened for it.
  const [, ofSecond] = signals.rawListeners('SIGTERM');
  signals.off('SIGTERM', ofSecond as () => void);
  signals.emit('SIGTERM');
  await run;
  assert.deepEqual(steps, ['open none', 'start', 'close']);
});

const refusals: Readonly<Record<string, { env?: Env; patch?: Partial<Definition>; says: RegExp }>> = {
  'invalid settings': {
    env: { A_PORT: 'x', LOG_LEVEL: 'loud' },
    says: /^twins: 2 settings are wrong:\n {2}A_PORT must be .*\n {2}LOG_LEVEL must be .*\n$/,
  },
  'a fault outside tests': { env: { SANAD_FAULT: 'written:before' }, says: /^twins: SANAD_FAULT is for/ },
  'a fault at an unknown point': {
    env: { SANAD_FAULT: 'x:before', SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' },
    says: /^twins: SANAD_FAULT must be .* one of written\.\n$/,
  },
  'a refusal by the service': {
    patch: { open: async () => fail('unusable_settings', 'WORD: say another.') },
    says: /^twins: WORD: say another\.\n$/,
  },
  'something that the service needs and lacks': {
    patch: { open: async () => Promise.reject(new Error('the disk is full')) },
    says: /^twins: the disk is full\n$/,
  },
  'a host that is not this machine': {
    env: { A_HOST: '192.0.2.1' },
    says: /^twins: A_HOST: listen EADDRNOTAVAIL.*192\.0\.2\.1.*\n$/,
  },
};
for (const [what, { env, patch, says }] of Object.entries(refusals)) {
  test(`${what}: refused in one message, with exit code 78`, async (t) => {
    const { program, seen } = fakeProcess(env);
    const { definition, steps } = service(t, patch);
    await runService(program, definition);
    assert.match(seen.err, says);
    assert.deepEqual([seen.exits, seen.out], [[78], '']);
    assert.ok(!steps.includes('start'));
  });
}

test('a port in use is refused under the name of its setting, and no job is started', async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  const address = other.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { program, seen } = fakeProcess({ B_PORT: String(address.port) });
  const { definition, steps } = service(t);
  await runService(program, definition);
  assert.match(seen.err, new RegExp(`^twins: B_PORT: 127.0.0.1:${address.port} is in use \\(EADDRINUSE\\)`));
  assert.deepEqual([seen.exits, seen.out, steps], [[78], '', ['open none']]);
});

test('a service may have no jobs and no fault points; its machine has everything else', async (t) => {
  const machines: Machine[] = [];
  const { program, signals, seen } = fakeProcess({ EXTRA_URL: 'http://x' });
  const { definition } = service(t);
  const { faultPoints: _, ...rest } = definition;
  const run = runService(program, {
    ...rest,
    async open(_settings, machine: Machine) {
      machines.push(machine);
      return ok({ apps: { a: await makeApp(t), b: await makeApp(t) }, close: async () => {} });
    },
  });
  await untilReady(run, seen);
  const [machine] = machines;
  assert.equal(machine?.env.EXTRA_URL, 'http://x');
  assert.equal(machine?.randomBytes(4).length, 4);
  assert.ok(Math.abs((machine?.clock() ?? 0) - Date.now()) < 60_000);
  signals.emit('SIGINT');
  await run;
});

test('a job that cannot start, and an app that fails to close, end the service with one line and code 1', async (t) => {
  for (const fault of ['start', 'close'] as const) {
    const { program, signals, seen } = fakeProcess();
    const { definition, steps } = service(t, {
      async open() {
        const [a, b] = [await makeApp(t), await makeApp(t)];
        if (fault === 'close') {
          a.addHook('onClose', () => Promise.reject(new Error('the disk is full')));
        }
        return ok({
          apps: { a, b },
          start() {
            if (fault === 'start') throw new Error('the queue is broken');
          },
          close: async () => void steps.push('close'),
        });
      },
    });
    const run = runService(program, definition);
    await untilReady(run, seen);
    signals.emit('SIGTERM');
    await run;
    assert.equal(seen.err, `twins: ${fault === 'start' ? 'the queue is broken' : 'the disk is full'}\n`);
    assert.deepEqual([seen.exits, steps], [[1], ['close']], fault);
  }
});

test('a second signal ends a service that does not finish closing', async (t) => {
  const { program, signals, seen } = fakeProcess();
  const closing = Promise.withResolvers<void>();
  const { definition } = service(t, {
    async open() {
      return ok({ apps: { a: await makeApp(t), b: await makeApp(t) }, close: () => closing.promise });
    },
  });
  const run = runService(program, definition);
  await untilReady(run, seen);
  signals.emit('SIGTERM');
  signals.emit('SIGTERM');
  while (seen.exits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(seen.exits, [1]);
  // Otherwise the limit of the closing keeps this process for seconds.
  closing.resolve();
  await run;
});

test('a closing that does not finish within its limit ends the process, with a line that says so', async (t) => {
  const { program, signals, seen } = fakeProcess();
  const closing = Promise.withResolvers<void>();
  const { definition } = service(t, {
    closeWithinMs: 20,
    async open() {
      return ok({ apps: { a: await makeApp(t), b: await makeApp(t) }, close: () => closing.promise });
    },
  });
  const run = runService(program, definition);
  await untilReady(run, seen);
  signals.emit('SIGINT');
  while (seen.exits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(seen.exits, [1]);
  assert.match(seen.err, /^twins: still closing 0\.02 s after the signal; ended at once\. .*\n$/);
  closing.resolve();
  await run;
});

test('work that outlives the closing does not keep the process', async (t) => {
  const { program, signals, seen } = fakeProcess();
  const run = runService(program, service(t).definition);
  await untilReady(run, seen);
  signals.emit('SIGTERM');
  await run;
  // As if a handler still waited for something.
  while (seen.exits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([seen.exits, seen.err], [[0], '']);
});

// Checked by the compiler: a listener's settings belong to its service and have the right type.
void ([
  // @ts-expect-error: a port is a number
  { a: { host: 'A_HOST', port: 'WORD' }, b: { host: 'A_HOST', port: 'B_PORT' } },
  // @ts-expect-error: no such setting
  { a: { host: 'A_HOST', port: 'A_PORT' }, b: { host: 'B_HOST', port: 'B_PORT' } },
] satisfies readonly Definition['listeners'][]);

test('--version prints the version and starts nothing', async (t) => {
  const { program, seen } = fakeProcess({}, ['node', 'main.ts', '--version']);
  const { definition, steps } = service(t);
  await runService(program, definition);
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  assert.deepEqual([seen.out, seen.err, seen.exits], [`twins ${version}\n`, '', []]);
  assert.deepEqual(steps, []);
});
