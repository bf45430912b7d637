import { type Failed, readRefusal } from './outcome.ts';
import { type AgentKeyPair, signatureHeaders } from './signature.ts';

/** Where and as whom an agent calls. */
export interface AgentOptions {
  /** Address of the gateway: `http://127.0.0.1:8000`. */
  readonly gateway: string;
  /** The agent's token. */
  readonly token?: string;
  /** Instead of a token: the key that the mandate names for its agent, by which each request is signed. */
  readonly key?: AgentKeyPair;
  /** The mandate's id: `ic_...`. */
  readonly mandate: string;
  /** How long one answer may take. Default: a minute. */
  readonly answerWithinMs?: number;
  /** How often a call that was put off (429, 503) is repeated. Default: 3. */
  readonly retries?: number;
}

interface Request {
  readonly path: string;
  /** The JSON of the body; a GET if it is absent. */
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
}

/** `isCertain` is false if an earlier attempt may have been carried out. */
export type Answer =
  | { readonly ok: true; readonly body: unknown; readonly isCertain: boolean }
  | { readonly ok: false; readonly failed: Failed };

export type Send = (request: Request) => Promise<Answer>;

const ANSWER_MS = 60_000;
const RETRIES = 3;
/** The longest time that the gateway may ask to wait; for a longer one, the caller decides. */
const MAX_WAIT_S = 60;
const MS = 1_000;

/**
 * Sends requests for one agent. It repeats only what the gateway asked to repeat: 429 and 503 with a Retry-After. A
 * request without an answer is never sent again by itself. Throws what an aborted signal was aborted with.
 */
export function createSend(options: AgentOptions): Send {
  const { answerWithinMs = ANSWER_MS, retries = RETRIES } = options;
  return async (request) => {
    for (let attempt = 0, isCertain = true; ; attempt += 1) {
      const reply = await ask(options, request, answerWithinMs);
      if (reply === null) return { ok: false, failed: unanswered() };
      const { status, body, retryAfterS } = reply;
      if (status >= 200 && status < 300) return { ok: true, body, isCertain };
      const failed = readRefusal(status, body, retryAfterS);
      const mayRepeat = (status === 429 || status === 503) && retryAfterS !== null;
      if (!mayRepeat || retryAfterS > MAX_WAIT_S || attempt >= retries) return { ok: false, failed };
      // A limit is checked before anything is done; behind a 503, something may have been.
      isCertain &&= status === 429;
      await pause(retryAfterS * MS, request.signal);
    }
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterS: number | null;
}

/** Asks once; null if there is no answer, or only half of one. */
async function ask(
  { gateway, token, key, mandate }: AgentOptions,
  { path, body, signal }: Request,
  withinMs: number,
): Promise<Reply | null> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(withinMs);
  const method = body === undefined ? 'GET' : 'POST';
  const url = new URL(`${gateway.replace(/\/+$/, '')}${path}`);
  const proof =
    key === undefined
      ? { authorization: `Bearer ${token}` }
      : await signatureHeaders(key, { method, url, mandate, body });
  try {
    const response = await fetch(url, {
      method,
      // A token is for this gateway alone.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      headers: {
        ...proof,
        'x-service-contract': mandate,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const read = parse(text);
    if (response.ok && read === undefined) return null;
    return {
      status: response.status,
      body: read,
      retryAfterS: secondsIn(response.headers.get('retry-after')),
    };
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

export function unanswered(): Failed {
  return {
    status: 'unanswered',
    reason: 'no_answer',
    detail:
      'No answer came that can be read, so it is not known whether this was done. Repeat the same call: nothing is done twice.',
    values: {},
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function secondsIn(header: string | null): number | null {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Waits; rejects as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
