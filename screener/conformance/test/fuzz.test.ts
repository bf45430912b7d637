import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Description, readDescription } from '@common/kit/testing/described';
import fc from 'fast-check';
import { useService } from '../api/service.ts';
import { createJudge, type FuzzAnswer } from '../fuzz/answers.ts';
import { type FuzzRequest, type FuzzWorld, requestsOf } from '../fuzz/requests.ts';

const REQUESTS = 20_000;
const AT_ONCE = 16;
const LIMIT_MS = 600_000;
/** No answer for this long is a hang. */
const PATIENCE_MS = 30_000;

describe('requests made from the description', () => {
  const service = useService(() => ({ ADMIN_TOKEN: 'the-admin-token-of-the-fuzz' }));
  let description: Description;
  let world: FuzzWorld = { keys: [], jobs: [] };
  before(async () => {
    description = await readDescription(service);
    const key = await service.signUp();
    const submitted = await service.post('/v1/bulk', { symbols: ['AAPL', 'KO'] }, { 'x-api-key': key });
    const { job_id: job } = JSON.parse(submitted.text).data;
    world = { keys: [key, key, key, `${key}x`], jobs: [job, 'blk_000000000000000000000000'] };
  });

  test(`${REQUESTS} of them: no server error, no hang, no answer off its schema`, {
    timeout: LIMIT_MS,
  }, async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
    const judge = createJudge(description.document);
    const requests = fc.sample(requestsOf(description.document, world), { numRuns: REQUESTS, seed });
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const statuses = new Map<string, number>();
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (let next = requests.pop(); next !== undefined && wrong.length < 5; next = requests.pop()) {
        const answer = await send(agent, service.url(), next);
        const fault = judge(next, answer);
        const kind = `${next.method} ${next.path} ${answer.status}`;
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        if (fault !== null)
          wrong.push(`${fault}\n  ${JSON.stringify(next).slice(0, 1_000)}\n  ${answer.body.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    agent.destroy();
    assert.deepEqual(wrong, [], `FUZZ_SEED=${seed}`);
    // A fuzz that only ever meets the first check would prove little: every operation must have been reached.
    for (const [path, item] of Object.entries(description.document.paths ?? {})) {
      for (const method of Object.keys(item ?? {})) {
        const reached = [...statuses.keys()].some((kind) =>
          kind.startsWith(`${method.toUpperCase()} ${path} 2`),
        );
        assert.ok(
          reached || path.startsWith('/tasks/'),
          `${method} ${path} never succeeded (FUZZ_SEED=${seed})`,
        );
      }
    }
    assert.equal((await service.get('/health')).status, 200);
  });
});

function send(agent: Agent, url: string, fuzz: FuzzRequest): Promise<FuzzAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
  const { hostname, port } = new URL(url);
  const { method, target: path, headers } = fuzz;
  const options = { agent, hostname, port, method, path, headers, timeout: PATIENCE_MS };
  const request = httpRequest(options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        requestId: String(response.headers['x-request-id']),
        body: decode(Buffer.concat(chunks), response.headers['content-encoding']),
      }),
    );
  });
  request.once('timeout', () =>
    request.destroy(new Error(`no answer in ${PATIENCE_MS} ms: ${JSON.stringify(fuzz)}`)),
  );
  request.once('error', reject);
  request.end(fuzz.body ?? undefined);
  return promise;
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return body.toString('utf8');
}
