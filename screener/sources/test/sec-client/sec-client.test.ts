import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { createMemoryRateStore } from '../../src/sec-client/rate-store.ts';
import { createSecClient } from '../../src/sec-client/sec-client.ts';
import { realSleep } from '../../src/sec-client/sleep.ts';
import { startFakeSec } from '../../src/testing/fake-sec.ts';
import { APPLE, APPLE_BYTES, CONTACT, mostInOneSecond, startBench } from './harness.ts';

test('a client without a contact address is refused, and the refusal does not repeat the text', () => {
  for (const userAgent of ['', 'Sanad', 'Mozilla/5.0', 'a@b', 'Eve\r\nX-Evil: 1 eve@example.com']) {
    const client = createSecClient({ userAgent });
    assert.ok(!client.ok, userAgent);
    assert.equal(client.error.code, 'invalid_user_agent');
    assert.match(client.error.message, /SEC_USER_AGENT/);
    if (userAgent !== '') assert.ok(!JSON.stringify(client.error).includes(userAgent));
  }
});

test('company facts arrive complete, through gzip, with the operator named', async () => {
  await using bench = await startBench();
  const facts = await bench.time.drive(bench.client.companyFacts('320193'));
  assert.ok(facts.ok);
  assert.equal(facts.value.status, 'fetched');
  assert.deepEqual(Buffer.from(facts.value.bytes), Buffer.from(APPLE_BYTES));
  assert.equal(facts.value.url, bench.sec.baseUrls.data + APPLE);
  assert.equal(facts.value.fetchedAt, bench.time.clock());
  const [request] = bench.sec.requests;
  assert.equal(request?.headers['user-agent'], `Sanad Test ${CONTACT}`);
  assert.equal(request?.headers['accept-encoding'], 'gzip, br');
});

test('each method requests its own document', async () => {
  await using bench = await startBench();
  const { client, time, sec } = bench;
  sec.put('/files/company_tickers.json', Buffer.from('{"0":{}}'));
  sec.put('/files/company_tickers_mf.json', Buffer.from('{"fields":[]}'));
  sec.put('/submissions/CIK0000320193.json', Buffer.from('{"cik":"320193"}'));
  const results = [
    await time.drive(client.submissions('0000320193')),
    await time.drive(client.companyTickers()),
    await time.drive(client.companyTickersMutualFund()),
  ];
  assert.deepEqual(
    results.map((result) => result.ok && Buffer.from(result.value.bytes).toString()),
    ['{"cik":"320193"}', '{"0":{}}', '{"fields":[]}'],
  );
});

test('an invalid CIK is refused without a request', async () => {
  await using bench = await startBench();
  for (const cik of ['', 'AAPL', '12345678901', '-1', '0', '1.5', '../320193']) {
    const facts = await bench.client.companyFacts(cik);
    assert.ok(!facts.ok && facts.error.code === 'invalid_cik', cik);
  }
  assert.equal(bench.sec.requests.length, 0);
});

test('a validator that still matches gives the stored bytes; a changed document is fetched', async () => {
  await using bench = await startBench();
  const { client, time, sec } = bench;
  const first = await time.drive(client.companyFacts('320193'));
  time.advance(60_000);
  const second = await time.drive(client.companyFacts('320193'));
  assert.ok(first.ok && second.ok);
  assert.equal(second.value.status, 'not_modified');
  assert.deepEqual(second.value.bytes, first.value.bytes);
  assert.equal(second.value.fetchedAt, first.value.fetchedAt + 60_000);
  assert.equal(sec.requests[1]?.headers['if-none-match'], first.value.etag);
  assert.ok(sec.requests[1]?.headers['if-modified-since']);

  sec.put(APPLE, Buffer.from('{"cik":320193,"facts":{}}'));
  const third = await time.drive(client.companyFacts('320193'));
  assert.ok(third.ok);
  assert.equal(third.value.status, 'fetched');
  assert.equal(Buffer.from(third.value.bytes).toString(), '{"cik":320193,"facts":{}}');
});

test('without validators, or without a store, every request is unconditional', async () => {
  await using bench = await startBench({ validators: false });
  for (let round = 0; round < 2; round += 1) {
    const facts = await bench.time.drive(bench.client.companyFacts('320193'));
    assert.ok(facts.ok && facts.value.status === 'fetched' && facts.value.etag === null);
  }
  assert.equal(bench.sec.requests.length, 2);
  assert.equal(bench.sec.requests[1]?.headers['if-none-match'], undefined);
  assert.equal(bench.sec.requests[1]?.headers['if-modified-since'], undefined);
});

test('a 304 to an unconditional request is refused', async () => {
  await using bench = await startBench();
  bench.sec.script(APPLE, [{ kind: 'status', status: 304 }]);
  const facts = await bench.time.drive(bench.client.companyFacts('320193'));
  assert.ok(!facts.ok && facts.error.code === 'sec_unexpected_status');
});

