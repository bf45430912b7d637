import type { HttpClient } from '@common/kit/http/client';
import type { AskDeps } from './ask-witness.ts';
import type { WitnessAnswer } from './judge-claim.ts';

const TIMEOUT_MS = 10_000;
/** Enough for several signature lines of 3.3 kB. */
const MAX_ANSWER_BYTES = 65_536;

interface Question {
  readonly method: 'GET' | 'POST';
  /** The path below the witness's address. */
  readonly path: string;
  readonly body: string | null;
}

/** Asks over HTTP without redirects, limits time and size of answers, and sends only the public note. */
export function createWitnessClient(
  http: HttpClient,
  timeoutMs = TIMEOUT_MS,
): Pick<AskDeps, 'addCheckpoint' | 'shownCheckpoint'> {
  const send = async (url: string, { method, path, body }: Question): Promise<WitnessAnswer> => {
    const { origin, pathname } = new URL(url);
    const answer = await http.sendRepeatable({
      method,
      origin,
      path: `${pathname.replace(/\/+$/, '')}${path}`,
      headers: { accept: '*/*', ...(body === null ? {} : { 'content-type': 'text/plain; charset=utf-8' }) },
      body,
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      apart: true,
    });
    if (answer.kind === 'unanswered') return answer;
    const { status, bytes } = answer;
    return { kind: 'answered', status, text: Buffer.from(bytes).toString('utf8') };
  };
  return {
    addCheckpoint: (url, body) => send(url, { method: 'POST', path: '/add-checkpoint', body }),
    shownCheckpoint: (url, hash) => send(url, { method: 'GET', path: `/${hash}/checkpoint`, body: null }),
  };
}
