import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPLE, startBench } from './harness.ts';

const MINUTE = 60_000;

test('after the throttle page nothing leaves for ten minutes, then service is normal', async () => {
  await using bench = await startBench();
  const { client, time, sec } = bench;
  sec.script('*', [{ kind: 'throttle_page' }]);
  const first = await time.drive(client.companyFacts('320193'));
  assert.ok(!first.ok && first.error.code === 'sec_throttled');
  const until = new Date(time.clock() + 10 * MINUTE).toISOString();
  assert.equal(first.error.detail?.until, until);
  assert.ok(first.error.message.includes(until));

  for (let minute = 0; minute < 10; minute += 1) {
    const refused = await client.submissions(String(minute + 1)); // not driven: must answer without time passing
    assert.ok(!refused.ok && refused.error.code === 'sec_throttled');
    assert.equal(refused.error.detail?.until, until);
    time.advance(minute < 9 ? MINUTE : MINUTE - 1);
  }
  assert.equal((await client.companyTickers()).ok, false);
  assert.equal(sec.requests.length, 1);

  time.advance(1);
  const after = await time.drive(client.companyFacts('320193'));
  assert.ok(after.ok);
  assert.equal(sec.requests.length, 2);
});

test('callers already waiting for their slot are refused when the page arrives', async () => {
  await using bench = await startBench();
  const { client, time, sec } = bench;
  sec.script('*', [{ kind: 'document' }, { kind: 'throttle_page' }]);
  const ciks = Array.from({ length: 40 }, (_, index) => String(index + 1));
  const started = time.clock();
  const results = await time.drive(Promise.all(ciks.map((cik) => client.companyFacts(cik))));
  const codes = results.map((result) => (result.ok ? 'ok' : result.error.code));
  assert.deepEqual(new Set(codes.slice(1)), new Set(['sec_throttled']));
  assert.equal(codes[0], 'not_found');
  assert.equal(sec.requests.length, 2);
  assert.ok(time.clock() - started < 1000, 'they do not wait out their place in the queue');
});

test('a caller pausing before a retry is refused when the page arrives', async () => {
  await using bench = await startBench({ limits: { backoffBaseMs: 120_000, backoffMaxMs: 120_000 } });
  const { client, time, sec } = bench;
  sec.script(APPLE, [{ kind: 'status', status: 500 }]);
  sec.script('/submissions/CIK0000000001.json', [{ kind: 'throttle_page' }]);
  const started = time.clock();
  const results = await time.drive(Promise.all([client.companyFacts('320193'), client.submissions('1')]));
  assert.deepEqual(
    results.map((result) => (result.ok ? 'ok' : result.error.code)),
    ['sec_throttled', 'sec_throttled'],
  );
  assert.ok(time.clock() - started < 60_000);
  assert.equal(sec.requests.length, 2);
});

test('a throttle page that breaks off still causes a hold', async () => {
  await using bench = await startBench();
  bench.sec.script('*', [{ kind: 'throttle_page_cut' }]);
  const refused = await bench.time.drive(bench.client.companyFacts('320193'));
  assert.ok(!refused.ok && refused.error.code === 'sec_throttled');
  assert.equal(bench.sec.requests.length, 1);
});

test('the 403 for one closed document is not throttling', async () => {
  await using bench = await startBench();
  bench.sec.script(APPLE, [{ kind: 'access_denied_xml' }]);
  const refused = await bench.time.drive(bench.client.companyFacts('320193'));
  assert.ok(!refused.ok && refused.error.code === 'sec_unexpected_status');
  assert.equal(refused.error.detail?.status, 403);
  assert.ok((await bench.time.drive(bench.client.companyFacts('320193'))).ok);
});

test('a 429 holds for as long as it says, up to an hour, or ten minutes if it says nothing', async () => {
  const cases: [string | undefined, number][] = [
    ['30', 30_000],
    ['0', 1000],
    ['999999', 60 * MINUTE],
    ['Mon, 02 Mar 2026 12:02:00 GMT', 2 * MINUTE],
    ['soon', 10 * MINUTE],
    [undefined, 10 * MINUTE],
  ];
  for (const [retryAfter, heldMs] of cases) {
    const shown = String(retryAfter);
    await using bench = await startBench();
    const { client, time, sec } = bench;
    sec.script(APPLE, [
      retryAfter === undefined ? { kind: 'too_many_requests' } : { kind: 'too_many_requests', retryAfter },
    ]);
    const refused = await time.drive(client.companyFacts('320193'));
    assert.ok(!refused.ok && refused.error.code === 'sec_throttled', shown);
    time.advance(heldMs - 1);
    assert.equal((await client.companyFacts('320193')).ok, false, shown);
    assert.equal(sec.requests.length, 1, shown);
    time.advance(1);
    assert.ok((await time.drive(client.companyFacts('320193'))).ok, shown);
  }
});

test('a 503 that names a time holds like a 429', async () => {
  await using bench = await startBench();
  bench.sec.script(APPLE, [{ kind: 'status', status: 503, headers: { 'retry-after': '60' } }]);
  const refused = await bench.time.drive(bench.client.companyFacts('320193'));
  assert.ok(!refused.ok && refused.error.code === 'sec_throttled');
  assert.equal(bench.sec.requests.length, 1);
});

test('the SEC refuses a client that does not name itself, and the fake does too', async () => {
  await using bench = await startBench();
  const answer = await fetch(bench.sec.baseUrls.data + APPLE);
  assert.equal(answer.status, 403);
  assert.match(answer.headers.get('content-type') ?? '', /html/);
  await answer.body?.cancel();
});
