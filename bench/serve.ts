import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, withTempDir } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { cpuBars, loadBoth, printLoads, rateBar, type Target } from './support/load.ts';
import { NEVER_REACHED } from './support/quota.ts';
import { judge } from './support/report.ts';

/**
 * `GET /v1/screen/AAPL`, warm, from the service as it is shipped (its log goes to a file), with a key, limits, metrics
 * and tags on, against a bare Fastify route that sends the same bytes.
 */
const SERVICE = fileURLToPath(new URL('../screener/site/src/main.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./serve/bare-server.ts', import.meta.url));
const PATH = '/v1/screen/AAPL';
const ROUNDS = 7;
const SECONDS = 4;
const WARM_UP_REQUESTS = 30_000;
const START_TIMEOUT_MS = 60_000;
const LEAST_RATIO = 0.5;

type Server = Target & AsyncDisposable;

await withTempDir(async (folder) => {
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    SECRETS_DIR: join(folder, 'secrets'),
    RATE_LIMIT_FREE: NEVER_REACHED,
  };
  await using service = await start([SERVICE], join(folder, 'service.log'), (port) => ({
    ...env,
    SCREENER_PORT: String(port),
  }));
  const body = await get(service.url);
  const key = await signUp(service.url);
  await assertLimited(service.url, key);
  const file = join(folder, 'body.json');
  await writeFile(file, body.bytes);
  await using bare = await start([BARE, file], join(folder, 'bare.log'), () => ({}));
  const same = await get(bare.url);
  if (!same.bytes.equals(body.bytes) || same.type !== body.type)
    throw new Error('the two servers send different answers');

  const rounds = await loadBoth(at(service), at(bare), {
    rounds: ROUNDS,
    seconds: SECONDS,
    warmUpRequests: WARM_UP_REQUESTS,
    args: ['-H', `x-api-key=${key}`],
  });
  process.stdout.write(`  ${body.bytes.length} bytes, ${rounds.length} rounds of ${SECONDS} s each\n`);
  printLoads(rounds, { service: 'service', bare: 'bare route' });
  const what = 'service / bare route';
  judge([rateBar(what, rounds, LEAST_RATIO), ...cpuBars(what, rounds, LEAST_RATIO)]);
});

function at({ pid, url }: Target): Target {
  return { pid, url: `${url}${PATH}` };
}

/** Starts a server with its output in `log`, and waits until it answers. */
async function start(
  args: readonly string[],
  log: string,
  env: (port: number) => Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const out = openSync(log, 'w');
  const child = spawn(process.execPath, [...args, String(port)], {
    stdio: ['ignore', out, out],
    env: { PATH: process.env.PATH, ...env(port) },
  });
  closeSync(out);
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${args[0]}`);
  const release = track({ kind: 'process', pid, signal: 'SIGKILL' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const server = {
    pid,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      release();
    },
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (
    !(await fetch(`${server.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await server[Symbol.asyncDispose]();
      throw new Error(`${args[0]} does not answer:\n${readFileSync(log, 'utf8')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return server;
}

/** Requests carry a key, as real ones do: it is looked up and counted. */
async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"bench@example.org"}',
  });
  return JSON.parse(await response.text()).data.api_key;
}

/** Makes sure that keys, limits and ETags are on in what is measured. */
async function assertLimited(url: string, key: string): Promise<void> {
  const { headers } = await fetch(`${url}${PATH}`, { headers: { 'x-api-key': key } });
  const policy = headers.get('ratelimit-policy') ?? '';
  if (!policy.includes(`"free";q=${NEVER_REACHED}`) || headers.get('etag') === null)
    throw new Error(`the service counts by ${policy || 'nothing'}, or sends no ETag`);
}

async function get(url: string): Promise<{ readonly bytes: Buffer; readonly type: string | null }> {
  const response = await fetch(`${url}${PATH}`);
  if (response.status !== 200) throw new Error(`${url}${PATH} answers ${response.status}`);
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
}
