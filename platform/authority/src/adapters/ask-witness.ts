import { createHttpClient } from '@common/kit/http/client';
import { Witnessed } from '@platform/protocol/log';
import { Value } from 'typebox/value';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1_048_576;

/** What an enforcement point or a gateway has seen of the log; null if it does not answer. */
export async function askWitness(url: string): Promise<Witnessed | null> {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const http = createHttpClient();
  const answer = await http.sendRepeatable({
    ...{ method: 'GET', origin, path: `${pathname.replace(/\/+$/, '')}/log/witnessed` },
    headers: { accept: 'application/json' },
    ...{ body: null, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
  });
  http.close();
  if (answer.kind !== 'answered' || answer.status !== 200) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(answer.bytes).toString('utf8'));
    return Value.Check(Witnessed, value) ? value : null;
  } catch {
    return null;
  }
}
