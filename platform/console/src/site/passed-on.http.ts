import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
const PASSED_ON = { from: 400, to: 503 };
const NOT_ANSWERED = 504;

type Reply = Parameters<typeof refuse>[0];
interface Sends<Answer> {
  headers(headers: Readonly<Record<string, string>>): { send(text: string): Answer };
}

/** Sends the authority’s answer to a page’s script. */
export function sendJson<Answer>(reply: Sends<Answer>, value: unknown): Answer {
  return reply.headers(JSON_HEADERS).send(JSON.stringify(value));
}

/** Refuses with the authority’s own status and code, so that people read its refusal and not ours. */
export function passOn<Answer extends Reply>(reply: Answer, { code, message, detail = {} }: Failure): Answer {
  const { status, error } = detail;
  const isKnown = typeof status === 'number' && status >= PASSED_ON.from && status <= PASSED_ON.to;
  return refuse(reply, {
    status: isKnown ? status : NOT_ANSWERED,
    code: typeof error === 'string' ? error : code,
    message,
  });
}
