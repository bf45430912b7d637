import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, withTempDir } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { cpuMsOf } from './support/cpu.ts';
import { NEVER_REACHED } from './support/quota.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * `GET /v1/screen/AAPL`, warm, from the service as it is shipped (its log goes to a file), with a key, limits, metrics
 * and tags on, against a bare Fastify route that sends the same bytes. Server and load each have a process; rounds
 * alternate, so that both meet the same disturbances.
 */
const SERVICE = fileURLToPath(new URL('../screener/service/src/main.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./serve/bare-server.ts', import.meta.url));
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const PATH = '/v1/screen/AAPL';
const ROUNDS = 7;
const SECONDS = 4;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 10;
const START_TIMEOUT_MS = 60_000;
const LEAST_RATIO = 0.5;

interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
}

interface Round {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Of the server for one request, in microseconds; NaN where the system does not tell. */
  readonly cpuUs: number;
}

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
    throw new Error('the two do not send the same');

  const rounds: { readonly service: Round; readonly bare: Round }[] = [];
  for (const server of [service, bare]) await load(server, WARM_UP_SECONDS, key);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = round % 2 === 0 ? [service, bare] : [bare, service];
    const results = new Map([[first, await load(first, SECONDS, key)]]);
    results.set(second, await load(second, SECONDS, key));
    const [ofService, ofBare] = [results.get(service), results.get(bare)];
    if (ofService !== undefined && ofBare !== undefined) rounds.push({ service: ofService, bare: ofBare });
  }
  report(body.bytes.length, rounds);
});

function report(bytes: number, rounds: readonly { readonly service: Round; readonly bare: Round }[]): void {
  process.stdout.write(
    `  ${bytes} bytes, ${CONNECTIONS} connections, ${rounds.length} rounds of ${SECONDS} s each\n`,
  );
  const rowOf = (name: string, of: (round: (typeof rounds)[number]) => Round) => [
    name,
    readable(median(rounds.map((round) => of(round).requestsPerSecond))),
    readable(median(rounds.map((round) => of(round).p99Ms))),
    readable(median(rounds.map((round) => of(round).cpuUs))),
  ];
  printTable(
    ['median of rounds', 'requests/s', 'p99 ms', 'server CPU us/request'],
    [rowOf('service', (round) => round.service), rowOf('bare route', (round) => round.bare)],
  );
  const ratios = rounds.map((round) => round.service.requestsPerSecond / round.bare.requestsPerSecond);
  const cpuRatio = median(rounds.map((round) => round.bare.cpuUs / round.service.cpuUs));
  process.stdout.write(`  ratio by round: ${ratios.map(readable).join(', ')}\n`);
  judge([
    {
      what: 'service / bare route, median of rounds',
      measured: median(ratios),
      is: 'at least',
      limit: LEAST_RATIO,
    },
    // Where the load, not the server, is at its limit, the rates say little.
    ...(Number.isNaN(cpuRatio)
      ? []
      : [
          {
            what: 'CPU of the bare route / service, median of rounds',
            measured: cpuRatio,
            is: 'at least' as const,
            limit: LEAST_RATIO,
          },
        ]),
  ]);
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
      throw new Error(`${args[0]} does not serve:\n${readFileSync(log, 'utf8')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return server;
}

/** The service is asked with a key, as its callers do: it is looked up, and counted. */
async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"bench@example.org"}',
  });
  return JSON.parse(await response.text()).data.api_key;
}

/** What is measured has its key, its limit and its tag on. */
async function assertLimited(url: string, key: string): Promise<void> {
  const { headers } = await fetch(`${url}${PATH}`, { headers: { 'x-api-key': key } });
  const policy = headers.get('ratelimit-policy') ?? '';
  if (!policy.includes(`"free";q=${NEVER_REACHED}`) || headers.get('etag') === null)
    throw new Error(`the service counts by ${policy || 'nothing'}, or sends no tag`);
}

async function get(url: string): Promise<{ readonly bytes: Buffer; readonly type: string | null }> {
  const response = await fetch(`${url}${PATH}`);
  if (response.status !== 200) throw new Error(`${url}${PATH} answers ${response.status}`);
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
}

async function load(server: Server, seconds: number, key: string): Promise<Round> {
  const before = cpuMsOf(server.pid);
  const args = [
    AUTOCANNON,
    '--json',
    '-c',
    String(CONNECTIONS),
    '-d',
    String(seconds),
    '-H',
    `x-api-key=${key}`,
    `${server.url}${PATH}`,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  const result = JSON.parse(stdout);
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${server.url} failed under load:\n${stdout}`);
  const requests: number = result.requests.total;
  return {
    requestsPerSecond: requests / result.duration,
    p99Ms: result.latency.p99,
    cpuUs: ((cpuMsOf(server.pid) - before) * 1_000) / requests,
  };
}
