import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startPagesReader } from '../pages-reader.ts';
import { until } from '../wait.ts';

const PAGE = '<!doctype html><title>A page</title><a href="/receipts/rcpt_1">One</a></html>\n';

test('the reader of the console’s pages tells whole answers from wrong ones, and from no console', async () => {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add(request.url ?? '');
    if (request.url === '/log') return void response.writeHead(504).end('<p class="story">Silent.</p>');
    if (request.url === '/keys') return void response.end('<!doctype html><title>Half');
    if (request.url === '/policy') return void response.destroy();
    response.end(PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = startPagesReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await until('all pages', async () => asked.has('/plugins') || null);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await until('somebody who is not there', async () => reader.refused() > 0 || null);
  const { answers, refused, unanswered, wrong } = await reader.stop();
  assert.ok(asked.has('/receipts/rcpt_1'));
  assert.deepEqual(Object.keys(answers), ['200', '504']);
  assert.ok(refused > 0);
  assert.ok(unanswered > 0);
  const words = wrong.join('\n');
  for (const seen of [/\/log: 504 Silent\./, /\/keys: 200 <!doctype html>/, /\/policy: TypeError/])
    assert.match(words, seen);
});
