import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createHttpApp } from '../../src/http/app.ts';
import { createLog } from '../../src/telemetry/log.ts';

/** An app with one answer that goes on, what it has logged, and the answer's source. */
async function serveStream(t: TestContext, config: { readonly endless?: true }) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'warn', destination });
  const app = await createHttpApp({
    name: 'test',
    version: '1.0.0',
    description: 'A test.',
    log,
    randomBytes,
  });
  const source = new PassThrough();
  app.get('/stream', { config, schema: { hide: true } }, (_request, reply) => reply.send(source));
  t.after(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const asked = fetch(`${url}/stream`, { signal: leaving.signal });
  source.write('begun');
  const answer = await asked;
  return { lines, source, answer, leave: () => leaving.abort() };
}

async function closed(source: PassThrough): Promise<void> {
  if (!source.closed) await once(source, 'close');
}

describe('the log of an answer that goes on', () => {
  test('has no line if its reader leaves, on a route whose readers do', async (t) => {
    const { lines, source, leave } = await serveStream(t, { endless: true });
    leave();
    await closed(source);
    assert.deepEqual(lines, []);
  });

  test('warns of the same on any other route', async (t) => {
    const { lines, source, leave } = await serveStream(t, {});
    leave();
    await closed(source);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /response stream was cut off/);
  });

  test('warns about errors, even on a route whose readers leave', async (t) => {
    const { lines, source, answer } = await serveStream(t, { endless: true });
    source.destroy(new Error('the source broke'));
    await assert.rejects(answer.text());
    for (let tries = 0; tries < 500 && lines.length === 0; tries += 1) await wait(10);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /response stream was cut off/);
    assert.match(lines[0] ?? '', /the source broke/);
  });
});