test('fifty simultaneous callers for one company share one request; a later call makes its own', async () => {
  await using bench = await startBench();
  const { client, time, sec } = bench;
  const all = Promise.all(Array.from({ length: 50 }, () => client.companyFacts('320193')));
  const results = await time.drive(all);
  assert.equal(sec.requests.length, 1);
  assert.ok(results.every((result) => result.ok && result.value.bytes.byteLength === APPLE_BYTES.byteLength));
  await time.drive(client.companyFacts('320193'));
  assert.equal(sec.requests.length, 2);
});

test('thirty companies: never more than five requests in any second', async () => {
  await using bench = await startBench();
  const { client, time, sec } = bench;
  const ciks = Array.from({ length: 30 }, (_, index) => String(index + 1));
  const results = await time.drive(Promise.all(ciks.map((cik) => client.companyFacts(cik))));
  assert.ok(results.every((result) => !result.ok && result.error.code === 'not_found'));
  assert.equal(sec.requests.length, 30);
  assert.equal(time.departures.length, 30);
  assert.ok(mostInOneSecond(time.departures) <= 5);
  const elapsed = (time.departures.at(-1) ?? 0) - (time.departures[0] ?? 0);
  assert.ok(elapsed < 29 * 250, 'and not much slower than that either');
});

test('two clients on one rate store keep the pace together and share a hold', async () => {
  await using one = await startBench();
  const shared = {
    rateStore: createMemoryRateStore(one.time.clock),
    clock: one.time.clock,
    sleep: one.time.sleep,
  };
  const departures: number[] = [];
  const fetching = {
    fetch: (url: string, init: RequestInit) => {
      departures.push(one.time.clock());
      return one.time.fetch(url, init);
    },
  };
  await using left = await startBench({ ...shared, ...fetching });
  await using right = await startBench({ ...shared, ...fetching });
  const ciks = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const calls = ciks.flatMap((cik) => [left.client.companyFacts(cik), right.client.companyFacts(cik)]);
  await one.time.drive(Promise.all(calls));
  assert.equal(departures.length, 24);
  assert.ok(mostInOneSecond(departures) <= 5);

  left.sec.script('*', [{ kind: 'throttle_page' }]);
  await one.time.drive(left.client.companyFacts('320193'));
  const refused = await right.client.companyFacts('320193');
  assert.ok(!refused.ok && refused.error.code === 'sec_throttled');
});

test('a redirect on the same host is followed, one to another host is not', async () => {
  await using bench = await startBench();
  await using elsewhere = await startBench();
  const { client, time, sec } = bench;
  sec.script('/submissions/CIK0000320193.json', [{ kind: 'redirect', location: APPLE }]);
  const followed = await time.drive(client.submissions('320193'));
  assert.ok(followed.ok);
  assert.deepEqual(Buffer.from(followed.value.bytes), Buffer.from(APPLE_BYTES));

  sec.always(APPLE, { kind: 'redirect', location: elsewhere.sec.baseUrls.data + APPLE });
  const refused = await time.drive(client.companyFacts('320193'));
  assert.ok(!refused.ok && refused.error.code === 'sec_unexpected_status');
  assert.equal(elsewhere.sec.requests.length, 0);

  sec.always(APPLE, { kind: 'redirect', location: APPLE });
  const before = sec.requests.length;
  const circle = await time.drive(client.companyFacts('320193'));
  assert.ok(!circle.ok && circle.error.code === 'sec_unexpected_status');
  assert.equal(sec.requests.length - before, 3);
});

test('works on the real clock when nothing is injected', async () => {
  await using sec = await startFakeSec({ documents: [[APPLE, APPLE_BYTES]] });
  const userAgent = `Sanad Test ${CONTACT}`;
  const client = unwrap(createSecClient({ userAgent, baseUrls: sec.baseUrls }));
  const results = await Promise.all([client.companyFacts('320193'), client.companyFacts('1')]);
  assert.deepEqual(
    results.map((result) => (result.ok ? result.value.status : result.error.code)),
    ['fetched', 'not_found'],
  );
});

test('a pause ends early when its signal is aborted', async () => {
  const controller = new AbortController();
  const pause = realSleep(3_600_000, controller.signal);
  controller.abort();
  await pause;
  await realSleep(3_600_000, controller.signal);
});

test('no refusal repeats the contact address', async () => {
  await using bench = await startBench({
    limits: { retries: 0, truncationRetries: 0, companyFactsBytes: 2000 },
  });
  const { client, time, sec } = bench;
  const kinds = [
    'html_ok',
    'truncated',
    'cut_json',
    'connection_reset',
    'access_denied_xml',
    'throttle_page',
  ];
  for (const kind of kinds) {
    sec.script(APPLE, [{ kind } as Parameters<typeof sec.script>[1][number]]);
    const refused = await time.drive(client.companyFacts('320193'));
    assert.ok(!refused.ok, kind);
    assert.ok(!JSON.stringify(refused.error).includes(CONTACT), kind);
  }
});
