import { fail, ok } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import type { HttpClient } from '@common/kit/http/client';
import { RekorEntry } from '@platform/core/objects/anchor';
import { Check } from 'typebox/value';
import type { AnchorDeps, PublicLogAnswer } from './anchor-heads.ts';

/** The log answers only once a checkpoint covers the entry, by default after up to 10 s. */
const POST_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 262_144;

/**
 * A client of a public log of version 2 (Rekor v2): no redirects, and limits on the time and size of answers.
 */
export function createRekorClient(http: HttpClient, address: string): Pick<AnchorDeps, 'post' | 'read'> {
  const { origin, pathname } = new URL(address);
  const base = `${pathname.replace(/\/+$/, '')}/api/v2`;
  return {
    async post(request) {
      const answer = await http.send({
        method: 'POST',
        origin,
        path: `${base}/log/entries`,
        body: request,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        timeoutMs: POST_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        apart: true,
      });
      if (answer.kind === 'unanswered') return { kind: 'unavailable', message: answer.message };
      return readAnswer(answer);
    },
    async read(path) {
      const answer = await http.sendRepeatable({
        method: 'GET',
        origin,
        path: `${base}/${path}`,
        body: null,
        headers: { accept: '*/*' },
        timeoutMs: READ_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        apart: true,
      });
      if (answer.kind === 'unanswered') return fail('public_log_unreadable', `${path}: ${answer.message}`);
      return answer.status === 200
        ? ok(answer.bytes)
        : fail('public_log_unreadable', `${path} was answered with ${answer.status}`);
    },
  };
}

type RekorResponse = Extract<Awaited<ReturnType<HttpClient['send']>>, { kind: 'answered' }>;

function readAnswer({ status, bytes, headers }: RekorResponse): PublicLogAnswer {
  if (status === 405) return { kind: 'frozen' };
  const index = headers['x-log-index'];
  if (status === 409 && typeof index === 'string' && /^(0|[1-9][0-9]{0,15})$/.test(index))
    return { kind: 'known', index: Number(index) };
  const parsed = parseStrict(Buffer.from(bytes).toString('utf8'));
  const body = parsed.ok ? parsed.value : null;
  if (status === 201 && Check(RekorEntry, body)) return { kind: 'added', entry: body };
  const said = messageOf(body);
  if (status === 400) return { kind: 'refused', message: `the log refused it for good (400)${said}` };
  return { kind: 'unavailable', message: `answered ${status}${said}` };
}

function messageOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
  return typeof message === 'string' && message !== '' ? `: ${message.slice(0, 200)}` : '';
}
