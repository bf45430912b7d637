import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHttpClient } from '@common/kit/http/client';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { inScope } from '@common/kit/watch/scope';
import { createRekorClient } from '../src/anchors/rekor.adapter.ts';
import { createWitnessClient } from '../src/witnesses/witness-http.adapter.ts';

const SCOPE = { requestId: 'job-7', tracer: null, traceparent: `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01` };

test('witnesses and public logs are told neither a request’s id nor its trace', async (t) => {
  const { url, received } = await startReceiver(t);
  const { origin } = new URL(url);
  const http = createHttpClient();
  t.after(() => http.close());
  const publicLog = createRekorClient(http, origin);
  await inScope(SCOPE, async () => {
    const witness = createWitnessClient(http);
    await witness.addCheckpoint(origin, 'a checkpoint');
    await witness.shownCheckpoint(origin, 'ab'.repeat(32));
    await publicLog.post('{}');
    await publicLog.read('checkpoint');
  });
  assert.equal(received.length, 4);
  for (const { headers } of received) {
    assert.deepEqual([headers['x-request-id'], headers.traceparent], [undefined, undefined]);
  }
});
