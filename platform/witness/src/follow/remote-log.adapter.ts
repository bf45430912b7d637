import { fail, ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import type { LogSource, ReadFailure } from './log-source.ts';

const TIMEOUT_MS = 20_000;

interface RemoteLog extends LogSource {
  close(): void;
}

/**
 * A log’s files below a web address. It follows no redirects, and limits the time and size of each answer.
 */
export function openRemoteLog(url: string): RemoteLog {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/+$/, '');
  const http = createHttpClient();
  return {
    async read(path, maxBytes): Promise<Result<Uint8Array, ReadFailure>> {
      const answer = await http.sendRepeatable({
        method: 'GET',
        origin,
        path: `${prefix}/${path}`,
        headers: { accept: '*/*' },
        body: null,
        timeoutMs: TIMEOUT_MS,
        maxBytes,
      });
      if (answer.kind === 'unanswered') {
        return fail('log_unreachable', `${origin}${prefix}/${path}: ${answer.message}.`);
      }
      if (answer.status === 200) return ok(answer.bytes);
      const code = answer.status === 404 || answer.status === 410 ? 'log_lacks' : 'log_unreachable';
      return fail(code, `${origin}${prefix}/${path}: the answer is ${answer.status}.`);
    },
    close: () => http.close(),
  };
}
