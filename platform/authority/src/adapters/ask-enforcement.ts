import { fail, ok } from '@common/base/result';
import { createHttpClient, type HttpClient } from '@common/kit/http/client';
import { createClient } from '@platform/api/client';
import { PEP } from '@platform/api/pep';
import type { AskEnforcement } from '../use-cases/ask-movements.ts';

/** The counterparty may take two minutes to answer. */
const TIMEOUT_MS = 125_000;
const MAX_BYTES = 2_097_152;

/** The enforcement point over HTTP. */
export function createAskEnforcement(baseUrl: string): {
  readonly ask: AskEnforcement;
  readonly close: HttpClient['close'];
} {
  const http = createHttpClient();
  const client = createClient(PEP, { http, baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  return {
    async ask(body) {
      const called = await client.listMovements({ body });
      if (called.ok) return ok(called.value);
      const { error } = called;
      if (error.kind === 'refused' && error.refusal !== null) {
        const { error: code, message } = error.refusal;
        return fail(code === 'movements_not_listed' ? code : 'movements_unavailable', message);
      }
      const why = error.kind === 'unanswered' ? error.message : `status ${error.status}`;
      return fail('movements_unavailable', `The enforcement point gives no list of movements (${why}).`);
    },
    close: () => http.close(),
  };
}
