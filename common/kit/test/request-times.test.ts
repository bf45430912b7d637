import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestTimes } from '@common/kit/request-times';

test('requests are counted in the buckets that they fit in, each bucket with those before it', () => {
  const times = createRequestTimes();
  for (const seconds of [0.0005, 0.001, 0.02, 99]) times.observe('/v1/:id', 'GET', 200, seconds);
  times.observe('/a"b\\c', 'POST', 500, 0.3);
  const text = times.text();
  const line = (bucket: string) =>
    new RegExp(`_bucket\\{le="${bucket}",route="/v1/:id",method="GET",status="200"\\} (\\d+)`).exec(
      text,
    )?.[1];
  assert.deepEqual(['0.001', '0.0025', '0.025', '30', '\\+Inf'].map(line), ['2', '2', '3', '3', '4']);
  assert.match(text, /_sum\{route="\/v1\/:id",method="GET",status="200"\} 99\.02/);
  assert.match(text, /_count\{route="\/v1\/:id",method="GET",status="200"\} 4/);
  assert.match(text, /route="\/a\\"b\\\\c",method="POST",status="500"\} 1/);
  assert.match(text, /^# TYPE http_request_duration_seconds histogram$/m);
});
