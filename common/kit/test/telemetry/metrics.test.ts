import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { makeApp } from '../../src/testing/http-app.ts';

const SETTINGS = { name: 'a', metrics: true, metricsToken: null, diskLowBytes: 0, tracer: null };

test('requests are timed by route, method and status, never by what callers type', async (t) => {
  const { app } = await makeApp(t);
  app.get('/v1/:id', () => 'x');
  for (const url of ['/v1/a', '/v1/b', '/typed-by-a-caller']) await app.inject(url);
  const { body, headers } = await app.inject('/metrics');
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(body, /^# TYPE http_request_duration_seconds histogram$/m);
  const series = (name: string, labels: string) =>
    new RegExp(`^http_request_duration_seconds_${name}\\{${labels}\\} (\\S+)$`, 'm').exec(body)?.[1];
  const labels = 'route="/v1/:id",method="GET",status="200"';
  assert.equal(series('count', labels), '2');
  assert.ok(Number(series('sum', labels)) > 0);
  assert.equal(series('bucket', `le="30",${labels}`), '2');
  assert.equal(series('bucket', `le="\\+Inf",${labels}`), '2');
  assert.equal(series('count', 'route="none",method="GET",status="404"'), '1');
  assert.doesNotMatch(body, /typed-by-a-caller/);
});

test('an unreadable metric is NaN, or absent; the others are complete', async (t) => {
  const metrics = createMetrics();
  const { app } = await makeApp(t, { metrics });
  metrics.gauge('fails', 'Fails.', () => Promise.reject(new Error('the database is away')));
  metrics.gauge('stands', 'Stands.', () => 7);
  let depths: Record<string, number> = { first: 1, second: 2 };
  metrics.gauges('depths', 'By queue.', 'queue', () => depths);
  metrics.gauges('lost', 'Fails.', 'queue', () => {
    throw new Error('the database is away');
  });
  const read = async () => (await app.inject('/metrics')).body;
  const before = await read();
  assert.match(before, /^fails (?:Nan|NaN)$/m);
  assert.match(before, /^stands 7$/m);
  assert.match(before, /^depths\{queue="second"\} 2$/m);
  assert.doesNotMatch(before, /^lost\{/m);
  depths = { first: 3 };
  assert.doesNotMatch(await read(), /queue="second"/);
});

test('a slow metric is read at most once in two seconds, however many ask', async () => {
  let [now, asked] = [0, 0];
  const metrics = createMetrics(() => now);
  const ask = async () => {
    asked += 1;
  };
  metrics.gauge('one', 'Of a database.', () => ask().then(() => 1));
  metrics.gauges('each', 'Of a database.', 'queue', () => ask().then(() => ({ first: 2 })));
  const read = () => metrics.registry.metrics();
  for (const text of await Promise.all([read(), read(), read()])) {
    assert.match(text, /^one 1$/m);
    assert.match(text, /^each\{queue="first"\} 2$/m);
  }
  now = 1_999;
  await read();
  assert.equal(asked, 2);
  now = 2_000;
  await read();
  assert.equal(asked, 4);
});

test('metrics can be closed, or require a token', async (t) => {
  const closed = await makeApp(t);
  closed.app.watch.configure({ ...SETTINGS, metrics: false });
  assert.equal((await closed.app.inject('/metrics')).statusCode, 404);
  const { app } = await makeApp(t);
  app.watch.configure({ ...SETTINGS, metricsToken: 'sixteen-or-longer' });
  const ask = async (authorization: string) => app.inject({ url: '/metrics', headers: { authorization } });
  for (const given of ['', 'Bearer wrong', 'Basic sixteen-or-longer', 'Bearer sixteen-or-longer-']) {
    const refused = await ask(given);
    assert.equal(refused.statusCode, 401, given);
    assert.match(refused.body, /METRICS_TOKEN/);
    assert.doesNotMatch(refused.body, /http_request/);
  }
  const given = await ask('Bearer sixteen-or-longer');
  assert.equal(given.statusCode, 200);
  assert.match(given.body, /^service_info\{version="[^"]+",service="a"\} 1$/m);
  assert.match(given.body, /^process_resident_memory_bytes\{service="a"\} \d/m);
  assert.match(given.body, /^nodejs_eventloop_lag_p99_seconds\{service="a"\} \d/m);
});
