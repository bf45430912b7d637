import { fail, ok } from '@common/base/result';
import type { HttpClient } from '@common/kit/http/client';
import { AUTHORITY } from '@platform/api/authority';
import { type CallFailure, createClient } from '@platform/api/client';
import { CALL_HEADER } from '@platform/api/operation';
import type { GrantRecord } from '@platform/core/objects/grant';
import { writeCall } from '@platform/keys/call-header';
import type { Authority, RedeemAnswer } from '../use-cases/ports.ts';

const TIMEOUT_MS = 10_000;
/** A redemption's answer contains the mandate, which may have long lists. */
const MAX_ANSWER_BYTES = 1_048_576;

/** More are left for the next time, when these are reported. */
const MOST_UNREPORTED = 1_000;

interface AuthorityClientOptions {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly readToken?: () => string;
}

/** The authority over HTTP. Every request sent from here may safely arrive twice. */
export function createAuthorityClient(options: AuthorityClientOptions): Authority {
  const client = createClient(AUTHORITY, {
    ...options,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  return {
    async redeem(grantId, body) {
      const called = await client.redeemGrant({ params: { grant_id: grantId }, body });
      return called.ok ? { kind: 'redeemed', response: called.value } : notRedeemed(called.error);
    },
    async report(body, call = null) {
      const headers = call === null ? {} : { [CALL_HEADER]: writeCall(call) };
      const called = await client.reportEvent({ body, headers });
      if (called.ok) {
        const { receipt_id: receiptId, call_event_id: callEventId = null } = called.value;
        return { kind: 'recorded', receiptId, callEventId };
      }
      return { kind: 'unavailable', message: reasonOf(called.error) };
    },
    async unreported() {
      const found: GrantRecord[] = [];
      let page = await client.listGrants({ query: { status: 'redeemed', unreported: true } });
      for (;;) {
        if (!page.ok) return fail('authority_unavailable', reasonOf(page.error));
        found.push(...page.value);
        if (page.next === null || found.length >= MOST_UNREPORTED) return ok(found);
        page = await page.next.read();
      }
    },
    async mandate(mandateId) {
      const called = await client.readMandate({ params: { contract_id: mandateId } });
      if (!called.ok) return fail('authority_unavailable', reasonOf(called.error));
      const { contract, contract_hash, signature } = called.value;
      return ok({ contract, contract_hash, signature });
    },
    async directories() {
      const called = await client.listDirectories({ query: {} });
      return called.ok ? ok(called.value) : fail('authority_unavailable', reasonOf(called.error));
    },
    async entries({ tenant, profile, directory }, after, limit) {
      const query = { tenant, limit, ...(after === null ? {} : { after }) };
      const called = await client.listEntries({ params: { profile, directory }, query });
      return called.ok ? ok(called.value) : fail('authority_unavailable', reasonOf(called.error));
    },
    async settled(signed) {
      const called = await client.recordSettled({ body: signed });
      return called.ok ? ok(undefined) : fail('authority_unavailable', reasonOf(called.error));
    },
    async continuation(query) {
      const called = await client.continueLog({ query });
      return called.ok ? ok(called.value) : fail('authority_unavailable', reasonOf(called.error));
    },
  };
}

function notRedeemed(failure: CallFailure): RedeemAnswer {
  if (failure.kind !== 'refused' || failure.refusal === null)
    return { kind: 'unavailable', code: 'no_answer', message: reasonOf(failure) };
  const { status } = failure;
  const { error: code, message } = failure.refusal;
  // A 503 with one of the interface document's codes means that the profile is not trusted: nothing was
  // redeemed.
  const isDefinite =
    (status >= 400 && status < 500) ||
    (status === 503 && /^(profile_|signer_|plugin_|deployment_)/.test(code));
  return { kind: isDefinite ? 'refused' : 'unavailable', code, message };
}

function reasonOf(failure: CallFailure): string {
  if (failure.kind === 'unanswered') return failure.message;
  const refusal = failure.kind === 'refused' ? failure.refusal : null;
  return refusal === null ? `status ${failure.status}` : `${refusal.error}: ${refusal.message}`;
}
