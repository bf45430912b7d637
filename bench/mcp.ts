import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { loadBoth, printLoads, rateBar, type Target } from './support/load.ts';
import { NEVER_REACHED } from './support/quota.ts';
import { judge } from './support/report.ts';

/**
 * `screen_ticker` of `/mcp`, warm, from the service as it is shipped, against the protocol library behind a bare route
 * with a tool that does nothing. The difference is the answer itself: some 30 kB of JSON beside a text, keys, limits
 * and the log.
 */
const SERVICE = fileURLToPath(new URL('../screener/site/src/main.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./mcp/bare-server.ts', import.meta.url));
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_REQUESTS = 4_000;
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
  const [ours, theirs] = [service, bare].map(({ pid, readyMatch }) => ({
    pid,
    url: `${readyMatch?.[1]}/mcp`,
  }));
  if (ours === undefined || theirs === undefined) throw new Error('one of the two is not there');
  for (const revision of ['2026-07-28', '2025-11-25'] as const) await measure(revision, ours, theirs);
});

async function measure(revision: Revision, ours: Target, theirs: Target): Promise<void> {
  const [size, emptySize] = [
    await sizeOfAnswer(ours.url, revision),
    await sizeOfAnswer(theirs.url, revision),
  ];
  process.stdout.write(`  revision ${revision}: ${size} bytes an answer, ${emptySize} of the empty tool\n`);
  const headers = Object.entries(headersOf(revision)).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const rounds = await loadBoth(ours, theirs, {
    rounds: ROUNDS,
    seconds: SECONDS,
    warmUpRequests: WARM_UP_REQUESTS,
    args: ['-m', 'POST', '-b', JSON.stringify(BODIES[revision]), ...headers],
  });
  printLoads(rounds, { service: 'screen_ticker', bare: 'empty tool' });
  judge([rateBar(`screen_ticker / empty tool, ${revision}`, rounds, LEAST_RATIO)]);
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
