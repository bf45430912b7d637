import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFakeRekorLog, type FakeRekorLog } from '@platform/core/testing/fake-rekor-log';

/**
 * For the next posts, in order. `lose`: it is added, and the connection ends without an answer. `lie`: the answer proves
 * another place. `wait` and `add, wait`: the caller waits until it ends, before or after the entry is added.
 */
type Plan = 'lose' | 'lie' | 'wait' | 'add, wait' | 503 | 500;

interface FakeRekor {
  readonly url: string;
  readonly log: FakeRekorLog;
  /** The log as a trusted root names it. */
  readonly trustedRoot: () => string;
  /** The bodies of posts in order of arrival. */
  readonly posts: readonly string[];
  /** The paths that were read. */
  readonly reads: readonly string[];
  readonly plans: Plan[];
}

/** Starts a public log of version 2 on a real port, with real cryptography. */
export async function startFakeRekor(t: { after(work: () => void): void }, name: string): Promise<FakeRekor> {
  const log = createFakeRekorLog(name, '127.0.0.1');
  const posts: string[] = [];
  const reads: string[] = [];
  const plans: Plan[] = [];
  const server = createServer(async (request, reply) => {
    const { method = '', url = '' } = request;
    const body = await text(request);
    if (method === 'POST') posts.push(body);
    else reads.push(url);
    const plan = method === 'POST' ? plans.shift() : undefined;
    if (typeof plan === 'number') {
      reply.writeHead(plan, { 'content-type': 'application/json' }).end('{"code":14,"message":"pushback"}');
      return;
    }
    if (plan === 'wait') return;
    const answer = log.handle(method, url, body);
    if (plan === 'add, wait') return;
    if (plan === 'lose') request.socket.destroy();
    else reply.writeHead(answer.status, answer.headers).end(plan === 'lie' ? lied(answer.body) : answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, log, posts, reads, plans, trustedRoot: () => log.trustedRoot(url) };
}

function lied(answer: string | Uint8Array): string {
  const entry = JSON.parse(String(answer));
  return JSON.stringify({
    ...entry,
    logIndex: '7',
    inclusionProof: { ...entry.inclusionProof, logIndex: '7' },
  });
}
