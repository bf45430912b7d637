import { fail, ok, type Result } from '@common/base/result';

/** The part of the global `fetch` that this module uses, so that a test can replace it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Calls `fire` after `ms` milliseconds unless the returned function is called first. */
export type SetTimer = (ms: number, fire: () => void) => () => void;

export const realSetTimer: SetTimer = (ms, fire) => {
  const timer = setTimeout(fire, ms);
  return () => clearTimeout(timer);
};

/**
 * `network`: no answer. `timeout`: silent or slow beyond the limit. `truncated`, `too_large`: the body of a
 * 200 was cut off, or is over `maxBytes`.
 */
export type GetFailureCode = 'network' | 'timeout' | 'truncated' | 'too_large';

export interface GetReply {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed. For any status but 200, at most the first {@link ERROR_BODY_BYTES}. */
  readonly bytes: Uint8Array;
}

interface BoundedGet {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly setTimer: SetTimer;
  readonly overallTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxBytes: number;
}

/** Enough of an error page to recognise it. */
const ERROR_BODY_BYTES = 64 * 1024;

/** The system's error name, such as `ECONNRESET`. The message is left out: it can repeat the address. */
function causeCode(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Object ? error.cause : error;
  const code = cause instanceof Object && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : null;
}

/** The declared length of the bytes as this module returns them, or null. */
function declaredLength(headers: Headers): number | null {
  const text = headers.get('content-length');
  return text === null || headers.has('content-encoding') || !/^\d+$/.test(text) ? null : Number(text);
}

/**
 * Makes one GET with a limit on time, silence and size. It follows no redirect and retries nothing. Failures
 * name neither the address nor the headers, which may hold a secret.
 */
export async function boundedGet(get: BoundedGet): Promise<Result<GetReply, GetFailureCode>> {
  const controller = new AbortController();
  let expired: 'overall' | 'idle' | null = null;
  const expire = (which: 'overall' | 'idle') => (): void => {
    expired ??= which;
    controller.abort();
  };
  const cancelOverall = get.setTimer(get.overallTimeoutMs, expire('overall'));
  let cancelIdle = get.setTimer(get.idleTimeoutMs, expire('idle'));
  const alive = (): void => {
    cancelIdle();
    cancelIdle = get.setTimer(get.idleTimeoutMs, expire('idle'));
  };
  let head: Response | null = null;
  const chunks: Uint8Array[] = [];
  try {
    head = await get.fetch(get.url, { headers: get.headers, redirect: 'manual', signal: controller.signal });
    alive();
    const maxBytes = head.status === 200 ? get.maxBytes : ERROR_BODY_BYTES;
    const declared = head.status === 200 ? declaredLength(head.headers) : null;
    const whole = (declared ?? 0) <= maxBytes && (await readBody(head, maxBytes, chunks, alive));
    if (!whole) controller.abort();
    if (!whole && head.status === 200) {
      return fail('too_large', `The answer is larger than the limit of ${maxBytes} bytes.`, { maxBytes });
    }
    const bytes = Buffer.concat(chunks);
    if (declared !== null && declared !== bytes.byteLength) {
      return fail('truncated', 'The length of the answer differs from its content-length.', {
        declaredBytes: declared,
        receivedBytes: bytes.byteLength,
      });
    }
    return ok({ status: head.status, headers: head.headers, bytes });
  } catch (error) {
    // The status of an error answer counts even if its page is cut off: a throttle page must not be retried.
    if (head !== null && head.status !== 200) {
      return ok({ status: head.status, headers: head.headers, bytes: Buffer.concat(chunks) });
    }
    if (expired !== null) return fail('timeout', 'The answer took too long.', { limit: expired });
    if (head !== null) return fail('truncated', 'The answer was cut off.', { cause: causeCode(error) });
    return fail('network', 'There was no answer.', { cause: causeCode(error) });
  } finally {
    cancelOverall();
    cancelIdle();
  }
}

/** Adds the body to `chunks`; false when it is longer than `maxBytes`. */
async function readBody(
  response: Response,
  maxBytes: number,
  chunks: Uint8Array[],
  alive: () => void,
): Promise<boolean> {
  if (response.body === null) return true;
  let received = 0;
  // Leaving the loop early cancels the stream and with it the connection.
  for await (const chunk of response.body) {
    alive();
    received += chunk.byteLength;
    if (received > maxBytes) return false;
    chunks.push(chunk);
  }
  return true;
}
