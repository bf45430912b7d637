import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Description, readDescription } from '@common/kit/testing/described';
import fc from 'fast-check';
import { useService } from '../api/service.ts';
import { createJudge } from '../fuzz/answers.ts';
import { type FuzzWorld, requestsOf } from '../fuzz/requests.ts';
import { describeFault, MOST_FAULTS, sendAll } from '../fuzz/send.ts';

const REQUESTS = 20_000;
const LIMIT_MS = 600_000;

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
    const statuses = new Map<string, number>();
    const wrong: string[] = [];
    await sendAll(service.url(), requests, (request, answer) => {
      const fault = judge(request, answer);
      const kind = `${request.method} ${request.path} ${answer.status}`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      if (fault !== null) wrong.push(describeFault(fault, request, answer));
      return wrong.length < MOST_FAULTS;
    });
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
