import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Behaviour } from '../../src/testing/fake-sec.ts';
import { APPLE, APPLE_BYTES, startBench } from './harness.ts';

async function once(behaviours: readonly Behaviour[], options = {}) {
  await using bench = await startBench(options);
  bench.sec.script(APPLE, behaviours);
  const started = bench.time.clock();
  const result = await bench.time.drive(bench.client.companyFacts('320193'));
  return {
    code: result.ok ? 'ok' : result.error.code,
    detail: result.ok ? {} : (result.error.detail ?? {}),
    bytes: result.ok ? Buffer.from(result.value.bytes) : null,
    requests: bench.sec.requests.length,
    elapsedMs: bench.time.clock() - started,
    stored: bench.stored.size,
  };
}

const repeat = (behaviour: Behaviour, times: number): Behaviour[] =>
  Array.from({ length: times }, () => behaviour);

test('a company without XBRL is not found, and requested once', async () => {
  const answer = await once([{ kind: 'status', status: 404 }]);
  assert.deepEqual([answer.code, answer.requests], ['not_found', 1]);
});

test('5xx answers and failed connections are retried three times, with growing pauses', async () => {
  const recovered = await once([{ kind: 'status', status: 500 }, { kind: 'connection_reset' }]);
  assert.deepEqual([recovered.code, recovered.requests], ['ok', 3]);
  assert.deepEqual(recovered.bytes, Buffer.from(APPLE_BYTES));

  for (const behaviour of [{ kind: 'status', status: 502 }, { kind: 'connection_reset' }] as const) {
    const gone = await once(repeat(behaviour, 9));
    assert.deepEqual([gone.code, gone.requests], ['sec_unavailable', 4]);
    assert.equal(gone.detail.attempts, 4);
    assert.equal(gone.elapsedMs, 250 + 500 + 1000); // half of 500, 1000, 2000: the jitter here is always 0
  }
});

test('a body that breaks off or ends early is fetched once more, then refused', async () => {
  for (const kind of ['truncated', 'cut_json', 'cut_gzip'] as const) {
    const recovered = await once([{ kind }]);
    assert.deepEqual([recovered.code, recovered.requests], ['ok', 2], kind);
    const refused = await once([{ kind }, { kind }, { kind }]);
    assert.deepEqual([refused.code, refused.requests, refused.stored], ['sec_truncated', 2, 0], kind);
  }
});

test('anything but JSON is refused, and neither kept nor requested again', async () => {
  const wrong: Behaviour[] = [
    { kind: 'html_ok' },
    { kind: 'wrong_type', contentType: 'text/plain' },
    { kind: 'wrong_type', contentType: 'application/javascript' },
  ];
  for (const behaviour of wrong) {
    const refused = await once([behaviour]);
    assert.deepEqual([refused.code, refused.requests, refused.stored], ['sec_unexpected_content', 1, 0]);
  }
});

test('a web page labelled as JSON is refused', async () => {
  await using bench = await startBench();
  for (const body of ['<!doctype html><html>busy</html>', 'Request rate exceeded', '{"a":1} trailing']) {
    bench.sec.put(APPLE, Buffer.from(body));
    const refused = await bench.time.drive(bench.client.companyFacts('320193'));
    assert.ok(!refused.ok && refused.error.code === 'sec_unexpected_content', body);
  }
});

test('silence, a stalled body and a dripping body end at the time limits', async () => {
  const idle = { limits: { idleTimeoutMs: 60, overallTimeoutMs: 5000 } };
  for (const behaviour of [{ kind: 'silence' }, { kind: 'stall' }] as const) {
    const refused = await once([behaviour], idle);
    assert.deepEqual([refused.code, refused.detail.limit, refused.requests], ['sec_timeout', 'idle', 1]);
  }
  const overall = { limits: { idleTimeoutMs: 5000, overallTimeoutMs: 150 } };
  const dripping = await once([{ kind: 'drip', everyMs: 10 }], overall);
  assert.deepEqual([dripping.code, dripping.detail.limit], ['sec_timeout', 'overall']);
});

test('a document over the limit is refused, declared or not, compressed or not', async () => {
  const limits = { limits: { companyFactsBytes: 1024 * 1024 } };
  const bomb = await once([{ kind: 'gzip_bomb', megabytes: 8 }], limits);
  assert.deepEqual([bomb.code, bomb.detail.maxBytes, bomb.requests], ['sec_too_large', 1024 * 1024, 1]);

  const fits = await once([{ kind: 'wrong_type', contentType: 'application/json' }], {
    limits: { companyFactsBytes: APPLE_BYTES.byteLength },
  });
  assert.equal(fits.code, 'ok');
  const declared = await once([{ kind: 'wrong_type', contentType: 'application/json' }], {
    limits: { companyFactsBytes: APPLE_BYTES.byteLength - 1 },
  });
  assert.equal(declared.code, 'sec_too_large');
});
