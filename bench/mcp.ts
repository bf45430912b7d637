import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { NEVER_REACHED } from './support/quota.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * `screen_ticker` of `/mcp`, warm, from the service as it is shipped, against the protocol library behind a bare route
 * with a tool that does nothing. The difference is the answer itself: some 30 kB of JSON beside a text, keys, limits
 * and the log. Both answer one call of the same client at a time on ten connections; rounds alternate.
 */
const SERVICE = fileURLToPath(new URL('../screener/service/src/main.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./mcp/bare-server.ts', import.meta.url));
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 10;
/** Of the calls that the library can do with nothing to say. */
const LEAST_RATIO = 0.4;

const call = { name: 'screen_ticker', arguments: { ticker: 'AAPL' } };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const BODIES = {
  '2026-07-28': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...call, _meta: META } },
  '2025-11-25': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
} as const;
type Revision = keyof typeof BODIES;

interface Round {
  readonly callsPerSecond: number;
  readonly p99Ms: number;
}

await withTempDir(async (folder) => {
  await using service = await spawnService({
    entry: SERVICE,
    env: {
      DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
      SECRETS_DIR: join(folder, 'secrets'),
      SCREENER_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_DEMO: NEVER_REACHED,
    },
    ready: /^screener ready at (\S+)/m,
    timeoutMs: 90_000,
  });
  await using bare = await spawnService({ entry: BARE, ready: /^bare ready at (\S+)/m });
  const [ours, theirs] = [service, bare].map(({ readyMatch }) => `${readyMatch?.[1]}/mcp`) as [
    string,
    string,
  ];
  for (const revision of ['2026-07-28', '2025-11-25'] as const) await measure(revision, ours, theirs);
});

async function measure(revision: Revision, ours: string, theirs: string): Promise<void> {
  const [size, emptySize] = [await sizeOfAnswer(ours, revision), await sizeOfAnswer(theirs, revision)];
  process.stdout.write(`  revision ${revision}: ${size} bytes an answer, ${emptySize} of the empty tool\n`);
  const rounds: { readonly service: Round; readonly bare: Round }[] = [];
  for (const url of [ours, theirs]) await load(url, revision, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = new Map<string, Round>();
    for (const url of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      results.set(url, await load(url, revision, SECONDS));
    }
    const [ofService, ofBare] = [results.get(ours), results.get(theirs)];
    if (ofService !== undefined && ofBare !== undefined) rounds.push({ service: ofService, bare: ofBare });
  }
  const row = (name: string, of: (round: (typeof rounds)[number]) => Round) => [
    name,
    readable(median(rounds.map((round) => of(round).callsPerSecond))),
    readable(median(rounds.map((round) => of(round).p99Ms))),
  ];
  printTable(
    ['median of rounds', 'calls/s', 'p99 ms'],
    [row('screen_ticker', ({ service }) => service), row('empty tool', ({ bare }) => bare)],
  );
  const ratios = rounds.map((round) => round.service.callsPerSecond / round.bare.callsPerSecond);
  process.stdout.write(`  ratio by round: ${ratios.map(readable).join(', ')}\n`);
  judge([
    {
      what: `screen_ticker / empty tool, ${revision}`,
      measured: median(ratios),
      is: 'at least',
      limit: LEAST_RATIO,
    },
  ]);
}

function headersOf(revision: Revision): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(revision === '2026-07-28'
      ? { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': call.name }
      : {}),
  };
}

async function sizeOfAnswer(url: string, revision: Revision): Promise<number> {
  const init = { method: 'POST', headers: headersOf(revision), body: JSON.stringify(BODIES[revision]) };
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok || !text.includes('"content"'))
    throw new Error(`${url} answers ${response.status}: ${text}`);
  return Buffer.byteLength(text);
}

async function load(url: string, revision: Revision, seconds: number): Promise<Round> {
  const headers = Object.entries(headersOf(revision)).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const body = ['-m', 'POST', '-b', JSON.stringify(BODIES[revision])];
  const args = ['--json', '-c', String(CONNECTIONS), '-d', String(seconds), ...headers, ...body, url];
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...args], {
    maxBuffer: 16 * 1_048_576,
  });
  const result = JSON.parse(stdout);
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url} failed under load:\n${stdout}`);
  return { callsPerSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}
