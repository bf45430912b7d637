import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { freePort } from '@common/kit/testing';
import { startRoundRobin } from '@common/kit/testing/round-robin';

/** Answers with its name, and `/readyz` with 503 once it is told to; `asked` settles when that has been read. */
async function target(t: TestContext, name: string) {
  const asked = Promise.withResolvers<void>();
  const state = { ready: true };
  const server = createServer((request, response) => {
    if (request.url !== '/readyz') return void response.end(name);
    response.writeHead(state.ready ? 200 : 503).end();
    // The answer to this question came before the next one was asked.
    if (!state.ready) questions += 1;
    if (questions === 2) asked.resolve();
  });
  let questions = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { port: address.port, state, asked: asked.promise };
}

test('a target that is not ready gets nothing new, unless there is no other', async (t) => {
  const [one, two] = [await target(t, 'one'), await target(t, 'two')];
  const port = await freePort();
  const balancer = await startRoundRobin(port, [one.port, two.port], { askEveryMs: 20 });
  t.after(() => balancer.close());
  const ask = async () =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
  assert.deepEqual([await ask(), await ask()].toSorted(), ['one', 'two']);
  one.state.ready = false;
  await one.asked;
  assert.deepEqual([await ask(), await ask(), await ask()], ['two', 'two', 'two']);
  two.state.ready = false;
  await two.asked;
  assert.match(await ask(), /^(one|two)$/);
});
