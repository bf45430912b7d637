import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTempDir } from '@common/kit/testing';
import { COUNTERPARTY_NAMES, settingsOf } from '@platform/counterparties/config';
import { DATABASES } from '../databases.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { SERVICES } from '../start/services.ts';

const PORTS = [
  ...['SCREENER_PORT', 'GATEWAY_PORT', 'AUTHORITY_PORT', 'PEP_PORT', 'CONSOLE_PORT'],
  ...COUNTERPARTY_NAMES.map((name) => settingsOf(name).port),
];
const FOLDERS = ['SERVICE_KEYS_DIR', 'PROFILES_DIR', 'MANDATES_DIR', 'RECEIPTS_DIR', 'SECRETS_DIR'];

/** A deployment of its own, on free ports. */
export function settings(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SANAD_ENV_FILE: '',
    // Node tells its children that they run under a test.
    NODE_TEST_CONTEXT: undefined,
    ...Object.fromEntries(PORTS.map((name) => [name, '0'])),
    ...Object.fromEntries(FOLDERS.map((name) => [name, join(folder, name)])),
    ...Object.fromEntries(
      DATABASES.map(({ name, setting }) => [setting, `sqlite:${join(folder, `${name}.sqlite`)}`]),
    ),
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Starts in a process group of its own, like a shell does; all that it leaves is killed at the test's end. */
export function start(
  t: TestContext,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Started {
  const child = spawn(program, args, {
    cwd: ROOT_FOLDER,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  t.after(() => {
    for (const pid of runningBelow(env)) process.kill(pid, 'SIGKILL');
  });
  return { child, output: () => output, exit };
}

/** The processes that this test started, whatever their parent is now: they share its folder. */
export function runningBelow(env: NodeJS.ProcessEnv): number[] {
  const mark = `SERVICE_KEYS_DIR=${env.SERVICE_KEYS_DIR}\0`;
  return procs().filter((pid) => {
    try {
      return `${readFileSync(`/proc/${pid}/environ`, 'utf8')}\0`.includes(mark);
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  });
}

function procs(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** The test runner's own limit is the deadline. */
export async function until(holds: () => boolean | Promise<boolean>, output: () => string): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  assert.fail(output());
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}

/** Files and folders that others than their owner can read. */
function openToOthers(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (lstatSync(join(folder, path)).mode & 0o077) !== 0,
  );
}

/** Starts everything, sends a signal to the program or to its whole group, and sees that nothing is left. */
export async function stops(
  t: TestContext,
  program: string,
  args: readonly string[],
  signal: NodeJS.Signals,
  toGroup: boolean,
): Promise<void> {
  await withTempDir(async (folder) => {
    const env = settings(folder);
    const { child, output, exit } = start(t, program, args, env);
    await until(() => output().includes('all services are ready'), output);
    const ports = [...output().matchAll(/ready at http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) =>
      Number(port),
    );
    // One process runs all counterparties, each at a port of its own.
    assert.equal(ports.length, SERVICES.length - 1 + COUNTERPARTY_NAMES.length, output());
    assert.deepEqual(openToOthers(folder), []);
    assert.ok(child.pid !== undefined);
    process.kill(toGroup ? -child.pid : child.pid, signal);
    const { code, signal: by } = await exit;
    assert.ok(code === 128 + constants.signals[signal] || by === signal, `${code} ${by}`);
    await until(() => runningBelow(env).length === 0, output);
    for (const port of ports) assert.equal(await isListening(port), false, String(port));
    assert.doesNotMatch(output(), /killed|still closing/);
  });
}
