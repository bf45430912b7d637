import { fail, ok } from '@common/base/result';
import { parseStrict } from '@platform/core/crypto/canonical';
import { EventAppended } from '@platform/core/objects/event';
import { RedeemResponse } from '@platform/core/objects/grant';
import { LogContinuation } from '@platform/core/objects/log';
import { continuationPath } from '@platform/keys/witness';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Authority, HttpAnswer, SendHttp } from '../use-cases/ports.ts';

const TIMEOUT_MS = 10_000;
/** A redemption's answer carries the mandate, which may have long lists. */
const MAX_ANSWER_BYTES = 1_048_576;

const redeemResponse = Compile(RedeemResponse);
const eventAppended = Compile(EventAppended);
const logContinuation = Compile(LogContinuation);
const errorBody = Compile(
  Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) }),
);

interface AuthorityClientOptions {
  /** Base URL. */
  readonly url: string;
  readonly send: SendHttp;
}

/** The authority over HTTP. */
export function createAuthorityClient({ url, send }: AuthorityClientOptions): Authority {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const post = (path: string, body: unknown) =>
    send({
      ...{ method: 'POST', origin, path: `${base}${path}` },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
  return {
    async redeem(grantId, request) {
      const answer = await post(`/grants/${encodeURIComponent(grantId)}/redeem`, request);
      const response = bodyOf(answer, redeemResponse);
      if (response !== null) return { kind: 'redeemed', response };
      const error = bodyOf(answer, errorBody);
      const status = answer.kind === 'answered' ? answer.status : null;
      // A 503 with one of the document's codes means that the profile is not trusted: nothing was redeemed.
      const isDefinite =
        status !== null &&
        error !== null &&
        ((status >= 400 && status < 500) ||
          (status === 503 && /^(profile_|signer_|plugin_|deployment_)/.test(error.detail.error)));
      const { error: code, message } = error?.detail ?? { error: 'no_answer', message: reasonOf(answer) };
      return { kind: isDefinite ? 'refused' : 'unavailable', status, code, message };
    },
    async report(report) {
      const answer = await post('/events', report);
      const appended = bodyOf(answer, eventAppended);
      if (appended !== null) return { kind: 'recorded', receiptId: appended.receipt_id };
      return { kind: 'unavailable', message: reasonOf(answer) };
    },
    async continuation(query) {
      const answer = await send({
        ...{ method: 'GET', origin, path: `${base}${continuationPath(query)}` },
        headers: { accept: 'application/json' },
        ...{ body: null, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
      });
      const shown = bodyOf(answer, logContinuation);
      return shown === null ? fail('authority_unavailable', reasonOf(answer)) : ok(shown);
    },
  };
}

interface Form<Value> {
  Check(value: unknown): value is Value;
}

/** The body if it has this form; the forms of success and refusal have nothing in common. */
function bodyOf<Value>(answer: HttpAnswer, form: Form<Value>): Value | null {
  if (answer.kind !== 'answered') return null;
  const read = parseStrict(Buffer.from(answer.bytes).toString('utf8'));
  return read.ok && form.Check(read.value) ? read.value : null;
}

function reasonOf(answer: HttpAnswer): string {
  if (answer.kind === 'unanswered') return answer.message;
  const error = bodyOf(answer, errorBody);
  return error === null ? `status ${answer.status}` : `${error.detail.error}: ${error.detail.message}`;
}
