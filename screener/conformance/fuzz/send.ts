import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FuzzAnswer } from './answers.ts';
import type { FuzzRequest } from './requests.ts';

const AT_ONCE = 16;
/** A request without an answer for this long counts as a hang. */
const PATIENCE_MS = 30_000;
/** A run ends after this many faults. */
const MOST_FAULTS = 5;
const BATCH = 100;

interface Fuzz {
  readonly url: string;
  readonly requests: fc.Arbitrary<FuzzRequest>;
  readonly atLeast: number;
  readonly atMost: number;
  /**
   * The requests to continue with beyond `atLeast`, up to `atMost`, for what has not been met yet; null if
   * everything has.
   */
  readonly unmet: () => fc.Arbitrary<FuzzRequest> | null;
  /** Says what is wrong with an answer; null if nothing is. */
  readonly judge: (request: FuzzRequest, answer: FuzzAnswer) => string | null;
}

/**
 * Sends requests drawn from the seed `FUZZ_SEED`, or from a new one each time. Returns the faults in the
 * answers.
 */
export async function fuzz({ url, requests, atLeast, atMost, unmet, judge }: Fuzz): Promise<string[]> {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  const wrong: string[] = [];
  for (let sent = 0; sent < atMost; sent += BATCH) {
    const drawn = sent < atLeast ? requests : unmet();
    if (drawn === null) break;
    const batch = fc.sample(drawn, { numRuns: BATCH, seed: seed + sent });
    await sendAll(url, batch, (request, answer) => {
      const fault = judge(request, answer);
      if (fault !== null) wrong.push(describeFault(`FUZZ_SEED=${seed}: ${fault}`, request, answer));
      return wrong.length < MOST_FAULTS;
    });
    if (wrong.length > 0) break;
  }
  return wrong;
}

/** Sends requests, several at once, until `judge` has seen enough. */
async function sendAll(
  url: string,
  requests: readonly FuzzRequest[],
  judge: (request: FuzzRequest, answer: FuzzAnswer) => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const waiting = [...requests];
  let goesOn = true;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined && goesOn; next = waiting.pop()) {
      goesOn = judge(next, await send(agent, url, next)) && goesOn;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
}

function describeFault(fault: string, request: FuzzRequest, { body }: FuzzAnswer): string {
  return `${fault}\n  ${JSON.stringify(request).slice(0, 1_000)}\n  ${body.slice(0, 300)}`;
}

function send(agent: Agent, url: string, fuzz: FuzzRequest): Promise<FuzzAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
  const { hostname, port } = new URL(url);
  const { method, target: path, headers } = fuzz;
  const options = { agent, hostname, port, method, path, headers, timeout: PATIENCE_MS };
  const request = httpRequest(options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        requestId: String(response.headers['x-request-id']),
        location: response.headers.location,
        body: decode(Buffer.concat(chunks), response.headers['content-encoding']),
      }),
    );
  });
  request.once('timeout', () =>
    request.destroy(new Error(`no answer in ${PATIENCE_MS} ms: ${JSON.stringify(fuzz)}`)),
  );
  request.once('error', reject);
  request.end(fuzz.body ?? undefined);
  return promise;
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return body.toString('utf8');
}
