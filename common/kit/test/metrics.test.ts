import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMetrics, createMetrics } from '@common/kit/metrics';
import { makeApp } from '@common/kit/testing/http-app';

test('requests are timed by route, method and status, never by what callers type', async (t) => {
  const { app } = await makeApp(t);
  addMetrics(app, createMetrics());
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
