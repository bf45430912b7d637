import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import { createHttpClient } from '../../src/http/client.ts';
import { listen } from '../../src/http/listen.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { openTracer } from '../../src/telemetry/open-telemetry.ts';
import { makeApp } from '../../src/testing/http-app.ts';
import { startTraceCollector } from '../../src/testing/trace-collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SETTINGS = { name: 'first', metrics: true, metricsToken: null, diskLowBytes: 0 };
const local = { host: '127.0.0.1', port: 0 };

/** An app that asks a second one, which says what it was sent. */
async function twoHops(t: Parameters<typeof makeApp>[0]) {
  const second = await makeApp(t);
  second.app.post('/b/:account', (request) => ({ headers: request.headers }));
  const { url: origin } = await listen(second.app, local);
  const http = createHttpClient();
  t.after(() => http.close());
  let written = '';
  const write = (line: string) => {
    written += line;
  };
  const log = createLog({ level: 'info', destination: { write } });
  const first = await makeApp(t);
  const schema = { body: Type.Object({ apart: Type.Boolean() }) };
  first.app.post('/a', { schema }, async (request) => {
    await setTimeout(1);
    log.info('no log of the request');
    const call = { method: 'POST', origin, path: '/b/acct_secret', headers: {}, body: '{}' } as const;
    const answer = await http.send({
      ...call,
      headers: { 'content-type': 'application/json' },
      timeoutMs: 5_000,
      maxBytes: 65_536,
      ...(request.body.apart ? { apart: true } : {}),
    });
    return answer.kind === 'answered' ? JSON.parse(Buffer.from(answer.bytes).toString()) : answer;
  });
  const { url } = await listen(first.app, local);
  const ask = async (headers: Readonly<Record<string, string>>, apart = false) => {
    const body = JSON.stringify({ apart });
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${url}/a`, { method: 'POST', headers: sent, body });
    const told = (await answer.json()) as { headers: Record<string, string> };
    return { id: answer.headers.get('x-request-id'), told: told.headers };
  };
  return {
    first,
    second,
    ask,
    lines: () =>
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

test('a request’s id goes with its calls of other services, into every log line, and back', async (t) => {
  const { first, second, ask, lines } = await twoHops(t);
  const given = await ask({ 'x-request-id': 'job-7' });
  assert.deepEqual([given.id, given.told['x-request-id']], ['job-7', 'job-7']);
  const made = await ask({ 'x-request-id': 'no good' });
  assert.match(String(made.id), /^req_[0-9a-f]{24}$/);
  assert.equal(made.told['x-request-id'], made.id);
  const ids = ['job-7', made.id];
  assert.deepEqual(
    lines().map(({ request_id: id }) => id),
    ids,
  );
  for (const { lines: written } of [first, second]) {
    const requests = written().filter(({ msg }) => msg === 'request');
    assert.deepEqual(
      requests.map(({ request_id: id }) => id),
      ids,
    );
  }
  assert.equal(given.told.traceparent, undefined);
  const { told: strangers } = await ask(
    { 'x-request-id': 'job-8', traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
    true,
  );
  assert.deepEqual([strangers['x-request-id'], strangers.traceparent], [undefined, undefined]);
});

test('without traces, a caller’s traceparent is passed on as it is, and anything else is not', async (t) => {
  const { ask } = await twoHops(t);
  const traceparent = `00-${TRACE}-b7ad6b7169203331-00`;
  assert.equal((await ask({ traceparent })).told.traceparent, traceparent);
  for (const wrong of [
    'x',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `${traceparent}-more`,
    `ff${traceparent.slice(2)}`,
  ]) {
    assert.equal((await ask({ traceparent: wrong })).told.traceparent, undefined, wrong);
  }
});

test('traces go to the collector: one step for the request, one for the call, and no path in either', async (t) => {
  const collector = await startTraceCollector(t);
  const { first, ask, lines } = await twoHops(t);
  const tracer = await openTracer({
    name: 'first',
    endpoint: `${collector.url}/`,
    headers: { 'x-team': 'a b' },
    perThousand: 0,
    log: createLog({ level: 'silent' }),
  });
  first.app.watch.configure({ ...SETTINGS, tracer });
  const { told } = await ask({ 'x-request-id': 'job-9', traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
  await ask({});
  await tracer.close();
  assert.deepEqual(
    collector.headers.map((headers) => headers['x-team']),
    ['a b'],
  );
  const [call, request] = collector.spans;
  assert.equal(collector.spans.length, 2, 'the second trace begins here, where none in a thousand is kept');
  assert.ok(call !== undefined && request !== undefined);
  assert.deepEqual(
    [request.name, request.service, request.parentSpanId],
    ['POST /a', 'first', 'b7ad6b7169203331'],
  );
  assert.equal(request.attributes['sanad.request_id'], 'job-9');
  assert.deepEqual([call.name, call.parentSpanId, call.traceId], ['POST', request.spanId, TRACE]);
  assert.equal(call.attributes['http.response.status_code'], '200');
  assert.equal(told.traceparent, `00-${TRACE}-${call.spanId}-01`);
  assert.doesNotMatch(JSON.stringify(collector.spans), /acct_secret/);
  assert.equal(lines()[0].trace_id, TRACE);
});
