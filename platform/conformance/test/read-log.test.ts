import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { withTempDir } from '@common/kit/testing';
import { NOTHING_ENDED } from '@platform/core/log/standing/endings';
import { memoryLog } from '@platform/core/testing/memory-log';
import { LogFault, type ReadLog, readLog } from '../read-log/read-log.ts';
import { type SeededLog, serveSeededLog } from '../seeded-log.ts';

/** Two full tiles of leaves, a partial one, and one above them. */
const SIZE = 700;

/** The log behind somebody who changes what it answers to a path. */
async function behind(t: TestContext, url: string, changed: (path: string, bytes: Buffer) => Buffer) {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`${url}${request.url}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status).end(changed(request.url ?? '', bytes));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

describe('a client that knows only the specifications', () => {
  let log: SeededLog;
  let finish = () => {};
  let closed: Promise<void> = Promise.resolve();
  before(async () => {
    await new Promise<void>((ready, failed) => {
      closed = withTempDir(async (folder) => {
        log = await serveSeededLog(folder, SIZE);
        ready();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        await log.close();
      });
      closed.catch(failed);
    });
  });
  after(async () => {
    finish();
    await closed;
  });

  test('reads every entry, and computes the root that the log signed', async () => {
    const seen: string[] = [];
    const read: ReadLog = await readLog({ ...log, onEntry: (entry) => seen.push(entry.toString('latin1')) });
    assert.deepEqual([read.origin, read.size, read.entries], ['seeded.example/1', SIZE, SIZE]);
    assert.equal(new Set(seen).size, SIZE);
    assert.ok(seen.every((entry) => /^[0-9a-f]{64}$/.test(entry)));
    assert.equal(read.endings, 3);
    // The checkpoint, three tiles of leaves with their entries, the one above, and the endings.
    assert.equal(read.requests, 1 + 2 * 3 + 1 + 1);
  });

  const flip = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const replaced = (bytes: Buffer, one: string, other: string) =>
    Buffer.from(bytes.toString('utf8').replace(one, other));
  for (const [what, part, change, why] of [
    ['an entry', '/tile/entries/001', (bytes: Buffer) => flip(bytes, 70), /entry 257 is not the leaf/],
    ['a leaf', '/tile/0/000', (bytes: Buffer) => flip(bytes, 0), /entry 0 is not the leaf/],
    ['a hash above', '/tile/1/', (bytes: Buffer) => flip(bytes, 33), /tile\/1\/000\.p\/2 is not what/],
    ['a bundle cut short', '/tile/entries/002', (bytes: Buffer) => bytes.subarray(0, -1), /ends within/],
    ['a bundle without its end', '/tile/entries/002', (bytes: Buffer) => bytes.subarray(66), /has 187/],
    [
      'an ending',
      '/log/endings',
      (bytes: Buffer) => replaced(bytes, 'ic_2', 'ic_9'),
      /the endings have the root/,
    ],
    ['endings left out', '/log/endings', () => Buffer.from('[]'), /0 endings are listed, and 3 signed/],
    ['the root', '/checkpoint', (bytes: Buffer) => flip(bytes, bytes.indexOf('\n700\n') + 6), /not signed/],
  ] as const) {
    test(`finds what was changed: ${what}`, async (t) => {
      const url = await behind(t, log.url, (path, bytes) => (path.startsWith(part) ? change(bytes) : bytes));
      await assert.rejects(readLog({ url, vkey: log.vkey }), (error) => {
        assert.ok(error instanceof LogFault);
        assert.match(error.message, why);
        return true;
      });
    });
  }

  test('finds entries that were exchanged with their leaves', async (t) => {
    const swapped = (width: number) => (bytes: Buffer) =>
      Buffer.concat([bytes.subarray(width, 2 * width), bytes.subarray(0, width), bytes.subarray(2 * width)]);
    const url = await behind(t, log.url, (path, bytes) =>
      path === '/tile/0/000' ? swapped(32)(bytes) : path === '/tile/entries/000' ? swapped(66)(bytes) : bytes,
    );
    await assert.rejects(readLog({ url, vkey: log.vkey }), /the entries have the root/);
  });

  test('finds a checkpoint without the endings, after one that had them', async (t) => {
    const known = memoryLog(nodeCrypto);
    const earlier = known.checkpoint(0, undefined, NOTHING_ENDED);
    const url = await behind(t, log.url, (path) =>
      Buffer.from(
        path === '/checkpoint'
          ? known.checkpoint(0)
          : JSON.stringify({ vkey: known.vkey, checkpoints: [{ tree_size: 0, note: earlier }] }),
      ),
    );
    await assert.rejects(
      readLog({ url, vkey: known.vkey }),
      /does not say what has ended, and that of 0 does/,
    );
  });

  test('takes no other key', async () => {
    const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    await assert.rejects(readLog({ url: log.url, vkey }), /not signed by PeterNeumann\+c74f20a3/);
  });
});
