import type { HttpClient } from '@common/kit/http/client';
import type { AskDeps } from './ask-witness.ts';

const TIMEOUT_MS = 10_000;
/** Some signature lines of 3.3 kB. */
const MAX_ANSWER_BYTES = 65_536;

/** Asks by HTTP: no redirects, an answer within limits of time and size, and nothing of ours but the public note. */
export function createWitnessClient(http: HttpClient): AskDeps['addCheckpoint'] {
  return async (url, body) => {
    const { origin, pathname } = new URL(url);
    const answer = await http.sendRepeatable({
      ...{ method: 'POST', origin, path: `${pathname.replace(/\/+$/, '')}/add-checkpoint` },
      headers: { 'content-type': 'text/plain; charset=utf-8', accept: '*/*' },
      ...{ body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, apart: true },
    });
    if (answer.kind === 'unanswered') return answer;
    const { status, bytes } = answer;
    return { kind: 'answered', status, text: Buffer.from(bytes).toString('utf8') };
  };
}
