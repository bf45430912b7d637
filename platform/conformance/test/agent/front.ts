import { createServer, type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http';
import type { Used } from '../support/use-deployment.ts';

/** What happens to the answers of the next calls, first things first. */
type Fault = 'lose the answer' | 'put off' | 'limit' | 'rubbish';

/** A gateway’s front that a test can disturb. */
export interface Front {
  readonly url: string;
  faults: Fault[];
  /** Paths of all requests so far. */
  readonly asked: string[];
  /** Called once a caller waits for this grant. */
  waiting: (grantId: string) => Promise<unknown>;
}

const PUT_OFF = {
  'put off': [503, 'authority_unavailable', false],
  limit: [429, 'proposal_limit_exceeded', true],
} as const;

export async function startFront({ d }: Used, t: { after(work: () => void): void }): Promise<Front> {
  const front: Front = { url: '', faults: [], asked: [], waiting: async () => {} };
  const server = createServer(async (request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    front.asked.push(url);
    const body = Buffer.concat(await request.toArray());
    const [, waitedFor] = /^\/v1\/grants\/(\w+)\?wait=/.exec(url) ?? [];
    if (waitedFor !== undefined) void front.waiting(waitedFor);
    const fault = method === 'POST' ? front.faults.shift() : undefined;
    if (fault === 'limit') return refuse(response, fault);
    // With its Host as it came, which a signed request covers.
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const passedOn = sendHttp(`${d.urls.gateway}${url}`, { method, headers }, resolve);
      passedOn.on('error', reject).end(body);
    });
    const text = Buffer.concat(await answer.toArray()).toString();
    if (fault === 'lose the answer') return void response.destroy();
    if (fault === 'rubbish') return void response.end('<html>');
    if (fault === 'put off') return refuse(response, fault);
    response.writeHead(answer.statusCode ?? 0, {
      'content-type': answer.headers['content-type'] ?? 'text/plain',
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the front has no port');
  return Object.assign(front, { url: `http://127.0.0.1:${address.port}` });
}

function refuse(response: ServerResponse, fault: keyof typeof PUT_OFF): void {
  const [status, error] = PUT_OFF[fault];
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  response.end(JSON.stringify({ detail: { error, message: 'Try again later.' } }));
}
